"""Compiled and uncompiled: the same answers, and the same number of nodes."""

from __future__ import annotations

import builtins
import doctest
import sys
from typing import TYPE_CHECKING, Any

import pytest

from noughts import Limit, Rules
from tests.solver.sweeps import layers_of
from tests.solver.uncompiled import compiled, uncompiled

if TYPE_CHECKING:
    from types import SimpleNamespace

GAMES = ["3,3,3", "4,3,3", "4,4,4", "5,4,4", "6,5,4", "3,3,3 torus", "3,3,3,3", "3,3,3 misere"]


def answers(modules: SimpleNamespace, game: str) -> list[object]:
    solver = modules.conductor.Solver(Rules.parse(game), memory=1 << 22)
    solved = modules.solving.solve(game, memory=1 << 22)
    rules = Rules.parse(game)
    told: list[object] = [str(solved.value), solved.nodes, solved.stored, solved.lost]
    if not rules.misere:
        from noughts import Mark, Position

        searches = solver._searches(Position(rules), Mark.X)
        for search in searches:
            told += [search.run(3000), search.nodes()]
        blocking = modules.solving.solve(game, memory=1 << 22, maker_breaker=True)
        told += [str(blocking.value), blocking.nodes, blocking.stored, blocking.lost]
        few = Limit(nodes=10)
        told.append(modules.solving.solve(game, few, memory=1 << 22, maker_breaker=True).unfinished)
    return told


@pytest.mark.parametrize("game", GAMES)
def test_equal_answers_and_equal_nodes(game: str) -> None:
    assert answers(compiled(), game) == answers(uncompiled(), game)


@pytest.mark.parametrize("game", ["3,3,3", "3,3,3 misere", "4,2,2", "5,2,3 exact", "4,2,3 torus"])
def test_equal_layers(game: str) -> None:
    layers = layers_of(compiled(), game)
    assert layers == layers_of(uncompiled(), game)
    assert layers[-1]  # the empty board's


def test_it_runs_where_there_is_no_cython(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cython", sys.modules.get("noughts.solver._cython"))
    from noughts.solver import _cython

    monkeypatch.setitem(sys.modules, "cython", _cython)
    real = builtins.__import__

    def refuse(name: str, *rest: Any, **more: Any) -> Any:
        assert not name.startswith("Cython"), "Cython is not there"
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", refuse)
    modules = uncompiled()
    assert str(modules.solving.solve("3,3,3", memory=1 << 20).value) == "draw"
    assert not modules.conductor.COMPILED


def test_the_doctests_of_what_is_compiled() -> None:
    ran = 0
    for module in vars(uncompiled()).values():
        # Found without asking whose an object is: the answer would be the compiled module's.
        for test in doctest.DocTestFinder().find(module, module=False, globs=dict(vars(module))):
            found = doctest.DocTestRunner().run(test)
            assert found.failed == 0
            ran += found.attempted
    assert ran >= 4

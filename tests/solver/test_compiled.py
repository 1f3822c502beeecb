"""Compiled and uncompiled: the same answers, and the same number of nodes."""

import ast
import doctest
import importlib
import os
import re
import shutil
import sys
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from declarations import Package

from noughts import Limit, Rules
from tests.solver.sweeps import layers_of
from tests.solver.uncompiled import HOME, compiled, uncompiled

SOURCE = HOME.parent
GAMES = [
    *("3,3,3", "4,3,3", "4,4,4", "5,4,4", "3,3,3 torus", "3,3,3,3", "3,3,3 misere"),
    *("5,3,3 caro", "3,3,2 exact caro torus", pytest.param("6,5,4", marks=pytest.mark.deep)),
]


def answers(modules: SimpleNamespace, game: str) -> list[object]:
    solver = modules.portfolio.Solver(Rules.parse(game), memory=1 << 22)
    solved = modules.solving.solve(game, memory=1 << 22)
    rules = Rules.parse(game)
    told: list[object] = [str(solved.value), solved.nodes, solved.stored, solved.lost]
    if rules.positional:
        from noughts import Mark, Position

        for attempt in solver._attempts(Position(rules), Mark.X):
            told += [attempt.run(3000), attempt.nodes, attempt.work]
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
    monkeypatch.setitem(sys.modules, "cython", None)  # an import of it fails
    modules = uncompiled()
    assert str(modules.solving.solve("3,3,3", memory=1 << 20).value) == "draw"
    assert not modules.portfolio.COMPILED
    assert sys.modules["cython"] is None  # what others import is left alone


@pytest.mark.skipif(
    not (os.environ.get("CI") or shutil.which("cc") or shutil.which("gcc")),
    reason="no C compiler here",
)
def test_where_there_is_a_compiler_the_solver_is_compiled() -> None:
    # An install may fall back to plain Python; here that would make every comparison with the
    # uncompiled modules a comparison of these with themselves.
    import noughts.solver

    assert noughts.solver.COMPILED
    for name, module in Package(SOURCE).modules.items():
        found = importlib.import_module(name)
        assert str(found.__file__).endswith(".py") is not module.compiled, name


def test_the_doctests_of_what_is_compiled() -> None:
    # Their texts come from the sources: Python does not see the docstrings of C functions.
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    ran = 0
    for name, module in Package(SOURCE).modules.items():
        for node in ast.walk(ast.parse(module.text)):
            text = ast.get_docstring(node) if isinstance(node, documented) else None
            if text and ">>> " in text:
                names = dict(vars(importlib.import_module(name)))
                test = doctest.DocTestParser().get_doctest(text, names, name, None, None)
                found = doctest.DocTestRunner().run(test)
                assert not found.failed, f"{name}: {text}"
                ran += found.attempted
    assert ran == sum(module.text.count(">>> ") for module in Package(SOURCE).modules.values())


def declared_attributes(pxd: str) -> Iterator[tuple[str, str]]:
    """Yield each class of a .pxd with each attribute that it declares."""
    owner = ""
    for line in pxd.splitlines():
        if found := re.match(r"cdef class (\w+)", line):
            owner = found[1]
        elif owner and (found := re.match(r"    cdef (?!.*\().*?(\w+)$", line)):
            yield owner, found[1]


def makers(module: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Yield what sets a new object's attributes: `__init__`, or a function named `put`."""
    for each in module.body:
        if isinstance(each, ast.ClassDef):
            for method in each.body:
                if isinstance(method, ast.FunctionDef) and method.name == "__init__":
                    yield each.name, method
        elif isinstance(each, ast.FunctionDef) and each.name == "put":
            kind = each.args.args[0].annotation
            assert isinstance(kind, ast.Name)
            yield kind.id, each


def test_an_attribute_that_is_declared_is_set_when_an_object_is_made() -> None:
    """Compiled, one that is not would read as zero; uncompiled, it would be an error."""
    seen = 0
    for name, module in Package(SOURCE).modules.items():
        made = {
            (owner, target.attr)
            for owner, function in makers(ast.parse(module.text))
            for target in ast.walk(function)
            if isinstance(target, ast.Attribute) and isinstance(target.ctx, ast.Store)
        }
        declared = set(declared_attributes(module.pxd()))
        seen += len(declared)
        assert declared <= made, f"{name}: {declared - made}"
    assert seen > 100

"""At the edges: questions that an independent solver once answered otherwise, or not at all."""

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from noughts import Limit, Mark, Position, Rules, Value
from noughts.core.errors import RulesError
from noughts.solver import Solver, solve
from noughts.solver.tablebase import Table, build
from tests import naive_solver
from tests.solver.fuzz import random_position


@pytest.mark.parametrize("game", ["4,3,3 exact", "4,3,3 misere", "3,3,3 torus misere"])
def test_maker_breaker_is_refused_where_it_is_not_searched(game: str) -> None:
    with pytest.raises(RulesError, match="supports Maker-Breaker only without"):
        solve(game, maker_breaker=True)


def breaker_truth(position: Position, known: dict[tuple[int, int], bool]) -> bool:
    turn = 0 if position.turn is Mark.X else 1
    return naive_solver.completes(position.rules, position.x, position.o, turn, known)


def test_a_line_of_one_who_only_blocks_wins_nothing() -> None:
    position = Position.parse(".XO/.X./X.O")
    found = solve(position, maker_breaker=True, first_moves=True)
    assert (found.winner, found.winning) == (Mark.X, ())
    # O has completed a line, and X goes on.
    after = position.play(position.rules.cell("c2"))
    found = solve(after, maker_breaker=True, first_moves=True)
    assert (found.winner, found.winning) == (Mark.X, (0, 3, 7))
    assert Solver(after.rules, memory=1 << 20, maker_breaker=True).wins(after, Mark.X)


@pytest.mark.parametrize("game", ["3,3,3", "4,3,3", "3,3,3 torus"])
def test_maker_breaker_and_its_winning_moves_are_the_reference_s(game: str) -> None:
    rules = Rules.parse(game)
    solver = Solver(rules, memory=1 << 22, maker_breaker=True)
    draw = random.Random(game)
    known: dict[tuple[int, int], bool] = {}
    for _ in range(60):
        position = random_position(rules, draw, 1, 9)
        found = solver.solve(position, first_moves=True)
        assert (found.winner is Mark.X) is breaker_truth(position, known)
        winning = tuple(
            cell
            for cell, child in position.children()
            if position.turn is Mark.X and breaker_truth(child, known)
        )
        assert found.winning == winning


def test_a_finished_game_has_no_winning_moves() -> None:
    found = solve(Position.parse("XXX/OO./..."), first_moves=True)
    assert (found.winning, found.unfinished) == ((), "")


@pytest.mark.parametrize("game", ["4,3,3", "4,3,3 misere"])
def test_more_nodes_than_a_machine_counts(game: str) -> None:
    found = solve(game, Limit(nodes=10**20), distance=True)
    assert found.proven
    assert found.unfinished == ""


def test_ctrl_c_while_the_second_thread_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    real = ThreadPoolExecutor.submit
    submitted: list[object] = []

    def submit(self: ThreadPoolExecutor, job: Callable[..., Any], *given: Any) -> Any:
        if submitted:
            raise KeyboardInterrupt
        submitted.append(job)
        return real(self, job, *given)

    monkeypatch.setattr(ThreadPoolExecutor, "submit", submit)
    found = solve("9,4,4", Limit(nodes=3_000_000), threads=2)
    assert found.unfinished == "interrupted"
    assert found.nodes < 1_000_000


def test_two_builds_of_one_table(tmp_path: Path) -> None:
    rules = Rules.parse("3,3,3")

    def meanwhile(stones: int, positions: int) -> None:
        del positions
        if stones == 0:
            build(rules, tmp_path / "t")

    build(rules, tmp_path / "t", on_layer=meanwhile)
    assert Table(tmp_path / "t").probe(Position(rules)).value is Value.DRAW
    assert [path.name for path in tmp_path.iterdir()] == ["t"]


def test_gravity_is_refused_where_it_is_not_searched(tmp_path: Path) -> None:
    rules = Rules.parse("4,4,3 gravity")
    with pytest.raises(RulesError, match="games with gravity need another search"):
        Solver(rules)
    with pytest.raises(RulesError, match="Maker-Breaker only without gravity"):
        solve(rules, maker_breaker=True)
    with pytest.raises(RulesError, match="games with gravity uses one thread"):
        solve(rules, threads=2)
    with pytest.raises(RulesError, match="do not support gravity"):
        build(rules, tmp_path / "t")

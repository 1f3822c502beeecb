"""In how many plies: against the naive solver, against complete tables, and line by line."""

import random
from pathlib import Path

import pytest

from noughts import Limit, Mark, Position, Rules, Score, Value
from noughts.core.errors import LimitReachedError, RulesError
from noughts.engines import AlphaBeta
from noughts.kernel.canonical import SymmetryTables
from noughts.solver import Solver, solve
from noughts.solver.distance import Distance
from noughts.solver.tablebase import Table, build
from tests import naive_solver
from tests.solver.fuzz import random_position
from tests.solver.uncompiled import compiled, uncompiled


def measure(rules: Rules, limit: Limit | None = None) -> Distance:
    return Distance(rules, SymmetryTables(rules.cells, rules.symmetries), 1 << 24, limit)


@pytest.mark.parametrize("game", ["3,3,3", "4,4,3", "4,3,3 misere", "4,3,3 exact"])
def test_the_same_answers_and_nodes_uncompiled(game: str) -> None:
    rules = Rules.parse(game)
    draw = random.Random(3)
    positions = [random_position(rules, draw, 4, 9) for _ in range(40)]
    told = []
    for modules in (compiled(), uncompiled()):
        turns = modules.canonical.SymmetryTables(rules.cells, rules.symmetries)
        distance = modules.distance.Distance(rules, turns, 1 << 21)
        answers = [
            distance.within(position, mark, plies)
            for position in positions
            for mark in Mark
            for plies in range(8)
        ]
        told.append((answers, distance.nodes, distance.memory))
    assert told[0] == told[1]


@pytest.mark.parametrize("game", ["3,3,3", "3,3,3 misere", "3,3,3 torus"])
def test_every_position_and_its_line(game: str) -> None:
    rules = Rules.parse(game)
    known: dict[int, int] = {}
    naive_solver.distance(Position(rules), known)
    distance = measure(rules)
    for key, value in known.items():
        position = Position(rules, key & rules.full, key >> rules.cells)
        if value:
            winner = position.turn if value > 0 else position.turn.other
            plies = distance.plies(position, winner)
            assert plies == naive_solver.LONG - abs(value)
            for cell in distance.line(position, winner, plies):
                position = position.play(cell)
                plies -= 1
                assert abs(known[position.key]) == naive_solver.LONG - plies
            assert (plies, position.outcome and position.outcome.winner) == (0, winner)


def test_the_line_of_a_draw_keeps_the_draw() -> None:
    rules = Rules.parse("3,3,3")
    known: dict[int, int] = {}
    naive_solver.value(Position(rules), known)
    for key, value in list(known.items())[::20]:
        position = Position(rules, key & rules.full, key >> rules.cells)
        if value == 0:
            for cell in solve(position, memory=1 << 20).line:
                position = position.play(cell)
                assert known[position.key] == 0
            assert position.outcome


def test_random_positions_of_complete_tables(tmp_path: Path) -> None:
    for game, most in (("4,4,4", 16), ("4,4,3", 16), ("4,4,4 misere", 11)):
        rules = Rules.parse(game)
        build(rules, tmp_path / "t")
        table = Table(tmp_path / "t")
        distance = measure(rules)
        draw = random.Random(game)
        decided = 0
        for _ in range(400):
            position = random_position(rules, draw, 3, most)
            score = table.probe(position)
            for mark in Mark:
                wins = int(score) > 0 if mark is position.turn else int(score) < 0
                if wins:
                    assert distance.plies(position, mark) == score.plies
                    decided += 1
                else:
                    assert distance.plies(position, mark) == 0
        assert decided > 50


@pytest.mark.parametrize(
    ("game", "plies"),
    [
        ("4,3,3", 7),
        ("3,3,3,3", 7),
        ("3,3,3 torus", 7),
        ("4,4,3", 5),
        ("6,5,4", 11),
        ("6,6,4", 11),
        ("7,7,4", 11),
        ("8,8,4", 11),
        ("5,5,4 torus", 11),
    ],
)
def test_whole_games(game: str, plies: int) -> None:
    found = solve(game, distance=True, memory=1 << 26)
    assert (found.score, found.at_least) == (Score.win(plies), plies)
    position = found.position
    for cell in found.line:
        assert position.outcome is None
        position = position.play(cell)
    assert position.ply == plies
    assert position.outcome
    assert position.outcome.winner is Mark.X


@pytest.mark.parametrize("game", ["6,5,4", pytest.param("5,5,4", marks=pytest.mark.deep)])
def test_the_deepening_search_tells_the_same(game: str) -> None:
    rules = Rules.parse(game)
    draw = random.Random(game)
    distance = measure(rules)
    told = 0
    while told < 12:
        position = random_position(rules, draw, 10, 18)
        score = AlphaBeta().play(position, Limit(depth=5)).score
        if isinstance(score, Score) and score.plies is not None and score.plies > 2:
            winner = position.turn if score.value is Value.WIN else position.turn.other
            assert distance.plies(position, winner) == score.plies
            told += 1


def test_a_limit_leaves_the_value_proved_and_the_plies_not() -> None:
    rules = Rules.parse("7,7,4")
    proof = Solver(rules, memory=1 << 26).solve(Position(rules))
    for limit in (Limit(nodes=proof.nodes + 300), Limit(nodes=proof.nodes + 800)):
        found = solve(rules, limit, memory=1 << 26, distance=True)
        assert found.score == Score.win()
        assert found.at_least is not None
        assert 1 <= found.at_least <= 11
        assert found.unfinished == f"stopped at the limit of {limit.nodes:,} nodes"
        assert found.line == ()
    # Not asked for, they are nothing to be sorry about.
    found = solve(rules, Limit(nodes=proof.nodes + 500), memory=1 << 26)
    assert (found.score, found.unfinished) == (Score.win(), "")


def test_a_limit_may_end_the_line() -> None:
    rules = Rules.parse("5,5,4 torus")
    distance = measure(rules)
    plies = distance.plies(Position(rules), Mark.X)
    short = measure(rules, Limit(nodes=distance.nodes + 2))
    assert short.plies(Position(rules), Mark.X) == plies
    with pytest.raises(LimitReachedError, match="stopped at the limit of"):
        list(short.line(Position(rules), Mark.X, plies))


def test_maker_breaker_has_no_plies() -> None:
    with pytest.raises(RulesError, match="Maker-Breaker has only a value"):
        solve("4,4,4", maker_breaker=True, distance=True)
    assert solve("4,4,4", maker_breaker=True).line == ()

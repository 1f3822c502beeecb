"""The published values, and values of single positions that `solve` has to get right."""

import json
from concurrent.futures import ThreadPoolExecutor
from functools import reduce
from pathlib import Path
from typing import Any

import pytest

from noughts import Limit, Mark, Position, Record, Rules, Score, Value
from noughts.core.errors import RulesError
from noughts.kernel.canonical import SymmetryTables
from noughts.kernel.state import SearchState
from noughts.kernel.transposition_table import TranspositionTable
from noughts.solver import Progress, Solver, solve
from noughts.solver.search.and_or import AndOrSearch
from tests import naive_solver

FACTS = json.loads((Path(__file__).parent.parent / "facts" / "values.json").read_text())["table"]
#: Those that take longer, or more than 64 cells, are bench/solver.py's affair.
TOO_LONG = {"8,8,5", "15,15,5", "4,4,4,4"}
#: Those that take seconds. What the certificate of 9,4,4 says is checked each time.
LONG = {"8,4,4", "9,4,4", "10,4,4", "11,4,4"}
QUICK = [
    pytest.param(row, id=row["rules"], marks=[pytest.mark.deep] * (row["rules"] in LONG))
    for row in FACTS
    if row["rules"] not in TOO_LONG
]


@pytest.mark.parametrize("row", QUICK)
def test_the_published_value(row: dict[str, str]) -> None:
    found = solve(row["rules"], memory=1 << 30)
    assert str(found.value) == row["value"]
    assert found.proven
    assert found.winner is (Mark.X if row["value"] == "win" else None)


@pytest.mark.parametrize(
    "row", [row for row in FACTS if "maker_breaker" in row], ids=lambda row: row["rules"]
)
def test_the_published_value_when_o_only_blocks(row: dict[str, str]) -> None:
    found = solve(row["rules"], memory=1 << 30, maker_breaker=True)
    assert str(found.value) == row["maker_breaker"]


def test_one_thread_is_repeatable() -> None:
    first, second = solve("7,4,4"), solve("7,4,4")
    assert first.nodes == second.nodes


def test_two_threads_give_the_same_value() -> None:
    assert solve("6,4,4", threads=2).value is Value.DRAW
    assert solve("7,7,4", threads=2).value is Value.WIN


def test_searches_in_two_threads_do_not_disturb_each_other() -> None:
    rules = Rules.parse("6,4,4")
    symmetries = SymmetryTables(rules.cells, rules.symmetries)

    def search(symmetries: SymmetryTables) -> tuple[bool | None, int]:
        state = SearchState(rules.cells, rules.lines)
        state.start(0, 0, rules.lines, rules.lines)
        found = AndOrSearch(state, TranspositionTable(1 << 24), symmetries)
        return found.run(True), found.budget.nodes

    alone = search(symmetries)
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(search, (symmetries, symmetries))) == [alone, alone]


def test_the_first_moves_that_win() -> None:
    rules = Rules.parse("4,3,3")
    known: dict[int, int] = {}
    winning = [c for c, child in Position(rules).children() if naive_solver.value(child, known) < 0]
    assert solve(rules, first_moves=True).winning == tuple(winning)
    assert solve("4,4,4", first_moves=True).winning == ()


def test_every_position_of_3_3_3() -> None:
    rules = Rules.parse("3,3,3")
    solver = Solver(rules, memory=1 << 20)
    known: dict[int, int] = {}
    naive_solver.value(Position(rules), known)
    for key, value in known.items():
        position = Position(rules, key & rules.full, key >> rules.cells)
        found = solver.solve(position)
        assert found.value is {1: Value.WIN, 0: Value.DRAW, -1: Value.LOSS}[value]
        winner = {1: position.turn, 0: None, -1: position.turn.other}[value]
        assert found.winner is winner


def test_a_game_that_is_over() -> None:
    over = solve(Position.parse("XXX/OO./..."))
    assert (over.value, over.winner, over.method) == (Value.LOSS, Mark.X, "finished")


def test_a_limit_ends_it_with_what_is_known() -> None:
    found = solve("9,4,4", Limit(nodes=20_000))
    assert found.score is None
    assert found.cannot_win == {Mark.O}
    assert found.unfinished == "stopped at the limit of 20,000 nodes"
    assert found.nodes <= 21_000
    slow = solve("9,4,4", Limit(seconds=0.001))
    assert slow.unfinished == "stopped at the limit of 0.001 seconds"


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Progress is reported whenever possible, on fast and slow machines."""
    monkeypatch.setattr("noughts.solver.solution.PROGRESS_SECONDS", -1.0)


@pytest.mark.usefixtures("at_once")
def test_ctrl_c_ends_it_with_what_is_known() -> None:
    def interrupt(progress: Progress) -> None:
        if progress.nodes:
            raise KeyboardInterrupt

    found = solve("9,4,4", on_progress=interrupt)
    assert found.unfinished == "interrupted"
    assert found.nodes > 0


@pytest.mark.usefixtures("at_once")
def test_progress_is_told() -> None:
    seen: list[Progress] = []
    solve("9,4,4", Limit(nodes=20_000), seen.append)
    assert len(seen) > 1
    assert seen[-1].nodes > seen[0].nodes
    assert seen[-1].question == "X wins?"


def test_a_small_memory_forgets_and_stays_right() -> None:
    found = solve("6,4,4", memory=1 << 20)
    assert found.value is Value.DRAW
    assert found.memory <= 1 << 20


@pytest.mark.parametrize(
    ("game", "memory", "message"),
    [
        ("9,9,5", None, "9,9,5 has 81 cells; the solver takes at most 64"),
        ("3,3,3", 1000, "1,000 bytes of memory is too little"),
    ],
)
def test_bad_input_is_one_line(game: str, memory: int | None, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        Solver(Rules.parse(game), memory=memory)


def test_on_more_than_64_cells_wins_by_threats_are_proved() -> None:
    won = Record.parse("Rules: 15,15,5\n\nh8 a1 i8 a2 j8 a3").position
    found = solve(won)
    assert (found.score, found.method, len(found.line)) == (Score.win(3), "threats", 3)
    assert solve(won.play("g8")).value is Value.LOSS
    quiet = solve(Record.parse("Rules: 15,15,5\n\ng6 a1").position, Limit(nodes=10_000))
    assert (quiet.score, "by threats" in quiet.unfinished) == (None, True)


@pytest.mark.parametrize(
    ("game", "moves", "asked", "message"),
    [
        ("9,9,5", "", {}, "has 81 cells; the solver takes at most 64"),
        ("9,9,5 misere", "a1", {}, "only be proved without misère and gravity"),
        ("9,9,5 gravity", "a9", {}, "has 81 cells; the solver takes at most 64"),
        ("9,9,5", "a1", {"distance": True}, "only a win by threats can be proved"),
        ("9,9,5", "a1", {"first_moves": True}, "only a win by threats can be proved"),
        ("9,9,5", "a1", {"maker_breaker": True}, "only a win by threats can be proved"),
        ("9,9,5", "a1", {"threads": 2}, "only a win by threats can be proved"),
        ("9,9,5", "a1", {"memory": 1 << 60}, "this machine has"),
    ],
)
def test_what_cannot_be_proved_on_more_than_64_cells_is_refused(
    game: str, moves: str, asked: dict[str, Any], message: str
) -> None:
    position = reduce(Position.play, moves.split(), Position(Rules.parse(game)))
    with pytest.raises(RulesError, match=message):
        solve(position, **asked)


def test_without_lines_nobody_wins() -> None:
    assert solve("3,3,4").value is Value.DRAW


@pytest.mark.parametrize("game", ["5,4,4", "5,5,4", "3,3,3,3", "4,3,3 misere"])
def test_who_asks_again_and_again_is_answered(game: str) -> None:
    rules = Rules.parse(game)
    solver = Solver(rules, memory=1 << 24)
    asked = nodes = 0
    answer = None
    while answer is None:
        answer = solver.wins(Position(rules), Mark.X, Limit(nodes=1_000))
        assert solver.nodes <= 1_000
        nodes += solver.nodes
        asked += 1
        assert asked < 2_000
    assert answer is (solve(rules).winner is Mark.X)
    assert asked == 1 or nodes > 1_000


def test_each_search_has_its_share_of_the_work() -> None:
    rules = Rules.parse("9,4,4")
    solver = Solver(rules, memory=1 << 28)
    solver.wins(Position(rules), Mark.X, Limit(nodes=200_000))
    work = {attempt.method: attempt.work / attempt.share for attempt in solver._asked[Mark.X]}
    assert max(work.values()) < 4 * min(work["alpha-beta"], work["proof-number search"])

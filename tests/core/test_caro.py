"""Caro: a row of k with the opponent at both ends does not count; everything that knows it."""

from pathlib import Path

import pytest

from noughts import Limit, Mark, Position, Record, Rules, RulesError, Score
from noughts.engines import AlphaBeta, Memoised, Perfect, engine
from noughts.engines.deepening import Deepening
from noughts.engines.swap2 import check
from noughts.lab.counting import count
from noughts.proofs.certificate import certify
from noughts.solver import solve
from noughts.solver.tablebase import plan
from noughts.testing import check_engine, random_games
from tests import naive, naive_solver

#: Every position of these is compared with the naive twin's.
SMALL = [
    ((5, 1, 3), {}),
    ((6, 1, 2), {"exact": True}),
    ((4, 2, 2), {}),
    ((3, 3, 2), {"torus": True}),
    pytest.param((5, 2, 3), {}, marks=pytest.mark.deep),
    ((7, 1, 3), {"exact": True}),
]


def rows_of(position: Position) -> naive.Rows:
    return tuple(str(position).split("/"))


def test_what_counts_is_what_piskvork_counts() -> None:
    """Its rule 8 in `source/game.cpp`; with `exact` its rule 9."""
    cases = {
        "XXXXX......": (True, True),
        ".OXXXXX....": (True, True),  # one end is free
        "OXXXXXO....": (False, False),  # the opponent stands at both
        "XXXXXO.....": (True, True),  # the edge of the board is no opponent
        "......OXXXX": (False, False),  # four
        "OXXXXXXO...": (True, False),  # six count whatever stands at the ends
        ".XXXXXX....": (True, False),
        "XXXXXX.....": (True, False),
    }
    for row, counts in cases.items():
        for rules, expected in zip(("11,1,5 caro", "11,1,5 exact caro"), counts, strict=True):
            board, other = (
                sum(1 << at for at, stone in enumerate(row) if stone == mark) for mark in "XO"
            )
            assert bool(Rules.parse(rules).completed(board, other)) is expected, (row, rules)


def test_a_row_that_was_blocked_before_it_was_complete_does_not_end_the_game() -> None:
    position = Position.parse("OXX.O.X.O", "9,1,3 caro")
    blocked = position.play("d1")
    assert blocked.outcome is None
    assert Position.parse("OXX...X.O", "9,1,3 caro").turn is Mark.O
    free = Position.parse("OXX...XO.", "9,1,3 caro").play("i1").play("d1")
    assert free.outcome is not None
    assert free.outcome.winner is Mark.X


@pytest.mark.parametrize(("size", "flags"), SMALL)
def test_every_position_is_the_naive_twins(
    size: tuple[int, int, int], flags: dict[str, bool]
) -> None:
    rules = Rules.grid(size[:2], size[2], caro=True, **flags)
    assert any(rules.ends)
    memory: dict[naive.Rows, tuple[int, int]] = {}
    known: dict[int, int] = {}
    reached = {str(Position(rules))}
    expected = naive.all_positions(*size, caro=True, **flags)
    for number, rows in enumerate(sorted(expected)):
        position = Position.parse("/".join(rows), rules)
        won = naive.winner(rows, size[2], caro=True, **flags)
        assert (position.outcome and position.outcome.winner) == (Mark(won) if won else None)
        children = {str(child) for _, child in position.children()}
        assert children == (set() if won else {"/".join(child) for child in naive.children(rows)})
        reached |= children
        sign, plies = naive.value(rows, size[2], memory, caro=True, **flags)
        assert naive_solver.value(position, known) == sign
        if position.outcome is None and number % 41 == 0:
            score = {1: Score.win, -1: Score.loss}[sign](plies) if sign else Score.draw()
            assert Memoised().analyse(position).score == score
            assert Deepening(position, Limit(nodes=10**6)).play().score == score
            assert solve(position, memory=1 << 20, distance=True).score == score
    assert reached == {"/".join(rows) for rows in expected}


def test_the_size_of_a_game() -> None:
    positions = naive.all_positions(4, 2, 2, caro=True)
    assert count(Rules.parse("4,2,2 caro")).positions == len(positions)


@pytest.mark.parametrize("game", ["5,3,3 caro", "6,4,3 exact caro", "5,4,3 caro torus"])
def test_what_is_claimed_as_proved_is_true(game: str) -> None:
    rules = Rules.parse(game)
    known: dict[int, int] = {}
    for positions in random_games(rules, games=12, seed=3):
        for position in positions:
            if rules.cells - position.ply > 8 or position.outcome is not None:
                continue
            truth = naive_solver.value(position, known)
            for player in (Perfect(), AlphaBeta()):
                for limit in (Limit(depth=1), Limit(depth=3), Limit(nodes=10**6)):
                    found = player.analyse(position, limit)
                    for score in (found.score, player.play(position, limit).score):
                        assert not isinstance(score, Score) or sign(score) == truth, position
            assert sign(solve(position, memory=1 << 20).score) == truth, position


def sign(score: Score | None) -> int:
    assert score is not None
    return (score > Score.draw()) - (score < Score.draw())


@pytest.mark.parametrize("name", ["perfect", "alphabeta", "tactics", "tactics-naive"])
def test_engines_keep_the_laws_on_a_large_board(name: str) -> None:
    check_engine(lambda: engine(name), Rules.parse("9,9,5 caro"), games=1, limit=Limit(nodes=60))


def test_the_second_end_stops_a_row_as_well() -> None:
    """O holds one end of four: the last cell or the one behind it, and nothing else."""
    position = Position.parse("OXXXX..O.O.OX", "13,1,5 caro")
    found = Perfect().analyse(position, Limit(nodes=10**5))
    held = {move.cell for move in found.moves if move.score != Score.loss(2)}
    assert held == {5, 6}


@pytest.mark.parametrize(
    ("game", "waiting", "wins"),
    [("15,15,5", "l8", True), ("15,15,5 caro", "l8", False), ("15,15,5 caro", "m8", True)],
)
def test_an_open_three_wins_where_nobody_waits_behind_it(
    game: str, waiting: str, wins: bool
) -> None:
    """From l8, O takes one end of the open four, and with it the second end of the other row."""
    record = Record.parse(f"Rules: {game}\n\nh8 a1 i8 a15 j8 {waiting}")
    found = solve(record.position, Limit(nodes=20_000))
    assert found.score == (Score.win(3) if wins else None)


def test_an_open_four_is_stopped_by_one_stone_where_the_opponent_waits_behind_it() -> None:
    four = "..XXXX.O.O.OOX"
    position = Position.parse(four, "14,1,5 caro")
    held = [move.cell for move in Perfect().analyse(position).moves if move.score != Score.loss(2)]
    assert held == [1]  # takes one completion, and the second end of the other
    freestyle = Position.parse(four, "14,1,5")
    assert Perfect().analyse(freestyle).score == Score.loss(2)


@pytest.mark.parametrize("game", ["5,3,3 caro", "5,3,3 exact caro"])
def test_what_refuses_caro_says_so_in_a_line(game: str, tmp_path: Path) -> None:
    rules = Rules.parse(game)
    for refused in (
        lambda: Rules.parse("5,4,3 caro gravity"),
        lambda: plan(rules),
        lambda: certify(rules, tmp_path / "caro.cert"),
    ):
        with pytest.raises(RulesError, match="caro") as caught:
            refused()
        assert "\n" not in str(caught.value)
    with pytest.raises(RulesError, match="Maker-Breaker"):
        solve(rules, maker_breaker=True)


def test_caro_can_be_opened_by_swap2() -> None:
    check(Rules.parse("15,15,5 caro"))

"""Games in which stones fall, held to the naive twin and to what the literature says."""

import itertools
import re
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

import noughts
from noughts import (
    ENGINES,
    IllegalMoveError,
    Limit,
    Mark,
    Position,
    PositionError,
    Rules,
    RulesError,
    Score,
    engine,
)
from noughts.core.bits import bits
from noughts.core.forks import completions, forks, threats_after
from noughts.engines import AlphaBeta, AlphaBetaTable, Memoised, Minimax, Perfect
from noughts.engines.minimax import to_score
from noughts.engines.perfect import table
from noughts.testing import check_engine
from tests import naive
from tests.sampling import sample

BOARDS = [(4, 3, 3), (3, 3, 3), (3, 4, 3), (5, 2, 3), (2, 5, 3)]


def text(board: tuple[int, int, int], *flags: str) -> str:
    return " ".join([",".join(map(str, board)), *flags])


def test_connect_four_goes_by_its_name() -> None:
    for name in ("connect-four", "Connect Four", "connect_four", "7,6,4 gravity"):
        assert str(Rules.parse(name)) == "7,6,4 gravity"
    rules = Rules.parse("connect-four")
    assert rules.gravity
    assert not Rules.parse("7,6,4").gravity
    assert len(rules.lines) == 69


@cache
def naive_positions(board: tuple[int, int, int]) -> list[naive.Rows]:
    """Return every position of a board, in order, found without the library."""
    return sorted(naive.all_positions(*board, gravity=True))


@pytest.mark.parametrize("board", BOARDS)
def test_the_positions_are_those_of_the_naive_twin(board: tuple[int, int, int]) -> None:
    rules = Rules.parse(text(board, "gravity"))
    todo, found = [Position(rules)], set()
    while todo:
        position = todo.pop()
        if position not in found:
            found.add(position)
            todo += [child for _, child in position.children()]
    assert sorted(tuple(str(p).split("/")) for p in found) == naive_positions(board)


@pytest.mark.parametrize("plies", [6, pytest.param(10, marks=pytest.mark.deep)])
def test_known_numbers_of_connect_four_positions_by_plies(plies: int) -> None:
    """Tromp; OEIS A212693."""
    layer = {Position(Rules.parse("connect-four"))}
    sizes = []
    for _ in range(plies + 1):
        sizes.append(len(layer))
        layer = {child for position in layer for _, child in position.children()}
    known = [1, 7, 49, 238, 1_120, 4_263, 16_422, 54_859, 184_275, 558_186, 1_662_623]
    assert sizes == known[: plies + 1]


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("board", [(3, 3, 3), (4, 3, 3), (3, 4, 3), (5, 2, 3)])
def test_every_position_has_the_naive_value(board: tuple[int, int, int], *, misere: bool) -> None:
    """Value and plies, by the memory, the symmetric memory and (where it is used) the table."""
    rules = Rules.parse(text(board, *(["misere"] if misere else []), "gravity"))
    known: dict[naive.Rows, tuple[int, int]] = {}
    memories: tuple[dict[int, int], dict[int, int]] = ({}, {})
    for rows in naive_positions(board)[:: sample(4, 1) if rules.cells > 9 else 1]:
        sign, plies = naive.value(rows, board[2], known, gravity=True, misere=misere)
        expected = Score.draw() if not sign else Score.win(plies) if sign > 0 else Score.loss(plies)
        position = Position.parse("/".join(rows), rules)
        for symmetric, memory in zip((False, True), memories, strict=True):
            value = Memoised(symmetric=symmetric).value(position, position.ply, memory)
            assert to_score(value, position, position.ply) == expected
        if rules.cells <= 9:
            assert table(rules)[position.key][0] == int(expected)


@pytest.mark.parametrize("board", [(4, 4, 3), (4, 3, 3), (3, 5, 3), (4, 4, 4)])
@pytest.mark.parametrize("misere", [False, True])
def test_all_searches_agree_in_sampled_positions(
    board: tuple[int, int, int], *, misere: bool
) -> None:
    """Minimax, alpha-beta in its kinds, deepening and perfect, with at most nine cells empty."""
    rules = Rules.parse(text(board, *(["misere"] if misere else []), "gravity"))
    known: dict[naive.Rows, tuple[int, int]] = {}
    for positions in noughts.testing.random_games(rules, sample(2, 4), seed=5):
        for position in positions[max(0, rules.cells - 9) : -1]:
            rows = tuple(str(position).split("/"))
            sign, plies = naive.value(rows, board[2], known, gravity=True, misere=misere)
            expected = (
                Score.draw() if not sign else Score.win(plies) if sign > 0 else Score.loss(plies)
            )
            for search in (
                Minimax(),
                AlphaBeta(),
                AlphaBeta(ordered=False),
                AlphaBetaTable(),
                AlphaBetaTable(symmetric=True),
                Memoised(symmetric=True),
                Perfect(),
            ):
                found = search.analyse(position)
                assert found.score == expected, (search.name, position)
                assert search.play(position).score == expected, (search.name, position)
                for move in found.moves:
                    child = tuple(str(position.play(move.cell)).split("/"))
                    value = naive.value(child, board[2], known, gravity=True, misere=misere)
                    assert isinstance(move.score, Score)
                    assert move.score.value.value == {1: "loss", 0: "draw", -1: "win"}[value[0]]


def test_the_empty_boards_of_small_games() -> None:
    for game, value in {"4,3,3 gravity": Score.win(9), "3,3,3 gravity": Score.draw()}.items():
        empty = Position(Rules.parse(game))
        twin = naive.value(tuple(str(empty).split("/")), Rules.parse(game).k or 0, {}, gravity=True)
        sign = {"win": 1, "draw": 0, "loss": -1}[value.value.value]
        assert twin == (sign, value.plies or 0)
        assert Memoised(symmetric=True).play(empty).score == value
        assert Perfect().play(empty, Limit(seconds=600)).score == value


def test_the_table_knows_the_exact_chance_against_a_random_player() -> None:
    rules = Rules.parse("3,3,3 gravity")
    perfect = Perfect()

    @cache
    def win(position: Position, mark: Mark, *, choose: bool) -> Fraction:
        """Return the chance to win, by perfect's moves or by the best that keep the value."""
        if position.outcome is not None:
            return Fraction(position.outcome.winner is mark)
        if position.turn is not mark:
            below = [win(child, mark, choose=choose) for _, child in position.children()]
            return sum(below, Fraction(0)) / len(below)
        if choose:
            best = perfect.analyse(position).best
            return max(win(position.play(cell), mark, choose=True) for cell in best)
        return win(position.play(perfect.play(position).cell), mark, choose=False)

    for mark in Mark:
        assert win(Position(rules), mark, choose=False) == win(Position(rules), mark, choose=True)


def test_threats_are_what_one_more_move_does() -> None:
    """A completion wins when it is played; a fork leaves two of them."""
    rules = Rules.parse("4,4,3 gravity")
    for positions in noughts.testing.random_games(rules, 12, seed=2):
        for position in positions[:-1]:
            me = position.turn
            wins = {
                cell
                for cell, child in position.children()
                if child.outcome and child.outcome.winner is me
            }
            assert set(completions(position, me)) == wins
            if wins:
                continue
            for cell, child in position.children():
                if child.outcome is None:
                    assert threats_after(position, cell, me) == completions(child, me)
                    assert (cell in forks(position, me)) is (len(completions(child, me)) > 1)


@pytest.mark.parametrize("name", sorted(ENGINES))
def test_every_engine_keeps_the_laws(name: str) -> None:
    check_engine(lambda: engine(name, seed=3), Rules.parse("3,3,3 gravity"), games=1)


@pytest.mark.parametrize("name", ["perfect", "medium", "tactics", "tactics-naive", "random"])
def test_engines_keep_the_laws_on_connect_four(name: str) -> None:
    limit = Limit(nodes=300)
    check_engine(lambda: engine(name, seed=3), Rules.parse("connect-four"), games=1, limit=limit)


def test_a_stone_that_would_float_is_refused() -> None:
    position = Position(Rules.parse("connect-four"))
    with pytest.raises(IllegalMoveError, match="b4 floats: b5 below it is empty; free: a6 b6"):
        position.play(position.rules.cell("b4"))
    with pytest.raises(PositionError, match="the stone on a1 floats: a2 below it is empty"):
        Position.parse("X../.../...", "3,3,3 gravity")


def test_the_last_stone_has_to_lie_on_top() -> None:
    """Without gravity b4 could have completed both of X's lines; here a stone lies on it."""
    rows = "..../...X/OOXO/XXXO"
    assert Position.parse(rows, "4,4,3").outcome is not None
    with pytest.raises(PositionError, match="X has lines that no single move can have completed"):
        Position.parse(rows, "4,4,3 gravity")


def test_a_box_has_columns_in_each_layer() -> None:
    rules = Rules.parse("2,2,2,2 gravity")
    assert bits(rules.playable(0)) == (2, 3, 6, 7)
    assert Position(rules).play(6).legal == (2, 3, 4, 7)


def test_the_solver_says_what_it_does_not_take(tmp_path: Path) -> None:
    from noughts.solver import Solver, solve
    from noughts.solver.tablebase import build

    for game, why in (
        ("9,8,4 gravity", "72 cells; the solver takes at most 64"),
        ("5,5,3,3 gravity", "75 cells; the solver takes at most 64"),
    ):
        with pytest.raises(RulesError, match=why):
            solve(game)
    with pytest.raises(RulesError, match="supports Maker-Breaker only without gravity"):
        solve("4,4,3 gravity", maker_breaker=True)
    with pytest.raises(RulesError, match="need another search"):
        Solver(Rules.parse("4,4,3 gravity"))
    with pytest.raises(RulesError, match="do not support gravity"):
        build(Rules.parse("4,4,3 gravity"), tmp_path / "table")


def test_which_cells_may_be_played_is_asked_in_one_place() -> None:
    """`full ^ taken` as "the legal cells" stands nowhere but there."""
    house = Path(noughts.__file__).parent
    # Where it is defined, where it is doubted, where all cells may be played, and where those are
    # asked for that may not be played yet.
    allowed = {"rules.py", "testing.py", "position_base.py", "forks.py"}
    asked = re.compile(r"\bfull\s*(\^|& ?~)|~\s*taken\b")
    places = ("*.py", "core/*.py", "engines/*.py", "trace/*.py")
    for file in itertools.chain(*map(house.glob, places)):
        for line in file.read_text().splitlines():
            if asked.search(line):
                assert file.name in allowed, f"{file.name}: {line.strip()}"

"""What `perfect` proves where stones fall: held to the naive twin, and to what it says itself."""

import random
from collections.abc import Callable, Mapping

import pytest

from noughts import Estimate, Level, Limit, Position, Rules, Score, Value
from noughts.engines import Perfect, gravity_engine
from noughts.engines.base import Analysis, Worth, final_score
from noughts.solver.gravity import GravitySolver
from tests import naive, naive_solver
from tests.sampling import sample
from tests.solver.test_stacks import unfinished

ENOUGH = Limit(seconds=600)  # how long it takes is measured elsewhere (bench/gravity.py)
SMALL = [(5, 3, 3), (3, 5, 3), (4, 4, 3)]


def naive_score(position: Position, known: dict[naive.Rows, tuple[int, int]]) -> Score:
    rows = tuple(str(position).split("/"))
    sign, plies = naive.value(rows, position.rules.k or 0, known, gravity=True)
    return Score.draw() if not sign else Score.win(plies) if sign > 0 else Score.loss(plies)


def at(columns: str) -> Position:
    """Return the position of Connect Four after stones in these columns, from 1."""
    position = Position(Rules.parse("connect-four"))
    for column in columns:
        position = position.play(position.cell("abcdefg"[int(column) - 1]))
    return position


def hold(position: Position, truth: Callable[[Position], Score]) -> None:
    """Compare an analysis with the true scores: value and plies, and a line that is as long."""
    analysis = gravity_engine.prover(position.rules).analyse(position, ENOUGH, "perfect")
    assert analysis is not None
    assert analysis.score == truth(position) == analysis.moves[0].score
    assert len(analysis.moves) == len(position.legal)
    for move in analysis.moves:
        child = position.play(move.cell)
        assert move.score == truth(child).backed_up()
        for cell in move.line[1:]:
            child = child.play(cell)
        assert child.outcome is not None
        assert isinstance(move.score, Score)
        assert move.score.plies in {None, len(move.line)}
        assert move.reason
    assert Perfect().play(position, ENOUGH).score == analysis.score


@pytest.mark.parametrize("board", SMALL)
def test_every_move_has_the_naive_score(board: tuple[int, int, int]) -> None:
    """In many positions: value and plies, and a line that is as long."""
    rules = Rules.parse(",".join(map(str, board)) + " gravity")
    known: dict[naive.Rows, tuple[int, int]] = {}
    draw = random.Random(str(board))
    for _ in range(sample(25, 500)):
        position = unfinished(rules, draw, draw.randint(2, sample(8, rules.cells)))
        hold(position, lambda child: naive_score(child, known))


@pytest.mark.parametrize(
    "game",
    [
        "4,4,4 torus",
        "5,3,3 misere",
        "6,3,3 exact",
        "3,2,3,3",
        "4,4,3 torus misere",
        "3,2,3,3 misere",
    ],
)
def test_every_kind_of_game_has_the_scores_of_plain_minimax(game: str) -> None:
    rules = Rules.parse(f"{game} gravity")
    draw = random.Random(game)
    for _ in range(10):
        position = unfinished(rules, draw, draw.randint(2, 8))
        hold(position, naive_solver.score)


@pytest.mark.parametrize("game", ["4,4,3", "5,4,4", "5,5,4", "6,4,4", "5,3,3 misere"])
def test_against_itself_and_anybody_the_value_is_kept(game: str) -> None:
    rules = Rules.parse(f"{game} gravity")
    truth = GravitySolver(rules, memory=1 << 22)
    perfect, draw = Perfect(), random.Random(game)
    for opponent in ("perfect", "random", "random", "random"):
        position = Position(rules)
        while position.outcome is None:
            expected = truth.score(position)
            choice = perfect.play(position, ENOUGH)
            assert expected is not None
            assert choice.score == expected
            assert truth.keeps(position, choice.cell, expected)
            position = position.play(choice.cell)
            if opponent == "random" and position.outcome is None:
                position = position.play(draw.choice(position.legal))


def test_connect_four_is_proved_at_every_level() -> None:
    position = at("5214410065504513".translate(str.maketrans("0123456", "1234567")))
    analysis = Level.HARD.engine().analyse(position, ENOUGH)
    assert analysis.score == Score.win(23)
    assert [move.score for move in analysis.moves[:2]] == [Score.win(23)] * 2
    assert all(move.score == Score.draw() for move in analysis.moves[2:])
    assert all(move.reason for move in analysis.moves)
    assert len(analysis.moves[0].line) == 23


def test_what_is_not_proved_in_time_is_a_guess() -> None:
    """With no time at all nothing is; nor with a limit on nodes, which only deepening keeps to."""
    position = at("46127273335416")  # with more stones than the book
    for limit in (Limit(seconds=1e-6), Limit(nodes=200)):
        analysis = Perfect().analyse(position, limit)
        assert not analysis.proven
        assert all(isinstance(move.score, Estimate) for move in analysis.moves)
        assert isinstance(Perfect().play(position, limit).score, Estimate)


class Stopping(GravitySolver):
    """Has leave for this many questions, and then for none."""

    questions = 0

    def bounds(self, position: Position, low: int, high: int) -> tuple[int, int]:
        self.questions -= 1
        return super().bounds(position, low, high) if self.questions >= 0 else (low, high)


@pytest.mark.parametrize("columns", ["2511273471374557", "3424113127573351", "4531127642354"])
def test_wherever_the_limit_comes_what_is_said_is_true(columns: str) -> None:
    position = at(columns)
    assert position.outcome is None
    whole = Perfect().analyse(position, ENOUGH)
    truth = {move.cell: move.score for move in whole.moves}
    stages: set[tuple[bool, int]] = set()
    for questions in (*range(26), 40, 60, 90):
        solver = Stopping(position.rules, memory=1 << 24)
        solver.questions = questions
        found = gravity_engine.GravityMoves(solver).analyse(position, ENOUGH, "perfect")
        assert found is not None or questions < 9
        if found is not None:
            holds(found, truth)
            proved = sum(isinstance(move.score, Score) for move in found.moves)
            stages.add((found.score == whole.score, proved))
    assert len(stages) > 1


def holds(found: Analysis, truth: Mapping[int, Worth | None]) -> None:
    """Whether an analysis says nothing but the truth, and is in order."""
    best = max(score for score in truth.values() if isinstance(score, Score))
    assert isinstance(found.score, Score)
    assert said(found.score, best)
    assert found.moves[0].score == found.score
    assert {move.cell for move in found.moves} == set(truth)
    for move in found.moves:
        score = truth[move.cell]
        assert isinstance(score, Score)
        if isinstance(move.score, Score):
            assert said(move.score, score)
        else:
            assert found.score.value is not Value.LOSS  # there every move is lost, proved
            assert isinstance(move.score, Estimate)
        if found.score.plies is not None and move.score == found.score:
            assert score == best


def said(score: Score, truth: Score) -> bool:
    return score.value is truth.value and score.plies in {None, truth.plies}


def test_a_finished_game_and_one_that_is_not_taken() -> None:
    position = at("4455667")
    assert position.outcome is not None
    assert Perfect().analyse(position).score == final_score(position)
    wide = Position(Rules.parse("13,5,3 gravity"))
    assert not gravity_engine.takes(wide.rules)
    assert Perfect().analyse(wide, Limit(nodes=200)).moves


def test_the_plies_that_the_book_has_stay_where_a_limit_cuts_the_line_short() -> None:
    position = Position(Rules.parse("connect-four"))
    found = gravity_engine.prover(position.rules).analyse(position, Limit(seconds=1e-9), "perfect")
    assert found is not None
    assert found.score == Score.win(41)
    assert {str(move.move): str(move.score) for move in found.moves} == {
        "d6": "win in 41",
        **dict.fromkeys(["c6", "e6"], "draw"),
        **dict.fromkeys(["b6", "f6"], "loss in 42"),
        **dict.fromkeys(["a6", "g6"], "loss in 40"),
    }
    assert found.moves[0].line == (38,)

"""What `perfect` proves with the solver's help, from any position of the games it is good for."""

import random

import pytest

from noughts import Estimate, Limit, Position, Rules, Score, Value
from noughts.engines import Memoised, Perfect, solver_engine
from noughts.engines.base import MoveValue
from noughts.solver import Solver, variation
from noughts.testing import random_games
from tests.sampling import sample

PROVED = ["4,4,4", "5,4,4", "5,5,4", "6,5,4", "5,5,5", "6,6,5", "6,6,6", "3,3,3,3"]
ENOUGH = Limit(seconds=600)  # how long it takes is measured elsewhere (bench/solver.py)


def positions(game: str, number: int) -> list[Position]:
    """Return unfinished positions of random games, from all their length."""
    draw = random.Random(game)
    games = random_games(Rules.parse(game), games=number, seed=number)
    return [draw.choice(played[:-1]) for played in games]


def task_of(position: Position) -> solver_engine._Task:
    return solver_engine._Task(solver_engine.prover(position.rules), position, ENOUGH)


@pytest.mark.parametrize("game", PROVED)
def test_every_position_is_proved(game: str) -> None:
    solver = Solver(Rules.parse(game), memory=1 << 26)
    for position in positions(game, sample(5, 25)):
        choice = Perfect().play(position, ENOUGH)
        truth = solver.solve(position).value
        assert isinstance(choice.score, Score)
        assert choice.score.value is truth
        child = position.play(choice.cell)
        found = solver.solve(child).score
        assert found is not None
        assert found.backed_up().value is truth
        assert choice.nodes > 0


@pytest.mark.parametrize("game", PROVED)
def test_every_move_is_proved(game: str) -> None:
    for position in positions(game, sample(4, 6))[1:]:
        analysis = Perfect().analyse(position, ENOUGH)
        assert analysis.proven
        assert all(isinstance(move.score, Score) for move in analysis.moves)
        assert analysis.moves[0].score == analysis.score
        assert all(move.reason for move in analysis.moves)


@pytest.mark.parametrize("game", ["4,4,4", "5,4,4", "4,4,4 misere", "5,4,3 exact", "4,4,4 torus"])
def test_late_positions_agree_with_plain_search(game: str) -> None:
    rules = Rules.parse(game)
    draw = random.Random(game)
    compared = 0
    for played in random_games(rules, games=sample(15, 30), seed=2):
        late = [p for p in played[:-1] if 6 <= rules.cells - p.ply <= 8]
        if not late:
            continue
        position = draw.choice(late)
        truth = {move.cell: move.score for move in Memoised().analyse(position).moves}
        task = task_of(position)
        proof = task.prove()
        assert proof is not None
        best = max(score for score in truth.values() if isinstance(score, Score))
        assert proof.score == best == truth[proof.cell]
        for move in task.guesses:
            assert task.value(move, proof.score).score == truth[move.cell]
            compared += 1
    assert compared > 20


def test_a_won_game_is_won_in_as_many_plies_as_were_said() -> None:
    position = Position(Rules.parse("6,5,4"))
    plies = 11
    while position.outcome is None:
        choice = Perfect().play(position, ENOUGH)
        assert choice.score == (Score.loss(plies) if plies % 2 == 0 else Score.win(plies))
        position = position.play(choice.cell)
        plies -= 1
    assert plies == 0


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("....../....../....../....../......", marks=pytest.mark.deep),
        "....../....../..X.../....../O.....",
    ],
)
def test_a_win_whose_length_takes_too_long(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver_engine, "QUICK", 1)
    position = Position.parse(text, "6,5,4")
    won = Perfect().analyse(position, ENOUGH)
    assert won.score == won.moves[0].score == Score.win()
    assert won.best[0] == won.moves[0].cell
    choice = Perfect().play(position, ENOUGH)
    assert (choice.cell, choice.score) == (won.moves[0].cell, Score.win())
    child = position.play(choice.cell)
    lost = Perfect().analyse(child, ENOUGH)
    assert lost.score == lost.moves[0].score == Score.loss()
    assert lost.moves[0].reason.endswith("loses, as every move does")


def test_without_time_nothing_is_proved() -> None:
    position = Position(Rules.parse("7,7,5"))
    assert isinstance(Perfect().play(position, Limit(seconds=1e-6)).score, Estimate)
    assert not Perfect().analyse(position, Limit(seconds=1e-6)).proven


def test_without_a_limit_of_time_everything_is_proved() -> None:
    position = Position(Rules.parse("5,4,4"))
    choice = solver_engine.prover(position.rules).play(position, Limit())
    assert choice is not None
    assert choice.score == Score.draw()


def test_a_move_that_is_not_settled_promises_no_more_than_the_proof() -> None:
    rules = Rules.parse("5,5,4")
    task = task_of(Position(rules))
    proof = task.prove()
    assert proof is not None
    assert proof.score is not None
    assert proof.score.value is Value.DRAW
    task.share = 0  # the time is up
    for points, most in ((7, Estimate(-1, "upper")), (-9, Estimate(-9))):
        move = MoveValue(3, Estimate(points), (3,))
        assert task.value(move, Score.draw()).score == most
        assert task.value(move, Score.win(5)).score == Estimate(points)


def test_late_moves_set_the_trap_that_most_replies_fall_into() -> None:
    truth = Memoised()
    compared = 0
    for position in positions("4,4,4", 60):
        analysis = truth.analyse(position) if len(position.legal) in {5, 6} else None
        if analysis is None or analysis.score != Score.draw():
            continue
        right = {}
        for cell in analysis.best:
            replies = truth.analyse(position.play(cell))
            right[cell] = len(replies.best) / len(replies.moves)
        chosen = Perfect().play(position, ENOUGH).cell
        assert right[chosen] == min(right.values())
        assert chosen == Perfect().analyse(position, ENOUGH).moves[0].cell
        compared += 1
    assert compared >= 3


def test_traps_are_left_where_a_reply_is_not_settled() -> None:
    task = task_of(Position.parse("X.O./.X../..O./....", "4,4,4"))
    task.share = 0
    replies = task.replies(task.position)
    assert (replies.score, {move.score for move in replies.moves}) == (None, {None})


def test_a_search_that_is_stopped_tells_nothing() -> None:
    nine = Position(Rules.parse("9,4,4"))
    assert solver_engine.prover(nine.rules).play(nine, Limit(seconds=1e-6)) is None
    task = task_of(nine)
    task._limit = Limit(seconds=2 * task.meter.seconds + 0.4)  # half of which is for the proof
    assert task.prove() is None


def test_a_value_without_a_move_that_keeps_it_is_not_enough(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(solver_engine, "QUICK", 1)
    monkeypatch.setattr(variation, "BUDGETS", ())
    position = Position(Rules.parse("6,5,4"))
    assert solver_engine.prover(position.rules).play(position, ENOUGH) is None


def test_in_misere_the_last_moves_may_all_lose() -> None:
    for position in positions("4,4,4 misere", 60):
        if len(position.legal) in {2, 3}:
            truth = Memoised().analyse(position)
            assert Perfect().analyse(position, ENOUGH).score == truth.score
            assert Perfect().play(position, ENOUGH).cell in truth.best

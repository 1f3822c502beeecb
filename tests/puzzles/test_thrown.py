"""Wins by fours that a player threw away: both sides are checked by plain bitboards."""

from random import Random

import pytest

from noughts import Limit, Mark, Position, Rules
from noughts.core.forks import completions
from noughts.engines import Level
from noughts.puzzles.finding import THINKING
from noughts.puzzles.thrown import thrown_wins
from tests.puzzles import fours_by_hand
from tests.sampling import some


def wins(position: Position) -> bool:
    """Whether the side to move wins by fours."""
    return fours_by_hand.wins(position.rules, *fours_by_hand.sides(position), {})


@pytest.mark.parametrize("seed", some(range(6), 6))
def test_both_sides_are_proved_by_hand(seed: int) -> None:
    rules, draw = Rules("8,8,5"), Random(seed)
    found = 0
    for _ in range(24):
        players = [Level.CASUAL.engine(seed=draw.getrandbits(32)) for _ in range(2)]
        moves: list[int] = []
        position = Position(rules)
        while position.outcome is None:
            moves.append(players[position.ply % 2].play(position, THINKING).cell)
            position = position.play(moves[-1])
        for mark in Mark:
            for thrown in thrown_wins(Position(rules), moves, mark):
                found += 1
                before = Position(rules)
                for cell in moves[: thrown.number - 1]:
                    before = before.play(cell)
                played = moves[thrown.number - 1]
                assert before.turn is mark
                assert wins(before)
                assert wins(before.play(played))
                assert played not in thrown.answers
                ends = list(completions(before, mark))
                assert sorted(thrown.answers) == (ends or fours_by_hand.answers(before, "vcf"))
                after = before
                for cell in thrown.line:
                    after = after.play(cell)
                assert thrown.line[0] == thrown.answers[0]
                assert after.outcome is None or after.outcome.winner is mark
    assert found


def test_other_games_have_none_and_a_limit_ends_it() -> None:
    moves = [0, 6, 1, 7, 2, 8, 35, 9]
    assert [each.number for each in thrown_wins(Position("6,6,4"), moves, Mark.X)] == [7]
    assert not list(thrown_wins(Position("6,6,4"), moves, Mark.O))
    assert not list(thrown_wins(Position("6,6,4 misere"), moves, Mark.X))
    assert not list(thrown_wins(Position("6,6,4"), moves, Mark.X, Limit(seconds=1e-9)))

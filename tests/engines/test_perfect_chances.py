"""The perfect player's chance against a random opponent, computed exactly, not sampled."""

from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from noughts import Mark, Position, Rules
from noughts.engines import Engine, Minimax, Perfect
from noughts.engines.perfect import table

RULES = Rules.parse("3,3,3")
EMPTY = Position(RULES)


def chance(engine: Engine, mark: Mark) -> Fraction:
    """Return the chance that an engine wins as `mark` when the opponent plays at random."""

    @cache
    def win(position: Position) -> Fraction:
        if position.outcome is not None:
            return Fraction(position.outcome.winner is mark)
        weights = (
            engine.weights(position) if position.turn is mark else dict.fromkeys(position.legal, 1)
        )
        total = sum(weights.values())
        return sum(
            (Fraction(odds, total) * win(position.play(cell)) for cell, odds in weights.items()),
            Fraction(0),
        )

    return win(EMPTY)


def most(mark: Mark) -> Fraction:
    """Return the most that any player can reach who keeps the proved value at every move."""
    known = table(RULES)

    @cache
    def win(position: Position) -> Fraction:
        if position.outcome is not None:
            return Fraction(position.outcome.winner is mark)
        children = [child for _, child in position.children()]
        if position.turn is not mark:
            return sum(map(win, children), Fraction(0)) / len(children)

        def sign(child: Position) -> int:
            score = known[child.key][0]
            return (score > 0) - (score < 0)

        worst_for_them = min(map(sign, children))
        return max(win(child) for child in children if sign(child) == worst_for_them)

    return win(EMPTY)


@pytest.mark.parametrize("mark", list(Mark))
def test_perfect_sets_the_best_traps_there_are(mark: Mark, counts: dict[str, Any]) -> None:
    facts = counts[
        "against a uniformly random opponent on 3,3,3, the most a player can win while keeping "
        "the proved value at every move"
    ]
    assert chance(Perfect(), mark) == most(mark) == Fraction(facts[f"as {mark}"])


def test_a_player_that_takes_the_first_best_cell_does_worse(counts: dict[str, Any]) -> None:
    facts = counts[
        "against a uniformly random opponent on 3,3,3, the most a player can win while keeping "
        "the proved value at every move"
    ]

    class First(Minimax):
        """Minimax's answers, looked up; the first best cell in reading order."""

        def weights(self, position: Position, limit: object = None) -> dict[int, int]:
            del limit
            return {min(Perfect().analyse(position).best): 1}

    key = "for comparison, minimax that takes the first best cell, as O"
    assert chance(First(), Mark.O) == Fraction(facts[key])

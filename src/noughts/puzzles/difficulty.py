"""How hard a puzzle is: of 100 people, how many miss it; computed, not felt.

The people are those of `noughts.engines.person`, of the five strengths `beginner` to `expert`. Each
looks step by step deeper, and takes the next step with the probability of its sight. After the five
steps of a person (a line, a block, a fork, ...) come the moves of the winning line, a step for each
of that person's moves. A person who takes all steps finds the answer. The others choose among
the moves that look good at the last step they took. So it counts how long the line is, how many
moves look good, and who sees that they are not.
"""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum

from noughts.core.position import Position
from noughts.engines.levels import SIGHT
from noughts.engines.person import DEPTHS, seen

MOST_EASY, MOST_MEDIUM = 30, 50


class Difficulty(StrEnum):
    """A difficulty in a word."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"

    @staticmethod
    def of(missed: int) -> Difficulty:
        """Return the name of a difficulty; `missed` of 100 people miss the answer.

        >>> [Difficulty.of(missed).value for missed in (30, 31, 50, 51)]
        ['easy', 'medium', 'medium', 'hard']
        """
        if missed <= MOST_EASY:
            return Difficulty.EASY
        return Difficulty.MEDIUM if missed <= MOST_MEDIUM else Difficulty.HARD


def missed(position: Position, answers: Collection[int], plies: int | None) -> int:
    """Return how many of 100 people miss all of some moves; `plies`: what the line takes.

    >>> from noughts import Position
    >>> missed(Position.parse("XX./OO./..."), [2], 1)
    20
    """
    shares = []
    for depth in range(DEPTHS):
        odds = seen(position, depth)
        shares.append(sum(odds.get(cell, 0) for cell in answers) / sum(odds.values()))
    further = ((plies or 1) - 1) // 2
    shares += [shares[-1]] * further
    found = 0.0
    for sight in SIGHT.values():
        found += sum(sight**k * (1 - sight) * share for k, share in enumerate(shares))
        found += sight ** len(shares)
    return round(100 * (1 - found / len(SIGHT)))

"""An exhibit: the rules of many tutorials, which look unbeatable but are not.

A prepared answer to the first move; win; block; then the first cell after which the opponent's best
single reply does not make two threats; otherwise any cell. It stops the fork of the next move, but
overlooks a fork made by a forced reply. `noughts prove --engine tactics-naive` counts the games it
loses and shows each; `docs/explanation/engines.md` walks through one.
"""

from typing import NamedTuple

from noughts.core.forks import completions, forks
from noughts.core.limit import Limit
from noughts.core.position import Position
from noughts.engines.base import Randomised

_BOOK = {  # on 3×3: O's answers to X's first move
    4: (0, 2, 6, 8),  # to the centre: a corner
    **dict.fromkeys((0, 2, 6, 8), (4,)),  # to a corner: the centre
    1: (0, 2),  # to an edge: an adjacent corner
    3: (0, 6),
    5: (2, 8),
    7: (6, 8),
}

#: The names of the rules, in order.
RULE_NAMES = ("book", "win", "block", "no fork next", "anything")


class Allowed(NamedTuple):
    """The rule that applies."""

    rule: str  #: its name, from `RULE_NAMES`
    cells: tuple[int, ...]  #: the moves it allows; one of them is chosen at random


class NaiveTactics(Randomised):
    """The tutorial player, as an exhibit; do not use it in a match.

    >>> from noughts import Position
    >>> sorted(NaiveTactics().weights(Position.parse("X../.O./..X")))  # two of these lose
    [1, 2, 3, 5, 6, 7]
    """

    name: str = "tactics-naive"
    limits: frozenset[str] = frozenset[str]()

    def weights(self, position: Position, limit: Limit | None = None) -> dict[int, int]:
        """Return the cells that the first fitting rule allows, with equal odds."""
        del limit
        return dict.fromkeys(self.fire(position).cells, 1)

    def fire(self, position: Position) -> Allowed:
        """Return the first rule that applies, with the moves it allows.

        >>> from noughts import Position
        >>> NaiveTactics().fire(Position.parse("X../.../..."))
        Allowed(rule='book', cells=(4,))
        """
        if str(position.rules) == "3,3,3" and position.ply == 1:
            return Allowed("book", _BOOK[position.x.bit_length() - 1])
        for rule, mark in (("win", position.turn), ("block", position.turn.other)):
            for cell in completions(position, mark):
                return Allowed(rule, (cell,))
        for cell in position.legal:
            if not forks(position.play(cell), position.turn.other):
                return Allowed("no fork next", (cell,))
        return Allowed("anything", position.legal)

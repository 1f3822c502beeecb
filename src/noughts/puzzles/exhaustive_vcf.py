"""Wins by fours, all of them: here a no is proved as well.

A *four* is a move that threatens to complete a line, so the opponent has one reply. Every sequence
of fours is tried, and after a threat every reply, so the answer is the only one of its kind.
"""

from typing import NamedTuple

from noughts.core.errors import LimitReachedError
from noughts.core.forks import completions, threats_after
from noughts.core.limit import Limit
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.threats.pvs import PrincipalVariationSearch

NODES = 20_000  #: of one search for fours; a position that takes more is no puzzle
MEMORY = 1 << 10  #: bytes: this search stores nothing there


def fours_force(rules: Rules) -> bool:
    """Whether a four leaves the opponent one reply in this game."""
    return not (rules.gravity or rules.misere or rules.caro)


class Threatened(NamedTuple):
    """What follows a move that may threaten a win by fours."""

    #: the moves to the end, with the reply that holds out longest; or up to the reply after which
    #: no fours win; or only the move, if it threatens none
    line: tuple[int, ...]
    holds: bool  #: whether fours win after every reply


class ExhaustiveVcf:
    """Answers about one position, for the side to move.

    >>> from noughts import Position
    >>> fours = ExhaustiveVcf(Position.parse("X.../X.O./..../..O.", "4,4,3"))
    >>> fours.line(), fours.starting(8)
    ((8,), (8,))
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self._search: PrincipalVariationSearch = PrincipalVariationSearch(position, memory=MEMORY)
        self._side = int(self._search.side)
        self._search.allow(0)

    def line(self, *moves: int) -> tuple[int, ...]:
        """Return the shortest win by fours after some moves, to the end; empty if there is none.

        The side that is to move in the position is to move again, even if it has just moved.

        Raises:
            LimitReachedError: There are too many sequences of fours to try them all.
        """
        for cell in moves:
            self._search.place(cell)
        found = self._search.threes.by_fours(self._side, NODES)
        for cell in reversed(moves):
            self._search.lift(cell)
        if found is None:
            raise LimitReachedError(Limit(nodes=NODES).reached())
        return tuple(found)

    def starting(self, cell: int) -> tuple[int, ...]:
        """Return the win by fours that begins with a move, to the end; empty if there is none.

        Raises:
            LimitReachedError: There are too many sequences of fours to try them all.
        """
        child = self.position.play(cell)
        if child.outcome is not None:
            return () if child.outcome.winner is None else (cell,)
        replies = [*completions(child, self.position.turn)]
        if not replies or completions(child, child.turn):
            return ()
        if len(replies) > 1:
            return cell, *replies[:2]
        rest = self.line(cell, replies[0])
        return (cell, replies[0], *rest) if rest else ()

    def made(self) -> list[int]:
        """Return the moves that make a four."""
        turn, legal = self.position.turn, self.position.legal
        return [cell for cell in legal if threats_after(self.position, cell, turn)]

    def threatening(self, cell: int) -> Threatened:
        """Return what follows a move: whether a win by fours is there after every reply.

        Raises:
            LimitReachedError: There are too many sequences of fours to try them all.
        """
        child = self.position.play(cell)
        threat = () if child.outcome is not None else self.line(cell)
        if not threat:
            return Threatened((cell,), holds=False)
        longest: tuple[int, ...] = ()
        for reply in sorted(child.legal, key=lambda each: each not in threat):
            over = child.play(reply).outcome is not None
            line = () if over else self.line(cell, reply)
            if not line:
                return Threatened((cell, reply), holds=False)
            longest = max(longest, (cell, reply, *line), key=len)
        return Threatened(longest, holds=True)

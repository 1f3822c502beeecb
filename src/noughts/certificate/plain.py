"""Claims by nothing but trying every move, for misère and exact rows.

There an extra stone can hurt its owner, so pairings, zones and all that rests on them are false.
What stays true: a position's value follows from those of its successors, and symmetric positions
are worth the same. Nothing is searched in advance, so this is for small games.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from noughts.certificate.claims import Claim, Statement, Step, names
from noughts.position import Mark
from noughts.symmetry import inverse, permuted

if TYPE_CHECKING:
    from noughts.limit import Meter
    from noughts.position import Position
    from noughts.symmetry import Symmetry


class WholeTree:
    """Proves of one side of one game that it wins, or that it does not."""

    def __init__(self, position: Position, mark: Mark, meter: Meter, *, wins: bool) -> None:
        self.position = position
        self.mark = mark
        self.wins = wins
        self.meter = meter
        symmetries = position.rules.symmetries
        self._numbers = {symmetry: number for number, symmetry in enumerate(symmetries)}
        self._known: dict[tuple[int, int], tuple[Claim | None, Symmetry]] = {}

    def statement(self) -> Statement | None:
        """Return the statement with what it rests on, None if it is false."""
        step = (
            self._best(self.position, "")
            if (self.position.turn is self.mark) == self.wins
            else self._claim(self.position, "-")
        )
        if step is None:
            return None
        return Statement(f"{self.mark} {'wins' if self.wins else 'does not win'}", self.wins, step)

    def _good(self, position: Position) -> bool | None:
        """Return whether a game has ended as stated; None if it goes on."""
        outcome = position.outcome
        return None if outcome is None else (outcome.winner is self.mark) == self.wins

    def _best(self, position: Position, said: str) -> Step | None:
        """Return a move of the side that has to make the statement true."""
        for cell, child in position.children():
            good = self._good(child)
            if good:
                return Step(said + names(1 << cell))
            if good is None:
                step = self._claim(child, said + names(1 << cell))
                if step is not None:
                    return step
        return None

    def _claim(self, position: Position, said: str) -> Step | None:
        """Return the step to the claim about a position, None if what it says is false."""
        x, o = position.x, position.o
        *key, onto = min(
            (permuted(x, symmetry), permuted(o, symmetry), symmetry)
            for symmetry in position.rules.symmetries
        )
        known = self._known.get((key[0], key[1]))
        if known is None:
            self.meter.visit()
            claim = self._proved(position)
            self._known[key[0], key[1]] = claim, onto
            return None if claim is None else Step(said, claim)
        claim, there = known
        if claim is None:
            return None
        back = inverse(there)
        return Step(said, claim, self._numbers[tuple(back[cell] for cell in onto)])

    def _proved(self, position: Position) -> Claim | None:
        """Return a claim in which the other side has tried every move."""
        steps = []
        for cell, child in position.children():
            good = self._good(child)
            if good is None:
                step = self._best(child, names(1 << cell))
                if step is None:
                    return None
                steps.append(step)
            elif not good:
                return None
        x, o = position.x, position.o
        return Claim(x, o, (), steps) if self.mark is Mark.X else Claim(o, x, (), steps)

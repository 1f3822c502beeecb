"""A certificate as a player: the answer to each reply, and the way to any position.

A position does not say in which order its stones were played. `PlanFollower` tries the orders, and
follows the certificate in each of them until its side has made the moves of the position. Each
answer is certain, so a wrong order soon asks for a move that was not made. Pairs and weights need
no order.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable
from enum import StrEnum
from typing import NamedTuple

from noughts.core.position import Mark, Position
from noughts.core.rules import Rules
from noughts.proofs.certificate.threat_checker import parts

MOST = 50_000  #: answers until a search for the way to a position gives up
KEPT = 10_000  #: positions that a follower remembers


class AnswerRule(StrEnum):
    """Why a certificate makes a move."""

    LINE = "line"  #: it completes a line
    LISTED = "listed"  #: the certificate lists the reply
    ZONE = "zone"  #: the reply is outside a zone, so the answer to a pass or to another reply wins
    THREAT = "threat"  #: the next move of threats that win
    PAIR = "pair"  #: the answer of a pairing, of the weights of lines, or of a diagram


class PlannedMove(NamedTuple):
    """A move of a certificate's side."""

    cell: int  #: as a set of cells
    rule: AnswerRule
    following: Hashable  #: the plan after it


class CertificatePlan(ABC):
    """What one statement of a certificate lets its side do."""

    rules: Rules
    mark: Mark  #: the side that the statement is about
    wins: bool  #: whether this side wins; otherwise it does not lose
    bits: list[int]  #: each cell of the board as a set of cells
    own: int  #: this side's stones in the certificate's position
    other: int  #: those of the other side
    #: this side's first move if it is to move there; otherwise a move of no cell
    first: PlannedMove

    @property
    def start(self) -> Position:
        """The certificate's position."""
        own, other = (
            sum(1 << cell for cell, bit in enumerate(self.bits) if bit & side)
            for side in (self.own, self.other)
        )
        return Position(self.rules, *((own, other) if self.mark is Mark.X else (other, own)))

    @property
    def statement(self) -> str:
        """The statement's text."""
        return f"{self.mark} wins" if self.wins else f"{self.mark.other} does not win"

    @abstractmethod
    def finishing(self, own: int, other: int) -> int:
        """Return the cells on which this side completes a line and wins."""

    @abstractmethod
    def answer(self, following: Hashable, own: int, other: int, reply: int) -> PlannedMove | None:
        """Return the answer to a reply; None if there is none, or it cannot be played."""

    def settled(self, following: Hashable, own: int, other: int) -> PlannedMove | None:
        """Return the answer in a position that was reached somehow, while this plan was followed.

        It is None if the way matters, and a move of no cell if the plan was not followed.
        """
        del self, following, own, other
        return None


class PlanFollower:
    """Finds a plan's moves in positions.

    It follows the games that it plays. How any other position was reached is searched for, and the
    search may give up.
    """

    def __init__(self, plan: CertificatePlan) -> None:
        self.plan: CertificatePlan = plan
        self._reached: dict[tuple[int, int], Hashable] = {}  # after own moves

    def move(self, own: int, other: int, *, searches: bool) -> PlannedMove | None:
        """Return the move in a position with its side to move; None if none is found.

        Unless it `searches`, only positions after its own moves and a reply are known.
        """
        plan = self.plan
        done = plan.finishing(own, other)
        if done:
            return PlannedMove(done & -done, AnswerRule.LINE, None)
        move = self._searched(own, other) if searches else self._followed(own, other)
        if move is not None:
            if len(self._reached) == KEPT:
                self._reached.clear()
            self._reached[own | move.cell, other] = move.following
        return move

    def _followed(self, own: int, other: int) -> PlannedMove | None:
        """Return the answer to the last reply of a game that it plays."""
        for reply in parts(other):
            before = own, other ^ reply
            if before in self._reached:
                move = self.plan.answer(self._reached[before], *before, reply)
                if move is not None:
                    return move
        return None

    def _searched(self, own: int, other: int) -> PlannedMove | None:
        plan = self.plan
        if plan.own & ~own or plan.other & ~other:
            return None
        first, begun = plan.first, plan.own | plan.first.cell
        if first.cell and (own, other) == (plan.own, plan.other):
            return first
        if begun & ~own:
            return None
        return _Walk(plan, own, other).go(begun, plan.other, first.following)


class _Walk:
    """The way to a position."""

    def __init__(self, plan: CertificatePlan, own: int, other: int) -> None:
        self._plan, self._own, self._other = plan, own, other
        self._seen: set[tuple[int, int, Hashable]] = set()
        self._left = MOST

    def go(self, own: int, other: int, following: Hashable) -> PlannedMove | None:
        """Continue from a position with the other side to move."""
        left = self._other & ~other
        last = own == self._own
        if (own, other, following) in self._seen or (last and left & (left - 1)):
            return None
        self._seen.add((own, other, following))
        settled = self._plan.settled(following, self._own, self._other)
        if settled is not None:
            return settled if settled.cell else None
        for reply in parts(left):
            if not last and self._plan.finishing(own, other | reply):
                continue  # it would have won there
            self._left -= 1
            move = self._plan.answer(following, own, other, reply) if self._left > 0 else None
            if move is not None and not last:
                ours = move.cell & self._own
                move = self.go(own | ours, other | reply, move.following) if ours else None
            if move is not None:
                return move
        return None

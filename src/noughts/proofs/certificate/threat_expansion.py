"""Playing a win by threats to the end: against every reply, or some of them.

Only the rules of the game decide, so no zone and no symmetry is believed. If a line is threatened,
only the blocking reply is followed: after any other, the attacker completes it.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator
from time import perf_counter

from noughts.core.catalogue import counted, grouped, say, worded
from noughts.core.errors import LimitReachedError
from noughts.proofs.certificate.checker_reasons import stated
from noughts.proofs.certificate.playing import Played
from noughts.proofs.certificate.strategy import RefutedError
from noughts.proofs.certificate.threat_checker import parts
from noughts.proofs.certificate.threat_plan import ThreatBook, ThreatPlan
from noughts.solver.resources import granted_memory, in_words

BYTES = 400  #: of a position that waits, or was answered

State = tuple[int, int, Hashable]  #: both sides' stones with the defender to move, and the plan


class ThreatExpansion:
    """Plays a certificate that was read; `positions` counts the replies that needed an answer."""

    def __init__(self, book: ThreatBook) -> None:
        self._book = book
        self._plan = ThreatPlan(book)
        self.positions: int = 0
        self._at: tuple[int, int] = book.start

    def every(self, most: int | None, seconds: float | None, memory: int | None) -> Played:
        """Play against every reply, in each position once.

        Raises:
            LimitReachedError: One of the limits is not enough.
            RulesError: The memory is more than the machine has.
        """
        started, size = perf_counter(), granted_memory(memory)
        waiting = list(self._begun())
        seen = {state[:2] for state in waiting}
        try:
            while waiting:
                own, other, following = waiting.pop()
                for reply in parts(self._replies(own, other)):
                    for state in self._after(own, other, following, reply):
                        if state[:2] not in seen:
                            seen.add(state[:2])
                            waiting.append(state)
                full = len(seen) * BYTES > size
                late = seconds is not None and perf_counter() - started > seconds
                if waiting and (late or full or (most is not None and self.positions >= most)):
                    raise self._stopped(len(waiting), size if full else None)
        except RefutedError as error:
            return self._lost(error)
        return Played(self.positions, "")

    def some(self, games: int, seed: int = 0) -> Played:
        """Play games; half of the opponents are random, the others make lines of their own."""
        draw = random.Random(seed)
        try:
            for number in range(games):
                states = list(self._begun())
                while states:
                    own, other, following = states[0]
                    replies = self._replies(own, other)
                    if number % 2:
                        near, far, _ = self._book.lacking(other, self._book.full & ~(own | other))
                        replies = replies & near or replies & far or replies
                    reply = draw.choice(list(parts(replies))) if replies else 0
                    states = list(self._after(own, other, following, reply)) if reply else []
        except RefutedError as error:
            return self._lost(error)
        return Played(self.positions, "")

    def _begun(self) -> Iterator[State]:
        """Yield the position after the attacker's first move, if the game goes on."""
        own, other = self._book.start
        first = self._plan.first
        if not (self._book.starts and self._plan.finishing(own, other)):
            yield own | first.cell, other, first.following

    def _replies(self, own: int, other: int) -> int:
        """Return the replies that do not lose at once; none if the game is won."""
        self._at = own, other
        free = self._book.full & ~(own | other)
        if self._book.completing(other, free):
            raise RefutedError("the other side completes a line")
        if not free:
            raise RefutedError("the board is full")
        done = self._plan.finishing(own, other)
        return 0 if done & (done - 1) else done or free

    def _after(self, own: int, other: int, following: Hashable, reply: int) -> Iterator[State]:
        """Yield the position after a reply and its answer, unless the attacker wins at once."""
        if self._plan.finishing(own, other | reply):
            return
        self._at = own, other | reply
        self.positions += 1
        move = self._plan.answer(following, own, other, reply)
        if move is None:
            raise RefutedError("there is no answer to a move")
        if move.cell & (own | other | reply):
            raise RefutedError("a move cannot be played")
        yield own | move.cell, other | reply, move.following

    def _stopped(self, left: int, memory: int | None) -> LimitReachedError:
        positions, more = counted("position", self.positions), grouped(left)
        if memory is None:
            return LimitReachedError.said("proof", "waiting", positions=positions, left=more)
        size = in_words(memory)
        return LimitReachedError.said(
            "proof", "no room", positions=positions, left=more, memory=size
        )

    def _lost(self, error: RefutedError) -> Played:
        own, other = self._at
        return Played(
            self.positions,
            say(
                "proof",
                "game lost",
                statement=stated(self._book.statements[0]),
                reason=worded(str(error), "refusal"),
                own=f"{own:#x}",
                other=f"{other:#x}",
            ),
        )

"""Playing by a certificate's plan to the end: against every reply, or some of them.

Only the rules of the game decide, so no zone, diagram or symmetry is believed. If a line is
threatened, only the blocking reply is followed: after any other, the plan's side completes it.
"""

import random
from collections.abc import Hashable, Iterator
from time import perf_counter
from typing import NamedTuple

from noughts.core.bits import bits
from noughts.core.catalogue import counted, grouped
from noughts.core.errors import LimitReachedError
from noughts.core.position import Mark, Position
from noughts.proofs.certificate.strategies.certificate_plan import CertificatePlan, PlannedMove
from noughts.proofs.certificate.strategies.playing import Played, lost
from noughts.proofs.certificate.strategies.strategy import RefutedError
from noughts.solver.resources import granted_memory, in_words

BYTES = 400  #: of a position that waits, or was answered


class _State(NamedTuple):
    """A position with the other side to move, and what the plan follows there."""

    position: Position
    own: int  #: the plan's stones, in the plan's cells
    other: int
    following: Hashable


class PlanExpansion:
    """Plays by a plan; `positions` counts the replies that needed an answer."""

    def __init__(self, plan: CertificatePlan) -> None:
        self._plan = plan
        self._cells = {bit: cell for cell, bit in enumerate(plan.bits)}
        self._at = plan.own, plan.other
        self.positions: int = 0

    def every(self, most: int | None, seconds: float | None, memory: int | None) -> Played:
        """Play against every reply, in each position once.

        Raises:
            LimitReachedError: One of the limits is not enough.
            RulesError: The memory is more than the machine has.
        """
        started, size = perf_counter(), granted_memory(memory)
        try:
            waiting = list(self._begun())
            seen = {state.position for state in waiting}
            while waiting:
                state = waiting.pop()
                for reply in self._replies(state):
                    for after in self._after(state, reply):
                        if after.position not in seen:
                            seen.add(after.position)
                            waiting.append(after)
                full = len(seen) * BYTES > size
                late = seconds is not None and perf_counter() - started > seconds
                if waiting and (late or full or (most is not None and self.positions >= most)):
                    raise self._stopped(len(waiting), size if full else None)
        except RefutedError as error:
            return self._lost(error)
        return Played(self.positions, "")

    def some(self, games: int, seed: int = 0) -> Played:
        """Play games; half of the opponents are random, the others try to complete a line."""
        draw = random.Random(seed)
        try:
            for number in range(games):
                states = list(self._begun())
                while states:
                    replies = self._replies(states[0])
                    if number % 2:
                        replies = _longest(states[0].position, replies)
                    states = list(self._after(states[0], draw.choice(replies))) if replies else []
        except RefutedError as error:
            return self._lost(error)
        return Played(self.positions, "")

    def _begun(self) -> Iterator[_State]:
        """Yield the position with the other side to move, if the game goes on."""
        plan, start = self._plan, self._plan.start
        if start.turn is not plan.mark:
            yield _State(start, plan.own, plan.other, plan.first.following)
        elif not _completing(start, plan.mark):
            yield from self._moved(start, plan.own, plan.other, plan.first)

    def _replies(self, state: _State) -> list[int]:
        """Return the cells of the replies that are followed; none if the game is won."""
        position = state.position
        self._at = state.own, state.other
        if _completing(position, position.turn):
            raise RefutedError("the other side completes a line")
        done = bits(_completing(position, self._plan.mark))
        return [] if len(done) > 1 else list(done or position.legal)

    def _after(self, state: _State, reply: int) -> Iterator[_State]:
        """Yield the position after a reply and its answer, if the game goes on."""
        plan, bit = self._plan, self._plan.bits[reply]
        own, other = self._at = state.own, state.other | bit
        position = state.position.play(reply)
        if self._over(position) or _completing(position, plan.mark):
            return
        self.positions += 1
        move = plan.answer(state.following, own, state.other, bit)
        if move is None:
            raise RefutedError("there is no answer to a move")
        yield from self._moved(position, own, other, move)

    def _moved(
        self, position: Position, own: int, other: int, move: PlannedMove
    ) -> Iterator[_State]:
        """Yield the position after a move of the plan, if the game goes on."""
        cell = self._cells.get(move.cell, -1)
        if cell not in position.legal:
            raise RefutedError("a move cannot be played")
        position = position.play(cell)
        if not self._over(position):
            yield _State(position, own | move.cell, other, move.following)

    def _over(self, position: Position) -> bool:
        """Whether the game is over, as the plan says.

        Raises:
            RefutedError: It is over, and the result is worse.
        """
        outcome = position.outcome
        if outcome is None:
            return False
        if outcome.winner is self._plan.mark.other:
            raise RefutedError("the other side completes a line")
        if outcome.winner is None and self._plan.wins:
            raise RefutedError("the board is full")
        return True

    def _stopped(self, left: int, memory: int | None) -> LimitReachedError:
        positions, more = counted("position", self.positions), grouped(left)
        if memory is None:
            return LimitReachedError.said("proof", "waiting", positions=positions, left=more)
        size = in_words(memory)
        return LimitReachedError.said(
            "proof", "no room", positions=positions, left=more, memory=size
        )

    def _lost(self, error: RefutedError) -> Played:
        return Played(self.positions, lost(self._plan.statement, *self._at, error))


def _completing(position: Position, mark: Mark) -> int:
    """Return the cells that could be played now on which a side completes a line, and wins."""
    rules, found = position.rules, 0
    if not rules.misere:
        free = sum(1 << cell for cell in position.legal)
        for _, cell in rules.completions(*position.sides(mark), free):
            found |= cell
    return found


def _longest(position: Position, replies: list[int]) -> list[int]:
    """Return the replies on the lines on which the side to move has the most stones."""
    own, other = position.sides(position.turn)
    made = dict.fromkeys(replies, 0)
    for line in position.rules.lines:
        if not line & other:
            for cell in bits(line & ~own):
                if cell in made:
                    made[cell] = max(made[cell], (line & own).bit_count())
    most = max(made.values(), default=0)
    return [cell for cell in replies if made[cell] == most]

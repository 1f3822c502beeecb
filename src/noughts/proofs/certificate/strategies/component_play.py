"""Playing part by part (`Components`): every reply to a side that holds and needs no line.

Only lines matter here. The other side takes a cell, so the lines through it lack one cell less. The
holding side takes one, which closes the lines through it. It has lost once a line lacks nothing.
`docs/explanation/expansion.md` explains why not every reply needs a look.
"""

from __future__ import annotations

from collections.abc import Sequence

from noughts.core import _cython as cython
from noughts.kernel.bitboard import lowest, popcount, u64
from noughts.proofs.certificate.strategies.answer_cache import AnswerCache
from noughts.proofs.certificate.strategies.components import Components
from noughts.proofs.certificate.strategies.frontier import Frontier
from noughts.proofs.certificate.strategies.strategy import RefutedError


@cython.final
class ComponentPlay:
    """Answers once in each part of a position, and in each part that follows."""

    def __init__(self, answers: AnswerCache, lines: Sequence[int], memory: int) -> None:
        self.answers: AnswerCache = answers
        self.at: Components = Components(lines, answers.images)  # the current part
        self.parts: Components = Components(lines, answers.images)  # where an answer leads
        self.waiting: Frontier = Frontier(1 + self.at.width, memory)
        self.positions: cython.longlong = 0

    @cython.ccall
    @cython.exceptval(-1)
    def begin(self, own: u64, other: u64, followed: u64) -> None:
        """Add the parts of a position with the other side to move.

        Raises:
            MemoryError: Memory is short.
        """
        self.parts.begin(own, other)
        self._put(followed, 0)

    @cython.ccall
    @cython.exceptval(-1)
    def advance(self, most: cython.int) -> cython.int:
        """Answer in at most this many parts; return how many.

        Raises:
            MemoryError: Memory is short.
            RefutedError: The side does not reach the stated result.
        """
        left: u64
        done: cython.int = 0
        while done < most and self.waiting.take():
            self.at.read(self.waiting.taken)
            left = self.at.moves()
            while left:
                self._answer(lowest(left))
                left &= left - 1
            done += 1
            self.positions += 1
        return done

    @cython.ccall
    @cython.exceptval(check=False)
    def left(self) -> cython.longlong:
        """Return how many parts are waiting."""
        return self.waiting.count

    @cython.exceptval(-1)
    def _answer(self, move: cython.int) -> cython.int:
        """Add the position after a move of the other side and the answer."""
        answer: u64 = self.answers.answer(self.waiting.number, move)
        self.parts.take(self.at, move)
        if not self.parts.close(lowest(self.parts.at_least(answer & 255))):
            raise RefutedError("the other side completes a line")
        return self._put(answer >> 32, answer >> 8 & 0xFFFFFF)

    @cython.exceptval(-1)
    def _put(self, followed: u64, symmetry: u64) -> cython.int:
        """Add the parts of the remaining lines."""
        cells: u64
        self.parts.reduce()
        while True:
            cells = self.parts.next(symmetry)
            if cells == 0:
                return 0
            self.waiting.add(self.parts.words, followed, popcount(cells))

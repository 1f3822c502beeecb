"""Playing part by part (`Components`): every reply to a side that only holds and needs no line.

It is a game of lines alone: the other side takes a cell, which the lines through it lack no more,
and he takes one, which closes the lines through it. He has lost once a line lacks nothing.
`docs/explanation/expansion.md` says why not every reply has to be looked at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from noughts.core import _cython as cython
from noughts.kernel.bitboard import lowest, popcount, u64
from noughts.proofs.certificate.answer_cache import AnswerCache
from noughts.proofs.certificate.components import Components
from noughts.proofs.certificate.frontier import Frontier
from noughts.proofs.certificate.strategy import RefutedError

if TYPE_CHECKING:
    from collections.abc import Sequence


@cython.final
class ComponentPlay:
    """Answers in each part of a position, and in each part that comes of that, once."""

    def __init__(self, answers: AnswerCache, lines: Sequence[int], memory: int) -> None:
        self.answers: AnswerCache = answers
        self.at: Components = Components(lines, answers.images)  # the part at hand
        self.parts: Components = Components(lines, answers.images)  # where an answer leads
        self.waiting: Frontier = Frontier(1 + self.at.width, memory)
        self.positions: cython.longlong = 0

    @cython.ccall
    @cython.exceptval(-1)
    def begin(self, own: u64, other: u64, followed: u64) -> None:
        """Take the parts of a position, the other side to move.

        Raises:
            MemoryError: memory is short.
        """
        self.parts.begin(own, other)
        self._put(followed, 0)

    @cython.ccall
    @cython.exceptval(-1)
    def advance(self, most: cython.int) -> cython.int:
        """Answer in so many parts at most; return how many they were.

        Raises:
            MemoryError: memory is short.
            RefutedError: the side does not reach what was stated.
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
        """Return how many parts wait."""
        return self.waiting.count

    @cython.cfunc
    @cython.exceptval(-1)
    def _answer(self, move: cython.int) -> cython.int:
        """Put in where a move of the other side's and the answer lead."""
        answer: u64 = self.answers.answer(self.waiting.number, move)
        self.parts.take(self.at, move)
        if not self.parts.close(lowest(self.parts.at_least(answer & 255))):
            raise RefutedError("the other side completes a line")
        return self._put(answer >> 32, answer >> 8 & 0xFFFFFF)

    @cython.cfunc
    @cython.exceptval(-1)
    def _put(self, followed: u64, symmetry: u64) -> cython.int:
        """Put in the parts of the lines that are left."""
        cells: u64
        self.parts.reduce()
        while True:
            cells = self.parts.next(symmetry)
            if cells == 0:
                return 0
            self.waiting.add(self.parts.words, followed, popcount(cells))

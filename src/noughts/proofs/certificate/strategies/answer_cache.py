"""A strategy's answers, requested once and stored for the compiled modules."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Final

from noughts.core import _cython as cython
from noughts.kernel.bitboard import bit, u64
from noughts.proofs.certificate.strategies.strategy import Edge, Strategy

ANY: Final = 64  #: as a move: any empty cell is right
NUMBER_BITS: Final = 26  #: the most plans that can be followed
FEWEST_WORDS = 1 << 10  #: answers at the start: more than one row


@cython.final
class AnswerCache:
    """A strategy's answers as words: the next plan, a symmetry's number, and the move."""

    def __init__(self, strategy: Strategy) -> None:
        game = strategy.half.game
        self.strategy: Strategy = strategy
        self.cells: int = game.full.bit_count()
        still = [bit(cell) for cell in range(self.cells)]
        #: where each symmetry takes each cell; the first one is the identity
        self.images: cython.readonly[list[Sequence[int]]] = [
            to or still for to in game.symmetries.values()
        ]
        # Each plan that can be followed has a row in `edges`, at its place in `starts`. First comes
        # whether lines of its own side matter, plus twice the mask of the cells to distinguish
        # (none within an answer of several moves, where the reply is forced). Then comes the answer
        # to each cell, 0 if not requested yet.
        self.edges: cython.ulonglong[::1] = array("Q", bytes(8 * FEWEST_WORDS))
        self.starts: cython.ulonglong[::1] = array("Q", bytes(8 * FEWEST_WORDS))
        self.used: u64 = 1

    @cython.ccall
    @cython.exceptval(0, check=True)
    def answer(self, followed: u64, cell: cython.int) -> u64:
        """Return the answer to a move.

        Raises:
            RefutedError: The strategy has no answer.
        """
        place: u64 = self.starts[followed]
        place += 1 + (cell & self.edges[place] >> 1)
        if self.edges[place] == 0:
            self._ask(place, followed, cell)
        word: u64 = self.edges[place]
        return word

    @cython.ccall
    def armed(self, followed: u64) -> cython.bint:
        """Return whether the side's own lines matter to it."""
        return self.edges[self.starts[followed]] & 1

    @cython.ccall
    @cython.exceptval(0, check=True)
    def word(self, edge: Edge) -> u64:
        """Return an answer as one word; make space for the next plan."""
        followed = self.strategy.all[edge.following]
        move: u64 = ANY if edge.move is None else edge.move
        number: u64 = edge.following
        if number >= len(self.starts):
            assert number >> NUMBER_BITS == 0  # noqa: S101  (long before that memory has run out)
            self.starts = _longer(self.starts)
        if self.starts[number] == 0:
            if self.used + 1 + self.cells > len(self.edges):
                self.edges = _longer(self.edges)
            self.starts[number] = self.used
            self.edges[self.used] = (0 if followed.said else 126) | (followed.pairs is None)
            self.used += 2 if followed.said else 1 + self.cells
        return number << 32 | edge.symmetry << 8 | move

    @cython.ccall
    @cython.exceptval(check=False)
    def size(self) -> cython.longlong:
        """Return the bytes in use."""
        return 8 * (len(self.edges) + len(self.starts))

    @cython.exceptval(-1)
    def _ask(self, place: u64, followed: u64, cell: cython.int) -> cython.int:
        """Ask the strategy for an answer, and store it."""
        answer: u64 = self.word(self.strategy.answer(followed, cell))
        self.edges[place] = answer
        return 0


def _longer(words: Sequence[int]) -> array[int]:
    """Return twice as many words, the second half of them 0."""
    longer = array("Q", words)
    longer.extend(bytes(len(words)))
    return longer

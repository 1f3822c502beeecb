"""The positions in which a strategy must answer, each once.

The other side makes every move, and the strategy answers. Only the strategy knows the claims; this
module has stones and lines, and the followed plan is a number. Only the rules decide what is left
out:

- If a line is threatened, only the blocking move counts: any other loses at once.
- A side that only has to hold has done so when it has a stone on every line of the other side.
- The owner of a *dead* cell (no line through it can be completed any more) makes no difference, and
  empty dead cells are all alike. So both sides count as owners, and the position stores how many
  are really empty (`idle`).
- A side that only holds, and can do so without a line, plays part by part (`ComponentPlay`).

A side that keeps a pairing, or uses the weights of the lines, needs no lines. Its lines are ignored
there, which gives the other side more moves. A side that only blocks has no lines; it
answers a twin with its twin (`EquivalentCells`) without asking the strategy.
"""

from __future__ import annotations

from array import array

from noughts.core import _cython as cython
from noughts.core.catalogue import counted, grouped
from noughts.core.errors import LimitReachedError
from noughts.kernel.bitboard import bit, lowest, popcount, u64
from noughts.proofs.certificate.strategies.answer_cache import ANY, NUMBER_BITS, AnswerCache
from noughts.proofs.certificate.strategies.component_play import ComponentPlay
from noughts.proofs.certificate.strategies.equivalent_cells import EquivalentCells
from noughts.proofs.certificate.strategies.frontier import Frontier
from noughts.proofs.certificate.strategies.strategy import Edge, RefutedError, Strategy
from noughts.solver.resources import in_words

#: The bits of the followed plan; above them is the number of idle cells.
NUMBER: u64 = (1 << NUMBER_BITS) - 1


@cython.final
class Expansion:
    """Plays by a strategy against every reply.

    `own`, `other`, `followed` and `idle` are the current position with the other side to move: both
    boards, the number of the followed plan, and the number of empty dead cells.
    """

    def __init__(self, strategy: Strategy, memory: int) -> None:
        half = strategy.half
        game = half.game
        self.cells: int = game.full.bit_count()
        self.full: u64 = game.full
        self.every: bool = game.stones_hurt
        self.misere: bool = game.misere
        self.wins: bool = half.wins
        self.ours: bool = bool(half.own_lines)  # not for a side that only blocks
        self.theirs: bool = bool(half.other_lines)
        self.blocks: bool = half.twins
        # Each line, and the cells that make it too long.
        rows = sorted(game.rows if self.every else [(line, 0) for line in game.lines])
        self.lines: int = len(rows)
        self.rows: cython.ulonglong[::1] = array("Q", [part for row in rows for part in row] or [0])
        lines = [line for line, _ in rows]
        self.answers: AnswerCache = AnswerCache(strategy)
        images = self.answers.images
        self.images: cython.ulonglong[::1] = array("Q", [cell for to in images for cell in to])
        self.weights: cython.ulonglong[::1] = array("Q", bytes(8 * 64))
        self.twins: EquivalentCells = EquivalentCells(self.lines)  # of the current position
        self.weighed: EquivalentCells = EquivalentCells(self.lines)
        self.memory: cython.longlong = memory
        self.positions: cython.longlong = 0
        self.both: cython.ulonglong[::1] = array("Q", [0, 0])
        self.waiting: Frontier = Frontier(2, memory)
        self.piecemeal: ComponentPlay = ComponentPlay(self.answers, lines, memory)
        self.own: cython.readonly[u64] = 0
        self.other: cython.readonly[u64] = 0
        self.followed: cython.readonly[u64] = 0
        self.idle: u64 = 0
        self.live: u64 = 0
        self.threats: u64 = 0
        self.won: bool = False
        self.losing: bool = False
        self.open: bool = False

    @cython.ccall
    @cython.exceptval(-1)
    def begin(self, own: u64, other: u64, edge: Edge) -> cython.bint:
        """Make the side's first move, if it has one; return whether the game goes on."""
        self.own, self.other, self.idle = own, other, 0
        word: u64 = self.answers.word(edge)
        return self._follow(word) if edge.move is None else self._play(word)

    @cython.ccall
    @cython.exceptval(check=True)
    def keep(self) -> None:
        """Let the strategy also answer in the current position, part by part if it only holds.

        Raises:
            LimitReachedError: Memory is short.
        """
        empty: cython.int = popcount(self.full & ~(self.own | self.other)) + self.idle
        self.both[0] = self.own
        self.both[1] = self.other
        try:
            if self.wins or self.every or (self.ours and self._armed()):
                self.waiting.add(self.both, self.idle << NUMBER_BITS | self.followed, empty)
            else:
                self.piecemeal.begin(self.own, self.other, self.followed)
        except MemoryError:
            raise self._short() from None

    def _short(self) -> LimitReachedError:
        return LimitReachedError.said(
            "proof",
            "no room",
            positions=counted("position", self.answered()),
            left=grouped(self.left()),
            memory=in_words(self.memory),
        )

    def _armed(self) -> cython.bint:
        """Return whether the side's own lines matter to it."""
        return self.answers.armed(self.followed)

    @cython.ccall
    @cython.exceptval(check=False)
    def answered(self) -> cython.longlong:
        """Return in how many positions it has answered."""
        return self.positions + self.piecemeal.positions

    @cython.ccall
    @cython.exceptval(check=False)
    def left(self) -> cython.longlong:
        """Return how many positions wait for an answer; each may lead to more."""
        return self.waiting.count + self.piecemeal.left()

    @cython.ccall
    @cython.exceptval(-1)
    def advance(self, most: cython.int) -> cython.bint:
        """Answer in at most this many positions; return whether there are more.

        Raises:
            LimitReachedError: Memory is short.
            RefutedError: The side does not reach the stated result.
        """
        spare: cython.longlong = self.memory - self.answers.size()
        self.waiting.memory = spare - self.piecemeal.waiting.size
        self.piecemeal.waiting.memory = spare - self.waiting.size
        most -= self._advance(most)
        try:
            most -= self.piecemeal.advance(most)
        except MemoryError:
            raise self._short() from None
        except RefutedError:
            self.other = self.piecemeal.at.stones()
            self.own = self.full & ~(self.other | self.piecemeal.at.cells)
            raise
        return most == 0

    @cython.exceptval(-1)
    def _advance(self, most: cython.int) -> cython.int:
        """Answer in at most this many whole positions; return how many."""
        moves: u64
        cell: u64
        done: cython.int = 0
        while done < most and self.waiting.take():
            self._take()
            moves = self.moves()
            while moves:
                cell = moves & (0 - moves)
                moves ^= cell
                self._take()
                if self.step(lowest(cell)):
                    self.keep()
            self.positions += 1
            done += 1
        return done

    @cython.exceptval(check=False)
    def _take(self) -> None:
        """Load the next position."""
        self.own = self.waiting.taken[0]
        self.other = self.waiting.taken[1]
        self.followed = self.waiting.number & NUMBER
        self.idle = self.waiting.number >> NUMBER_BITS

    @cython.ccall
    @cython.exceptval(check=True)
    def moves(self) -> u64:
        """Return the moves that do not lose at once; one idle cell represents all."""
        taken: u64 = self.own & self.other
        if self.blocks:
            self._gather(self.twins, self.other, self.own)
            self.twins.leave()
        if not self.every:
            self._look()
            if self.threats:
                return self.threats
        return self.full & ~(self.own | self.other) | (taken & (0 - taken) if self.idle else 0)

    @cython.ccall
    @cython.exceptval(-1)
    def step(self, cell: cython.int) -> cython.bint:
        """Play one of the other side's `moves`; return whether the game goes on.

        Raises:
            RefutedError: The side does not reach the stated result.
        """
        if self.own >> cell & 1:
            self.idle -= 1
        self.other |= bit(cell)
        if self.every and self._ended():
            return False
        if not self.wins and self._full():
            return False
        if self.blocks:
            twin: u64 = self.twins.twin(bit(cell))
            if twin:
                self.own |= twin
                return self._goes_on()
        return self._play(self.answers.answer(self.followed, cell))

    def _full(self) -> cython.bint:
        return self.idle == 0 and self.own | self.other == self.full

    @cython.exceptval(-1)
    def _play(self, edge: u64) -> cython.bint:
        """Make the side's own move; return whether the game goes on."""
        move: u64 = edge & 255
        if move < ANY and not (self.own | self.other) >> move & 1:
            self.own |= bit(move)
        else:
            self._anywhere()
        return self._follow(edge)

    @cython.exceptval(-1)
    def _follow(self, edge: u64) -> cython.bint:
        """Switch to the plan after the side's move; return whether the game goes on."""
        symmetry: u64 = edge >> 8 & 0xFFFFFF
        self.followed = edge >> 32
        if self.every:
            if self._ended():
                return False
        elif not self._goes_on():
            return False
        if symmetry:
            self.own = self._image(self.own, symmetry)
            self.other = self._image(self.other, symmetry)
        return True

    @cython.exceptval(-1)
    def _goes_on(self) -> cython.bint:
        """Return whether the game goes on after the side's move; if so, in its plainest form."""
        self._look()
        if self.won or self.threats & (self.threats - 1):
            return False
        if self.losing:
            raise RefutedError("the other side completes a line")
        if self.wins:
            if self._full():
                raise RefutedError("the board is full")
        elif not self.open:
            return False
        dead: u64 = self.full & ~self.live
        self.idle += popcount(dead & ~(self.own | self.other))
        self.own |= dead
        self.other |= dead
        return True

    def _look(self) -> None:
        """Look at the lines that are open to either side."""
        armed: cython.bint = self._armed()
        self.live = 0
        self.threats = 0
        self.won = self.losing = self.open = False
        for i in range(self.lines):
            line = self.rows[2 * i]
            if self.ours and armed and line & self.other == 0:
                self.live |= line
                rest = line & ~self.own
                if rest == 0:
                    self.won = True
                elif rest & (rest - 1) == 0:
                    self.threats |= rest
            if self.theirs and line & self.own == 0:
                self.open = True
                self.live |= line
                rest = line & ~self.other
                if rest & (rest - 1) == 0:
                    self.losing = True

    @cython.exceptval(check=False)
    def _anywhere(self) -> None:
        """Take the empty cell of greatest weight, the lowest among equals.

        A side that only blocks weighs the lines without twins.
        """
        empty: u64 = self.full & ~(self.own | self.other)
        against: u64 = self.other if self.wins else self.own
        stones: u64 = self.own if self.wins else self.other
        heaviest: u64 = 0
        best: u64 = empty & (0 - empty)
        rest: u64
        weight: u64
        cell: cython.int
        i: cython.int
        if self.idle and not empty:
            self.idle -= 1
            return
        self._gather(self.weighed, stones, against)
        if self.blocks:
            self.weighed.leave()
        for cell in range(self.cells):
            self.weights[cell] = 0
        for i in range(self.weighed.count):
            rest = self.weighed.lines[i]
            weight = bit(64 - popcount(rest)) >> 24  # none if it is too long to be completed
            while rest:
                self.weights[lowest(rest)] += weight
                rest &= rest - 1
        for cell in range(self.cells):
            if empty >> cell & 1 and self.weights[cell] > heaviest:
                heaviest = self.weights[cell]
                best = bit(cell)
        self.own |= best

    @cython.nogil
    def _gather(self, into: EquivalentCells, stones: u64, against: u64) -> None:
        """Collect what each line open to the owner of some stones lacks."""
        into.clear()
        for i in range(self.lines):
            if self.rows[2 * i] & against == 0:
                into.add(self.rows[2 * i] & ~stones)

    @cython.exceptval(-1)
    def _ended(self) -> cython.bint:
        """Return whether the game has ended as stated, where extra stones can hurt."""
        if self._completed(self.other):
            if not self.misere:
                raise RefutedError("the game ends otherwise than stated")
            return True
        if self._completed(self.own):
            if self.misere:
                raise RefutedError("the game ends otherwise than stated")
            return True
        if (self.own | self.other) == self.full:
            if self.wins:
                raise RefutedError("the game ends otherwise than stated")
            return True
        return False

    def _completed(self, stones: u64) -> cython.bint:
        for i in range(self.lines):
            if self.rows[2 * i] & ~stones == 0 and self.rows[2 * i + 1] & stones == 0:
                return True
        return False

    def _image(self, board: u64, symmetry: u64) -> u64:
        image: u64 = 0
        while board:
            image |= self.images[symmetry * self.cells + lowest(board)]
            board &= board - 1
        return image

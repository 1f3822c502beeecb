"""Wins by continuous fours: threats that leave the opponent one reply each.

A *four* is a line that lacks one stone: the opponent must take its last cell at once. (Under caro a
stone at its second end may also stop it. A four that leaves such a choice does not count here.) A
player who can play fours until one move makes two of them has won, whatever else is on the board.
Gomoku players call this a VCF; with k in a row, a four has k - 1 stones. A sequence found here is a
proof: at each step the opponent has only that one reply, or completes a line, which is checked.

The shortest sequence is found first. It also shows where to look for a defence. A stone elsewhere
changes nothing, unless it is on a line that the opponent's forced replies may bring within one
stone of completion. Such a line might give the opponent a four along the way. All moves outside the
`zone` lose to the same sequence.

Source: Allis, van den Herik and Huntjens, "Go-Moku Solved by New Search Techniques", 1996.
"""

from __future__ import annotations

from array import array

from noughts.core import _cython as cython
from noughts.kernel.bitboard import u64
from noughts.kernel.budget import Budget
from noughts.threats.line_board import LineBoard
from noughts.threats.threat_types import FAILED, MANY, MOST_STEPS, NOWHERE, STEPS, TWO


@cython.final
class VcfSearch:
    """Looks for sequences of fours on a board, and restores the board afterwards.

    `path` holds the last sequence found, alternating moves and replies up to the last move. `steps`
    is the number of fours in it.
    """

    def __init__(self, board: LineBoard, budget: Budget) -> None:
        self.board: LineBoard = board
        self.budget: Budget = budget
        self.enough: cython.longlong = 0
        self.cut: bool = False
        self.deeper: bool = False
        self.moves: cython.int[::1] = array("i", bytes(4 * self.board.cells * (MOST_STEPS + 2)))
        self.worths: cython.int[::1] = array("i", bytes(4 * self.board.cells * (MOST_STEPS + 2)))
        self.first: int = 0
        self.top: int = 0
        self.seen: cython.int[::1] = array("i", bytes(4 * self.board.cells))
        self.stamp: int = 0
        #: The cell that a four would force; NOWHERE once it may be one of two.
        self.partner: cython.int[::1] = array("i", bytes(4 * self.board.cells))
        self.failed: cython.ulonglong[::1] = array("Q", bytes(8 * FAILED))
        self.path: cython.readonly[cython.int[::1]] = array("i", bytes(4 * 2 * (MOST_STEPS + 2)))
        self.steps: cython.readonly[int] = 0

    @cython.cfunc
    def win(self, side: cython.int, most: cython.int, nodes: cython.longlong) -> cython.int:
        """Return the plies in which `side`, to move, wins by fours; 0 if no win is found.

        Neither side may have a completion. It tries sequences of at most `most` fours.
        """
        steps: cython.int
        self.enough = self.budget.nodes + nodes
        self.cut = False
        for steps in range(1, min(most, MOST_STEPS) + 1):
            self.deeper = False
            if self._win(side, steps, 0):
                return 2 * self.steps + 1
            if self.cut or not self.deeper:
                break
        return 0

    def _win(self, side: cython.int, most: cython.int, step: cython.int) -> cython.int:
        """Whether there is a sequence of at most this many fours, of which `step` are played."""
        i: cython.int
        attack: cython.int
        reply: cython.int
        slot: cython.int
        word: u64
        forced: cython.int = self.board.completion(1 - side)
        second: cython.int = forced
        if forced == TWO:
            return 0
        if forced == MANY:
            forced = self.board.stop
            second = self.board.second
        if self.budget.nodes >= self.enough or not self.budget.visit():
            self.cut = True
            return 0
        word = self.board.key ^ side
        slot = word & (FAILED - 1)
        word = word >> 6 << 6  # the slot holds the rest
        if (self.failed[slot] ^ word) <= STEPS and self.failed[slot] & STEPS >= most:
            self.deeper |= self.failed[slot] & STEPS != STEPS
            return 0
        outside: cython.bint = self.deeper
        self.deeper = False
        won: cython.int = 0
        first: cython.int = self.top
        self._attacks(side, forced, second, most)
        for i in range(first, self.top):
            attack = self.moves[i]
            self.path[2 * step] = attack
            self.board.place(attack, side)
            reply = self.board.completion(side)
            if reply == TWO:
                self.steps = step + 1
                won = 1
            elif reply == MANY:
                pass  # no sequence, but a tree
            elif most > 1:
                self.path[2 * step + 1] = reply
                self.board.place(reply, 1 - side)
                won = self._win(side, most - 1, step + 1)
                self.board.lift(reply, 1 - side)
            self.board.lift(attack, side)
            if won or self.cut:
                break
        self.top = first
        if not won and not self.cut:
            self.failed[slot] = word | (most if self.deeper else STEPS)
        self.deeper |= outside
        return won

    def _attacks(
        self, side: cython.int, forced: cython.int, second: cython.int, most: cython.int
    ) -> None:
        """Push the moves that make a four, most promising first; or only the forced ones.

        NOWHERE means that none is forced. If only one more four may be played, it must win: then
        only moves on two lines are pushed, and `deeper` says whether there are others.
        """
        i: cython.int
        line: cython.int
        cell: cython.int = NOWHERE
        other: cython.int = NOWHERE
        at: cython.int = (2 * side + 1) * self.board.lines
        self.first = self.top
        self.stamp += 1
        for i in range(2 * self.board.listed[2 * side + 1]):
            line = self.board.lists[at + i // 2]
            if i & 1:
                cell, other = other, cell
            else:
                cell = self.board.empty_in(line, NOWHERE)
                other = self.board.empty_in(line, cell)
            if forced not in {NOWHERE, cell} and cell != second:
                continue
            if self.seen[cell] != self.stamp:
                self.seen[cell] = self.stamp
                self.partner[cell] = other
                if most > 1:
                    self._push(cell, side)
                else:
                    self.deeper = True
            elif most == 1 and other != self.partner[cell] != NOWHERE:
                self.partner[cell] = NOWHERE
                self._push(cell, side)

    def _push(self, cell: cython.int, side: cython.int) -> None:
        """Put a move among those pushed, by what it promises."""
        worth: cython.int = self.board.promised(cell, side)
        place: cython.int = self.top
        while place > self.first and self.worths[place - 1] < worth:
            self.moves[place] = self.moves[place - 1]
            self.worths[place] = self.worths[place - 1]
            place -= 1
        self.moves[place] = cell
        self.worths[place] = worth
        self.top += 1

    @cython.cfunc
    def zone(self, side: cython.int, cells: cython.int[::1]) -> cython.int:
        """Write the defences against the last sequence of `side` into `cells`; return how many.

        Every other move by the opponent loses to the same sequence.
        """
        i: cython.int
        j: cython.int
        line: cython.int
        first: cython.int
        reply: cython.int
        n: cython.int = 0
        self.stamp += 1
        for i in range(self.steps):
            n += self._note(self.path[2 * i], cells, n)
            self.board.place(self.path[2 * i], side)
            if self.board.caro:
                n += self._note_ends(side, cells, n)
            # An opponent's line that lacks two: one stone now gives the opponent a four here.
            for j in range(self.board.listed[3 - 2 * side]):
                line = self.board.lists[(3 - 2 * side) * self.board.lines + j]
                reply = self.board.empty_in(line, NOWHERE)
                n += self._note(reply, cells, n)
                n += self._note(self.board.empty_in(line, reply), cells, n)
            if i < self.steps - 1:
                reply = self.path[2 * i + 1]
                n += self._note(reply, cells, n)
                self.board.place(reply, 1 - side)
        # The last move makes two completions; any two do.
        line = self.board.lists[2 * side * self.board.lines]
        first = self.board.empty_in(line, NOWHERE)
        n += self._note(first, cells, n)
        for j in range(self.board.listed[2 * side]):
            reply = self.board.empty_in(self.board.lists[2 * side * self.board.lines + j], NOWHERE)
            if reply != first:
                n += self._note(reply, cells, n)
                break
        for i in range(self.steps - 1, -1, -1):
            if i < self.steps - 1:
                self.board.lift(self.path[2 * i + 1], 1 - side)
            self.board.lift(self.path[2 * i], side)
        return n

    def _note_ends(self, side: cython.int, cells: cython.int[::1], at: cython.int) -> cython.int:
        """Record what could stop a line that lacks one under caro: its last cell and its ends."""
        i: cython.int
        j: cython.int
        line: cython.int
        n: cython.int = 0
        for i in range(self.board.listed[2 * side]):
            line = self.board.lists[2 * side * self.board.lines + i]
            n += self._note(self.board.empty_in(line, NOWHERE), cells, at + n)
            for j in range(self.board.ends_start[line], self.board.ends_start[line + 1]):
                if self.board.owner[self.board.ends[j]] == NOWHERE:
                    n += self._note(self.board.ends[j], cells, at + n)
        return n

    def _note(self, cell: cython.int, cells: cython.int[::1], at: cython.int) -> cython.int:
        """Add a cell to `cells` unless it is there already; return how many were added."""
        if self.seen[cell] == self.stamp:
            return 0
        self.seen[cell] = self.stamp
        cells[at] = cell
        return 1

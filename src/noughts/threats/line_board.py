"""`LineBoard`: a board that tracks how many stones each line still lacks.

A line is *alive* for a side while the opponent has no stone on it. If only exactly k count, the
side must also have none at its ends; under caro, the opponent must not be at both. A search often
needs three things, which are kept up to date as stones are placed and removed::

    the lists      the lines that lack one stone, and those that lack two: completions and fours
    the tally      how many living lines lack 1, 2, 3, ... stones: for the estimate
    the promise    the value of the living lines through a cell: for the order of moves

The last two take a third of a search's time. An evaluation by patterns needs neither: `promised`
gives the same for one cell.

Sides are indices, 0 for X and 1 for O. Nothing here uses rows and columns, so boards, boxes, tori
and custom lines are all the same.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from noughts.core import _cython as cython
from noughts.kernel.bitboard import bit, u64
from noughts.threats.layout import board_layout, numbers, packed_words
from noughts.threats.threat_types import DEAD, LACKS, MANY, NOWHERE, TWO

if TYPE_CHECKING:
    from noughts.core.rules import Rules

# The value to a cell of a living line with a stone, by the number of stones it lacks.
PROMISE = (0, 4000, 400, 70, 14, 4, 2, 1)


@cython.final
class LineBoard:
    """Both sides' stones, and the state of every line and cell that follows from them.

    `tallies`: whether the tally and the promise are kept.
    """

    def __init__(self, rules: Rules, *, tallies: bool = True) -> None:
        layout = board_layout(rules)
        self.tallies: bool = tallies
        #: What lacks fewer, before or after a change, is in a list; the tally counts all.
        self.noted: int = DEAD if tallies else 3
        self.cells: cython.readonly[int] = rules.cells
        self.empties: cython.readonly[int] = rules.cells
        self.lines: cython.readonly[int] = len(rules.lines)
        self.through: cython.int[::1] = layout.through.joined
        self.through_start: cython.int[::1] = layout.through.starts
        self.beside: cython.int[::1] = layout.beside.joined
        self.beside_start: cython.int[::1] = layout.beside.starts
        #: The side whose stones at a line's ends do not count, although only exactly k do.
        self.loose: int = NOWHERE
        self.caro: bool = any(rules.ends)
        self.behind: cython.int[::1] = layout.behind.joined
        self.behind_start: cython.int[::1] = layout.behind.starts
        self.ends: cython.int[::1] = layout.ends.joined
        self.ends_start: cython.int[::1] = layout.ends.starts
        self.stop: int = NOWHERE
        self.second: int = NOWHERE
        self.members: cython.int[::1] = layout.members.joined
        self.members_start: cython.int[::1] = layout.members.starts
        self.owner: cython.int[::1] = numbers([-1] * self.cells)
        # How many ends of a line each side's opponent has.
        self.held: cython.int[::1] = numbers([0] * 2 * self.lines)
        #: The stones that a side's line lacks, and DEAD more for each thing that blocks it.
        self.lack: cython.int[::1] = numbers(2 * [line.bit_count() for line in rules.lines])
        self.place_in_list: cython.int[::1] = numbers([0] * 2 * self.lines)
        # Row 2 * side holds the lines that lack one stone, row 2 * side + 1 those that lack two.
        self.lists: cython.int[::1] = numbers([0] * 4 * self.lines)
        self.listed: cython.int[::1] = numbers([0] * 4)
        self.tally: cython.int[::1] = numbers([0] * 2 * LACKS)
        self.promise: cython.int[::1] = numbers([0] * 2 * self.cells)
        self.worth: cython.int[::1] = numbers(PROMISE)
        self.key: cython.readonly[u64] = 0
        self.keys: cython.ulonglong[::1] = layout.keys
        #: Bit `side * cells + cell` for each stone.
        self.packed: cython.ulonglong[::1] = array("Q", bytes(8 * packed_words(self.cells)))
        for index in range(2 * self.lines):
            if 1 <= self.lack[index] <= 2:
                self._list(index // self.lines, self.lack[index], index % self.lines)

    @cython.cfunc
    def place(self, cell: cython.int, side: cython.int) -> None:
        """Put a stone of `side` on an empty cell."""
        self._change(cell, side, 1)
        self.owner[cell] = side

    @cython.cfunc
    def lift(self, cell: cython.int, side: cython.int) -> None:
        """Remove that stone."""
        self._change(cell, side, -1)
        self.owner[cell] = NOWHERE

    def _change(self, cell: cython.int, side: cython.int, step: cython.int) -> None:
        i: cython.int
        line: cython.int
        most: cython.int
        own: cython.int = side * self.lines
        other: cython.int = (1 - side) * self.lines
        at: cython.int = side * self.cells + cell
        self.key ^= self.keys[at]
        self.packed[at >> 6] ^= bit(at & 63)
        self.empties -= step
        for i in range(self.through_start[cell], self.through_start[cell + 1]):
            line = self.through[i]
            self._shift(own + line, -step)
            self._shift(other + line, step * DEAD)
        if side != self.loose:
            self._guard(cell, side, step)
        for i in range(self.behind_start[cell], self.behind_start[cell + 1]):
            line = self.behind[i]
            most = self.ends_start[line + 1] - self.ends_start[line]
            self.held[other + line] += step
            # All ends are taken now, or were just before.
            if self.held[other + line] == (most if step > 0 else most - 1):
                self._shift(other + line, step * DEAD)

    def _guard(self, cell: cython.int, side: cython.int, step: cython.int) -> None:
        """Let a side's stone block its own lines beside it, or no longer: they would be longer."""
        i: cython.int
        for i in range(self.beside_start[cell], self.beside_start[cell + 1]):
            self._shift(side * self.lines + self.beside[i], step * DEAD)

    @cython.cfunc
    def loosen(self, side: cython.int) -> None:
        """Let longer lines of this side count, too; NOWHERE: of neither, as the rules say."""
        cell: cython.int
        before: cython.int = self.loose
        self.loose = side
        if side != before and self.beside_start[self.cells]:
            for cell in range(self.cells):
                if self.owner[cell] != NOWHERE and self.owner[cell] == before:
                    self._guard(cell, before, 1)
                if self.owner[cell] != NOWHERE and self.owner[cell] == side:
                    self._guard(cell, side, -1)

    def _shift(self, at: cython.int, by: cython.int) -> None:
        """Change what a side's line lacks: its number, and the number of lines more for O."""
        before: cython.int = self.lack[at]
        after: cython.int = before + by
        self.lack[at] = after
        if min(before, after) < self.noted:
            self._note(at, before, after)

    def _note(self, at: cython.int, before: cython.int, after: cython.int) -> None:
        """Update everything that depends on what a side's line lacks."""
        side: cython.int = at >= self.lines
        line: cython.int = at - side * self.lines
        if before == 1 or before == 2:  # noqa: PLR1714  (a set would be a Python object)
            self._unlist(side, before, line)
        if after == 1 or after == 2:  # noqa: PLR1714
            self._list(side, after, line)
        if self.tallies:
            self._tell(line, side, self._class(line, before), self._class(line, after))

    def _class(self, line: cython.int, lack: cython.int) -> cython.int:
        """Return the place of a line in the tally: 0 for one that is dead, complete or empty."""
        length: cython.int = self.members_start[line + 1] - self.members_start[line]
        return min(lack, LACKS - 1) if lack < length else 0

    def _tell(
        self, line: cython.int, side: cython.int, before: cython.int, after: cython.int
    ) -> None:
        """Update the tally and the line's cells: its place is `after` now, not `before`."""
        i: cython.int
        gain: cython.int = self.worth[after] - self.worth[before]
        if before != after:
            self.tally[side * LACKS + before] -= 1
            self.tally[side * LACKS + after] += 1
            for i in range(self.members_start[line], self.members_start[line + 1]):
                self.promise[side * self.cells + self.members[i]] += gain

    def _list(self, side: cython.int, lack: cython.int, line: cython.int) -> None:
        at: cython.int = (2 * side + lack - 1) * self.lines
        n: cython.int = self.listed[2 * side + lack - 1]
        self.lists[at + n] = line
        self.place_in_list[side * self.lines + line] = n
        self.listed[2 * side + lack - 1] = n + 1

    def _unlist(self, side: cython.int, lack: cython.int, line: cython.int) -> None:
        at: cython.int = (2 * side + lack - 1) * self.lines
        n: cython.int = self.listed[2 * side + lack - 1] - 1
        place: cython.int = self.place_in_list[side * self.lines + line]
        last: cython.int = self.lists[at + n]
        self.lists[at + place] = last
        self.place_in_list[side * self.lines + last] = place
        self.listed[2 * side + lack - 1] = n

    @cython.cfunc
    def promised(self, cell: cython.int, side: cython.int) -> cython.int:
        """Return the value to a side of the living lines with a stone through a cell."""
        i: cython.int
        line: cython.int
        lack: cython.int
        found: cython.int = 0
        for i in range(self.through_start[cell], self.through_start[cell + 1]):
            line = self.through[i]
            lack = self.lack[side * self.lines + line]
            if lack < DEAD:
                found += self.worth[self._class(line, lack)]
        return found

    @cython.cfunc
    def empty_in(self, line: cython.int, but: cython.int) -> cython.int:
        """Return the first empty cell of a line other than `but`; NOWHERE if there is none."""
        i: cython.int
        cell: cython.int
        for i in range(self.members_start[line], self.members_start[line + 1]):
            cell = self.members[i]
            if self.owner[cell] == NOWHERE and cell != but:
                return cell
        return NOWHERE

    @cython.cfunc
    def completion(self, side: cython.int) -> cython.int:
        """Return the stone that stops `side` from completing a line at once.

        NOWHERE without a completion, TWO if one stone cannot stop it, because two cells
        complete a line. Under caro the answer may be MANY: these are in `stop` and `second`, and
        one stone may stop several cells.
        """
        if self.caro and self.listed[2 * side]:
            return self._stopping(side)
        i: cython.int
        cell: cython.int
        found: cython.int = NOWHERE
        at: cython.int = 2 * side * self.lines
        for i in range(self.listed[2 * side]):
            cell = self.empty_in(self.lists[at + i], NOWHERE)
            if found == NOWHERE:
                found = cell
            elif found != cell:
                return TWO
        return found

    def _stopping(self, side: cython.int) -> cython.int:
        """Return the same under caro, if there is a completion."""
        i: cython.int
        j: cython.int
        cell: cython.int
        line: cython.int
        at: cython.int = 2 * side * self.lines
        stops: cython.int = 0
        for i in range(2):
            line = self.lists[at]
            cell = self.open_end(line, side) if i else self.empty_in(line, NOWHERE)
            if cell == NOWHERE:
                continue
            for j in range(1, self.listed[2 * side]):
                line = self.lists[at + j]
                if cell != self.empty_in(line, NOWHERE) and cell != self.open_end(line, side):
                    break
            else:
                self.second = cell
                if stops == 0:
                    self.stop = cell
                stops += 1
        if stops == 0:
            return TWO
        return self.stop if stops == 1 else MANY

    @cython.cfunc
    def open_end(self, line: cython.int, side: cython.int) -> cython.int:
        """Return the empty end of a line of `side` that the opponent lacks to block it."""
        i: cython.int
        first: cython.int = self.ends_start[line]
        most: cython.int = self.ends_start[line + 1] - first
        if most and self.held[side * self.lines + line] == most - 1:
            for i in range(first, first + most):
                if self.owner[self.ends[i]] == NOWHERE:
                    return self.ends[i]
        return NOWHERE

"""The field: two players' stones, and for each the lines that are still open to him.

One side attacks (it wants to complete a line), the other defends. A line is open to a player
until his opponent has a stone on it. All that matters is read off two lists::

    a stone of the attacker   the defender's list loses the lines through that cell
    a stone of the defender   the attacker's list loses the lines through that cell

so a move filters one list and shares the other. The lists grow short as the game goes on, and a
*level* (a ply of the search) holds the stones and lists after each move, so taking a move back
costs nothing. With no lines for the defender this is the Maker-Breaker game.

Lines that contain another line are left out: who completes them has already won.
"""

from __future__ import annotations

import itertools
from array import array
from typing import TYPE_CHECKING

import cython

if not cython.compiled:
    from noughts.solver.words import SCALE, bit, count, lowest, u64

if TYPE_CHECKING:
    from collections.abc import Sequence


@cython.final
@cython.cclass
class Field:
    """The stones and open lines of every level of one search.

    Level 0 is set by `start`; `attack(level, cell)` and `defend(level, cell)` fill level + 1,
    the cell given as a bitboard.
    """

    def __init__(self, cells: int, lines: Sequence[int]) -> None:
        lines = minimal(lines)
        levels = cells + 2
        self.cells = cells
        self.full = (1 << cells) - 1
        self.most = max(len(lines), 1)
        # Level 0 holds its two lists at the front, each later level one list behind them; what
        # `trim` leaves of a level's two lists comes last.
        self.trimmed = self.most * (levels + 2)
        self.pool = array("Q", bytes(8 * self.most * (3 * levels + 2)))
        self.weight = array("Q", [bit(max(SCALE - n, 0)) for n in range(65)])
        self.attacker = array("Q", bytes(8 * levels))
        self.defender = array("Q", bytes(8 * levels))
        self.a_at = array("i", bytes(4 * levels))
        self.a_n = array("i", bytes(4 * levels))
        self.d_at = array("i", bytes(4 * levels))
        self.d_n = array("i", bytes(4 * levels))
        self.worth = array("Q", bytes(8 * 64))
        self.moves = array("i", bytes(4 * 64 * levels))
        self.counters = True
        through = [[line for line in lines if line >> cell & 1] for cell in range(cells)]
        self.through = array("Q", [line for cell in through for line in cell] or [0])
        self.through_at = array("i", [0, *itertools.accumulate(map(len, through))])

    def start(
        self, attacker: int, defender: int, attacks: Sequence[int], defences: Sequence[int]
    ) -> None:
        """Set level 0: the stones, and the lines of each side, open or not."""
        self.attacker[0] = attacker
        self.defender[0] = defender
        attacks = [line for line in minimal(attacks) if not line & defender]
        defences = [line for line in minimal(defences) if not line & attacker]
        self.a_at[0] = 0
        self.a_n[0] = len(attacks)
        self.d_at[0] = self.most
        self.d_n[0] = len(defences)
        self.counters = bool(defences)
        for at, line in enumerate(attacks):
            self.pool[at] = line
        for at, line in enumerate(defences, start=self.most):
            self.pool[at] = line

    def attack(self, level: cython.int, cell: u64) -> None:
        """Fill the next level: the attacker has played the cell."""
        i: cython.int
        line: u64
        at: cython.int = self.d_at[level]
        into: cython.int = (level + 2) * self.most
        kept: cython.int = 0
        for i in range(self.d_n[level]):
            line = self.pool[at + i]
            if line & cell == 0:
                self.pool[into + kept] = line
                kept += 1
        self.d_at[level + 1] = into
        self.d_n[level + 1] = kept
        self.a_at[level + 1] = self.a_at[level]
        self.a_n[level + 1] = self.a_n[level]
        self.attacker[level + 1] = self.attacker[level] | cell
        self.defender[level + 1] = self.defender[level]

    def defend(self, level: cython.int, cell: u64) -> None:
        """Fill the next level: the defender has played the cell."""
        i: cython.int
        line: u64
        at: cython.int = self.a_at[level]
        into: cython.int = (level + 2) * self.most
        kept: cython.int = 0
        for i in range(self.a_n[level]):
            line = self.pool[at + i]
            if line & cell == 0:
                self.pool[into + kept] = line
                kept += 1
        self.a_at[level + 1] = into
        self.a_n[level + 1] = kept
        self.d_at[level + 1] = self.d_at[level]
        self.d_n[level + 1] = self.d_n[level]
        self.attacker[level + 1] = self.attacker[level]
        self.defender[level + 1] = self.defender[level] | cell

    def trim(self, level: cython.int, attacks: cython.int, defences: cython.int) -> None:
        """Leave out of a level the lines that lack more cells than their owner may still play."""
        into: cython.int = self.trimmed + 2 * level * self.most
        empty: u64 = self.full & ~(self.attacker[level] | self.defender[level])
        self.a_n[level] = self._within(self.a_at[level], self.a_n[level], into, empty, attacks)
        self.a_at[level] = into
        into += self.most
        self.d_n[level] = self._within(self.d_at[level], self.d_n[level], into, empty, defences)
        self.d_at[level] = into

    def _within(
        self, at: cython.int, n: cython.int, into: cython.int, empty: u64, most: cython.int
    ) -> cython.int:
        """Copy the lines that lack at most so many cells; return how many."""
        i: cython.int
        kept: cython.int = 0
        for i in range(n):
            if count(self.pool[at + i] & empty) <= most:
                self.pool[into + kept] = self.pool[at + i]
                kept += 1
        return kept

    def survey(self, level: cython.int) -> None:
        """Read off a level: the empty cells, who completes a line where, which cells are alive.

        Sets `empty`, `wins_a` and `wins_d` (cells that complete a line), `cover_a` and `cover_d`
        (cells of open lines, stones included), and `total`, the weight of the attacker's lines.
        """
        i: cython.int
        at: cython.int
        line: u64
        rest: u64
        wins: u64 = 0
        cover: u64 = 0
        total: u64 = 0
        empty: u64 = self.full & ~(self.attacker[level] | self.defender[level])
        at = self.a_at[level]
        for i in range(self.a_n[level]):
            line = self.pool[at + i]
            rest = line & empty
            cover |= line
            if rest & (rest - 1) == 0:
                wins |= rest
            total += self.weight[count(rest)]
        self.empty = empty
        self.wins_a = wins
        self.cover_a = cover
        self.total = total
        wins = 0
        cover = 0
        at = self.d_at[level]
        for i in range(self.d_n[level]):
            line = self.pool[at + i]
            rest = line & empty
            cover |= line
            if rest & (rest - 1) == 0:
                wins |= rest
        self.wins_d = wins
        self.cover_d = cover

    def opposed(self, level: cython.int) -> u64:
        """Return the weight of the defender's lines of a surveyed level."""
        i: cython.int
        at: cython.int = self.d_at[level]
        total: u64 = 0
        for i in range(self.d_n[level]):
            total += self.weight[count(self.pool[at + i] & self.empty)]
        return total

    def name(self, level: cython.int) -> None:
        """Set `first` and `second`, the key of a surveyed level: all that its value rests on.

        A stone on no open line of its own, and an empty cell on no open line at all, do no more
        than block: such cells are marked as both players' (*dead for both*, never as one's own).
        """
        mine: u64 = self.attacker[level] & self.cover_a
        theirs: u64 = self.defender[level] & self.cover_d
        alive: u64 = mine | theirs | (self.empty & (self.cover_a | self.cover_d))
        blocked: u64 = self.full & ~alive
        self.first = mine | blocked
        self.second = theirs | blocked

    def weigh(self, level: cython.int) -> None:
        """Set `worth[cell]`: the weight of the lines through each cell, the attacker's double."""
        i: cython.int
        at: cython.int
        rest: u64
        heavy: u64
        for i in range(self.cells):
            self.worth[i] = 0
        at = self.a_at[level]
        for i in range(self.a_n[level]):
            rest = self.pool[at + i] & self.empty
            heavy = 2 * self.weight[count(rest)]
            while rest:
                self.worth[lowest(rest)] += heavy
                rest &= rest - 1
        at = self.d_at[level]
        for i in range(self.d_n[level]):
            rest = self.pool[at + i] & self.empty
            heavy = self.weight[count(rest)]
            while rest:
                self.worth[lowest(rest)] += heavy
                rest &= rest - 1

    def order(self, level: cython.int, among: u64) -> cython.int:
        """Put the cells into the level's row of `moves`, the worthiest first; return how many."""
        at: cython.int = level * 64
        length: cython.int = 0
        place: cython.int
        cell: cython.int
        while among:
            cell = lowest(among)
            among &= among - 1
            place = length
            while place > 0 and self.worth[self.moves[at + place - 1]] < self.worth[cell]:
                self.moves[at + place] = self.moves[at + place - 1]
                place -= 1
            self.moves[at + place] = cell
            length += 1
        return length


def minimal(lines: Sequence[int]) -> list[int]:
    """Return the lines that contain no other line.

    >>> minimal([0b111, 0b011, 0b101, 0b011])
    [3, 5]
    """
    kept: list[int] = []
    for _, equals in itertools.groupby(sorted(set(lines), key=_size), _size):
        shorter = kept.copy()  # lines of one size cannot contain each other
        kept += (line for line in equals if not any(line & other == other for other in shorter))
    return kept


def _size(line: int) -> int:
    return line.bit_count()

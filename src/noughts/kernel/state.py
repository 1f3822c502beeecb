"""The search state: both players' stones, and the lines still open to each.

One side attacks (it wants to complete a line), the other defends. A line is open to a player until
the opponent has a stone on it. Two lists hold all that matters::

    a stone of the attacker   the defender's list loses the lines through that cell
    a stone of the defender   the attacker's list loses the lines through that cell

So a move filters one list and shares the other. The lists get shorter as the game goes on. A
*level* (a ply of the search) holds the stones and lists after each move, so taking a move back
costs nothing. If the defender has no lines, this is the Maker-Breaker game.

Lines that contain another line are left out: completing one completes the other first.
"""

from __future__ import annotations

import itertools
from array import array
from collections.abc import Sequence

from noughts.core import _cython as cython
from noughts.kernel.bitboard import WEIGHT_SCALE, bit, lowest, popcount, u64
from noughts.kernel.search_types import Key, View


@cython.final
class SearchState:
    """The stones and open lines of every level of one search.

    `start` sets level 0. `attack(level, cell)` and `defend(level, cell)` fill level + 1; the cell
    is a bitboard. A level also has a row of weights, one for each cell (`weigh`), and a row of
    moves (`order`). `work` counts the lines that have been looked at: a measure of cost that is the
    same for all searches, unlike nodes.
    """

    def __init__(self, cells: int, lines: Sequence[int]) -> None:
        lines = minimal(lines)
        levels = cells + 2
        self.cells: cython.readonly[int] = cells
        self.full: cython.readonly[u64] = (1 << cells) - 1
        self.most_lines: cython.readonly[int] = max(len(lines), 1)
        self.shortest: cython.readonly[int] = min([line.bit_count() for line in lines], default=0)
        # Level 0 holds its two lists at the front, and each later level one list after them. The
        # lists that `trim` leaves of a level come last.
        self.trimmed: int = self.most_lines * (levels + 2)
        self.lines: cython.ulonglong[::1] = array(
            "Q", bytes(8 * self.most_lines * (3 * levels + 2))
        )
        self.weight: cython.ulonglong[::1] = array(
            "Q", [bit(max(WEIGHT_SCALE - n, 0)) for n in range(65)]
        )
        self.attacker: cython.ulonglong[::1] = array("Q", bytes(8 * levels))
        self.defender: cython.ulonglong[::1] = array("Q", bytes(8 * levels))
        self.attack_start: cython.int[::1] = array("i", bytes(4 * levels))
        self.attack_count: cython.int[::1] = array("i", bytes(4 * levels))
        self.defence_start: cython.int[::1] = array("i", bytes(4 * levels))
        self.defence_count: cython.int[::1] = array("i", bytes(4 * levels))
        self.worth: cython.ulonglong[::1] = array("Q", bytes(8 * 64 * levels))
        self.moves: cython.int[::1] = array("i", bytes(4 * 64 * levels))
        self.defender_has_lines: bool = True
        self.work: cython.public[cython.longlong] = 0
        through = [[line for line in lines if line >> cell & 1] for cell in range(cells)]
        self.through: cython.ulonglong[::1] = array(
            "Q", [line for cell in through for line in cell] or [0]
        )
        self.through_start: cython.int[::1] = array(
            "i", [0, *itertools.accumulate(map(len, through))]
        )

    def start(
        self, attacker: int, defender: int, attacks: Sequence[int], defences: Sequence[int]
    ) -> None:
        """Set level 0: the stones, and the lines of each side, open or not."""
        self.attacker[0] = attacker
        self.defender[0] = defender
        attacks = [line for line in minimal(attacks) if not line & defender]
        defences = [line for line in minimal(defences) if not line & attacker]
        self.attack_start[0] = 0
        self.attack_count[0] = len(attacks)
        self.defence_start[0] = self.most_lines
        self.defence_count[0] = len(defences)
        self.defender_has_lines = bool(defences)
        for at, line in enumerate(attacks):
            self.lines[at] = line
        for at, line in enumerate(defences, start=self.most_lines):
            self.lines[at] = line

    def play(self, level: cython.int, side: u64, cell: u64) -> None:
        """Fill the next level: the attacker (side 0) or the defender (side 1) has played."""
        if side:
            self.defend(level, cell)
        else:
            self.attack(level, cell)

    def attack(self, level: cython.int, cell: u64) -> None:
        """Fill the next level: the attacker has played the cell."""
        at: cython.int = self.defence_start[level]
        into: cython.int = (level + 2) * self.most_lines
        kept: cython.int = 0
        for i in range(self.defence_count[level]):
            line = self.lines[at + i]
            if line & cell == 0:
                self.lines[into + kept] = line
                kept += 1
        self.defence_start[level + 1] = into
        self.defence_count[level + 1] = kept
        self.attack_start[level + 1] = self.attack_start[level]
        self.attack_count[level + 1] = self.attack_count[level]
        self.attacker[level + 1] = self.attacker[level] | cell
        self.defender[level + 1] = self.defender[level]

    def defend(self, level: cython.int, cell: u64) -> None:
        """Fill the next level: the defender has played the cell."""
        at: cython.int = self.attack_start[level]
        into: cython.int = (level + 2) * self.most_lines
        kept: cython.int = 0
        for i in range(self.attack_count[level]):
            line = self.lines[at + i]
            if line & cell == 0:
                self.lines[into + kept] = line
                kept += 1
        self.attack_start[level + 1] = into
        self.attack_count[level + 1] = kept
        self.defence_start[level + 1] = self.defence_start[level]
        self.defence_count[level + 1] = self.defence_count[level]
        self.attacker[level + 1] = self.attacker[level]
        self.defender[level + 1] = self.defender[level] | cell

    def trim(self, level: cython.int, attacks: cython.int, defences: cython.int) -> None:
        """Remove from a level the lines that lack more cells than their owner may still play."""
        into: cython.int = self.trimmed + 2 * level * self.most_lines
        empty: u64 = self.full & ~(self.attacker[level] | self.defender[level])
        self.attack_count[level] = self._copy_short(
            self.attack_start[level], self.attack_count[level], into, empty, attacks
        )
        self.attack_start[level] = into
        into += self.most_lines
        self.defence_count[level] = self._copy_short(
            self.defence_start[level], self.defence_count[level], into, empty, defences
        )
        self.defence_start[level] = into

    def _copy_short(
        self, at: cython.int, n: cython.int, into: cython.int, empty: u64, most: cython.int
    ) -> cython.int:
        """Copy the lines that lack at most this many cells; return how many."""
        kept: cython.int = 0
        for i in range(n):
            if popcount(self.lines[at + i] & empty) <= most:
                self.lines[into + kept] = self.lines[at + i]
                kept += 1
        return kept

    def view(self, level: cython.int) -> View:
        """Return a level's facts: empty cells, completions and open lines."""
        at: cython.int = self.attack_start[level]
        attacker_wins: u64 = 0
        attacker_cells: u64 = 0
        defender_wins: u64 = 0
        defender_cells: u64 = 0
        weight: u64 = 0
        empty: u64 = self.full & ~(self.attacker[level] | self.defender[level])
        for i in range(self.attack_count[level]):
            line = self.lines[at + i]
            rest = line & empty
            attacker_cells |= line
            if rest & (rest - 1) == 0:
                attacker_wins |= rest
            weight += self.weight[popcount(rest)]
        at = self.defence_start[level]
        for i in range(self.defence_count[level]):
            line = self.lines[at + i]
            rest = line & empty
            defender_cells |= line
            if rest & (rest - 1) == 0:
                defender_wins |= rest
        self.work += self.attack_count[level] + self.defence_count[level]
        return View(
            empty=empty,
            attacker_wins=attacker_wins,
            defender_wins=defender_wins,
            attacker_cells=attacker_cells,
            defender_cells=defender_cells,
            attacker_weight=weight,
        )

    def defender_weight(self, level: cython.int, empty: u64) -> u64:
        """Return the Erdős-Selfridge sum of the defender's open lines."""
        at: cython.int = self.defence_start[level]
        total: u64 = 0
        for i in range(self.defence_count[level]):
            total += self.weight[popcount(self.lines[at + i] & empty)]
        return total

    def key(self, level: cython.int, view: View, side: u64) -> Key:
        """Return the key of a level: everything that its value depends on.

        A stone without an open line, and an empty cell that is on none, only block.
        Such cells are marked as both players' (*dead for both*, never as one's own).
        """
        mine: u64 = self.attacker[level] & view.attacker_cells
        theirs: u64 = self.defender[level] & view.defender_cells
        alive: u64 = mine | theirs | (view.empty & (view.attacker_cells | view.defender_cells))
        blocked: u64 = self.full & ~alive
        return Key(mine=mine | blocked, theirs=theirs | blocked, side=side, symmetry=-1)

    def weigh(self, level: cython.int, empty: u64) -> None:
        """Weigh each cell of the level by the lines through it; the attacker's count double."""
        at: cython.int = self.attack_start[level]
        row: cython.int = level * 64
        for i in range(self.cells):
            self.worth[row + i] = 0
        for i in range(self.attack_count[level]):
            rest = self.lines[at + i] & empty
            heavy = 2 * self.weight[popcount(rest)]
            while rest:
                self.worth[row + lowest(rest)] += heavy
                rest &= rest - 1
        at = self.defence_start[level]
        for i in range(self.defence_count[level]):
            rest = self.lines[at + i] & empty
            heavy = self.weight[popcount(rest)]
            while rest:
                self.worth[row + lowest(rest)] += heavy
                rest &= rest - 1
        self.work += 2 * (self.attack_count[level] + self.defence_count[level])

    def heaviest(self, level: cython.int, among: u64) -> u64:
        """Return the cell of greatest weight, as a bitboard; the level must be weighed."""
        row: cython.int = level * 64
        best: cython.int = lowest(among)
        among &= among - 1
        while among:
            cell = lowest(among)
            among &= among - 1
            if self.worth[row + cell] > self.worth[row + best]:
                best = cell
        return bit(best)

    def order(self, level: cython.int, among: u64) -> cython.int:
        """Put the cells into the level's row of moves, the greatest weight first; return how many.

        The level must be weighed.
        """
        row: cython.int = level * 64
        length: cython.int = 0
        while among:
            cell = lowest(among)
            among &= among - 1
            worth = self.worth[row + cell]
            place = row + length
            while place > row and self.worth[row + self.moves[place - 1]] < worth:
                self.moves[place] = self.moves[place - 1]
                place -= 1
            self.moves[place] = cell
            length += 1
        return length

    def move(self, level: cython.int, i: cython.int) -> u64:
        """Return the i-th move of a level's row, as a bitboard."""
        return bit(self.moves[level * 64 + i])


def minimal(lines: Sequence[int]) -> list[int]:
    """Return the lines that contain no other line.

    >>> minimal([0b111, 0b011, 0b101, 0b011])
    [3, 5]
    """
    kept: list[int] = []
    for line in sorted(set(lines), key=int.bit_count):
        for other in kept:
            if line & other == other:
                break
        else:
            kept.append(line)
    return kept

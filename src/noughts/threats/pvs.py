"""Principal-variation search: a position's value, proved if threats prove it.

The search uses iterative deepening. It tries the most promising moves first and gives all later
ones a null window, in which they only have to show that they are no better. Three rules separate
proofs from estimates, although both are numbers here:

- A value beyond `DECIDED` is a proof: a sequence of fours, a node with a winning move, or a node
  whose moves all lose.
- If the opponent threatens a sequence of fours, the zone of the sequence gives the moves that can
  stop it. Every other move is proved to lose. So the few moves that are tried are enough, which is
  how wins by open threes are proved.
- If unpromising moves were skipped or searched less deeply, a loss is not claimed: the value is at
  least `-DIM`.

Near the horizon, an estimate far outside the window stands for a search: one that is too low, and
one that is more than good enough if the opponent threatens nothing. Neither is a proof.

Sources: Marsland, "A Review of Game-Tree Pruning", 1986, for the search; Allis, "Searching for
Solutions in Games and Artificial Intelligence", 1994, for threats as proofs; Heinz, "Extended
Futility Pruning", 1998, and the programs PentaZen and Rapfi, for estimates near the horizon.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from noughts.core import _cython as cython
from noughts.core.bits import bits
from noughts.kernel.budget import Budget
from noughts.threats.line_board import LineBoard
from noughts.threats.patterns import Patterns
from noughts.threats.threat_types import (
    DEAD,
    DECIDED,
    DIM,
    EXACT,
    FIRST,
    KILLER,
    LACKS,
    LEAF_NODES,
    LONG,
    LOWER,
    MANY,
    MARGIN,
    MOST_GUESS,
    MOST_PLIES,
    MOST_STEPS,
    MOST_WIDTH,
    NEAR_WIDTH,
    NOWHERE,
    RAZORED,
    SPARED,
    TWO,
    UNUSABLE,
    UPPER,
    WIDTH,
    WIN,
    CachedValue,
)
from noughts.threats.value_cache import ValueCache, usable
from noughts.threats.vcf import VcfSearch
from noughts.threats.vct import VctSearch

if TYPE_CHECKING:
    from collections.abc import Callable

    from noughts.core.position import Position

# The value of a living line in the estimate, by the stones that it lacks: to the side to move, and
# to the other side. Fours have been answered before an estimate is made.
OWN = (0, 0, 90, 22, 5, 2, 1, 1)
OTHER = (0, 0, 60, 16, 4, 2, 1, 1)

CACHE = 1 << 24  #: bytes
THREATS = 1 << 22  #: bytes


@cython.final
class PrincipalVariationSearch:
    """One search of one position, whose game is not over.

    `round` searches to a depth and sets `best`, which holds a first choice before that. `poll` is
    called now and then, and ends the search by returning True. `memory` is for the threats. `cache`
    holds the results of `round`, also those of other searches; by default they are not kept.
    """

    def __init__(
        self,
        position: Position,
        poll: Callable[[], bool] | None = None,
        memory: int = THREATS,
        cache: ValueCache | None = None,
    ) -> None:
        rules = position.rules
        self.patterns: cython.readonly[Patterns] = Patterns(rules)
        self.board: cython.readonly[LineBoard] = LineBoard(rules, tallies=not self.patterns.known)
        self.budget: cython.readonly[Budget] = Budget(poll)
        self.fours: cython.readonly[VcfSearch] = VcfSearch(self.board, self.budget)
        self.threes: cython.readonly[VctSearch] = VctSearch(
            self.board, self.budget, self.fours, memory
        )
        self.cache: cython.readonly[ValueCache] = (
            ValueCache(rules.cells, 1) if cache is None else cache
        )
        self.side: cython.readonly[int] = position.ply % 2
        self.every_move: bool = False
        self.best: cython.public[cython.int] = NOWHERE
        cells = self.board.cells
        self.moves: cython.int[::1] = array("i", bytes(4 * cells * (MOST_PLIES + 1)))
        self.worths: cython.int[::1] = array("i", bytes(4 * cells))
        self.zone: cython.int[::1] = array("i", bytes(4 * cells))
        self.chosen: cython.int[::1] = array("i", bytes(4 * (MOST_PLIES + 1)))
        #: Lines through each cell: among equally promising moves, the middle comes first.
        self.through: cython.int[::1] = array("i", [len(lines) for lines in rules.lines_through])
        self.killers: cython.int[::1] = array("i", [NOWHERE] * 2 * (MOST_PLIES + 1))
        self.own: cython.int[::1] = array("i", OWN)
        self.other: cython.int[::1] = array("i", OTHER)
        for mark, owned in enumerate((position.x, position.o)):
            for cell in bits(owned):
                self._place(cell, mark)

    def allow(self, nodes: int) -> None:
        """Allow this many more nodes (0: no limit)."""
        self.budget.allow(nodes)

    def round(self, depth: int, alpha: int, beta: int, every_move: bool = False) -> int:  # noqa: FBT001, FBT002
        """Search to a depth and return the value; worthless if `stopped`.

        `every_move`: try them all, so that a loss is proved if it is one.
        """
        value: cython.int
        most: cython.int = depth
        low: cython.int = alpha
        high: cython.int = beta
        self.every_move = every_move
        with cython.nogil:
            value = self._search(most, low, high, 0)
        self.budget.check()
        return int(value)

    @property
    def stopped(self) -> bool:
        """Whether the budget ended the last round."""
        return bool(self.budget.stopped)

    def place(self, cell: int) -> None:
        """Make a move: the root is then the position after it."""
        self._place(cell, self.side)
        self.side = 1 - self.side

    def lift(self, cell: int) -> None:
        """Take that move back."""
        self.side = 1 - self.side
        self._lift(cell, self.side)

    def refuted(self, cell: int, nodes: int) -> bool:
        """Whether a move is proved to lose to threats; the next `round` then uses this."""
        self.place(cell)
        found = self.threes.win(self.side, nodes)
        if found:
            self.cache.store(self.board, 0, LOWER, WIN - LONG, self.threes.best)
        self.lift(cell)
        return found

    def guess(self) -> int:
        """Return the estimate for the side to move."""
        return int(self._guess(self.side))

    def settled(self) -> bool:
        """Whether neither side can complete a line any more."""
        return all(not 0 < self.board.lack[at] < DEAD for at in range(2 * self.board.lines))

    def line(self, cell: int) -> list[int]:
        """Return the expected line of play, beginning with a move, as far as it is stored."""
        line: list[int] = []
        while cell != NOWHERE and self.board.owner[cell] == NOWHERE and len(line) < MOST_PLIES:
            ends = self._completes(cell)
            line.append(cell)
            self.place(cell)
            if ends:
                break
            cell = self._next()
        for made in reversed(line):
            self.lift(made)
        return line

    def _completes(self, cell: int) -> bool:
        """Whether a move ends the game."""
        i: cython.int
        last: cython.int = cell
        at: cython.int = 2 * self.side * self.board.lines
        for i in range(self.board.listed[2 * self.side]):
            if self.board.empty_in(self.board.lists[at + i], NOWHERE) == last:
                return True
        return False

    def urgent(self) -> int:
        """Return a cell that completes a line, else one that the opponent would; else NOWHERE."""
        for side in (self.side, 1 - self.side):
            if self.board.listed[2 * side]:
                line = self.board.lists[2 * side * self.board.lines]
                return int(self.board.empty_in(line, NOWHERE))
        return NOWHERE

    def promising(self) -> int:
        """Return the move to make without a search: the urgent one, else the most promising."""
        n: int = 0
        cell: int = self.urgent()
        if cell != NOWHERE:
            return cell
        for cell in range(self.board.cells):
            if self.board.owner[cell] == NOWHERE:
                n = self._offer(n, 1, cell, self.side, 0, NOWHERE)
        return int(self.moves[0])

    def _next(self) -> int:
        """Return the urgent or the stored move; NOWHERE if there is neither."""
        cell: int = self.urgent()
        return cell if cell != NOWHERE else int(self.cache.find(self.board).move)

    # -- the search --------------------------------------------------------------------------

    def _search(
        self, depth: cython.int, alpha: cython.int, beta: cython.int, ply: cython.int
    ) -> cython.int:
        """Return the value for the side to move, `ply` plies below the root.

        Exact if alpha < value < beta, an upper bound if value <= alpha, a lower one if
        value >= beta. A win that ends p plies below the root is worth WIN - p.
        """
        side: cython.int = self.side ^ (ply & 1)
        if not self.budget.visit():
            return 0
        if self.board.listed[2 * side]:
            return self._completed(side, WIN - ply - 1, ply)
        forced: cython.int = self.board.completion(1 - side)
        if forced == TWO:
            return self._completed(1 - side, ply + 2 - WIN, ply)
        if forced == MANY and ply < MOST_PLIES:
            return self._either(depth, alpha, beta, ply)
        if forced != NOWHERE and ply < MOST_PLIES:
            return self._only(forced, depth, alpha, beta, ply)
        if self.board.empties == 0:
            return 0
        return self._free(side, depth, alpha, beta, ply)

    def _completed(self, side: cython.int, value: cython.int, ply: cython.int) -> cython.int:
        """Return the value if a line of `side` decides; at the root, its cell is the move."""
        if ply == 0:
            self.best = self.board.empty_in(self.board.lists[2 * side * self.board.lines], NOWHERE)
        return value

    def _free(
        self,
        side: cython.int,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
    ) -> cython.int:
        """Search a position in which neither side completes a line at once."""
        known: CachedValue = self.cache.find(self.board)
        value: cython.int
        if known.found and ply > 0:
            value = usable(known, depth, alpha, beta, ply)
            if value != UNUSABLE:
                return value
        plies: cython.int = 0
        if not known.found or known.depth < depth:
            plies = self._fours(side, depth, ply)
        if plies:
            if ply == 0:
                self.best = self.fours.path[0]
            value = WIN - ply - plies
            self._keep(depth, LOWER, value, self.fours.path[0], ply)
            return value
        if depth <= 0 or ply >= MOST_PLIES:
            value = self._guess(side)
            self._keep(0, EXACT, value, NOWHERE, ply)
            return value
        if depth <= RAZORED and self._prunes(alpha, beta, ply):
            value = self._guess(side)
            if value + MARGIN * depth <= alpha:
                self._keep(0, UPPER, value, NOWHERE, ply)
                return value
        first: cython.int = known.move
        if ply == 0 and first == NOWHERE:
            first = self.best
        return self._among(first, depth, alpha, beta, ply)

    def _prunes(self, alpha: cython.int, beta: cython.int, ply: cython.int) -> cython.bint:
        """Whether an estimate may stand for a search: the window asks for no proof."""
        return self.patterns.known and ply > 0 and alpha > -DIM and beta < DIM

    def _fours(self, side: cython.int, depth: cython.int, ply: cython.int) -> cython.int:
        """Return the plies in which `side` would win by fours; 0 if no win is found.

        Below the root, they are searched only if a win is likely.
        """
        if ply > 0 and self.patterns.known and not self.patterns.sharp(side):
            return 0
        nodes: cython.longlong = LEAF_NODES << min(max(depth, 0) + (4 if ply == 0 else 0), 11)
        return self.fours.win(side, MOST_STEPS, nodes)

    def _place(self, cell: cython.int, side: cython.int) -> None:
        self.board.place(cell, side)
        if self.patterns.known:
            self.patterns.place(cell, side)

    def _lift(self, cell: cython.int, side: cython.int) -> None:
        self.board.lift(cell, side)
        if self.patterns.known:
            self.patterns.lift(cell, side)

    def _only(
        self,
        cell: cython.int,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
    ) -> cython.int:
        """Search the only move, which costs no depth."""
        side: cython.int = self.side ^ (ply & 1)
        if ply == 0:
            self.best = cell
        self._place(cell, side)
        value: cython.int = -self._search(depth, -beta, -alpha, ply + 1)
        self._lift(cell, side)
        return value

    def _either(
        self, depth: cython.int, alpha: cython.int, beta: cython.int, ply: cython.int
    ) -> cython.int:
        """Search the only two moves, likewise: under caro both stop the threat."""
        second: cython.int = self.board.second
        side: cython.int = self.side ^ (ply & 1)
        n: cython.int = self._offer(0, 2, self.board.stop, side, ply, NOWHERE)
        n = self._offer(n, 2, second, side, ply, NOWHERE)
        return self._each(n, depth + 1, alpha, beta, ply)

    def _among(
        self,
        first: cython.int,
        depth: cython.int,
        alpha: cython.int,
        beta: cython.int,
        ply: cython.int,
    ) -> cython.int:
        """Search the moves worth trying, the stored one first."""
        i: cython.int
        n: cython.int = 0
        cells: cython.int
        value: cython.int
        side: cython.int = self.side ^ (ply & 1)
        # What does the opponent threaten after a pass?
        plies: cython.int = self._fours(1 - side, depth, ply)
        if self.budget.stopped:
            return 0
        if plies:
            cells = self.fours.zone(1 - side, self.zone)
            for i in range(cells):
                n = self._offer(n, cells, self.zone[i], side, ply, first)
            value = max(self._each(n, depth, alpha, beta, ply), ply + 1 + plies - WIN)
        else:
            if depth <= SPARED and self._prunes(alpha, beta, ply):
                value = self._guess(side)
                if value - MARGIN * depth >= beta:
                    self._keep(0, LOWER, value, NOWHERE, ply)
                    return value
            cells = self._width(depth, ply)
            for i in range(self.board.cells):
                if self.board.owner[i] == NOWHERE:
                    n = self._offer(n, cells, i, side, ply, first)
            value = self._each(n, depth, alpha, beta, ply)
            if n < self.board.empties:
                value = max(value, -DIM)
        if self.budget.stopped:
            return 0
        self._keep(
            depth,
            LOWER if value >= beta else UPPER if value <= alpha else EXACT,
            value,
            self.chosen[ply],
            ply,
        )
        return value

    def _width(self, depth: cython.int, ply: cython.int) -> cython.int:
        """Return how many moves to try if nothing is forced."""
        if ply == 0:
            return self.board.empties if self.every_move else WIDTH
        return min(NEAR_WIDTH * depth, MOST_WIDTH) if self.patterns.known else WIDTH

    def _each(
        self, n: cython.int, depth: cython.int, alpha: cython.int, beta: cython.int, ply: cython.int
    ) -> cython.int:
        """Search the n moves in a ply's row, late ones less deeply; return the best value."""
        i: cython.int
        cell: cython.int
        value: cython.int
        less: cython.int
        best: cython.int = -WIN
        side: cython.int = self.side ^ (ply & 1)
        row: cython.int = ply * self.board.cells
        self.chosen[ply] = NOWHERE
        for i in range(n):
            cell = self.moves[row + i]
            less = (i > 2) + (i > 9) if depth > 2 else 0
            self._place(cell, side)
            value = alpha + 1
            if i > 0:
                value = -self._search(depth - 1 - less, -alpha - 1, -alpha, ply + 1)
                if value > alpha and less and not self.budget.stopped:
                    value = -self._search(depth - 1, -alpha - 1, -alpha, ply + 1)
            if i == 0 or alpha < value < beta:
                value = -self._search(depth - 1, -beta, -alpha, ply + 1)
            self._lift(cell, side)
            if self.budget.stopped:
                return 0
            if value > best:
                best = value
                self.chosen[ply] = cell
            if value > alpha:
                alpha = value
                if ply == 0:
                    self.best = cell
            if alpha >= beta:
                self._cut(cell, ply)
                break
        return best

    def _offer(
        self,
        n: cython.int,
        most: cython.int,
        cell: cython.int,
        side: cython.int,
        ply: cython.int,
        first: cython.int,
    ) -> cython.int:
        """Insert a move into a ply's sorted row of n moves, at most `most`; return the new n."""
        row: cython.int = ply * self.board.cells
        at: cython.int = n
        worth: cython.int = self._promise(cell, side) + self.through[cell]
        if ply == 0 and self.patterns.known:  # among equal kinds, those on most lines with stones
            worth += self.board.promised(cell, side) + self.board.promised(cell, 1 - side)
        if cell == first:
            worth += FIRST
        elif cell == self.killers[2 * ply] or cell == self.killers[2 * ply + 1]:
            worth += KILLER
        if n == most:
            if worth <= self.worths[n - 1]:
                return n
            at = n - 1
        else:
            n += 1
        while at > 0 and self.worths[at - 1] < worth:
            self.worths[at] = self.worths[at - 1]
            self.moves[row + at] = self.moves[row + at - 1]
            at -= 1
        self.worths[at] = worth
        self.moves[row + at] = cell
        return n

    def _promise(self, cell: cython.int, side: cython.int) -> cython.int:
        """Return how promising a move of `side` is at first sight."""
        if self.patterns.known:
            return self.patterns.worth(cell, side)
        return (
            3 * self.board.promise[side * self.board.cells + cell]
            + 2 * self.board.promise[(1 - side) * self.board.cells + cell]
        )

    def _cut(self, cell: cython.int, ply: cython.int) -> None:
        """Store a move that was good enough: it may also be good elsewhere on its ply."""
        if self.killers[2 * ply] != cell:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = cell

    def _keep(
        self,
        depth: cython.int,
        bound: cython.int,
        value: cython.int,
        move: cython.int,
        ply: cython.int,
    ) -> None:
        """Store a value; wins are counted from the position."""
        if value > DECIDED:
            value += ply
        elif value < -DECIDED:
            value -= ply
        if not self.budget.stopped:
            self.cache.store(self.board, depth, bound, value, move)

    def _guess(self, side: cython.int) -> cython.int:
        """Return the estimate for `side`, which is to move."""
        lack: cython.int
        points: cython.int = 0
        if self.patterns.known:
            return max(min(self.patterns.guess(side), MOST_GUESS), -MOST_GUESS)
        own: cython.int = side * LACKS
        other: cython.int = (1 - side) * LACKS
        for lack in range(2, LACKS):
            points += self.own[lack] * self.board.tally[own + lack]
            points -= self.other[lack] * self.board.tally[other + lack]
        return max(min(points, MOST_GUESS), -MOST_GUESS)

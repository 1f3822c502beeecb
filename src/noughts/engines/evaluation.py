"""`LineCounts`: a board that tracks how full each line is.

A line on which both sides have stones is dead. A line with one side's stones is worth more to it
the fewer cells it lacks. The sum of these values is the `Estimate` that a search uses when it
cannot see the end. A stone changes only the lines through its cell, so `place` and `lift` update
everything instead of computing it from scratch.
"""

from collections.abc import Iterator

from noughts.core.bits import bits
from noughts.core.position import Mark, Position

# The value of a line that lacks 1, 2, 3, ... cells; an empty line has the value 0.
_WORTH = (0, 900, 120, 24, 6, 2)
MOST_POINTS = 500_000

X, O = 0, 1  # noqa: E741  (the sides as indices, for speed)


class LineCounts:
    """Stones, the stones in each line, and the values that follow. Mutable, for searching.

    Sides are indices here: 0 is X, 1 is O.
    """

    def __init__(self, position: Position) -> None:
        rules = position.rules
        self.rules = rules
        self._through = tuple(tuple(i for _, _, i in lines) for lines in rules.lines_through)
        self._cells = tuple(map(bits, rules.lines))
        self._worth = [_worths(len(cells)) for cells in self._cells]
        self.boards: list[int] = [0, 0]  #: the two bitboards
        self.counts: list[list[int]] = [[0] * len(rules.lines), [0] * len(rules.lines)]
        self.points: int = 0  #: the value of X's lines minus the value of O's
        #: how many lines each side can still complete
        self.open_lines: list[int] = [len(rules.lines)] * 2
        single = {i for i, cells in enumerate(self._cells) if len(cells) == 1}
        #: for each side the lines that lack one cell
        self.threats: tuple[set[int], set[int]] = (single, single.copy())
        #: for each cell, the value of its living lines to both sides together, plus one for each
        #: line; 0 means that the cell no longer matters
        self.promise: list[int] = [len(lines) for lines in self._through]
        for cell in range(rules.cells):
            owner = position.mark(cell)
            if owner is not None:
                self.place(cell, X if owner is Mark.X else O)

    def place(self, cell: int, side: int) -> None:
        """Put a stone of `side` on an empty cell."""
        self.boards[side] |= 1 << cell
        self._update(cell, side, step=1)

    def lift(self, cell: int, side: int) -> None:
        """Remove that stone."""
        self.boards[side] &= ~(1 << cell)
        self._update(cell, side, step=-1)

    def _update(self, cell: int, side: int, *, step: int) -> None:
        own, other = self.counts[side], self.counts[1 - side]
        for line in self._through[cell]:
            before, theirs = own[line], other[line]
            own[line] = after = before + step
            if before == 0 or after == 0:  # the line closes, or opens again, for the other side
                self.open_lines[1 - side] += 1 if after == 0 else -1
            if not theirs:
                gain = self._grow(line, side, before, after)
            elif before == 0 or after == 0:
                gain = self._block(line, side, theirs, alive=after == 0)
            else:
                continue  # it was dead and stays dead
            for member in self._cells[line]:
                self.promise[member] += gain

    def _grow(self, line: int, side: int, before: int, after: int) -> int:
        """Add a stone to a line without stones of the other side; return the gain."""
        gain = self._worth[line][after] - self._worth[line][before]
        self.points += gain if side == X else -gain
        nearly = len(self._cells[line]) - 1
        if after == nearly:
            self.threats[side].add(line)
        elif before == nearly:
            self.threats[side].discard(line)
        return gain

    def _block(self, line: int, side: int, theirs: int, *, alive: bool) -> int:
        """Mark the other side's line as dead or alive again; return the change for its cells."""
        worth = self._worth[line][theirs] if alive else -self._worth[line][theirs]
        self.points += -worth if side == X else worth
        if theirs == len(self._cells[line]) - 1:
            (self.threats[1 - side].add if alive else self.threats[1 - side].discard)(line)
        return worth + (1 if alive else -1)

    def completing(self, side: int) -> set[int]:
        """Return the playable cells with which `side` completes a line at once."""
        if not self.threats[side]:
            return set()
        return {cell.bit_length() - 1 for _, cell in self._completions(side)}

    def _completions(self, side: int) -> Iterator[tuple[int, int]]:
        own, other = self.boards[side], self.boards[1 - side]
        rules = self.rules
        return rules.completions(own, other, rules.playable(own | other), self.threats[side])

    def stopping(self, side: int) -> set[int]:
        """Return the cells with which `side` stops every line that the other side could complete.

        That is the last cell of the line or, under caro, also its second end, if `side` has the
        other one. One cell must stop all lines.
        """
        own = self.boards[side]
        found = self.rules.playable(own | self.boards[1 - side])
        for index, last in self._completions(1 - side):
            free = self.rules.ends[index] & ~own
            found &= last | (free if free.bit_count() == 1 else 0)
        return set(bits(found))

    def estimate(self, side: int) -> int:
        """Return the estimate for `side`: its lines' value minus the other side's."""
        points = max(-MOST_POINTS, min(MOST_POINTS, self.points))
        if self.rules.misere:
            points = -points  # in misère a nearly full line is a burden
        return points if side == X else -points


def _worths(length: int) -> tuple[int, ...]:
    """Return the value of a line of this length with 0, 1, ... of its cells filled."""
    filled = [_WORTH[min(length - n, len(_WORTH) - 1)] for n in range(1, length)]
    return (0, *filled, 0)

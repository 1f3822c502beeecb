"""Check that X wins on all boards that contain a window: `python window_checker.py FILE`.

X plays in a *window*, a part of the board, and ignores everything outside. Of O's stones outside,
only their number on each side counts: left, right, above and below. A line that leaves the window
is O's as soon as its cells inside are O's and there are so many stones on each side as it has cells
there. X completes lines inside the window only. X's lines have exactly k stones, and O's may have
more. So O has more here than on any real board, and X less: if X wins here, X wins on every board
that contains the window, whether k or more in a row count or exactly k. A *strip* has as many rows
as the board, so that nothing is above or below.

The file names the window and X's moves where X neither completes a line, nor blocks one, nor wins
by threats alone. The checker finds those moves itself. O's replies are tried in the order of the
cells, row by row, and then a stone on each side. Positions that are mirror images of earlier ones
need no move. This needs Python alone. Exit code: 0 right, 1 wrong (says where), 2 no such file.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

VERSION = "noughts window 1"
CELLS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/"  # cells 0 to 63
SIZE = re.compile(r"([1-9]\d?),([1-9]\d?),([1-9]\d?)( strip)?", re.ASCII)


class WindowError(Exception):
    """The file is wrong (exit code 1), or cannot be read (2)."""


def require(fact: object, why: str, code: int = 1) -> None:
    """Raise an error unless a condition is true."""
    if not fact:
        raise WindowError(why, code)


class WindowPosition(NamedTuple):
    """Stones in the window, and how many O has on its left and right, above and below it."""

    x: int
    o: int
    outside: tuple[int, ...] = (0, 0, 0, 0)


def parts(cells: int) -> Iterator[int]:
    """Yield the cells of a set, the lowest first."""
    while cells:
        yield cells & -cells
        cells &= cells - 1


class Window:
    """A window of `columns` and `rows`, on boards where k in a row win."""

    def __init__(self, columns: int, rows: int, k: int, *, strip: bool = False) -> None:
        fits = k > 1 and columns >= k and (strip or rows >= k) and columns * rows <= len(CELLS)
        require(fits, "wrong size", 2)
        self.columns, self.rows, self.k, self.strip = columns, rows, k, strip
        self.full: int = (1 << columns * rows) - 1
        #: X's and O's lines in the window, and the cells at their ends, which X must not have
        self.lines: list[tuple[int, int]] = []
        #: O's lines that leave it: the cells inside, and the number of cells on each side; those
        #: with the fewest outside come first
        self.crossing: list[tuple[int, tuple[int, ...]]] = []
        for column in range(1 - k, columns + k):
            for row in range(rows) if strip else range(1 - k, rows + k):
                for right, down in ((1, 0), (0, 1), (1, 1), (1, -1)):
                    self._add([(column + n * right, row + n * down) for n in range(-1, k + 1)])
        self.crossing.sort(key=lambda line: sum(line[1]))
        self._images: dict[int, tuple[int, int, int, int]] = {}
        self._threats: dict[WindowPosition, bool] = {}

    def _add(self, cells: list[tuple[int, int]]) -> None:
        """Add a line, given with the cells before and after it."""
        before, *line, after = cells
        if self.strip and not 0 <= line[-1][1] < self.rows:
            return
        inside = sum(map(self._bit, line))
        if inside.bit_count() == self.k:
            self.lines.append((inside, self._bit(before) | self._bit(after)))
        elif inside:
            sides = [self._side(*cell) for cell in line if not self._bit(cell)]
            self.crossing.append((inside, tuple(sides.count(side) for side in range(4))))

    def _bit(self, cell: tuple[int, int]) -> int:
        """Return a cell as a set; the empty set if it is outside."""
        column, row = cell
        inside = 0 <= column < self.columns and 0 <= row < self.rows
        return 1 << row * self.columns + column if inside else 0

    def _side(self, column: int, row: int) -> int:
        """Return the side on which a cell outside is; corners are on the left or right."""
        if not 0 <= column < self.columns:
            return int(column > 0)
        return 3 if row > 0 else 2

    def completing(self, at: WindowPosition) -> int:
        """Return the empty cells with which X completes a line."""
        cells = 0
        for line, ends in self.lines:
            rest = line & ~at.x
            if not rest & (rest - 1) and not rest & at.o and not ends & at.x:
                cells |= rest
        return cells

    def danger(self, at: WindowPosition) -> tuple[int, bool]:
        """Return the cells with which O wins at once, and whether a stone outside wins."""
        outside = sum(at.outside)
        cells, beyond = 0, outside >= self.k - 1
        for line, _ in self.lines:
            rest = line & ~at.o
            if not rest & (rest - 1) and not rest & at.x:
                cells |= rest
        for inside, needed in self.crossing:
            if sum(needed) > outside + 1:
                break
            rest = inside & ~at.o
            if rest & at.x or rest & (rest - 1):
                continue
            lacks = sum(max(0, n - has) for n, has in zip(needed, at.outside, strict=True))
            if not rest:
                beyond |= lacks <= 1
            elif not lacks:
                cells |= rest
        return cells, beyond

    def replies(self, at: WindowPosition) -> Iterator[WindowPosition]:
        """Yield the positions after each of O's moves."""
        for cell in parts(self.full & ~(at.x | at.o)):
            yield at._replace(o=at.o | cell)
        for side in range(2 if self.strip else 4):
            yield at._replace(outside=tuple(n + (at == side) for at, n in enumerate(at.outside)))

    def canonical(self, at: WindowPosition) -> WindowPosition:
        """Return the first of the four mirror images of a position."""
        xs, os = self.images(at.x), self.images(at.o)
        left, right, above, below = at.outside
        sides = [
            (left, right, above, below),
            (right, left, above, below),
            (left, right, below, above),
            (right, left, below, above),
        ]
        return min(map(WindowPosition, xs, os, sides))

    def images(self, cells: int) -> tuple[int, int, int, int]:
        """Return a set of cells, mirrored left and right, up and down, and both."""
        if cells not in self._images:
            found = [0, 0, 0, 0]
            for cell in parts(cells):
                row, column = divmod(cell.bit_length() - 1, self.columns)
                for n in range(4):
                    across = self.columns - 1 - column if n & 1 else column
                    down = self.rows - 1 - row if n & 2 else row
                    found[n] |= 1 << across + down * self.columns
            self._images[cells] = found[0], found[1], found[2], found[3]
        return self._images[cells]

    def threatens(self, at: WindowPosition) -> bool:
        """Return whether X, to move, wins although O can only complete and block lines."""
        if at not in self._threats:
            self._threats[at] = bool(self.completing(at)) or self._forces(at)
        return self._threats[at]

    def _forces(self, at: WindowPosition) -> bool:
        danger, beyond = self.danger(at)
        if beyond or danger & (danger - 1):
            return False
        for line, ends in tuple(self.lines):
            rest = line & ~at.x
            if line & at.o or ends & at.x or rest.bit_count() != 2:
                continue
            for move in parts(rest):
                if danger and move != danger:
                    continue
                then = at._replace(x=at.x | move)
                if self.danger(then) != (0, False):
                    continue
                wins = self.completing(then)
                if wins & (wins - 1) or self.threatens(then._replace(o=then.o | wins)):
                    # What won here probably wins against O's other replies, too.
                    self.lines.remove((line, ends))
                    self.lines.insert(0, (line, ends))
                    return True
        return False


class WindowProof:
    """What a file has shown so far."""

    def __init__(self, window: Window, moves: Iterator[int]) -> None:
        self.window = window
        self.moves = moves
        self.shown: set[WindowPosition] = set()

    def wins(self, at: WindowPosition) -> None:
        """Check that X, to move, wins.

        Raises:
            WindowError: X does not, or the file has no move.
        """
        window = self.window
        key = window.canonical(at)
        if key in self.shown or window.threatens(at):
            return
        self.shown.add(key)
        danger, beyond = window.danger(at)
        require(not beyond and not danger & (danger - 1), f"O wins: {self.drawn(at)}")
        move = danger or next(self.moves, 0)
        require(move and not move & (at.x | at.o), f"X has no move: {self.drawn(at)}")
        self.holds(at._replace(x=at.x | move))

    def holds(self, at: WindowPosition) -> None:
        """Check that X wins after each move of O, who is to move."""
        window = self.window
        require(window.danger(at) == (0, False), f"O wins: {self.drawn(at)}")
        wins = window.completing(at)
        if wins & (wins - 1):
            return
        for then in [at._replace(o=at.o | wins)] if wins else window.replies(at):
            self.wins(then)

    def drawn(self, at: WindowPosition) -> str:
        """Return a position as text, with the stones outside."""
        columns, cells = self.window.columns, self.window.full.bit_length()
        signs = ["XO."[0 if at.x >> n & 1 else 1 if at.o >> n & 1 else 2] for n in range(cells)]
        text = "/".join("".join(signs[n : n + columns]) for n in range(0, cells, columns))
        return f"{text}, outside {at.outside}"


def check(text: str) -> Window:
    """Check a file; return the window in which X wins.

    Raises:
        WindowError: it is wrong, or not such a file.
    """
    version, size, *lines = [*text.split("\n"), ""]
    found = SIZE.fullmatch(size)
    moves = "".join(lines)
    good = version == VERSION and found and set(moves) <= set(CELLS)
    require(good, "it does not begin like a window", 2)
    *numbers, strip = found.groups() if found else ()
    window = Window(*map(int, numbers), strip=strip is not None)
    cells = [1 << CELLS.index(move) for move in moves]
    require(all(cell <= window.full for cell in cells), "no such cell", 2)
    proof = WindowProof(window, iter(cells))
    proof.wins(WindowPosition(0, 0))
    require(next(proof.moves, None) is None, "there are moves that nothing needs")
    return window


def main(arguments: list[str]) -> int:
    """Check the file named on the command line; say what it shows; return the exit code."""
    try:
        window = check(Path(*arguments[:1]).read_text(encoding="ascii"))
    except (OSError, UnicodeError, WindowError) as error:
        why, code = error.args if isinstance(error, WindowError) else (error, 2)
        sys.stderr.write(f"{('does not hold', 'not a window')[code - 1]}: {why}\n")
        return int(code)
    boards = f"every board of at least {window.columns} columns and "
    boards += f"{'' if window.strip else 'at least '}{window.rows} rows"
    sys.stdout.write(f"X wins {window.k} in a row on {boards}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

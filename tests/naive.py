"""Obviously right twins of what the library does fast: no bitboards and no lines.

Many tests ask who has won on the same boards, so `winner` looks at each board once.
"""

import itertools
from collections.abc import Iterator
from functools import cache

Rows = tuple[str, ...]


def runs(rows: Rows, mark: str, k: int, *, torus: bool = False) -> list[int]:
    """Return the lengths of all maximal runs of a mark of at least k, in the four directions."""
    height, width = len(rows), len(rows[0])

    def own(x: int, y: int) -> bool:
        if torus:
            return rows[y % height][x % width] == mark
        return 0 <= x < width and 0 <= y < height and rows[y][x] == mark

    found = []
    for y, x in itertools.product(range(height), range(width)):
        if rows[y][x] != mark:
            continue
        for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1)):
            if torus or not own(x - dx, y - dy):
                length = 0
                while length < width * height and own(x + length * dx, y + length * dy):
                    length += 1
                if length >= k:
                    found.append(length)
    return found


def unblocked(rows: Rows, mark: str, k: int, *, torus: bool = False) -> list[int]:
    """Return the lengths of the same runs, but of those of k with the opponent at both ends."""
    height, width = len(rows), len(rows[0])
    other = "O" if mark == "X" else "X"

    def at(x: int, y: int) -> str:
        if torus:
            return rows[y % height][x % width]
        return rows[y][x] if 0 <= x < width and 0 <= y < height else "the edge"

    found = []
    for y, x in itertools.product(range(height), range(width)):
        if rows[y][x] != mark:
            continue
        for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1)):
            length = 0
            while length < width * height and at(x + length * dx, y + length * dy) == mark:
                length += 1
            before, after = at(x - dx, y - dy), at(x + length * dx, y + length * dy)
            round_the_torus = length == width * height
            blocked = length == k and before == after == other
            if length >= k and (before != mark or round_the_torus) and not blocked:
                found.append(length)
    return found


@cache
def winner(
    rows: Rows, k: int, *, torus: bool = False, exact: bool = False, caro: bool = False
) -> str | None:
    """Return the mark that has k in a row; or more, unless `exact`, which goes with no torus."""
    for mark in "XO":
        found = (unblocked if caro else runs)(rows, mark, k, torus=torus)
        if k in found if exact else found:
            return mark
    return None


def children(rows: Rows, *, gravity: bool = False) -> Iterator[Rows]:
    """Yield the positions one move on."""
    stones = "".join(rows)
    mark = "X" if stones.count("X") == stones.count("O") else "O"
    for y, x in itertools.product(range(len(rows)), range(len(rows[0]))):
        below = rows[y + 1][x] if y + 1 < len(rows) else "the floor"
        if rows[y][x] == "." and not (gravity and below == "."):
            yield (*rows[:y], rows[y][:x] + mark + rows[y][x + 1 :], *rows[y + 1 :])


def all_positions(
    width: int, height: int, k: int, *, gravity: bool = False, **flags: bool
) -> set[Rows]:
    """Return every reachable position of an m,n,k game; the flags are those of `winner`."""
    found: set[Rows] = set()
    todo: list[Rows] = [("." * width,) * height]
    while todo:
        rows = todo.pop()
        if rows not in found:
            found.add(rows)
            if winner(rows, k, **flags) is None:
                todo.extend(children(rows, gravity=gravity))
    return found


def value(
    rows: Rows,
    k: int,
    memory: dict[Rows, tuple[int, int]],
    *,
    gravity: bool = False,
    misere: bool = False,
    **flags: bool,
) -> tuple[int, int]:
    """Return (1, 0 or -1, plies) for the side to move, by plain recursion."""
    if rows not in memory:
        if winner(rows, k, **flags):
            memory[rows] = (1 if misere else -1, 0)
        elif "." not in "".join(rows):
            memory[rows] = (0, 0)
        else:
            options = []
            for child in children(rows, gravity=gravity):
                sign, plies = value(child, k, memory, gravity=gravity, misere=misere, **flags)
                options.append((-sign, plies + 1 if sign else 0))
            # A sooner win is better, a later loss is better.
            memory[rows] = max(options, key=lambda option: (option[0], -option[0] * option[1]))
    return memory[rows]

"""Symmetries: the permutations of cells that map lines to lines, so a game stays the same.

A symmetry is a tuple `s`, and `s[cell]` is where the cell goes. On 3×3 these are the eight
rotations and reflections. On 4×4 with k = 4 there are 32, because swapping the inner with the outer
rows and columns keeps every line a line. So symmetries are found from the lines, not from the
board's shape. With gravity they must also keep which cell is below which, so they only exchange
columns.

Not every game gets all of its symmetries. Each costs time whenever positions are compared, and some
games have very many. On the torus 2,3,1,2 any two cells are a line, so all 720 permutations keep
the game. Such games get the rotations and reflections of their board.
"""

import itertools
from collections.abc import Iterator, Sequence

from noughts.core.bits import bits
from noughts.core.notation import Cutout, Shape, cell_count

Symmetry = tuple[int, ...]
#: Bitboards: the cells of a line, those that must not continue it, and its ends under caro.
GuardedLine = tuple[int, int, int]

SEARCH_CELLS = 64  #: larger boards get only the symmetries of their shape
#: so do boards with more symmetries than this: using them would cost more than it saves
MOST = 512
#: and so do games whose symmetries take longer to find; permuting a line is one step
STEPS = 500_000


def symmetries(
    shape: Shape, lines: Sequence[GuardedLine], *, gravity: bool = False, regular: bool = False
) -> tuple[Symmetry, ...]:
    """Return the symmetries of a game, the identity first; they form a group.

    On up to 64 cells these are all automorphisms of the lines, if there are at most 512 and `STEPS`
    suffice to find them. Otherwise they are the rotations and reflections of the board that map
    lines to lines. With gravity, they are only those that keep which cell is below which. If
    `regular` (all runs of one length), every rotation and reflection is known to map the lines to
    each other.

    >>> from noughts import Rules
    >>> [len(Rules.parse(game).symmetries) for game in ("3,3,3", "4,3,3", "3,3,3,3", "qubic")]
    [8, 4, 48, 192]
    >>> len(Rules.parse("connect-four").symmetries)
    2
    """
    game = _Game(cell_count(shape), set(lines), _stacked(shape) if gravity else set())
    if game.cells <= SEARCH_CELLS:
        try:
            found = list(itertools.islice(_automorphisms(game), MOST + 1))
        except _OutOfStepsError:
            found = []
        if 0 < len(found) <= MOST:
            return tuple(sorted(found))
    return tuple(
        sorted(
            s
            for s in set(_motions(shape))
            if game.keeps_columns(s) and (regular or game.keeps_lines(s))
        )
    )


def permuted(board: int, symmetry: Symmetry) -> int:
    """Return a bitboard with every stone moved by the symmetry.

    >>> permuted(0b001, (2, 1, 0)) == 0b100
    True
    """
    image = 0
    while board:
        low = board & -board
        image |= 1 << symmetry[low.bit_length() - 1]
        board ^= low
    return image


class Images:
    """The images of a board under all symmetries of a game, found at once.

    Each cell has one long number with its image under every symmetry, so a position's number has
    all of its images, after a step for each stone.

    >>> images = Images([(0, 1), (1, 0)], 2)
    >>> images.least(0b10, 0), [int.from_bytes(image) for image in images.of(0b10)]
    ((1, 0, 1), [2, 1])
    """

    def __init__(self, symmetries: Sequence[Symmetry], cells: int) -> None:
        self.cells = cells
        self.size: int = (2 * cells + 7) // 8  # bytes of one image: X's stones below O's
        last = len(symmetries) - 1
        self.starts: range = range(0, self.size * len(symmetries), self.size)
        xs = [
            sum(1 << 8 * self.size * (last - n) + s[cell] for n, s in enumerate(symmetries))
            for cell in range(cells)
        ]
        self.of_bit: list[int] = xs + [images << cells for images in xs]

    def of(self, key: int) -> list[bytes]:
        """Return the images of a position by its key: theirs, the highest byte first."""
        images = 0
        for bit in bits(key):
            images |= self.of_bit[bit]
        size, text = self.size, images.to_bytes(self.size * len(self.starts))
        return [text[start : start + size] for start in self.starts]

    def least(self, x: int, o: int) -> tuple[int, int, int]:
        """Return the least image's X and O, and the number of the first symmetry that gives it."""
        found = self.of(x | o << self.cells)
        least = min(found)
        both = int.from_bytes(least)
        return both & (1 << self.cells) - 1, both >> self.cells, found.index(least)


def inverse(symmetry: Symmetry) -> Symmetry:
    """Return the symmetry that undoes this one.

    >>> inverse((1, 2, 0))
    (2, 0, 1)
    """
    back = [0] * len(symmetry)
    for cell, image in enumerate(symmetry):
        back[image] = cell
    return tuple(back)


class _OutOfStepsError(Exception):
    """The search for symmetries took too long."""


class _Game:
    """What a symmetry must keep, and how many steps the search may still take."""

    def __init__(self, cells: int, lines: set[GuardedLine], stacked: set[tuple[int, int]]) -> None:
        self.cells = cells  #: how many there are
        self.lines = lines  #: the lines with their guards and ends
        self.members = [tuple(map(bits, line)) for line in lines]  #: the cells of each of the three
        self.stacked = stacked  #: with gravity, each cell with the one below it
        self.steps = STEPS

    def keeps_columns(self, symmetry: Symmetry) -> bool:
        """Whether the permutation keeps which cell is below which."""
        return all((symmetry[a], symmetry[b]) in self.stacked for a, b in self.stacked)

    def keeps_lines(self, symmetry: Symmetry) -> bool:
        """Whether the permutation maps lines to lines."""
        place = [1 << cell for cell in symmetry].__getitem__
        return all(
            (sum(map(place, line)), sum(map(place, guard)), sum(map(place, ends))) in self.lines
            for line, guard, ends in self.members
        )

    def spend(self, steps: int) -> None:
        """Count steps.

        Raises:
            _OutOfStepsError: No steps are left.
        """
        self.steps -= steps
        if self.steps < 0:
            raise _OutOfStepsError


def _stacked(shape: Shape) -> set[tuple[int, int]]:
    """Return each cell with the one below it."""
    columns, rows = shape[:2]
    return {(c, c + columns) for c in range(cell_count(shape)) if c // columns % rows < rows - 1}


def _motions(shape: Shape) -> Iterator[Symmetry]:
    """Yield every rotation and reflection of the board, or only the identity if it has holes."""
    if isinstance(shape, Cutout):
        yield tuple(range(cell_count(shape)))
        return
    sides = range(len(shape))
    # Reading order: the column runs fastest.
    places = [p[::-1] for p in itertools.product(*(range(side) for side in reversed(shape)))]
    index = {place: cell for cell, place in enumerate(places)}
    for turn in itertools.permutations(sides):
        if any(shape[turn[i]] != shape[i] for i in sides):
            continue
        for mirror in itertools.product((False, True), repeat=len(shape)):
            yield tuple(
                index[tuple(shape[i] - 1 - p[turn[i]] if mirror[i] else p[turn[i]] for i in sides)]
                for p in places
            )


def _automorphisms(game: _Game) -> Iterator[Symmetry]:
    """Yield every automorphism, by backtracking over the image of one cell after another.

    Two cells can only go to two cells that share as many lines, so there is almost no backtracking.

    Raises:
        _OutOfStepsError: The search takes too long.
    """
    cells = game.cells
    shared = _shared_lines(game)
    alike = [_grouped(row) for row in shared]  # alike[a][n]: the cells that share n lines with a
    through = _grouped([shared[cell][cell] for cell in range(cells)])
    known = {line for line, _, _ in game.lines}
    ending: list[list[tuple[int, ...]]] = [[] for _ in range(cells)]  # the lines by their last cell
    for line in known:
        *others, last = bits(line)
        ending[last].append(tuple(others))
    above = {below: cell for cell, below in game.stacked}
    following = [row[cell + 1 :] for cell, row in enumerate(shared)]

    def extend(images: list[int], boards: list[int], domains: list[int]) -> Iterator[Symmetry]:
        """Go on from the images of the first cells, also given as bitboards."""
        cell = len(images)
        if cell == cells:
            game.spend(len(game.lines))
            if game.keeps_lines(tuple(images)):
                yield tuple(images)
            return
        place = boards.__getitem__
        for image in bits(domains[0]):
            game.spend(1 + len(ending[cell]) + (cells - cell) // 8)
            if cell in above and (images[above[cell]], image) not in game.stacked:
                continue
            board = 1 << image
            if not known.issuperset(sum(map(place, line), board) for line in ending[cell]):
                continue
            groups, narrowed = alike[image], []
            for domain, n in zip(domains[1:], following[cell], strict=True):
                left = domain & groups.get(n, 0) & ~board
                if not left:
                    break
                narrowed.append(left)
            else:
                yield from extend([*images, image], [*boards, board], narrowed)

    yield from extend([], [], [through[shared[cell][cell]] for cell in range(cells)])


def _shared_lines(game: _Game) -> list[list[int]]:
    """Count the lines that each pair of cells shares; on the diagonal, those through the cell."""
    shared = [[0] * game.cells for _ in range(game.cells)]
    for line, _, _ in game.lines:
        members = bits(line)
        game.spend(len(members) ** 2 // 8)
        for a, b in itertools.product(members, repeat=2):
            shared[a][b] += 1
    return shared


def _grouped(row: Sequence[int]) -> dict[int, int]:
    """Return, for each number in the row, the bitboard of the cells with that number."""
    groups: dict[int, int] = {}
    for cell, n in enumerate(row):
        groups[n] = groups.get(n, 0) | 1 << cell
    return groups

"""`Rules`: the game itself, nothing of a game in progress.

A game is a set of cells and a list of lines; who first owns every cell of a line wins (or, in
misère, loses). Boards, boxes, tori and hand-made line sets differ in nothing else.
"""

from __future__ import annotations

import itertools
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from noughts import notation
from noughts.errors import RulesError, UnknownNameError
from noughts.frozen import Frozen
from noughts.notation import RulesText, Shape, bits, cell_count, check_shape
from noughts.symmetry import Symmetry, symmetries

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

ALIASES = {
    "tic-tac-toe": "3,3,3",
    "noughts-and-crosses": "3,3,3",
    "gomoku": "15,15,5",
    "qubic": "4,4,4,4",
}
MAX_LINES = 10_000


class Rules(Frozen):
    """A k-in-a-row game: cells, lines, and what a line means. Immutable and hashable.

    Make one with `Rules.parse`, `Rules.grid` or `Rules.custom`; each game exists once.

    Attributes:
        shape: (columns, rows) or (columns, rows, layers).
        k: how many in a row; None for a hand-made set of lines.
        lines: each line as a bitboard: bit i is cell i.
        guards: for each line the cells that would make it too long; 0 unless `exact`.
        torus: whether the edges are joined.
        exact: whether a row of more than k does not count.
        misere: whether completing a line loses.

    >>> rules = Rules.parse("3,3,3")
    >>> rules.cells, len(rules.lines), len(rules.symmetries)
    (9, 8, 8)
    """

    shape: Shape
    k: int | None
    lines: tuple[int, ...]
    guards: tuple[int, ...]
    torus: bool
    exact: bool
    misere: bool

    def __init__(
        self,
        text: RulesText,
        lines: tuple[int, ...],
        guards: tuple[int, ...],
    ) -> None:
        vars(self).update(text._asdict(), lines=lines, guards=guards)

    # -- making ------------------------------------------------------------------------------

    @staticmethod
    def parse(text: str) -> Rules:
        """Read rules such as ``3,3,3``, ``4,4,4 torus``, ``4,4,4,4`` (a box) or ``gomoku``.

        Raises:
            RulesError: the text or the sizes make no game.
            UnknownNameError: no game of that name.

        >>> Rules.parse("Gomoku")
        Rules.parse('15,15,5')
        """
        word = "-".join(text[:80].lower().replace("_", " ").split())
        if word[:1].isalpha():
            if word not in ALIASES:
                raise UnknownNameError.of("game", text, ALIASES)
            text = ALIASES[word]
        read = notation.parse_rules(text)
        if read.lines is not None:
            if read.torus or read.exact:
                raise RulesError("torus and exact go with m,n,k, not with hand-made lines")
            return Rules.custom(read.shape, read.lines, misere=read.misere)
        assert read.k is not None  # noqa: S101  (the grammar: no lines, so there is a k)
        return Rules.grid(
            read.shape, read.k, torus=read.torus, exact=read.exact, misere=read.misere
        )

    @staticmethod
    def grid(
        shape: Shape, k: int, *, torus: bool = False, exact: bool = False, misere: bool = False
    ) -> Rules:
        """Make a board or a box where k in a row, straight or slanted, is a line.

        A k longer than every side is legal: there is no line, so every game is a draw.

        Raises:
            RulesError: a side or k below 1, a side above 26, more than 676 cells, or too many
                lines.

        >>> str(Rules.grid((4, 4, 4), 4))
        '4,4,4,4'
        """
        return _grid(shape, k, torus, exact, misere)

    @staticmethod
    def custom(shape: Shape, lines: Iterable[Sequence[int]], *, misere: bool = False) -> Rules:
        """Make a game from a list of lines, each a list of cells.

        Raises:
            RulesError: a line is empty, names a cell twice or a cell that is not there.

        >>> str(Rules.custom((3, 1), [(0, 1), (1, 2)]))
        '3,1 lines a1-b1 b1-c1'
        """
        check_shape(shape)
        count = cell_count(shape)
        masks: dict[int, None] = {}
        for number, line in enumerate(lines, start=1):
            _check_line_count(number)
            if not line or len(set(line)) < len(line):
                raise RulesError(f"line {number} is empty or names a cell twice")
            if not all(0 <= cell < count for cell in line):
                raise RulesError(f"line {number} leaves the board; cells are 0 to {count - 1}")
            masks[sum(1 << cell for cell in line)] = None
        return _custom(shape, tuple(masks), misere=misere)

    # -- asking ------------------------------------------------------------------------------

    @cached_property
    def cells(self) -> int:
        """How many cells there are."""
        return cell_count(self.shape)

    @cached_property
    def full(self) -> int:
        """The bitboard of all cells."""
        return (1 << self.cells) - 1

    @cached_property
    def lines_through(self) -> tuple[tuple[tuple[int, int, int], ...], ...]:
        """For each cell its lines, as (line, guard, index in `lines`)."""
        through: list[list[tuple[int, int, int]]] = [[] for _ in range(self.cells)]
        for index, (line, guard) in enumerate(zip(self.lines, self.guards, strict=True)):
            for cell in bits(line):
                through[cell].append((line, guard, index))
        return tuple(map(tuple, through))

    @cached_property
    def cells_by_lines(self) -> tuple[int, ...]:
        """The cells, those on most lines first, of equals those nearer to the middle.

        On 3×3 these are the centre, the corners, the edges.
        """

        def from_the_middle(cell: int) -> int:
            distance = 0
            for side in self.shape:
                cell, at = divmod(cell, side)
                distance += (2 * at - side + 1) ** 2
            return distance

        return tuple(
            sorted(
                range(self.cells), key=lambda c: (-len(self.lines_through[c]), from_the_middle(c))
            )
        )

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The permutations of cells that keep every line a line; see `noughts.symmetry`."""
        return symmetries(self.shape, list(zip(self.lines, self.guards, strict=True)))

    def cell(self, text: str) -> int:
        """Read a cell such as ``b2`` or ``5``.

        Raises:
            IllegalMoveError: there is no such cell.
        """
        return notation.parse_cell(text, self.shape)

    def name(self, cell: int) -> str:
        """Name a cell.

        >>> Rules.parse("3,3,3").name(4)
        'b2'
        """
        return notation.format_cell(cell, self.shape)

    def names(self, cells: tuple[int, ...]) -> str:
        """Name several cells: ``a1 b2 c3``."""
        return notation.format_cells(cells, self.shape)

    # -- being a value -----------------------------------------------------------------------

    @cached_property
    def _text(self) -> str:
        lines = None if self.k is not None else tuple(map(bits, self.lines))
        return notation.format_rules(
            RulesText(self.shape, self.k, lines, self.torus, self.exact, self.misere)
        )

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Rules.parse({self._text!r})"

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return self._text == other._text if isinstance(other, Rules) else NotImplemented

    @cached_property
    def _hash(self) -> int:
        return hash(self._text)

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[object, ...]:
        return Rules.parse, (self._text,)


@lru_cache(maxsize=256)
def _grid(shape: Shape, k: int, torus: bool, exact: bool, misere: bool) -> Rules:  # noqa: FBT001
    check_shape(shape)
    if k < 1:
        raise RulesError(f"{k:,} in a row: k is at least 1")
    found = dict.fromkeys(_runs(shape, k, torus=torus, exact=exact))
    lines = tuple(line for line, _ in found)
    guards = tuple(guard for _, guard in found)
    _check_line_count(len(lines))
    return Rules(RulesText(shape, k, None, torus, exact, misere), lines, guards)


@lru_cache(maxsize=256)
def _custom(shape: Shape, lines: tuple[int, ...], *, misere: bool) -> Rules:
    text = RulesText(shape, None, tuple(map(bits, lines)), misere=misere)
    return Rules(text, lines, (0,) * len(lines))


def _check_line_count(count: int) -> None:
    if count > MAX_LINES:
        raise RulesError(f"more than {MAX_LINES:,} lines: take a smaller board")


def _runs(shape: Shape, k: int, *, torus: bool, exact: bool) -> Iterator[tuple[int, int]]:
    """Yield each run of k cells and the cells just before and after it (0 unless exact)."""
    if k > (cell_count(shape) if torus else max(shape)):
        return
    units = list(itertools.accumulate(shape[:-1], lambda a, b: a * b, initial=1))

    def at(place: Sequence[int]) -> int | None:
        if torus:
            place = [p % side for p, side in zip(place, shape, strict=True)]
        elif not all(0 <= p < side for p, side in zip(place, shape, strict=True)):
            return None
        return sum(p * unit for p, unit in zip(place, units, strict=True))

    starts = [place[::-1] for place in itertools.product(*(range(side) for side in shape[::-1]))]
    for step in _directions(len(shape)):
        for start in starts:
            run = [
                at([p + i * d for p, d in zip(start, step, strict=True)]) for i in range(-1, k + 1)
            ]
            inside = [cell for cell in run[1:-1] if cell is not None]
            if len(inside) < k or len(set(inside)) < k:
                continue
            line = sum(1 << cell for cell in inside)
            ends = {cell for cell in (run[0], run[-1]) if cell is not None} if exact else set()
            yield line, sum(1 << cell for cell in ends) & ~line


def _directions(dimensions: int) -> list[tuple[int, ...]]:
    """List the directions, one of each opposite pair: rows, columns, layers, then diagonals."""
    steps = [s[::-1] for s in itertools.product((0, 1, -1), repeat=dimensions) if any(s)]
    forward = [s for s in steps if next(d for d in reversed(s) if d) > 0]
    return sorted(forward, key=lambda s: sum(map(abs, s)))

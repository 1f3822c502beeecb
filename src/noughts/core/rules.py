"""`Rules`: the game itself, without a game in progress.

A game is a set of cells and a list of lines. The first player to own every cell of a line wins (or,
in misère, loses). Boards, boxes, tori and custom sets of lines differ only in their lines. With
gravity, a stone falls to the lowest empty cell of its column. `Rules.playable` says which cells may
be played, and no other part of Noughts decides that.

Caro, as played in Vietnam: a row does not count if the opponent is at both ends of it, just before
its first stone and just behind its last. The edge of the board is not an opponent. A row of more
than k counts whatever is at its ends, unless `exact` forbids it.

Source: Piskvork 9, `source/game.cpp` (its rule 8 is caro here, its rule 9 exact caro), and the
description of its protocol, INFO rule, 2023.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache

from noughts.core import notation
from noughts.core.bits import bits
from noughts.core.errors import (
    IllegalMoveError,
    RulesError,
    UnknownNameError,
    shorten,
    whole_number,
)
from noughts.core.frozen import Frozen
from noughts.core.line_index import LineIndex
from noughts.core.notation import Cutout, RulesText, Shape, cell_count, check_shape
from noughts.core.outcome import Mark, Outcome
from noughts.core.symmetry import Images, Symmetry, symmetries

ALIASES = {
    "tic-tac-toe": "3,3,3",
    "noughts-and-crosses": "3,3,3",
    "connect-four": "7,6,4 gravity",
    "gomoku": "15,15,5",
    "caro": "15,15,5 caro",
    "qubic": "4,4,4,4",
}
MAX_LINES = 10_000


class Rules(Frozen):
    """A k-in-a-row game: cells, lines, and what a line means. Immutable and hashable.

    Make rules from a text, or with `Rules.grid` or `Rules.custom`. Equal rules are one object.

    Attributes:
        shape: (columns, rows) or (columns, rows, layers).
        k: how many in a row; None for a custom set of lines.
        lines: each line as a bitboard: bit i is cell i.
        guards: for each line the cells that would make it too long; 0 unless `exact`.
        ends: for each line the cells at its ends that take it from its owner if the opponent has
            them all; 0 unless `caro`, and where the line ends at the edge of the board.
        torus: whether the edges are joined.
        exact: whether a row of more than k does not count.
        caro: whether a row of k does not count if the opponent stands at both of its ends.
        misere: whether completing a line loses.
        gravity: whether only the lowest empty cell of a column may be played. Each layer of a
            box has its own columns.

    Raises:
        RulesError: the text or the sizes make no game.
        UnknownNameError: no game of that name.
        TypeError: it is neither a text nor rules.

    >>> rules = Rules("3,3,3")
    >>> rules.cells, len(rules.lines), len(rules.symmetries)
    (9, 8, 8)
    >>> Rules("3x3 misère") is Rules.parse("3,3,3 misere")
    True
    """

    shape: Shape
    k: int | None
    lines: tuple[int, ...]
    guards: tuple[int, ...]
    ends: tuple[int, ...]
    torus: bool
    exact: bool
    caro: bool
    misere: bool
    gravity: bool

    def __new__(cls, game: str | Rules) -> Rules:  # noqa: PYI034  (it has no subclasses)
        """Return the rules of a text; rules are returned as they are."""
        return game if isinstance(game, Rules) else Rules.parse(game)

    def __init__(self, game: str | Rules) -> None:
        """Do nothing: `__new__` returns the one object, which is already complete."""

    # -- making ------------------------------------------------------------------------------

    @staticmethod
    def parse(text: str) -> Rules:
        """Read rules such as ``3,3,3``, ``4,4,4 torus``, ``4,4,4,4`` (a box), ``gomoku``.

        Raises:
            RulesError: the text or the sizes make no game.
            UnknownNameError: no game of that name.
            TypeError: it is not a text.

        >>> Rules.parse("Gomoku")
        Rules.parse('15,15,5')
        """
        if not isinstance(text, str):
            raise TypeError(f"rules are a text such as '3,3,3', not {text!r}")
        if notation.is_stones(text):
            raise RulesError.said("rules text", "position", text=shorten(text))
        word = "-".join(text[:80].lower().replace("_", " ").split())
        if word[:1].isalpha():
            if word == "renju":
                raise RulesError.said("rules text", "renju")
            if word not in ALIASES:
                raise UnknownNameError.of("game", text, ALIASES)
            text = ALIASES[word]
        read = notation.parse_rules(text)
        if read.lines is not None:
            if read.torus or read.exact or read.caro:
                raise RulesError.said("rules text", "custom lines")
            return Rules.custom(read.shape, read.lines, misere=read.misere, gravity=read.gravity)
        return _grid(read)

    @staticmethod
    def grid(
        shape: Shape,
        k: int,
        *,
        torus: bool = False,
        exact: bool = False,
        caro: bool = False,
        misere: bool = False,
        gravity: bool = False,
    ) -> Rules:
        """Make a board or a box where k in a row, straight or slanted, is a line.

        A k longer than every side is legal. Such a game has no lines, so every game is a draw.

        Raises:
            RulesError: a side or k below 1, a side above 26, more than 676 cells, too many
                lines, or caro with gravity.
            TypeError: a side or k is not a whole number.

        >>> str(Rules.grid((4, 4, 4), 4))
        '4,4,4,4'
        """
        check_shape(shape)
        return _grid(
            RulesText(shape, whole_number(k, "k"), None, torus, exact, caro, misere, gravity)
        )

    @staticmethod
    def custom(
        shape: Shape | str,
        lines: Iterable[Sequence[int | str]],
        *,
        misere: bool = False,
        gravity: bool = False,
    ) -> Rules:
        r"""Make a game from a list of lines, each a list of cells or of their names.

        The shape is columns and rows (and layers), or a drawing in which each ``.`` is a cell and a
        blank between cells is a hole. Numbers of cells skip the holes; names are by column and row.

        Raises:
            RulesError: a line is empty, repeats a cell or names one that does not exist; a row has
                no cell; or the game has holes and gravity.
            TypeError: the shape or a line has another form.

        >>> str(Rules.custom((3, 1), [(0, 1), (1, 2)]))
        '3,1 lines a1-b1 b1-c1'
        >>> from noughts import Position
        >>> cross = Rules.custom(" .\n...\n .", [("b1", "b2", "b3"), ("a2", "b2", "c2")])
        >>> print(Position(cross).play("b2").board())
             a  b  c
         1      .
         2   .  X  .
         3      .
        """
        shape = notation.parse_shape(shape) if isinstance(shape, str) else shape
        check_shape(shape)
        if gravity and isinstance(shape, Cutout):
            raise RulesError.said("rules text", "holes")
        count = cell_count(shape)
        if not isinstance(lines, Iterable):
            raise TypeError(f"the lines are a list, such as [(0, 1, 2)], not {lines!r}")
        masks: dict[int, None] = {}
        for number, named in enumerate(lines, start=1):
            _check_line_count(number)
            if not isinstance(named, Iterable):
                raise TypeError(f"a line is a list of cells, such as (0, 1, 2), not {named!r}")
            line = [_cell(cell, shape, number) for cell in named]
            if not line or len(set(line)) < len(line):
                raise RulesError.said("rules text", "empty line", number=number)
            for cell in line:
                if not 0 <= cell < count:
                    why = IllegalMoveError.said("illegal", "index", number=cell, last=count - 1)
                    raise RulesError.said("rules text", "line", text=number, problem=why)
            masks[sum(1 << cell for cell in line)] = None
        return _custom(shape, tuple(masks), misere=misere, gravity=gravity)

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
    def _floor(self) -> int:
        """The cells that need no stone below them: all cells or, with gravity, the bottom rows."""
        columns, rows = self.shape[:2]
        if not self.gravity:
            return self.full
        return sum(1 << c for c in range(self.cells) if c // columns % rows == rows - 1)

    def playable(self, taken: int) -> int:
        """Return the cells that may be played when these are taken, as bitboards.

        All empty cells, or with gravity the lowest empty cell of each column.

        >>> bits(Rules.parse("3,3,3").playable(0b000_010_001))
        (1, 2, 3, 5, 6, 7, 8)
        >>> bits(Rules.parse("3,3,3 gravity").playable(0b100_000_000))
        (5, 6, 7)
        """
        # The cell below cell c is c + columns, so a shift by that puts each stone one row up.
        try:
            return self.full & ~taken & (self._floor | taken >> self.shape[0])
        except TypeError:  # checked only here: searches ask this in every position
            whole_number(taken, "a bitboard")
            raise

    def floating(self, taken: int) -> int:
        """Return the taken cells with nothing below them, as a bitboard; 0 without gravity.

        >>> bits(Rules.parse("3,3,3 gravity").floating(0b100_001_000))
        (3,)
        """
        taken = whole_number(taken, "a bitboard")
        return taken & ~(self._floor | taken >> self.shape[0])

    def completed(self, own: int, other: int) -> tuple[int, ...]:
        """Return the lines that a side's stones make, as their numbers in `lines`.

        `other` holds the opponent's stones, which matter under caro.

        >>> rules = Rules.parse("3,3,3")
        >>> [bits(rules.lines[i]) for i in rules.completed(0b001_011_001, 0b000_100_100)]
        [(0, 3, 6)]
        """
        found, other = self.owned(own), whole_number(other, "a bitboard")
        return tuple(index for index in found if self.counts(index, own, other)) if found else ()

    def owned(self, own: int, among: Iterable[int] | None = None) -> list[int]:
        """Return the lines that consist of a side's stones, whether they count or not.

        `among` are the numbers of the lines to look at, if not all.
        """
        own = whole_number(own, "a bitboard")
        if among is None:
            return [index for index, line in enumerate(self.lines) if own & line == line]
        return [index for index in among if own & self.lines[index] == self.lines[index]]

    def completions(
        self, own: int, other: int, cells: int, among: Iterable[int] | None = None
    ) -> Iterator[tuple[int, int]]:
        """Yield the lines that one stone on one of the cells completes, each with that cell.

        The cell is a bitboard. `among` are the numbers of the lines to look at, if not all.

        >>> rules = Rules.parse("3,3,3")
        >>> list(rules.completions(0b000_000_011, 0b000_011_000, rules.full))
        [(0, 4)]
        """
        lines = self.lines
        for index in range(len(lines)) if among is None else among:
            missing = lines[index] & ~own
            alone = missing & cells and not missing & (missing - 1)
            if alone and self.counts(index, own, other):
                yield index, missing

    def counts(self, index: int, own: int, other: int) -> bool:
        """Whether the owned line with this number counts: it is not too long and not blocked."""
        return not own & self.guards[index] and not self.blocked(index, other)

    def blocked(self, index: int, other: int) -> bool:
        """Whether the opponent's stones block the line with this number, under caro.

        >>> rules = Rules.parse("5,1,3 caro")
        >>> [bits(line) for line in rules.lines]
        [(0, 1, 2), (1, 2, 3), (2, 3, 4)]
        >>> [rules.blocked(index, 0b10001) for index in range(3)]
        [False, True, False]
        """
        ends = self.ends[index]
        return ends != 0 and other & ends == ends

    @cached_property
    def positional(self) -> bool:
        """Whether only lines decide: owning one wins, whatever the other stones are.

        False in misère, and if a row can be too long or blocked at its ends. If it is True and
        stones do not fall, theorems about positional games apply.

        >>> [Rules.parse(game).positional for game in ("5,5,4 torus", "5,5,4 exact", "6,6,4 caro")]
        [True, False, False]
        """
        return not (self.misere or any(self.guards) or any(self.ends))

    @cached_property
    def lines_through(self) -> tuple[tuple[tuple[int, int, int], ...], ...]:
        """For each cell its lines, as (line, guard, index in `lines`)."""
        through: list[list[tuple[int, int, int]]] = [[] for _ in range(self.cells)]
        for index, (line, guard) in enumerate(zip(self.lines, self.guards, strict=True)):
            for cell in bits(line):
                through[cell].append((line, guard, index))
        return tuple(map(tuple, through))

    @cached_property
    def placing(self) -> LineIndex:
        """The lines in the form that `Position.play` needs."""
        return LineIndex(self.cells, self.lines_through, self.ends, gravity=self.gravity)

    @cached_property
    def outcomes(self) -> tuple[tuple[Outcome, Outcome], ...]:
        """For each line: how the game ends if X completes it, and if O does."""
        winners = (Mark.O, Mark.X) if self.misere else (Mark.X, Mark.O)
        return tuple(
            (Outcome(winners[0], cells), Outcome(winners[1], cells))
            for cells in map(bits, self.lines)
        )

    @cached_property
    def cells_by_lines(self) -> tuple[int, ...]:
        """The cells, those on the most lines first, and among equals those nearest the middle.

        On 3×3 these are the centre, the corners, the edges.
        """

        def from_the_middle(cell: int) -> int:
            place = zip(notation.place_of(cell, self.shape), self.shape, strict=True)
            return sum((2 * at - side + 1) ** 2 for at, side in place)

        return tuple(
            sorted(
                range(self.cells), key=lambda c: (-len(self.lines_through[c]), from_the_middle(c))
            )
        )

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """Permutations of cells that keep the game the same: a group, the identity first.

        All of them, if there are at most 512 and the board has at most 64 cells. Otherwise, only
        the rotations and reflections of the board that keep the lines; see `noughts.core.symmetry`.

        >>> [len(Rules.parse(game).symmetries) for game in ("3,3,3", "4,4,4", "2,3,1,2 torus")]
        [8, 32, 4]
        """
        lines = list(zip(self.lines, self.guards, self.ends, strict=True))
        return symmetries(self.shape, lines, gravity=self.gravity, regular=self.k is not None)

    @cached_property
    def images(self) -> Images:
        """What `Position.canonical` finds the least symmetric position with."""
        return Images(self.symmetries, self.cells)

    @cached_property
    def _names(self) -> tuple[str, ...]:
        return tuple(notation.format_cell(cell, self.shape) for cell in range(self.cells))

    @cached_property
    def _by_name(self) -> dict[str, int]:
        return {name: cell for cell, name in enumerate(self._names)}

    def cell(self, text: str) -> int:
        """Read a cell such as ``b2`` or ``5``.

        Raises:
            IllegalMoveError: The cell does not exist.
        """
        if not isinstance(text, str):
            raise TypeError(f"a cell is a text such as 'b2', not {text!r}")
        found = self._by_name.get(text)
        return notation.parse_cell(text, self.shape) if found is None else found

    def name(self, cell: int) -> str:
        """Name a cell.

        Raises:
            IllegalMoveError: The cell does not exist.

        >>> Rules.parse("3,3,3").name(4)
        'b2'
        """
        self._check(cell)
        return self._names[cell]

    def names(self, cells: tuple[int, ...]) -> str:
        """Name several cells: ``a1 b2 c3``."""
        return " ".join(map(self.name, cells))

    def place(self, cell: int) -> tuple[int, ...]:
        """Return a cell's column, row and on a box its layer, each counted from 0.

        Raises:
            IllegalMoveError: The cell does not exist.

        >>> Rules.parse("4,3,3").place(6)
        (2, 1)
        """
        self._check(cell)
        return notation.place_of(cell, self.shape)

    def cell_at(self, column: int, row: int, layer: int | None = None) -> int:
        """Return the cell at a column, a row and on a box a layer, each counted from 0.

        Raises:
            IllegalMoveError: The place does not exist.

        >>> Rules.parse("4,3,3").cell_at(2, 1)
        6
        """
        return notation.cell_at(
            (column, row) if layer is None else (column, row, layer), self.shape
        )

    def _check(self, cell: int) -> None:
        if not 0 <= whole_number(cell, "a cell") < self.cells:
            raise IllegalMoveError.said("illegal", "index", number=repr(cell), last=self.cells - 1)

    # -- being a value -----------------------------------------------------------------------

    @cached_property
    def _text(self) -> str:
        lines = None if self.k is not None else tuple(map(bits, self.lines))
        flags = (self.torus, self.exact, self.caro, self.misere, self.gravity)
        return notation.format_rules(RulesText(self.shape, self.k, lines, *flags))

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


@lru_cache(maxsize=64)  # the largest rules take 2 MB each
def _grid(text: RulesText) -> Rules:
    check_shape(text.shape)
    k = text.k or 0
    if k < 1:
        raise RulesError.said("rules text", "k", k=f"{k:,}")
    if text.caro and text.gravity:
        raise RulesError.said("rules text", "caro gravity")
    found = dict.fromkeys(
        (
            line,
            (before | after) & ~line if text.exact else 0,
            (before | after) & ~line if text.caro and before and after else 0,
        )
        for line, before, after in _runs(text.shape, k, torus=text.torus)
    )
    _check_line_count(len(found))
    lines, guards, ends = zip(*found, strict=True) if found else ((), (), ())
    return _made(text, lines, guards, ends)


@lru_cache(maxsize=64)
def _custom(shape: Shape, lines: tuple[int, ...], *, misere: bool, gravity: bool) -> Rules:
    text = RulesText(shape, None, tuple(map(bits, lines)), misere=misere, gravity=gravity)
    none = (0,) * len(lines)
    return _made(text, lines, none, none)


def _made(
    text: RulesText, lines: tuple[int, ...], guards: tuple[int, ...], ends: tuple[int, ...]
) -> Rules:
    rules = object.__new__(Rules)
    vars(rules).update(text._asdict(), lines=lines, guards=guards, ends=ends)
    return rules


def _cell(cell: int | str, shape: Shape, number: int) -> int:
    """Return a cell of a line, given by its name or its number."""
    if not isinstance(cell, str):
        return whole_number(cell, "a cell")
    try:
        return notation.parse_cell(cell, shape)
    except IllegalMoveError as error:
        raise RulesError.said("rules text", "line", text=number, problem=error) from None


def _check_line_count(count: int) -> None:
    if count > MAX_LINES:
        raise RulesError.said("rules text", "lines", most=f"{MAX_LINES:,}")


def _runs(shape: Shape, k: int, *, torus: bool) -> Iterator[tuple[int, int, int]]:
    """Yield each run of k cells, the cell just before it and that just after it (0: none)."""
    units = list(itertools.accumulate(shape[:-1], lambda a, b: a * b, initial=1))
    for step in _directions(len(shape)):
        sides = [side for side, d in zip(shape, step, strict=True) if d]
        if k > (math.lcm(*sides) if torus else min(sides)):
            continue  # no run in this direction is so long
        # What the next place adds to the number of the next cell, for each dimension; -1: outside.
        parts = [
            [(p + d) % side * unit if torus or 0 <= p + d < side else -1 for p in range(side)]
            for side, unit, d in zip(shape, units, step, strict=True)
        ]
        following = [
            sum(place) if min(place) >= 0 else None for place in itertools.product(*parts[::-1])
        ]
        before = {after: cell for cell, after in enumerate(following) if after is not None}
        for start in range(len(following)):
            line, last = 0, start
            cell: int | None = start
            for _ in range(k):
                if cell is None:
                    break
                line |= 1 << cell
                last, cell = cell, following[cell]
            else:
                ends = before.get(start), following[last]
                first, behind = (0 if end is None else 1 << end for end in ends)
                yield line, first, behind


def _directions(dimensions: int) -> list[tuple[int, ...]]:
    """List one direction of each opposite pair: rows, columns, layers, then diagonals."""
    steps = [s[::-1] for s in itertools.product((0, 1, -1), repeat=dimensions) if any(s)]
    forward = [s for s in steps if next(d for d in reversed(s) if d) > 0]
    return sorted(forward, key=lambda s: sum(map(abs, s)))

"""`Mark`, `Position` and `Outcome`: one moment of a game, as an immutable value."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, ClassVar, NamedTuple, NoReturn, final

from noughts import notation
from noughts.errors import IllegalMoveError, PositionError
from noughts.frozen import Frozen
from noughts.notation import bits
from noughts.rules import Rules
from noughts.symmetry import Symmetry, permuted

if TYPE_CHECKING:
    from collections.abc import Iterator

_NO_LINE = -1
_new = object.__new__
_set = object.__setattr__


class Mark(Enum):
    """X or O. X moves first, always."""

    X = "X"
    O = "O"  # noqa: E741  (that is its name)

    @property
    def other(self) -> Mark:
        """The opponent's mark."""
        return Mark.O if self is Mark.X else Mark.X

    def __str__(self) -> str:
        return self.value


class Outcome(NamedTuple):
    """How a finished game ended.

    Attributes:
        winner: the winning mark, None for a draw.
        line: the cells of the line that ended the game, None if the board filled up. In misère it
            belongs to the loser.
    """

    winner: Mark | None
    line: tuple[int, ...] | None

    def __str__(self) -> str:
        return f"{self.winner} wins" if self.winner else "draw"


_DRAWN = Outcome(None, None)


@final
class Position(Frozen):
    """Rules and two bitboards; bit i is cell i. Immutable and hashable.

    Not made to be subclassed: what makes a game another game stands in its `Rules`.

    Raises:
        PositionError: the stones cannot have come about: wrong counts, lines on both sides, a
            stone played after the end, or with gravity one that floats. Whether some order of
            the moves of both leads to these columns is not asked.

    >>> position = Position.parse("X.O/.X./...")
    >>> position.turn, position.legal
    (<Mark.O: 'O'>, (1, 3, 5, 6, 7, 8))
    >>> position.play(8)
    Position.parse('X.O/.X./..O', '3,3,3')
    """

    __slots__ = ("_line", "o", "rules", "x")
    fields: ClassVar[tuple[str, ...]] = ("rules", "x", "o")

    rules: Rules
    x: int
    o: int
    _line: int  # index of the completed line, or -1

    def __init__(self, rules: Rules, x: int = 0, o: int = 0) -> None:
        _set(self, "rules", rules)
        _set(self, "x", x)
        _set(self, "o", o)
        # `play` passes by this: it only leads to positions that can come about.
        _set(self, "_line", _judge(rules, x, o))

    def __init_subclass__(cls) -> NoReturn:
        raise TypeError(
            "Position cannot be subclassed: what makes another game are its Rules "
            "(Rules.custom takes any lines; torus, exact, misere and gravity change the play)"
        )

    # -- text --------------------------------------------------------------------------------

    @staticmethod
    def parse(text: str, rules: Rules | str = "3,3,3") -> Position:
        """Read a position such as ``X.O/.X./..O``, or a board drawn over several lines.

        Raises:
            PositionError: the text is no position of these rules, or one that cannot come about.

        >>> print(Position.parse("xx_/oo_/---"))
        XX./OO./...
        """
        rules = Rules.parse(rules) if isinstance(rules, str) else rules
        return Position(rules, *notation.parse_rows(text, rules.shape))

    def board(self) -> str:
        """Return the board as lines of text with coordinates, for `print`.

        The line that ended the game stands in brackets. `parse` reads this too.

        >>> print(Position.parse("XXX/OO./...").board())
             a  b  c
         1  [X][X][X]
         2   O  O  .
         3   .  .  .
        """
        line = (self.outcome and self.outcome.line) or ()
        return notation.draw_board(str(self), self.rules.shape, line)

    def __str__(self) -> str:
        return notation.format_rows(self.x, self.o, self.rules.shape)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.x == other.x and self.o == other.o and self.rules == other.rules

    def __hash__(self) -> int:
        return hash((self.rules, self.x, self.o))

    def __repr__(self) -> str:
        return f"Position.parse({str(self)!r}, {str(self.rules)!r})"

    def _repr_svg_(self) -> str:
        # For notebooks; nothing else needs the picture, so `import noughts` does without it.
        from noughts.svg import draw  # noqa: PLC0415

        return draw(self)

    # -- asking ------------------------------------------------------------------------------

    @property
    def ply(self) -> int:
        """How many moves have been made."""
        return (self.x | self.o).bit_count()

    @property
    def turn(self) -> Mark:
        """Whose move it is (or would be, if the game is over)."""
        return Mark.X if self.x.bit_count() == self.o.bit_count() else Mark.O

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it is going on.

        >>> Position.parse("XXX/OO./...").outcome
        Outcome(winner=<Mark.X: 'X'>, line=(0, 1, 2))
        """
        if self._line != _NO_LINE:
            # Who has just moved made the line: it wins, or in misère loses.
            mover = self.turn.other
            winner = mover.other if self.rules.misere else mover
            return Outcome(winner, bits(self.rules.lines[self._line]))
        return _DRAWN if self.x | self.o == self.rules.full else None

    @property
    def legal(self) -> tuple[int, ...]:
        """The cells that may be played, in reading order; none once the game is over."""
        return () if self._line != _NO_LINE else bits(self.rules.playable(self.x | self.o))

    @property
    def key(self) -> int:
        """A number that no other position of the same rules has: ``x | o << cells``.

        >>> Position.parse("X../.O./...").key == 0b000010000_000000001
        True
        """
        return self.x | self.o << self.rules.cells

    def mark(self, cell: int) -> Mark | None:
        """Return who owns a cell, None if it is empty.

        Raises:
            IllegalMoveError: there is no such cell.
        """
        if not 0 <= cell < self.rules.cells:
            raise self._illegal(cell)
        return Mark.X if self.x >> cell & 1 else Mark.O if self.o >> cell & 1 else None

    def stones(self, mark: Mark) -> tuple[int, ...]:
        """Return the cells that a side owns, in reading order.

        >>> Position.parse("X.O/.X./...").stones(Mark.X)
        (0, 4)
        """
        return bits(self.x if mark is Mark.X else self.o)

    # -- moving ------------------------------------------------------------------------------

    def cell(self, text: str) -> int:
        """Read a move: a cell's name or number, with gravity also its column's letter.

        It is one of the board's cells; whether it may be played, `play` says.

        Raises:
            IllegalMoveError: there is no such cell, or the column is full.

        >>> Position.parse("...", "3,1,3").cell("b1")
        1
        >>> position = Position(Rules.parse("connect-four"))
        >>> position.rules.name(position.cell("d"))
        'd6'
        """
        rules = self.rules
        column = notation.parse_column(text, rules.shape) if rules.gravity else None
        if column is None:
            return rules.cell(text)
        for cell in column:
            if not (self.x | self.o) >> cell & 1:
                return cell
        free = rules.names(self.legal)
        raise IllegalMoveError(f"column {text.strip().lower()} is full; free: {free or 'none'}")

    def play(self, move: int | str) -> Position:
        """Return the position after a move, given as a cell or by name.

        Raises:
            IllegalMoveError: the cell is taken, off the board or (with gravity) not the lowest
                empty one of its column; or the game is over.

        >>> Position.parse("X../.../...").play("b2")
        Position.parse('X../.O./...', '3,3,3')
        >>> Position.parse("X../.../...").play(0)
        Traceback (most recent call last):
        noughts.errors.IllegalMoveError: a1 is taken by X; free: b1 c1 a2 b2 c2 a3 b3 c3
        """
        rules, x, o = self.rules, self.x, self.o
        cell = move if isinstance(move, int) else self._read(move)
        if self._line != _NO_LINE or cell < 0 or not rules.playable(x | o) >> cell & 1:
            raise self._illegal(cell)
        if x.bit_count() == o.bit_count():
            own = x = x | 1 << cell
        else:
            own = o = o | 1 << cell
        completed = _NO_LINE
        for line, guard, index in rules.lines_through[cell]:
            if own & line == line and not own & guard:
                completed = index
                break
        child = _new(Position)
        _set(child, "rules", rules)
        _set(child, "x", x)
        _set(child, "o", o)
        _set(child, "_line", completed)
        return child

    def _read(self, move: object) -> int:
        if isinstance(move, str):
            return self.cell(move)
        raise IllegalMoveError(f"{move!r} is no move; a move is a cell, such as 4, or its name")

    def _illegal(self, cell: int) -> IllegalMoveError:
        rules = self.rules
        if not 0 <= cell < rules.cells:
            return IllegalMoveError(
                f"cell {cell} is off the board; cells are 0 to {rules.cells - 1}"
            )
        name = rules.name(cell)
        if self.outcome is not None:
            winner = self.outcome.winner
            how = f"{winner} has won" if winner else "the game is drawn"
            return IllegalMoveError(f"{name} comes after the end: {how}")
        free = self.legal
        names = rules.names(free[:12]) + (f" and {len(free) - 12} more" if len(free) > 12 else "")
        owner = self.mark(cell)
        if owner is not None:
            return IllegalMoveError(f"{name} is taken by {owner}; free: {names}")
        below = rules.name(cell + rules.shape[0])
        return IllegalMoveError(f"{name} floats: {below} below it is empty; free: {names}")

    def children(self) -> Iterator[tuple[int, Position]]:
        """Yield each legal cell with the position it leads to."""
        for cell in self.legal:
            yield cell, self.play(cell)

    # -- symmetry ----------------------------------------------------------------------------

    def transformed(self, symmetry: Symmetry) -> Position:
        """Return the position with every stone where the symmetry puts it."""
        return Position(self.rules, permuted(self.x, symmetry), permuted(self.o, symmetry))

    def canonical(self) -> tuple[Position, Symmetry]:
        """Return the least form (by `key`) among all symmetric ones, and the symmetry to it.

        >>> Position.parse("../..".replace(".", ".."), "4,2,2").canonical()[0].key
        0
        >>> print(Position.parse("..X/.../...").canonical()[0])
        X../.../...
        """
        x, o, cells = self.x, self.o, self.rules.cells
        _, best = min(
            (permuted(x, symmetry) | permuted(o, symmetry) << cells, symmetry)
            for symmetry in self.rules.symmetries
        )
        return self.transformed(best), best


def _judge(rules: Rules, x: int, o: int) -> int:
    """Return the index of the completed line or -1; refuse stones that cannot have come about."""
    if x & o or (x | o) & ~rules.full or x < 0 or o < 0:
        raise PositionError("the stones overlap or leave the board")
    floating = rules.floating(x | o)
    if floating:
        first = bits(floating)[0]
        raise PositionError(
            f"the stone on {rules.name(first)} floats: "
            f"{rules.name(first + rules.shape[0])} below it is empty"
        )
    n_x, n_o = x.bit_count(), o.bit_count()
    if n_x - n_o not in (0, 1):
        raise PositionError(
            f"{n_x} X and {n_o} O: X moves first and they take turns, "
            "so X has as many stones as O or one more"
        )
    full_x, full_o = _completed(rules, x), _completed(rules, o)
    if full_x and full_o:
        raise PositionError("both sides have a line; the game ended with the first of them")
    full = full_x or full_o
    if not full:
        return _NO_LINE
    mover, board, last = ("X", x, n_x > n_o) if full_x else ("O", o, n_x == n_o)
    if not last:
        raise PositionError(
            f"{mover} has a line, yet a stone was played after it; that ends the game"
        )
    if not any(
        _completed(rules, board ^ 1 << cell) == () and not rules.floating((x | o) ^ 1 << cell)
        for cell in bits(rules.lines[full[0]])
    ):
        raise PositionError(f"{mover} has lines that no single move can have completed")
    return full[0]


def _completed(rules: Rules, board: int) -> tuple[int, ...]:
    return tuple(
        index
        for index, (line, guard) in enumerate(zip(rules.lines, rules.guards, strict=True))
        if board & line == line and not board & guard
    )

"""`Mark`, `Position` and `Outcome`: one moment of a game, as an immutable value."""

from __future__ import annotations

from operator import index
from typing import ClassVar, NoReturn, SupportsIndex, final

from noughts.core import notation
from noughts.core.bits import bits
from noughts.core.errors import IllegalMoveError, NoughtsError, PositionError, shorten, whole_number
from noughts.core.frozen import Frozen
from noughts.core.history import arises
from noughts.core.outcome import DRAWN, Mark, Outcome
from noughts.core.position_base import Move, PositionBase, put
from noughts.core.rules import Rules
from noughts.core.symmetry import Symmetry, permuted

__all__ = ["Mark", "Outcome", "Position"]


@final
class Position(PositionBase, Frozen):
    """Rules and two bitboards; bit i is cell i. Immutable and hashable.

    A game differs from another only in its `Rules`, so `Position` cannot be subclassed.
    `noughts.core.position_base` makes the moves.

    Attributes:
        rules: the game; to begin with, their text will do.
        x: the cells that X owns, as a bitboard.
        o: the cells that O owns.
        turn: whose move it is (or would be, if the game is over).
        outcome: how the game ended; None while it is going on.

    Raises:
        RulesError: The text is not rules.
        PositionError: the stones cannot have occurred: wrong counts, lines on both sides, a stone
            played after the end, or with gravity one that floats. Without gravity, exactly the
            reachable positions are accepted. Under `exact` and `caro`, boards with very many rows
            that do not count are accepted without a full search. With gravity, the check ignores
            whether the columns allow the moves to alternate.

    >>> position = Position.parse("X.O/.X./...")
    >>> position.turn, position.legal
    (<Mark.O: 'O'>, (1, 3, 5, 6, 7, 8))
    >>> position.play(8)
    Position.parse('X.O/.X./..O', '3,3,3')
    >>> Position("3,3,3").play("b2")
    Position.parse('.../.X./...', '3,3,3')
    """

    __slots__ = ()
    fields: ClassVar[tuple[str, ...]] = ("rules", "x", "o")

    rules: Rules
    x: int
    o: int
    turn: Mark
    outcome: Outcome | None

    def __init__(self, rules: Rules | str, x: int = 0, o: int = 0) -> None:
        # `play` skips this check, because legal moves only lead to possible positions.
        game = rules if isinstance(rules, Rules) else Rules(rules)
        x, o = whole_number(x, "a bitboard"), whole_number(o, "a bitboard")
        outcome = _judge(game, x, o)
        turn = Mark.X if x.bit_count() == o.bit_count() else Mark.O
        put(self, game, x, o, turn, outcome)

    def __init_subclass__(cls) -> NoReturn:
        raise TypeError(
            "Position cannot be subclassed: what makes another game are its Rules "
            "(Rules.custom takes any lines; torus, exact, caro, misere and gravity change the play)"
        )

    # -- text --------------------------------------------------------------------------------

    @staticmethod
    def parse(text: str, rules: Rules | str = "3,3,3", turn: Mark | None = None) -> Position:
        """Read a position such as ``X.O/.X./..O``, or a board drawn on several lines.

        The slashes may be left out. ``0`` is O; ``_`` and ``-`` are empty cells. In a gravity game
        with at most 9 columns, the numbers of the columns played also work: ``4453``.

        Args:
            text: the position.
            rules: what is played.
            turn: who moves in the text. If O began there, the marks are swapped, because X
                moves first here; then the position's `turn` is the other mark.

        Raises:
            PositionError: the text is not a position of these rules, or it cannot occur.
            TypeError: it is not a text.

        >>> print(Position.parse("xx_/oo_/---"), Position.parse("XX.00...."))
        XX./OO./... XX./OO./...
        >>> print(Position.parse("xx_/oo_/---", turn=Mark.O))
        OO./XX./...
        >>> print(Position.parse("4453", "connect-four").ply)
        4
        """
        rules = Rules(rules)
        if not isinstance(text, str):
            raise TypeError(f"a position is a text such as 'X.O/.X./..O', not {text!r}")
        try:
            x, o = _stones(text.strip(), rules)
        except PositionError:
            if _is_game(text):
                game = shorten(text)
                raise PositionError.said("position text", "game", text=game) from None
            raise
        if turn is None:
            return Position(rules, x, o)
        turn = Mark(turn)
        more = x.bit_count() - o.bit_count()  # that X has if X began
        began = {0: Mark.X, 1: Mark.O}.get(more) is turn
        if not began and {0: Mark.O, -1: Mark.X}.get(more) is not turn:
            raise PositionError.said(
                "position text", "turn", x=x.bit_count(), o=o.bit_count(), turn=turn
            )
        return Position(rules, x, o) if began else Position(rules, o, x)

    @staticmethod
    def of(game: Position | Rules | str) -> Position:
        """Return the position for a position, for a game's empty board, or for a text.

        A text holds rules, or the stones of a 3,3,3 position.

        Raises:
            RulesError: the text is not rules.
            PositionError: the text is not a position.
            TypeError: it is none of these.

        >>> Position.of("X../.O./...") == Position.parse("X../.O./...")
        True
        >>> Position.of("connect-four").rules.cells
        42
        """
        if isinstance(game, Position):
            return game
        if isinstance(game, str) and notation.is_stones(game):
            return Position.parse(game)
        if not isinstance(game, str | Rules):
            raise TypeError(
                f"{game!r} is not a position; a Position, a text such as 'X.O/.X./..O' or Rules are"
            )
        return Position(game)

    def board(self) -> str:
        """Return the board as lines of text with coordinates, for `print`.

        The line that ended the game is in brackets. `parse` can read this.

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

    def __repr__(self) -> str:
        return f"Position.parse({str(self)!r}, {str(self.rules)!r})"

    def _repr_svg_(self) -> str:
        # Only notebooks need the picture, so `import noughts` does not load it.
        from noughts.core.svg import draw  # noqa: PLC0415

        return draw(self)

    # -- asking ------------------------------------------------------------------------------

    def mark(self, cell: Move) -> Mark | None:
        """Return the owner of a cell, given as in `play`; None if it is empty.

        Raises:
            IllegalMoveError: The cell does not exist.

        >>> Position.parse("X../.../...").mark("a1")
        <Mark.X: 'X'>
        """
        cell = cell if type(cell) is int else self.cell(cell)
        if not 0 <= cell < self.rules.cells:
            raise IllegalMoveError.said("illegal", "index", number=cell, last=self.rules.cells - 1)
        return Mark.X if self.x >> cell & 1 else Mark.O if self.o >> cell & 1 else None

    def stones(self, mark: Mark | str) -> tuple[int, ...]:
        """Return the cells that a side owns, in reading order.

        Raises:
            ValueError: the text is not a mark.

        >>> Position.parse("X.O/.X./...").stones(Mark.X)
        (0, 4)
        """
        return bits(self.x if Mark(mark) is Mark.X else self.o)

    def sides(self, mark: Mark | str) -> tuple[int, int]:
        """Return the bitboards of a side and of the other.

        Raises:
            ValueError: the text is not a mark.

        >>> Position.parse("X.O/.X./...").sides(Mark.O)
        (4, 17)
        """
        return (self.x, self.o) if Mark(mark) is Mark.X else (self.o, self.x)

    # -- moving ------------------------------------------------------------------------------

    def cell(self, move: Move) -> int:
        """Return the cell of a move: anything that `play` takes, or a column in gravity games.

        The cell is on the board, but only `play` checks whether it may be played.

        Raises:
            IllegalMoveError: The cell does not exist, the column is full, or it is not a move.

        >>> Position.parse("...", "3,1,3").cell("b1")
        1
        >>> position = Position(Rules.parse("connect-four"))
        >>> position.rules.name(position.cell("d"))
        'd6'
        """
        if not isinstance(move, str):
            return self._index(move)
        rules = self.rules
        column = notation.parse_column(move, rules.shape) if rules.gravity else None
        if column is None:
            return rules.cell(move)
        for cell in column:
            if not (self.x | self.o) >> cell & 1:
                return cell
        free = rules.names(self.legal)
        column_name = move.strip().lower()
        raise IllegalMoveError.said(
            "illegal", "full" if free else "all full", column=column_name, free=free
        )

    def _index(self, move: SupportsIndex) -> int:
        asked: Position | None = getattr(move, "position", None)  # a choice knows its position
        if asked is not None and asked.rules != self.rules:
            raise IllegalMoveError.said(
                "illegal", "other rules", move=move, own=asked.rules, rules=self.rules
            )
        try:
            cell = index(move)
        except TypeError:
            cell = None
        if cell is None or isinstance(move, bool):
            raise IllegalMoveError.said("illegal", "not a move", move=repr(move))
        self.rules.name(cell)
        return cell

    def _refuse(self, cell: int) -> NoReturn:
        rules, owner = self.rules, self.mark(cell)
        name = rules.name(cell)
        if self.outcome is not None:
            winner = self.outcome.winner
            raise IllegalMoveError.said(
                "illegal", "won" if winner else "drawn", cell=name, winner=winner
            )
        free = self.legal
        names = rules.names(free[:12])
        if len(free) > 12:
            from noughts.core.catalogue import say  # noqa: PLC0415  (loads when it is used)

            names = say("illegal", "more", cells=names, more=len(free) - 12)
        if owner is not None:
            raise IllegalMoveError.said("illegal", "taken", cell=name, owner=owner, free=names)
        below = rules.name(cell + rules.shape[0])
        raise IllegalMoveError.said("illegal", "floats", cell=name, below=below, free=names)

    # -- symmetry ----------------------------------------------------------------------------

    def transformed(self, symmetry: Symmetry) -> Position:
        """Return the position with every stone where the symmetry puts it."""
        return Position(self.rules, permuted(self.x, symmetry), permuted(self.o, symmetry))

    def canonical(self) -> tuple[Position, Symmetry]:
        """Return the symmetric form with the least `key`, and the symmetry that gives it.

        >>> Position.parse("../..".replace(".", ".."), "4,2,2").canonical()[0].key
        0
        >>> print(Position.parse("..X/.../...").canonical()[0])
        X../.../...
        """
        x, o, number = self.rules.images.least(self.x, self.o)
        symmetry = self.rules.symmetries[number]
        if self.outcome is not None:
            return Position(self.rules, x, o), symmetry
        image = Position.__new__(Position)  # a symmetry ends no game
        put(image, self.rules, x, o, self.turn, None)
        return image, symmetry


def _is_game(text: str) -> bool:
    """Whether a text is rules or the name of a game."""
    try:
        Rules(text)
    except NoughtsError:
        return False
    return True


def _stones(text: str, rules: Rules) -> tuple[int, int]:
    """Return the stones of a text: rows, or in gravity games the columns played."""
    columns, rows, *layers = rules.shape
    by_columns = rules.gravity and rows > 1 and columns <= 9 and not layers
    if not by_columns or not (text.isascii() and text.isdigit()):
        return notation.parse_rows(text, rules.shape)
    position = Position(rules)
    for number, column in enumerate(text[: rules.cells + 1], start=1):
        if not notation.are_columns(column, rules.shape):
            raise PositionError.said(
                "position text",
                "column",
                number=number,
                text=shorten(text),
                column=column,
                last=columns,
            )
        try:
            position = position.play(column)
        except IllegalMoveError as error:
            raise PositionError.said(
                "position text", "move", number=number, text=shorten(text), problem=error
            ) from None
    return position.x, position.o


def _judge(rules: Rules, x: int, o: int) -> Outcome | None:
    """Return how the game ended, if it did; reject stones that no game leads to."""
    if x == o == 0:
        return None
    if x & o or (x | o) & ~rules.full or x < 0 or o < 0:
        raise PositionError.said("flaw", "overlap")
    floating = rules.floating(x | o)
    if floating:
        first = bits(floating)[0]
        below = rules.name(first + rules.shape[0])
        raise PositionError.said("flaw", "floats", cell=rules.name(first), below=below)
    n_x, n_o = x.bit_count(), o.bit_count()
    if n_o - n_x == 1:
        raise PositionError.said(
            "flaw", "swapped", x=n_x, o=n_o, rows=notation.format_rows(o, x, rules.shape)
        )
    if n_x - n_o not in (0, 1):
        raise PositionError.said("flaw", "counts", x=n_x, o=n_o)
    full_x, full_o = rules.completed(x, o), rules.completed(o, x)
    if full_x and full_o:
        raise PositionError.said("flaw", "both")
    full = full_x or full_o
    if (rules.exact or rules.caro) and not arises(rules, x, o):
        raise PositionError.said("flaw", "before")
    if not full:
        return DRAWN if x | o == rules.full else None
    mover, own, other, last = ("X", x, o, n_x > n_o) if full_x else ("O", o, x, n_x == n_o)
    if not last:
        raise PositionError.said("flaw", "after", mover=mover, other="XO"[mover == "X"])
    if not any(
        not rules.completed(own ^ 1 << cell, other) and not rules.floating((x | o) ^ 1 << cell)
        for cell in bits(rules.lines[full[0]])
    ):
        raise PositionError.said("flaw", "lines", mover=mover)
    return rules.outcomes[full[0]][mover == "O"]

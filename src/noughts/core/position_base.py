# cython: annotation_typing=False, infer_types=False

"""`PositionBase`: two bitboards and the moves on them. Compiled if there is a compiler.

Engines that play through `Position` spend most of their time here. So this code is separate from
the code that reads, writes and explains. Uncompiled, it does the same, only a few times slower.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn, Self, SupportsIndex, TypeVar

from noughts.core import _cython as cython
from noughts.core.bits import bits
from noughts.core.outcome import DRAWN, Mark

if TYPE_CHECKING:
    from collections.abc import Iterator

    from noughts.core.line_index import LineIndex
    from noughts.core.outcome import Outcome
    from noughts.core.rules import Rules

    Kind = TypeVar("Kind", bound="PositionBase")

Move = SupportsIndex | str  #: what `Position.play` takes
X, O = Mark  # noqa: E741  (that is its name)
_set = object.__setattr__


class PositionBase:
    """The base of `Position`, which documents the attributes."""

    __slots__ = ("o", "outcome", "rules", "turn", "x")

    if TYPE_CHECKING:
        rules: Rules
        x: int
        o: int
        turn: Mark
        outcome: Outcome | None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PositionBase):
            return NotImplemented
        same = self.x == other.x and self.o == other.o
        return same and (self.rules is other.rules or self.rules == other.rules)

    def __hash__(self) -> int:
        return hash((self.x, self.o))

    @property
    def ply(self) -> int:
        """How many moves have been made."""
        return (self.x | self.o).bit_count()

    @property
    def key(self) -> int:
        """A number that is unique among positions of the same rules: ``x | o << cells``.

        >>> from noughts import Position
        >>> Position.parse("X../.O./...").key == 0b000010000_000000001
        True
        """
        return self.x | self.o << self.rules.cells

    @property
    def legal(self) -> tuple[int, ...]:
        """The cells that may be played, in reading order; none once the game is over."""
        if self.outcome is not None:
            return ()
        rules, taken = self.rules, self.x | self.o
        placing = rules.placing
        return bits(rules.playable(taken) if placing.gravity else placing.full ^ taken)

    def play(self, move: Move) -> Self:
        """Return the position after a move.

        A move is a cell (0 is the first; NumPy integers also work), a name such as ``b2``, or an
        engine's answer: a `Choice` or a `MoveValue`. A number as text counts from 1: ``"5"`` is
        cell 4.

        Raises:
            IllegalMoveError: the game is over, the move is none of these, or its cell is taken,
                off the board or (with gravity) not the lowest empty one of its column.

        >>> from noughts import Position, engine
        >>> position = Position.parse("X../.../...").play("b2")
        >>> position.play(engine("perfect").play(position))
        Position.parse('XX./.O./...', '3,3,3')
        >>> Position.parse("X../.../...").play(0)
        Traceback (most recent call last):
        noughts.core.errors.IllegalMoveError: a1 is taken by X; free: b1 c1 a2 b2 c2 a3 b3 c3
        """
        cell = move if type(move) is int else self.cell(move)
        rules, taken = self.rules, self.x | self.o
        placing = rules.placing
        if (
            self.outcome is not None
            or not 0 <= cell < placing.cells
            or taken >> cell & 1
            or (placing.gravity and not rules.playable(taken) >> cell & 1)
        ):
            self._refuse(cell)
        return played(self, cell, placing)

    def children(self) -> Iterator[tuple[int, Self]]:
        """Yield each legal cell with the position it leads to."""
        placing = self.rules.placing
        for cell in self.legal:
            yield cell, played(self, cell, placing)

    def cell(self, move: Move) -> int:
        """Return the cell of a move that is not an int."""
        raise NotImplementedError

    def _refuse(self, cell: int) -> NoReturn:
        """Return the error for a cell that may not be played."""
        raise NotImplementedError


# Compiled, a method that C can also call would lose this.
vars(PositionBase)["play"].__annotations__["return"] = "Self"


def played(before: Kind, cell: int, placing: LineIndex) -> Kind:
    """Return the position after a legal move."""
    rules, x, o = before.rules, before.x, before.o
    outcome = None
    if before.turn is X:
        x = x | 1 << cell
        turn = O
        index = placing.completed(cell, x, o)
    else:
        o = o | 1 << cell
        turn = X
        index = placing.completed(cell, o, x)
    if index >= 0:
        outcome = rules.outcomes[index][before.turn is O]
    elif x | o == placing.full:
        outcome = DRAWN
    kind = type(before)
    after = kind.__new__(kind)
    put(after, rules, x, o, turn, outcome)
    return after


def put(
    stones: PositionBase, rules: Rules, x: int, o: int, turn: Mark, outcome: Outcome | None
) -> None:
    """Set the attributes, which never change afterwards."""
    if cython.compiled:
        stones.rules = rules
        stones.x = x
        stones.o = o
        stones.turn = turn
        stones.outcome = outcome
    else:
        # A position is immutable, so `object.__setattr__` sets its attributes.
        _set(stones, "rules", rules)
        _set(stones, "x", x)
        _set(stones, "o", o)
        _set(stones, "turn", turn)
        _set(stones, "outcome", outcome)

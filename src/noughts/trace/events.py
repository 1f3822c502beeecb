"""What is told of a search, in the order in which it happens.

Nodes are numbered in the order in which they are entered, from 0. Values are for X, in the units
of `noughts.engines.minimax`: on 3×3 a win for X that ends the game d plies below the start of the
search is worth 10 - d, one for O d - 10, a draw 0; blind to depth 1, -1 and 0. A guess is a number
between -1 and 1 that is none of these.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from noughts.core.position import Mark

Window = tuple[float, float]  #: alpha, beta


class Enter(NamedTuple):
    """A position is looked at: the start, or where `cell` leads from `parent`.

    `window` belongs to the searches that have one.
    """

    node: int
    parent: int | None
    cell: int | None
    depth: int
    window: Window | None


class Try(NamedTuple):
    """A move is taken in hand; `Enter` of where it leads follows."""

    node: int
    cell: int


class Best(NamedTuple):
    """The best move so far is another one now."""

    node: int
    value: float
    best: int


class Narrow(NamedTuple):
    """The window has become narrower."""

    node: int
    window: Window


class Prune(NamedTuple):
    """The rest of the moves need not be tried: the side that waits has something better elsewhere.

    Attributes:
        node: its number.
        cells: the moves.
        turn: who is to move there.
        elsewhere: what the other side already has, as a value for X.
        here: what the mover can hold it to, as a value for X.
    """

    node: int
    cells: tuple[int, ...]
    turn: Mark
    elsewhere: float
    here: float


class Leave(NamedTuple):
    """A position has its value.

    Attributes:
        node: its number.
        value: what it is worth to X.
        proven: False if the value rests on a guess.
        how: "end" of a game, "searched", "recalled" from memory, or a "guess".
        bound: "exact", or "lower" or "upper": no more was asked for than that it lies outside
            the window.
        best: the move that led to the value, of a position that was searched.
    """

    node: int
    value: float
    proven: bool
    how: str
    bound: str
    best: int | None


class Done(NamedTuple):
    """The search is over.

    Attributes:
        value: what the position is worth to X.
        proven: False if the value rests on a guess.
        best: the move.
        calls: as the engine counts them in its `nodes`.
        ends: finished games that were looked at.
        pruned: moves that were not tried.
        remembered: positions in memory.
    """

    value: float
    proven: bool
    best: int
    calls: int
    ends: int
    pruned: int
    remembered: int


class Stopped(NamedTuple):
    """The limit was reached first. Nothing is known of the value; `why` says what to do."""

    calls: int
    why: str


Event = Enter | Try | Best | Narrow | Prune | Leave | Done | Stopped

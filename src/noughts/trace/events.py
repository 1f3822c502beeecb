"""The events of a search, in the order in which they happen.

Nodes are numbered from 0, in the order in which they are entered. Values are for X, in the units of
`noughts.engines.minimax`. On 3×3, a win for X that ends the game d plies below the start of the
search is worth 10 - d. A win for O is worth d - 10, and a draw 0. If depth does not count, these
are 1, -1 and 0. A guess is any other number between -1 and 1.
"""

from typing import NamedTuple

from noughts.core.position import Mark

Window = tuple[float, float]  #: alpha, beta


class Enter(NamedTuple):
    """The search looks at a position: the start, or the one after `cell` from `parent`.

    `window` is only for searches that have one.
    """

    node: int
    parent: int | None
    cell: int | None
    depth: int
    window: Window | None


class Try(NamedTuple):
    """The search tries a move; the `Enter` of the position after it follows."""

    node: int
    cell: int


class Best(NamedTuple):
    """The best move so far has changed."""

    node: int
    value: float
    best: int


class Narrow(NamedTuple):
    """The window has become narrower."""

    node: int
    window: Window


class Prune(NamedTuple):
    """The remaining moves are skipped: the side not to move has something better elsewhere.

    Attributes:
        node: its number.
        cells: the moves.
        turn: the side to move.
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
        value: its value for X.
        proven: False if the value rests on a guess.
        how: "end" of a game, "searched", "recalled" from memory, or a "guess".
        bound: "exact"; or "lower" or "upper" if the value is only known to be outside the window.
        best: the move that led to the value, if the position was searched.
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
        value: the position's value for X.
        proven: False if the value rests on a guess.
        best: the move.
        calls: the calls of the engine's function, also those that only look a value up.
        ends: the finished games looked at.
        pruned: the moves not tried.
        remembered: the positions worked out and kept in memory; the other calls looked one up.
    """

    value: float
    proven: bool
    best: int
    calls: int
    ends: int
    pruned: int
    remembered: int


class Stopped(NamedTuple):
    """The limit was reached first. The value is unknown; `why` says what to do."""

    calls: int
    why: str


Event = Enter | Try | Best | Narrow | Prune | Leave | Done | Stopped

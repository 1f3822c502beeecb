"""A search, as lines."""

from typing import Annotated, Literal, NotRequired, TypedDict

from noughts.json.shapes.field_types import Cell, MarkName, Natural, Position, Rules

Bound = Annotated[float | None, "Null is infinite."]


class Source(TypedDict):
    """An engine's lines of code, and when each of them runs."""

    file: str
    function: str
    first: int
    lines: list[str]
    at: dict[str, int]


class Search(TypedDict):
    """The first line of a trace, before its events: which search it is."""

    event: Literal["search"]
    rules: Rules
    position: Position
    turn: MarkName
    engine: str
    depth_aware: bool
    depth: int | None
    limit: int | None
    source: Source


class Enter(TypedDict):
    """The search looks at a position; alpha and beta are for the searches that have them."""

    event: Literal["enter"]
    node: Natural
    parent: int | None
    cell: Cell | None
    depth: Natural
    alpha: NotRequired[Bound]
    beta: NotRequired[Bound]


class Try(TypedDict):
    """The search tries a move."""

    event: Literal["try"]
    node: Natural
    cell: Cell


class Best(TypedDict):
    """The best move so far has changed."""

    event: Literal["value"]
    node: Natural
    value: float
    best: Cell


class Narrow(TypedDict):
    """The window has become narrower."""

    event: Literal["window"]
    node: Natural
    alpha: Bound
    beta: Bound


class Prune(TypedDict):
    """The remaining moves are skipped: the side not to move has something better."""

    event: Literal["prune"]
    node: Natural
    cells: list[Cell]
    turn: Annotated[MarkName, "The side to move."]
    elsewhere: Annotated[float, "What the other side already has, as a value for X."]
    here: Annotated[float, "What the mover can hold the other side to here, as a value for X."]
    why: Annotated[str, "The reason in words."]


class Leave(TypedDict):
    """A position has its value."""

    event: Literal["leave"]
    node: Natural
    value: float
    proven: bool
    how: Annotated[str, ("end", "searched", "recalled", "guess")]
    bound: Annotated[str, ("exact", "lower", "upper")]
    best: Cell | None


class Done(TypedDict):
    """The search is over."""

    event: Literal["done"]
    value: float
    proven: bool
    best: Cell | None
    calls: Natural
    ends: Natural
    pruned: Natural
    remembered: Natural


class Stopped(TypedDict):
    """The limit was reached first."""

    event: Literal["stopped"]
    calls: Natural
    why: str


Event = Enter | Try | Best | Narrow | Prune | Leave | Done | Stopped

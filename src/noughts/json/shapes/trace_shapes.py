"""A search, told as lines."""

from typing import Annotated, Literal, NotRequired, TypedDict

from noughts.json.shapes.field_types import Cell, MarkName, Natural, Position, Rules

Bound = Annotated[float | None, "Null is infinite."]


class Source(TypedDict):
    """An engine's lines of code, and which of them runs when."""

    file: str
    function: str
    first: int
    lines: list[str]
    at: dict[str, int]


class Search(TypedDict):
    """Which search is traced: the first line, before its events."""

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
    """A position is looked at; alpha and beta belong to the searches that have them."""

    event: Literal["enter"]
    node: Natural
    parent: int | None
    cell: Cell | None
    depth: Natural
    alpha: NotRequired[Bound]
    beta: NotRequired[Bound]


class Try(TypedDict):
    """A move is taken in hand."""

    event: Literal["try"]
    node: Natural
    cell: Cell


class Best(TypedDict):
    """The best move so far is another one now."""

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
    """The rest of the moves need not be tried: the side that waits has something better."""

    event: Literal["prune"]
    node: Natural
    cells: list[Cell]
    turn: Annotated[MarkName, "Who is to move there."]
    elsewhere: Annotated[float, "What the other side already has, as a value for X."]
    here: Annotated[float, "What the mover can hold it to here, as a value for X."]
    why: Annotated[str, "That in words."]


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

"""Searches as lines, and how large games and searches are."""

from typing import Annotated, Literal, NotRequired, TypedDict

from noughts.json.shapes.field_types import Also, Cell, MarkName, Natural, Position, Rules

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
    calls: Annotated[Natural, "All calls, also those that only look a value up."]
    ends: Natural
    pruned: Natural
    remembered: Annotated[Natural, "The positions in memory. The other calls looked one up."]


class Stopped(TypedDict):
    """The limit was reached first."""

    event: Literal["stopped"]
    calls: Natural
    why: str


Event = Enter | Try | Best | Narrow | Prune | Leave | Done | Stopped


class Count(TypedDict):
    """The size of a game. A game ends at its first line; another order of moves is another game."""

    rules: Rules
    positions: Annotated[Natural, "Reachable positions.", Also(examples=[5478])]
    terminal: Annotated[Natural, "The positions in which the game is over.", Also(examples=[958])]
    distinct: Annotated[Natural, "Positions up to symmetry.", Also(examples=[765])]
    games: Annotated[Natural, "Whole games.", Also(examples=[255168])]
    distinct_games: Annotated[
        Natural, "Games when symmetric positions are merged at every ply.", Also(examples=[26830])
    ]
    distinct_move_sequences: Annotated[
        Natural, "Games that no symmetry maps onto each other.", Also(examples=[31896])
    ]
    nodes: Annotated[Natural, "Nodes of the game tree.", Also(examples=[549946])]
    x_wins: Annotated[Natural, "Games that X wins.", Also(examples=[131184])]
    o_wins: Annotated[Natural, "Games that O wins.", Also(examples=[77904])]
    draws: Annotated[Natural, "Drawn games.", Also(examples=[46080])]
    sequences_per_ply: Annotated[
        list[Natural],
        "The number of sequences of 0, 1, 2, ... moves.",
        Also(examples=[[1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]]),
    ]


class Plies(TypedDict):
    """The number of positions with each number of stones."""

    rules: Rules
    positions_per_ply: Annotated[
        list[Natural], "With 0, 1, 2, ... stones.", Also(examples=[[1, 7, 49, 238]])
    ]


class Calls(TypedDict):
    """How often each search calls itself."""

    rules: Rules
    minimax: Natural
    alphabeta: Natural
    alphabeta_ordered: Natural
    memoised: Annotated[Natural, "With a memory.", Also(examples=[16168])]
    memoised_worked_out: Annotated[
        Natural,
        "The calls that work a position out. The others look one up.",
        Also(examples=[5478]),
    ]
    symmetric: Annotated[
        Natural, "With a memory that merges symmetric positions.", Also(examples=[2271])
    ]
    symmetric_worked_out: Annotated[
        Natural, "The calls that work a position out. The others look one up.", Also(examples=[765])
    ]
    along_a_game: list[Natural]

"""What positions are worth, proved or guessed, and what is played in them."""

from typing import Annotated, Literal, NotRequired, TypedDict

from noughts.core.score import MOST_POINTS
from noughts.json.shapes.boards import Outcome
from noughts.json.shapes.field_types import (
    Also,
    Cell,
    CellName,
    Customary,
    FactName,
    LevelName,
    MarkName,
    Natural,
    Position,
    Rules,
    Seconds,
    ValueName,
)


class Worth(TypedDict):
    """What a position or move is worth: proved, or guessed."""

    value: Annotated[
        ValueName | None,
        "Proved, for the side to move; null if it is not.",
        Also(examples=["draw"]),
    ]
    plies: Annotated[
        int | None,
        "Moves of both sides until a win or a loss when the winner hurries and the loser delays; "
        "null for a draw and where it is not known.",
        Also(minimum=0),
    ]
    customary: Customary
    estimate: NotRequired[
        Annotated[
            int,
            "Only where nothing is proved: a guess, above 0 if it looks good for the side to move. "
            "-9999 looks lost, 9999 won.",
            Also(minimum=-MOST_POINTS, maximum=MOST_POINTS),
        ]
    ]
    bound: NotRequired[
        Annotated[
            str,
            ("upper", "lower"),
            "Only beside an estimate that the search has not found out: it is at most (upper) or "
            "at least (lower) so much.",
        ]
    ]


class Noted(TypedDict):
    """An answer that may be about another position than the one that was asked."""

    notes: NotRequired[
        Annotated[list[str], "Only where the marks of the position were swapped: a sentence each."]
    ]


class Fact(TypedDict):
    """One thing that can be said of a move. A key is left out where there is nothing to name."""

    kind: Annotated[FactName, "What."]
    cells: NotRequired[Annotated[list[CellName], "The cells it is about.", Also(examples=[["c2"]])]]
    lines: NotRequired[
        Annotated[
            list[list[CellName]],
            "The lines it is about, or how the game goes on.",
            Also(examples=[[["c1", "c2", "c3"]]]),
        ]
    ]
    plies: NotRequired[Annotated[int, "In how many plies the game ends.", Also(minimum=1)]]
    estimate: NotRequired[
        Annotated[
            int,
            "The estimate, where nothing is proved.",
            Also(minimum=-MOST_POINTS, maximum=MOST_POINTS),
        ]
    ]


class Move(Worth):
    """A legal move and what it is worth to the side that makes it."""

    move: CellName
    cell: Cell
    best: Annotated[bool, "Whether no move is better."]
    facts: Annotated[list[Fact], "What the move does, then what it leads to, then what refutes it."]
    reason: Annotated[str, "The facts in words.", Also(examples=["blocks O's line c1 c2 c3"])]
    line: Annotated[
        list[CellName],
        "How it goes on when both sides play their best; begins with the move.",
        Also(examples=[["c2", "a2"]]),
    ]


class Analysis(Worth, Noted):
    """What is known of a position."""

    rules: Rules
    position: Position
    turn: Annotated[MarkName, "Whose move it is, or would be."]
    outcome: Annotated[Outcome | None, "Null while the game is going on."]
    proven: Annotated[bool, "Whether the value is proved."]
    best: Annotated[
        list[CellName], "The moves that are as good as the first.", Also(examples=[["c2"]])
    ]
    moves: Annotated[list[Move], "Every legal move, best first."]
    engine: Annotated[str, "Who thought.", Also(examples=["perfect"])]
    nodes: Annotated[Natural, "Positions looked at."]
    seconds: Annotated[Seconds, "Seconds spent when this was first asked."]


class Choice(Worth, Noted):
    """The computer's move."""

    move: CellName
    cell: Cell
    proven: Annotated[bool, "Whether the value is proved."]
    engine: Annotated[str, "Who moved.", Also(examples=["perfect"])]
    level: Annotated[LevelName | None, "The level that was asked for; null if it was an engine."]


class Swap2(Worth):
    """What the computer does in the swap2 opening; its worth is that for whose turn it is."""

    place: Annotated[list[CellName], "The stones that it places: three, X, O and X; or none."]
    cells: Annotated[list[Cell], "Their cells."]
    take: Annotated[MarkName | None, "The side that it takes; null where it places stones."]
    proven: Annotated[bool, "Whether the worth is proved."]
    level: LevelName


class Unanswered(TypedDict):
    """What stands in the place of a line that could not be answered."""

    line: Annotated[int, "Which line, from 1.", Also(minimum=1)]
    error: Annotated[str, "Why."]


class Solution(TypedDict):
    """A proof, or how far it got."""

    rules: Rules
    position: Position
    value: Annotated[ValueName | None, "Proved, for the side to move; null if it is not."]
    plies: Annotated[
        int | None,
        "Moves of both sides until a win or a loss; null for a draw and where it is not known.",
        Also(minimum=0),
    ]
    customary: Customary
    at_least: Annotated[int | None, "A win is known to take no fewer plies.", Also(minimum=0)]
    winner: Annotated[MarkName | None, "Null for a draw and where nothing is proved."]
    proven: Annotated[bool, "Whether the value is proved."]
    cannot_win: Annotated[list[MarkName], "Sides that are proved not to win."]
    unfinished: Annotated[str | None, "Why there is no answer; null if there is."]
    winning: Annotated[list[CellName] | None, "Every first move that wins, if asked for."]
    line: Annotated[list[CellName], "How it goes on when both sides play their best."]
    method: Annotated[str | None, "How it was proved."]
    nodes: Annotated[Natural, "Positions looked at."]
    seconds: Annotated[Seconds, "Seconds spent."]
    memory: Annotated[Natural, "Bytes."]


class Probed(TypedDict):
    """What a table says of a position."""

    rules: Rules
    position: Position
    turn: MarkName
    proven: Literal[True]
    value: Annotated[ValueName, "For the side to move."]
    plies: Annotated[int | None, "Moves until a win or a loss; null for a draw.", Also(minimum=0)]

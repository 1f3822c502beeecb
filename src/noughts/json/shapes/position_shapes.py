"""The values of positions, proved or estimated, and moves."""

from typing import Annotated, Literal, NotRequired, TypeAlias, TypedDict

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
    """The value of a position or move: proved or estimated."""

    value: Annotated[
        ValueName | None,
        "Proved, for the side to move; null if it is not.",
        Also(examples=["draw"]),
    ]
    plies: Annotated[
        int | None,
        "Moves of both sides until the win or loss with best play; null for a draw and if unknown.",
        Also(minimum=0),
    ]
    customary: Customary
    estimate: NotRequired[
        Annotated[
            int,
            "Only if nothing is proved: an estimate, above 0 if it looks good for the side to "
            "move. -9999 looks lost, 9999 won.",
            Also(minimum=-MOST_POINTS, maximum=MOST_POINTS),
        ]
    ]
    bound: NotRequired[
        Annotated[
            str,
            ("upper", "lower"),
            "Only with an estimate that is a bound: it is at most (upper) or at least "
            "(lower) this.",
        ]
    ]


class Noted(TypedDict):
    """An answer that may be about a different position from the one given."""

    notes: NotRequired[
        Annotated[list[str], "Only if the marks of the position were swapped: one sentence each."]
    ]


class Fact(TypedDict):
    """One fact about a move. Empty keys are left out."""

    kind: Annotated[FactName, "What."]
    cells: NotRequired[Annotated[list[CellName], "The cells it is about.", Also(examples=[["c2"]])]]
    lines: NotRequired[
        Annotated[
            list[list[CellName]],
            "The lines it is about, or the continuation of the game.",
            Also(examples=[[["c1", "c2", "c3"]]]),
        ]
    ]
    plies: NotRequired[Annotated[int, "The plies until the game ends.", Also(minimum=1)]]
    estimate: NotRequired[
        Annotated[
            int,
            "The estimate, if nothing is proved.",
            Also(minimum=-MOST_POINTS, maximum=MOST_POINTS),
        ]
    ]


class Move(Worth):
    """A legal move and its value for the side that makes it."""

    move: CellName
    cell: Cell
    best: Annotated[bool, "Whether no move is better."]
    facts: Annotated[list[Fact], "What the move does, then what it leads to, then what refutes it."]
    reason: Annotated[str, "The facts in words.", Also(examples=["blocks O's line c1 c2 c3"])]
    line: Annotated[
        list[CellName],
        "The line of best play by both sides; begins with the move.",
        Also(examples=[["c2", "a2"]]),
    ]


class Analysis(Worth, Noted):
    """The analysis of a position."""

    rules: Rules
    position: Position
    turn: Annotated[MarkName, "The side to move, or that would move."]
    outcome: Annotated[Outcome | None, "Null while the game is going on."]
    proven: Annotated[bool, "Whether the value is proved."]
    best: Annotated[
        list[CellName], "The moves that are as good as the first.", Also(examples=[["c2"]])
    ]
    moves: Annotated[list[Move], "Every legal move, best first."]
    engine: Annotated[str, "Who thought.", Also(examples=["perfect"])]
    nodes: Annotated[Natural, "Positions looked at."]
    seconds: Annotated[Seconds, "The seconds spent when this was first computed."]


class Choice(Worth, Noted):
    """The computer's move."""

    move: CellName
    cell: Cell
    proven: Annotated[bool, "Whether the value is proved."]
    engine: Annotated[str, "Who moved.", Also(examples=["perfect"])]
    level: Annotated[LevelName | None, "The level, or null for an engine."]


class Swap2(Worth):
    """The computer's answer in the swap2 opening; its value is for the side to move."""

    place: Annotated[list[CellName], "The stones that it places: three, X, O and X; or none."]
    cells: Annotated[list[Cell], "Their cells."]
    take: Annotated[MarkName | None, "The side that it takes; null if it places stones."]
    proven: Annotated[bool, "Whether the value is proved."]
    level: LevelName


class Unanswered(TypedDict):
    """The entry for an input line that had no answer."""

    line: Annotated[int, "The number of the line, from 1.", Also(minimum=1)]
    error: Annotated[str, "Why."]


class Solution(TypedDict):
    """A proof, or its progress."""

    rules: Rules
    position: Position
    value: Annotated[ValueName | None, "Proved, for the side to move; null if it is not."]
    plies: Annotated[
        int | None,
        "Moves of both sides until the win or loss; null for a draw and if unknown.",
        Also(minimum=0),
    ]
    customary: Customary
    at_least: Annotated[int | None, "A proved minimum of the plies of a win.", Also(minimum=0)]
    winner: Annotated[MarkName | None, "Null for a draw and if nothing is proved."]
    proven: Annotated[bool, "Whether the value is proved."]
    cannot_win: Annotated[list[MarkName], "Sides that are proved not to win."]
    unfinished: Annotated[str | None, "The reason for a missing answer; otherwise null."]
    winning: Annotated[list[CellName] | None, "Every first move that wins, if requested."]
    line: Annotated[list[CellName], "The line of best play by both sides."]
    method: Annotated[str | None, "How it was proved."]
    nodes: Annotated[Natural, "Positions looked at."]
    seconds: Annotated[Seconds, "Seconds spent."]
    memory: Annotated[Natural, "Bytes."]


_Difficulty = Annotated[
    int, "Of 100 people of five strengths, how many miss it.", Also(minimum=0, maximum=100)
]
_PliesToWin = Annotated[int | None, "Until the win; null for a draw.", Also(minimum=1)]
_Line = Annotated[list[CellName], "Best play for both sides; for a single move, the reply first."]
_Refutations = Annotated[
    list[str],
    "Lines that show why wrong answers are wrong. Each begins with a wrong move; in `which move "
    "lost` there is one for each wrong number: after an earlier move, how play could go on, and "
    "instead of a later one, how the game is lost anyway.",
]


class MovePuzzle(TypedDict):
    """A position with a single right move, which is proved."""

    kind: Annotated[
        str,
        ("win", "fork", "zugzwang", "draw", "stop fork", "vcf", "vct"),
        "What is asked for: the only move that wins, that does not lose, that starts a win by "
        "fours (`vcf`), or after which fours win against every reply (`vct`).",
    ]
    position: Position
    answer: CellName
    line: _Line
    plies: _PliesToWin
    difficulty: _Difficulty
    refutations: NotRequired[_Refutations]


class WinnerPuzzle(TypedDict):
    """A position, and who wins it, which is proved."""

    kind: Annotated[str, ("who wins",)]
    position: Position
    answer: Annotated[str, ("X", "O", "draw"), "Who wins if both play their best."]
    line: _Line
    plies: _PliesToWin
    difficulty: _Difficulty


class LostMovePuzzle(TypedDict):
    """The moves of a game, of which one alone gave the value away, which is proved."""

    kind: Annotated[str, ("which move lost",)]
    position: Annotated[str, "Where the moves begin."]
    moves: Annotated[list[CellName], "Up to the end of the game."]
    answer: Annotated[int, "The number of the move that lost, from 1.", Also(minimum=1)]
    line: Annotated[list[CellName], "Best play after that move."]
    plies: _PliesToWin
    difficulty: _Difficulty
    refutations: NotRequired[_Refutations]


Puzzle: TypeAlias = MovePuzzle | WinnerPuzzle | LostMovePuzzle


class SetPuzzle(TypedDict):
    """A puzzle on its own."""

    id: Annotated[str | None, "Its pack and number; null if no pack of Noughts has it."]
    rules: Rules
    puzzle: Puzzle
    task: Annotated[str, "What to do, in words."]
    hints: Annotated[list[str], "Each tells more than the one before; the last the answer."]


class PuzzlePack(TypedDict):
    """Puzzles of one game, the easiest first."""

    noughts: Literal["puzzles 2"]
    rules: Rules
    seed: Annotated[int, "Of the games that they come from."]
    puzzles: list[Puzzle]


class JudgedAnswer(TypedDict):
    """What an answer to a puzzle is worth."""

    right: Annotated[bool, "Whether it is the answer."]
    position: Annotated[str, "The position that the reason is about."]
    move: Annotated[str, "The move there that the reason is about."]
    reason: Annotated[str, "What it does and leads to."]
    line: Annotated[list[CellName], "The moves that follow, that move first."]


class ThrownWin(TypedDict):
    """A move that threw a win by fours away: after it, the opponent wins by fours."""

    number: Annotated[int, "The number of the move, from 1.", Also(minimum=1)]
    answers: Annotated[list[CellName], "All moves that would have started such a win."]
    line: Annotated[list[CellName], "Such a win to the end; its first move is the first answer."]


class DatasetRow(TypedDict):
    """A position of a data set, with its proved value."""

    position: Position
    stones: Annotated[Natural, "How many cells are taken."]
    turn: MarkName
    value: Annotated[ValueName, "For the side to move."]
    plies: Annotated[
        int | None,
        "Moves until a win or a loss; null for a draw, and where only the value is proved.",
        Also(minimum=0),
    ]
    moves: Annotated[
        dict[str, int] | None,
        "Each legal move with the value that it gives away, 0 to 2; null if not asked for.",
    ]
    line: Annotated[
        list[CellName] | None, "Moves that keep the value; null if no search was needed."
    ]


class Probed(TypedDict):
    """A table's answer for a position."""

    rules: Rules
    position: Position
    turn: MarkName
    proven: Literal[True]
    value: Annotated[ValueName, "For the side to move."]
    plies: Annotated[int | None, "Moves until a win or a loss; null for a draw.", Also(minimum=0)]

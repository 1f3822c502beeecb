"""What `noughts check` says of a program."""

from typing import Annotated, NotRequired, TypedDict

from noughts.json.shapes.field_types import CellName, Position
from noughts.json.shapes.game_shapes import Sides


class CheckStage(TypedDict):
    """A part of a check."""

    name: Annotated[
        str,
        "What is checked.",
        ("rules", "moves", "again", "as X", "as O", "value", "quickest", "calls"),
    ]
    passed: Annotated[bool | None, "Null: it was not done."]
    said: Annotated[str, "The result in words."]


class CheckedMove(TypedDict):
    """A move in words."""

    move: CellName
    reason: Annotated[str, "What it does and leads to, as analyse says it."]


class CheckFinding(TypedDict):
    """A fault of a program, or advice."""

    kind: Annotated[
        str,
        "The fault, or the possible improvement.",
        (
            *("not loaded", "other rules", "stopped", "error", "no move", "two answers"),
            *("loses", "changes board", "gives away", "dawdles"),
        ),
    ]
    text: Annotated[str, "In words."]
    moves: Annotated[list[CellName], "The shortest game that shows it; a lost one to its end."]
    position: Annotated[Position | None, "Where it shows."]
    code: Annotated[str, "The program's line that raised an error; otherwise empty."]
    played: NotRequired[Annotated[CheckedMove, "The program's move there."]]
    better: NotRequired[Annotated[CheckedMove, "The first of the best moves there."]]
    best: Annotated[list[CellName], "The best moves there."]


class AskedMove(TypedDict):
    """What a program plays in one position."""

    position: Position
    move: Annotated[CellName | None, "Null: it has none, and the finding says why."]
    wrong: Annotated[bool, "It gives a win or a draw away, or is not a legal move."]
    text: Annotated[str, "What the move is worth, in words."]
    best: Annotated[list[CellName], "The best moves there."]


class CheckHint(TypedDict):
    """Help with a finding or an advice."""

    chapter: Annotated[str | None, "The chapter of /learn about it."]
    text: Annotated[str, "What to change."]


class Checked(TypedDict):
    """A program for tic-tac-toe under check."""

    program: str
    interface: Annotated[str, "How the check calls the program, in words."]
    unbeatable: Annotated[
        bool | None,
        "True: every possible game was played, none was lost. False: it loses one. Null: neither "
        "is proved.",
    ]
    stages: Annotated[list[CheckStage], "In order."]
    games: Annotated[Sides, "All games that can be played against it, by its side."]
    finding: Annotated[CheckFinding | None, "What keeps it from being proved unbeatable."]
    advice: Annotated[CheckFinding | None, "What could be better in an unbeatable program."]
    mistakes: Annotated[
        list[str],
        "The known mistakes that give the same answer in every position; most have one or none.",
    ]
    hint: NotRequired[Annotated[CheckHint, "With `--hint`."]]
    asked: NotRequired[Annotated[AskedMove, "With `--at`: nothing else is checked then."]]


class CheckedFolder(TypedDict):
    """All programs of a folder under check."""

    programs: Annotated[list[Checked], "By name."]

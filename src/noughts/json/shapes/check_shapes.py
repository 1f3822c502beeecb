"""What `noughts check` says of a program."""

from typing import Annotated, NotRequired, TypedDict

from noughts.json.shapes.field_types import Also, CellName, Natural, Position, Rules, Share
from noughts.json.shapes.game_shapes import Sides


class CheckStage(TypedDict):
    """A part of a check."""

    name: Annotated[
        str,
        "What is checked.",
        ("rules", "moves", "again", "as X", "as O", "value", "quickest", "calls"),
    ]
    applies: Annotated[bool, "False: the program has nothing to check there."]
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
            *("loses", "changes board", "gives away", "misses", "dawdles"),
        ),
    ]
    text: Annotated[str, "In words."]
    moves: Annotated[list[CellName], "The shortest game that shows it; a lost one to its end."]
    position: Annotated[Position | None, "Where it shows."]
    code: Annotated[
        str, "The program's line that raised an error, or what a command wrote about it, or empty."
    ]
    line: Annotated[int | None, "The number of that line, if it is known.", Also(minimum=1)]
    asks: Annotated[bool, "Whether it asks for input: it may be a game in the terminal."]
    played: NotRequired[Annotated[CheckedMove, "The program's move there."]]
    better: NotRequired[Annotated[CheckedMove, "The first of the best moves there."]]
    best: Annotated[list[CellName], "The best moves there."]


class AskedMove(TypedDict):
    """What a program plays in one position."""

    position: Position
    move: Annotated[CellName | None, "Null: it has none, and the finding says why."]
    wrong: Annotated[
        bool | None,
        "It gives a win or a draw away, misses a win in one move, or is not a legal move. Null: "
        "that is not proved.",
    ]
    text: Annotated[str, "What the move is worth, in words."]
    best: Annotated[list[CellName], "The best moves there."]


class CheckHint(TypedDict):
    """Help with a finding or an advice."""

    chapter: Annotated[str | None, "The chapter of /learn about it."]
    text: Annotated[str, "What to change."]


class CheckSample(TypedDict):
    """The sample, in a game too large to ask in every position."""

    seed: Annotated[int, "Of the random positions and games."]
    positions: Annotated[Natural, "Random positions, each drawn on its own."]
    judged: Annotated[Natural, "Those whose answer was proved right or wrong."]
    errors: Annotated[Natural, "Those whose answer was wrong."]
    at_most: Annotated[
        Share,
        "With 95 % confidence, it errs in a smaller share of such positions: 1 - 0.05^(1/judged). "
        "Null if there is an error, or nothing was judged.",
    ]
    played_out: Annotated[list[str], "The sides as which every possible game was played."]


class Checked(TypedDict):
    """A program for tic-tac-toe, or for another game, under check."""

    program: str
    rules: Rules
    interface: Annotated[str, "How the check calls the program, in words."]
    unbeatable: Annotated[
        bool | None,
        "True: every possible game was played, none was lost. False: it loses one. Null: neither "
        "is proved.",
    ]
    stages: Annotated[list[CheckStage], "In order."]
    games: Annotated[
        Sides,
        "All games that can be played against it, by its side. In a sample, the random games.",
    ]
    finding: Annotated[CheckFinding | None, "What is wrong with it. Null: no error was found."]
    advice: Annotated[CheckFinding | None, "What could be better in a program without a finding."]
    mistakes: Annotated[
        list[str],
        "The known mistakes that give the same answer in every position; most have one or none.",
    ]
    sample: NotRequired[Annotated[CheckSample, "If not every position was asked."]]
    hint: NotRequired[Annotated[CheckHint, "With `--hint`."]]
    asked: NotRequired[Annotated[AskedMove, "With `--at`: nothing else is checked then."]]


class CheckedFolder(TypedDict):
    """All programs of a folder under check."""

    programs: Annotated[list[Checked], "By name."]

"""What only the server answers."""

from typing import Annotated, NotRequired, TypedDict

from noughts.json.shapes.boards import Game
from noughts.json.shapes.field_types import Also
from noughts.json.shapes.game_shapes import MatchGame, Standing


class Preset(Game):
    """A game with a name for people."""

    name: Annotated[str, "A name for people.", Also(examples=["Tic-tac-toe"])]
    about: Annotated[
        str,
        "One sentence about it.",
        Also(examples=["Three in a row on 3×3. Played well, it is a draw."]),
    ]


class OpenedGame(TypedDict):
    """A game, as Noughts writes it."""

    record: Annotated[
        str,
        "Header lines, a blank line, the moves; then each branch in a line.",
        Also(examples=["Rules: 15,15,5\n\nh8 i9 *"]),
    ]
    notes: Annotated[
        list[str],
        "What of the file was left out or changed, a sentence each.",
        Also(examples=[["left out: 2 comments"]]),
    ]


class Health(TypedDict):
    """How the server is."""

    status: Annotated[str, Also(examples=["ok"])]


class FieldProblem(TypedDict):
    """What is wrong with one field of a question."""

    field: Annotated[str, Also(examples=["level"])]
    message: Annotated[str, Also(examples=["Input should be 'easy', 'medium' or 'hard'"])]


class Problem(TypedDict):
    """Why there is no answer, in the form of RFC 9457."""

    type: Annotated[
        str,
        "The kind of problem, as an address that explains it.",
        Also(format="uri-reference", examples=["/docs#problem-position"]),
    ]
    title: Annotated[str, "The kind of problem, in words.", Also(examples=["No such position"])]
    status: Annotated[int, "The HTTP status.", Also(minimum=400, maximum=599, examples=[422])]
    detail: Annotated[
        str,
        "What was wrong, where, and what is allowed.",
        Also(examples=["'X' has 1 row (joined by /); 3 needed"]),
    ]
    errors: NotRequired[
        Annotated[list[FieldProblem], "Only where fields are wrong: which, and why."]
    ]


MatchEnd = Annotated[str, ("finished", "time", "problem")]


class MatchLine(TypedDict):
    """One line of a match: games and how it stands after them; or, the last, why it has ended."""

    games: Annotated[list[MatchGame], "The games since the line before."]
    standing: Annotated[Standing | None, "Null in the last line."]
    end: Annotated[
        MatchEnd | None,
        "Null in all lines but the last: all is played, its time was up, or there is a problem.",
    ]
    problem: Annotated[Problem | None, "What ended the match, if that was a problem."]

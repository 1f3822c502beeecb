"""Answers that only the server gives."""

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
        "Header lines, a blank line and the moves; then one line for each branch.",
        Also(examples=["Rules: 15,15,5\n\nh8 i9 *"]),
    ]
    notes: Annotated[
        list[str],
        "Notes on what was left out of the file or changed, one sentence each.",
        Also(examples=[["left out: 2 comments"]]),
    ]


class Health(TypedDict):
    """The state of the server."""

    status: Annotated[str, Also(examples=["ok"])]


class FieldProblem(TypedDict):
    """What is wrong with one field of a request."""

    field: Annotated[str, Also(examples=["level"])]
    message: Annotated[str, Also(examples=["Input should be 'easy', 'medium' or 'hard'"])]


class Problem(TypedDict):
    """The reason for a missing answer, in the form of RFC 9457."""

    type: Annotated[
        str,
        "The kind of problem, as an address that explains it.",
        Also(format="uri-reference", examples=["/docs#problem-position"]),
    ]
    title: Annotated[str, "The kind of problem, in words.", Also(examples=["No such position"])]
    status: Annotated[int, "The HTTP status.", Also(minimum=400, maximum=599, examples=[422])]
    detail: Annotated[
        str,
        "The error: what is wrong, where, and what is allowed.",
        Also(examples=["'X' has 1 row (joined by /); 3 needed"]),
    ]
    errors: NotRequired[
        Annotated[list[FieldProblem], "Only if fields are wrong: which ones, and why."]
    ]


MatchEnd = Annotated[str, ("finished", "time", "problem")]


class MatchLine(TypedDict):
    """One line of a match: games and the results after them; or, in the last line, why it ended."""

    games: Annotated[list[MatchGame], "The games since the line before."]
    standing: Annotated[Standing | None, "Null in the last line."]
    end: Annotated[
        MatchEnd | None,
        "Null in all lines except the last: all is played, time is up, or there is a problem.",
    ]
    problem: Annotated[Problem | None, "The problem that ended the match, if there was one."]

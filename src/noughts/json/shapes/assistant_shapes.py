"""What the tools for assistants return beside what the commands print."""

from typing import Annotated, TypedDict

from noughts.json.shapes.field_types import (
    Also,
    CellName,
    GradeName,
    Natural,
    Position,
    Rules,
    ValueName,
)


class AnsweredMove(TypedDict):
    """A move that was chosen in a position, judged."""

    position: Position
    move: Annotated[str, "The move as it was given."]
    legal: bool
    why: Annotated[str, "What the move does and leads to, or why it is not legal."]
    grade: Annotated[GradeName | None, "Null if the move is not legal, or nothing is proved."]
    before: Annotated[ValueName | None, "The position's proved value; null if it is not proved."]
    after: Annotated[ValueName | None, "The move's proved value; null if it is not proved."]
    regret: Annotated[
        int | None,
        "The value given away: 1 from a win to a draw or from a draw to a loss, 2 from a win to a "
        "loss; null if it is not proved.",
        Also(minimum=0, maximum=2),
    ]
    best: Annotated[list[CellName], "The best moves."]


class CheckedAnswers(TypedDict):
    """Moves that were chosen in positions of a game, judged."""

    rules: Rules
    answers: Annotated[list[AnsweredMove], "In the order in which they were given."]
    legal: Annotated[Natural, "How many moves are legal."]
    proven: Annotated[Natural, "For how many of them the values are proved."]
    wrong: Annotated[Natural, "How many of those give value away."]


class Known(TypedDict):
    """What the atlas says of a game from the empty board."""

    game: Annotated[str, "The game, and whether O only blocks."]
    value: Annotated[
        str, "The result of perfect play, or what is possible.", Also(examples=["X wins"])
    ]
    plies: Annotated[int | None, "The length of a win, if it is known.", Also(minimum=1)]
    proved: Annotated[bool, "Whether Noughts has proved it. False: published only, or open."]
    reason: Annotated[str, "Why it is right, or what was tried."]
    certificate: Annotated[str | None, "The file with the proof, if there is one."]
    published: Annotated[str | None, "Who published the value, if it is known."]
    nodes: Annotated[Natural, "The positions that the solver looked at."]


class Atlas(TypedDict):
    """What is known of a game."""

    rules: Rules
    known: Annotated[list[Known], "Empty: it is not in the atlas. Then solve may prove it."]

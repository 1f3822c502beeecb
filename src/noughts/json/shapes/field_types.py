"""The types of single fields, with the names that the objects use."""

from typing import Annotated, Any

from noughts.core.position import Mark
from noughts.core.score import Value
from noughts.core.series import Starts
from noughts.engines import Level
from noughts.explain import FactKind
from noughts.lab.grading import Grade


class Also:
    """Further words of JSON Schema for a type, such as ``minimum=0``."""

    def __init__(self, **words: Any) -> None:
        self.words = words


Rules = Annotated[str, "The rules as Noughts writes them.", Also(examples=["3,3,3"])]
Position = Annotated[
    str,
    "Rows from the top joined by /, layers by //; X, O and . for empty.",
    Also(examples=["X.O/.X./..O"]),
]
MarkName = Annotated[str, Mark]
ValueName = Annotated[str, Value]
LevelName = Annotated[str, Level]
StartsName = Annotated[str, Starts]
GradeName = Annotated[str, Grade]
FactName = Annotated[str, FactKind]
Result = Annotated[str, "How it ended.", ("X wins", "O wins", "draw", "*")]
CellName = Annotated[
    str,
    "Column letter, row from the top, and on a box the layer's letter.",
    Also(examples=["c2"], pattern="^[a-z][1-9][0-9]?[a-z]?$"),
]
Cell = Annotated[int, "The cell, from 0 in reading order.", Also(minimum=0, examples=[5])]
Natural = Annotated[int, Also(minimum=0)]
Customary = Annotated[
    int | None,
    "In gravity games: the score as Connect Four players count it, the stones that the winner "
    "has left with the last one played, below 0 for a loss, 0 for a draw. Null in misère, where "
    "the plies are not known, and in other games.",
]
Share = Annotated[float | None, Also(minimum=0, maximum=1)]
Seconds = Annotated[float, Also(minimum=0)]

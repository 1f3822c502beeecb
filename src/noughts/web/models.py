"""The models of requests to the API; `noughts.json.shapes` has those of the answers."""

from collections.abc import Iterable
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, Self, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, model_validator

from noughts import engines
from noughts.core.catalogue import say
from noughts.core.series import Starts
from noughts.engines import ENGINES
from noughts.puzzles import Difficulty, PuzzleKind
from noughts.trace import SEARCHES

MOST_FILE = 9_000  #: bytes of a game's file; in base64, the request has the usual size

RulesWords = Annotated[
    str,
    Field(
        description="The game: `m,n,k` (columns, rows, how many in a row), a box "
        "`m,n,layers,k`, or a name such as `gomoku`; `torus`, `exact`, `caro`, `misere` and "
        "`gravity` may follow.",
        min_length=1,
        max_length=4000,
        examples=["3,3,3", "4,4,4 torus", "gomoku"],
    ),
]
PositionWords = Annotated[
    str,
    Field(
        description="Rows from the top joined by `/`, of `X`, `O` and `.`; a box's layers are "
        "joined by `//`. X moves first.",
        min_length=1,
        max_length=1000,
        examples=["X.O/.X./..O"],
    ),
]

if TYPE_CHECKING:
    Level: TypeAlias = StrEnum
    SearchName: TypeAlias = StrEnum
    Player: TypeAlias = StrEnum
else:

    def _names(name: str, about: str, values: Iterable[object]) -> type[StrEnum]:
        """Make a type of the library's names."""
        words = [str(value) for value in values]
        made = StrEnum(name, {word.upper().replace("-", "_"): word for word in words})
        made.__doc__ = about
        return made

    Level = _names("Level", "How well the computer plays, the weakest level first.", engines.Level)
    SearchName = _names("SearchName", "A search that can be traced.", SEARCHES)
    Player = _names("Player", "Who can play a match: an engine or a level.", sorted(ENGINES))


class ApiQuestion(BaseModel):
    """A request: it may have only the listed fields."""

    model_config: ClassVar[ConfigDict] = ConfigDict(extra="forbid")


def _seed(description: str) -> Any:
    return Field(None, description=description, strict=True, ge=0, lt=2**53, examples=[7])


class AnalysisQuestion(ApiQuestion):
    """A position to value."""

    rules: RulesWords = "3,3,3"
    position: PositionWords


class MoveQuestion(ApiQuestion):
    """A position to move in."""

    rules: RulesWords = "3,3,3"
    position: PositionWords
    level: Level = Level("hard")
    seed: int | None = _seed("Makes random moves repeatable.")


class Swap2Question(ApiQuestion):
    """The opening so far: no stones, three or five."""

    rules: RulesWords = Field("15,15,5", examples=["15,15,5"])
    position: PositionWords = Field(examples=["/".join(["." * 15] * 15)])
    level: Level = Level("hard")
    seed: int | None = _seed("Makes random choices repeatable.")


class FileQuestion(ApiQuestion):
    """A game's file of another program."""

    name: str = Field(
        description="The name of the file; its ending gives the format.",
        max_length=200,
        examples=["game.sgf"],
    )
    data: str = Field(
        description="The bytes of the file, in base64.",
        max_length=MOST_FILE // 3 * 4 + 4,
        examples=["KDtHTVs0XVNaWzE1XTtCW2hoXTtXW2lpXSk="],
    )


class PuzzlesQuestion(ApiQuestion):
    """Which puzzles to choose; null is any."""

    kind: PuzzleKind | None = None
    difficulty: Difficulty | None = None
    rules: str | None = Field(
        None, description="The game.", min_length=1, max_length=4000, examples=["connect-four"]
    )
    count: int = Field(3, description="How many.", strict=True, ge=1, le=20, examples=[3])
    seed: int | None = _seed("Makes the choice repeatable.")


class PuzzleAnswerQuestion(ApiQuestion):
    """An answer to a puzzle."""

    id: str = Field(description="The puzzle's.", max_length=60, examples=["3x3/6"])
    answer: str = Field(
        description="A cell; X, O or draw; or the number of a move.", max_length=20, examples=["b1"]
    )


class ThrownQuestion(ApiQuestion):
    """A game, and who wants to know what they missed in it."""

    rules: RulesWords = Field("15,15,5", examples=["15,15,5"])
    moves: str = Field(
        description="The moves from the empty board.",
        max_length=4000,
        examples=["h8 a15 h9 a14 h10 a13 o1 a12"],
    )
    mark: Literal["X", "O"] = Field(description="The player.", examples=["X"])


class MatchQuestion(ApiQuestion):
    """A match to play: everyone against everyone."""

    rules: RulesWords = "3,3,3"
    players: list[Player] = Field(
        description="The players.", min_length=2, max_length=6, examples=[["hard", "easy"]]
    )
    games: int = Field(
        100, description="Games of each pair.", strict=True, ge=1, le=1000, examples=[100]
    )
    seed: int | None = _seed(
        "Determines all games; by default it is random, and part of the answer."
    )
    starts: Starts = Starts.ALTERNATE
    opening: int = Field(
        0,
        description="Random moves at the beginning of each game. Two games of a pair, with "
        "sides changed, share them.",
        strict=True,
        ge=0,
        le=20,
    )


class TraceQuestion(ApiQuestion):
    """A position, and how to search it."""

    rules: RulesWords = "3,3,3"
    position: PositionWords
    engine: SearchName = SearchName("minimax")
    depth: int | None = Field(
        None,
        description="The plies after which to estimate; null searches to the end.",
        strict=True,
        ge=1,
        le=64,
        examples=[3],
    )
    depth_aware: bool = Field(
        default=True,
        description="Whether a faster win is worth more. `memoised` and `symmetric` always "
        "prefer it.",
        strict=True,
    )

    @model_validator(mode="after")
    def _memories_know_depth(self) -> Self:
        if not self.depth_aware and self.engine in {"memoised", "symmetric"}:
            raise ValueError(say("problem", "faster win", engine=self.engine))
        return self

"""The words of the API: what each question may hold and each answer does.

The answers are made by `noughts.report`; their models are derived from the shapes of
`noughts.schema`, so that clients can be generated from the OpenAPI document.
"""

import types
from collections.abc import Iterable
from enum import StrEnum
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Literal,
    Self,
    TypeAlias,
    TypedDict,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from pydantic import BaseModel, ConfigDict, Field, create_model, model_validator

from noughts import engines, schema
from noughts.engines import ENGINES
from noughts.series import Starts
from noughts.tracing import SEARCHES
from noughts.web.presets import PRESETS

MOST_FILE = 9_000  #: bytes of a game's file; in base64 they are a question of the usual size

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
    Search: TypeAlias = StrEnum
    Player: TypeAlias = StrEnum
else:

    def _names(name: str, about: str, values: Iterable[object]) -> type[StrEnum]:
        """Make a type of names that the library knows."""
        words = [str(value) for value in values]
        made = StrEnum(name, {word.upper().replace("-", "_"): word for word in words})
        made.__doc__ = about
        return made

    Level = _names(
        "Level",
        "How well the computer plays: at random, half of the time perfectly, always perfectly.",
        engines.Level,
    )
    Search = _names("Search", "A search that can be traced.", SEARCHES)
    Player = _names("Player", "Who can play a match: an engine or a level.", sorted(ENGINES))


# -- questions -----------------------------------------------------------------------------------


class Question(BaseModel):
    """What may be asked: nothing but its fields."""

    model_config: ClassVar[ConfigDict] = ConfigDict(extra="forbid")


def _seed(description: str) -> Any:
    return Field(None, description=description, strict=True, ge=0, lt=2**53, examples=[7])


class AnalysisQuestion(Question):
    """A position to value."""

    rules: RulesWords = "3,3,3"
    position: PositionWords


class MoveQuestion(Question):
    """A position to move in."""

    rules: RulesWords = "3,3,3"
    position: PositionWords
    level: Level = Level("hard")
    seed: int | None = _seed("Makes random moves repeatable.")


class Swap2Question(Question):
    """The opening so far: no stones, three or five."""

    rules: RulesWords = Field("15,15,5", examples=["15,15,5"])
    position: PositionWords = Field(examples=["/".join(["." * 15] * 15)])
    level: Level = Level("hard")
    seed: int | None = _seed("Makes what is drawn by lot repeatable.")


class FileQuestion(Question):
    """A game's file of another program."""

    name: str = Field(
        description="What the file is called: its ending says what it is.",
        max_length=200,
        examples=["game.sgf"],
    )
    data: str = Field(
        description="Its bytes, in base64.",
        max_length=MOST_FILE // 3 * 4 + 4,
        examples=["KDtHTVs0XVNaWzE1XTtCW2hoXTtXW2lpXSk="],
    )


class MatchQuestion(Question):
    """A match to play: each player against each."""

    rules: RulesWords = "3,3,3"
    players: list[Player] = Field(
        description="The players.", min_length=2, max_length=6, examples=[["hard", "easy"]]
    )
    games: int = Field(
        100, description="Games of each pair.", strict=True, ge=1, le=1000, examples=[100]
    )
    seed: int | None = _seed(
        "All games follow from it; without one it is chosen at random and told."
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


class TraceQuestion(Question):
    """A position, and how to search it."""

    rules: RulesWords = "3,3,3"
    position: PositionWords
    engine: Search = Search("alphabeta")
    depth: int | None = Field(
        None,
        description="After how many plies to guess; null: search to the end.",
        strict=True,
        ge=1,
        le=64,
        examples=[3],
    )
    depth_aware: bool = Field(
        default=True,
        description="Whether a sooner win is worth more. `memoised` and `symmetric` know no "
        "other way.",
        strict=True,
    )

    @model_validator(mode="after")
    def _memories_know_depth(self) -> Self:
        if not self.depth_aware and self.engine in {"memoised", "symmetric"}:
            raise ValueError(f"{self.engine} always prefers the sooner win")
        return self


# -- answers -------------------------------------------------------------------------------------


#: The names that are allowed, as types of pydantic.
_NAMES: dict[object, Any] = {engines.Level: Level}
_WORDS = {
    "minimum": "ge",
    "maximum": "le",
    "minItems": "min_length",
    "maxItems": "max_length",
    "maxLength": "max_length",
}
_models: dict[str, type[BaseModel]] = {}


def derived(shape: Any, **narrower: Any) -> Any:
    """Make the model of a shape of `noughts.schema`; `narrower` are types of some of its fields."""
    fields: dict[str, Any] = {}
    for name, hint in get_type_hints(shape, include_extras=True).items():
        needed = name in shape.__required_keys__
        inner = hint if needed else get_args(hint)[0]
        default = Field() if needed else Field(0, json_schema_extra=_left_out)
        fields[name] = (_typed(inner, narrower.get(name)), default)
    title = shape.__name__.removeprefix("_")
    made = create_model(title, __doc__=shape.__doc__, __module__=__name__, **fields)
    _models[title] = made
    return made


def _typed(hint: Any, narrower: Any = None) -> Any:
    """Return what pydantic is to make of a type of `noughts.schema`."""
    inner = get_args(hint)
    match get_origin(hint):
        case origin if origin is Annotated:
            base = narrower or _typed(inner[0])
            words: dict[str, Any] = {}
            for said in inner[1:]:
                if isinstance(said, str):
                    words["description"] = said
                elif isinstance(said, schema.Also):
                    words |= {_WORDS.get(word, word): value for word, value in said.words.items()}
                else:
                    names = Literal[said] if isinstance(said, tuple) else said
                    base = narrower or _NAMES.get(said, names)
            return Annotated[base, Field(**words)]
        case origin if origin in {Union, types.UnionType}:
            return Union[tuple(map(_typed, inner))]  # noqa: UP007  (of as many as there are)
        case origin if origin is list:
            return types.GenericAlias(list, (_typed(inner[0]),))
    return (_models.get(hint.__name__) or derived(hint)) if is_typeddict(hint) else hint


def _left_out(made: dict[str, Any]) -> None:
    """Make a field one that may be missing, rather than one with a default."""
    del made["default"]


class _Preset(schema.Game):
    """A game with a name for people."""

    name: Annotated[str, "A name for people.", schema.Also(examples=[PRESETS[0].name])]
    about: Annotated[str, "One sentence about it.", schema.Also(examples=[PRESETS[0].about])]


Game: Any = derived(schema.Game)
Board: Any = derived(schema.Board)
Preset: Any = derived(_Preset)
Analysis: Any = derived(schema.Analysis)
Choice: Any = derived(schema.Choice, level=Level)
Swap2: Any = derived(schema.Swap2, level=Level)
Count: Any = derived(schema.Count)
PlayerTally: Any = derived(schema.PlayerTally, player=Player)
Standing: Any = derived(schema.Standing)
MatchGame: Any = derived(schema.MatchGame)
ShownLedger: Any = derived(schema.ShownLedger)
LedgerStatus: Any = derived(schema.LedgerStatus)
LedgerPlace: Any = derived(schema.LedgerPlace)


class MatchEnd(StrEnum):
    """Why a match has ended: all is played, its time was up, or there is a problem."""

    FINISHED = "finished"
    TIME = "time"
    PROBLEM = "problem"


class OpenedGame(BaseModel):
    """A game, as Noughts writes it."""

    record: str = Field(
        description="Header lines, a blank line, the moves; then each branch in a line.",
        examples=["Rules: 15,15,5\n\nh8 i9 *"],
    )
    notes: list[str] = Field(
        description="What of the file was left out or changed, a sentence each.",
        examples=[["left out: 2 comments"]],
    )


class Health(BaseModel):
    """How the server is."""

    status: str = Field(examples=["ok"])


class FieldProblem(BaseModel):
    """What is wrong with one field of a question."""

    field: str = Field(examples=["level"])
    message: str = Field(examples=["Input should be 'easy', 'medium' or 'hard'"])


class Problem(BaseModel):
    """Why there is no answer, in the form of RFC 9457."""

    type: str = Field(
        description="The kind of problem, as an address that explains it.",
        examples=["/docs#problem-position"],
        json_schema_extra={"format": "uri-reference"},
    )
    title: str = Field(description="The kind of problem, in words.", examples=["No such position"])
    status: int = Field(description="The HTTP status.", ge=400, le=599, examples=[422])
    detail: str = Field(
        description="What was wrong, where, and what is allowed.",
        examples=["'X' has 1 row (joined by /); 3 needed"],
    )
    errors: list[FieldProblem] = Field(
        [],
        description="Only where fields are wrong: which, and why.",
        json_schema_extra=_left_out,
    )


class _MatchLine(TypedDict):
    """One line of a match: games and how it stands after them; or, the last, why it has ended."""

    games: Annotated[list[schema.MatchGame], "The games since the line before."]
    standing: Annotated[schema.Standing | None, "Null in the last line."]
    end: Annotated[MatchEnd | None, "Null in all lines but the last."]
    problem: Annotated[Problem | None, "What ended the match, if that was a problem."]


MatchLine: Any = derived(_MatchLine)

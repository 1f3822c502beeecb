"""The words of the API: what each question may hold and each answer does.

The answers are made by `noughts.report`; these models say what they look like, so that clients can
be generated from the OpenAPI document. Tests hold the two together.
"""

from enum import StrEnum
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from noughts.web.presets import PRESETS

RulesWords = Annotated[
    str,
    Field(
        description="The game: `m,n,k` (columns, rows, how many in a row), a box "
        "`m,n,layers,k`, or a name such as `gomoku`; `torus`, `exact` and `misere` may follow.",
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
CellName = Annotated[
    str,
    Field(
        description="Column letter, row from the top, and on a box the layer's letter.",
        examples=["c2"],
    ),
]
Cell = Annotated[int, Field(description="The cell, from 0 in reading order.", ge=0, examples=[5])]
Cells = Annotated[list[Cell], Field(description="Cells, from 0 in reading order.")]
Natural = Annotated[int, Field(ge=0)]


class Value(StrEnum):
    """A proved value, for the side to move."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"


class Search(StrEnum):
    """A search that can be traced."""

    MINIMAX = "minimax"
    ALPHABETA = "alphabeta"
    ALPHABETA_UNORDERED = "alphabeta-unordered"
    MEMOISED = "memoised"
    SYMMETRIC = "symmetric"


class Mark(StrEnum):
    """A side."""

    X = "X"
    O = "O"  # noqa: E741  (that is its name)


class Level(StrEnum):
    """How well the computer plays: at random, half of the time perfectly, always perfectly."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


class Player(StrEnum):
    """Who can play a match: an engine or a level."""

    ALPHABETA = "alphabeta"
    ALPHABETA_UNORDERED = "alphabeta-unordered"
    EASY = "easy"
    HARD = "hard"
    MEDIUM = "medium"
    MEMOISED = "memoised"
    MINIMAX = "minimax"
    PERFECT = "perfect"
    RANDOM = "random"
    SYMMETRIC = "symmetric"
    TACTICS = "tactics"
    TACTICS_NAIVE = "tactics-naive"


class Starts(StrEnum):
    """Which player of a pair sits behind X."""

    FIRST = "first"
    SECOND = "second"
    ALTERNATE = "alternate"


# -- questions -----------------------------------------------------------------------------------


class _Question(BaseModel):
    model_config = ConfigDict(extra="forbid")


def _seed(description: str) -> Any:
    return Field(None, description=description, strict=True, ge=0, lt=2**53, examples=[7])


class AnalysisQuestion(_Question):
    """A position to value."""

    rules: RulesWords = "3,3,3"
    position: PositionWords


class MoveQuestion(_Question):
    """A position to move in."""

    rules: RulesWords = "3,3,3"
    position: PositionWords
    level: Level = Level.HARD
    seed: int | None = _seed("Makes drawn lots repeatable.")


class MatchQuestion(_Question):
    """A match to play: each player against each."""

    rules: RulesWords = "3,3,3"
    players: list[Player] = Field(
        description="The players.", min_length=2, max_length=6, examples=[["hard", "easy"]]
    )
    games: int = Field(
        100, description="Games of each pair.", strict=True, ge=1, le=1000, examples=[100]
    )
    seed: int | None = _seed("All games follow from it; without one it is drawn and told.")
    starts: Starts = Starts.ALTERNATE
    opening: int = Field(
        0,
        description="Moves drawn by lot at the beginning of each game. Two games of a pair, with "
        "sides changed, share them.",
        strict=True,
        ge=0,
        le=20,
    )


class TraceQuestion(_Question):
    """A position, and how to search it."""

    rules: RulesWords = "3,3,3"
    position: PositionWords
    engine: Search = Search.ALPHABETA
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
        if not self.depth_aware and self.engine in {Search.MEMOISED, Search.SYMMETRIC}:
            raise ValueError(f"{self.engine} always prefers the sooner win")
        return self


# -- answers -------------------------------------------------------------------------------------


class Game(BaseModel):
    """A game in a few words."""

    rules: str = Field(description="The rules as Noughts writes them.", examples=["3,3,3"])
    shape: list[int] = Field(
        description="Columns, rows and, of a box, layers.",
        min_length=2,
        max_length=3,
        examples=[[3, 3]],
    )
    k: int | None = Field(
        description="How many in a row; null for hand-made lines.", ge=1, examples=[3]
    )
    cells: int = Field(description="How many cells there are.", ge=1, examples=[9])
    misere: bool = Field(description="Whether completing a line loses.")
    torus: bool = Field(description="Whether the edges are joined.")
    exact: bool = Field(description="Whether a row of more than k does not count.")


class Preset(Game):
    """A game with a name for people."""

    name: str = Field(description="A name for people.", examples=[PRESETS[0].name])
    about: str = Field(description="One sentence about it.", examples=[PRESETS[0].about])


class Board(Game):
    """A game with its lines, which is all that a program needs to play it."""

    lines: list[list[Cell]] = Field(
        description="The cells of each line.", examples=[[[0, 1, 2], [3, 4, 5]]]
    )
    guards: list[list[Cell]] = Field(
        description="For each line the cells that would make it too long; none unless `exact`.",
        examples=[[[], []]],
    )


class Outcome(BaseModel):
    """How a finished game ended."""

    winner: Mark | None = Field(description="Null for a draw.")
    line: list[CellName] | None = Field(
        description="The line that ended the game, null if the board filled up. In misère it is "
        "the loser's.",
        examples=[["a1", "b2", "c3"]],
    )


def _left_out(schema: dict[str, Any]) -> None:
    """Make a field one that may be missing, rather than one with a default."""
    del schema["default"]


class _Worth(BaseModel):
    value: Value | None = Field(
        description="Proved, for the side to move; null if it is not.", examples=["draw"]
    )
    plies: int | None = Field(
        description="Moves of both sides until a win or a loss when the winner hurries and the "
        "loser delays; null for a draw and where it is not known.",
        ge=0,
    )
    estimate: int = Field(
        0,
        description="Only where nothing is proved: a guess, above 0 if it looks good for the "
        "side to move.",
        json_schema_extra=_left_out,
    )


class Move(_Worth):
    """A legal move and what it is worth to the side that makes it."""

    move: CellName
    cell: Cell
    best: bool = Field(description="Whether no move is better.")
    reason: str = Field(
        description="What the move does, in words.", examples=["blocks O's line c1 c2 c3"]
    )
    line: list[CellName] = Field(
        description="How it goes on when both sides play their best; begins with the move.",
        examples=[["c2", "a2"]],
    )


class Analysis(_Worth):
    """What is known of a position."""

    rules: str = Field(examples=["3,3,3"])
    position: str = Field(examples=["X.O/.X./..O"])
    turn: Mark = Field(description="Whose move it is, or would be.")
    outcome: Outcome | None = Field(description="Null while the game is going on.")
    proven: bool = Field(description="Whether the value is proved.")
    best: list[CellName] = Field(
        description="The moves that are as good as the first.", examples=[["c2"]]
    )
    moves: list[Move] = Field(description="Every legal move, best first.")
    engine: str = Field(description="Who thought.", examples=["perfect"])
    nodes: Natural = Field(description="Positions looked at.")
    seconds: float = Field(description="Seconds spent when this was first asked.", ge=0)


class Choice(_Worth):
    """The computer's move."""

    move: CellName
    cell: Cell
    proven: bool = Field(description="Whether the value is proved.")
    engine: str = Field(description="Who moved.", examples=["perfect"])
    level: Level


class Count(BaseModel):
    """How large a game is. It ends at its first line; another order of moves is another game."""

    rules: str = Field(examples=["3,3,3"])
    positions: Natural = Field(description="Reachable positions.", examples=[5478])
    terminal: Natural = Field(description="Those in which the game is over.", examples=[958])
    distinct: Natural = Field(description="Positions up to symmetry.", examples=[765])
    games: Natural = Field(description="Whole games.", examples=[255168])
    distinct_games: Natural = Field(
        description="Games when symmetric positions are merged at every ply.", examples=[26830]
    )
    distinct_move_sequences: Natural = Field(
        description="Games that no symmetry maps onto each other.", examples=[31896]
    )
    nodes: Natural = Field(description="Nodes of the game tree.", examples=[549946])
    x_wins: Natural = Field(description="Games that X wins.", examples=[131184])
    o_wins: Natural = Field(description="Games that O wins.", examples=[77904])
    draws: Natural = Field(description="Drawn games.", examples=[46080])
    sequences_per_ply: list[Natural] = Field(
        description="How many sequences of 0, 1, 2, ... moves there are.",
        examples=[[1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]],
    )


class Tally(BaseModel):
    """Games, and how they ended for one of the players."""

    games: Natural = Field(description="Games played.", examples=[100])
    wins: Natural = Field(description="Won.", examples=[95])
    draws: Natural = Field(description="Drawn.", examples=[5])
    losses: Natural = Field(description="Lost.", examples=[0])
    score: float | None = Field(
        description="Points a game: 1 for a win, a half for a draw; null of no games.", ge=0, le=1
    )


class PlayerTally(Tally):
    """All games of one player."""

    player: Player = Field(description="Who.")


class Rate(BaseModel):
    """A proportion with Wilson's 95 % interval; no interval where games only repeat."""

    rate: float | None = Field(description="Null of no games.", ge=0, le=1, examples=[0.95])
    low: float | None = Field(description="From here ...", ge=0, le=1, examples=[0.888249])
    high: float | None = Field(description="... to here.", ge=0, le=1, examples=[0.978456])


class Rates(BaseModel):
    """How often the first of two players wins, draws, loses."""

    wins: Rate
    draws: Rate
    losses: Rate


class Elo(BaseModel):
    """How much stronger the first of two players is, with a 95 % interval."""

    difference: float | None = Field(
        description="Null where no number is honest: all games won, all lost, or all repeated."
    )
    low: float | None = Field(description="Null where the games set no such bound.")
    high: float | None = Field(description="Null where the games set no such bound.")


class Pair(Tally):
    """Two players of a match; the figures are the first one's."""

    players: list[Natural] = Field(
        description="The two, counted from 0.", min_length=2, max_length=2, examples=[[0, 1]]
    )
    X: Tally = Field(description="The games in which the first one was X.")
    O: Tally = Field(description="The games in which the first one was O.")  # noqa: E741
    rates: Rates
    elo: Elo
    different: Natural = Field(description="How many of the games differ from each other.")
    repeats: bool = Field(
        description="Whether neither draws lots and no opening is drawn, so that games repeat."
    )


class MoveLimit(BaseModel):
    """What a player may spend on a move; what is null is not limited."""

    seconds: float | None = Field(description="Wall-clock seconds.")
    nodes: int | None = Field(description="Positions looked at.", examples=[1000])
    depth: int | None = Field(description="Plies looked ahead.")


class Standing(BaseModel):
    """How a match stands."""

    rules: str = Field(examples=["3,3,3"])
    seed: Natural = Field(description="What all games follow from.", examples=[7])
    starts: Starts
    opening: Natural = Field(description="Moves drawn by lot at the beginning of each game.")
    limit: MoveLimit
    games: Natural = Field(description="Games played so far.")
    players: list[PlayerTally] = Field(description="Each player's games against all others.")
    pairs: list[Pair] = Field(description="Each pair's games, and what they prove.")


class MatchGame(BaseModel):
    """A finished game of a match."""

    number: int = Field(description="Which game of the match, from 1.", ge=1)
    x: Natural = Field(description="The player behind X, counted from 0.")
    o: Natural = Field(description="The player behind O, counted from 0.")
    winner: int | None = Field(description="The player who won; null for a draw.", ge=0)
    opening: Natural = Field(description="How many of its moves were drawn by lot.")
    record: str = Field(
        description="The game as text: headers, a blank line, the moves with the result.",
        examples=["Rules: 3,3,3\nX: hard\nO: easy\n\na1 c2 c1 a2 b1 X wins"],
    )


class MatchEnd(StrEnum):
    """Why a match has ended: all is played, its time was up, or there is a problem."""

    FINISHED = "finished"
    TIME = "time"
    PROBLEM = "problem"


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
        examples=["'X' has 1 row(s) (joined by /); 3 needed"],
    )
    errors: list[FieldProblem] = Field(
        [],
        description="Only where fields are wrong: which, and why.",
        json_schema_extra=_left_out,
    )


class MatchLine(BaseModel):
    """One line of a match: games and how it stands after them; or, the last, why it has ended."""

    games: list[MatchGame] = Field(description="The games since the line before.")
    standing: Standing | None = Field(description="Null in the last line.")
    end: MatchEnd | None = Field(description="Null in all lines but the last.")
    problem: Problem | None = Field(description="What ended the match, if that was a problem.")

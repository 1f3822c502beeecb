"""Finished games: matches, every game against an engine, reviews."""

from typing import Annotated, NotRequired, TypedDict

from noughts.json.shapes.field_types import (
    Also,
    Cell,
    CellName,
    GradeName,
    MarkName,
    Natural,
    Result,
    Rules,
    Share,
    StartsName,
)
from noughts.json.shapes.position_shapes import Fact, Worth


class Games(TypedDict):
    """Games, and how they ended for one of the players."""

    games: Annotated[Natural, "Games played.", Also(examples=[100])]
    wins: Annotated[Natural, "Won.", Also(examples=[95])]
    draws: Annotated[Natural, "Drawn.", Also(examples=[5])]
    losses: Annotated[Natural, "Lost.", Also(examples=[0])]


class Tally(Games):
    """Games, and how they ended for one of the players."""

    score: Annotated[Share, "Points per game: 1 for a win, a half for a draw; null without games."]


class PlayerTally(Tally):
    """All games of one player."""

    player: Annotated[str, "The player: an engine or a level."]


class Rate(TypedDict):
    """A proportion with Wilson's 95 % interval; no interval if games only repeat."""

    rate: Annotated[Share, "Null without games.", Also(examples=[0.95])]
    low: Annotated[Share, "From here ...", Also(examples=[0.888249])]
    high: Annotated[Share, "... to here.", Also(examples=[0.978456])]


class Rates(TypedDict):
    """How often the first of two players wins, draws and loses."""

    wins: Rate
    draws: Rate
    losses: Rate


class Elo(TypedDict):
    """How much stronger the first of two players is, with a 95 % interval."""

    difference: Annotated[
        float | None, "Null if no number is honest: all games won, all lost, or all repeated."
    ]
    low: Annotated[float | None, "Null if the games give no such bound."]
    high: Annotated[float | None, "Null if the games give no such bound."]


class Pair(Tally):
    """Two players of a match; the figures are the first one's."""

    players: Annotated[
        list[Natural],
        "The two players, counted from 0.",
        Also(minItems=2, maxItems=2, examples=[[0, 1]]),
    ]
    X: Annotated[Tally, "The games with the first player as X."]
    O: Annotated[Tally, "The games with the first player as O."]  # noqa: E741
    rates: Rates
    elo: Elo
    different: Annotated[Natural, "How many different games there are."]
    repeats: Annotated[
        bool, "Whether nothing is random (players and opening), so that games repeat."
    ]


class MoveLimit(TypedDict):
    """What a player may spend on a move; null means no limit."""

    seconds: Annotated[float | None, "Wall-clock seconds."]
    nodes: Annotated[int | None, "Positions looked at.", Also(examples=[1000])]
    depth: Annotated[int | None, "Plies looked ahead."]


class Standing(TypedDict):
    """The results of a match so far."""

    rules: Rules
    seed: Annotated[Natural, "The seed that determines all games.", Also(examples=[7])]
    starts: StartsName
    opening: Annotated[Natural, "Random moves at the beginning of each game."]
    limit: MoveLimit
    games: Annotated[Natural, "Games played so far."]
    players: Annotated[list[PlayerTally], "Each player's games against all others."]
    pairs: Annotated[list[Pair], "Each pair's games, and their figures."]


class MatchGame(TypedDict):
    """A finished game of a match."""

    number: Annotated[int, "Which game of the match, from 1.", Also(minimum=1)]
    x: Annotated[Natural, "The player with X, counted from 0."]
    o: Annotated[Natural, "The player with O, counted from 0."]
    winner: Annotated[int | None, "The player who won; null for a draw.", Also(minimum=0)]
    opening: Annotated[Natural, "How many of the moves were random."]
    record: Annotated[
        str,
        "The game as text: headers, a blank line, the moves with the result.",
        Also(examples=["Rules: 3,3,3\nX: hard\nO: easy\n\na1 c2 c1 a2 b1 X wins"]),
    ]


class Match(Standing):
    """A finished match."""

    lost_games: Annotated[list[MatchGame], "The decisive games."]


class Sides(TypedDict):
    """The games of an engine, by its side."""

    X: NotRequired[Games]
    O: NotRequired[Games]  # noqa: E741


class Proof(Sides):
    """Every game against an engine, by its side."""

    engine: str
    rules: Rules
    lost_games: Annotated[list[str], "Moves and result, as in a record."]


class GradedMove(TypedDict):
    """A move of a game, with its grade."""

    number: Annotated[int, "Which move of the game, from 1.", Also(minimum=1)]
    mark: MarkName
    move: CellName
    cell: Cell
    grade: Annotated[GradeName | None, "Null if nothing is proved."]
    before: Worth
    after: Worth
    best: Annotated[list[CellName], "The best moves instead."]
    facts: Annotated[list[Fact], "What the move does and leads to."]
    reason: Annotated[str, "The facts in words."]
    better_facts: Annotated[
        list[Fact] | None, "What the best move would have done; null if this was one of the best."
    ]
    better: Annotated[str | None, "Those facts in words."]


class Review(TypedDict):
    """A graded game."""

    rules: Rules
    result: Result
    decided: Annotated[int | None, "The move that decided the game.", Also(minimum=1)]
    notes: Annotated[
        list[str], "Notes on what was left out of the game's file or changed, one sentence each."
    ]
    moves: list[GradedMove]

"""Finished games: matches, every game against an engine, reviews."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from noughts.core.limit import Limit
from noughts.core.position import Mark, Position
from noughts.core.record import Record, result
from noughts.json.encode.positions import facts, worth
from noughts.lab.statistics import Elo, Tally, elo, wilson

if TYPE_CHECKING:
    from noughts.json import shapes
    from noughts.lab.every_game import Proof
    from noughts.lab.grading import GradedMove, Review
    from noughts.lab.matches import Match, PlayedGame, Standing


def proof(proofs: Iterable[Proof], engine: str) -> shapes.Proof:
    """Report every game against an engine, by the engine's side."""
    proofs = list(proofs)
    rules = proofs[0].rules
    sides: shapes.Sides = {}
    for played in proofs:
        sides["X" if played.mark is Mark.X else "O"] = _games(played.tally())
    return {
        "engine": engine,
        "rules": str(rules),
        **sides,
        "lost_games": [
            f"{rules.names(moves)} {played.mark.other} wins"
            for played in proofs
            for moves in played.lost_games()
        ],
    }


def match(played: Match, standing: Standing, lost_games: Iterable[PlayedGame]) -> shapes.Match:
    """Report a match with its decisive games."""
    return {
        **standings(played, standing),
        "lost_games": [match_game(played, game) for game in lost_games],
    }


def standings(played: Match, standing: Standing) -> shapes.Standing:
    """Report a match's results: each player against all others, and each pair's figures.

    >>> from noughts import Rules
    >>> from noughts.lab.matches import Match, Standing
    >>> played, standing = Match(Rules.parse("3,3,3"), ("hard", "easy"), seed=7), Standing()
    >>> standing.add(played.game(1))
    >>> standings(played, standing)["players"][0]
    {'player': 'hard', 'games': 1, 'wins': 1, 'draws': 0, 'losses': 0, 'score': 1.0}
    """
    limit = played.limit or Limit()
    return {
        "rules": str(played.rules),
        "seed": played.seed,
        "starts": str(played.starts),
        "opening": played.opening,
        "limit": {"seconds": limit.seconds, "nodes": limit.nodes, "depth": limit.depth},
        "games": standing.games,
        "players": [
            {"player": name, **_tally(standing.player(number))}
            for number, name in enumerate(played.players)
        ],
        "pairs": [_pair(played, standing, *pair) for pair in played.pairs],
    }


def _pair(played: Match, standing: Standing, player: int, other: int) -> shapes.Pair:
    """Report two players; the figures are the first one's, without errors if nothing is random."""
    tally = standing.pair(player, other)
    repeats = played.repeats(player, other)
    difference = Elo(None, None, None) if repeats else elo(tally)
    return {
        "players": [player, other],
        **_tally(tally),
        "X": _tally(standing.seated(player, other)),
        "O": _tally(standing.seated(other, player).swapped),
        "rates": {
            "wins": _rate(tally.wins, tally.games, repeats=repeats),
            "draws": _rate(tally.draws, tally.games, repeats=repeats),
            "losses": _rate(tally.losses, tally.games, repeats=repeats),
        },
        "elo": {
            "difference": _rounded(difference.difference, 2),
            "low": _rounded(difference.low, 2),
            "high": _rounded(difference.high, 2),
        },
        "different": standing.different(player, other),
        "repeats": repeats,
    }


def _tally(tally: Tally) -> shapes.Tally:
    return {**_games(tally), "score": _rounded(tally.score)}


def _games(tally: Tally) -> shapes.Games:
    return {"games": tally.games, "wins": tally.wins, "draws": tally.draws, "losses": tally.losses}


def _rate(hits: int, games: int, *, repeats: bool) -> shapes.Rate:
    low, high = (None, None) if repeats else wilson(hits, games)
    rate = hits / games if games else None
    return {"rate": _rounded(rate), "low": _rounded(low), "high": _rounded(high)}


def _rounded(figure: float | None, digits: int = 6) -> float | None:
    return None if figure is None else round(figure, digits)


def match_game(played: Match, game: PlayedGame) -> shapes.MatchGame:
    """Report one game of a match; `record` is the text that `noughts review` reads."""
    seats = (("X", played.players[game.x]), ("O", played.players[game.o]))
    record = Record(Position(played.rules), game.moves, headers=seats)
    return {
        "number": game.number,
        "x": game.x,
        "o": game.o,
        "winner": game.winner,
        "opening": game.opening,
        "record": str(record),
    }


def review(record: Record, found: Review, notes: Iterable[str] = ()) -> shapes.Review:
    """Report a graded game; `notes` are those of `noughts.formats` about its file."""
    positions = record.positions()
    return {
        "rules": str(record.start.rules),
        "result": result(positions[-1]),
        "decided": found.decided,
        "notes": list(notes),
        "moves": [graded(positions[move.number - 1], move) for move in found.moves],
    }


def graded(position: Position, move: GradedMove) -> shapes.GradedMove:
    """Report a graded move of a position."""
    name, better = position.rules.name, move.better_facts
    return {
        "number": move.number,
        "mark": str(move.mark),
        "move": name(move.cell),
        "cell": move.cell,
        "grade": None if move.grade is None else str(move.grade),
        "before": worth(position, move.before),
        "after": worth(position, move.after),
        "best": [name(cell) for cell in move.best],
        "facts": facts(move.rules, move.facts),
        "reason": move.reason,
        "better_facts": None if better is None else facts(move.rules, better),
        "better": move.better,
    }

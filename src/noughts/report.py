"""The JSON of Noughts: what the command line prints with ``--json`` and the server answers.

Plain dictionaries of strings, numbers, lists and None, in one place, so that no two doors of the
house ever disagree. Where something is proved `proven` is true and `value` says win, draw or
loss for the side to move; where not, `value` is null and `estimate` holds the guess.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from noughts.analysis import reason
from noughts.engines import Limit
from noughts.notation import bits
from noughts.position import Position
from noughts.record import Record, result
from noughts.score import Estimate, Score
from noughts.tally import Elo, elo, wilson

if TYPE_CHECKING:
    from collections.abc import Iterable

    from noughts.analysis import GradedMove, Review
    from noughts.counting import Calls, Count
    from noughts.engines import Analysis, Choice, Worth
    from noughts.match import Game, Match, Standing
    from noughts.proving import Proof
    from noughts.rules import Rules
    from noughts.solver import Solution
    from noughts.tally import Tally
    from noughts.tracing import Event, Trace
    from noughts.tracing.source import Source

Json = dict[str, Any]


def analysis(found: Analysis) -> Json:
    """Report an analysis.

    >>> from noughts import Position, engine
    >>> report = analysis(engine("perfect").analyse(Position.parse("X.O/.X./..O")))
    >>> report["value"], report["best"], report["moves"][0]["reason"]
    ('draw', ['c2'], "blocks O's line c1 c2 c3")
    """
    position = found.position
    rules = position.rules
    moves = [
        {
            "move": rules.name(move.cell),
            "cell": move.cell,
            **worth(move.score),
            "best": move.cell in found.best,
            "reason": reason(found, move),
            "line": [rules.name(cell) for cell in move.line],
        }
        for move in found.moves
    ]
    return {
        "rules": str(rules),
        "position": str(position),
        "turn": str(position.turn),
        "outcome": outcome(position),
        "proven": found.proven,
        **worth(found.score),
        "best": [rules.name(cell) for cell in found.best],
        "moves": moves,
        "engine": found.engine,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 6),
    }


def move(position: Position, choice: Choice, engine: str, level: str | None) -> Json:
    """Report one move."""
    return {
        "move": position.rules.name(choice.cell),
        "cell": choice.cell,
        **worth(choice.score),
        "proven": choice.proven,
        "engine": engine,
        "level": level,
    }


def worth(score: Worth | None) -> Json:
    """Report a score: value and plies if proved, else null and, if there is one, the guess."""
    if isinstance(score, Score):
        return {"value": str(score.value), "plies": score.plies}
    guess = {"estimate": score.points} if isinstance(score, Estimate) else {}
    return {"value": None, "plies": None, **guess}


def outcome(position: Position) -> Json | None:
    """Report how a game ended, None while it is going on."""
    ended = position.outcome
    if ended is None:
        return None
    return {
        "winner": None if ended.winner is None else str(ended.winner),
        "line": None if ended.line is None else [position.rules.name(c) for c in ended.line],
    }


def game(rules: Rules) -> Json:
    """Report a game in a few words.

    >>> from noughts import Rules
    >>> game(Rules.parse("3,3,3 misere"))["misere"]
    True
    """
    return {
        "rules": str(rules),
        "shape": list(rules.shape),
        "k": rules.k,
        "cells": rules.cells,
        "misere": rules.misere,
        "torus": rules.torus,
        "exact": rules.exact,
    }


def board(rules: Rules) -> Json:
    """Report a game with its lines; `guards` are the cells that would make each line too long.

    >>> from noughts import Rules
    >>> board(Rules.parse("3,3,3"))["lines"][:2]
    [[0, 1, 2], [3, 4, 5]]
    """
    return {
        **game(rules),
        "lines": [list(bits(line)) for line in rules.lines],
        "guards": [list(bits(guard)) for guard in rules.guards],
    }


def count(rules: Rules, counted: Count) -> Json:
    """Report the size of a game."""
    report = {"rules": str(rules), **counted._asdict()}
    return report | {"sequences_per_ply": list(counted.sequences_per_ply)}


def calls(rules: Rules, counted: Calls) -> Json:
    """Report how many positions each search looks at."""
    return {"rules": str(rules), **counted._asdict(), "along_a_game": list(counted.along_a_game)}


def proof(proofs: Iterable[Proof], engine: str) -> Json:
    """Report every game against an engine, by the side it plays."""
    proofs = list(proofs)
    rules = proofs[0].rules
    return {
        "engine": engine,
        "rules": str(rules),
        **{str(played.mark): played.tally()._asdict() for played in proofs},
        "lost_games": [
            f"{rules.names(moves)} {played.mark.other} wins"
            for played in proofs
            for moves in played.lost_games()
        ],
    }


def match(played: Match, standing: Standing, lost_games: Iterable[Game]) -> Json:
    """Report a match with the games that somebody lost."""
    return standings(played, standing) | {
        "lost_games": [match_game(played, game) for game in lost_games]
    }


def standings(played: Match, standing: Standing) -> Json:
    """Report how a match stands: each player against all others, and what each pair proves.

    >>> from noughts import Rules
    >>> from noughts.match import Match, Standing
    >>> played, standing = Match(Rules.parse("3,3,3"), ("hard", "easy"), seed=7), Standing()
    >>> standing.add(played.game(1))
    >>> standings(played, standing)["players"][0]
    {'player': 'hard', 'games': 1, 'wins': 1, 'draws': 0, 'losses': 0, 'score': 1.0}
    """
    return {
        "rules": str(played.rules),
        "seed": played.seed,
        "starts": str(played.starts),
        "opening": played.opening,
        "limit": {name: getattr(played.limit, name, None) for name in Limit.fields},
        "games": standing.games,
        "players": [
            {"player": name, **_tally(standing.player(number))}
            for number, name in enumerate(played.players)
        ],
        "pairs": [_pair(played, standing, *pair) for pair in played.pairs],
    }


def _pair(played: Match, standing: Standing, player: int, other: int) -> Json:
    """Report two players; the figures are the first one's. No lots drawn: no error to estimate."""
    tally = standing.pair(player, other)
    repeats = played.repeats(player, other)
    difference = Elo(None, None, None) if repeats else elo(tally)
    return {
        "players": [player, other],
        **_tally(tally),
        "X": _tally(standing.seated(player, other)),
        "O": _tally(standing.seated(other, player).turned),
        "rates": {
            "wins": _rate(tally.wins, tally.games, repeats=repeats),
            "draws": _rate(tally.draws, tally.games, repeats=repeats),
            "losses": _rate(tally.losses, tally.games, repeats=repeats),
        },
        "elo": {name: _rounded(points, 2) for name, points in difference._asdict().items()},
        "different": standing.different(player, other),
        "repeats": repeats,
    }


def _tally(tally: Tally) -> Json:
    return {**tally._asdict(), "score": _rounded(tally.score)}


def _rate(hits: int, games: int, *, repeats: bool) -> Json:
    low, high = (None, None) if repeats else wilson(hits, games)
    rate = hits / games if games else None
    return {"rate": _rounded(rate), "low": _rounded(low), "high": _rounded(high)}


def _rounded(figure: float | None, digits: int = 6) -> float | None:
    return None if figure is None else round(figure, digits)


def match_game(played: Match, game: Game) -> Json:
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


def review(record: Record, graded: Review) -> Json:
    """Report a graded game."""
    last = record.positions()[-1]
    return {
        "rules": str(record.start.rules),
        "result": result(last),
        "decided": graded.decided,
        "moves": [_graded(last, move) for move in graded.moves],
    }


def _graded(position: Position, move: GradedMove) -> Json:
    name = position.rules.name
    return {
        "number": move.number,
        "mark": str(move.mark),
        "move": name(move.cell),
        "cell": move.cell,
        "grade": None if move.grade is None else str(move.grade),
        "before": worth(move.before),
        "after": worth(move.after),
        "best": [name(cell) for cell in move.best],
        "reason": move.reason,
        "better": move.better,
    }


def solution(found: Solution) -> Json:
    """Report a proof, or how far it got: `value` is for the side to move.

    >>> from noughts.solver import solve
    >>> report = solution(solve("4,3,3"))
    >>> report["value"], report["plies"], report["winner"], report["proven"]
    ('win', 7, 'X', True)
    """
    rules = found.position.rules
    winning = found.winning
    return {
        "rules": str(rules),
        "position": str(found.position),
        **worth(found.score),
        "at_least": found.at_least,
        "winner": None if found.winner is None else str(found.winner),
        "proven": found.proven,
        "cannot_win": sorted(str(mark) for mark in found.cannot_win),
        "unfinished": found.unfinished or None,
        "winning": None if winning is None else [rules.name(cell) for cell in winning],
        "line": [rules.name(cell) for cell in found.line],
        "method": found.method or None,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 6),
        "memory": found.memory,
    }


def probed(position: Position, score: Score) -> Json:
    """Report what a table says of a position."""
    return {
        "rules": str(position.rules),
        "position": str(position),
        "turn": str(position.turn),
        "proven": True,
        "value": str(score.value),
        "plies": score.plies,
    }


# -- a search, told as lines of JSON -------------------------------------------------------------


def search(trace: Trace, page: Source) -> Json:
    """Report which search is traced: the first line, before its events."""
    return {
        "event": "search",
        "rules": str(trace.position.rules),
        "position": str(trace.position),
        "turn": str(trace.position.turn),
        "engine": trace.search,
        "depth_aware": trace.depth_aware,
        "depth": trace.limit.depth,
        "limit": trace.limit.nodes,
        "source": source(page),
    }


def source(page: Source) -> Json:
    """Report an engine's lines of code, and which of them runs when."""
    return page._asdict() | {"lines": list(page.lines), "at": dict(page.at)}


def event(told: Event) -> Json:
    """Report one event of a search; an infinite alpha or beta is null.

    >>> from noughts.tracing import Best
    >>> event(Best(0, 7, 4))
    {'event': 'value', 'node': 0, 'value': 7, 'best': 4}
    """
    fields: Json = told._asdict()
    window = fields.pop("window", None)
    if window is not None:
        fields |= zip(
            ("alpha", "beta"), (None if abs(w) == inf else w for w in window), strict=True
        )
    return {"event": _EVENTS[type(told).__name__], **fields}


_EVENTS = {
    "Enter": "enter",
    "Try": "try",
    "Best": "value",
    "Narrow": "window",
    "Prune": "prune",
    "Leave": "leave",
    "Done": "done",
    "Stopped": "stopped",
}

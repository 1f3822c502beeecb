"""The JSON of Noughts: what the command line prints with ``--json`` and the server answers.

Plain dictionaries of strings, numbers, lists and None, of the shapes of `noughts.schema`, so that
no two doors of the house ever disagree. Where something is proved `proven` is true and `value`
says win, draw or loss for the side to move; where not, `value` is null and `estimate` holds the
guess.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, assert_never

from noughts.analysis import reason
from noughts.bits import bits
from noughts.limit import Limit
from noughts.position import Mark, Position
from noughts.record import Record, result
from noughts.score import Estimate, Score
from noughts.tally import Elo, elo, wilson
from noughts.tracing.events import Best, Done, Enter, Leave, Narrow, Prune, Stopped, Try
from noughts.zugzwang import customary

if TYPE_CHECKING:
    from collections.abc import Iterable

    from noughts import schema
    from noughts.analysis import GradedMove, Review
    from noughts.counting import Calls, Count
    from noughts.engines import Analysis, Choice, Worth
    from noughts.match import Game, Match, Standing
    from noughts.proving import Proof
    from noughts.rules import Rules
    from noughts.solver import Solution
    from noughts.swap2 import Taken
    from noughts.tally import Tally
    from noughts.tracing import Event, Trace
    from noughts.tracing.source import Source


def analysis(found: Analysis) -> schema.Analysis:
    """Report an analysis.

    >>> from noughts import Position, engine
    >>> report = analysis(engine("perfect").analyse(Position.parse("X.O/.X./..O")))
    >>> report["value"], report["best"], report["moves"][0]["reason"]
    ('draw', ['c2'], "blocks O's line c1 c2 c3")
    """
    position = found.position
    rules = position.rules
    best = set(found.best)
    moves: list[schema.Move] = [
        {
            "move": rules.name(move.cell),
            "cell": move.cell,
            **worth(position, move.score),
            "best": move.cell in best,
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
        **worth(position, found.score),
        "best": [rules.name(cell) for cell in found.best],
        "moves": moves,
        "engine": found.engine,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 6),
    }


def move(position: Position, choice: Choice, engine: str, level: str | None) -> schema.Choice:
    """Report one move."""
    return {
        "move": position.rules.name(choice.cell),
        "cell": choice.cell,
        **worth(position, choice.score),
        "proven": choice.proven,
        "engine": engine,
        "level": level,
    }


def swap2(rules: Rules, stones: tuple[int, ...], level: str) -> schema.Swap2:
    """Report the three stones of an opening."""
    return {
        "place": [rules.name(cell) for cell in stones],
        "cells": list(stones),
        "take": None,
        **worth(Position(rules), None),
        "proven": False,
        "level": level,
    }


def side(taken: Taken, level: str) -> schema.Swap2:
    """Report which side is taken."""
    choice = taken.choice
    return {
        "place": [],
        "cells": [],
        "take": str(taken.mark),
        **worth(choice.position, choice.score),
        "proven": choice.proven,
        "level": level,
    }


def worth(position: Position, score: Worth | None) -> schema.Worth:
    """Report a score: value and plies if proved, else null and, if there is one, the guess.

    `position` is the one before the move, if the score is a move's.
    """
    if isinstance(score, Score):
        count = customary(position, score)
        return {"value": str(score.value), "plies": score.plies, "customary": count}
    unknown: schema.Worth = {"value": None, "plies": None, "customary": None}
    if isinstance(score, Estimate):
        unknown["estimate"] = score.points
    return unknown


def outcome(position: Position) -> schema.Outcome | None:
    """Report how a game ended, None while it is going on."""
    ended = position.outcome
    if ended is None:
        return None
    return {
        "winner": None if ended.winner is None else str(ended.winner),
        "line": None if ended.line is None else [position.rules.name(c) for c in ended.line],
    }


def game(rules: Rules) -> schema.Game:
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
        "caro": rules.caro,
        "gravity": rules.gravity,
    }


def board(rules: Rules) -> schema.Board:
    """Report a game with its lines, and with the cells that may keep one from counting.

    >>> from noughts import Rules
    >>> board(Rules.parse("3,3,3"))["lines"][:2]
    [[0, 1, 2], [3, 4, 5]]
    """
    return {
        **game(rules),
        "lines": [list(bits(line)) for line in rules.lines],
        "guards": [list(bits(guard)) for guard in rules.guards],
        "ends": [list(bits(ends)) for ends in rules.ends],
    }


def count(rules: Rules, counted: Count) -> schema.Count:
    """Report the size of a game."""
    return {
        "rules": str(rules),
        "positions": counted.positions,
        "terminal": counted.terminal,
        "distinct": counted.distinct,
        "games": counted.games,
        "distinct_games": counted.distinct_games,
        "distinct_move_sequences": counted.distinct_move_sequences,
        "nodes": counted.nodes,
        "x_wins": counted.x_wins,
        "o_wins": counted.o_wins,
        "draws": counted.draws,
        "sequences_per_ply": list(counted.sequences_per_ply),
    }


def plies(rules: Rules, per_ply: Iterable[int]) -> schema.Plies:
    """Report how many positions there are with each number of stones."""
    return {"rules": str(rules), "positions_per_ply": list(per_ply)}


def calls(rules: Rules, counted: Calls) -> schema.Calls:
    """Report how many positions each search looks at."""
    return {
        "rules": str(rules),
        "minimax": counted.minimax,
        "alphabeta": counted.alphabeta,
        "alphabeta_ordered": counted.alphabeta_ordered,
        "memoised": counted.memoised,
        "symmetric": counted.symmetric,
        "along_a_game": list(counted.along_a_game),
    }


def proof(proofs: Iterable[Proof], engine: str) -> schema.Proof:
    """Report every game against an engine, by the side it plays."""
    proofs = list(proofs)
    rules = proofs[0].rules
    sides: schema.Sides = {}
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


def match(played: Match, standing: Standing, lost_games: Iterable[Game]) -> schema.Match:
    """Report a match with the games that somebody lost."""
    return {
        **standings(played, standing),
        "lost_games": [match_game(played, game) for game in lost_games],
    }


def standings(played: Match, standing: Standing) -> schema.Standing:
    """Report how a match stands: each player against all others, and what each pair proves.

    >>> from noughts import Rules
    >>> from noughts.match import Match, Standing
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


def _pair(played: Match, standing: Standing, player: int, other: int) -> schema.Pair:
    """Report two players; the figures are the first one's. Nothing random: no error is given."""
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


def _tally(tally: Tally) -> schema.Tally:
    return {**_games(tally), "score": _rounded(tally.score)}


def _games(tally: Tally) -> schema.Games:
    return {
        "games": tally.games,
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
    }


def _rate(hits: int, games: int, *, repeats: bool) -> schema.Rate:
    low, high = (None, None) if repeats else wilson(hits, games)
    rate = hits / games if games else None
    return {"rate": _rounded(rate), "low": _rounded(low), "high": _rounded(high)}


def _rounded(figure: float | None, digits: int = 6) -> float | None:
    return None if figure is None else round(figure, digits)


def match_game(played: Match, game: Game) -> schema.MatchGame:
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


def review(record: Record, graded: Review) -> schema.Review:
    """Report a graded game."""
    positions = record.positions()
    return {
        "rules": str(record.start.rules),
        "result": result(positions[-1]),
        "decided": graded.decided,
        "moves": [_graded(positions[move.number - 1], move) for move in graded.moves],
    }


def _graded(position: Position, move: GradedMove) -> schema.GradedMove:
    name = position.rules.name
    return {
        "number": move.number,
        "mark": str(move.mark),
        "move": name(move.cell),
        "cell": move.cell,
        "grade": None if move.grade is None else str(move.grade),
        "before": worth(position, move.before),
        "after": worth(position, move.after),
        "best": [name(cell) for cell in move.best],
        "reason": move.reason,
        "better": move.better,
    }


def solution(found: Solution) -> schema.Solution:
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
        "value": None if found.score is None else str(found.score.value),
        "plies": None if found.score is None else found.score.plies,
        "customary": None if found.score is None else customary(found.position, found.score),
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


def probed(position: Position, score: Score) -> schema.Probed:
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


def search(trace: Trace, page: Source) -> schema.Search:
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


def source(page: Source) -> schema.Source:
    """Report an engine's lines of code, and which of them runs when."""
    return {
        "file": page.file,
        "function": page.function,
        "first": page.first,
        "lines": list(page.lines),
        "at": dict(page.at),
    }


def event(told: Event) -> schema.Event:  # noqa: PLR0911  (a case each)
    """Report one event of a search; an infinite alpha or beta is null.

    >>> from noughts.tracing import Best
    >>> event(Best(0, 7, 4))
    {'event': 'value', 'node': 0, 'value': 7, 'best': 4}
    """
    match told:
        case Enter():
            entered: schema.Enter = {
                "event": "enter",
                "node": told.node,
                "parent": told.parent,
                "cell": told.cell,
                "depth": told.depth,
            }
            if told.window is not None:
                entered["alpha"], entered["beta"] = map(_finite, told.window)
            return entered
        case Try():
            return {"event": "try", "node": told.node, "cell": told.cell}
        case Best():
            return {"event": "value", "node": told.node, "value": told.value, "best": told.best}
        case Narrow():
            alpha, beta = map(_finite, told.window)
            return {"event": "window", "node": told.node, "alpha": alpha, "beta": beta}
        case Prune():
            return {"event": "prune", "node": told.node, "cells": list(told.cells), "why": told.why}
        case Leave():
            return {
                "event": "leave",
                "node": told.node,
                "value": told.value,
                "proven": told.proven,
                "how": told.how,
                "bound": told.bound,
                "best": told.best,
            }
        case Done():
            return {
                "event": "done",
                "value": told.value,
                "proven": told.proven,
                "best": told.best,
                "calls": told.calls,
                "ends": told.ends,
                "pruned": told.pruned,
                "remembered": told.remembered,
            }
        case Stopped():
            return {"event": "stopped", "calls": told.calls, "why": told.why}
    assert_never(told)


def _finite(bound: float) -> float | None:
    return None if abs(bound) == inf else bound

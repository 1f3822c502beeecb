"""Games, positions, their values and proofs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from noughts.core.bits import bits
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.core.score import Estimate, Score
from noughts.core.zugzwang import customary
from noughts.engines import Analysis, Choice, Worth

if TYPE_CHECKING:
    from noughts.engines.swap2 import Taken
    from noughts.explain import Fact
    from noughts.json import shapes
    from noughts.solver import Solution


def game(rules: Rules) -> shapes.Game:
    """Report a game briefly.

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


def board(rules: Rules) -> shapes.Board:
    """Report a game with its lines, and the cells that may stop a line from counting.

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


def outcome(position: Position) -> shapes.Outcome | None:
    """Report how a game ended; None while it is going on."""
    ended = position.outcome
    if ended is None:
        return None
    return {
        "winner": None if ended.winner is None else str(ended.winner),
        "line": None if ended.line is None else [position.rules.name(c) for c in ended.line],
    }


def worth(position: Position, score: Worth | None) -> shapes.Worth:
    """Report a score: value and plies if proved, else null and any estimate.

    `position` is the one before the move, if the score is a move's.
    """
    if isinstance(score, Score):
        count = customary(position, score)
        return {"value": str(score.value), "plies": score.plies, "customary": count}
    unknown: shapes.Worth = {"value": None, "plies": None, "customary": None}
    if isinstance(score, Estimate):
        unknown["estimate"] = score.points
        if score.bound is not None:
            unknown["bound"] = score.bound
    return unknown


def analysis(found: Analysis, notes: Sequence[str] = ()) -> shapes.Analysis:
    """Report an analysis; `notes` say how its position differs from the one given.

    >>> from noughts import Position, engine
    >>> report = analysis(engine("perfect").analyse(Position.parse("X.O/.X./..O")))
    >>> report["value"], report["best"], report["moves"][0]["reason"]
    ('draw', ['c2'], "blocks O's line c1 c2 c3")
    """
    position = found.position
    rules = position.rules
    best = set(found.best)
    moves: list[shapes.Move] = [
        {
            "move": rules.name(move.cell),
            "cell": move.cell,
            **worth(position, move.score),
            "best": move.cell in best,
            "facts": facts(rules, move.facts),
            "reason": move.reason,
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
        **_noted(notes),
    }


def facts(rules: Rules, found: Iterable[Fact]) -> list[shapes.Fact]:
    """Report the facts about a move; a fact's empty fields are left out.

    >>> from noughts import engine
    >>> move = engine("perfect").analyse("X.O/.X./..O").moves[0]
    >>> facts(move.position.rules, move.facts)
    [{'kind': 'blocks', 'lines': [['c1', 'c2', 'c3']]}]
    """
    return [_fact(rules, fact) for fact in found]


def _fact(rules: Rules, fact: Fact) -> shapes.Fact:
    said: shapes.Fact = {"kind": str(fact.kind)}
    if fact.cells:
        said["cells"] = [rules.name(cell) for cell in fact.cells]
    if fact.lines:
        said["lines"] = [[rules.name(cell) for cell in line] for line in fact.lines]
    if fact.plies is not None:
        said["plies"] = fact.plies
    if fact.estimate is not None:
        said["estimate"] = fact.estimate
    return said


def move(
    position: Position, choice: Choice, engine: str, level: str | None, notes: Sequence[str] = ()
) -> shapes.Choice:
    """Report one move; `notes` say how its position differs from the one given."""
    return {
        "move": position.rules.name(choice.cell),
        "cell": choice.cell,
        **worth(position, choice.score),
        "proven": choice.proven,
        "engine": engine,
        "level": level,
        **_noted(notes),
    }


def _noted(notes: Sequence[str]) -> shapes.Noted:
    return {"notes": list(notes)} if notes else {}


def swap2(rules: Rules, stones: tuple[int, ...], level: str) -> shapes.Swap2:
    """Report the three stones of an opening."""
    return {
        "place": [rules.name(cell) for cell in stones],
        "cells": list(stones),
        "take": None,
        **worth(Position(rules), None),
        "proven": False,
        "level": level,
    }


def side(taken: Taken, level: str) -> shapes.Swap2:
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


def unanswered(line: int, error: str) -> shapes.Unanswered:
    """Report that a line of input had no answer, and why."""
    return {"line": line, "error": error}


def solution(found: Solution) -> shapes.Solution:
    """Report a proof, or its progress; `value` is for the side to move.

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


def probed(position: Position, score: Score) -> shapes.Probed:
    """Report a table's answer for a position."""
    return {
        "rules": str(position.rules),
        "position": str(position),
        "turn": str(position.turn),
        "proven": True,
        "value": str(score.value),
        "plies": score.plies,
    }

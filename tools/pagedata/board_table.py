"""Everything `noughts analyse` says about 3×3, small enough for the page to use offline.

As JSON::

    {"kinds": ["wins at once", ...],
     "reasons": [[[13, 0, ""]], [[3, 0, "", "258"]], ...],
     "positions": {"X.O.X...O": [[5, 0, 1], ...], ...}}

A key is the nine cells of an unfinished position. Each of its moves is a cell, a score and the
index of a reason, in the order of the analysis: the first is the perfect engine's move. A score is
the plies of a win, minus the plies of a loss, or 0 for a draw. A reason is a list of facts. Each
fact is the index of its kind, its plies or 0, its cells in digits, and then each of its lines.
"""

import json
from collections.abc import Iterator
from typing import TypedDict

from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.core.score import Score, Value
from noughts.engines.base import Worth
from noughts.engines.perfect import Perfect
from noughts.explain import Fact, FactKind


class PageTable(TypedDict):
    """The content of the file; see the module's docstring."""

    kinds: list[str]
    reasons: list[list[list[int | str]]]
    positions: dict[str, list[list[int]]]


def build() -> PageTable:
    """Analyse every unfinished position of 3×3.

    >>> len(build()["positions"])
    4520
    """
    engine = Perfect()
    reasons: dict[tuple[Fact, ...], int] = {}
    positions: dict[str, list[list[int]]] = {}
    for position in _unfinished(Position(Rules.parse("3,3,3"))):
        positions[str(position).replace("/", "")] = [
            [move.cell, pack(move.score), reasons.setdefault(move.facts, len(reasons))]
            for move in engine.analyse(position).moves
        ]
    kinds = list(FactKind)
    return {
        "kinds": list(map(str, kinds)),
        "reasons": [
            [
                [kinds.index(fact.kind), fact.plies or 0, *map(_digits, (fact.cells, *fact.lines))]
                for fact in facts
            ]
            for facts in reasons
        ],
        "positions": positions,
    }


def _digits(cells: tuple[int, ...]) -> str:
    return "".join(map(str, cells))


def pack(score: Worth | None) -> int:
    """Write a proved score as one number.

    >>> pack(Score.win(3)), pack(Score.draw()), pack(Score.loss(2))
    (3, 0, -2)
    """
    if score == Score.draw():
        return 0
    if not isinstance(score, Score) or score.plies is None:
        raise TypeError(f"{score} is not fully proved, and the table holds only proofs")
    return score.plies if score.value is Value.WIN else -score.plies


def _unfinished(start: Position) -> Iterator[Position]:
    """Yield each unfinished position once, level by level."""
    level = {start.key: start}
    while level:
        yield from level.values()
        level = {
            child.key: child
            for position in level.values()
            for _, child in position.children()
            if child.outcome is None
        }


def text() -> str:
    """Write it as JSON."""
    return json.dumps(build(), separators=(",", ":")) + "\n"

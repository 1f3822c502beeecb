"""The cost of each search on each board: positions worked out until the empty board is proved.

As JSON, for the plots of the laboratory::

    [{"rules": "3,3,3", "cells": 9, "search": "minimax", "nodes": 549946,
      "looked_up": null}, ...]

Counts are used instead of seconds, because they are the same on every machine. A search that would
take too long for a build of the page is left out.
"""

import json
from collections.abc import Iterator
from typing import NamedTuple

from noughts.core.rules import Rules
from noughts.lab.counting import alphabeta_calls, count, positions
from noughts.solver import solve

#: From the smallest to the largest board.
BOARDS = ("2,2,2", "3,2,3", "3,3,3", "4,3,3", "4,4,4", "5,4,4", "5,5,4", "6,6,4", "7,7,5")
#: Up to here every search is counted; on larger boards, only the solver.
MOST_CELLS = 12
#: The solver's memory: fixed, because the amount can change the number of nodes.
MEMORY = 1 << 24


class Cost(NamedTuple):
    """One search on one board."""

    rules: str
    cells: int
    search: str
    nodes: int  #: the positions that it works out
    looked_up: int | None = None  #: minimax with a memory: the calls that only look a position up


def costs(boards: tuple[str, ...] = BOARDS) -> Iterator[Cost]:
    """Yield the cost of each search on each board.

    Minimax looks at every node of the game tree; with a memory, it works out every position; up to
    symmetry, every distinct one. So these are counted instead of run.

    >>> {cost.search: cost.nodes for cost in costs(("3,3,3",)) if cost.search != "solver"}
    {'minimax': 549946, 'alphabeta-unordered': 18297, 'alphabeta': 7275, 'memoised': 5478, \
'symmetric': 765}
    """
    for text in boards:
        rules = Rules.parse(text)
        searches = {}
        if rules.cells <= MOST_CELLS:
            size = count(rules)
            searches = {
                "minimax": size.nodes,
                "alphabeta-unordered": alphabeta_calls(rules, ordered=False),
                "alphabeta": alphabeta_calls(rules, ordered=True),
                "memoised": size.positions,
                "symmetric": size.distinct,
            }
        searches["solver"] = solve(rules, memory=MEMORY).nodes
        for search, nodes in searches.items():
            looked_up = None
            if search in {"memoised", "symmetric"}:
                looked_up = _calls(rules, distinct=search == "symmetric") - nodes
            yield Cost(text, rules.cells, search, nodes, looked_up)


def _calls(rules: Rules, *, distinct: bool) -> int:
    """Count the calls of minimax with a memory: each position that it works out calls its replies.

    >>> [_calls(Rules.parse("3,3,3"), distinct=distinct) for distinct in (False, True)]
    [16168, 2271]
    """
    worked_out = positions(rules, distinct=distinct)
    return 1 + sum(len(each.legal) for each in worked_out if each.outcome is None)


def text() -> str:
    """Write it as JSON."""
    return json.dumps([cost._asdict() for cost in costs()]) + "\n"

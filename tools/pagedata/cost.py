"""The cost of each search on each board: positions looked at from the empty board to a proof.

As JSON, for the plots of the laboratory::

    [{"rules": "3,3,3", "cells": 9, "search": "minimax", "nodes": 549946}, ...]

Counts are used instead of seconds, because they are the same on every machine. A search that would
take too long for a build of the page is left out.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from noughts.core.rules import Rules
from noughts.lab.counting import alphabeta_calls, count
from noughts.solver import solve

if TYPE_CHECKING:
    from collections.abc import Iterator

#: From the smallest to the largest board.
BOARDS = ("2,2,2", "3,2,3", "3,3,3", "4,3,3", "4,4,4", "5,4,4", "5,5,4", "6,6,4", "7,7,5")
#: Up to here every search is counted; on larger boards, only the solver.
MOST_CELLS = 12
#: The solver's memory: fixed, because the amount can change the number of nodes.
MEMORY = 1 << 24


class Cost(NamedTuple):
    """One search on one board; `nodes` are the positions that it looks at."""

    rules: str
    cells: int
    search: str
    nodes: int


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
            yield Cost(text, rules.cells, search, nodes)


def text() -> str:
    """Write it as JSON."""
    return json.dumps([cost._asdict() for cost in costs()]) + "\n"

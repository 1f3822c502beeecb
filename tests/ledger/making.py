"""Real proofs of small games, cut into many jobs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from noughts import Position, Rules
from noughts.ledger import Ledger, prove, url
from noughts.ledger import run as running
from noughts.limit import Limit

if TYPE_CHECKING:
    from noughts import Mark
    from noughts.ledger.worker import Job
    from noughts.solver import Solution

MEMORY = 1 << 24


def made(place: str, rules: str, nodes: int | None = None) -> Solution:
    """Go on with a proof in a ledger, for so many nodes or to its end."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(running, "least", lambda *_: 8)
        patch.setattr(running, "parts", lambda *_: 64)
        with Ledger(url(place), Position(Rules.parse(rules))) as ledger:
            return prove(ledger, Limit(nodes=nodes) if nodes else None, memory=MEMORY)


def asked_again(jobs: list[Job]) -> int:
    """Return how many jobs are of a question that ran out before, which takes a larger budget."""
    budgets: dict[tuple[Position, Mark], int] = {}
    for job in jobs:
        assert job.budget > budgets.get(job[:2], 0), "no job is asked twice"
        budgets[job[:2]] = job.budget
    return len(jobs) - len(budgets)

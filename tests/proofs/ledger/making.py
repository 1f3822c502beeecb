"""Real proofs of small games, cut into many jobs."""

from pathlib import Path

import pytest

from noughts import Mark, Position, Rules
from noughts.core.limit import Limit
from noughts.proofs import ledger as ledgers
from noughts.proofs.ledger import Ledger, url, workers
from noughts.proofs.ledger import run as running
from noughts.proofs.ledger.worker import Job
from noughts.solver import Solution

MEMORY = 1 << 24


def prove(
    ledger: Ledger,
    limit: Limit | None = None,
    *,
    jobs: int | None = None,
    certificate: Path | None = None,
    recheck: bool = False,
) -> Solution:
    """Go on with a proof, by workers with little memory."""
    with workers(ledger.position, MEMORY, jobs) as crew:
        return ledgers.prove(ledger, crew, limit, certificate=certificate, recheck=recheck)


def made(place: str, rules: str, nodes: int | None = None) -> Solution:
    """Resume a proof in a ledger, for this many nodes or to its end."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(running, "least", lambda *_: 8)
        patch.setattr(running, "parts", lambda *_: 64)
        with Ledger(url(place), Position(Rules.parse(rules))) as ledger:
            return prove(ledger, Limit(nodes=nodes) if nodes else None)


def asked_again(jobs: list[Job]) -> int:
    """Return how many jobs are of a question that ran out before, which takes a larger budget."""
    budgets: dict[tuple[Position, Mark], int] = {}
    for job in jobs:
        assert job.budget > budgets.get(job[:2], 0), "no job is repeated"
        budgets[job[:2]] = job.budget
    return len(jobs) - len(budgets)

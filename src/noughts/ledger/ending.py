"""What comes when every question is answered: the certificate, or answers asked for once more.

A wrong answer in a ledger either contradicts others, which stops everything, or nobody notices. In
a certificate none can stand: each part is checked. Without one, some of the answers are asked for
once more, of all searches in turns and with nothing remembered: a seeded sample of those that the
proof rests on, and a smaller one of the others, or on demand all that it rests on.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from noughts.ledger.joining import join
from noughts.ledger.proof import Proof
from noughts.ledger.worker import Job, Wanted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from noughts.ledger.run import Run
    from noughts.ledger.tree import Tree
    from noughts.position import Mark, Position

    Asked = tuple[Position, Mark]

RESTED_ON, OTHERS = 32, 128  #: which part of all nodes is spent once more on answers, by their kind
LEAST, MORE = 1 << 20, 8  #: nodes that asking once more may take: so many, and times as many


def certify(run: Run, trees: Sequence[Tree], path: Path) -> bool:
    """Write the certificate; return False if the time is up before all its parts are there.

    Raises:
        LedgerError: a part does not hold, or an answer without one is wrong.
    """
    ledger, more = run.ledger, MORE
    while True:
        kept = ledger.parts()
        proofs = [
            Proof(tree, {position for position, mark in kept if mark is tree.mark})
            for tree in trees
        ]
        needed = {(position, proof.tree.mark) for proof in proofs for position in proof.jobs()}
        missing = sorted(needed - kept, key=str)
        if not missing:
            break
        taken = _taken(run)
        jobs = [Job(*asked, LEAST + more * taken[asked], Wanted.PART) for asked in missing]
        before = len(jobs)
        for job, answer in run.each(jobs):
            before -= 1
            if answer.part is not None:
                ledger.keep_parts([(job, answer.part)])
        if before:
            return False
        more *= MORE
    join(path, ledger.position, proofs, ledger.part)
    return True


def recheck(run: Run, trees: Sequence[Tree], *, every: bool) -> bool:
    """Ask for answers once more; return whether the time was enough for it.

    Raises:
        LedgerError: an answer is contradicted.
    """
    ledger = run.ledger
    known, taken = ledger.opinions(), _taken(run)
    rested = {(position, tree.mark) for tree in trees for position in Proof(tree).jobs()}
    chosen = sorted(rested, key=str) if every else _sample(rested, taken, RESTED_ON)
    chosen += _sample(taken.keys() - rested, taken, OTHERS)
    fresh = [asked for asked in chosen if asked not in known]
    left = len(fresh)
    for job, answer in run.each(
        Job(*asked, LEAST + MORE * taken[asked], Wanted.OPINION) for asked in fresh
    ):
        left -= 1
        ledger.keep_opinion(job, answer)
    return not left


def _taken(run: Run) -> dict[Asked, int]:
    """Return what each answer has taken, of those that say yes or no."""
    return {
        (job.position, job.mark): answer.nodes
        for job, answer in run.ledger.answers()
        if answer.won is not None
    }


def _sample(among: Iterable[Asked], taken: dict[Asked, int], part: int) -> list[Asked]:
    """Return some jobs that took such a part of all nodes; one at least, the same every time."""
    shuffled = sorted(among, key=str)
    random.Random(len(taken)).shuffle(shuffled)
    left = sum(taken.values()) // part
    found: list[Asked] = []
    for asked in shuffled:
        if not found or taken[asked] <= left:
            found.append(asked)
            left -= taken[asked]
    return found

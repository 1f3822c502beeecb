"""What comes when every question is answered: the certificate, or answers asked for once more.

A wrong answer in a ledger either contradicts others, which stops everything, or nobody notices. In
a certificate none can stand: each part is checked. Without one, some of the answers are asked for
once more, of all searches in turns and with nothing remembered: a seeded sample of those that the
proof rests on, and a smaller one of the others, or on demand all that it rests on.
"""

from __future__ import annotations

import random
from math import inf
from typing import TYPE_CHECKING

from noughts.errors import LedgerError
from noughts.ledger.joining import join
from noughts.ledger.proof import Proof
from noughts.ledger.worker import Job, Wanted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from noughts.ledger.run import Run
    from noughts.ledger.tree import Tree
    from noughts.position import Mark, Position

    Asked = tuple[Position, Mark]

RESTED_ON, OTHERS = 32, 128  #: which part of all nodes is spent once more on answers, by their kind
LEAST, MORE = 1 << 20, 8  #: nodes that asking once more may take: so many, and times as many
MOST = 1 << 30  #: times as many; who has left no part by then never will
SAMPLED = 1 << 17  #: likewise, where it is for a sample


def certify(run: Run, trees: Sequence[Tree], path: Path) -> bool:
    """Write the certificate; return False if the time is up before all its parts are there.

    Raises:
        LedgerError: a part does not hold or cannot be made, or an answer without one is wrong.
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
        if more > MOST:
            raise LedgerError(f"no part of a certificate comes of {missing[0][0]}")
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
    kinds = dict.fromkeys(chosen, RESTED_ON)
    kinds |= dict.fromkeys(_sample(taken.keys() - rested, taken, OTHERS), OTHERS)
    # What they took the first time says little: by then much was known.
    left: dict[int, float] = {part: max(1, _share(taken, part)) for part in (RESTED_ON, OTHERS)}
    if every:
        left[RESTED_ON] = inf
    for asked in known.keys() & kinds.keys():
        left[kinds[asked]] -= known[asked]
    waiting: set[Asked] = set()

    def due() -> Iterator[Job]:
        for asked, part in kinds.items():
            if asked not in known and left[part] > 0:
                left[part] -= taken[asked]
                waiting.add(asked)
                least = LEAST if every else SAMPLED
                yield Job(*asked, least + MORE * taken[asked], Wanted.OPINION)

    jobs = due()
    for job, answer in run.each(jobs):
        asked = job.position, job.mark
        left[kinds[asked]] -= answer.nodes - taken[asked]
        waiting.remove(asked)
        ledger.keep_opinion(job, answer)
    return not waiting and next(jobs, None) is None


def _taken(run: Run) -> dict[Asked, int]:
    """Return what each answer has taken, of those that say yes or no."""
    return {
        (job.position, job.mark): answer.nodes
        for job, answer in run.ledger.answers()
        if answer.won is not None
    }


def _share(taken: dict[Asked, int], part: int) -> int:
    """Return such a part of all nodes."""
    return sum(taken.values()) // part


def _sample(among: Iterable[Asked], taken: dict[Asked, int], part: int) -> list[Asked]:
    """Return some jobs that took such a part of all nodes; one at least, the same every time."""
    shuffled = sorted(among, key=str)
    random.Random(len(taken)).shuffle(shuffled)
    left = _share(taken, part)
    found: list[Asked] = []
    for asked in shuffled:
        if not found or taken[asked] <= left:
            found.append(asked)
            left -= taken[asked]
    return found

"""The last step of a proof: the certificate, or a repetition of some answers.

A wrong answer in a ledger either contradicts others, which stops everything, or nobody notices. A
certificate cannot contain one, because each part is checked. Without a certificate, some of the
answers are repeated by all searches in turn, with empty tables. These are a seeded sample of those
that the proof rests on, and a smaller sample of the others. On demand, all answers that the proof
rests on are repeated.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from noughts.core.errors import LedgerError
from noughts.core.position import Mark, Position
from noughts.proofs.ledger.assemble import join
from noughts.proofs.ledger.proof_tree import ProofTree, Support
from noughts.proofs.ledger.worker import Job, JobResult, Wanted

if TYPE_CHECKING:
    from noughts.proofs.ledger.ledger_store import Ledger

    Asked = tuple[Position, Mark]

RESTED_ON, OTHERS = 32, 128  #: the share of all nodes for repeating answers, by their kind
LEAST, MORE = 1 << 20, 8  #: the nodes of a repetition: this many, and this many times the first
MOST = 1 << 30  #: times as many nodes; a job without a part by then never leaves one
SAMPLED = 1 << 13  #: nodes always allowed for a sample
NONE = None, 0  #: the result for answers not repeated yet


class JobRunner(Protocol):
    """The interface that answers jobs (`noughts.proofs.ledger.run`)."""

    ledger: Ledger

    def each(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, JobResult]]:
        """Yield jobs as their answers arrive, until time is up."""


def certify(run: JobRunner, trees: Sequence[ProofTree], path: Path) -> bool:
    """Write the certificate; return False if time is up before all its parts exist.

    Raises:
        LedgerError: A part is wrong or cannot be made, or an answer without a part is wrong.
    """
    ledger, more = run.ledger, MORE
    while True:
        kept = ledger.parts()
        proofs = [
            Support(tree, {position for position, mark in kept if mark is tree.mark})
            for tree in trees
        ]
        needed = {(position, proof.tree.mark) for proof in proofs for position in proof.jobs()}
        missing = sorted(needed - kept, key=str)
        if not missing:
            break
        if more > MOST:
            raise LedgerError.said("ledger", "no part", position=missing[0][0])
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


def recheck(run: JobRunner, trees: Sequence[ProofTree], *, every: bool) -> bool:
    """Repeat answers; return whether there was enough time.

    Raises:
        LedgerError: An answer is contradicted, or cannot be repeated.
    """
    taken = _taken(run)
    rested = {(position, tree.mark) for tree in trees for position in Support(tree).jobs()}
    return (not every or _every(run, rested, taken)) and _some(run, rested, taken)


def _every(run: JobRunner, rested: set[Asked], taken: dict[Asked, int]) -> bool:
    """Repeat all answers that the proof rests on, with more and more nodes."""
    more = MORE
    while True:
        known = run.ledger.opinions()
        missing = [asked for asked in sorted(rested, key=str) if known.get(asked, NONE)[0] is None]
        if not missing:
            return True
        if more > MOST:
            raise LedgerError.said("ledger", "not repeated", position=missing[0][0])
        jobs = [Job(*asked, LEAST + more * taken[asked], Wanted.OPINION) for asked in missing]
        before = len(jobs)
        for job, answer in run.each(jobs):
            before -= 1
            run.ledger.keep_opinion(job, answer)
        if before:
            return False
        more *= MORE


def _some(run: JobRunner, rested: set[Asked], taken: dict[Asked, int]) -> bool:
    """Repeat a sample of the answers, within its share of the nodes."""
    known = run.ledger.opinions()
    kinds: dict[Asked, int] = {}
    left: dict[int, int] = {}
    for part, among in ((RESTED_ON, rested), (OTHERS, taken.keys() - rested)):
        left[part] = max(SAMPLED, sum(taken.values()) // part)
        kinds |= dict.fromkeys(_sample(among, taken, left[part]), part)
    for asked in known.keys() & kinds.keys():
        left[kinds[asked]] -= known[asked][1]
    waiting: set[Asked] = set()

    def due() -> Iterator[Job]:
        for asked, part in kinds.items():
            if asked not in known and left[part] > 0:
                waiting.add(asked)
                yield Job(*asked, left[part], Wanted.OPINION)
                left[part] -= taken[asked]

    jobs = due()
    for job, answer in run.each(jobs):
        asked = job.position, job.mark
        left[kinds[asked]] -= answer.nodes - taken[asked]
        waiting.remove(asked)
        run.ledger.keep_opinion(job, answer)
    return not waiting and next(jobs, None) is None


def _taken(run: JobRunner) -> dict[Asked, int]:
    """Return the nodes spent on each answer that says yes or no."""
    spent: defaultdict[Asked, int] = defaultdict(int)
    answered: set[Asked] = set()
    for job, answer in run.ledger.answers():
        asked = job.position, job.mark
        spent[asked] += answer.nodes
        if answer.won is not None:
            answered.add(asked)
    return {asked: spent[asked] for asked in answered}


def _sample(among: Iterable[Asked], taken: dict[Asked, int], left: int) -> list[Asked]:
    """Return a repeatable sample of jobs with at most this many nodes in all.

    If every job that needed a search took more, the cheapest is included, because fewer nodes may
    be enough to confirm it.
    """
    shuffled = sorted(among, key=str)
    random.Random(len(taken)).shuffle(shuffled)
    found: list[Asked] = []
    for asked in shuffled:
        if taken[asked] <= left:
            found.append(asked)
            left -= taken[asked]
    if not any(taken[asked] for asked in found):
        searched = [asked for asked in shuffled if taken[asked]]
        found += sorted(searched, key=taken.__getitem__)[:1]
    return found

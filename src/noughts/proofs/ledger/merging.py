"""`merge`: what one ledger knows, taken into another of the same position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from noughts.core.position import Mark
from noughts.proofs.ledger.proof_tree import ProofTree
from noughts.proofs.ledger.worker import Job

if TYPE_CHECKING:
    from noughts.proofs.ledger.ledger_reader import LedgerReader
    from noughts.proofs.ledger.ledger_store import Ledger
    from noughts.proofs.ledger.worker import JobResult


def merge(ledger: Ledger, other: LedgerReader) -> int:
    """Keep those of the other's answers that tell a ledger something; return how many.

    Raises:
        LedgerError: the answers contradict each other; nothing is taken then.
        StorageError: a database failed.
    """
    trees, others = _trees(ledger), _trees(other)
    for mark in Mark:
        for position, node in others[mark].nodes.items():
            if node.won is not None:
                trees[mark].check(position, won=node.won)
    taken: list[tuple[Job, JobResult]] = []
    for job, answer in other.answers():
        known = trees[job.mark].find(job.position)
        if known is None or known.won is not None:
            continue  # nothing is learnt from it, or it lies behind what is settled here
        if answer.won is None and (known.children or job.budget <= known.asked):
            continue
        trees[job.mark].take(job.position, job.budget, won=answer.won)
        taken.append((job, answer))
    ledger.keep(taken, [])
    kept = ledger.parts()
    for position, mark in sorted(other.parts() - kept, key=str):
        here = trees[mark].nodes.get(position)
        if here is not None and here.won is not None:  # else nothing here rests on it
            ledger.keep_parts([(Job(position, mark, 0), other.part(position, mark))])
    return len(taken)


def _trees(ledger: LedgerReader) -> dict[Mark, ProofTree]:
    trees = {mark: ProofTree(ledger.position, mark) for mark in Mark}
    for job, answer in ledger.answers():
        trees[job.mark].take(job.position, job.budget, won=answer.won)
    return trees

"""The JSON of a ledger: what ``noughts solve --status --json`` prints."""

from __future__ import annotations

from math import isinf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from noughts import schema
    from noughts.ledger.status import Asked, Moment, Status


def status(found: Status) -> schema.LedgerStatus:
    """Report how far a proof is."""
    return {
        "rules": str(found.position.rules),
        "position": str(found.position),
        "questions": [_asked(asked) for asked in found.questions],
        "working": [
            {"position": str(job.position), "mark": str(job.mark), "budget": job.budget}
            for job in found.working
        ],
    }


def _asked(asked: Asked) -> schema.AskedJobs:
    return {
        "mark": str(asked.mark),
        "won": asked.won,
        "jobs": asked.jobs,
        "ran_out": asked.ran_out,
        "nodes": asked.nodes,
        "seconds": round(asked.seconds, 6),
        "history": [_numbers(moment) for moment in asked.history],
        "left_if_won": asked.left_if_won,
        "left_if_not": asked.left_if_not,
    }


def _numbers(moment: Moment) -> schema.ProofNumbers:
    return {
        "jobs": moment.jobs,
        "nodes": moment.nodes,
        "seconds": round(moment.seconds, 6),
        "proof": None if isinf(moment.proof) else round(moment.proof, 3),
        "disproof": None if isinf(moment.disproof) else round(moment.disproof, 3),
    }

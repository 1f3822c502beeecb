"""The JSON of a ledger: for ``noughts solve --json`` with --status or --hint, and the server."""

from __future__ import annotations

from math import isinf
from typing import TYPE_CHECKING, cast

from noughts.core.rules import Rules
from noughts.json.encode.fields import fields

if TYPE_CHECKING:
    from noughts.json import shapes
    from noughts.proofs.ledger.hint_run import HintReport
    from noughts.proofs.ledger.monitor import Status
    from noughts.proofs.ledger.subtree import ProofNode, Region
    from noughts.proofs.ledger.totals import QuestionState, Sample


def status(found: Status) -> shapes.LedgerStatus:
    """Report the progress of a proof."""
    return {
        "rules": str(found.position.rules),
        "position": str(found.position),
        "questions": [_asked(asked) for asked in found.questions],
        "working": [
            {"position": str(job.position), "mark": str(job.mark), "budget": job.budget}
            for job in found.working
        ],
        "machines": [
            cast("shapes.LedgerMachine", {**fields(each), "seconds": round(each.seconds, 6)})
            for each in found.machines
        ],
        "unread": found.unread,
    }


def hinted(found: HintReport) -> shapes.HintReport:
    """Report how far a proof with a hint has come."""
    rules = found.position.rules

    def names(path: tuple[int, ...]) -> list[str]:
        return [rules.name(cell) for cell in path]

    return {
        "rules": str(rules),
        "position": str(found.position),
        "mark": str(found.mark),
        "won": found.won,
        "replies": [
            {
                "moves": names(reply.path),
                "settled": reply.settled,
                "questions": reply.questions,
                "proved": reply.proved,
            }
            for reply in found.replies
        ],
        "ends": found.ends,
        "ends_proved": found.ends_proved,
        "inner": found.inner,
        "inner_proved": found.inner_proved,
        "wrong": [names(path) for path in found.wrong],
        "failed": [names(path) for path in found.failed],
        "mended": [names(path) for path in found.mended],
        "nodes": found.nodes,
        "seconds": round(found.seconds, 6),
        "unfinished": found.unfinished or None,
    }


def place(found: ProofNode) -> shapes.LedgerPlace:
    """Report what is known about a position of a proof."""
    rules = found.position.rules
    return {
        "rules": str(rules),
        "position": str(found.position),
        "turn": str(found.position.turn),
        "moves": [rules.name(cell) for cell in found.moves],
        "x_wins": found.wins.x,
        "o_wins": found.wins.o,
        "nodes": round(found.nodes),
        "own": found.own,
        "working": found.working,
        "regions": [
            {**_reply(region, rules), "replies": [_reply(each, rules) for each in region.replies]}
            for region in found.regions
        ],
    }


def _reply(region: Region, rules: Rules) -> shapes.LedgerReply:
    return {
        "moves": [rules.name(cell) for cell in region.moves],
        "x_wins": region.wins.x,
        "o_wins": region.wins.o,
        "nodes": round(region.nodes),
        "working": region.working,
    }


def _asked(asked: QuestionState) -> shapes.AskedJobs:
    history = [_numbers(moment) for moment in asked.history]
    seconds = round(asked.seconds, 6)
    return cast("shapes.AskedJobs", {**fields(asked), "seconds": seconds, "history": history})


def _numbers(moment: Sample) -> shapes.ProofNumbers:
    return {
        "jobs": moment.jobs,
        "nodes": moment.nodes,
        "seconds": round(moment.seconds, 6),
        "proof": None if isinf(moment.proof) else round(moment.proof, 3),
        "disproof": None if isinf(moment.disproof) else round(moment.disproof, 3),
    }

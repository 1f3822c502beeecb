"""What a certificate with a hint needs after each first reply, made by the workers."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from noughts.core.errors import LimitReachedError
from noughts.core.limit import Limit
from noughts.proofs.certificate.certifying import HINTED_NODES
from noughts.proofs.certificate.threat_checker import NAMES
from noughts.proofs.ledger.worker import Job, Wanted
from noughts.solver.scheduler import rounds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from noughts.formats.move_tree import Moves
    from noughts.proofs.ledger.executor import Executor
    from noughts.proofs.ledger.hint_ledger import HintLedger
    from noughts.proofs.ledger.hint_tree import HintTree


def keep_parts(
    ledger: HintLedger, crew: Executor, tree: HintTree, limit: Limit | None = None
) -> None:
    """Let workers make the parts after the first replies that a ledger lacks, and keep them.

    Args:
        ledger: where they are kept.
        crew: the workers.
        tree: the hint, which is proved.
        limit: seconds; `nodes` and `depth` are ignored.

    Raises:
        LimitReachedError: The limit came first, or a part was not made.
        StorageError: The database failed; what it stored before remains.
    """
    allowed, started = Limit.of(limit), monotonic()
    width = tree.start.rules.shape[0]
    jobs = _jobs(ledger, tree)
    for answered in rounds(lambda: next(jobs, None), lambda due: crew.submit(due[1]), crew.size):
        for (reply, job), answer in answered:
            if answer.part is None:
                raise LimitReachedError.said("proof", "stopped")
            lines = answer.part.decode().split("\n")
            name = NAMES[reply % width] + NAMES[reply // width]
            ledger.keep_part(job.position, [name + lines[0].removeprefix("-"), *lines[1:]])
        if allowed.seconds is not None and monotonic() - started > allowed.seconds:
            raise LimitReachedError(allowed.reached())


def _jobs(ledger: HintLedger, tree: HintTree) -> Iterator[tuple[int, Job]]:
    """Yield the first replies without a part, and a job for each."""
    for cell, replies in (tree.moves() or {}).items():
        then = tree.start.play(cell)
        for reply, moves in (replies or {}).items():
            position = then.play(reply)
            if moves is not None and ledger.part(position) is None:
                mark = position.turn
                job = Job(position, mark, HINTED_NODES, Wanted.TREES, moves=_plain(moves))
                yield reply, job


def _plain(moves: Moves) -> Moves:
    """Return moves as dictionaries, which another process can get."""
    return {cell: None if rest is None else _plain(rest) for cell, rest in moves.items()}

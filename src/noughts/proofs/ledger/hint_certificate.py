"""What a certificate with a hint needs after each first reply, made by the workers."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from noughts.core.errors import LimitReachedError
from noughts.core.limit import Limit
from noughts.proofs.certificate.threat_checker import NAMES
from noughts.proofs.ledger.worker import Job, Wanted
from noughts.solver.scheduler import rounds

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Future

    from noughts.core.position import Position
    from noughts.formats.move_tree import Moves
    from noughts.proofs.ledger.executor import Executor
    from noughts.proofs.ledger.hint_ledger import HintLedger
    from noughts.proofs.ledger.hint_tree import HintTree
    from noughts.proofs.ledger.worker import JobResult

_NO_LIMIT = 1 << 62  #: nodes


def keep_parts(
    ledger: HintLedger,
    crew: Executor,
    tree: HintTree,
    limit: Limit | None,
    on_progress: Callable[[int, int], None],
) -> None:
    """Let workers make the parts after the first replies that a ledger lacks, and keep them.

    Args:
        ledger: where they are kept.
        crew: the workers.
        tree: the hint, which is proved.
        limit: seconds, after which no part begins, and nodes; `depth` is ignored.
        on_progress: called with the number of parts that are kept, and the number of all.

    Raises:
        LimitReachedError: The limit came first, or a part was not made.
        StorageError: The database failed; what it stored before remains.
    """
    allowed, started, nodes = Limit.of(limit), monotonic(), 0
    width = tree.start.rules.shape[0]
    parts = list(_parts(tree))
    missing = [each for each in parts if ledger.part(each[1]) is None]
    kept, failed = len(parts) - len(missing), False
    due = iter(missing)

    def submit(each: tuple[int, Position, Moves]) -> Future[JobResult]:
        _, position, moves = each
        most = allowed.after(0, nodes).nodes or _NO_LIMIT
        mark = position.turn
        return crew.submit(Job(position, mark, most, Wanted.TREES, moves=_plain(moves)))

    on_progress(kept, len(parts))
    for answered in rounds(lambda: next(due, None), submit, crew.size):
        for (reply, position, _), answer in answered:
            nodes += answer.nodes
            if answer.part is None:
                failed = True
                continue
            lines = answer.part.decode().split("\n")
            name = NAMES[reply % width] + NAMES[reply // width]
            ledger.keep_part(position, [name + lines[0].removeprefix("-"), *lines[1:]])
            kept += 1
        on_progress(kept, len(parts))
        late = allowed.seconds is not None and monotonic() - started > allowed.seconds
        if kept < len(parts) and (late or nodes >= (allowed.nodes or _NO_LIMIT)):
            raise LimitReachedError(allowed.reached())
        if failed:
            raise LimitReachedError.said("proof", "stopped")


def _parts(tree: HintTree) -> Iterator[tuple[int, Position, Moves]]:
    """Yield the first replies that need a part, with the positions and the moves after them."""
    for cell, replies in (tree.moves() or {}).items():
        then = tree.start.play(cell)
        for reply, moves in (replies or {}).items():
            if moves is not None:
                yield reply, then.play(reply), moves


def _plain(moves: Moves) -> Moves:
    """Return moves as dictionaries, which another process can get."""
    return {cell: None if rest is None else _plain(rest) for cell, rest in moves.items()}

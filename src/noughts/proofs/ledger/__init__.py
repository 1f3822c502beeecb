"""Ledgers: a large proof as answered jobs in a database, which can always be resumed.

>>> from noughts import Position, Rules
>>> from noughts.proofs.ledger import Ledger, prove, workers
>>> position = Position(Rules.parse("4,3,3"))
>>> with workers(position, memory=1 << 24) as crew, Ledger("sqlite://", position) as ledger:
...     prove(ledger, crew).winner
<Mark.X: 'X'>
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from noughts.proofs.ledger.executor import Executor
    from noughts.proofs.ledger.ledger_reader import LedgerReader, look, url
    from noughts.proofs.ledger.ledger_store import Ledger, merge
    from noughts.proofs.ledger.monitor import Machine, Monitor, Status, status
    from noughts.proofs.ledger.run import LedgerProgress, prove
    from noughts.proofs.ledger.start_workers import workers
    from noughts.proofs.ledger.subtree import ProofNode, ProvedWins, Region
    from noughts.proofs.ledger.totals import QuestionState, Sample

__all__ = [
    "Executor",
    "Ledger",
    "LedgerProgress",
    "LedgerReader",
    "Machine",
    "Monitor",
    "ProofNode",
    "ProvedWins",
    "QuestionState",
    "Region",
    "Sample",
    "Status",
    "look",
    "merge",
    "prove",
    "status",
    "url",
    "workers",
]

# Loaded on first use: a worker needs no database, and so starts four times as fast.
_LATER = {
    "totals": ("QuestionState", "Sample"),
    "executor": ("Executor",),
    "ledger_reader": ("LedgerReader", "look", "url"),
    "ledger_store": ("Ledger", "merge"),
    "subtree": ("ProofNode", "Region", "ProvedWins"),
    "run": ("LedgerProgress", "prove"),
    "monitor": ("Machine", "Status", "Monitor", "status"),
    "start_workers": ("workers",),
}


def __getattr__(name: str) -> Any:
    for module, names in _LATER.items():
        if name in names:
            from importlib import import_module  # noqa: PLC0415

            return getattr(import_module(f"noughts.proofs.ledger.{module}"), name)
    raise AttributeError(f"module 'noughts.proofs.ledger' has no attribute {name!r}")

"""Ledgers: a large proof as answered jobs in a database, to be gone on with at any time.

>>> from noughts import Position, Rules
>>> from noughts.ledger import Ledger, prove, workers
>>> position = Position(Rules.parse("4,3,3"))
>>> with workers(position, memory=1 << 24) as crew, Ledger("sqlite://", position) as ledger:
...     prove(ledger, crew).winner
<Mark.X: 'X'>
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from noughts.ledger.account import Asked, Moment
    from noughts.ledger.crew import Crew, workers
    from noughts.ledger.kept import Kept, look, url
    from noughts.ledger.ledger import Ledger
    from noughts.ledger.merging import merge
    from noughts.ledger.regions import Place, Region, Wins
    from noughts.ledger.run import Progress, prove
    from noughts.ledger.watch import Machine, Status, Watch, status

__all__ = [
    "Asked",
    "Crew",
    "Kept",
    "Ledger",
    "Machine",
    "Moment",
    "Place",
    "Progress",
    "Region",
    "Status",
    "Watch",
    "Wins",
    "look",
    "merge",
    "prove",
    "status",
    "url",
    "workers",
]

# Loaded when asked for: a worker, which needs no database, begins in a quarter of the time.
_LATER = {
    "account": ("Asked", "Moment"),
    "crew": ("Crew", "workers"),
    "kept": ("Kept", "look", "url"),
    "ledger": ("Ledger",),
    "merging": ("merge",),
    "regions": ("Place", "Region", "Wins"),
    "run": ("Progress", "prove"),
    "watch": ("Machine", "Status", "Watch", "status"),
}


def __getattr__(name: str) -> Any:
    for module, names in _LATER.items():
        if name in names:
            from importlib import import_module  # noqa: PLC0415

            return getattr(import_module(f"noughts.ledger.{module}"), name)
    raise AttributeError(f"module 'noughts.ledger' has no attribute {name!r}")

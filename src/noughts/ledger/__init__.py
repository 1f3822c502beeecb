"""Ledgers: a large proof as answered jobs in a database, to be gone on with at any time.

>>> from noughts import Position, Rules
>>> with Ledger("sqlite://", Position(Rules.parse("4,3,3"))) as ledger:
...     prove(ledger, memory=1 << 24).winner
<Mark.X: 'X'>
"""

from noughts.ledger.account import Asked, Moment
from noughts.ledger.kept import Kept, look, url
from noughts.ledger.ledger import Ledger
from noughts.ledger.merging import merge
from noughts.ledger.regions import Place, Region, Wins
from noughts.ledger.run import Progress, prove
from noughts.ledger.status import Machine, Status, Watch, status

__all__ = [
    "Asked",
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
]

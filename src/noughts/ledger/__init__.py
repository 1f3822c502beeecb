"""Ledgers: a large proof as answered jobs in a database, to be gone on with at any time.

>>> from noughts import Position, Rules
>>> with Ledger("sqlite://", Position(Rules.parse("4,3,3"))) as ledger:
...     prove(ledger, memory=1 << 24).winner
<Mark.X: 'X'>
"""

from noughts.ledger.ledger import Ledger, url
from noughts.ledger.merging import merge
from noughts.ledger.run import Progress, prove
from noughts.ledger.status import Asked, Moment, Status, status

__all__ = ["Asked", "Ledger", "Moment", "Progress", "Status", "merge", "prove", "status", "url"]

"""A search, step by step: to print, draw, or watch in the browser.

>>> from noughts import Position
>>> from noughts.trace import Trace
>>> told = []
>>> Trace(Position.parse("XX./OO./X.O"), "minimax").run(told.append)
>>> told[-1]
Done(value=9, proven=True, best=2, calls=11, ends=5, pruned=0, remembered=0)
"""

from noughts.trace.events import Best, Done, Enter, Event, Leave, Narrow, Prune, Stopped, Try
from noughts.trace.tracer import MOST_CALLS, MOST_CELLS, SEARCHES, Trace

__all__ = [
    "MOST_CALLS",
    "MOST_CELLS",
    "SEARCHES",
    "Best",
    "Done",
    "Enter",
    "Event",
    "Leave",
    "Narrow",
    "Prune",
    "Stopped",
    "Trace",
    "Try",
]

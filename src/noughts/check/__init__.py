"""Is somebody's program for tic-tac-toe unbeatable? And if not: which mistake is it?

>>> from noughts.check import check
>>> from noughts.check.limited_process import Limits
>>> from noughts.check.python_process import PythonProcess
>>> with PythonProcess("noughts.engines.memoised", Limits()) as program:
...     check(program, "Memoised", "O").unbeatable
True
"""

from noughts.check.checking import Asked, ask, check
from noughts.check.findings import Finding, FindingKind, Report, Stage
from noughts.check.program import Program, StoppedError, UncheckableError

__all__ = [
    "Asked",
    "Finding",
    "FindingKind",
    "Program",
    "Report",
    "Stage",
    "StoppedError",
    "UncheckableError",
    "ask",
    "check",
]

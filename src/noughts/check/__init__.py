"""Is somebody's program for tic-tac-toe unbeatable? And if not: which mistake is it?

>>> from noughts.check import Limits, Program, check
>>> with Program("noughts.engines.memoised", Limits()) as program:
...     check(program, "Memoised", "O").unbeatable
True
"""

from noughts.check.checking import check
from noughts.check.findings import Finding, FindingKind, Report, Stage
from noughts.check.program import Limits, Program

__all__ = ["Finding", "FindingKind", "Limits", "Program", "Report", "Stage", "check"]

"""Is somebody's program for tic-tac-toe unbeatable? And if not: which mistake is it?

>>> from noughts.check import check
>>> from noughts.check.processes.limited_process import Limits
>>> from noughts.check.processes.python_process import PythonProcess
>>> with PythonProcess("noughts.engines.memoised", Limits()) as program:
...     check(program, "Memoised", "O").unbeatable
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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

# Loaded on first use: the process of a program under check needs none of them, and starts often.
_LATER = {
    **dict.fromkeys(("Asked", "ask", "check"), "checking"),
    **dict.fromkeys(("Finding", "FindingKind", "Report", "Stage"), "findings"),
    **dict.fromkeys(("Program", "StoppedError", "UncheckableError"), "program"),
}


def __getattr__(name: str) -> Any:
    if name in _LATER:
        from importlib import import_module  # noqa: PLC0415  (only here)

        return getattr(import_module(f"noughts.check.{_LATER[name]}"), name)
    raise AttributeError(f"module 'noughts.check' has no attribute {name!r}")

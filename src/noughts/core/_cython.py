"""A stand-in for the module `cython`, used when a compiled module runs as plain Python.

The solver is written in Cython's pure Python mode, so the same files run compiled and uncompiled.
Where they import this module, the compiler reads `import cython` (tools/declarations.py).
Uncompiled, they need only these few names, and none of them does anything.
"""

import contextlib
from collections.abc import Callable
from typing import Any


def _as_it_is(made: Any) -> Any:
    return made


class _Nothing(contextlib.nullcontext[None]):
    __call__ = staticmethod(_as_it_is)  # also marks functions


compiled = False
nogil = gil = _Nothing()
final = cclass = cfunc = ccall = _as_it_is


def exceptval(*value: object, check: bool = True) -> Callable[[Any], Any]:
    """Set what a C function returns when it raises."""
    del value, check
    return _as_it_is

"""A stand-in for the module `cython`, when a compiled module runs as plain Python.

The solver is written in Cython's pure Python mode: the same files run compiled and as they are.
The compiler reads `import cython` where they import this module (tools/declarations.py). Run as
they are, they need no more of `cython` than this, and none of it does anything.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


def _as_it_is(made: Any) -> Any:
    return made


class _Nothing(contextlib.nullcontext[None]):
    __call__ = staticmethod(_as_it_is)  # it marks functions, too


compiled = False
nogil = gil = _Nothing()
final = cclass = cfunc = ccall = _as_it_is


def exceptval(*value: object, check: bool = True) -> Callable[[Any], Any]:
    """Say what a C function returns if it raises."""
    del value, check
    return _as_it_is

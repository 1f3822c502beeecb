"""A stand-in for the module `cython`, for machines without it.

The solver is written in Cython's pure Python mode: the same files run compiled and as they are.
Run as they are, they need of `cython` no more than what is here, and none of it does anything.
Each module that needs it says ``try: import cython``, ``except ImportError:`` this one: what other
packages get when they import `cython` is none of our business.
"""

from __future__ import annotations

import contextlib

compiled = False
nogil = contextlib.nullcontext()
gil = contextlib.nullcontext()

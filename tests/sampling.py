"""How much a test looks at: enough to find planted mistakes; `make test-deep` looks at more."""

from __future__ import annotations

DEEP = False  #: whether the deep tests run; `tests/conftest.py` sets it before it reads any test


def sample(usual: int, deep: int) -> int:
    """Return how many of something a test looks at."""
    return deep if DEEP else usual

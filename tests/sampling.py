"""How much a test looks at: enough to find planted mistakes; `make test-deep` looks at more."""

from collections.abc import Iterable

import pytest
from _pytest.mark.structures import ParameterSet

DEEP = False  #: whether the deep tests run; `tests/conftest.py` sets it before it reads any test


def sample(usual: int, deep: int) -> int:
    """Return how many of something a test looks at."""
    return deep if DEEP else usual


def some(values: Iterable[object], every: int) -> list[ParameterSet]:
    """Return parameters of a test: every so many in all runs, the others in the deep tests."""
    return [
        pytest.param(value, marks=() if number % every == 0 else (pytest.mark.deep,))
        for number, value in enumerate(values)
    ]

"""How much a test looks at: enough to find planted mistakes; `make test-deep` looks at more."""

import random
from collections.abc import Iterable, Iterator

import pytest
from _pytest.mark.structures import ParameterSet

from noughts import Position, PositionError, Rules

DEEP = False  #: whether the deep tests run; `tests/conftest.py` sets it before it reads any test


def sample(usual: int, deep: int) -> int:
    """Return how many of something a test looks at."""
    return deep if DEEP else usual


def some(values: Iterable[object], every: int) -> list[ParameterSet]:
    """Return parameters of a test: one in this many in all runs, the others in the deep tests.

    A tuple is several parameters.
    """
    return [
        pytest.param(
            *(value if isinstance(value, tuple) else (value,)),
            marks=() if number % every == 0 else (pytest.mark.deep,),
        )
        for number, value in enumerate(values)
    ]


def scattered(game: str, least: int, most: int, draw: random.Random) -> Iterator[Position]:
    """Yield positions with stones anywhere, which have more broken lines than games.

    Between `least` and `most` cells are empty.
    """
    rules = Rules.parse(game)
    while True:
        count = rules.cells - draw.randint(least, most)
        stones = draw.sample(range(rules.cells), count)
        half = (count + 1) // 2
        x, o = (sum(1 << cell for cell in some) for some in (stones[:half], stones[half:]))
        try:
            position = Position(rules, x, o)
        except PositionError:
            continue
        if position.outcome is None:
            yield position

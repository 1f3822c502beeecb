"""The engines: one idea a file, each a page that can be read on its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from noughts.engines.alphabeta import AlphaBeta
from noughts.engines.base import Analysis, Choice, Engine, Limit, Meter, MoveValue, Worth
from noughts.engines.levels import Level, Skill
from noughts.engines.memoised import Memoised
from noughts.engines.minimax import Minimax
from noughts.engines.naive import NaiveTactics
from noughts.engines.perfect import Perfect
from noughts.engines.random import Random
from noughts.engines.tactics import Fired, Tactics
from noughts.errors import UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "ENGINES",
    "AlphaBeta",
    "Analysis",
    "Choice",
    "Engine",
    "Fired",
    "Level",
    "Limit",
    "Memoised",
    "Meter",
    "Minimax",
    "MoveValue",
    "NaiveTactics",
    "Perfect",
    "Random",
    "Skill",
    "Tactics",
    "Worth",
    "engine",
]

#: Every engine by name, as a function of the seed.
ENGINES: dict[str, Callable[[int | None], Engine]] = {
    "alphabeta": lambda _: AlphaBeta(),
    "alphabeta-unordered": lambda _: AlphaBeta(ordered=False),
    "easy": lambda seed: Level.EASY.engine(seed=seed),
    "hard": lambda seed: Level.HARD.engine(seed=seed),
    "medium": lambda seed: Level.MEDIUM.engine(seed=seed),
    "memoised": lambda _: Memoised(),
    "minimax": lambda _: Minimax(),
    "perfect": lambda _: Perfect(),
    "random": lambda seed: Random(seed=seed),
    "symmetric": lambda _: Memoised(symmetric=True),
    "tactics": lambda _: Tactics(),
    "tactics-naive": lambda seed: NaiveTactics(seed=seed),
}


def engine(name: str, *, seed: int | None = None) -> Engine:
    """Return an engine or a level by name; those that draw lots are repeatable with a seed.

    Raises:
        UnknownNameError: there is no engine of that name.

    >>> engine("tactics").name
    'tactics'
    """
    try:
        return ENGINES[name.strip().lower()](seed)
    except KeyError:
        raise UnknownNameError.of("engine", name, ENGINES) from None

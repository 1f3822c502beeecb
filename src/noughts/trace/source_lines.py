"""The engine's own lines of code, and which of them runs at which event."""

from __future__ import annotations

import inspect
import textwrap
from typing import TYPE_CHECKING, NamedTuple

from noughts.core.errors import UnknownNameError
from noughts.engines import AlphaBeta, Memoised, Minimax

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


class EngineSource(NamedTuple):
    """A function as it stands in its file.

    Attributes:
        file: the file, from the package on.
        function: its name.
        first: the number of its first line in the file.
        lines: its lines, without the indentation that all of them share.
        at: for each moment of a search the index of the line that runs: at "enter", "guess",
            "end", "recall", "try", "best", "alpha", "beta", "prune", "leave", as far as there is
            such a moment.
    """

    file: str
    function: str
    first: int
    lines: tuple[str, ...]
    at: Mapping[str, int]


_MINIMAX = {
    "enter": "def minimax",
    "guess": "if position.outcome",
    "end": "return end_value",
    "try": "for cell, child in",
    "best": "replies.append",
    "leave": "return pick",
}
_ALPHABETA = {
    "enter": "def alphabeta",
    "guess": "if position.outcome",
    "end": "return end_value",
    "try": "for cell in",
    "best": "best, line = value",
    "alpha": "alpha = max",
    "beta": "beta = min",
    "prune": "break",
    "leave": "return best, line",
}
_MEMOISED = {
    "enter": "def value",
    "guess": "key = self.key",
    "recall": "if key not in memory",
    "end": "memory[key] = end_value",
    "try": "self.value(child",
    "best": "memory[key] = pick(",
    "leave": "return memory[key]",
}
# How the line of each moment begins, and the function that it stands in.
_PAGES: dict[str, tuple[Callable[..., object], dict[str, str]]] = {
    "minimax": (Minimax.minimax, _MINIMAX),
    "alphabeta": (AlphaBeta.alphabeta, _ALPHABETA),
    "alphabeta-unordered": (AlphaBeta.alphabeta, _ALPHABETA),
    "memoised": (Memoised.value, _MEMOISED),
    "symmetric": (Memoised.value, _MEMOISED),
}


def source(search: str) -> EngineSource:
    """Return the page of a search.

    Raises:
        UnknownNameError: there is no such search.

    >>> found = source("alphabeta")
    >>> found.lines[found.at["prune"]].strip()
    'break  # the other side has something better elsewhere'
    """
    if search not in _PAGES:
        raise UnknownNameError.of("search", search, _PAGES)
    function, beginnings = _PAGES[search]
    listed, first = inspect.getsourcelines(function)
    lines = tuple(textwrap.dedent("".join(listed)).splitlines())
    return EngineSource(
        file=function.__module__.replace(".", "/") + ".py",
        function=function.__name__,
        first=first,
        lines=lines,
        at={moment: _find(lines, beginning) for moment, beginning in beginnings.items()},
    )


def _find(lines: tuple[str, ...], beginning: str) -> int:
    (index,) = (i for i, line in enumerate(lines) if line.strip().startswith(beginning))
    return index

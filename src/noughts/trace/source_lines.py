"""The engine's own lines of code, and the line that runs at each event."""

import inspect
import textwrap
from collections.abc import Callable, Mapping
from typing import NamedTuple

from noughts.core.errors import UnknownNameError
from noughts.engines import AlphaBeta, Memoised, Minimax


class EngineSource(NamedTuple):
    """A function in its source file."""

    file: str  #: the file, relative to the package's parent
    function: str  #: its name
    first: int  #: the number of its first line in the file
    lines: tuple[str, ...]  #: its lines, without their common indentation
    #: for each moment of a search, the index of the line that runs. The moments are "enter",
    #: "guess", "end", "recall", "try", "best", "alpha", "beta", "prune" and "leave", if the search
    #: has them.
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
# The beginning of each moment's line, and the function that contains it.
_PAGES: dict[str, tuple[Callable[..., object], dict[str, str]]] = {
    "minimax": (Minimax.minimax, _MINIMAX),
    "alphabeta": (AlphaBeta.alphabeta, _ALPHABETA),
    "alphabeta-unordered": (AlphaBeta.alphabeta, _ALPHABETA),
    "memoised": (Memoised.value, _MEMOISED),
    "symmetric": (Memoised.value, _MEMOISED),
}


def source(search: str) -> EngineSource:
    """Return the source lines of a search.

    Raises:
        UnknownNameError: No search has this name.

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

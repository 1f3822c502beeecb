"""What a program may answer if it draws lots: all its choices, instead of one.

Python's `random` is asked for one of a few things. Each of them is tried, as if it had been drawn.
"""

from __future__ import annotations

import random
from collections.abc import Callable, MutableSequence, Sequence
from time import monotonic
from typing import Any

_MOST = 60  # runs for one question
_SECONDS = 3.0  # for them together: one answer has a limit, too
#: What else a program may ask for; with a seed, its lots are always the same.
_OTHERS = ("random", "uniform", "sample", "choices", "gauss", "getrandbits", "seed")
_choice, _randrange, _shuffle = random.choice, random.randrange, random.shuffle


class _Lots:
    """The lots of one run: those that are given, then always the first.

    Attributes:
        drawn: the lots that were drawn.
        sizes: of how many each was one.
        loose: whether something else was asked, of which there is no end.
    """

    def __init__(self, given: Sequence[int]) -> None:
        self.given = given
        self.drawn: list[int] = []
        self.sizes: list[int] = []
        self.loose = False

    def draw(self, size: int) -> int:
        at = len(self.drawn)
        if at == _MOST:  # it may draw until it likes what it gets
            self.loose = True
            return _randrange(size)
        lot = self.given[at] if at < len(self.given) else 0
        self.drawn.append(lot)
        self.sizes.append(size)
        return lot

    def next(self) -> list[int] | None:
        """Return the lots of the next run; None if all have been drawn."""
        drawn = [*self.drawn]
        while drawn and drawn[-1] + 1 == self.sizes[len(drawn) - 1]:
            drawn.pop()
        return [*drawn[:-1], drawn[-1] + 1] if drawn else None


_now: _Lots | None = None


def _from(things: Sequence[Any]) -> Any:
    if _now is None or not things:
        return _choice(things)
    return things[_now.draw(len(things))]


def _range(*bounds: int) -> int:
    among = range(*bounds)
    return _randrange(*bounds) if _now is None or not among else among[_now.draw(len(among))]


def _mix(things: MutableSequence[Any]) -> None:
    if _now is None:
        _shuffle(things)
        return
    for at in range(len(things) - 1):
        other = at + _now.draw(len(things) - at)
        things[at], things[other] = things[other], things[at]


def _loosened(made: Callable[..., Any]) -> Callable[..., Any]:
    def other(*given: Any, **named: Any) -> Any:
        if _now is not None:
            _now.loose = True
        return made(*given, **named)

    return other


def watch() -> None:
    """Let all programs that are loaded from now on draw their lots here."""
    if random.choice is _from:
        return
    lots: dict[str, Callable[..., Any]] = {
        "choice": _from,
        "randrange": _range,
        "randint": lambda first, last: _range(first, last + 1),
        "shuffle": _mix,
    }
    vars(random).update(lots | {name: _loosened(getattr(random, name)) for name in _OTHERS})


def all_choices(run: Callable[[], Any]) -> list[Any] | None:
    """Run something with all lots that it may draw; return what it returns each time.

    Returns:
        None if there are too many, if they take too long, or if not all can be known.

    >>> watch()
    >>> all_choices(lambda: random.choice("ab") + str(random.randint(1, 2)))
    ['a1', 'a2', 'b1', 'b2']
    >>> all_choices(random.random)
    """
    global _now  # noqa: PLW0603  (as the module `random` has one state)
    found: list[Any] = []
    given: list[int] | None = []
    started = monotonic()
    while given is not None:
        _now = lots = _Lots(given)
        try:
            found.append(run())
        finally:
            _now = None
        given = lots.next()
        late = len(found) > _MOST or monotonic() - started > _SECONDS
        if lots.loose or (late and given is not None):
            return None
    return found

"""`Clock`: the time by which games are played and kept."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


class Clock:
    """The time in seconds since 1970, as it was at the start, and from then on as it passes.

    Setting the computer's clock while a program runs does not change it.

    Args:
        wall: the computer's clock, which may be set.
        steady: a clock that cannot be set.

    >>> clock = Clock(wall=lambda: 1000.0, steady=iter([5.0, 7.5]).__next__)
    >>> clock.now()
    1002.5
    """

    def __init__(
        self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic
    ) -> None:
        self._steady = steady
        self._ahead = wall() - steady()

    def now(self) -> float:
        """Return the time."""
        return self._steady() + self._ahead

    def set(self, now: float) -> None:
        """Begin anew from a time: that of a database which several servers share."""
        self._ahead = now - self._steady()

"""`Clock`: the time for playing and keeping games."""

import time
from collections.abc import Callable


class Clock:
    """Seconds since 1970: the time at the start, plus the time that has passed since.

    Changing the computer's clock while the program runs has no effect.

    Args:
        wall: the computer's clock, which can be changed.
        steady: a clock that cannot be changed.

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
        """Restart from a given time: that of a database shared by several servers."""
        self._ahead = now - self._steady()

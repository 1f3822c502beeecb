"""Stops the thinking from another thread."""

from __future__ import annotations

from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from noughts.core.limit import StoppableLimit


class Stopping:
    """The requested stops, and the limit that they end.

    From the request until its turn among the commands, a stop ends all thinking, so no stop is lost
    between two moves.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._asked = 0
        self._limit: StoppableLimit | None = None

    def ask(self) -> None:
        """Request a stop."""
        with self._lock:
            self._asked += 1
            if self._limit is not None:
                self._limit.stop()

    def done(self) -> None:
        """Record that a stop's turn has come."""
        with self._lock:
            self._asked = max(0, self._asked - 1)

    @contextmanager
    def ends(self, limit: StoppableLimit) -> Iterator[None]:
        """Let the stops end this limit."""
        with self._lock:
            self._limit = limit
            if self._asked:
                limit.stop()
        try:
            yield
        finally:
            with self._lock:
                self._limit = None

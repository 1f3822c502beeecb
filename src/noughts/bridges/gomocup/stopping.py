"""Ending the thinking from another thread."""

from __future__ import annotations

from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from noughts.core.limit import StoppableLimit


class Stopping:
    """The stops that have been asked for, and the limit that they end.

    A stop ends all thinking between the moment when it is asked for and the moment when its turn
    among the commands has come, so none is lost between two moves.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._asked = 0
        self._limit: StoppableLimit | None = None

    def ask(self) -> None:
        """Ask for a stop."""
        with self._lock:
            self._asked += 1
            if self._limit is not None:
                self._limit.stop()

    def done(self) -> None:
        """Say that the turn of a stop has come."""
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

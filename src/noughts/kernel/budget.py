"""A search's budget: a number of nodes, and a callback that can end it.

The callback is Python code. It handles Ctrl-C, checks time limits and shows progress. It is called
every few thousand nodes, so it costs nothing noticeable.
"""

from __future__ import annotations

from collections.abc import Callable

from noughts.core import _cython as cython


@cython.final
class Budget:
    """Counts `nodes`; `stopped` once the search must end.

    `poll` is called every 2,048 nodes and ends the search by returning True. An exception in it
    also ends the search; `check` raises it again after the search has unwound.
    """

    def __init__(self, poll: Callable[[], bool] | None = None) -> None:
        self.poll: Callable[[], bool] | None = poll
        self.error: BaseException | None = None
        self.nodes: cython.public[cython.longlong] = 0
        self.most: cython.readonly[cython.longlong] = 0
        self.next: cython.longlong = 0
        self.stopped: cython.readonly[bool] = False

    def allow(self, nodes: cython.longlong) -> None:
        """Allow this many more nodes (0: no limit)."""
        self.stopped = False
        self.most = self.nodes + nodes
        if nodes == 0:
            self.most = 1 << 62

    def visit(self) -> cython.bint:
        """Count a node; return whether the search may continue."""
        if self.nodes >= self.most:
            self.stopped = True
        if self.stopped:
            return False
        self.nodes += 1
        if self.nodes >= self.next:
            self.next = self.nodes + 2048
            with cython.gil:
                self._ask()
        return not self.stopped

    @cython.exceptval(check=False)
    def _ask(self) -> None:
        try:
            if self.poll is not None and self.poll():
                self.stopped = True
        except BaseException as error:  # noqa: BLE001  (raised again when the search has wound up)
            self.error = error
            self.stopped = True

    def check(self) -> None:
        """Raise the exception that ended the search, if there was one."""
        if self.error is not None:
            raise self.error

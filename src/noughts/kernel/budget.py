"""A search's leave to go on: so many nodes, and a question now and then to whoever started it.

The question is a Python call, in which Ctrl-C arrives, limits of time are looked at and progress
is shown. It comes every few thousand nodes, so it costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from noughts.core import _cython as cython

if TYPE_CHECKING:
    from collections.abc import Callable


@cython.final
class Budget:
    """Counts `nodes`; `stopped` once there is no more leave.

    `poll` is asked every 2,048 nodes and ends the search by returning True. An exception from it
    does too, and is raised by `check` when the search has wound up.
    """

    def __init__(self, poll: Callable[[], bool] | None = None) -> None:
        self.poll: Callable[[], bool] | None = poll
        self.error: BaseException | None = None
        self.nodes: cython.public[cython.longlong] = 0
        self.most: cython.readonly[cython.longlong] = 0
        self.next: cython.longlong = 0
        self.stopped: cython.readonly[bool] = False

    @cython.cfunc
    def allow(self, nodes: cython.longlong) -> None:
        """Allow so many nodes more (0: any number)."""
        self.stopped = False
        self.most = self.nodes + nodes
        if nodes == 0:
            self.most = 1 << 62

    @cython.cfunc
    def visit(self) -> cython.bint:
        """Count a node; whether there is leave for it."""
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

    @cython.cfunc
    @cython.exceptval(check=False)
    def _ask(self) -> None:
        try:
            if self.poll is not None and self.poll():
                self.stopped = True
        except BaseException as error:  # noqa: BLE001  (raised again when the search has wound up)
            self.error = error
            self.stopped = True

    def check(self) -> None:
        """Raise what ended the search, if something unforeseen did."""
        if self.error is not None:
            raise self.error

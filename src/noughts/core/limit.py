"""`Limit`: how much one answer may cost; `Meter`: how much it has cost.

Engines and the solver keep to the same limits, so these classes belong to the core.
"""

from __future__ import annotations

import sys
from copy import copy
from math import inf
from time import perf_counter
from typing import Any, ClassVar, Self, TypeVar

from noughts.core.errors import LimitReachedError, whole_number
from noughts.core.frozen import Frozen

Search = TypeVar("Search")

_NO_TIME = 1e-9  #: seconds that a stopped limit has left


class Limit(Frozen):
    """How much an engine may spend on one answer; None means no limit.

    Attributes:
        seconds: wall-clock seconds.
        nodes: positions looked at.
        depth: plies looked ahead; refused by engines that cannot, such as minimax.

    Raises:
        ValueError: If a limit is not above 0 and finite.
        TypeError: If a limit is not a number, or nodes or depth not a whole one.

    >>> Limit(seconds=0.5)
    Limit(seconds=0.5, nodes=None, depth=None)
    """

    __slots__ = ("depth", "nodes", "seconds")
    fields: ClassVar[tuple[str, ...]] = ("seconds", "nodes", "depth")

    seconds: float | None
    nodes: int | None
    depth: int | None

    def __init__(
        self, seconds: float | None = None, nodes: int | None = None, depth: int | None = None
    ) -> None:
        for name, amount in (("seconds", seconds), ("nodes", nodes), ("depth", depth)):
            if amount is not None and not hasattr(amount, "__float__"):
                raise TypeError(f"a limit of {amount!r} {name}: it must be a number")
            if amount is not None and not 0 < amount < inf:
                raise ValueError(f"a limit of {amount} {name}: it must be above 0 and finite")
            object.__setattr__(self, name, amount)
        for what, count in (("the number of nodes", nodes), ("the depth of a limit", depth)):
            if count is not None:
                whole_number(count, what)

    @staticmethod
    def of(limit: Limit | None) -> Limit:
        """Return a limit; without one, a limit that allows everything.

        Raises:
            TypeError: it is neither.

        >>> Limit.of(5)
        Traceback (most recent call last):
        TypeError: a limit is a Limit, such as Limit(seconds=5), not 5
        """
        if limit is not None and not isinstance(limit, Limit):
            raise TypeError(f"a limit is a Limit, such as Limit(seconds=5), not {limit!r}")
        return limit or Limit()

    def reached(self) -> str:
        """Return the error for a limit that was reached.

        >>> Limit(seconds=1, nodes=1_000_000).reached()
        'stopped at the limit of 1 second or 1,000,000 nodes'
        >>> Limit(seconds=2.5).reached(), Limit(nodes=1).reached()
        ('stopped at the limit of 2.5 seconds', 'stopped at the limit of 1 node')
        """
        from noughts.core.catalogue import counted, grouped, say  # noqa: PLC0415  (loads when it is used)

        parts = []
        if self.seconds is not None:
            # Half a second has the form that more than one has.
            count = 1 if self.seconds == 1 else 2
            seconds = float(f"{self.seconds:g}")
            shown = grouped(int(seconds) if seconds.is_integer() else seconds)
            parts.append(say("duration", "seconds", count=count, number=shown))
        if self.nodes is not None:
            parts.append(counted("node", self.nodes))
        if len(parts) == 2:
            parts = [say("list", "or", before=parts[0], next=parts[1])]
        return say("limit", "reached", limits="".join(parts))

    def part(self, seconds: float | None = None, nodes: int | None = None) -> Limit:
        """Return a limit for a part of the work. It ends when this one ends."""
        return Limit(seconds, nodes)

    def after(self, seconds: float, nodes: int) -> Limit:
        """Return what is left after some work; a limit that was reached has hardly anything.

        >>> Limit(seconds=5, nodes=100).after(2, 30), Limit(nodes=100).after(2, 200)
        (Limit(seconds=3, nodes=70, depth=None), Limit(seconds=None, nodes=1, depth=None))
        """
        return Limit(
            None if self.seconds is None else max(self.seconds - seconds, _NO_TIME),
            None if self.nodes is None else max(self.nodes - nodes, 1),
        )


class StoppableLimit(Limit):
    """A limit that another thread may end; it then has no seconds left.

    It is the only limit that changes, so its users must read `seconds` again and again, and use
    `part` for each part of their work.

    >>> limit = StoppableLimit(seconds=10)
    >>> half = limit.part(seconds=5)
    >>> limit.stop()
    >>> half.seconds < 1e-6
    True
    """

    __slots__ = ("_parts", "_stopped")

    _parts: list[StoppableLimit]
    _stopped: bool

    def __init__(
        self, seconds: float | None = None, nodes: int | None = None, depth: int | None = None
    ) -> None:
        super().__init__(seconds, nodes, depth)
        object.__setattr__(self, "_parts", [])
        object.__setattr__(self, "_stopped", False)

    def part(self, seconds: float | None = None, nodes: int | None = None) -> StoppableLimit:
        """Return a limit for a part of the work. It ends when this one ends."""
        part = StoppableLimit(seconds, nodes)
        self._parts.append(part)
        if self._stopped:
            part.stop()
        return part

    def stop(self) -> None:
        """End this limit and all its parts."""
        object.__setattr__(self, "_stopped", True)
        object.__setattr__(self, "seconds", _NO_TIME)
        for part in self._parts:
            part.stop()


class Meter:
    """Counts the nodes of one search and ends it at its limit.

    In a ``with`` statement it also ends a search that recurses too deeply for Python.

    >>> class Factorial:
    ...     def of(self, n: int) -> int:
    ...         return n * self.of(n - 1) if n else 1
    >>> with Meter(Limit(nodes=100)) as meter:
    ...     meter.counting(Factorial(), "of").of(4), meter.nodes
    (24, 5)
    """

    __slots__ = ("_limit", "_nodes", "nodes", "started")

    def __init__(self, limit: Limit | None = None) -> None:
        limit = Limit.of(limit)
        self.nodes: int = 0
        self.started: float = perf_counter()
        self._nodes = limit.nodes or inf
        self._limit = limit

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, RecursionError):
            from noughts.core.catalogue import grouped  # noqa: PLC0415  (loads when it is used)

            raise LimitReachedError.said(
                "limit", "deep", most=grouped(sys.getrecursionlimit())
            ) from None

    def counting(self, search: Search, method: str) -> Search:
        """Return a copy of an object that counts each call of one method as a node.

        A recursive method calls itself by name, so its inner calls count too.
        """
        made = copy(search)
        call = getattr(made, method)

        def counted(*arguments: Any) -> Any:
            self.visit()
            return call(*arguments)

        setattr(made, method, counted)
        return made

    def visit(self) -> None:
        """Count one node.

        Raises:
            LimitReachedError: The limit is reached.
        """
        if self.nodes >= self._nodes:
            raise LimitReachedError(Limit(nodes=self._limit.nodes).reached())
        # Reading the clock costs more than a look at a small board, so not at every node.
        if not self.nodes & 15:
            allowed = self._limit.seconds  # read again: another thread may have ended the limit
            if allowed is not None and self.seconds > allowed:
                raise LimitReachedError(Limit(allowed).reached())
        self.nodes += 1

    @property
    def seconds(self) -> float:
        """Seconds since the search began."""
        return perf_counter() - self.started

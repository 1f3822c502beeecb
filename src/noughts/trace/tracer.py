"""`Trace`: the textbook engines, watched.

The engines do not know about it. A watched engine is the textbook one, whose recursive method also
reports to a `Watch` when it is called and when it returns; everything in between follows from that.
So the engines' code stays clean, and costs nothing when nobody watches.

At a depth limit, the watched engine stops and estimates (`Watch.visit`).
"""

from abc import abstractmethod
from collections.abc import Callable
from math import inf
from typing import cast

from noughts.core.catalogue import say
from noughts.core.errors import LimitReachedError, RulesError, UnknownNameError
from noughts.core.limit import Limit
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.engines import AlphaBeta, Engine, Memoised, Minimax
from noughts.engines.base import refuse_finished
from noughts.engines.minimax import Variation
from noughts.trace.events import Event, Stopped
from noughts.trace.watch import Watch

MOST_CELLS = 64  #: the largest boards traced
MOST_CALLS = 20_000  #: calls traced by default


class Trace:
    """One search of one position, to watch.

    Args:
        position: where the search starts.
        search: "minimax", "alphabeta", "alphabeta-unordered", "memoised" or "symmetric".
        limit: the calls or seconds before it stops, and the plies after which it estimates.
        depth_aware: whether a faster win is worth more; searches with a memory always prefer it.

    Raises:
        IllegalMoveError: The game is over.
        RulesError: The board has more than `MOST_CELLS` cells.
        UnknownNameError: No search has this name.
        ValueError: `depth_aware` is False for a search with a memory.
    """

    def __init__(
        self,
        position: Position | Rules | str,
        search: str,
        limit: Limit | None = None,
        *,
        depth_aware: bool = True,
    ) -> None:
        position = Position.of(position)
        refuse_finished(position)
        rules = position.rules
        if rules.cells > MOST_CELLS:
            raise RulesError.said("trace", "large", most=MOST_CELLS, rules=rules, cells=rules.cells)
        if search not in _WATCHED:
            raise UnknownNameError.of("search", search, SEARCHES)
        if not depth_aware and search in {"memoised", "symmetric"}:
            raise ValueError(say("trace", "depth-aware", search=search))
        self.position = position
        self.search = search
        self.limit: Limit = limit or Limit(nodes=MOST_CALLS)
        self.depth_aware = depth_aware

    @property
    def guesses(self) -> bool:
        """Whether it estimates beyond a depth."""
        return self.limit.depth is not None

    def run(self, observer: Callable[[Event], None]) -> None:
        """Search, and report each event to the observer; the last one says how it ended."""
        watch = Watch(self.position, self.limit, observer)
        engine = _WATCHED[self.search](watch, depth_aware=self.depth_aware)
        end: Event
        try:
            engine.start(self.position)
            end = watch.done()
        except LimitReachedError as error:
            end = Stopped(watch.meter.nodes, say("trace", "stopped", problem=error))
        observer(end)


# -- the engines, watched ------------------------------------------------------------------------


class _Watched(Engine):
    watch: Watch

    @abstractmethod
    def start(self, position: Position) -> None:
        """Search from here."""


class _Minimax(Minimax, _Watched):
    def __init__(self, watch: Watch, *, depth_aware: bool) -> None:
        super().__init__(depth_aware=depth_aware)
        self.watch = watch

    def start(self, position: Position) -> None:
        self.minimax(position, 0)

    def minimax(self, position: Position, depth: int) -> tuple[int, Variation]:
        self.watch.enter(position)
        guess = self.watch.visit(position)
        # The engine only compares values, so an estimate can replace one.
        reply = super().minimax(position, depth) if guess is None else (cast("int", guess), ())
        self.watch.leave(reply[0])
        return reply


class _AlphaBeta(AlphaBeta, _Watched):
    def __init__(self, watch: Watch, *, depth_aware: bool, ordered: bool = True) -> None:
        super().__init__(ordered=ordered, depth_aware=depth_aware)
        self.watch = watch

    def start(self, position: Position) -> None:
        self.alphabeta(position, 0, -inf, inf)

    def alphabeta(
        self, position: Position, depth: int, alpha: float, beta: float
    ) -> tuple[float, Variation]:
        self.watch.enter(position, (alpha, beta), self.moves(position))
        guess = self.watch.visit(position)
        reply = super().alphabeta(position, depth, alpha, beta) if guess is None else (guess, ())
        self.watch.leave(reply[0])
        return reply


class _Unordered(_AlphaBeta):
    def __init__(self, watch: Watch, *, depth_aware: bool) -> None:
        super().__init__(watch, depth_aware=depth_aware, ordered=False)


class _Memoised(Memoised, _Watched):
    def __init__(self, watch: Watch, *, depth_aware: bool, symmetric: bool = False) -> None:
        del depth_aware
        super().__init__(symmetric=symmetric)
        self.watch = watch

    def start(self, position: Position) -> None:
        self.value(position, 0, {})

    def value(self, position: Position, depth: int, memory: dict[int, int]) -> int:
        self.watch.enter(position)
        key = self.key(position)
        if key not in memory:
            guess = self.watch.visit(position)
            if guess is not None:
                memory[key] = cast("int", guess)  # likewise
        value = super().value(position, depth, memory)
        self.watch.leave(value, key)
        return value


class _Symmetric(_Memoised):
    def __init__(self, watch: Watch, *, depth_aware: bool) -> None:
        super().__init__(watch, depth_aware=depth_aware, symmetric=True)


_WATCHED: dict[str, Callable[..., _Watched]] = {
    "minimax": _Minimax,
    "alphabeta": _AlphaBeta,
    "alphabeta-unordered": _Unordered,
    "memoised": _Memoised,
    "symmetric": _Symmetric,
}
SEARCHES = tuple(_WATCHED)  #: the searches that can be traced, by name

"""`Trace`: the textbook engines, watched.

The engines know nothing of it. A watched engine is the textbook one whose recursive method
reports to a `Watch` when it is called and when it returns; all that happens in between follows
from that. So the engines' pages stay as they are, and nobody pays for what nobody watches.

At a depth limit the watched engine does not search on but guesses (`Watch.guess`).
"""

from __future__ import annotations

from abc import abstractmethod
from math import inf
from typing import TYPE_CHECKING, cast

from noughts.engines import AlphaBeta, Engine, Memoised, Minimax
from noughts.engines.base import refuse_finished
from noughts.errors import LimitReachedError, RulesError, UnknownNameError
from noughts.limit import Limit
from noughts.position import Mark, Position
from noughts.score import Score, Value
from noughts.tracing.events import Stopped
from noughts.tracing.watch import Watch

if TYPE_CHECKING:
    from collections.abc import Callable

    from noughts.engines.alphabeta import Table
    from noughts.engines.minimax import Variation
    from noughts.limit import Meter
    from noughts.rules import Rules
    from noughts.tracing.events import Event

MOST_CELLS = 64  #: larger boards are not traced
MOST_CALLS = 20_000  #: calls that are traced if nobody says otherwise


class Trace:
    """One search of one position, to be watched.

    Args:
        position: where the search starts.
        search: "minimax", "alphabeta", "alphabeta-unordered", "memoised" or "symmetric".
        limit: how many calls, or seconds, before it stops; after how many plies it guesses.
        depth_aware: whether a sooner win is worth more; those with a memory know no other way.

    Raises:
        IllegalMoveError: the game is over.
        RulesError: the board has more than `MOST_CELLS` cells.
        UnknownNameError: there is no such search.
        ValueError: one with a memory that is to be blind to depth.
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
            raise RulesError(
                f"a search is traced on boards of at most {MOST_CELLS} cells, and {rules} has "
                f"{rules.cells}; take a smaller board"
            )
        if search not in _WATCHED:
            raise UnknownNameError.of("search", search, SEARCHES)
        if not depth_aware and search in {"memoised", "symmetric"}:
            raise ValueError(f"{search} always prefers the sooner win; take minimax or alphabeta")
        self.position = position
        self.search = search
        self.limit: Limit = limit or Limit(nodes=MOST_CALLS)
        self.depth_aware = depth_aware

    def run(self, observer: Callable[[Event], None]) -> None:
        """Search, telling the observer each event as it happens; the last says how it ended."""
        watch = Watch(self.position, self.limit, observer)
        engine = _WATCHED[self.search](watch, depth_aware=self.depth_aware)
        end: Event
        try:
            engine.start(self.position)
            end = watch.done()
        except LimitReachedError as error:
            end = Stopped(watch.meter.nodes, f"{error}: {_INSTEAD}")
        observer(end)


_INSTEAD = (
    "look fewer plies ahead, start later in the game, or take a search that prunes or remembers"
)


# -- the engines, watched ------------------------------------------------------------------------


class _Watched(Engine):
    """An engine with someone watching."""

    watch: Watch

    @abstractmethod
    def start(self, position: Position) -> None:
        """Search from here."""


class _Minimax(Minimax, _Watched):
    def __init__(self, watch: Watch, *, depth_aware: bool) -> None:
        super().__init__(depth_aware=depth_aware)
        self.watch = watch

    def start(self, position: Position) -> None:
        self.minimax(position, 0, self.watch.meter)

    def minimax(self, position: Position, depth: int, meter: Meter) -> tuple[int, Variation]:
        self.watch.enter(position)
        guess = self.watch.guess(position)
        if guess is None:
            reply = super().minimax(position, depth, meter)
        else:
            reply = cast("int", guess), ()  # the engine only ever compares it
        self.watch.leave(reply[0])
        return reply


class _AlphaBeta(AlphaBeta, _Watched):
    def __init__(self, watch: Watch, *, depth_aware: bool, ordered: bool = True) -> None:
        super().__init__(ordered=ordered, depth_aware=depth_aware)
        self.watch = watch

    def start(self, position: Position) -> None:
        self.alphabeta(position, 0, -inf, inf, self.watch.meter, {})

    def alphabeta(
        self,
        position: Position,
        depth: int,
        alpha: float,
        beta: float,
        meter: Meter,
        table: Table,
    ) -> tuple[float, Variation]:
        self.watch.enter(position, (alpha, beta), self.moves(position))
        guess = self.watch.guess(position)
        if guess is None:
            reply = super().alphabeta(position, depth, alpha, beta, meter, table)
        else:
            reply = guess, ()
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
        self.value(position, {}, self.watch.meter)

    def value(self, position: Position, memory: dict[int, Score], meter: Meter) -> Score:
        self.watch.enter(position)
        key = self.key(position)
        if key not in memory:
            guess = self.watch.guess(position)
            if guess is not None:
                mine = guess if position.turn is Mark.X else 0 - guess
                memory[key] = cast("Score", _Guess(mine))  # the engine only turns and compares it
        score = super().value(position, memory, meter)
        self.watch.leave(self._for_x(position, score), key)
        return score

    def _for_x(self, position: Position, score: Score | _Guess) -> float:
        """Return what a score for the side to move is worth to X, in minimax's units."""
        if isinstance(score, _Guess):
            mine: float = score.points
        elif score.plies is None:
            mine = 0
        else:
            depth = position.ply - self.watch.start.ply
            mine = position.rules.cells + 1 - depth - score.plies
            mine = mine if score.value is Value.WIN else -mine
        return mine if position.turn is Mark.X else 0 - mine  # 0 - 0.0 has no sign


class _Symmetric(_Memoised):
    def __init__(self, watch: Watch, *, depth_aware: bool) -> None:
        super().__init__(watch, depth_aware=depth_aware, symmetric=True)


class _Guess:
    """A guess among scores, for a memory that was made for proofs; never seen outside."""

    def __init__(self, points: float) -> None:
        self.points = points

    def backed_up(self) -> _Guess:
        return _Guess(0 - self.points)

    def __gt__(self, other: Score | _Guess) -> bool:
        return self.points > _points(other)

    def __lt__(self, other: Score | _Guess) -> bool:
        return self.points < _points(other)


def _points(worth: Score | _Guess) -> float:
    """Return where a score stands among guesses, all of which are between -1 and 1."""
    if isinstance(worth, _Guess):
        return worth.points
    return {Value.WIN: 1, Value.DRAW: 0, Value.LOSS: -1}[worth.value]


_WATCHED: dict[str, Callable[..., _Watched]] = {
    "minimax": _Minimax,
    "alphabeta": _AlphaBeta,
    "alphabeta-unordered": _Unordered,
    "memoised": _Memoised,
    "symmetric": _Symmetric,
}
SEARCHES = tuple(_WATCHED)  #: the searches that can be traced, by name

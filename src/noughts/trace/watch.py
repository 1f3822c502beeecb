"""`Watch`: turns a search's calls and returns into events.

A node's parent is the node entered before it and not yet left, and the move is the cell in which
they differ. The best move so far follows from the values that come back, and the window from the
best. The pruned moves are those that were never tried.
"""

from collections.abc import Callable

from noughts.core.limit import Limit, Meter
from noughts.core.position import Mark, Position
from noughts.engines.evaluation import LineCounts
from noughts.trace.events import Best, Done, Enter, Event, Leave, Narrow, Prune, Try, Window

_EVEN = 300  # points of `LineCounts` that make an estimate of a half


class _Open:
    """A node that has been entered and not yet left."""

    def __init__(
        self,
        node: int,
        cell: int,
        position: Position,
        window: Window | None,
        moves: tuple[int, ...],
    ) -> None:
        self.node = node
        self.cell = cell  # the move that led here; never read for the start
        self.position = position
        self.asked = self.window = window
        self.moves = moves
        self.tried = 0  # bitboard
        self.worked_out = self.guessed = False
        self.best: tuple[float, int, bool] | None = None  # value, cell, proven
        self.all_proven = True

    @property
    def proven(self) -> bool:
        """Whether no estimate can change the value: none was met, or there is a proved win."""
        if self.all_proven or self.best is None:
            return self.all_proven
        value, _, proven = self.best
        return proven and (value >= 1 if self.position.turn is Mark.X else value <= -1)


class Watch:
    """Reports to an observer what a search does."""

    def __init__(self, start: Position, limit: Limit, observer: Callable[[Event], None]) -> None:
        self.start = start
        self.meter: Meter = Meter(limit)
        self._horizon = limit.depth
        self._tell = observer
        self._path: list[_Open] = []
        self._nodes = self._ends = self._pruned = 0
        self._proofs: dict[int, bool] = {}  # whether each stored key was proved
        self._last: Leave | None = None

    def enter(
        self, position: Position, window: Window | None = None, moves: tuple[int, ...] = ()
    ) -> None:
        """Count and report a call for a position; `moves` are the moves it may try, in order."""
        parent = self._path[-1] if self._path else None
        node, cell, depth = self._nodes, -1, len(self._path)
        self._nodes += 1
        if parent is None:
            self._tell(Enter(node, None, None, depth, window))
        else:
            before = parent.position
            move = (position.x | position.o) ^ (before.x | before.o)
            parent.tried |= move
            cell = move.bit_length() - 1
            self._tell(Try(parent.node, cell))
            self._tell(Enter(node, parent.node, cell, depth, window))
        self._path.append(_Open(node, cell, position, window, moves))
        self.meter.visit()

    def visit(self, position: Position) -> float | None:
        """Begin to work a position out; if the search stops there, return an estimate for X.

        A position that is looked up in a memory is not worked out. Estimates are from -1 to 1.

        The points are those that `noughts.engines.evaluation` gives to open lines: 0 points give 0,
        and 300 give 0.49; no number of points gives 1.
        """
        self._path[-1].worked_out = True
        if self._horizon is None or len(self._path) <= self._horizon or position.outcome:
            return None
        self._path[-1].guessed, self._path[-1].all_proven = True, False
        points = LineCounts(position).estimate(0)
        hundredths = abs(points) * 99 // (abs(points) + _EVEN)
        return (hundredths if points > 0 else -hundredths) / 100

    def leave(self, value: float, key: int | None = None) -> None:
        """Report the position's value for X, and what follows for its parent.

        `key` is the one under which the search stores it.
        """
        left = self._path.pop()
        how = self._how(left)
        proven = self._proven(left, how, key)
        if how == "end":
            self._ends += 1
        if how == "searched":
            self._prune(left, value)
        best = left.best[1] if left.best else None
        self._last = Leave(left.node, value, proven, how, _bound(left, how, value), best)
        self._tell(self._last)
        if self._path:
            self._back_up(self._path[-1], left, value, proven=proven)

    def _how(self, left: _Open) -> str:
        if left.guessed:
            return "guess"
        if not left.worked_out:
            return "recalled"
        return "end" if left.position.outcome else "searched"

    def _proven(self, left: _Open, how: str, key: int | None) -> bool:
        if key is None:
            return left.proven
        if how != "recalled":
            self._proofs[key] = left.proven
        return self._proofs[key]

    def _prune(self, left: _Open, value: float) -> None:
        untried = tuple(cell for cell in left.moves if not left.tried >> cell & 1)
        if untried and left.asked:
            self._pruned += len(untried)
            alpha, beta = left.asked
            turn = left.position.turn
            elsewhere = alpha if turn is Mark.O else beta
            self._tell(Prune(left.node, untried, turn, elsewhere, value))

    def _back_up(self, parent: _Open, left: _Open, value: float, *, proven: bool) -> None:
        """Report what a child's value changes at its parent."""
        parent.all_proven &= proven
        maximising = parent.position.turn is Mark.X
        if parent.best is None or (
            value > parent.best[0] if maximising else value < parent.best[0]
        ):
            parent.best = value, left.cell, proven
            self._tell(Best(parent.node, value, left.cell))
        if parent.window is None:
            return
        alpha, beta = parent.window
        narrowed = (max(alpha, value), beta) if maximising else (alpha, min(beta, value))
        if narrowed != parent.window:
            parent.window = narrowed
            self._tell(Narrow(parent.node, narrowed))

    def done(self) -> Done:
        """Return the final event of a search."""
        last = self._last
        if last is None or last.best is None:
            raise RuntimeError("nothing has been searched")
        return Done(
            last.value,
            last.proven,
            last.best,
            self.meter.nodes,
            self._ends,
            self._pruned,
            len(self._proofs),
        )


def _bound(left: _Open, how: str, value: float) -> str:
    if how != "searched" or left.asked is None:
        return "exact"
    alpha, beta = left.asked
    return "upper" if value <= alpha else "lower" if value >= beta else "exact"

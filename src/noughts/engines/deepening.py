"""Iterative deepening: alpha-beta to depth one, then two, then three, until the limit.

Beyond its horizon the search uses an evaluation (`noughts.engines.evaluation`). Its result is an
`Estimate` unless it is proved:

- A win or a loss that was searched to its end is proved, whatever the horizon.
- A draw is proved if no line of play was cut off.

Three ideas let it play boards that nobody can search to the end. A forced reply (the opponent
threatens to complete a line) costs no depth, so long chains of threats are seen. The results of one
round order the moves of the next. And on large boards only the most promising moves are tried; no
loss is claimed there, because not every defence was tried.

Source: Slate and Atkin, "Chess 4.5", 1977, for the deepening.
"""

from collections.abc import Iterable, Sequence
from math import inf
from typing import NamedTuple

from noughts.core.bits import bits
from noughts.core.errors import LimitReachedError
from noughts.core.limit import Limit, Meter
from noughts.core.position import Mark, Position
from noughts.core.score import Estimate, Score, Value
from noughts.engines.base import Analysis, Choice, MoveValue, Worth, best_first, final_score
from noughts.engines.evaluation import MOST_POINTS, LineCounts, O, X

_WIN = int(Score.win(0))
_FULL_WIDTH_CELLS = 36  # boards up to 6×6: every move is tried
_WIDTH = 20  # larger boards: only this many at each position
_COMPLETE = 10_000  # the depth of an entry whose value no horizon limited

Variation = tuple[int, ...]


class _Entry(NamedTuple):
    """A position's bounds: lower <= value <= upper, with wins counted from here."""

    depth: int
    lower: float
    upper: float
    line: Variation


class Deepening:
    """One search of one position under one limit: call `play` or `analyse` once.

    Pass a meter to count several searches against the same limit.

    >>> from noughts import Position
    >>> Deepening(Position.parse("X../O../..."), Limit(depth=9)).play().score
    Score.win(5)
    """

    def __init__(self, position: Position, limit: Limit, meter: Meter | None = None) -> None:
        self.meter: Meter = meter or Meter(limit)  # first, because the setup also takes time
        self.position = position
        self.board: LineCounts = LineCounts(position)
        self.side = X if position.turn is Mark.X else O
        empties = position.rules.cells - position.ply
        self.deepest: int = min(limit.depth or empties, empties)
        self.narrow: bool = position.rules.cells > _FULL_WIDTH_CELLS
        if self.narrow and not position.ply:
            self.deepest = (
                1  # on a wide empty board, a deeper estimate is not better than a first one
            )
        self.place: dict[int, int] = {
            cell: n for n, cell in enumerate(position.rules.cells_by_lines)
        }
        self.guessed: bool = False  # a line of play was cut off since this was last cleared
        self.dropped: bool = False  # some moves of this search were not tried
        self.table: dict[tuple[int, int], _Entry] = {}

    # -- answers -----------------------------------------------------------------------------

    def play(self) -> Choice:
        """Return the best move found within the limit."""
        best = self._at_first_sight()[0]
        try:
            for depth in range(1, self.deepest + 1):
                self.guessed = False
                value, line = self._search(depth, -inf, inf, 0)
                cell = line[0] if line else best.cell  # nobody can win any more: any move
                best = MoveValue(cell, self._worth(value, depth), line)
                if self._settled(best.score):
                    break
        except LimitReachedError:
            pass  # the last complete round is the answer
        meter = self.meter
        return Choice(self.position, best.cell, best.score, None, meter.nodes, meter.seconds)

    def analyse(self, engine: str) -> Analysis:
        """Return the value of every move, proved or estimated, as found within the limit."""
        moves = self._at_first_sight()
        try:
            for depth in range(1, self.deepest + 1):
                moves = best_first([self._value_of(move.cell, depth) for move in moves])
                if all(self._settled(move.score) for move in moves):
                    break
        except LimitReachedError:
            pass
        return Analysis(
            self.position, engine, overall(moves), moves, self.meter.nodes, self.meter.seconds
        )

    def _at_first_sight(self) -> tuple[MoveValue, ...]:
        """Value each move by the evaluation alone, so that any limit has an answer."""
        moves = []
        promise = self.board.promise
        for cell in sorted(self.position.legal, key=lambda c: (-promise[c], self.place[c])):
            self.board.place(cell, self.side)
            moves.append(MoveValue(cell, Estimate(self.board.estimate(self.side)), (cell,)))
            self.board.lift(cell, self.side)
        return best_first(moves)

    def _value_of(self, cell: int, depth: int) -> MoveValue:
        """Search one move with a full window."""
        child = self.position.play(cell)
        if child.outcome is not None:
            return MoveValue(cell, final_score(child).backed_up(), (cell,))
        self.board.place(cell, self.side)
        self.guessed = False
        value, line = self._search(depth - 1, -inf, inf, 1)
        self.board.lift(cell, self.side)
        return MoveValue(cell, self._worth(-value, depth), (cell, *line))

    def _worth(self, value: float, depth: int) -> Worth:
        """Return what a value from a search to `depth` proves."""
        if abs(value) <= MOST_POINTS:
            return Estimate(int(value)) if self.guessed else Score.draw()
        # The length is known once every shorter game has been looked at. A win in 1 is always seen,
        # so a win in 3 needs nothing more; the same holds for a loss in 2.
        plies = _WIN - int(abs(value))
        seen = plies <= 3 or (plies <= depth + 1 and not self.dropped)
        return Score(Value.WIN if value > 0 else Value.LOSS, plies if seen else None)

    def _settled(self, worth: Worth | None) -> bool:
        """Whether a deeper search cannot add anything."""
        if not isinstance(worth, Score):
            return False
        return worth.value is Value.DRAW or worth.plies is not None or self.dropped

    # -- the search --------------------------------------------------------------------------

    def _search(self, depth: int, alpha: float, beta: float, ply: int) -> tuple[float, Variation]:
        """Return the value for the side to move, `ply` plies below the root, and the line.

        Exact if alpha < value < beta, an upper bound if value <= alpha, a lower one if
        value >= beta. A win that ends p plies below the root is worth 1,000,000 - p.
        """
        self.meter.visit()
        board, side = self.board, self.side ^ ply & 1
        playable = board.rules.playable(board.boards[X] | board.boards[O])
        if not playable or not (board.open_lines[X] or board.open_lines[O]):
            return 0, ()
        moves, decided = self._forced(side, playable)
        if decided:
            return _from_root(decided, ply), tuple(moves)

        forced = bool(moves)
        key = (board.boards[X], board.boards[O])
        known = self.table.get(key)
        if not forced:
            if depth <= 0:
                self.guessed = True
                return board.estimate(side), ()
            if known is not None and known.depth >= depth:
                lower, upper = _from_root(known.lower, ply), _from_root(known.upper, ply)
                if lower >= beta or upper <= alpha or lower == upper:
                    self.guessed |= known.depth < _COMPLETE
                    return lower if lower >= beta else upper, known.line
            moves = self._ordered(playable, known)

        before, self.guessed = self.guessed, False
        dropped = self.narrow and len(moves) > _WIDTH
        if dropped:
            moves = moves[:_WIDTH]
            self.guessed = self.dropped = True
        best: float = -inf
        line: Variation = ()
        for cell in moves:
            board.place(cell, side)
            value, reply = self._search(
                depth if forced else depth - 1, -beta, -max(alpha, best), ply + 1
            )
            board.lift(cell, side)
            if -value > best:
                best, line = -value, (cell, *reply)
            if best >= beta:
                break
        if dropped:
            best = max(best, -MOST_POINTS)  # an untried defence may hold

        self.table[key] = _Entry(
            depth if self.guessed else _COMPLETE,
            _from_here(best, ply) if best > alpha else -inf,
            _from_here(best, ply) if best < beta else inf,
            line,
        )
        self.guessed |= before
        return best, line

    def _forced(self, side: int, playable: int) -> tuple[Sequence[int], int]:
        """Return the line and value if one or two moves decide; else the forced replies."""
        completing = sorted(self.board.completing(side))
        if self.board.rules.misere:
            safe = bits(playable & ~sum(1 << cell for cell in completing))
            if not safe:
                return completing[:1], 1 - _WIN
            return safe if len(safe) == 1 else (), 0
        if completing:
            return completing[:1], _WIN - 1
        threatened = sorted(self.board.completing(1 - side))
        if threatened and self.board.rules.caro:
            return self._stopped(side, threatened)
        if len(threatened) > 1:
            return threatened[:2], 2 - _WIN
        return threatened, 0

    def _stopped(self, side: int, threatened: Sequence[int]) -> tuple[Sequence[int], int]:
        """Return the same under caro, where a stone at a row's end may also stop it."""
        replies = sorted(self.board.stopping(side))
        if replies:
            return replies, 0
        self.board.place(threatened[0], side)
        left = min(self.board.completing(1 - side))
        self.board.lift(threatened[0], side)
        return (threatened[0], left), 2 - _WIN

    def _ordered(self, playable: int, known: _Entry | None) -> list[int]:
        """Return the moves worth trying, the likely best first."""
        misere = self.board.rules.misere
        losing = self.board.completing(self._to_move()) if misere else set()
        moves = self._by_promise([cell for cell in bits(playable) if cell not in losing])
        if known is not None and known.line[0] in moves:
            moves.remove(known.line[0])
            moves.insert(0, known.line[0])
        return moves

    def _to_move(self) -> int:
        x, o = self.board.boards
        return X if x.bit_count() == o.bit_count() else O

    def _by_promise(self, cells: Iterable[int]) -> list[int]:
        """Sort cells by the value of their lines.

        Cells on no living line are all alike, so one of them will do. This fails if a row can be
        too long or blocked at its ends, because an idle stone may still spoil one. It also fails
        with gravity, where a stone carries the next one.
        """
        promise = self.board.promise
        living = sorted(
            (cell for cell in cells if promise[cell]), key=lambda c: (-promise[c], self.place[c])
        )
        idle = [cell for cell in cells if not promise[cell]]
        rules = self.board.rules
        alike = not (rules.exact or rules.caro or rules.gravity)
        return living + (idle[:1] if alike else idle)


def _from_here(value: float, ply: int) -> float:
    """Count the plies of a win from the position itself instead of from the root."""
    return value + ply if value > MOST_POINTS else value - ply if value < -MOST_POINTS else value


def _from_root(value: float, ply: int) -> float:
    """Count the plies of a win from the root instead of from the position itself."""
    return _from_here(value, -ply)


def overall(moves: Sequence[MoveValue]) -> Worth | None:
    """Return the position's score, given its moves, best first.

    A move proved to win proves the position; anything less needs a proof of every move.
    """
    best = moves[0].score
    if isinstance(best, Score) and best > Score.draw():
        return best
    if all(isinstance(move.score, Score) for move in moves):
        return best
    return Estimate(0) if isinstance(best, Score) else best

"""Games with gravity, such as Connect Four: the value of a position, its plies, a line of play.

One search answers everything: `search.gravity_bitboard` if it takes the game, otherwise
`search.gravity_lines`. It is called with windows of one point, each of which halves the range of
the value. The first windows ask whether the side to move wins, draws or loses.
"""

from collections.abc import Callable, Container, Iterator
from time import perf_counter

from noughts.core.bits import bits
from noughts.core.errors import RulesError
from noughts.core.limit import Limit
from noughts.core.position import Mark, Position
from noughts.core.rules import Rules
from noughts.core.score import Score, Value
from noughts.core.zugzwang import answerer, stones_left
from noughts.kernel.canonical import SymmetryTables
from noughts.kernel.transposition_table import TranspositionTable
from noughts.kernel.value_table import ValueTable
from noughts.solver.opening_book import Book, shipped
from noughts.solver.prover import ProofTask
from noughts.solver.reachable import fits
from noughts.solver.resources import default_memory
from noughts.solver.search import gravity_bitboard as columns
from noughts.solver.search import gravity_lines
from noughts.solver.solution import BOOK, Progress, Solution, Stopwatch

METHOD = "alpha-beta with gravity"
MOST_CELLS = 64
FEWEST_NODES = 100_000  #: for what is added to a proof; plus an eighth of what the proof took


def refusal(rules: Rules) -> RulesError | None:
    """Return why a game with gravity is rejected; None if it is accepted.

    >>> from noughts import Rules
    >>> refusal(Rules.parse("connect-four")), print(refusal(Rules.parse("9,8,4 gravity")))
    9,8,4 gravity has 72 cells; the solver takes at most 64
    (None, None)
    """
    if not rules.gravity:
        return RulesError.said("solver", "no gravity", rules=rules)
    if rules.cells > MOST_CELLS:
        return RulesError.said("solver", "cells", rules=rules, cells=rules.cells, most=MOST_CELLS)
    return None


def ordinary(rules: Rules) -> bool:
    """Whether a game has columns and rows, k in a row, and lines that end at the edges."""
    flat = len(rules.shape) == 2 and rules.k is not None
    return flat and not (rules.torus or rules.exact or rules.misere)


class GravitySolver:
    """Values positions of one game with gravity, and keeps its results.

    The winner of an early position comes from the opening book of Noughts, if there is one, unless
    `book` is False. `pruning` names the enabled rules (`ALL_RULES` of the search).

    Raises:
        RulesError: The game is not supported.

    >>> from noughts import Position, Rules
    >>> rules = Rules.parse("5,4,4 gravity")
    >>> GravitySolver(rules, memory=1 << 20).score(Position(rules))
    Score.draw()
    """

    def __init__(
        self,
        rules: Rules,
        *,
        memory: int | None = None,
        pruning: Container[str] | None = None,
        book: bool = True,
    ) -> None:
        why = refusal(rules)
        if why:
            raise why
        size = default_memory() if memory is None else memory
        self.rules = rules
        self.book: Book | None = shipped(rules) if book else None
        self.table: ValueTable | TranspositionTable
        self._search: columns.ColumnSearch | gravity_lines.StackSearch
        wide, high = rules.shape[:2]
        if ordinary(rules) and rules.k is not None and fits(wide, high):
            self.table = ValueTable(size)
            used = columns.ALL_RULES if pruning is None else pruning
            self._search = columns.ColumnSearch(wide, high, rules.k, self.table, self._poll, used)
            self._place = [
                1 << (cell % wide) * (high + 1) + high - 1 - cell // wide
                for cell in range(rules.cells)
            ]
        else:
            self.table = TranspositionTable(size)
            used = gravity_lines.ALL_RULES if pruning is None else pruning
            symmetries = SymmetryTables(rules.cells, rules.symmetries)
            self._search = gravity_lines.StackSearch(
                rules, self.table, symmetries, self._poll, used
            )
            self._place = [1 << cell for cell in range(rules.cells)]
        self._answerer = answerer(rules)
        self._watch = Stopwatch(Limit())
        self._before = 0
        self._question = ""

    def allow(
        self, limit: Limit | None, on_progress: Callable[[Progress], None] | None = None
    ) -> None:
        """Set a limit for all further questions."""
        self._watch = Stopwatch(limit or Limit(), on_progress)
        self._before = self.total

    @property
    def total(self) -> int:
        """Positions looked at in all."""
        return int(self._search.budget.nodes)

    @property
    def nodes(self) -> int:
        """Positions looked at since `allow`."""
        return self.total - self._before

    def line(self, position: Position) -> Iterator[int]:
        """Yield moves that keep a position's value and its plies, until the end or the limit."""
        score = self.score(position)
        while score is not None and position.outcome is None:
            for cell, child in _middle_first(position):
                if self.keeps(position, cell, score):
                    yield cell
                    position, score = child, _next_ply(score)
                    break
            else:
                return

    def keeps(self, position: Position, cell: int, score: Score) -> bool | None:
        """Whether a move keeps the value that a position has; None if a limit came first.

        If the score has plies, the move must keep them, too.
        """
        value = _customary(position, score)
        low, high = self.bounds(position.play(cell), -value, 1 - value)
        return None if low != high else high == -value

    def score(self, position: Position) -> Score | None:
        """Return the value of a position with its plies; None if a limit came first."""
        low, high = self.bounds(position, -self.rules.cells, self.rules.cells)
        return _score(position, low) if low == high else None

    def sign(self, position: Position) -> tuple[int, int]:
        """Return bounds on a position's value that show who wins, if no limit comes first."""
        return self.bounds(position, -1, 1)

    def wins(self, position: Position, mark: Mark, limit: Limit | None = None) -> bool | None:
        """Return whether a side wins a position; None if the limit came first."""
        self.allow(limit)
        moves = position.turn is mark
        low, high = self.bounds(position, 0, 1) if moves else self.bounds(position, -1, 0)
        return None if low != high else high != 0

    def bounds(self, position: Position, low: int, high: int) -> tuple[int, int]:
        """Return bounds on the value of a position.

        They are equal, or both -1 or both 1 at that end of the range, unless a limit came first. A
        value outside the range counts as its end.
        """
        final = self._final(position)
        if final is not None:
            value = min(max(final, low), high)
            return value, value
        self._question = f"{position.turn}'s value"
        most = self._most(position)
        if low >= most:
            return low, low
        if high <= -most:
            return high, high
        low, high = self._by_book(position, max(low, -most), min(high, most))
        if not position.ply and self._answerer is not None:
            if self._answerer is position.turn:
                low = min(max(low, 0), high)
            else:
                high = max(min(high, 0), low)
        while low < high:
            value = _window(low, high, 0 if position.ply else most // 4)
            found = self._run(position, value)
            if found is None:
                break
            if found <= value:
                high = min(high, max(found, low))
            else:
                low = max(low, min(found, high))
        return low, high

    def _run(self, position: Position, value: int) -> int | None:
        """Return an upper bound on the value if it is at most this, else a lower bound.

        None: a limit came first.
        """
        left = 0
        if self._watch.limit.nodes is not None:
            left = self._watch.limit.nodes - self.nodes
            if left <= 0:
                return None
        if self._poll():
            return None
        own, other = position.sides(position.turn)
        mine, both = self._columns(own), self._columns(own | other)
        return self._search.run(mine, both, value, value + 1, left)

    def _most(self, position: Position) -> int:
        """Return the greatest value. In misère, the last stone of a game may be the loser's."""
        return (self.rules.cells - position.ply + self.rules.misere) // 2

    def in_book(self, position: Position) -> bool:
        """Whether the opening book has the winner."""
        low, high = self._by_book(position, -1, 1)
        return low == high

    def _by_book(self, position: Position, low: int, high: int) -> tuple[int, int]:
        """Narrow the bounds; a sign leaves open how soon a win or a loss comes."""
        if self.book is None:
            return low, high
        value = self.book.values.find(position)
        if value is not None:
            value = min(max(value, low), high)
            return value, value
        least, most = self.book.bounds(position)
        if least > -1:
            low = max(low, min(least, high))
        if most < 1:
            high = min(high, max(most, low))
        return low, high

    def winning(self, position: Position) -> tuple[int, ...] | None:
        """Return the moves that win; None unless every move was settled."""
        found = []
        for cell, child in position.children():
            low, high = self.bounds(child, -1, 0)
            if low != high:
                return None
            if high < 0:
                found.append(cell)
        return tuple(found)

    def _final(self, position: Position) -> int | None:
        """Return the value of a finished position, or one that the next stone wins."""
        if position.outcome is not None:
            if position.outcome.winner is None:
                return 0
            value = stones_left(position, 0)
            return value if position.outcome.winner is position.turn else -value
        return stones_left(position, 1) if self.wins_next(position) else None

    def wins_next(self, position: Position) -> bool:
        """Whether the side to move wins an unfinished game with its next stone."""
        own, other = position.sides(position.turn)
        found: bool = self._search.wins_at_once(self._columns(own), self._columns(own | other))
        return found

    def _columns(self, board: int) -> int:
        """Convert a bitboard in reading order to a column bitboard."""
        return sum([self._place[cell] for cell in bits(board)])

    def _poll(self) -> bool:
        return self._watch.over(self._progress)

    def _progress(self, spent: float) -> Progress:
        return Progress(
            self._question, METHOD, self.nodes, spent, None, None, memory=self.table.bytes
        )


class GravityProver:
    """Proves the value of a position of a game with gravity."""

    def prove(
        self,
        problem: ProofTask,
        limit: Limit,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> Solution:
        """Prove who wins, then the plies and a line of play.

        Raises:
            RulesError: The game is not supported.
        """
        position = problem.position
        if problem.maker_breaker:
            raise RulesError.said("solver", "Maker-Breaker", rules=position.rules)
        if problem.reader is not None:
            raise RulesError.said("solver", "not read", rules=position.rules)
        if problem.threads > 1:
            raise RulesError.said("solver", "one thread", rules=position.rules)
        solver = GravitySolver(position.rules, memory=problem.memory, book=problem.book)
        solver.allow(limit, on_progress)
        started = perf_counter()
        score: Score | None = None
        winning: tuple[int, ...] | None = None
        line: list[int] = []
        low, high = -1, 1
        unfinished = ""
        try:
            low, high = solver.sign(position)
            if low == high:
                score = (Score.loss(), Score.draw(), Score.win())[low + 1]
                if problem.first_moves:
                    winning = solver.winning(position) if low > 0 else ()
                if not problem.distance:  # add the plies and the line if they cost little
                    solver.allow(_little(limit, solver, started), on_progress)
                score = solver.score(position) or score
                for cell in solver.line(position):
                    line.append(cell)  # noqa: PERF402  (what is there when a limit comes, stays)
        except KeyboardInterrupt:
            unfinished = "interrupted"
        if score is not None and score.plies is not None and len(line) < score.plies:
            line.clear()  # only the line of a draw may be shown in part
        missing = score is None or (problem.first_moves and winning is None)
        if score is not None and problem.distance:
            missing = missing or (low != 0 and score.plies is None)
        if not unfinished and missing:
            unfinished = limit.reached()
        cannot_win = {position.turn} if high <= 0 else set()
        method = "finished" if position.outcome else BOOK if solver.in_book(position) else METHOD
        return Solution(
            position,
            score,
            method if score else "",
            solver.total,
            perf_counter() - started,
            frozenset(cannot_win | ({position.turn.other} if low >= 0 else set())),
            unfinished,
            int(solver.table.stored),
            0,
            solver.table.bytes,
            winning,
            tuple(line),
        )


def _little(limit: Limit, solver: GravitySolver, started: float) -> Limit:
    """Return a small part of what a proof has left of a limit."""
    left = limit.after(perf_counter() - started, solver.total)
    most = FEWEST_NODES + solver.total // 8
    return Limit(left.seconds, min(most, left.nodes or most))


def _middle_first(position: Position) -> list[tuple[int, Position]]:
    columns = position.rules.shape[0]
    children = list(position.children())
    return sorted(children, key=lambda child: abs(2 * (child[0] % columns) - columns + 1))


def _window(low: int, high: int, late: int) -> int:
    """Return the next window: who wins first, then the middle, but nearer to a draw.

    `late` is a value of games that are decided late, or 0. Most empty boards of lines of four are
    decided by one of the last stones. So this value is asked next, and within it the one next to a
    draw: windows between would take long.
    """
    if low < 0 < high:
        return 0
    if low >= 0:
        if high <= late:
            return low
        if low < late:
            return late
    else:
        if low >= -late:
            return high - 1
        if high > -late:
            return -late - 1
    middle = (low + high) // 2
    if middle < 0 and low // 2 < middle:
        return -(-low // 2)
    if middle >= 0 and high // 2 > middle:
        return high // 2
    return middle


def _customary(position: Position, score: Score) -> int:
    """Return the lowest customary score that is as good as a score in plies."""
    if score.value is Value.DRAW:
        return 0
    rules = position.rules
    if score.plies is not None:
        value = stones_left(position, score.plies)
        return value if score.value is Value.WIN else -value
    return 1 if score.value is Value.WIN else -((rules.cells - position.ply + rules.misere) // 2)


def _next_ply(score: Score) -> Score:
    """Return the score of the position after a move that keeps it."""
    return -score if score.plies is None else Score((-score).value, score.plies - 1)


def _score(position: Position, value: int) -> Score:
    """Return a value as a score in plies.

    The n-th stone from the end of either side is stone number cells + 2 - 2n of the game, or the
    one before. The owner of that stone, the winner or in misère the loser, decides which of the
    two.
    """
    if value == 0:
        return Score.draw()
    last = position.rules.cells + 2 - 2 * abs(value)
    plies = last - position.ply
    if plies % 2 != ((value > 0) != position.rules.misere):
        plies -= 1
    return Score.win(plies) if value > 0 else Score.loss(plies)

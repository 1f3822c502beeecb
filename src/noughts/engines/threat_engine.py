"""Search on boards too large to solve: values proved by threats, or estimated.

`noughts.threats` searches with numbers; this module turns them into scores. A `Score` is a proof:
the opponent has no defence, or every move is shown to lose. Everything else is an `Estimate`. Plies
are given only if they are known to be the least: a win in 3 is found before any longer one, and
longer wins have no plies.

If a book of wins has the position, no search is needed for its best move.

Half of an analysis's time is for the best move, the other half for all other moves, round by round.
"""

from noughts.core.limit import Limit, Meter
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.core.score import Estimate, Score, Value
from noughts.engines.base import Analysis, Choice, MoveValue, Worth, best_first, final_score
from noughts.engines.deepening import overall
from noughts.threats.pvs import CACHE, PrincipalVariationSearch
from noughts.threats.threat_types import DECIDED, DIM, MOST_PLIES, WIN
from noughts.threats.value_cache import ValueCache
from noughts.threats.winning_book import BookAnswer, shipped

THREATS_PART = 3  #: one node for threats for this many nodes of the search
LINE_NODES = 2_000  #: for each move of the line shown
BOOK_NODES = 1_000_000  #: for threats, if the game has followed a book


def play(position: Position, limit: Limit, cache: ValueCache | None = None) -> Choice:
    r"""Return the best move found within the limit.

    `cache` holds results for other positions under the same rules, and receives new ones. Only one
    search at a time may use it.

    >>> from noughts import Record
    >>> record = Record.parse("Rules: 15,15,5\n\nh8 a1 i8 a2 j8 a3")
    >>> play(record.position, Limit(nodes=1000)).score
    Score.win(3)
    """
    ahead = Ahead(position, limit, cache=cache)
    best = ahead.deepen()
    return Choice(position, best.cell, best.score, None, ahead.nodes, ahead.time.seconds)


def memory(rules: Rules) -> ValueCache:
    """Return what the searches of one game may share."""
    return ValueCache(rules.cells, CACHE)


def analyse(position: Position, limit: Limit, engine: str) -> Analysis:
    """Return the value of every move, proved or estimated; the first is the one to play."""
    ahead = Ahead(position, limit, share=0.5, asks=True)
    best = ahead.deepen()
    ahead.extend()
    found = [best, *ahead.others(best)]
    worth = overall(best_first(found))
    if isinstance(best.score, Score) and best.score < Score.draw():
        worth = best.score  # the longest defence; the length of the others is unknown
    moves = best_first(found, worth if isinstance(worth, Score) else None)
    return Analysis(position, engine, worth, moves, ahead.nodes, ahead.time.seconds)


class Time(Meter):
    """The clock of one search, and its share of the limit.

    It is separate from `Ahead`, so that a search that polls it does not keep its owner alive.
    Everything is then freed when the search ends, and not when Python's garbage collector finds the
    cycle.
    """

    def __init__(self, limit: Limit, share: float) -> None:
        super().__init__()
        self.limit = limit
        self.share: float = share

    def over(self) -> bool:
        """Whether the time is up."""
        allowed = self.limit.seconds  # read again: another thread may have ended the limit
        return allowed is not None and self.seconds > self.share * allowed


class Ahead:
    """One search of one position within one limit.

    `share` of the limit is for the best move. `asks`: check after each round whether threats prove
    more. In games that gains nothing (51.0 ± 3.1 points of 100 against the search without it, with
    equal nodes), but an analysis should be as exact as possible.
    """

    def __init__(
        self,
        position: Position,
        limit: Limit,
        share: float = 1.0,
        *,
        asks: bool = False,
        cache: ValueCache | None = None,
    ) -> None:
        self.time: Time = Time(limit, share)
        self.asks = asks
        self.position = position
        self.limit = limit
        self.search: PrincipalVariationSearch = PrincipalVariationSearch(
            position, self.time.over, cache=cache or memory(position.rules)
        )
        self.search.allow(int(share * limit.nodes) or 1 if limit.nodes else 0)
        empties = position.rules.cells - position.ply
        self.deepest: int = min(limit.depth or MOST_PLIES, empties)
        if not position.ply:
            self.deepest = 0  # the middle looks best at once, and a deeper search adds only noise
        book = shipped(position.rules)
        self.known: BookAnswer = book.find(position) if book else BookAnswer()

    @property
    def nodes(self) -> int:
        """Positions looked at."""
        return int(self.search.budget.nodes)

    def extend(self) -> None:
        """Allow the search the rest of the limit."""
        self.time.share = 1.0
        left = self.limit.nodes - self.nodes if self.limit.nodes else 0
        if left or not self.limit.nodes:
            self.search.allow(left)

    def deepen(self) -> MoveValue:
        """Return the best move, its value and the line that follows."""
        search = self.search
        best = self._most_promising()  # gives an answer even without any time
        if best.score == Score.win(1):
            return best
        if search.settled():
            return best._replace(score=Score.draw())
        if (known := self._by_book()) is not None:
            return known
        search.best = best.cell
        for depth in range(1, self.deepest + 1):
            before = self.nodes
            value = self._round(depth)
            if search.stopped:
                break
            best = MoveValue(search.best, _worth(value), tuple(search.line(search.best)))
            if abs(value) > DECIDED:
                break
            won = self._by_threats((self.nodes - before) // THREATS_PART) if self.asks else None
            if won is not None:
                best, search.best = won, won.cell
                break
        if search.best != best.cell:  # the interrupted round had found a better one
            best = MoveValue(search.best, best.score, tuple(search.line(search.best)))
        return best._replace(score=Score.loss()) if self.known.lost and not _proven(best) else best

    def _by_book(self) -> MoveValue | None:
        """Return a move that a book proves to win, or one that wins by threats after it."""
        if self.known.move is not None:
            return MoveValue(self.known.move, Score.win(), (self.known.move,))
        if not self.known.begun:
            return None
        nodes, self.time.share = self.limit.nodes, self.time.share / 2
        won = self._by_threats(min(BOOK_NODES, nodes // 2) if nodes else BOOK_NODES)
        self.time.share *= 2
        if self.search.stopped:
            self.search.allow(max(int(self.time.share * nodes) - self.nodes, 1) if nodes else 0)
        return won

    def _by_threats(self, nodes: int) -> MoveValue | None:
        """Return a move that wins by threats, if they are found with this many nodes."""
        threes, side = self.search.threes, self.search.side
        if not threes.win(side, nodes):
            return None
        cell = threes.best
        return MoveValue(cell, Score.win(), tuple(threes.line(side, LINE_NODES, loses=False)))

    def _round(self, depth: int) -> int:
        """Search to a depth until threats do not refute the best move; return the value."""
        search, before = self.search, self.nodes
        value = 0
        for _ in range(self.position.rules.cells):  # each may be refuted
            value = search.round(depth, -WIN, WIN)
            if value == -DIM and not search.stopped:  # has the opponent no defence at all?
                value = search.round(depth, -WIN, WIN, every_move=True)
            if search.stopped or abs(value) > DECIDED or not self.asks:
                return value
            if not search.refuted(search.best, (self.nodes - before) // THREATS_PART):
                break
        return value

    def others(self, best: MoveValue) -> list[MoveValue]:
        """Return the value of every other move, as far as the limit allows."""
        moves = [move for move in self._at_first_sight() if move.cell != best.cell]
        if self.search.settled():
            return [move._replace(score=Score.draw()) for move in moves]
        for depth in range(1, self.deepest + 1):
            found = []
            for move in moves:
                found.append(move if _proven(move) else self._value_of(move.cell, depth))
                if self.search.stopped:
                    break
            if self.search.stopped:
                moves = [*found[:-1], *moves[len(found) - 1 :]]
                break
            moves = found
            if all(_proven(move) for move in moves):
                break
        return [_no_better(move, best) for move in best_first(moves)]

    def _value_of(self, cell: int, depth: int) -> MoveValue:
        search = self.search
        search.place(cell)
        try:
            worth = _worth(search.round(depth - 1, -WIN, WIN))
        finally:
            search.lift(cell)
        worth = worth.backed_up() if isinstance(worth, Score) else -worth
        return MoveValue(cell, worth, tuple(search.line(cell)))

    def _most_promising(self) -> MoveValue:
        """Return the move to make without a search, with its value."""
        first = (
            self.search.promising() if self.position.ply else self.position.rules.cells_by_lines[0]
        )
        return self._sight(first)

    def _at_first_sight(self) -> list[MoveValue]:
        """Value each move by the evaluation or the game's end, most promising first."""
        rules = self.position.rules
        empty = rules.playable(self.position.x | self.position.o)
        moves = [self._sight(cell) for cell in rules.cells_by_lines if empty >> cell & 1]
        first = self._most_promising().cell
        return sorted(best_first(moves), key=lambda move: _proven(move) or move.cell != first)

    def _sight(self, cell: int) -> MoveValue:
        """Return a move's value by the evaluation or the game's end."""
        child = self.position.play(cell)
        if child.outcome is not None:
            return MoveValue(cell, final_score(child).backed_up(), (cell,))
        self.search.place(cell)
        guess = self.search.guess()
        self.search.lift(cell)
        return MoveValue(cell, Estimate(-guess), (cell,))


def _worth(value: int) -> Worth:
    """Return what a value proves."""
    if abs(value) <= DECIDED:
        return Estimate(value)
    plies = WIN - abs(value)
    if value > 0:
        return Score(Value.WIN, plies if plies <= 3 else None)
    return Score(Value.LOSS, plies if plies <= 2 else None)


def _no_better(move: MoveValue, best: MoveValue) -> MoveValue:
    """Return a move's estimate, bounded by that of the best move, which was searched deeper."""
    if _proven(move):
        return move
    if isinstance(best.score, Score):
        # If the best move loses, all others are proved to lose.
        return move._replace(score=Score.loss()) if best.score < Score.draw() else move
    if isinstance(move.score, Estimate) and isinstance(best.score, Estimate):
        return move._replace(score=min(move.score, Estimate(best.score.points, "upper")))
    return move


def _proven(move: MoveValue) -> bool:
    return isinstance(move.score, Score)

"""Distance: in how many plies a won position is won with best play by both sides.

It asks for a win within one ply, then within three, five and so on, until the answer is yes. For
the side that is not to move, it is two, four, six and so on. The length is then proved from both
sides. The results for one bound also help with the next.

Source: iterative deepening as in Slate and Atkin, "Chess 4.5", 1977, here applied to the length of
the win.
"""

from collections.abc import Callable, Iterator

from noughts.core.errors import LimitReachedError
from noughts.core.limit import Limit
from noughts.core.position import Mark, Position
from noughts.core.rules import Rules
from noughts.kernel.canonical import SymmetryTables
from noughts.kernel.state import SearchState
from noughts.kernel.transposition_table import BUCKET_BYTES, TranspositionTable
from noughts.solver.search.and_or import AndOrSearch
from noughts.solver.search.exhaustive import PlainSearch
from noughts.solver.solution import Progress, Stopwatch
from noughts.solver.variation import liked

MOST_NODES = 1 << 60  #: more than any search reaches


class Distance:
    """Measures the won and lost positions of one game; each question helps the next."""

    def __init__(
        self,
        rules: Rules,
        symmetries: SymmetryTables,
        memory: int,
        limit: Limit | None = None,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> None:
        self.rules = rules
        self.nodes: int = 0  #: positions looked at
        self.at_least: int = 0  #: a proved minimum of the plies of the last win asked about
        self._show = on_progress
        self._question = ""
        self._symmetries = symmetries
        self._memories = {mark: TranspositionTable(memory // 2) for mark in Mark}
        self.allow(limit)

    def allow(self, limit: Limit | None) -> None:
        """Set a new limit for all further questions."""
        self._watch = Stopwatch(limit or Limit(), self._show)
        self._before = self.nodes

    @property
    def memory(self) -> int:
        """Bytes of the transposition tables in use."""
        return sum(int(memory.buckets) * BUCKET_BYTES for memory in self._memories.values())

    def plies(self, position: Position, winner: Mark) -> int:
        """Return the plies in which a side wins a position; 0 if it does not, or already has.

        Raises:
            LimitReachedError: A limit came first; `at_least` says how far it got.
        """
        if position.outcome is not None:
            return 0
        # Whose stone completes the line decides whether the number of plies is odd or even.
        completes = winner.other if self.rules.misere else winner
        self.at_least = 1 if completes is position.turn else 2
        while self.at_least <= self.rules.cells - position.ply:
            if self.within(position, winner, self.at_least):
                return self.at_least
            self.at_least += 2
        return 0

    def line(self, position: Position, winner: Mark, plies: int) -> Iterator[int]:
        """Yield a line of best play from a position that is won in exactly this many plies.

        Raises:
            LimitReachedError: a limit came first.
        """
        while position.outcome is None:
            plies -= 1
            hurries = position.turn is winner
            for cell in liked(position):
                child = position.play(cell)
                # The loser's moves all lose; the best of them is one that cannot be punished
                # sooner. The parity of a win is fixed, so sooner means two plies sooner.
                if self.within(child, winner, plies if hurries else plies - 2) is hurries:
                    yield cell
                    position = child
                    break

    def within(self, position: Position, winner: Mark, plies: int) -> bool:
        """Whether a side wins a position within this many plies.

        Raises:
            LimitReachedError: a limit came first.
        """
        if position.outcome is not None:
            return plies >= 0 and position.outcome.winner is winner
        if plies <= 0:
            return False
        self._question = f"{winner} wins within {plies} plies?"
        left = 0
        if self._watch.limit.nodes is not None:
            left = self._watch.limit.nodes - (self.nodes - self._before)
            if left <= 0:
                raise LimitReachedError(self._watch.limit.reached())
            left = min(left, MOST_NODES)
        answer = self._ask(position, winner, plies, left)
        if answer is None:
            raise LimitReachedError(self._watch.limit.reached())
        return answer

    def _ask(self, position: Position, winner: Mark, plies: int, nodes: int) -> bool | None:
        rules = self.rules
        own, other = position.sides(winner)
        to_move = position.turn is winner
        table, symmetries = self._memories[winner], self._symmetries
        if not rules.positional:
            search: PlainSearch | AndOrSearch = PlainSearch(rules, table, symmetries, self._poll)
        else:
            state = SearchState(rules.cells, rules.lines)
            state.start(own, other, rules.lines, rules.lines)
            search = AndOrSearch(state, table, symmetries, poll=self._poll)
        try:
            if isinstance(search, AndOrSearch):
                return search.within(to_move, plies, nodes)
            mover, waits = (own, other) if to_move else (other, own)
            return search.run(mover, waits, to_move, nodes, plies)
        finally:
            self.nodes += int(search.budget.nodes)

    def _poll(self) -> bool:
        """Whether to stop; the searches call this now and then."""
        return self._watch.over(self._progress)

    def _progress(self, spent: float) -> Progress:
        return Progress(
            self._question, "bounded search", self.nodes, spent, None, None, self.memory
        )

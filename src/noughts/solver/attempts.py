"""Attempts: the searches that work on one question, and how much each may spend.

To add a search, add a class here and an entry in `attempts`.
"""

from typing import ClassVar, NamedTuple, Protocol

from noughts.core.position import Mark, Position
from noughts.core.rules import Rules
from noughts.kernel.canonical import SymmetryTables
from noughts.kernel.state import SearchState
from noughts.kernel.transposition_table import TranspositionTable
from noughts.solver.pruning.prune import LONG
from noughts.solver.scheduler import (
    ALPHA_BETA_NODES,
    GREAT_SHARE,
    MAKER_BREAKER_NODES,
    PROOF_NUMBER_NODES,
    SMALL_SHARE,
)
from noughts.solver.search.and_or import AndOrSearch
from noughts.solver.search.exhaustive import PlainSearch
from noughts.solver.search.maker_breaker import MakerBreakerSearch
from noughts.solver.search.proof_number import ProofNumberSearch
from noughts.solver.search.search_base import BaseSearch

BOTH = frozenset((True, False))
LIKELY = -4.0  #: log2 of the odds against a win, below which proof numbers have the greatest share
LONG_ODDS = 12.0  #: for long lines: 8,8,5, a draw, has 5, quick wins have less than 4


class Question(NamedTuple):
    """Whether one side, the attacker, wins a position."""

    position: Position  #: the position in question; the game is not over
    mark: Mark  #: the attacker

    @property
    def boards(self) -> tuple[int, int]:
        """The attacker's stones and the defender's."""
        return self.position.sides(self.mark)

    @property
    def attacker_moves(self) -> bool:
        """Whether the attacker is to move."""
        return self.position.turn is self.mark

    @property
    def odds(self) -> float:
        """The first estimate of the odds against the attacker, as a power of two.

        The formula of `noughts.solver.search.proof_number`; it was fitted to games with short
        lines.
        """
        attacker, defender = self.boards
        attacks, defences = (
            sum(
                2.0 ** -(line & ~own).bit_count()
                for line in self.position.rules.lines
                if not line & other
            )
            for own, other in ((attacker, defender), (defender, attacker))
        )
        shortest = min((line.bit_count() for line in self.position.rules.lines), default=0)
        more = LONG_ODDS if shortest >= LONG else 0.0
        if self.attacker_moves:
            return more + 12.5 - 8.5 * attacks + 2 * defences
        return more + 11 - 6 * attacks + 5 * defences


class Shared(Protocol):
    """What the attempts share; the `Solver` is one."""

    rules: Rules
    symmetries: SymmetryTables
    part_of: Position | None

    def poll(self) -> bool:
        """Whether to stop."""

    def table(self, method: str, mark: Mark, part: int) -> TranspositionTable:
        """Return a method's table."""


class Attempt:
    """One search that works on one question: a `Run`. It starts when its turn comes."""

    method: ClassVar[str]  #: the search's name
    first_nodes: ClassVar[int]  #: the nodes of its first turn
    decides: ClassVar[frozenset[bool]] = BOTH  #: the answers that hold for the real game

    def __init__(self, question: Question, shared: Shared, share: int = 1, part: int = 1) -> None:
        self.question = question
        self.shared = shared
        self.share = share  #: its share of the work
        self.part = part
        self.before = 0  #: the nodes when the question was last asked

    @property
    def nodes(self) -> int:
        """How many positions it has looked at in all."""
        raise NotImplementedError

    @property
    def work(self) -> int:
        """How many lines it has looked at in all."""
        raise NotImplementedError

    @property
    def numbers(self) -> tuple[int, int] | None:
        """The proof and disproof number, if there are any."""
        return None

    def run(self, nodes: int) -> bool | None:
        """Return the answer, or None after at most this many nodes."""
        raise NotImplementedError


class StateAttempt(Attempt):
    """An attempt whose search works on a search state."""

    search: ClassVar[type[BaseSearch]]
    blocks = False  # True if the defender only blocks

    def __init__(self, question: Question, shared: Shared, share: int = 1, part: int = 1) -> None:
        super().__init__(question, shared, share, part)
        self._made: tuple[SearchState, BaseSearch] | None = None

    @property
    def made(self) -> tuple[SearchState, BaseSearch]:
        """The state and the search on it; they are created in the first turn."""
        if self._made is None:
            rules = self.shared.rules
            state = SearchState(rules.cells, rules.lines)
            state.start(*self.question.boards, rules.lines, () if self.blocks else rules.lines)
            table = self.shared.table(self.method, self.question.mark, self.part)
            shared = self.shared
            self._made = state, self.search(state, table, shared.symmetries, poll=shared.poll)
        return self._made

    @property
    def nodes(self) -> int:
        """How many positions it has looked at in all."""
        return 0 if self._made is None else int(self._made[1].budget.nodes)

    @property
    def work(self) -> int:
        """How many lines it has looked at in all."""
        return 0 if self._made is None else int(self._made[0].work)

    def run(self, nodes: int) -> bool | None:
        """Return the answer, or None after at most this many nodes."""
        return self.made[1].run(self.question.attacker_moves, nodes)


class AlphaBetaAttempt(StateAttempt):
    """`AndOrSearch`."""

    method = "alpha-beta"
    search = AndOrSearch
    first_nodes = ALPHA_BETA_NODES


class MakerBreakerAttempt(StateAttempt):
    """`MakerBreakerSearch`: "the attacker does not win" also holds for the real game."""

    method = "Maker-Breaker"
    search = MakerBreakerSearch
    first_nodes = MAKER_BREAKER_NODES
    decides: ClassVar[frozenset[bool]] = frozenset((False,))
    blocks = True


class OnlyMakerBreakerAttempt(MakerBreakerAttempt):
    """The same if Maker-Breaker is the game itself."""

    decides = BOTH


class ProofNumbersAttempt(StateAttempt):
    """`ProofNumberSearch`."""

    method = "proof-number search"
    search = ProofNumberSearch
    first_nodes = PROOF_NUMBER_NODES

    @property
    def numbers(self) -> tuple[int, int] | None:
        """The proof and disproof number, once there are any."""
        search = self._made and self._made[1]
        if not isinstance(search, ProofNumberSearch):
            return None
        return int(search.proof), int(search.disproof)


class WinsByProofNumbersAttempt(ProofNumbersAttempt):
    """The same for a proof to be read: its table does not keep replies that hold."""

    decides: ClassVar[frozenset[bool]] = frozenset((True,))


class PlainAttempt(Attempt):
    """`PlainSearch`: each node looks at all lines."""

    method = "plain search"
    first_nodes = ALPHA_BETA_NODES

    def __init__(self, question: Question, shared: Shared, share: int = 1, part: int = 1) -> None:
        super().__init__(question, shared, share, part)
        table = shared.table(self.method, question.mark, part)
        self.search = PlainSearch(shared.rules, table, shared.symmetries, shared.poll)

    @property
    def nodes(self) -> int:
        """How many positions it has looked at in all."""
        return int(self.search.budget.nodes)

    @property
    def work(self) -> int:
        """How many lines it has looked at, about."""
        return self.nodes * len(self.shared.rules.lines)

    def run(self, nodes: int) -> bool | None:
        """Return the answer, or None after at most this many nodes."""
        attacker, defender = self.question.boards
        moves = self.question.attacker_moves
        mover, other = (attacker, defender) if moves else (defender, attacker)
        return self.search.run(mover, other, moves, nodes)


def one_search(question: Question) -> type[Attempt]:
    """Return the best single search for a question."""
    if not question.position.rules.positional:
        return PlainAttempt
    return ProofNumbersAttempt if question.odds < LIKELY else AlphaBetaAttempt


def one_attempt(question: Question, shared: Shared) -> Attempt:
    """Return an attempt by the search that is best for the question it is part of."""
    whole = question._replace(position=shared.part_of or question.position)
    return one_search(whole)(question, shared, part=2)


def attempts(
    question: Question, shared: Shared, *, maker_breaker: bool, readable: bool = False
) -> list[Attempt]:
    """Return the searches that can answer a question, the one for a second thread last.

    `readable`: only those whose proofs a certificate can hold; they share the others' memory.
    """
    if maker_breaker:
        return [OnlyMakerBreakerAttempt(question, shared)]
    first = one_search(question)
    if first is PlainAttempt:
        plain = PlainAttempt(question, shared)
        if readable or question.position.rules.misere:
            return [plain]
        return [plain, MakerBreakerAttempt(question, shared, part=2)]
    alpha_beta, numbers = (SMALL_SHARE, 3), (GREAT_SHARE, 2)
    if first is AlphaBetaAttempt:
        alpha_beta, numbers = numbers, alpha_beta
    if readable:
        return [
            AlphaBetaAttempt(question, shared, alpha_beta[0], alpha_beta[1] - 1),
            WinsByProofNumbersAttempt(question, shared, numbers[0], numbers[1] - 1),
        ]
    return [
        AlphaBetaAttempt(question, shared, *alpha_beta),
        MakerBreakerAttempt(question, shared, SMALL_SHARE, 3),
        ProofNumbersAttempt(question, shared, *numbers),
    ]

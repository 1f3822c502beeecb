"""A job's part of the certificate: its answer, as a certificate of its own.

The claims are read out of what the solver remembers of the search that has just answered. That a
side wins is read from the search that found it, that it does not from alpha-beta, as in
`noughts.proofs.certificate.certifying`; where proof numbers found that, alpha-beta has to find it
too.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from noughts.core.errors import LedgerError, LimitReachedError
from noughts.core.position import Mark
from noughts.kernel.state import SearchState
from noughts.proofs.certificate.claim_table import Known
from noughts.proofs.certificate.claims import Statement, write
from noughts.proofs.certificate.extract_exhaustive import WholeTree
from noughts.proofs.certificate.extract_holds import Holds
from noughts.proofs.certificate.extract_wins import Wins
from noughts.solver.attempts import Question, one_attempt
from noughts.solver.search.and_or import AndOrSearch
from noughts.solver.search.exhaustive import PlainSearch
from noughts.solver.search.proof_number import ProofNumberSearch

if TYPE_CHECKING:
    from noughts.core.position import Position
    from noughts.proofs.certificate.claims import Step
    from noughts.solver import Solver

STOLEN = "O does not win by strategy stealing"


def part(
    solver: Solver, position: Position, mark: Mark, nodes: int, *, won: bool
) -> tuple[bytes | None, int]:
    """Return a certificate of what a solver has just answered, and the nodes that it took.

    It is None if so many nodes were not enough.

    Raises:
        LedgerError: the search that is asked for its claims found otherwise.
    """
    question = Question(position, mark)
    rules = position.rules
    if not rules.positional:
        reader: _Plain | _Claims = _Plain(solver, question)
    elif mark is Mark.O and not position.x:
        return _written(position, Statement(STOLEN, wins=False)), 0
    else:
        reader = _Claims(solver, question, won=won)
    found = reader.run(nodes)
    try:
        step = None if found is None else reader.step(nodes, won=won)
    except LimitReachedError:
        step = None
    spent = int(reader.search.budget.nodes)
    if found is not None and found is not won:
        raise LedgerError(
            f"two searches contradict each other: whether {mark} wins {position}, one says "
            f"{'yes' if won else 'no'}, another {'yes' if found else 'no'}"
        )
    if step is None:
        return None, spent
    text = f"{mark} {'wins' if won else 'does not win'}"
    return _written(position, Statement(text, wins=won, step=step)), spent


def _written(position: Position, statement: Statement) -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder, "part")
        write(path, position, [statement])
        return path.read_bytes()


class _Claims:
    """The claims of a search on a search state."""

    def __init__(self, solver: Solver, question: Question, *, won: bool) -> None:
        rules = question.position.rules
        method = one_attempt(question, solver).method if won else "alpha-beta"
        kind = AndOrSearch if method == "alpha-beta" else ProofNumberSearch
        table = solver.table(method, question.mark, 2)
        self._moves = question.attacker_moves
        self._state = SearchState(rules.cells, rules.lines)
        self._state.start(*question.boards, rules.lines, rules.lines)
        self._known = Known(solver.symmetries, rules.symmetries)
        self.search = kind(self._state, table, solver.symmetries, poll=solver.poll)

    def run(self, nodes: int) -> bool | None:
        """Answer the question once more, mostly from memory."""
        return self.search.run(self._moves, nodes)

    def step(self, nodes: int, *, won: bool) -> Step:
        """Return the step to the claims."""
        kind = Wins if won else Holds
        reader = kind(self._state, self.search, self._known)  # type: ignore[arg-type]
        return reader.root(nodes, attacker_moves=self._moves)


class _Plain:
    """The claims of the search for games in which stones can hurt."""

    def __init__(self, solver: Solver, question: Question) -> None:
        rules = question.position.rules
        table = solver.table("plain search", question.mark, 2)
        self._question = question
        self._known = Known(solver.symmetries, rules.symmetries)
        self.search = PlainSearch(rules, table, solver.symmetries, solver.poll)

    def run(self, nodes: int) -> bool | None:
        """Answer the question once more, mostly from memory."""
        moves = self._question.attacker_moves
        mover, other = self._question.boards[:: 1 if moves else -1]
        return self.search.run(mover, other, moves, nodes)

    def step(self, nodes: int, *, won: bool) -> Step:
        """Return the step to the claims."""
        own, other = self._question.boards[:: 1 if won else -1]
        tree = WholeTree(self.search, self._known, wins=won)
        return tree.root(own, other, nodes, own_moves=self._question.attacker_moves is won)

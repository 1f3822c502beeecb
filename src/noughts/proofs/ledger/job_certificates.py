"""A job's part of the certificate: its answer, as a separate certificate.

The claims are read from the search that has just answered. Proof-number search does not keep the
replies that hold, so if it found that a side does not win, alpha-beta must find that, too.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

from noughts.core.errors import LedgerError, LimitReachedError
from noughts.core.position import Mark, Position
from noughts.proofs.certificate.makers.claims import Statement, write
from noughts.proofs.certificate.makers.extract_claims import extract
from noughts.solver import Solver
from noughts.solver.attempts import AlphaBetaAttempt, PlainAttempt, Question

STOLEN = "O does not win by strategy stealing"


def part(
    solver: Solver, position: Position, mark: Mark, nodes: int, *, won: bool
) -> tuple[bytes | None, int]:
    """Return a certificate of a solver's latest answer, and the nodes it took.

    It is None if `nodes` were not enough.

    Raises:
        LedgerError: Alpha-beta contradicts the answer.
    """
    positional = position.rules.positional
    if positional and mark is Mark.O and not position.x:
        return _written(position, Statement(STOLEN, wins=False)), 0
    attempt, found = solver.decided, won
    before = 0 if attempt is None else attempt.nodes
    if attempt is None or not (won or isinstance(attempt, AlphaBetaAttempt | PlainAttempt)):
        kind = AlphaBetaAttempt if positional else PlainAttempt
        attempt, before = kind(Question(position, mark), solver, part=2), 0
        answer = attempt.run(nodes)
        if answer is None:
            return None, attempt.nodes
        found = answer
    if found is not won:
        raise LedgerError.said("ledger", "two answers", mark=mark, position=position)
    try:
        statement = extract(attempt, won=won, nodes=nodes)
    except LimitReachedError:
        return None, attempt.nodes - before
    return _written(position, statement), attempt.nodes - before


def _written(position: Position, statement: Statement) -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder, "part")
        write(path, position, [statement])
        return path.read_bytes()

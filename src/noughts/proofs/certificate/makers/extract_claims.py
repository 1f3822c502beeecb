"""`extract`: the claims of an answer, from the search that found it.

The search still knows how it found the answer. `WinClaims` and `HoldClaims` walk through its proof
again, and `WholeTree` does so for games in which extra stones can hurt.
"""

from noughts.proofs.certificate.makers.claim_table import ClaimTable
from noughts.proofs.certificate.makers.claims import Statement, Step
from noughts.proofs.certificate.makers.extract_exhaustive import WholeTree
from noughts.proofs.certificate.makers.extract_holds import HoldClaims
from noughts.proofs.certificate.makers.extract_wins import WinClaims
from noughts.solver.attempts import Attempt, PlainAttempt, StateAttempt
from noughts.solver.search.search_base import DepthFirstSearch


def extract(attempt: Attempt, *, won: bool, nodes: int, only_blocks: bool = False) -> Statement:
    """Return what an attempt has proved: that the attacker wins, or not.

    Args:
        attempt: the search that answered; alpha-beta or Maker-Breaker if the attacker does not win.
        won: its answer.
        nodes: how many positions it may look at again; 0 means no limit.
        only_blocks: whether the defender only blocks.

    Raises:
        LimitReachedError: The nodes or the time ran out.
    """
    text = f"{attempt.question.mark} {'wins' if won else 'does not win'}"
    step = _step(attempt, won=won, nodes=nodes, only_blocks=only_blocks)
    return Statement(text, wins=won, step=step)


def _step(attempt: Attempt, *, won: bool, nodes: int, only_blocks: bool) -> Step:
    question = attempt.question
    known = ClaimTable(attempt.shared.symmetries, question.position.rules.symmetries)
    moves = question.attacker_moves
    if isinstance(attempt, PlainAttempt):
        own, other = question.boards[:: 1 if won else -1]
        tree = WholeTree(attempt.search, known, wins=won)
        return tree.root(own, other, nodes, own_moves=moves is won)
    assert isinstance(attempt, StateAttempt)  # noqa: S101  (there is no other kind)
    state, search = attempt.made
    if won:
        return WinClaims(state, search, known).root(nodes, attacker_moves=moves)
    assert isinstance(search, DepthFirstSearch)  # noqa: S101  (so the docstring demands)
    return HoldClaims(state, search, known, only_blocks=only_blocks).root(
        nodes, attacker_moves=moves
    )

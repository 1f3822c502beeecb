"""`place`: a position of a proof and the regions after its moves, with values and costs.

Symmetric moves are one region. A region's nodes are those spent on the position after the move and
on everything after it. If several orders of moves lead to a position, each gets its share of its
nodes (`Account.shares`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from noughts.core.position import Mark, Position
from noughts.proofs.ledger.proof_tree import Node
from noughts.proofs.ledger.totals import Totals
from noughts.proofs.ledger.worker import Job

MOST_REPLIES = 24  #: the replies shown, the largest; the region includes the others' cost


class ProvedWins(NamedTuple):
    """Whether each side is proved to win or not to win; None if open."""

    x: bool | None
    o: bool | None


class Region(NamedTuple):
    """The part of a proof after a move.

    Attributes:
        moves: the move, and its symmetric equivalents.
        wins: what is proved about the position after it.
        nodes: the nodes spent there.
        working: the number of jobs in progress there.
        replies: the same after each reply, largest first, while the move is undecided.
    """

    moves: tuple[int, ...]
    wins: ProvedWins
    nodes: float
    working: int
    replies: tuple[Region, ...] = ()


class ProofNode(NamedTuple):
    """A position of a proof.

    Attributes:
        position: the position after the moves.
        moves: the given moves, as cells.
        wins: what is proved about it.
        nodes: the nodes spent on it and everything after it.
        own: the nodes spent on it before it was opened.
        working: the number of jobs in progress there.
        regions: the part after each move, largest first.
    """

    position: Position
    moves: tuple[int, ...]
    wins: ProvedWins
    nodes: float
    own: int
    working: int
    regions: tuple[Region, ...]


def place(
    position: Position,
    moves: Iterable[int | str],
    accounts: Iterable[Totals],
    working: Sequence[Job],
) -> ProofNode:
    """Return what is known about the position after some moves from a ledger's position.

    Raises:
        IllegalMoveError: The moves cannot be played.
    """
    cells = []
    for move in moves:
        cells.append(position.cell(move) if isinstance(move, str) else move)
        position = position.play(cells[-1])
    known = tuple(_Known(account, working) for account in accounts)
    least, _ = position.canonical()
    found = [(each, each.account.tree.nodes.get(least)) for each in known]
    regions = _regions(position, known)
    return ProofNode(
        position,
        tuple(cells),
        _wins(position, least, known),
        sum(each.shares.get(node, 0) for each, node in found if node),
        sum(each.account.spent.get(node, 0) for each, node in found if node),
        sum(each.busy[node] for each, node in found if node),
        tuple(
            region._replace(replies=_replies(position.play(region.moves[0]), known))
            for region in regions
        ),
    )


class _Known:
    """The totals of one question, for a subtree."""

    def __init__(self, account: Totals, working: Iterable[Job]) -> None:
        self.account = account
        self.shares: Mapping[Node, float] = account.shares()
        self.busy: Counter[Node] = Counter()
        for job in working:
            node = account.tree.nodes.get(job.position)
            if job.mark is account.tree.mark and node is not None:
                self.busy.update(_above(node))

    def share(self, node: Node) -> float:
        """Return the share of a node's work that belongs to one of its parents."""
        return self.shares.get(node, 0) / max(1, len(node.parents))


def _above(node: Node) -> set[Node]:
    found = {node}
    waiting = [node]
    while waiting:
        fresh = [parent for parent in waiting.pop().parents if parent not in found]
        found.update(fresh)
        waiting += fresh
    return found


def _regions(position: Position, known: Sequence[_Known]) -> list[Region]:
    """Return the part after each move, without the replies."""
    same: dict[Position, list[int]] = {}
    for cell, child in position.children():
        least, _ = child.canonical()
        same.setdefault(least, []).append(cell)
    found = []
    for least, cells in same.items():
        nodes = [(each, each.account.tree.nodes.get(least)) for each in known]
        region = Region(
            tuple(cells),
            _wins(position.play(cells[0]), least, known),
            sum(each.share(node) for each, node in nodes if node),
            sum(each.busy[node] for each, node in nodes if node),
        )
        found.append(region)
    return sorted(found, key=lambda region: -region.nodes)


def _replies(position: Position, known: Sequence[_Known]) -> tuple[Region, ...]:
    """Return the largest regions of an undecided position that have had work."""
    least, _ = position.canonical()
    here = [each.account.tree.nodes.get(least) for each in known]
    if not any(node.children and node.won is None for node in here if node):
        return ()
    found = [region for region in _regions(position, known) if region.nodes or region.working]
    return tuple(found[:MOST_REPLIES])


def _wins(position: Position, least: Position, known: Iterable[_Known]) -> ProvedWins:
    """Return what is proved about a position, the `least` of its symmetric images."""
    if position.outcome is not None:
        winner = position.outcome.winner
        return ProvedWins(winner is Mark.X, winner is Mark.O)
    won = dict.fromkeys(Mark)
    for each in known:
        node = each.account.tree.nodes.get(least)
        won[each.account.tree.mark] = None if node is None else node.won
    for mark in Mark:
        if won[mark]:
            won[mark.other] = False
    return ProvedWins(won[Mark.X], won[Mark.O])

"""The answers that a finished proof rests on: one move for one side, all for the other."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from noughts.core.position import Position
    from noughts.proofs.ledger.proof_tree import Node, ProofTree

MISSING = 1000  #: this many stored answers are preferred to one that is not


class Support:
    """The part of a tree that is enough for a proof.

    Args:
        tree: a tree with a settled root.
        at_hand: positions whose answers are preferred.
    """

    def __init__(self, tree: ProofTree, at_hand: Container[Position] = ()) -> None:
        self.tree = tree
        self.won: bool = bool(tree.root.won)  #: whether the attacker wins
        self._at_hand = at_hand
        self._cost = cache(self._count)

    def chosen(self, node: Node) -> Node:
        """Return the node after the own side's move, if that side is to move."""
        return min((child for child in node.children if child.won is self.won), key=self._cost)

    def own(self, node: Node) -> bool:
        """Whether the side that the answer favours is to move."""
        return node.attacks is self.won

    def jobs(self) -> Iterator[Position]:
        """Yield the positions of the answers that the proof rests on."""
        seen: set[Node] = set()
        waiting = [self.tree.root]
        while waiting:
            node = waiting.pop()
            if node in seen:
                continue
            seen.add(node)
            if node.children:
                waiting += [self.chosen(node)] if self.own(node) else node.children
            elif node.position.outcome is None:
                yield node.position

    def _count(self, node: Node) -> int:
        """Return how many answers a node rests on."""
        if not node.children:
            if node.position.outcome is not None:
                return 0
            return 1 if node.position in self._at_hand else MISSING
        if self.own(node):
            return self._cost(self.chosen(node))
        return sum(map(self._cost, node.children))

"""What a finished proof rests on: for one side a move at a time, for the other all of them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from noughts.core.position import Position
    from noughts.proofs.ledger.proof_tree import Node, ProofTree

MISSING = 1000  #: so many answers that are at hand are rather rested on than one that is not


class Support:
    """The part of a tree that is enough.

    Args:
        tree: its root is settled.
        at_hand: positions whose answers are rather rested on than others'.

    Attributes:
        won: whether the attacker wins.
    """

    def __init__(self, tree: ProofTree, at_hand: Container[Position] = ()) -> None:
        self.tree = tree
        self.won: bool = bool(tree.root.won)
        self._at_hand = at_hand
        self._cost = cache(self._count)

    def chosen(self, node: Node) -> Node:
        """Return the node after the own side's move, where that side is to move."""
        return min((child for child in node.children if child.won is self.won), key=self._cost)

    def own(self, node: Node) -> bool:
        """Whether the side for which the answer is good is to move."""
        return node.attacks is self.won

    def jobs(self) -> Iterator[Position]:
        """Yield the positions of the answers that it rests on."""
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

"""The tree near the root: what the answers come to."""

from __future__ import annotations

import random
from math import inf

import pytest

from noughts import Mark, Position, Rules
from noughts.errors import LedgerError
from noughts.ledger.tree import Node, Tree
from noughts.solver import Solver

EMPTY = Position(Rules.parse("4,3,3"))


def leaf(tree: Tree) -> Node:
    found = tree.leaf()
    assert found is not None
    return found


def test_a_position_that_is_opened_has_a_leaf_for_each_move_up_to_symmetry() -> None:
    tree = Tree(EMPTY, Mark.X)
    assert leaf(tree) is tree.root
    tree.take(EMPTY, won=None)
    assert len(tree.root.children) == 4, "corner, beside it, edge, middle"
    assert tree.root.proof == min(child.proof for child in tree.root.children)
    assert tree.root.disproof == sum(child.disproof for child in tree.root.children)
    assert leaf(tree).proof == tree.root.proof


def test_answers_settle_what_rests_on_them() -> None:
    tree = Tree(EMPTY, Mark.X)
    tree.take(EMPTY, won=None)
    first, second, *others = tree.root.children
    tree.take(first.position, won=None)
    for child in first.children:
        assert tree.root.won is None
        tree.take(child.position, won=True)
    assert (first.won, tree.root.won, tree.root.proof, tree.root.disproof) == (True, True, 0, inf)
    assert tree.leaf() is None

    tree = Tree(EMPTY, Mark.X)
    tree.take(EMPTY, won=None)
    for child in (second, *others, first):
        assert tree.root.won is None
        tree.take(child.position, won=False)
    assert (tree.root.won, tree.root.proof, tree.root.disproof) == (False, inf, 0)


def test_who_works_on_a_leaf_sends_others_elsewhere() -> None:
    tree = Tree(EMPTY, Mark.X)
    tree.begin(leaf(tree))
    assert tree.leaf() is None, "there is nothing else"
    tree.take(EMPTY, won=None)
    given: set[Node] = set()
    while (found := tree.leaf()) is not None and len(given) < 3:
        assert found not in given
        given.add(found)
        tree.begin(found)
    assert len(given) == 3


def test_answers_that_contradict_each_other_are_found() -> None:
    tree = Tree(EMPTY, Mark.X)
    tree.take(EMPTY, won=None)
    child = tree.root.children[0]
    tree.take(child.position, won=True)
    with pytest.raises(LedgerError, match="contradict each other: X does not win in X"):
        tree.take(child.position, won=False)
    with pytest.raises(LedgerError, match=r"X does not win in \.\.\.\./"):
        tree.take(EMPTY, won=False)
    far = child.children[0] if child.children else EMPTY.play(0).play(1).play(2)
    with pytest.raises(LedgerError, match="no other answer leads there"):
        tree.take(far.canonical()[0], won=True)  # type: ignore[union-attr]


@pytest.mark.parametrize("game", ["4,3,3", "3,3,3 misere", "4,4,4", "3,3,3,3", "4,4,3 exact"])
def test_numbers_are_those_counted_from_the_leaves(game: str) -> None:
    """Backing up what changed gives what counting everything anew gives."""
    dice = random.Random(game)
    position = Position(Rules.parse(game))
    solver = Solver(position.rules, memory=1 << 20)
    tree = Tree(position, Mark.X)
    for _ in range(60):
        found = tree.leaf()
        if found is None:
            break
        ply = found.position.ply
        ran_out = ply < 2 or (ply < 4 and dice.random() < 0.6)
        won = None if ran_out else solver.wins(found.position, Mark.X)
        tree.take(found.position, won=won)
    assert len(tree.nodes) > 5
    opened = [node for node in tree.nodes.values() if node.children]
    for node in sorted(opened, key=lambda node: -node.position.ply):
        assert not node.count(), "the numbers were right"

"""The tree near the root: what the answers come to."""

import random
from math import inf

import pytest

from noughts import Mark, Position, Rules
from noughts.core.errors import LedgerError
from noughts.proofs.ledger.proof_tree import Node, ProofTree
from noughts.solver import Solver

EMPTY = Position(Rules.parse("4,3,3"))
BUDGET = 100


def never(_: Node) -> bool:
    """Say of whatever has run out that it is not worth being asked again."""
    return False


def leaf(tree: ProofTree) -> Node:
    found = tree.leaf(never)
    assert found is not None
    return found


def opened(tree: ProofTree, node: Node) -> list[Node]:
    """Let a leaf run out, and open it like a reader of its parts."""
    tree.take(node.position, BUDGET, won=None)
    (_, child), *_ = node.position.children()
    assert tree.find(child.canonical()[0])
    return node.children


def test_a_position_that_is_opened_has_a_leaf_for_each_move_up_to_symmetry() -> None:
    tree = ProofTree(EMPTY, Mark.X)
    assert leaf(tree) is tree.root
    assert len(opened(tree, tree.root)) == 4, "corner, beside it, edge, middle"
    assert tree.root.proof == min(child.proof for child in tree.root.children)
    assert tree.root.disproof == sum(child.disproof for child in tree.root.children)
    assert leaf(tree).proof == tree.root.proof


def test_answers_settle_what_rests_on_them() -> None:
    tree = ProofTree(EMPTY, Mark.X)
    first = opened(tree, tree.root)[0]
    for child in opened(tree, first):
        assert tree.root.won is None
        tree.take(child.position, BUDGET, won=True)
    assert (first.won, tree.root.won, tree.root.proof, tree.root.disproof) == (True, True, 0, inf)
    assert tree.leaf(never) is None

    tree = ProofTree(EMPTY, Mark.X)
    for child in opened(tree, tree.root):
        assert tree.root.won is None
        tree.take(child.position, BUDGET, won=False)
    assert (tree.root.won, tree.root.proof, tree.root.disproof) == (False, inf, 0)


def test_who_works_on_a_leaf_sends_others_elsewhere() -> None:
    tree = ProofTree(EMPTY, Mark.X)
    tree.begin(leaf(tree))
    assert tree.leaf(never) is None, "there is nothing else"
    tree.take(EMPTY, BUDGET, won=None)
    given: set[Node] = set()
    while (found := tree.leaf(never)) is not None and len(given) < 3:
        assert found not in given
        given.add(found)
        tree.begin(found)
    assert len(given) == 3


def test_a_leaf_that_runs_out_is_asked_again_while_that_is_worth_it() -> None:
    tree = ProofTree(EMPTY, Mark.X)
    first, *others = opened(tree, tree.root)
    before = first.proof, first.disproof
    for child in others:
        tree.take(child.position, BUDGET, won=False)
    turns = []
    for budget in (BUDGET, 4 * BUDGET, 2 * BUDGET):
        assert tree.leaf(lambda node: node.asked <= 4 * BUDGET) is first
        tree.take(first.position, budget, won=None)
        turns.append((first.asked, first.proof / before[0], first.disproof / before[1]))
    once, more, less = turns
    assert (once[0], more[0]) == (BUDGET, 4 * BUDGET)
    assert less == more, "a smaller budget says nothing new"
    assert 1 < once[1] < more[1], "it seems further off each time"
    assert once[1:] == pytest.approx((once[1], once[1]))
    assert not first.children
    below = leaf(tree)
    assert below in first.children, "and is opened when it is not worth it any more"
    assert tree.root.proof == first.proof == sum(child.proof for child in first.children)


def test_what_others_opened_is_opened_where_an_answer_is_met() -> None:
    grandchild = EMPTY.play(0).play(5).canonical()[0]
    tree = ProofTree(EMPTY, Mark.X)
    with pytest.raises(LedgerError, match="no other answer leads there"):
        tree.take(EMPTY.play(0).canonical()[0], BUDGET, won=False)
    tree.take(EMPTY, BUDGET, won=None)
    tree.take(EMPTY.play(0).canonical()[0], BUDGET, won=None)
    tree.take(grandchild, BUDGET, won=True)
    assert len(tree.root.children) == 4
    assert tree.nodes[grandchild].won
    child = tree.nodes[EMPTY.play(0).canonical()[0]]
    assert child.proof == sum(each.proof for each in child.children)

    # Another was given a part of it before it was known that it is settled.
    late = ProofTree(EMPTY, Mark.X)
    late.take(EMPTY, BUDGET, won=None)
    late.take(child.position, BUDGET, won=None)
    late.take(child.position, 2 * BUDGET, won=True)
    late.take(grandchild, BUDGET, won=True)
    assert late.root.won
    assert late.nodes[grandchild].won


def test_what_cannot_have_come_before_is_passed_by() -> None:
    """Without the stone in the middle, an overline has come apart into two lines."""
    tree = ProofTree(Position(Rules.parse("7,2,3 exact")), Mark.X)
    with pytest.raises(LedgerError, match="no other answer leads there"):
        tree.take(
            Position.parse("XXXXXXX/OO.OOOO", tree.root.position.rules).canonical()[0],
            BUDGET,
            won=None,
        )


def test_answers_that_contradict_each_other_are_found() -> None:
    tree = ProofTree(EMPTY, Mark.X)
    child = opened(tree, tree.root)[0]
    tree.take(child.position, BUDGET, won=True)
    with pytest.raises(LedgerError, match="contradict each other: by one, X wins X"):
        tree.take(child.position, BUDGET, won=False)
    with pytest.raises(LedgerError, match=r"X wins \.\.\.\./"):
        tree.take(EMPTY, BUDGET, won=False)
    far = child.children[0] if child.children else EMPTY.play(0).play(1).play(2)
    with pytest.raises(LedgerError, match="no other answer leads there"):
        tree.take(far.canonical()[0], BUDGET, won=True)  # type: ignore[union-attr]


@pytest.mark.parametrize("game", ["4,3,3", "3,3,3 misere", "4,4,4", "3,3,3,3", "4,4,3 exact"])
def test_numbers_are_those_counted_from_the_leaves(game: str) -> None:
    """Backing up the changes gives the same as counting everything again."""
    dice = random.Random(game)
    position = Position(Rules.parse(game))
    solver = Solver(position.rules, memory=1 << 20)
    tree = ProofTree(position, Mark.X)
    for _ in range(60):
        found = tree.leaf(never)
        if found is None:
            break
        ply = found.position.ply
        ran_out = ply < 2 or (ply < 4 and dice.random() < 0.6)
        won = None if ran_out else solver.wins(found.position, Mark.X)
        tree.take(found.position, BUDGET, won=won)
    assert len(tree.nodes) > 5
    opened = [node for node in tree.nodes.values() if node.children]
    for node in sorted(opened, key=lambda node: -node.position.ply):
        assert not node.count(), "the numbers were right"

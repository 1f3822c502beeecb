"""The proof-number tree near the root: what the answers imply, and what to ask next.

The tree is only a view of the answers. A position whose job was answered is settled. A position
whose job ran out of its budget is opened: the positions after each move become leaves. A leaf is a
job without an answer. So the same answers always give the same tree, and nothing else needs to be
stored. Symmetric positions are one.

Each node has a proof number (the work left to prove that the attacker wins) and a disproof number.
If the attacker moves, the first is the least of the children's and the second their sum; if the
defender moves, the other way round. The first numbers of a leaf are estimated from both sides' open
lines, as in `noughts.solver.search.proof_number`.

Sources: Allis, van der Meulen and van den Herik, "Proof-number search", AI 66, 1994; Wu, Lin, Sun,
Yen, Chen and Lin, "Job-level proof number search", IEEE TCIAIG 5(1), 2013.
"""

from collections.abc import Callable, Container, Iterator
from functools import cache
from math import inf, sqrt

from noughts.core.bits import bits
from noughts.core.errors import LedgerError, PositionError
from noughts.core.position import Mark, Position
from noughts.solver.attempts import Question, one_search

#: The range of the logarithm of the odds. Moves after which a win is very unlikely are all equal,
#: so each gets its turn before one of them is opened.
LEAST, MOST = -30.0, 10.0
MISSING = 1000  #: this many stored answers are preferred to one that is not
BUSY = 16.0  #: how much harder a leaf seems while it is in progress


class Node:
    """A position in the tree."""

    __slots__ = ("asked", "attacks", "busy", "children", "disproof", "parents", "position", "proof")

    def __init__(self, position: Position, mark: Mark) -> None:
        self.position: Position = position  #: the least of its symmetric images
        self.attacks: bool = position.turn is mark  #: whether the attacker is to move
        self.parents: list[Node] = []  #: the nodes one move before
        #: the nodes after each move; empty for a leaf and for a settled node
        self.children: list[Node] = []
        self.busy: bool = False  #: whether its job is in progress
        self.asked: int = 0  #: the largest budget that was not enough; 0 if none was tried
        self.proof: float  #: the proof number; 0 once the attacker is proved to win
        self.disproof: float  #: the disproof number; 0 once the attacker is proved not to win
        over = position.outcome
        if over is not None:
            self.settle(won=over.winner is mark)
        else:
            odds = max(LEAST, min(MOST, Question(position, mark).odds))
            self.proof, self.disproof = 1 + 2.0**odds, 1 + 2.0 ** (-odds / 3)

    def settle(self, *, won: bool) -> None:
        """Record whether the attacker wins."""
        self.proof, self.disproof = (0, inf) if won else (inf, 0)

    def ran_out(self, budget: int, turn: int) -> None:
        """Record that a budget was not enough; the leaf then seems harder.

        Args:
            budget: the budget in nodes.
            turn: the nodes of the search's first turn, which makes a leaf twice as hard.
        """
        if budget > self.asked:
            if self.won is None and not self.children:
                further = _further(budget, turn) / _further(self.asked, turn)
                self.proof, self.disproof = self.proof * further, self.disproof * further
            self.asked = budget

    @property
    def won(self) -> bool | None:
        """Whether the attacker wins; None if unknown."""
        return True if self.proof == 0 else False if self.disproof == 0 else None

    @property
    def numbers(self) -> tuple[float, float]:
        """The proof and disproof number, as seen when choosing the next job."""
        further = BUSY if self.busy else 1.0
        return self.proof * further, self.disproof * further

    def count(self) -> bool:
        """Update the numbers from the children; return whether they have changed."""
        proofs, disproofs = zip(*(child.numbers for child in self.children), strict=True)
        before = self.proof, self.disproof
        if self.attacks:
            self.proof, self.disproof = min(proofs), sum(disproofs)
        else:
            self.proof, self.disproof = sum(proofs), min(disproofs)
        return before != (self.proof, self.disproof)


class ProofTree:
    """The question whether one side, the attacker, wins a position, with all answers so far."""

    def __init__(self, position: Position, mark: Mark) -> None:
        self.mark = mark  #: the attacker
        self._turn = one_search(Question(position, mark)).first_nodes
        self.nodes: dict[Position, Node] = {}  #: the positions met so far, by their least images
        self.root: Node = self._node(position)  #: the position

    def leaf(self, again: Callable[[Node], bool]) -> Node | None:
        """Return the next job; None if others must be answered first.

        Args:
            again: whether to repeat a leaf that ran out of its budget; otherwise it is opened, and
                the positions after its moves become jobs.
        """
        while True:
            node = self.root
            while node.children:
                number = 0 if node.attacks else 1
                node = min(node.children, key=lambda child: child.numbers[number])
            if node.busy or node.won is not None:
                return None
            if not node.asked or again(node):
                return node
            self._open(node)

    def begin(self, node: Node) -> None:
        """Record that a leaf is in progress, so that others look elsewhere."""
        node.busy = True
        self._back_up(node)

    def check(self, position: Position, *, won: bool) -> None:
        """Compare a new answer for a position with what is known about it.

        Raises:
            LedgerError: It contradicts the known value.
        """
        node = self.nodes.get(position)
        if node is not None and node.won not in {None, won}:
            raise LedgerError.said("ledger", "two answers", mark=self.mark, position=position)

    def take(self, position: Position, budget: int, *, won: bool | None) -> None:
        """Record an answer: whether the attacker wins; None if the budget ran out first.

        Args:
            position: the least of its symmetric images.
            budget: the job's budget, in nodes.
            won: the answer.

        Raises:
            LedgerError: It contradicts other answers, or no other answer leads to it.
        """
        node = self.find(position)
        if node is None and any(self._before(position)):
            node = self._node(position)  # its parent was settled before the job's owner knew
        if node is None:
            raise LedgerError.said("ledger", "no way", position=position)
        if won is not None:
            self.check(position, won=won)
        node.busy = False
        if won is not None:
            node.settle(won=won)
            node.children = []
        else:
            node.ran_out(budget, self._turn)
        self._back_up(node)

    def find(self, position: Position) -> Node | None:
        """Return the node of a position; None if no open node leads there.

        The ledger does not store when a position was opened: that follows from the answers below
        it.

        Args:
            position: the least of its symmetric images.
        """
        if position not in self.nodes:
            for node in self._before(position):
                if node.won is None:
                    self._open(node)
        return self.nodes.get(position)

    def _before(self, position: Position) -> Iterator[Node]:
        """Yield the nodes that ran out one move before a position."""
        rules, x, o = position.rules, position.x, position.o
        for cell in bits(o if position.turn is Mark.X else x):
            others = ~(1 << cell)
            try:
                least, _ = Position(rules, x & others, o & others).canonical()
            except PositionError:  # such as one whose overline was broken
                continue
            node = self.nodes.get(least)
            if node is not None and node.asked:
                yield node

    def _node(self, position: Position) -> Node:
        """Return the node of a position, or of the one that is symmetric to it."""
        least, _ = position.canonical()
        node = self.nodes.get(least)
        if node is None:
            node = self.nodes[least] = Node(least, self.mark)
        return node

    def _open(self, node: Node) -> None:
        """Add the positions after each move as leaves, or with their known values."""
        children = dict.fromkeys(self._node(child) for _, child in node.position.children())
        for child in children:
            child.parents.append(node)
        node.children = list(children)
        node.count()
        self._back_up(node)

    def _back_up(self, node: Node) -> None:
        """Update everything that rests on a node, in order of dependency."""
        waiting = set(node.parents)
        while waiting:  # one layer of stones after another
            deepest = max(parent.position.ply for parent in waiting)
            layer = {parent for parent in waiting if parent.position.ply == deepest}
            waiting -= layer
            for parent in layer:
                if parent.children and parent.count():
                    waiting.update(parent.parents)


def _further(budget: int, turn: int) -> float:
    """Return how much harder than first estimated a position is after such a budget."""
    return 1 + sqrt(budget / turn)


class Support:
    """The part of a tree that is enough for a proof: one move for one side, all for the other.

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

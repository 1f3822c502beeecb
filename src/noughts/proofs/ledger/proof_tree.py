"""The proof-number tree near the root: what the answers of jobs come to, and what to ask next.

The tree is no more than a view of the answers. A position whose job has been answered is settled;
one whose job ran out of its budget is opened, and the positions after each move become leaves; a
leaf is a job that nobody has answered yet. So the same answers always make the same tree, and there
is nothing else to keep. Symmetric positions are one.

Each node has a proof number (what it would take to prove that the attacker wins) and a disproof
number. Where the attacker moves, the first is the least of the children's and the second their sum;
where the defender moves, the other way round. What a leaf's numbers are at first sight is guessed
from the lines that both sides still have, as in `noughts.solver.search.proof_number`.

Sources: Allis, van der Meulen and van den Herik, "Proof-number search", AI 66, 1994; Wu, Lin, Sun,
Yen, Chen and Lin, "Job-level proof number search", IEEE TCIAIG 5(1), 2013.
"""

from __future__ import annotations

from math import inf, sqrt
from typing import TYPE_CHECKING

from noughts.core.bits import bits
from noughts.core.errors import LedgerError, PositionError
from noughts.core.position import Mark, Position
from noughts.solver.attempts import Question, one_search

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

#: What the logarithm of the odds is kept within: moves after which a win is very unlikely are all
#: alike, so that each gets its turn before one of them is opened.
LEAST, MOST = -30.0, 10.0
BUSY = 16.0  #: how much further off a leaf seems while somebody works on it


class Node:
    """A position in the tree.

    Attributes:
        position: the least of its symmetric images.
        attacks: whether the attacker is to move.
        parents: the nodes that lead here.
        children: the nodes after each move; empty for a leaf and for what is settled.
        proof: the proof number; 0 once the attacker is known to win.
        disproof: the disproof number; 0 once he is known not to.
        busy: whether somebody works on it.
        asked: the largest budget that was not enough for it; 0 if none has been tried.
    """

    __slots__ = (
        "asked",
        "attacks",
        "busy",
        "children",
        "disproof",
        "parents",
        "position",
        "proof",
    )

    def __init__(self, position: Position, mark: Mark) -> None:
        self.position: Position = position
        self.attacks: bool = position.turn is mark
        self.parents: list[Node] = []
        self.children: list[Node] = []
        self.busy: bool = False
        self.asked: int = 0
        self.proof: float
        self.disproof: float
        over = position.outcome
        if over is not None:
            self.settle(won=over.winner is mark)
        else:
            odds = max(LEAST, min(MOST, Question(position, mark).odds))
            self.proof, self.disproof = 1 + 2.0**odds, 1 + 2.0 ** (-odds / 3)

    def settle(self, *, won: bool) -> None:
        """Take it as known whether the attacker wins."""
        self.proof, self.disproof = (0, inf) if won else (inf, 0)

    def ran_out(self, budget: int, turn: int) -> None:
        """Take note that a budget was not enough; a leaf seems further off then.

        Args:
            budget: in nodes.
            turn: the first turn of the search, in nodes, which makes it twice as far.
        """
        if budget > self.asked:
            if self.won is None and not self.children:
                further = _further(budget, turn) / _further(self.asked, turn)
                self.proof, self.disproof = self.proof * further, self.disproof * further
            self.asked = budget

    @property
    def won(self) -> bool | None:
        """Whether the attacker wins, None if that is not known."""
        return True if self.proof == 0 else False if self.disproof == 0 else None

    @property
    def numbers(self) -> tuple[float, float]:
        """The proof and disproof number, as whoever looks for work is to see them."""
        further = BUSY if self.busy else 1.0
        return self.proof * further, self.disproof * further

    def count(self) -> bool:
        """Take the numbers from the children's; return whether they have changed."""
        proofs, disproofs = zip(*(child.numbers for child in self.children), strict=True)
        before = self.proof, self.disproof
        if self.attacks:
            self.proof, self.disproof = min(proofs), sum(disproofs)
        else:
            self.proof, self.disproof = sum(proofs), min(disproofs)
        return before != (self.proof, self.disproof)


class ProofTree:
    """The question whether one side, the attacker, wins a position; and all answers so far.

    Attributes:
        mark: the attacker.
        root: the position.
        nodes: the positions that have been met, by their least images.
    """

    def __init__(self, position: Position, mark: Mark) -> None:
        self.mark = mark
        self._turn = one_search(Question(position, mark)).first_nodes
        self.nodes: dict[Position, Node] = {}
        self.root: Node = self._node(position)

    def leaf(self, again: Callable[[Node], bool]) -> Node | None:
        """Return the job that is to be asked next; None if others have to be answered first.

        Args:
            again: whether a leaf that has run out is worth being asked again; one that is not is
                opened, and what comes after its moves is asked instead.
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
        """Take note that somebody works on a leaf: others had better look elsewhere."""
        node.busy = True
        self._back_up(node)

    def check(self, position: Position, *, won: bool) -> None:
        """Compare what is said of a position with what is known of it, if anything is.

        Raises:
            LedgerError: it contradicts that.
        """
        node = self.nodes.get(position)
        if node is not None and node.won not in {None, won}:
            raise LedgerError(
                f"the answers contradict each other: {self.mark} {_verb(won=won)} in {position}, "
                f"says one; others say that {self.mark} {_verb(won=not won)}"
            )

    def take(self, position: Position, budget: int, *, won: bool | None) -> None:
        """Take in an answer: whether the attacker wins, None if the budget ran out first.

        Args:
            position: the least of its symmetric images.
            budget: of the job, in nodes.
            won: the answer.

        Raises:
            LedgerError: it contradicts what other answers say, or they never asked for it.
        """
        node = self.find(position)
        if node is None and any(self._before(position)):
            node = self._node(position)  # what led there was settled before whoever asked knew it
        if node is None:
            raise LedgerError(
                f"the answers contradict each other: {position} was asked about, "
                "but no other answer leads there"
            )
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
        """Return the node of a position, None if nothing that is open leads there.

        When something that ran out was opened is not kept; it is as soon as its parts are met.

        Args:
            position: the least of its symmetric images.
        """
        if position not in self.nodes:
            for node in self._before(position):
                if node.won is None:
                    self._open(node)
        return self.nodes.get(position)

    def _before(self, position: Position) -> Iterator[Node]:
        """Yield what ran out and leads to a position with one move."""
        rules, x, o = position.rules, position.x, position.o
        for cell in bits(o if position.turn is Mark.X else x):
            others = ~(1 << cell)
            try:
                least, _ = Position(rules, x & others, o & others).canonical()
            except PositionError:  # such as one in which an overline has come apart
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
        """Make leaves of the positions after each move, or what is known of them."""
        children = dict.fromkeys(self._node(child) for _, child in node.position.children())
        for child in children:
            child.parents.append(node)
        node.children = list(children)
        node.count()
        self._back_up(node)

    def _back_up(self, node: Node) -> None:
        """Count anew what rests on a node, each after all that it rests on itself."""
        waiting = set(node.parents)
        while waiting:  # one layer of stones after the other
            deepest = max(parent.position.ply for parent in waiting)
            layer = {parent for parent in waiting if parent.position.ply == deepest}
            waiting -= layer
            for parent in layer:
                if parent.children and parent.count():
                    waiting.update(parent.parents)


def _further(budget: int, turn: int) -> float:
    """Return how much further off than at first sight is what such a budget was not enough for."""
    return 1 + sqrt(budget / turn)


def _verb(*, won: bool) -> str:
    return "wins" if won else "does not win"

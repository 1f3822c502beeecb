"""Looks for other moves of the attacker where a hint's have no proof.

The search only asks questions. Whatever they prove is then put into the tree (`Mending.settle`), so
the answers in a ledger are enough to find a mended tree again.

In a position in which a move is needed, three things are tried:

1. Does a win by threats follow at once, or after some other move?
2. If not: which replies to a move do not lose to threats? If they are few, each of them needs its
   own move, found in the same way. The hint's move is tried first, then the
   moves on the longest lines. If all replies have moves, one more question asks whether all other
   replies lose. After the hint's move, this comes first, for replies that lose may take many nodes.
3. If that fails, too: the attacker's move before it may have been the mistake.

A search of *depth* 0 does the first, and each step down or up takes one from the depth. Small
budgets and depths come first, in all positions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice, product
from typing import TYPE_CHECKING

from noughts.core.bits import bits
from noughts.proofs.ledger.hint_tree import HintNode, HintQuestion, QuestionKey, after

if TYPE_CHECKING:
    from noughts.core.position import Position
    from noughts.proofs.ledger.hint_ledger import HintAnswers
    from noughts.proofs.ledger.hint_tree import HintTree

DEPTH = 2  #: the most steps down or up
WIDTH = 8  #: the moves of a position whose replies are listed
REPLIES = 8  #: the most replies to a move that get moves of their own
#: If too many other replies make one question too hard, this many of the best leave it.
LISTED = (0, 10, 30, 90)
MANY = 1 << 30

#: Asks questions with a budget of nodes, until there are no more; skips what is known.
Ask = Callable[[Iterator[HintQuestion], int], None]


class Mending:
    """The mended parts of one tree.

    Args:
        tree: the hint.
        known: the answers; `ask` adds to them.
        budgets: the nodes for a question, increasing.

    Attributes:
        budgets: as given.
        mended: for attacker's positions, the paths that win instead of the hint's moves.
        broken: the attacker's positions that failed answers leave open, those near the end first,
            and how many of the attacker's moves later the failure is.
    """

    def __init__(self, tree: HintTree, known: HintAnswers, budgets: tuple[int, ...]) -> None:
        self.mended: dict[Position, tuple[int, ...]] = {}
        self.broken: dict[HintNode, int] = {}
        self._tree = tree
        self._known = known
        self.budgets = budgets
        self._settled: dict[Position, bool] = {}
        self._winning: dict[Position, tuple[int | None, int] | None] = {}
        self._proofs = 0

    def open(self, question: HintQuestion, budget: int) -> bool:
        """Whether a question has not been asked with a budget yet."""
        return self._known.asked.get(question.key, 0) < budget

    def failed(self, node: HintNode) -> bool:
        """Whether the answers for a position are final, and not a proof."""
        asked = self._tree.question(node)
        return node.over is False or (
            asked is not None
            and asked.key not in self._known.proved
            and not self.open(asked, self.budgets[-1])
        )

    def settle(self) -> dict[Position, bool]:
        """Put moves into the tree that the answers prove; return what is settled then."""
        self._look()
        put = False
        for node, later in list(self.broken.items()):
            if put and later:  # a move put in later may have been enough
                self._look()
                put = False
            if node in self.broken and self._find(node.position):
                self._put(node)
                put = True
        if put:
            self._look()
        return self._settled

    def _look(self) -> None:
        self._settled = self._tree.settled(self._known.proved)
        self.broken = self._broken()

    def failures(self) -> Iterator[HintNode]:
        """Yield the positions whose answers are final, and leave an attacker's position open."""
        for node, later in self.broken.items():
            for each in (node, *node.children.values()):
                if not later and each.over is None and self.failed(each):
                    yield each

    def _broken(self) -> dict[HintNode, int]:
        found: dict[HintNode, int] = {}
        waiting, seen = [self._tree.root], set[HintNode]()
        while waiting:
            node = waiting.pop()
            if node not in seen and not self._settled[node.position]:
                seen.add(node)
                waiting += node.children.values()
        for node in sorted(seen, key=lambda each: -each.position.ply):
            if node.attacks:
                moves = node.children.values()
                replies = {reply for move in moves for reply in move.children.values()}
                if node.over is not None:
                    found[node] = -1  # the move before it was the mistake
                elif any(map(self.failed, (node, *moves))):
                    found[node] = 0
                elif above := [found[reply] for reply in replies if reply in found]:
                    found[node] = min(above) + 1
        return found

    def _put(self, node: HintNode) -> None:
        """Put the winning move of a position into the tree, and what follows it."""
        winning = self._find(node.position)
        if winning is None:  # it is settled
            return
        cell, listed = winning
        hinted = set(node.children)
        then = self._tree.put(node, cell)
        if then.position not in hinted and (cell is not None or hinted):
            self.mended[node.position] = then.path
        if cell is not None:
            then.children.clear()
            self._tree.put(then, None)
            for reply in _one_each(then.position, listed):
                child = self._tree.put(then, reply)
                if not self._settled.get(child.position):
                    self._put(child)

    def won(self, position: Position) -> bool:
        """Whether the answers prove that the attacker, to move, wins."""
        return self._settled.get(position, False) or self._find(position) is not None

    def _find(self, position: Position) -> tuple[int | None, int] | None:
        """Return a move that the answers prove to win, and the replies that have moves after it.

        The move is None if threats win at once.
        """
        if self._proofs != len(self._known.proved):
            self._proofs = len(self._known.proved)
            self._winning.clear()
        if position not in self._winning:
            self._winning[position] = self._new(position)
        return self._winning[position]

    def _new(self, position: Position) -> tuple[int | None, int] | None:
        if HintQuestion(position).key in self._known.proved:
            return None, 0
        for cell, key in after(position):
            for listed in self._known.replies.get(key, ()):
                then = position.play(cell).canonical()[0]
                replies = (then.play(reply).canonical()[0] for reply in _one_each(then, listed))
                if all(map(self.won, replies)):
                    return cell, listed
        return None

    def mend(self, ask: Ask, workers: int) -> None:
        """Look for moves in all broken positions.

        Args:
            ask: asks questions with a budget of nodes, until there are no more.
            workers: the number of questions that it asks at the same time.
        """
        self.settle()
        search = _Search(self, self._tree, self._known, ask, workers)
        for budget, depth in product(self.budgets, range(DEPTH + 1)):
            for node, later in list(self.broken.items()):
                if (
                    depth >= later >= 0
                    and not self.won(node.position)
                    and search.attack(node.position, depth - later, budget)
                ):
                    self.settle()


class _Search:
    """Asks the questions that may prove other moves."""

    def __init__(
        self, mending: Mending, tree: HintTree, known: HintAnswers, ask: Ask, workers: int
    ) -> None:
        self._won = mending.won
        self._budgets = mending.budgets
        self._tree = tree
        self._known = known
        self._ask = ask
        self._workers = workers

    def attack(self, position: Position, depth: int, budget: int) -> bool:
        """Look for a move that wins; return whether there is one."""
        moves = [each for each in self._after(position) if each.outcome is None]
        self._until([position, *moves], budget, proved=1)
        if self._won(position) or not depth:
            return self._won(position)
        node = self._tree.find(position)
        first = [] if node is None else [each for each in node.children if each.outcome is None]
        for some, listing in ((first, self._branches), (moves[:WIDTH], self._open)):
            found = ((listing(each, budget), each) for each in some)
            few = [(replies, each) for replies, each in found if replies is not None]
            for replies, move in sorted(few, key=lambda each: len(each[0])):
                if all(self.attack(reply, depth - 1, budget) for reply in replies):
                    if not self._won(position):
                        self._rest(move, replies)
                    if self._won(position):
                        return True
        return False

    def _open(self, position: Position, budget: int, most: int = REPLIES) -> list[Position] | None:
        """Return the replies that are not shown to lose; None if they are more than `most`."""
        replies = self._after(position)
        if any(each.outcome is not None for each in replies):
            return None
        asked = [each for each in replies if not self._won(each)]
        self._until(asked, budget, open_=most)
        found = list(islice((each for each in asked if not self._won(each)), most + 1))
        return found if len(found) <= most else None

    def _branches(self, position: Position, budget: int) -> list[Position] | None:
        """Return the replies to a hint's move that need moves; None if they are too many.

        The others may take more nodes than `budget`: it asks them together, then one by one.
        """
        found = self._open(position, budget, MANY)
        if found is None:
            return None
        no = [each for each in found if self._known.asked[each.key, 0] >= self._budgets[-1]]
        if len(no) <= REPLIES and self._rest(position, no):
            return no
        for more in self._budgets:
            if more > budget and len(found) <= REPLIES << 2:
                self._until(found, more)
        return self._open(position, budget)

    def _rest(self, position: Position, branches: list[Position]) -> bool:
        """Ask whether all other replies lose to threats, without some if that is too hard."""
        replies, proved = self._after(position), self._known.proved
        ends = [each for each in replies if HintQuestion(each).key in proved]
        other = {*branches, *(each for each in replies if self._won(each))}.difference(ends)
        for some in LISTED:
            keys = {each.key for each in (*other, *ends[:some])}
            listed = sum(1 << cell for cell, key in after(position) if key in keys)
            asked = HintQuestion(position, listed)
            self._ask(iter([asked]), self._budgets[-1])
            if asked.key in proved:
                return True
        return False

    def _until(
        self, positions: Iterable[Position], budget: int, proved: int = MANY, open_: int = MANY
    ) -> None:
        """Ask about positions until `proved` of them are, or more than `open_` are open."""

        def due() -> Iterator[HintQuestion]:
            asked = list[QuestionKey]()
            for question in map(HintQuestion, positions):
                yes = sum(key in self._known.proved for key in asked)
                if yes >= proved or len(asked) - yes > open_ + self._workers - 1:
                    return
                asked.append(question.key)
                yield question

        self._ask(due(), budget)

    def _after(self, position: Position) -> list[Position]:
        """Return the positions after each move, those on the attacker's longest lines first."""
        attacker = self._tree.start.turn
        mine, theirs = position.sides(attacker)
        worth = dict.fromkeys(position.legal, 0)
        for line in position.rules.lines:
            if not line & theirs:
                for cell in bits(line & ~mine):
                    worth[cell] += 4 ** (line & mine).bit_count()
        moves = sorted(worth, key=lambda cell: -worth[cell])
        return list(dict.fromkeys(position.play(cell).canonical()[0] for cell in moves))


def _one_each(position: Position, listed: int) -> list[int]:
    """Return one of the listed replies for each set of symmetric ones."""
    return list({key: cell for cell, key in after(position) if listed >> cell & 1}.values())

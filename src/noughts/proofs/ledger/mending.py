"""Looks for other moves of the attacker where a hint's have no proof.

The search for quiet moves (`QuietSearch`) looks for them, but nothing rests on it: what it claims
becomes questions. Whatever these prove is then put into the tree (`Mending.settle`), so the answers
in a ledger are enough to find a mended tree again.

In a position where the hint has failed, four things are tried, with more nodes each time:

1. Do threats win at once?
2. After the hint's move: which replies need quiet moves besides those of the hint?
3. Does another move win?
4. If not: the attacker's move before it may have been the mistake, or the one before that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import TYPE_CHECKING

from noughts.core.position import Position
from noughts.proofs.ledger.hint_tree import HintNode, HintQuestion, after, leading_to
from noughts.threats.pvs import PrincipalVariationSearch
from noughts.threats.quiet_moves import Moves, QuietSearch

if TYPE_CHECKING:
    from noughts.proofs.ledger.hint_ledger import HintAnswers
    from noughts.proofs.ledger.hint_tree import HintTree

EARLIER = 2  #: the most moves of the attacker's between a mistake and where it shows
#: How many times as many nodes as a question a search for quiet moves gets, and what it claims.
TIMES = 4
MORE = 10  #: how many times as many nodes as the last budget what is left at last gets
MEMORY = 1 << 26  #: its bytes

#: Asks questions with a budget of nodes, until there are no more; skips what is known.
Ask = Callable[[Iterator[HintQuestion], int], None]


class Mending:
    """The mended parts of a hint; `ask` adds to the answers, `budgets` are increasing nodes."""

    def __init__(self, tree: HintTree, known: HintAnswers, budgets: tuple[int, ...]) -> None:
        #: for attacker's positions, the paths that win instead of the hint's moves
        self.mended: dict[Position, tuple[int, ...]] = {}
        #: the attacker's positions that failed answers leave open, those near the end first, and
        #: how many of the attacker's moves later the failure is
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
            node.ends = False
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

    def mend(self, ask: Ask, poll: Callable[[], bool]) -> None:
        """Look for moves in all broken positions.

        Args:
            ask: asks questions with a budget of nodes, until there are no more.
            poll: called now and then; an exception in it ends the search.
        """
        self.settle()
        budgets = *self.budgets, MORE * self.budgets[-1]
        for budget, later in product(budgets, range(EARLIER + 1)):
            for node in list(self.broken):
                if self.broken.get(node) == later:
                    self._mend(node, budget, ask, poll)
                    self.settle()

    def _mend(self, node: HintNode, budget: int, ask: Ask, poll: Callable[[], bool]) -> None:
        """Look for moves in one position, or after the hint's moves there."""
        ask(iter([HintQuestion(node.position)]), budget)
        for at in (*(move for move in node.children.values() if self.failed(move)), node):
            if at.over is None and not self.won(node.position):
                # The workers wait meanwhile: this search runs in the main process.
                answered = 0 if at.attacks else at.listed()
                moves = self._quiet(at.position, answered, TIMES * budget, poll)
                if moves is not None:
                    claims = list(self._claims(at.position, moves, answered))
                    for more in (*self.budgets, TIMES * max(budget, self.budgets[-1])):
                        ask(iter(claims), more)

    def _quiet(
        self, position: Position, answered: int, nodes: int, poll: Callable[[], bool]
    ) -> Moves | None:
        """Return quiet moves with which the attacker seems to win; None if none are found."""
        search = PrincipalVariationSearch(position, poll, MEMORY)
        search.allow(0)
        quiet = QuietSearch(search, position, self._tree.start.turn, answered)
        return quiet.moves or {} if quiet.run(nodes) else None

    def _claims(
        self, position: Position, moves: Moves, answered: int = 0
    ) -> Iterator[HintQuestion]:
        """Yield the questions whose answers would prove that these moves win."""
        then = {cell: position.play(cell) for cell in moves}
        defends = position.turn is not self._tree.start.turn
        if defends:
            least, _ = position.canonical()
            keys = {each.canonical()[0].key for each in then.values()}
            yield HintQuestion(least, answered | leading_to(least, keys))
        for cell, rest in moves.items():
            if defends and rest is None:
                yield HintQuestion(then[cell].canonical()[0])
            else:
                yield from self._claims(then[cell], rest or {})


def _one_each(position: Position, listed: int) -> list[int]:
    """Return one of the listed replies for each set of symmetric ones."""
    return list({key: cell for cell, key in after(position) if listed >> cell & 1}.values())

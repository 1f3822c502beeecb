"""A tree of moves as a hint for a proof: the questions whose answers would prove it right.

The attacker, who is to move at the start, has a move in each position of the tree; it comes from
the hint. Every reply must then be shown to lose. Three kinds of questions remain for the prover by
threats (`noughts.threats.vct`):

- *the end of a line, attacker to move*: does the attacker win by threats?
- *the end of a line, defender to move*: does every reply lose to threats?
- *within the tree, defender to move*: does every reply lose that the hint leaves out? Replies that
  are symmetric to one of the hint's count as listed.

Positions that are symmetric to each other are one. The hint is not trusted: if it is wrong, a
question has the answer no, or none. Then `noughts.proofs.ledger.mending` looks for other moves, and
`put` adds them to the tree.
"""

from collections.abc import Container, Iterator, Mapping
from functools import reduce
from typing import NamedTuple

from noughts.core.errors import RecordError, RulesError
from noughts.core.position import Mark, Position
from noughts.core.symmetry import permuted
from noughts.formats.move_tree import Moves

#: A question as numbers: its position's key, and the listed replies.
QuestionKey = tuple[int, int]


class HintQuestion(NamedTuple):
    """Whether the attacker wins a position by threats."""

    position: Position  #: the least of its symmetric images
    #: with the defender to move, the replies that other questions answer, a bit each
    listed: int = 0

    @property
    def key(self) -> QuestionKey:
        """The question as numbers, which a ledger's rows give without making positions."""
        return self.position.key, self.listed


class HintNode:
    """A position of the tree."""

    __slots__ = ("attacks", "children", "ends", "over", "path", "position")

    def __init__(self, position: Position, path: tuple[int, ...], *, attacks: bool) -> None:
        self.position: Position = position  #: the least of its symmetric images
        self.path: tuple[int, ...] = path  #: the moves by which the hint reaches it first
        self.attacks: bool = attacks  #: whether the attacker is to move
        #: whether the hint ends here in some line: it says that threats win
        self.ends: bool = False
        #: whether the game is over, and then whether the attacker has won
        self.over: bool | None = None
        #: the nodes after the attacker's moves, or after the listed replies
        self.children: dict[Position, HintNode] = {}

    def listed(self) -> int:
        """Return the replies, a bit each, that lead to a child or to one symmetric to it."""
        return leading_to(self.position, {child.key for child in self.children})


def after(position: Position) -> Iterator[tuple[int, int]]:
    """Yield each move, and the key of the least symmetric image of the position after it."""
    rules = position.rules
    images = [  # quicker than to make every position after a move
        (symmetry, permuted(position.x, symmetry), permuted(position.o, symmetry))
        for symmetry in rules.symmetries
    ]
    x, o = (1, 0) if position.turn is Mark.X else (0, 1)
    for cell in position.legal:
        yield (
            cell,
            min(
                (mine | x << symmetry[cell]) | (theirs | o << symmetry[cell]) << rules.cells
                for symmetry, mine, theirs in images
            ),
        )


def leading_to(position: Position, keys: Container[int]) -> int:
    """Return the moves, a bit each, after which the least symmetric image has one of these keys."""
    return sum(1 << cell for cell, key in after(position) if key in keys)


class HintTree:
    """All positions of a hint.

    Raises:
        RecordError: A move is not legal; the message says where.
        RulesError: Threats prove nothing in this game, or it is over.
    """

    def __init__(self, start: Position, moves: Moves) -> None:
        if start.rules.misere or start.rules.gravity:
            raise RulesError.said("hinted", "no threats", rules=start.rules)
        if start.outcome is not None:
            raise RulesError.said("proof", "over")
        self.start: Position = start
        self._nodes: dict[Position, HintNode] = {}
        self._questions: dict[Position, HintQuestion | None] = {}
        self._settled: dict[Position, bool] = {}
        self.root: HintNode = self._add(start, moves, ())

    def _add(self, position: Position, moves: Moves | None, path: tuple[int, ...]) -> HintNode:
        least, _ = position.canonical()
        node = self._nodes.get(least)
        if node is None:
            node = HintNode(least, path, attacks=position.turn is self.start.turn)
            self._nodes[least] = node
        if position.outcome is not None:
            node.over = position.outcome.winner is self.start.turn
            if moves is not None:
                names = self.start.rules.names(path)
                raise RecordError.said("hinted", "goes on", moves=names)
            return node
        if moves is None:
            node.ends = True
            return node
        for cell, rest in moves.items():
            if cell not in position.legal:
                names = self.start.rules.names((*path, cell))
                raise RecordError.said("hinted", "not legal", moves=names)
            child = self._add(position.play(cell), rest, (*path, cell))
            node.children[child.position] = child
        return node

    def question(self, node: HintNode) -> HintQuestion | None:
        """Return what threats have to show in a position; None if nothing.

        The end of a line asks for everything. An inner position asks for what the hint leaves out.
        """
        if node.position not in self._questions:
            self._questions[node.position] = self._asks(node)
        return self._questions[node.position]

    def _asks(self, node: HintNode) -> HintQuestion | None:
        if node.over is not None:
            return None
        if node.attacks or not node.children:
            return HintQuestion(node.position) if node.ends else None
        listed = node.listed()
        every = sum(1 << cell for cell in node.position.legal)
        return None if listed == every else HintQuestion(node.position, listed)

    def put(self, node: HintNode, cell: int | None) -> HintNode:
        """Add a move in a node's position, and return the node after it.

        None: threats win there without a further move.
        """
        self._questions.pop(node.position, None)
        if cell is None:
            node.ends = True
            return node
        at = reduce(Position.play, node.path, self.start)
        move = at.canonical()[1].index(cell)
        then = at.play(move)
        least, _ = then.canonical()
        child = self._nodes.get(least) or self._add(then, None, (*node.path, move))
        node.children[least] = child
        return child

    def settled(self, proved: Container[QuestionKey]) -> dict[Position, bool]:
        """Return for each position whether the answers prove that the attacker wins it."""
        found: dict[Position, bool] = {}
        for node in sorted(self._nodes.values(), key=lambda each: -each.position.ply):
            found[node.position] = self._holds(node, proved, found)
        self._settled = found
        return found

    def _holds(
        self, node: HintNode, proved: Container[QuestionKey], found: dict[Position, bool]
    ) -> bool:
        if node.over is not None:
            return node.over
        asked = self.question(node)
        shown = asked is not None and asked.key in proved
        below = [found[child] for child in node.children]
        if node.attacks or not below:
            return shown or any(below)
        return all(below) and (asked is None or shown)

    def below(self, node: HintNode, *, needed: bool = False) -> Iterator[HintNode]:
        """Yield a node and all that follow it, each once, in the order of the hint.

        `needed` leaves out the moves of positions that are proved without them.
        """
        seen: set[Position] = set()
        waiting = [node]
        while waiting:
            at = waiting.pop()
            if at.position not in seen:
                seen.add(at.position)
                yield at
                waiting += reversed(self._needed(at) if needed else at.children.values())

    def _needed(self, node: HintNode) -> list[HintNode]:
        """Return the children that a proof needs: of the attacker's winning moves, the first."""
        children = list(node.children.values())
        if not node.attacks or not self._settled.get(node.position):
            return children
        return [child for child in children if self._settled[child.position]][:1]

    def needed(self, node: HintNode) -> set[HintQuestion]:
        """Return the questions of a node and all that follow it, without those of other moves."""
        return {
            asked
            for each in self.below(node, needed=True)
            if (asked := self.question(each)) is not None
            and not (each.attacks and self._settled.get(each.position) and self._needed(each))
        }

    def second_moves(self) -> list[HintNode]:
        """Return the positions after the attacker's first move and each listed reply."""
        return [reply for move in self._needed(self.root) for reply in move.children.values()]

    def moves(self, position: Position | None = None) -> Moves | None:
        """Return the attacker's moves that `settled` has found to win, with all listed replies.

        None: threats win.

        Args:
            position: where they begin, by default at the start.
        """
        position = position or self.start
        node = self._nodes.get(position.canonical()[0])
        if node is None:
            return None
        won = [each for each in node.children.values() if self._settled[each.position]]
        keys = dict(after(position))
        cells = {key: cell for cell, key in keys.items()}
        moves = [  # the hint's, or those symmetric to them here
            each.path[-1]
            if keys.get(each.path[-1]) == each.position.key
            else cells[each.position.key]
            for each in won[: 1 if position.turn is self.start.turn else None]
        ]
        return _Moves(self, position, moves) if moves else None


class _Moves(Mapping[int, "Moves | None"]):
    """What a tree says after each move in a position; made when it is read."""

    def __init__(self, tree: HintTree, position: Position, cells: list[int]) -> None:
        self._tree = tree
        self._position = position
        self._cells = cells

    def __getitem__(self, cell: int) -> Moves | None:
        return self._tree.moves(self._position.play(cell))

    def __iter__(self) -> Iterator[int]:
        return iter(self._cells)

    def __len__(self) -> int:
        return len(self._cells)

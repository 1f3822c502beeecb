"""A certificate of a win by threats as a player.

The checker reads the file, and this module keeps what it has read: the attacker's answer in each
position of the strategy, and the trees with their zones. A tree is read when it is played. What the
defender may do in it, and why the attacker wins, says `docs/reference/threat-certificates.md`.
"""

from collections.abc import Hashable
from typing import NamedTuple

from noughts.core.position import Mark
from noughts.core.rules import Rules
from noughts.proofs.certificate.strategies.certificate_plan import (
    AnswerRule,
    CertificatePlan,
    PlannedMove,
)
from noughts.proofs.certificate.threat_checker import NAMES, ThreatCertificate, parts

KEPT = 64  #: trees that stay read
NODE = "node"  #: followed in the strategy: the stones say where

Stones = tuple[int, int]


class _Tree(NamedTuple):
    """A tree, and the position that it is about: the attacker is to move."""

    own: int
    other: int
    text: str


class _TreeNode(NamedTuple):
    """The attacker's move in a position of a tree, and the threat after it."""

    moves: tuple[int, ...]
    replies: int  #: what the tree goes on after; the replies in the threat's own zone


class _Place(NamedTuple):
    """A place in a tree, after a move of the attacker's."""

    tree: _Tree  #: the tree, in the cells of the file
    image: int  #: the number of the symmetry from the file to the board
    at: Stones  #: the position before the node's move, with stones that are only imagined
    made: int = 0  #: how many of the threat's moves are made


class ThreatBook(ThreatCertificate):
    """A certificate that keeps what it reads."""

    def __init__(self, version: str, rules: str, position: str, statement: str) -> None:
        #: positions with the attacker to move, the least of the images; each with the stones that
        #: the file has there, and the move or the tree
        self.answers: dict[Stones, tuple[Stones, int | str]] = {}
        #: positions with the defender to move, likewise; each with its trees and their zones
        self.trees: dict[Stones, tuple[Stones, list[tuple[_Tree, int]]]] = {}
        #: the first move or tree, if the attacker is to move in the certificate's position
        self.first: int | str = 0
        self._open: list[list[tuple[_Tree, int]]] = []
        super().__init__(version, rules, position, statement)
        #: both sides' stones in that position
        self.start: Stones = (self.nodes[0][0], self.nodes[0][1])

    def open(self, own: int, other: int, reply: int) -> None:
        """Begin a node."""
        super().open(own, other, reply)
        self._open.append([])

    def close(self) -> None:
        """End a node; keep its trees and the move that leads to it."""
        own, other, _, reply = self.nodes[-1]
        super().close()
        self.trees.setdefault(self.least(own, other), ((own, other), self._open.pop()))
        if self.nodes:
            mine, theirs, *_ = self.nodes[-1]
            self._keep(mine, theirs | reply, own ^ mine)

    def read(self, line: str) -> None:
        """Check one more line; keep its tree, or the first move."""
        own, other, *_ = self.nodes[-1] if self.nodes else (0, 0)
        starting = self.starts and len(self.nodes) == 1
        super().read(line)
        name, colon, text = line.partition(":")
        if starting:
            self.first = text if colon else self.cells[line[1:]]
        elif colon:
            reply = 0 if name == "-" else self.cells[name]
            tree = _Tree(own, other | reply, text)
            self._open[-1].append((tree, self.proved[own, other | reply]))
            if reply:
                self._keep(own, other | reply, text)

    def _keep(self, own: int, other: int, answer: int | str) -> None:
        self.answers.setdefault(self.least(own, other), ((own, other), answer))

    def parsed(self, tree: _Tree) -> dict[Stones, _TreeNode]:
        """Read a tree once more, for its moves."""
        names = list(map("".join, zip(tree.text[::2], tree.text[1::2], strict=True)))
        self.moves, read = iter(names), self.entries
        nodes: dict[Stones, _TreeNode] = {}
        waiting = [(tree.own, tree.other)]
        while waiting:
            own, other = waiting.pop()
            if (own, other) in nodes:
                continue
            nodes[own, other] = _TreeNode((), 0)
            if self.completing(own, self.full & ~(own | other)):
                continue
            at = self.entries - read
            mine, replies, *_ = self.move(own, other)
            if not replies:
                replies, _ = self.threat(mine, other)
            elif replies & (replies - 1):
                replies = 0
            moves = tuple(self.cells[name] for name in names[at : self.entries - read])
            nodes[own, other] = _TreeNode(moves, replies)
            waiting += reversed([(mine, other | reply) for reply in parts(replies)])
        self.entries = read
        return nodes


class ThreatPlan(CertificatePlan):
    """Plays a certificate that has been read."""

    def __init__(self, book: ThreatBook) -> None:
        self.rules = Rules.parse(book.rules)
        self.mark = Mark[book.statements[0][0]]
        self.wins = True
        wide = self.rules.shape[0]
        self.bits = [
            book.cells[NAMES[cell % wide] + NAMES[cell // wide]] for cell in range(self.rules.cells)
        ]
        self.own, self.other = book.start
        self._book = book
        self._images = book.images
        self._back = [{image: cell for cell, image in to.items()} for to in book.images]
        self._parsed: dict[_Tree, dict[Stones, _TreeNode]] = {}
        self.first = PlannedMove(0, AnswerRule.LISTED, NODE)
        if book.first:
            self.first = self._begin(book.start, book.first, 0, AnswerRule.LISTED)

    def finishing(self, own: int, other: int) -> int:
        """Return the cells on which the attacker completes a line."""
        return self._book.completing(own, self._book.full & ~(own | other))

    def answer(self, following: Hashable, own: int, other: int, reply: int) -> PlannedMove | None:
        """Return the attacker's answer."""
        if isinstance(following, _Place):
            return self._continued(following, reply)
        book, after = self._book, (own, other | reply)
        kept = book.answers.get(book.least(*after))
        if kept is not None:
            stones, said = kept
            return self._begin(stones, said, self._image(stones, after), AnswerRule.LISTED)
        at, trees = book.trees.get(book.least(own, other), (None, []))
        image = self._image(at, (own, other)) if at else 0
        for tree, zone in trees:
            if not zone & self._back[image][reply]:
                return self._begin(tree[:2], tree.text, image, AnswerRule.ZONE)
        return None

    def _image(self, stones: Stones, on: Stones) -> int:
        """Return the number of the symmetry that takes a position to another."""
        return next(
            number
            for number, to in enumerate(self._images)
            if on == tuple(sum([to[cell] for cell in parts(side)]) for side in stones)
        )

    def _begin(self, stones: Stones, said: int | str, image: int, rule: AnswerRule) -> PlannedMove:
        """Return a move, or the first one of a tree."""
        if isinstance(said, int):
            return PlannedMove(self._images[image][said], rule, NODE)
        tree = _Tree(*stones, said)
        if not said:  # a line can be completed
            return PlannedMove(0, AnswerRule.LINE, NODE)
        return PlannedMove(
            self._images[image][self._book.cells[said[:2]]], rule, _Place(tree, image, stones)
        )

    def _continued(self, place: _Place, reply: int) -> PlannedMove | None:
        """Return the next move of a tree."""
        if place.tree not in self._parsed:
            if len(self._parsed) >= KEPT:
                self._parsed.clear()
            self._parsed[place.tree] = self._book.parsed(place.tree)
        nodes = self._parsed[place.tree]
        moves, replies = nodes[place.at]
        reply = self._back[place.image][reply]
        if not place.made and reply & replies:
            at = place.at[0] | moves[0], place.at[1] | reply
            place, moves = place._replace(at=at), nodes[at].moves
        else:
            place = place._replace(made=place.made + 1)
        if place.made >= len(moves):
            return None
        return PlannedMove(self._images[place.image][moves[place.made]], AnswerRule.THREAT, place)

"""Finds how a side wins by threats, and writes it as the checker reads it.

`VctSearch` finds the moves. Each position of a proof needs another search, and its table makes that
quick. All zones come from the checker, so nothing of the search has to be believed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import reduce
from operator import or_
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple, Protocol

from noughts.core.errors import LimitReachedError
from noughts.core.limit import Limit
from noughts.core.position import Mark, Position
from noughts.proofs.certificate.threat_checker import (
    NAMES,
    VERSION,
    NotShownError,
    ThreatCertificate,
    parts,
)
from noughts.threats.pvs import PrincipalVariationSearch

if TYPE_CHECKING:
    from noughts.formats.move_tree import Moves

FOURS = 2_000  #: nodes to find a win by fours
NODES = 30_000_000  #: nodes to find a win by threats
FEW = 300_000  #: at first: the zone of another proof may answer a reply that takes more


class ThreatNode(NamedTuple):
    """What the attacker does in a position: its moves, the positions then, and the zone."""

    moves: tuple[int, ...]
    after: tuple[tuple[int, int], ...]
    zone: int


class PartStore(Protocol):
    """Where the parts of a long proof are kept."""

    def part(self, position: Position) -> list[str] | None:
        """Return the lines after a first reply; None if they are not kept."""


class _Answers:
    """What answers a node's replies."""

    def __init__(self, wanted: int) -> None:
        self.left: int = wanted  #: the replies that nothing answers yet
        #: the replies that were refuted, 0 for a pass, with the zones of the proofs
        self.found: list[tuple[int, int]] = []
        self.uses: Counter[int] = Counter()  #: how often the proofs play on each cell

    def add(self, reply: int, zone: int, moves: list[int]) -> None:
        """Note a proof, which answers all replies outside its zone. That of a pass is the first."""
        self.found.insert(len(self.found) if reply else 0, (reply, zone))
        self.left &= zone & ~reply
        self.uses.update(moves)

    def most_used(self, replies: int) -> int:
        """Return the reply on the cell that most proofs use."""
        return max(parts(replies), key=lambda cell: (self.uses[cell], -cell))


class ThreatMaker:
    """The lines of a certificate of one position.

    Args:
        position: the position; the game is not over.
        mark: the side that wins.
        memory: bytes for the table of the search.
        limit: ends the search.
        nodes: for one question to the search.
    """

    def __init__(
        self,
        position: Position,
        mark: Mark,
        memory: int,
        limit: Limit | None = None,
        nodes: int = NODES,
    ) -> None:
        rules = position.rules
        self.head: list[str] = [VERSION, f"rules {rules}", f"position {position}", f"{mark} wins"]
        self.lines: list[str] = []
        try:
            self.game = ThreatCertificate(*self.head)
        except NotShownError:  # the other side completes a line
            raise LimitReachedError.said("proof", "stopped") from None
        self._name = {cell: name for name, cell in self.game.cells.items()}
        self._bits = [
            self.game.cells[NAMES[at % rules.shape[0]] + NAMES[at // rules.shape[0]]]
            for at in range(rules.cells)
        ]
        self._cell = {bit: cell for cell, bit in enumerate(self._bits)}
        self._rules = rules
        self._side = 0 if mark is Mark.X else 1
        self._nodes = nodes
        allowed, started = Limit.of(limit), perf_counter()

        def late() -> bool:  # not a method: a cycle would keep the table in memory
            return allowed.seconds is not None and perf_counter() - started > allowed.seconds

        self._search = PrincipalVariationSearch(Position(rules), late, memory)
        self._search.allow(allowed.nodes or 0)
        self._found: dict[tuple[int, int], ThreatNode] = {}
        self._known: set[tuple[int, int]] = set()

    @property
    def nodes(self) -> int:
        """The nodes of the search so far."""
        return int(self._search.budget.nodes)

    def prove(self, moves: Moves | None = None, kept: PartStore | None = None) -> None:
        """Find all lines.

        Args:
            moves: a tree with the attacker's moves.
            kept: the parts after the first replies. None of them then rests on another.

        Raises:
            LimitReachedError: No proof was found.
        """
        own, other, *_ = self.game.nodes[0]
        if not self.game.starts:
            self._replies(own, other, {} if moves is None else moves, kept)
        elif moves is None:
            self._add("-", own, other)
        else:
            self._attack("-", own, other, moves, kept)

    def _attack(
        self, reply: str, own: int, other: int, moves: Moves, kept: PartStore | None = None
    ) -> None:
        """Add the attacker's move of a tree, and what comes after it."""
        ((cell, rest),) = moves.items()
        own |= self._bits[cell]
        self.lines.append(reply + self._name[self._bits[cell]])
        least = self.game.least(own, other)
        if least not in self._known:
            self._replies(own, other, {} if rest is None else rest, kept)
            self._known.add(least)
        else:
            self.lines.append(")")

    def _part(self, cell: int, own: int, other: int, moves: Moves, kept: PartStore) -> None:
        """Add what comes after a first reply, or what is kept of it."""
        sides = [sum(1 << self._cell[each] for each in parts(side)) for side in (own, other)]
        position = Position(self._rules, *(sides[::-1] if self._side else sides))
        lines = kept.part(position)
        if lines is None:
            self._attack(self._name[cell], own, other, moves)
        else:
            self.lines += lines

    def _replies(self, own: int, other: int, moves: Moves, kept: PartStore | None = None) -> None:
        """Add a node's answers to each reply."""
        free = self.game.full & ~(own | other)
        if not free or self.game.lacking(other, free)[0]:
            raise LimitReachedError.said("proof", "stopped")
        inner = {self._bits[cell]: rest for cell, rest in moves.items() if rest is not None}
        images = [
            to for to in self.game.images if (_image(to, own), _image(to, other)) == (own, other)
        ]
        alike = {cell: sum({to[cell] for to in images}) for cell in inner}
        later = reduce(or_, alike.values(), 0)
        left = self._rest(own, other, free & ~later, free)
        for cell, rest in inner.items():
            least = self.game.least(own, other | cell)
            if not alike[cell] & left or least in self._known:
                continue
            if kept is None:
                self._attack(self._name[cell], own, other | cell, rest)
            else:
                self._part(cell, own, other | cell, rest, kept)
            self._known.add(least)
        self.lines.append(")")

    def _rest(self, own: int, other: int, wanted: int, free: int) -> int:
        """Add trees that answer the wanted replies; return those that no tree answers."""
        self._found.clear()
        answers, nodes = _Answers(wanted), FEW
        while answers.left:
            self._answer(own, other, answers, min(nodes, self._nodes))
            if answers.left and nodes >= self._nodes:
                raise LimitReachedError.said("proof", "stopped")
            nodes *= 10
        found = answers.found
        for entry in found.copy():
            fewer = [each for each in found if each is not entry]
            if not _unanswered(fewer, wanted) & ~self._implied(own, other, fewer, wanted):
                found = fewer
        for reply, _ in found:
            self._add(self._name[reply] if reply else "-", own, other | reply)
            if reply:
                self._known.add(self.game.least(own, other | reply))
        return _unanswered(found, free)

    def _answer(self, own: int, other: int, answers: _Answers, nodes: int) -> None:
        """Add proofs that take at most this many nodes each, the first against a pass."""
        untried, reply = answers.left, 0
        while True:
            if reply and self.game.least(own, other | reply) in self._known:
                answers.left &= ~reply
            elif reply or not answers.found or answers.found[0][0]:
                try:
                    zone = self._proved(own, other | reply, nodes)
                except LimitReachedError:
                    if reply and not self._search.threes.cut:
                        raise  # more nodes, or another zone, would not help
                else:
                    answers.add(reply, zone, self._moves(own, other | reply))
            untried &= answers.left & ~reply
            if not untried:
                return
            reply = answers.most_used(untried)

    def _implied(self, own: int, other: int, found: list[tuple[int, int]], wanted: int) -> int:
        """Return the replies left that lead to positions known to be won."""
        left = _unanswered(found, wanted)
        if left.bit_count() > 8:
            return 0
        return sum(
            cell for cell in parts(left) if self.game.least(own, other | cell) in self._known
        )

    def _moves(self, own: int, other: int) -> list[int]:
        """Return the attacker's moves in a tree, in the order in which they are written."""
        moves: list[int] = []
        seen, waiting = set(), [(own, other)]
        while waiting:
            at = waiting.pop()
            if at not in seen:
                seen.add(at)
                node = self._found[at]
                moves += node.moves
                waiting += reversed(node.after)
        return moves

    def _add(self, reply: str, own: int, other: int) -> None:
        """Add a line with a tree."""
        self._proved(own, other, self._nodes)
        names = [self._name[cell] for cell in self._moves(own, other)]
        self.lines.append(f"{reply}:{''.join(names)}")

    def _proved(self, own: int, other: int, nodes: int) -> int:
        """Prove that the attacker, to move, wins a position; return the zone."""
        stones = [(self._cell[cell], self._side) for cell in parts(own)]
        stones += [(self._cell[cell], 1 - self._side) for cell in parts(other)]
        for cell, side in stones:
            self._search.threes.place(cell, side)
        try:
            return self._node(own, other, nodes).zone
        finally:
            for cell, side in stones:
                self._search.threes.lift(cell, side)

    def _node(self, own: int, other: int, nodes: int) -> ThreatNode:
        """Return what the attacker does in the position on the search's board."""
        key = own, other
        if key not in self._found:
            self._found[key] = self._new(own, other, nodes)
        return self._found[key]

    def _new(self, own: int, other: int, nodes: int) -> ThreatNode:
        game, threes, side = self.game, self._search.threes, self._side
        done = game.completing(own, game.full & ~(own | other))
        if done:
            return ThreatNode((), (), done & -done)
        fours = threes.by_fours(side, FOURS, loose=True)
        if not fours and not threes.win(side, nodes):
            raise LimitReachedError.said("proof", "stopped")
        cell = fours[0] if fours else threes.best
        move = self._bits[cell]
        own |= move
        free = game.full & ~(own | other)
        done = game.completing(own, free)
        zone = move | game.lacking(other, free)[1]
        if done & (done - 1):
            return ThreatNode((move,), (), zone | _two(done))
        moves, replies, after = [move], [done], []
        with self._placed(cell, side):
            if not done:
                threat, near, far = self._threat(own, other)
                moves += threat
                zone |= far
                replies = list(parts(near))
            for reply in replies:
                with self._placed(self._cell[reply], 1 - side):
                    zone |= reply | self._node(own, other | reply, nodes).zone
                after.append((own, other | reply))
        return ThreatNode(tuple(moves), tuple(after), zone)

    @contextmanager
    def _placed(self, cell: int, side: int) -> Iterator[None]:
        self._search.threes.place(cell, side)
        try:
            yield
        finally:
            self._search.threes.lift(cell, side)

    def _threat(self, own: int, other: int) -> tuple[list[int], int, int]:
        """Return the fours with which the attacker threatens to win, and their zones."""
        fours = self._search.threes.by_fours(self._side, FOURS, loose=True)
        if not fours:
            raise LimitReachedError.said("proof", "stopped")
        moves = [self._bits[cell] for cell in fours[:-1:2]]
        self.game.moves = iter([self._name[cell] for cell in moves])
        return moves, *self.game.threat(own, other)


def _two(cells: int) -> int:
    """Return the first two of a set."""
    first = cells & -cells
    cells ^= first
    return first | cells & -cells


def _image(to: dict[int, int], cells: int) -> int:
    return sum(to[cell] for cell in parts(cells))


def _unanswered(found: list[tuple[int, int]], wanted: int) -> int:
    """Return the replies that no tree answers."""
    for reply, zone in found:
        wanted &= zone & ~reply
    return wanted

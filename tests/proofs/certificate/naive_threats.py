"""Trees of threats, read without the checker and played against every reply."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from noughts import Rules
from noughts.core.bits import bits
from noughts.proofs.certificate.threat_checker import NAMES


class Node(NamedTuple):
    """The attacker's move, the fours that it threatens, and what follows the other replies."""

    move: int
    fours: tuple[int, ...]
    after: dict[int, tuple[int, int]]


class PlayedTree:
    """A tree, as the text of a certificate has it: a move in each position, by its stones."""

    def __init__(self, rules: Rules, text: str, own: int, other: int) -> None:
        self.lines = list(zip(rules.lines, rules.guards or [0] * len(rules.lines), strict=True))
        self.full = rules.full
        self.nodes: dict[tuple[int, int], Node | None] = {}
        self.known: dict[tuple[int, int], list[int]] = {}
        names = zip(text[::2], text[1::2], strict=True)
        wide = rules.shape[0]
        self.moves: Iterator[int] = (NAMES.index(x) + wide * NAMES.index(y) for x, y in names)
        self.read(own, other)
        assert next(self.moves, None) is None

    def completing(self, own: int, other: int) -> list[int]:
        """Return where the attacker completes a line, in order."""
        if (own, other) not in self.known:
            found = 0
            for line, guard in self.lines:
                if not line & other and not guard & own and (line & ~own).bit_count() == 1:
                    found |= line & ~own
            self.known[own, other] = list(bits(found))
        return self.known[own, other]

    def lacking(self, own: int, other: int, most: int) -> set[int]:
        """Return the empty cells of the defender's lines that lack this many stones, or fewer."""
        lines = [line & ~other for line, _ in self.lines if not line & own]
        return {cell for line in lines if 1 <= line.bit_count() <= most for cell in bits(line)}

    def read(self, own: int, other: int) -> None:
        """Read a position's node, and those after it."""
        if (own, other) in self.nodes:
            return
        self.nodes[own, other] = None
        if self.completing(own, other):
            return
        move = next(self.moves)
        mine = own | 1 << move
        done, replies, fours = self.completing(mine, other), set[int](), list[int]()
        if len(done) == 1:
            replies = set(done)
        elif not done:
            now, theirs = mine, other
            while len(done) < 2:
                fours.append(next(self.moves))
                now |= 1 << fours[-1]
                done = self.completing(now, theirs)
                replies |= {fours[-1], *done[:2]} | self.lacking(now, theirs, 2)
                theirs |= 1 << done[0]
        after = {reply: (mine, other | 1 << reply) for reply in sorted(replies)}
        self.nodes[own, other] = Node(move, tuple(fours), after)
        for at in after.values():
            self.read(*at)

    def wins(self, at: tuple[int, int], own: int, other: int) -> bool:
        """Whether the node of one position wins another one, whatever the defender replies."""
        if self.completing(own, other):
            return True
        node = self.nodes[at]
        if node is None or (own | other) >> node.move & 1:
            return False
        own |= 1 << node.move
        if self.lacking(own, other, 1):
            return False
        free = list(bits(self.full & ~(own | other)))
        return bool(free) and all(self.answers(node, own, other, reply) for reply in free)

    def answers(self, node: Node, own: int, other: int, reply: int) -> bool:
        """Whether the attacker wins after one reply."""
        if set(self.completing(own, other)) - {reply}:
            return True
        if reply in node.after:
            return self.wins(node.after[reply], own, other | 1 << reply)
        return self.by_fours(node.fours, own, other | 1 << reply)

    def by_fours(self, fours: tuple[int, ...], own: int, other: int) -> bool:
        """Whether a sequence of fours wins here."""
        for cell in fours:
            if (own | other) >> cell & 1:
                return False
            own |= 1 << cell
            if self.lacking(own, other, 1):
                return False
            done = self.completing(own, other)
            if len(done) != 1:
                return len(done) > 1
            other |= 1 << done[0]
        return False

"""`join`: one certificate from the parts of all jobs that a proof rests on.

A job's claims are copied unchanged; the claims of the positions above come from the tree. The
position of a node is the least of its symmetric images, so claims are renamed when a move leads to
another image. Every line goes through the checker before it is written: a wrong part is found, and
a known claim is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from io import BufferedReader, BytesIO
from pathlib import Path
from typing import NamedTuple

from noughts.core.catalogue import say
from noughts.core.errors import LedgerError
from noughts.core.position import Mark, Position
from noughts.core.symmetry import Symmetry
from noughts.proofs.certificate import checker
from noughts.proofs.certificate.checker import CELLS
from noughts.proofs.certificate.checker_reasons import reason_of, stated
from noughts.proofs.certificate.makers.claims import EMPTY, names, rules_text, save
from noughts.proofs.ledger.job_certificates import STOLEN
from noughts.proofs.ledger.proof_tree import Node, Support

Parts = Callable[[Position, Mark], bytes]


class AssembledEntry(NamedTuple):
    """How a position is answered: moves, and a step or pairs."""

    cells: str  #: the own side's moves; none if the other side is to move
    #: the symmetry from the position after them to the claim's; None if the game is over
    symmetry: Symmetry | None
    pairs: str | None = None  #: pairs of cells, if they settle the position

    def seen_from(self, turned: Symmetry) -> AssembledEntry:
        """Return the answer for a position that a symmetry takes to this one."""
        back = {CELLS[to]: CELLS[cell] for cell, to in enumerate(turned)}
        pairs = None if self.pairs is None else "".join(back[cell] for cell in self.pairs)
        return AssembledEntry(
            "".join(back.get(cell, cell) for cell in self.cells),
            None if self.symmetry is None else tuple(self.symmetry[cell] for cell in turned),
            pairs,
        )


def join(path: Path, position: Position, proofs: Sequence[Support], parts: Parts) -> int:
    """Write the complete certificate or nothing; return the number of claims.

    `proofs` are those of its statements, in order; `parts` returns the part of a job.

    Raises:
        LedgerError: A part is wrong.
    """
    joined = _Joined(position, parts)
    save(path, joined.lines(proofs))
    return joined.claims


class _Joined:
    """The lines of a certificate, checked as they arrive."""

    def __init__(self, position: Position, parts: Parts) -> None:
        rules = position.rules
        self.claims = 0
        self._position = position
        self._parts = parts
        self._rules = f"rules {rules_text(rules)}"
        self._head = [checker.VERSIONS[0], self._rules, f"position {position}"]
        self._checked = checker.Certificate(*self._head)
        self._numbers = {symmetry: number for number, symmetry in enumerate(rules.symmetries)}

    def lines(self, proofs: Sequence[Support]) -> Iterator[str]:
        """Yield them."""
        yield from self._head
        for symmetry in list(self._numbers)[1:]:
            yield self._read("symmetry " + "".join(CELLS[cell] for cell in symmetry))
        for proof in proofs:
            if self._stolen(proof):
                yield self._read(STOLEN)
                continue
            known: dict[Node, AssembledEntry] = {}
            yield from self._claims(proof, proof.tree.root, known)
            _, turned = self._position.canonical()
            entry = known[proof.tree.root].seen_from(turned)
            root = self._text(entry, "" if entry.cells else EMPTY)
            yield self._read(f"{_said(proof)}: {root}")

    def _stolen(self, proof: Support) -> bool:
        """Whether a part is only strategy stealing."""
        root = proof.tree.root
        if root.children:
            return False
        return STOLEN in self._lines(proof, root)

    def _read(self, line: str) -> str:
        self._checked.read(line)
        return line

    def _claims(
        self, proof: Support, node: Node, known: dict[Node, AssembledEntry]
    ) -> Iterator[str]:
        """Yield the claims that a node rests on, and store its answer."""
        if node in known:
            return
        same = self._position.rules.symmetries[0]
        if node.position.outcome is not None:
            known[node] = AssembledEntry("", None)
        elif not node.children:
            yield from self._part(proof, node, known)
        elif proof.own(node):
            child = proof.chosen(node)
            yield from self._claims(proof, child, known)
            cell, turned = next(
                (cell, turned)
                for cell, after in node.position.children()
                for least, turned in (after.canonical(),)
                if least == child.position
            )
            known[node] = known[child].seen_from(turned)._replace(cells=CELLS[cell])
        else:
            for child in node.children:
                yield from self._claims(proof, child, known)
            yield from self._claim(proof, node, known)
            known[node] = AssembledEntry("", same)

    def _claim(
        self, proof: Support, node: Node, known: dict[Node, AssembledEntry]
    ) -> Iterator[str]:
        """Yield the claim of an opened node with the other side to move."""
        half = self._half(proof)
        own, other = _stones(proof, node)
        _, moves = half.look(own, other)
        entries = []
        for cell, after in node.position.children():
            if moves >> cell & 1:
                least, turned = after.canonical()
                entry = known[proof.tree.nodes[least]].seen_from(turned)
                entries.append(CELLS[cell] + self._text(entry, "" if entry.cells else EMPTY))
        own, other = half.reduced(own, other)
        attacker, defender = (own, other) if proof.won else (other, own)
        blocked = own & other
        stones = (names(board) for board in (attacker ^ blocked, defender ^ blocked, blocked))
        yield from self._new(" ".join(("hw"[proof.won], *stones, *entries)))

    def _text(self, entry: AssembledEntry, cells: str) -> str:
        """Return an entry as written, with the number of its symmetry."""
        if entry.pairs is not None:
            return f"{cells}{entry.cells}={entry.pairs}"
        number = 0 if entry.symmetry is None else self._numbers[entry.symmetry]
        return f"{cells}{entry.cells}.{number}" if number else cells + entry.cells

    def _new(self, line: str) -> Iterator[str]:
        """Yield a claim, unless an equivalent one is known."""
        half = self._checked.halves[line[0]]
        a, d, blocked = (checker.board(cells, half.game.full) for cells in line.split(" ")[1:4])
        own, other = (a, d) if half.wins else (d, a)
        stones = own | blocked, other | blocked
        before = half.known.get(stones)
        if before is not None and not half.zones:
            return  # without zones, none can be smaller
        self._checked.read(line)
        if before is not None:
            zone, passes = half.known[stones]
            if not before[0] & ~zone and before[1] <= passes:
                half.known[stones] = before
                return
        self.claims += 1
        yield line

    def _part(self, proof: Support, node: Node, known: dict[Node, AssembledEntry]) -> Iterator[str]:
        """Yield the claims of a job's part."""
        said = _said(proof)
        numbers = [self._numbers[self._position.rules.symmetries[0]]]
        head: list[str] = []
        try:
            for line in self._lines(proof, node):
                kind, *fields = line.split(" ")
                if kind == "symmetry":
                    numbers.append(self._numbers[tuple(CELLS.index(cell) for cell in fields[0])])
                elif kind == "hw"[proof.won]:
                    entries = [_renumbered(entry, numbers) for entry in fields[3:]]
                    yield from self._new(" ".join((kind, *fields[:3], *entries)))
                elif line.startswith(f"{said}: "):
                    known[node] = self._root(proof, node, _renumbered(fields[-1], numbers))
                    head.append(said)
                else:
                    head.append(line)
            checker.require(
                head == [checker.VERSIONS[0], self._rules, f"position {node.position}", said],
                say("ledger", "part says", text=", ".join(head[1:])),
            )
        except (checker.RefusedError, LookupError, ValueError, TypeError) as error:
            raise LedgerError.said(
                "ledger",
                "part",
                mark=proof.tree.mark,
                position=node.position,
                statement=stated(said),
                reason=reason_of(error),
            ) from error

    def _half(self, proof: Support) -> checker.Half:
        """Return the checked claims of a proof's kind."""
        return self._checked.halves["hw"[proof.won]]

    def _lines(self, proof: Support, node: Node) -> Iterator[str]:
        """Yield the lines of a job's part."""
        part = self._parts(node.position, proof.tree.mark)
        return checker.text_lines(BufferedReader(BytesIO(part)))

    def _root(self, proof: Support, node: Node, text: str) -> AssembledEntry:
        """Check how a part answers its position, and return the answer."""
        moves = proof.own(node)
        checker.require(moves == (text[0] != EMPTY), "it begins with a move too many, or too few")
        self._half(proof).meet(*_stones(proof, node), text)
        said, equals, pairs = text.partition("=")
        cells, _, number = said.partition(".")
        over = moves and len(said) == 1 and said != EMPTY
        if over and node.position.play(CELLS.index(said)).outcome is not None:
            return AssembledEntry(said, None)
        symmetry = self._position.rules.symmetries[int(number or 0)]
        return AssembledEntry(cells if moves else "", symmetry, pairs if equals else None)


def _said(proof: Support) -> str:
    return f"{proof.tree.mark} {'wins' if proof.won else 'does not win'}"


def _stones(proof: Support, node: Node) -> tuple[int, int]:
    """Return the stones of the side that the answer favours, and the other's."""
    mark = proof.tree.mark
    return node.position.sides(mark if proof.won else mark.other)


def _renumbered(entry: str, numbers: Sequence[int]) -> str:
    """Renumber a step's symmetry for the whole certificate."""
    said, dot, number = entry.partition(".")
    return f"{said}.{numbers[int(number)]}" if dot else entry

"""A certificate under gravity as a player, as `docs/reference/gravity-certificates.md` says."""

from collections.abc import Hashable
from typing import NamedTuple

from noughts.core.position import Mark
from noughts.core.rules import Rules
from noughts.proofs.certificate.gravity_checker import BIT, GravityCertificate, parts
from noughts.proofs.certificate.strategies.certificate_plan import (
    AnswerRule,
    CertificatePlan,
    PlannedMove,
)

Stones = tuple[int, int]


class _GravityClaim(NamedTuple):
    """A claim, or an image of one."""

    number: int  #: in the order of the file, from 1
    to: tuple[int, ...]  #: where the symmetry takes each cell, as a set
    entries: tuple[str, ...]


class GravityBook(GravityCertificate):
    """A certificate that keeps its claims and its roots."""

    def __init__(self, version: str, rules: str, position: str) -> None:
        super().__init__(version, rules, position)
        self.kept: dict[str, dict[Stones, _GravityClaim]] = {"h": {}, "w": {}}
        self.roots: list[tuple[str, str]] = []  # statements, and their first moves

    def claim(self, kind: str, own: int, other: int, entries: list[str]) -> None:
        """Check one claim, and keep it with its images."""
        super().claim(kind, own, other, entries)
        for to in self.symmetries:
            at = self.image(to, own), self.image(to, other)
            claim = _GravityClaim(self.claims + 1, tuple(to), tuple(entries))
            self.kept[kind].setdefault(at, claim)

    def read(self, line: str) -> None:
        """Check one more line."""
        super().read(line)
        text, stated, root = line.partition(": ")
        if stated:
            self.roots.append((text, root))


class GravityPlan(CertificatePlan):
    """Plays one statement of a certificate that has been read."""

    def __init__(self, book: GravityBook, text: str, root: str) -> None:
        self.rules = Rules.parse(book.rules)
        self.wins = text.endswith("wins")
        self.mark = Mark[text[0]] if self.wins else Mark[text[0]].other
        self.bits = [1 << cell for cell in range(self.rules.cells)]
        self.own, self.other = book.stones if self.mark is Mark.X else book.stones[::-1]
        self._book = book
        self._kind = "w" if self.wins else "h"
        self._claims = book.kept[self._kind]
        begun = self.own | BIT[root]
        self.first = PlannedMove(
            BIT[root], AnswerRule.LISTED, self._arrived(None, begun, self.other)
        )

    def finishing(self, own: int, other: int) -> int:
        """Return the cells on which its side completes a line."""
        book = self._book
        return book.threats(book.lines, own, other) & book.free(own | other)

    def _arrived(self, claim: _GravityClaim | None, own: int, other: int) -> Hashable:
        """Return the claim to follow after a move; a diagram goes on until an earlier claim."""
        found = self._claims.get((own, other))
        if found is not None and (claim is None or found.number < claim.number):
            return found
        return claim if claim is not None and _diagram(claim) else ""

    def answer(self, following: Hashable, own: int, other: int, reply: int) -> PlannedMove | None:
        """Return the claim's answer, or what a diagram's rules choose."""
        if not isinstance(following, _GravityClaim) or not reply & self._book.free(own | other):
            return None
        other |= reply
        cell, rule = self._chosen(following, own, other, reply)
        if not cell:
            return None
        return PlannedMove(cell, rule, self._arrived(following, own | cell, other))

    def _chosen(
        self, claim: _GravityClaim, own: int, other: int, reply: int
    ) -> tuple[int, AnswerRule]:
        book, free = self._book, self._book.free(own | other)
        if not _diagram(claim):
            answers = {self._here(claim, to[0]): self._here(claim, to[1]) for to in claim.entries}
            return answers.get(reply, 0) & free, AnswerRule.LISTED
        block = self.finishing(other, own)
        for cell in parts(block & -block or free):
            found = self._claims.get((own | cell, other))
            if found is not None and found.number < claim.number:
                return cell, AnswerRule.LISTED
        if block:
            return block & -block, AnswerRule.PAIR
        answer = reply >> book.wide
        for to in claim.entries[1:]:
            if self._here(claim, to[0]) == reply:
                answer = self._here(claim, to[1])
        cells = [answer, *(self._here(claim, name) for name in claim.entries[0][1:])]
        return next((cell for cell in cells if cell & free), 0), AnswerRule.PAIR

    @staticmethod
    def _here(claim: _GravityClaim, name: str) -> int:
        """Return a cell of the claim on the board."""
        return 0 if name == "-" else claim.to[BIT[name].bit_length() - 1]


def _diagram(claim: _GravityClaim) -> bool:
    return bool(claim.entries) and claim.entries[0].startswith("=")

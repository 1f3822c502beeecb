"""`shrink`: make an existing certificate smaller.

It reads the claims into a prover's form, line by line through the checker. So any correct
certificate works: one assembled from the parts of a ledger, or another program's. The result also
goes through the checker.
"""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from noughts.core.errors import CertificateError
from noughts.core.limit import Limit, Meter
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.proofs.certificate import checker
from noughts.proofs.certificate.certificate_forms import (
    OWN_CHECKER,
    refused,
    usual_rules,
    version_of,
)
from noughts.proofs.certificate.certifying import WrittenCertificate, refuse_place
from noughts.proofs.certificate.checker import BIT, CELLS, image, require
from noughts.proofs.certificate.makers.claims import Claim, Statement, Step, write
from noughts.proofs.certificate.makers.minimise import minimise


def shrink(
    path: str | os.PathLike[str], into: str | os.PathLike[str], limit: Limit | None = None
) -> WrittenCertificate:
    """Write a certificate again without unneeded claims.

    If the result is not smaller, the file is copied. All claims are in memory, which takes about
    two hundred times the file's bytes.

    >>> from tempfile import TemporaryDirectory
    >>> from noughts.proofs.certificate import certify
    >>> with TemporaryDirectory() as folder:
    ...     large = certify("3,3,3", folder + "/large.cert")
    ...     small = shrink(large.path, folder + "/small.cert")
    >>> small.statements == large.statements, small.bytes < large.bytes
    (True, True)

    Args:
        path: the certificate.
        into: the file to write; it appears only when complete, and may be the same file.
        limit: seconds and nodes; at the limit, the result so far is written.

    Raises:
        CertificateError: The file is not a certificate, or is wrong.
        OSError: The file cannot be read or written.
    """
    started = perf_counter()
    path, into = Path(path), Path(into)
    refuse_place(into)
    try:
        if version_of(path) in OWN_CHECKER:
            raise CertificateError.said("proof", "own checker", file=path.name)
        with path.open("rb") as file:
            checker.check(file)
        with path.open("rb") as file:
            read = _Claims(checker.text_lines(file))
    except checker.RefusedError as error:
        raise refused(path, error) from None
    with TemporaryDirectory(dir=into.parent) as folder:
        other = Path(folder, into.name)
        try:
            minimise(read.rules, read.statements, Meter(limit), only_blocks=read.game.blocks)
            write(other, read.position, read.statements, only_blocks=read.game.blocks)
            with other.open("rb") as file:
                found = checker.check(file)
        except checker.RefusedError:  # an entry also served others, or a claim was repeated
            found = read.game
        if found is read.game or other.stat().st_size >= path.stat().st_size:
            found = read.game
            shutil.copyfile(path, other)
        other.replace(into)
    shown = tuple(statement.text for statement in read.statements)
    size = into.stat().st_size
    return WrittenCertificate(
        into, read.position, shown, found.claims, size, perf_counter() - started
    )


class _Claims:
    """A statement, with the claims that it rests on."""

    def __init__(self, lines: Iterator[str]) -> None:
        self.game = checker.Certificate(*(next(lines) for _ in range(3)))
        self.rules = Rules.parse(usual_rules(self.game.rules))
        self.position = Position.parse(self.game.position, self.rules)
        self.statements: list[Statement] = []
        self._known: dict[str, dict[tuple[int, int], Claim]] = {"h": {}, "w": {}}
        self._numbers = {symmetry: number for number, symmetry in enumerate(self.rules.symmetries)}
        self._symmetries = {"": 0}  # those of the file, with the rules' numbers
        for line in lines:
            self.game.read(line)
            self._read(line)

    def _read(self, line: str) -> None:
        kind, *fields = line.split(" ")
        if kind == "symmetry":
            to = tuple(CELLS.index(cell) for cell in fields[0])
            require(to in self._numbers, "Noughts does not know this symmetry")
            self._symmetries[f".{len(self._symmetries)}"] = self._numbers[to]
        elif kind in self._known:
            self._claim(kind, *fields)
        else:
            text, _, root = line.partition(": ")
            wins = " wins" in text
            half = self.game.halves["hw"[wins]]
            own, other = self.game.stones if (kind == "X") == wins else self.game.stones[::-1]
            step = self._step(half, own, other, "", root) if root else None
            self.statements.append(Statement(text, wins=wins, step=step))

    def _claim(self, kind: str, *fields: str) -> None:
        half = self.game.halves[kind]
        attacker, defender, blocked = (checker.board(names, half.game.full) for names in fields[:3])
        claim = Claim(attacker | blocked, defender | blocked)
        own, other = self._sides(half, claim.attacker, claim.defender)
        _, left = half.look(own, other)
        pairings: list[str] = []
        steps: list[Step] = []
        for entry in fields[3:] if left else ():
            if half.pairs and "=" in entry[:2]:
                pairings.append(entry)
            else:
                move = entry[0]
                steps.append(self._step(half, own, other | BIT[move], move, entry[1:]))
        claim.pairings, claim.steps = pairings, steps
        stands = half.reduced(own, other) if half.twins else (own, other)
        self._known[kind][stands] = claim

    def _step(self, half: checker.Half, own: int, other: int, prefix: str, entry: str) -> Step:
        """Return the step of an entry, after its move."""
        names, equals, pairs = entry.partition("=")
        if equals:
            stones = own | checker.board(names, half.game.full), other
            if not half.twins:  # otherwise some of the pairs may be twins
                stones = half.reduced(*stones)
            return Step(prefix + names, Claim(*self._sides(half, *stones), ["=" + pairs]))
        names, dot, number = entry.partition(".")
        threats = left = 0
        for name in names:
            other |= threats
            own |= BIT[name]
            threats, left = half.look(own, other)
        own, other = half.reduced(own, other)
        if half.twins:
            _, left = half.look(own, other)
        if not left:
            return Step(prefix + names)
        to = half.game.symmetries[dot + number]
        own, other = image(to, own), image(to, other)
        claim = self._known["hw"[half.wins]][own, other]
        return Step(prefix + names, claim, self._symmetries[dot + number])

    def _sides(self, half: checker.Half, one: int, other: int) -> tuple[int, int]:
        """Convert attacker and defender to own and other side, or back."""
        return (one, other) if half.wins else (other, one)

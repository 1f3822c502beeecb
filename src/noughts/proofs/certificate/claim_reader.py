"""Reads the claims of a certificate, to show or use them; nothing is checked here.

`docs/explanation/certificate-rules.md` explains their meaning, and why each step is right.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from noughts.core.errors import CertificateError
from noughts.proofs.certificate import checker, gravity_checker
from noughts.proofs.certificate.checker import CELLS
from noughts.proofs.certificate.checker_reasons import reason_of


class ClaimEntry(NamedTuple):
    """What a claim says about a move, or about all moves except a few.

    Attributes:
        move: the cell that the side to move goes to; None for a pass, or for any move that is
            neither in `pairs` nor among the `answers`.
        answers: the other side's moves; a win's answer may have several, each but the last a threat
            with one reply.
        pairs: pairs of cells that stop every remaining line.
        symmetry: the number of the symmetry from the position to that of the claim it rests on; 0
            if none is needed.
    """

    move: int | None
    answers: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...] = ()
    symmetry: int = 0


class ReplyDiagram(NamedTuple):
    """What a claim says of all games from here on, if stones fall.

    Attributes:
        order: cells; the first that can be played is the answer if nothing else is.
        answers: a stone, and the answer to it; None if it has none. Any other stone has the cell
            above it.
    """

    order: tuple[int, ...]
    answers: tuple[tuple[int, int | None], ...]


class ParsedClaim(NamedTuple):
    """One claim: a side wins, or does not win, a position.

    Attributes:
        statement: what it helps to prove: ``X wins``, ``O does not win`` and so on. The named side
            attacks. If it wins, the defender is to move, else the attacker.
        attacker: the attacker's stones, as a set of cells.
        defender: the defender's stones.
        blocked: cells that are useful to neither side.
        entries: the moves that need an answer.
        diagram: how all moves are answered from here on; None if the entries say it.
    """

    statement: str
    attacker: frozenset[int]
    defender: frozenset[int]
    blocked: frozenset[int]
    entries: tuple[ClaimEntry, ...]
    diagram: ReplyDiagram | None = None


def read_claims(path: str | os.PathLike[str]) -> Iterator[ParsedClaim]:
    """Yield the claims of a certificate, each after those that it rests on.

    A win by threats has none of this form.

    >>> from tempfile import TemporaryDirectory
    >>> from noughts.proofs.certificate import certify
    >>> with TemporaryDirectory() as folder:
    ...     made = certify("4,3,3", folder + "/win.cert")
    ...     (claim,) = read_claims(made.path)
    >>> claim.statement, sorted(claim.attacker), sorted(claim.defender)
    ('X wins', [5], [])
    >>> claim.entries[0]  # if O moves elsewhere, X goes to cell 6 and has two threats
    ClaimEntry(move=None, answers=(6,), pairs=(), symmetry=0)

    Raises:
        CertificateError: The file is not a certificate: damaged, cut or foreign.
        OSError: The file cannot be read.
    """
    path = Path(path)
    try:
        with path.open("rb") as file:
            lines = checker.text_lines(file)
            stated = [line.partition(":")[0] for line in lines if line[:2] in {"X ", "O "}]
        with path.open("rb") as file:
            lines = checker.text_lines(file)
            falls = next(lines, "") == gravity_checker.VERSION
            for line in lines:
                kind, *fields = line.split(" ")
                if kind in {"h", "w"}:
                    attacker, defender, blocked = (frozenset(_cells(f)) for f in fields[:3])
                    statement = stated[0] if stated else ""
                    claim = ParsedClaim(statement, attacker, defender, blocked, ())
                    if falls and "".join(fields[3:4]).startswith("="):
                        yield claim._replace(diagram=_diagram(fields[3:]))
                    else:
                        entries = tuple(_entry(field, wins=kind == "w") for field in fields[3:])
                        yield claim._replace(entries=entries)
                elif kind in {"X", "O"}:
                    del stated[0]
    except (checker.RefusedError, ValueError, TypeError) as error:
        reason = reason_of(error)
        raise CertificateError.said(
            "proof", "no certificate", file=path.name, reason=reason
        ) from None


def _cells(names: str) -> tuple[int, ...]:
    return tuple(CELLS.index(name) for name in names if name != "-")


def _diagram(fields: list[str]) -> ReplyDiagram:
    answers = [(CELLS.index(field[:1]), _cells(field[1:])) for field in fields[1:]]
    said = tuple((stone, cells[0] if cells else None) for stone, cells in answers)
    return ReplyDiagram(_cells(fields[0][1:]), said)


def _entry(text: str, *, wins: bool) -> ClaimEntry:
    said, _, number = text.partition(".")
    said, pairing, named = said.partition("=")
    if pairing and not wins and len(said) < 2:  # means all moves except those that it names
        said = "-" + said
    move, answers, cells = _cells(said[:1]), _cells(said[1:]), _cells(named)
    pairs = tuple(zip(cells[::2], cells[1::2], strict=True))
    return ClaimEntry(move[0] if move else None, answers, pairs, int(number or 0))

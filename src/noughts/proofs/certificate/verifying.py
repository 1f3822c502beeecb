"""`verify`: check a certificate with the standalone checker, and report what it proves."""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable
from io import BufferedReader
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from noughts.core.catalogue import say
from noughts.core.errors import CertificateError
from noughts.core.notation import format_cell
from noughts.proofs.certificate import checker, falling_checker, proved_checker, threat_checker
from noughts.proofs.certificate.checker import CELLS
from noughts.proofs.certificate.checker_reasons import reason_of
from noughts.proofs.certificate.falling_checker import FallingCertificate
from noughts.proofs.certificate.playing import expanded, played
from noughts.proofs.certificate.threat_checker import ThreatCertificate
from noughts.proofs.certificate.threat_expansion import ThreatExpansion
from noughts.proofs.certificate.threat_plan import ThreatBook

#: A checker of another form of certificates.
OwnCheck = Callable[[BufferedReader], FallingCertificate | ThreatCertificate]


#: The most positions, seconds and bytes of an expansion.
Limits = tuple[int | None, float | None, int | None]


class Verdict(NamedTuple):
    """What a certificate proves, or why it is wrong.

    Attributes:
        holds: whether every claim follows.
        why: the first wrong claim, and why; empty if all are right.
        rules: the game's rules as text; empty, like the fields below, if the certificate is wrong.
        position: the position's text.
        maker_breaker: whether O only blocks.
        statements: what is proved: ``X wins``, ``O does not win`` and so on.
        claims: the number of claims.
        reasons: the number of moves, replies and pairings in them.
        bytes: the file's size.
        seconds: wall-clock seconds.
        answers: positions in which its side had to answer in extra play; 0 without any.
    """

    holds: bool
    why: str
    rules: str
    position: str
    maker_breaker: bool
    statements: tuple[str, ...]
    claims: int
    reasons: int
    bytes: int
    seconds: float
    answers: int = 0

    @property
    def value(self) -> str:
        """The value in words: ``X wins``, ``O wins``, ``draw``, or what is proved of one side."""
        if {said[0] for said in self.statements if "not" in said} == {"X", "O"}:
            return "draw"
        winning = [said for said in self.statements if "not" not in said]
        return "".join((winning or list(self.statements))[:1])


def verify(
    path: str | os.PathLike[str],
    *,
    verified: bool = False,
    expand: bool = False,
    play: int = 0,
    most: int | None = None,
    seconds: float | None = None,
    memory: int | None = None,
) -> Verdict:
    """Check every step of a certificate.

    Args:
        path: the file.
        verified: also use the checker proved in Rocq (`make verified` builds it).
        expand: also play it against every reply, which needs no lemma.
        play: also play this many games against random and adverse opponents.
        most: the answers after which `expand` gives up.
        seconds: the wall-clock seconds after which it gives up.
        memory: bytes for positions, by default a quarter of the machine's memory.

    Raises:
        CertificateError: The file is not a certificate: damaged, cut or foreign.
        LimitReachedError: `expand` needs more than it is allowed.
        OSError: The file cannot be read, or the proved checker is not built.
    """
    started = perf_counter()
    path = Path(path)
    size = path.stat().st_size
    try:
        own = own_check(path)
        if own is not None:
            threats = own is threat_checker.check
            if verified or (play and not threats):
                raise no_more(path, own)
            if threats and (expand or play):
                return _expanded(path, (most, seconds, memory) if expand else None, play, started)
            return _checked_alone(path, own, expand=expand, started=started)
        with path.open("rb") as file:
            found = checker.check(file)
        if verified:
            _agree(found, proved_checker.said_of(path))
        games = [expanded(path, most, seconds=seconds, memory=memory)] if expand else []
        games += [played(path, play)] if play else []
    except (
        checker.RefusedError,
        falling_checker.NotHeldError,
        threat_checker.NotShownError,
    ) as error:
        if error.args[1] == 2:
            raise refused(path, error) from None
        return _wrong(reason_of(error), size, started)
    for game in games:
        if game.why:
            return _wrong(game.why, size, started)
    answers = sum(game.positions for game in games)
    said, seconds = tuple(found.statements), perf_counter() - started
    return Verdict(
        holds=True,
        why="",
        rules=usual_rules(found.rules),
        position=found.position,
        maker_breaker=found.blocks,
        statements=said,
        claims=found.claims,
        reasons=found.entries,
        bytes=size,
        seconds=seconds,
        answers=answers,
    )


def own_check(path: Path) -> OwnCheck | None:
    """Return the checker of games with gravity, or of wins by threats, if a file says it needs it.

    Raises:
        RefusedError: It is not a certificate.
        OSError: It cannot be read.
    """
    with path.open("rb") as file:
        try:
            version = next(checker.text_lines(file), "")
        except (ValueError, zlib.error):
            raise checker.RefusedError("it cannot be read", 2) from None
    if version == threat_checker.VERSION:
        return threat_checker.check
    return falling_checker.check if version == falling_checker.VERSION else None


def no_more(path: Path, own: OwnCheck) -> CertificateError:
    """Return the error for something else than the check of such a file."""
    name = "by threats" if own is threat_checker.check else "with gravity"
    return CertificateError.said("proof", name, file=path.name)


def _checked_alone(path: Path, own: OwnCheck, *, expand: bool, started: float) -> Verdict:
    """Check a certificate that has a checker of its own."""
    with path.open("rb") as file:
        found = own(file)
    answers = found.positions if expand and isinstance(found, FallingCertificate) else 0
    return _shown(path, found, answers, started)


def _expanded(path: Path, limits: Limits | None, play: int, started: float) -> Verdict:
    """Check a win by threats, and play it."""
    with path.open("rb") as file:
        book = threat_checker.check(file, ThreatBook)
    assert isinstance(book, ThreatBook)  # noqa: S101  (for the type checker)
    expansion = ThreatExpansion(book)
    games = [expansion.every(*limits)] if limits else []
    games += [expansion.some(play)] if play else []
    for game in games:
        if game.why:
            return _wrong(game.why, path.stat().st_size, started)
    return _shown(path, book, expansion.positions, started)


def _shown(
    path: Path, found: FallingCertificate | ThreatCertificate, answers: int, started: float
) -> Verdict:
    """Return what a certificate proves that has a checker of its own."""
    return Verdict(
        holds=True,
        why="",
        rules=found.rules,
        position=found.position,
        maker_breaker=False,
        statements=tuple(found.statements),
        claims=found.claims,
        reasons=found.entries,
        bytes=path.stat().st_size,
        seconds=perf_counter() - started,
        answers=answers,
    )


def _agree(found: checker.Certificate, said: str) -> None:
    """Reject a file if the proved checker disagrees, perhaps about the game."""
    shown = "; ".join(text.partition(" by ")[0] for text in found.statements)
    same = f"{found.rules}, {found.position}: {shown}   {found.claims} claims hold"
    checker.require(said == same, say("proof", "checker differs", text=said))


def usual_rules(text: str) -> str:
    """Return rules in the usual form: with the usual names of cells."""
    shape, listed, lines = text.removesuffix(", O only blocks").partition(" lines")
    if not listed:
        return shape
    sides = tuple(map(int, shape.split(",")))
    words = lines.removesuffix(" misere").split(" ")[1:]
    named = ["-".join(format_cell(CELLS.index(name), sides) for name in word) for word in words]
    return " ".join((shape + listed, *named)) + " misere" * lines.endswith(" misere")


def refused(
    path: Path,
    error: checker.RefusedError | falling_checker.NotHeldError | threat_checker.NotShownError,
) -> CertificateError:
    """Return the error for a file that a checker refuses."""
    reason = reason_of(error)
    if error.args[1] == 2:
        return CertificateError.said("proof", "no certificate", file=path.name, reason=reason)
    return CertificateError.said("proof", "wrong", file=path.name, why=reason)


def _wrong(why: str, size: int, started: float) -> Verdict:
    seconds = perf_counter() - started
    return Verdict(False, why, "", "", False, (), 0, 0, size, seconds)  # noqa: FBT003

"""`verify`: check a certificate with the standalone checker, and report what it proves."""

import os
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from noughts.core.catalogue import say
from noughts.core.errors import CertificateError
from noughts.proofs.certificate import certificate_forms, checker, gravity_checker, proved_checker
from noughts.proofs.certificate.checker_reasons import reason_of
from noughts.proofs.certificate.strategies.plan_expansion import PlanExpansion
from noughts.proofs.certificate.strategies.playing import Played, expanded, played

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
    games: list[Played] = []
    try:
        version = certificate_forms.version_of(path)
        if verified and version in certificate_forms.OWN_CHECKER:
            raise CertificateError.said("proof", "own checker", file=path.name)
        plays_itself = version == gravity_checker.VERSION  # against every reply
        found = certificate_forms.checked(path, keeps=play > 0 or (expand and not plays_itself))
        if not isinstance(found, checker.Certificate):
            games = _games(found, path, (most, seconds, memory) if expand else None, play)
        else:
            if verified:
                _agree(found, proved_checker.said_of(path))
            games += [expanded(path, most, seconds=seconds, memory=memory)] if expand else []
            games += [played(path, play)] if play else []
    except certificate_forms.REFUSALS as error:
        if error.args[1] == 2:
            raise certificate_forms.refused(path, error) from None
        return _wrong(reason_of(error), size, started)
    for game in games:
        if game.why:
            return _wrong(game.why, size, started)
    return Verdict(
        holds=True,
        why="",
        rules=certificate_forms.usual_rules(found.rules),
        position=found.position,
        maker_breaker=isinstance(found, checker.Certificate) and found.blocks,
        statements=tuple(found.statements),
        claims=found.claims,
        reasons=found.entries,
        bytes=size,
        seconds=perf_counter() - started,
        answers=sum(game.positions for game in games),
    )


def _games(
    found: certificate_forms.Checked, path: Path, limits: Limits | None, play: int
) -> list[Played]:
    """Play a certificate that has a separate checker."""
    games: list[Played] = []
    plans = certificate_forms.plans_of(found, path)
    if limits and isinstance(found, gravity_checker.GravityCertificate):
        games = [Played(found.positions, "")]
    elif limits:
        games = [PlanExpansion(plan).every(*limits) for plan in plans]
    return games + [PlanExpansion(plan).some(play) for plan in plans if play]


def _agree(found: checker.Certificate, said: str) -> None:
    """Reject a file if the proved checker disagrees, perhaps about the game."""
    shown = "; ".join(text.partition(" by ")[0] for text in found.statements)
    same = f"{found.rules}, {found.position}: {shown}   {found.claims} claims hold"
    checker.require(said == same, say("proof", "checker differs", text=said))


def _wrong(why: str, size: int, started: float) -> Verdict:
    seconds = perf_counter() - started
    return Verdict(False, why, "", "", False, (), 0, 0, size, seconds)  # noqa: FBT003

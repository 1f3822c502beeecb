"""The engine that a user names: of Noughts, one's own, or a certificate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from noughts.cli.refusing import refuse
from noughts.cli.working import working
from noughts.core.catalogue import listed, say
from noughts.core.limit import Limit
from noughts.engines import Engine, Level, engine

if TYPE_CHECKING:
    from noughts.proofs.certificate import CertificateEngine


def load(
    name: str, *, seed: int | None = None, limit: Limit | None = None, total: bool = False
) -> Engine:
    """Return an engine by name; the user's own engines run in a separate process.

    The limit's seconds stop such an engine: for each answer or, with `total`, for all of them
    together.

    Raises:
        UnknownNameError: The engine does not exist, or cannot be created.
        LimitReachedError: It takes too long to load.
    """
    if is_certificate(name):
        return certificate(name)
    if ":" not in name:
        return engine(name, seed=seed)
    from noughts.engines.guest import Guest  # noqa: PLC0415  (processes are slow to load)

    return Guest(name, seed=seed, limit=limit, total=total)


def is_certificate(name: str) -> bool:
    """Whether the name of an engine or a level is the file of a certificate.

    >>> is_certificate("win.cert"), is_certificate("mine:Engine")
    (True, False)
    """
    return name.endswith(".cert")


def certificate(file: str, *, keeps: bool = False) -> CertificateEngine:
    """Return the engine that plays a certificate, after checking it.

    Raises:
        CertificateError: It is not a certificate, is wrong, or has no moves.
        OSError: It cannot be read.
    """
    from noughts.proofs.certificate import CertificateEngine  # noqa: PLC0415  (loads when it is used)

    with working(say("proof", "verifying", file=file)):
        return CertificateEngine(file, keeps=keeps)


def opponent(level: str, *, seed: int | None = None, keeps: bool = False) -> Engine:
    """Return the engine that plays at a level, or plays a certificate; `keeps` as for `Perfect`.

    >>> opponent("medium")
    <Skill: medium>
    """
    if is_certificate(level):
        return certificate(level, keeps=keeps)
    return Level.parse(level).engine(seed=seed, keeps=keeps)


def check_limit(player: Engine, allowed: Limit | None, name: str) -> None:
    """Reject a limit that an engine does not obey.

    Raises:
        click.UsageError: It would do nothing.
    """
    for part in Limit.fields:
        if allowed is not None and getattr(allowed, part) and part not in player.limits:
            others = [f"--{other}" for other in Limit.fields if other in player.limits]
            instead = listed(others) or say("usage", "no limit")
            refuse(f"--{part}", say("usage", "keeps to", name=name, limits=instead))


def check_seed(player: Engine, seed: int | None, name: str) -> None:
    """Reject a seed for a deterministic engine.

    Raises:
        click.UsageError: It would do nothing.
    """
    if seed is not None and not player.randomised:
        refuse("--seed", say("usage", "not random", name=name))

"""The forms of certificates: which checker a file needs, and which plans it holds."""

import zlib
from pathlib import Path

from noughts.core.errors import CertificateError
from noughts.core.notation import format_cell
from noughts.core.rules import Rules
from noughts.proofs.certificate import checker, gravity_checker, threat_checker
from noughts.proofs.certificate.checker_reasons import reason_of
from noughts.proofs.certificate.strategies.certificate_plan import CertificatePlan
from noughts.proofs.certificate.strategies.claim_plan import ClaimPlan
from noughts.proofs.certificate.strategies.gravity_plan import GravityBook, GravityPlan
from noughts.proofs.certificate.strategies.strategy import strategies
from noughts.proofs.certificate.strategies.threat_plan import ThreatBook, ThreatPlan

#: What the checkers raise. The second argument is 2 if the file is no certificate.
REFUSALS = (checker.RefusedError, gravity_checker.NotHeldError, threat_checker.NotShownError)
#: Versions of games with gravity, and of wins by threats: each has a checker of its own.
OWN_CHECKER = {gravity_checker.VERSION, threat_checker.VERSION}
Checked = (
    checker.Certificate | gravity_checker.GravityCertificate | threat_checker.ThreatCertificate
)


def version_of(path: Path) -> str:
    """Return the first line of a certificate.

    Raises:
        RefusedError: It is not a certificate.
        OSError: It cannot be read.
    """
    with path.open("rb") as file:
        try:
            return next(checker.text_lines(file), "")
        except (ValueError, zlib.error):
            raise checker.RefusedError("it cannot be read", 2) from None


def checked(path: Path, *, keeps: bool = False) -> Checked:
    """Check a certificate with the checker of its form; if `keeps`, keep what `plans_of` needs.

    Raises:
        RefusedError, NotHeldError, NotShownError: It is not a certificate, or is wrong.
        OSError: It cannot be read.
    """
    version = version_of(path)
    with path.open("rb") as file:
        if version == threat_checker.VERSION:
            return threat_checker.check(file, ThreatBook if keeps else None)
        if version == gravity_checker.VERSION:
            return gravity_checker.check(file, GravityBook if keeps else None)
        return checker.check(file)


def plans_of(found: Checked, path: Path) -> list[CertificatePlan]:
    """Return the plans of a certificate that was checked and kept; none if O only blocks."""
    if isinstance(found, ThreatBook):
        return [ThreatPlan(found)]
    if isinstance(found, GravityBook):
        return [GravityPlan(found, *root) for root in found.roots]
    if not isinstance(found, checker.Certificate) or found.blocks:
        return []
    rules = Rules.parse(usual_rules(found.rules))
    return [ClaimPlan(each, rules) for each in strategies(path)]


def usual_rules(text: str) -> str:
    """Return rules in the usual form: with the usual names of cells."""
    shape, listed, lines = text.removesuffix(", O only blocks").partition(" lines")
    if not listed:
        return shape
    sides = tuple(map(int, shape.split(",")))
    words = lines.removesuffix(" misere").split(" ")[1:]
    named = [
        "-".join(format_cell(checker.CELLS.index(name), sides) for name in word) for word in words
    ]
    return " ".join((shape + listed, *named)) + " misere" * lines.endswith(" misere")


def refused(path: Path, error: Exception) -> CertificateError:
    """Return the error for a file that a checker refuses."""
    reason = reason_of(error)
    if error.args[1] == 2:
        return CertificateError.said("proof", "no certificate", file=path.name, reason=reason)
    return CertificateError.said("proof", "wrong", file=path.name, why=reason)

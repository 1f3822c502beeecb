"""The JSON of certificates, written and checked."""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING

from noughts.proofs.certificate.certifying import WrittenCertificate
from noughts.proofs.certificate.verifying import Verdict

if TYPE_CHECKING:
    from noughts.json import shapes


def certified(made: WrittenCertificate, *, maker_breaker: bool) -> shapes.Certified:
    """Report a written certificate."""
    return {
        "rules": str(made.position.rules),
        "position": str(made.position),
        "maker_breaker": maker_breaker,
        "statements": list(made.statements),
        "claims": made.claims,
        "bytes": made.bytes,
        "seconds": made.seconds,
    }


def shown_certificate(made: WrittenCertificate) -> shapes.ShownCertificate:
    """Report a certificate with its file."""
    return {
        "statements": list(made.statements),
        "claims": made.claims,
        "bytes": made.bytes,
        "base64": b64encode(made.path.read_bytes()).decode(),
    }


def verified(found: Verdict) -> shapes.Verified:
    """Report what a certificate proves, or why it is wrong."""
    return {
        "rules": found.rules or None,
        "position": found.position or None,
        "maker_breaker": found.maker_breaker,
        "value": found.value or None,
        "statements": list(found.statements),
        "claims": found.claims,
        "reasons": found.reasons,
        "answers": found.answers,
        "bytes": found.bytes,
        "seconds": found.seconds,
        "holds": found.holds,
        "why": found.why or None,
    }

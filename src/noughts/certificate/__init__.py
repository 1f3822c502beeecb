"""Certificates: files that show a value to anyone who knows the rules and trusts nothing else.

`certify` proves a value and writes the proof; `verify` checks every step of it, with a checker that
knows nothing of how it was found (`noughts.certificate.checker`, which also runs by itself:
``python checker.py FILE``); `read_claims` reads what it consists of. The format and its rules are
in `docs/certificates.md`.
"""

from noughts.certificate.certifying import Certificate, certify
from noughts.certificate.reading import ClaimEntry, ParsedClaim, read_claims
from noughts.certificate.verifying import Verdict, verify

__all__ = [
    "Certificate",
    "ClaimEntry",
    "ParsedClaim",
    "Verdict",
    "certify",
    "read_claims",
    "verify",
]

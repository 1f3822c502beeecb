"""Certificates: files that show a value to anyone who knows the rules and trusts nothing else.

`certify` proves a value and writes the proof; `CertificateWriter` writes the proof that `solve`
finds. `verify` checks every step of it, with a checker that knows nothing of how it was found
(`noughts.proofs.certificate.checker`, which also runs by itself: ``python checker.py FILE``).
`read_claims` reads the claims; `shrink` leaves out those that are not needed. The format and its
rules are in `docs/explanation/certificate-rules.md`.
"""

from noughts.proofs.certificate.certifying import CertificateWriter, WrittenCertificate, certify
from noughts.proofs.certificate.claim_reader import ClaimEntry, ParsedClaim, read_claims
from noughts.proofs.certificate.shrinking import shrink
from noughts.proofs.certificate.verifying import Verdict, verify

__all__ = [
    "CertificateWriter",
    "ClaimEntry",
    "ParsedClaim",
    "Verdict",
    "WrittenCertificate",
    "certify",
    "read_claims",
    "shrink",
    "verify",
]

"""Certificates: files that prove a value to anyone who knows the rules.

`certify` proves a value and writes the proof; `CertificateWriter` writes the proof that `solve`
finds. `verify` checks every step with an independent checker (`noughts.proofs.certificate.checker`,
which also runs alone: ``python checker.py FILE``). `read_claims` reads the claims; `shrink` removes
claims that are not needed. `docs/explanation/certificate-rules.md` has the format and its rules.
"""

from noughts.proofs.certificate.certificate_engine import CertificateEngine
from noughts.proofs.certificate.certifying import (
    CertificateWriter,
    WrittenCertificate,
    certify,
    certify_threats,
    refuse_threats,
)
from noughts.proofs.certificate.claim_reader import (
    ClaimEntry,
    ParsedClaim,
    ReplyDiagram,
    read_claims,
)
from noughts.proofs.certificate.shrinking import shrink
from noughts.proofs.certificate.verifying import Verdict, verify

__all__ = [
    "CertificateEngine",
    "CertificateWriter",
    "ClaimEntry",
    "ParsedClaim",
    "ReplyDiagram",
    "Verdict",
    "WrittenCertificate",
    "certify",
    "certify_threats",
    "read_claims",
    "refuse_threats",
    "shrink",
    "verify",
]

"""Certificates as text, and back into files with the digest made right again."""

import gzip
from collections.abc import Iterable
from io import BufferedReader, BytesIO
from pathlib import Path

from noughts.proofs.certificate import checker
from noughts.proofs.certificate.claims import save


def read(path: Path) -> list[str]:
    """Return the lines of a certificate."""
    return gzip.decompress(path.read_bytes()).decode().splitlines()


def verdict(path: Path, lines: Iterable[str] | None = None) -> str:
    """Write the lines if there are any, and say what the checker makes of the file."""
    if lines is not None:
        save(path, lines)
    return judged(path.read_bytes())


def judged(data: bytes) -> str:
    """Say what the checker makes of a file's bytes."""
    try:
        return "; ".join(checker.check(BufferedReader(BytesIO(data))).statements)
    except checker.RefusedError as error:
        why, code = error.args
        return f"{('does not hold', 'no certificate')[code - 1]}: {why}"


def code_of(path: Path, lines: Iterable[str]) -> int:
    """Write the lines; return 0 if they hold, 1 if they do not, 2 if they are not a certificate."""
    said = verdict(path, lines)
    return 1 if said.startswith("does not hold") else 2 if said.startswith("no certificate") else 0

"""Certificates as text, and back into files with the digest made right again."""

import gzip
from collections.abc import Iterable
from io import BufferedReader, BytesIO
from pathlib import Path
from typing import Any

from noughts.proofs.certificate import checker, gravity_checker, threat_checker
from noughts.proofs.certificate.makers.claims import save


def read(path: Path) -> list[str]:
    """Return the lines of a certificate."""
    return gzip.decompress(path.read_bytes()).decode().splitlines()


def verdict(path: Path, lines: Iterable[str] | None = None, by: Any = checker) -> str:
    """Write the lines if there are any, and say what a checker makes of the file."""
    if lines is not None:
        save(path, lines)
    return judged(path.read_bytes(), by)


def judged(data: bytes, by: Any = checker) -> str:
    """Say what a checker makes of a file's bytes."""
    try:
        return "; ".join(by.check(BufferedReader(BytesIO(data))).statements)
    except (
        checker.RefusedError,
        gravity_checker.NotHeldError,
        threat_checker.NotShownError,
    ) as error:
        why, code = error.args[:2]
        return f"{('does not hold', 'no certificate')[code - 1]}: {why}"


def code_of(path: Path, lines: Iterable[str], by: Any = checker) -> int:
    """Write the lines; return 0 if they hold, 1 if they do not, 2 if they are not a certificate."""
    said = verdict(path, lines, by)
    return 1 if said.startswith("does not hold") else 2 if said.startswith("no certificate") else 0

"""The checker proved in Rocq (`proofs/`), if `make verified` has built it."""

from __future__ import annotations

import errno
import shutil
from contextlib import suppress
from pathlib import Path
from subprocess import PIPE, Popen
from typing import TYPE_CHECKING

from noughts.proofs.certificate.checker import RefusedError, text_lines

if TYPE_CHECKING:
    from io import BufferedReader

NAME = "noughts-verified"  #: the program's name on the PATH
BUILT = Path(__file__).parents[4] / "proofs" / "build" / "verified"
MISSING = f"the proved checker is not built: run `make verified`, or put it on the PATH as {NAME}"


def program() -> Path | None:
    """Return the program from this source tree, or else from the PATH."""
    found = None if BUILT.is_file() else shutil.which(NAME)
    return BUILT if BUILT.is_file() else Path(found) if found else None


def _feed(program: Popen[bytes], file: BufferedReader) -> None:
    if program.stdin is not None:
        with suppress(BrokenPipeError):  # it has rejected a line, and stops reading
            for line in text_lines(file):
                program.stdin.write(f"{line}\n".encode("ascii"))


def said_of(path: Path) -> str:
    """Return the proved checker's result: rules, position, statements, claims.

    Raises:
        RefusedError: It rejects the file.
        OSError: The file cannot be read, or the program does not exist.
    """
    found = program()
    if found is None:
        raise FileNotFoundError(errno.ENOENT, MISSING, str(BUILT))
    with (
        path.open("rb") as file,
        Popen(  # noqa: S603  (ours, or what the user put on the PATH)
            [found], stdin=PIPE, stdout=PIPE, stderr=PIPE
        ) as process,
    ):
        _feed(process, file)
        said, why = process.communicate()
    if process.returncode != 0:
        reason = why.decode(errors="replace").strip() or f"it stops with {process.returncode}"
        raise RefusedError(f"the proved checker: {reason}", 1 if process.returncode == 1 else 2)
    return said.decode().strip()

"""The checker proved in Rocq (`proofs/`), if `make verified` has built it."""

from __future__ import annotations

import errno
import re
import shutil
from contextlib import suppress
from io import BufferedReader
from itertools import islice
from pathlib import Path
from subprocess import PIPE, Popen

from noughts.core.catalogue import say
from noughts.proofs.certificate.checker import RefusedError, text_lines
from noughts.proofs.certificate.checker_reasons import reason_of

NAME = "noughts-verified"  #: the program's name on the PATH
BUILT = Path(__file__).parents[4] / "proofs" / "build" / "verified"
_REFUSAL = re.compile(r"(?:does not hold|no certificate): (?:line (\d+): )?(.*)", re.DOTALL)


def program() -> Path | None:
    """Return the program from this source tree, or else from the PATH."""
    found = None if BUILT.is_file() else shutil.which(NAME)
    return BUILT if BUILT.is_file() else Path(found) if found else None


def missing() -> str:
    """Say that the program does not exist, and how to get it."""
    return say("proof", "not built", name=NAME)


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
        raise FileNotFoundError(errno.ENOENT, missing(), str(BUILT))
    with (
        path.open("rb") as file,
        Popen(  # noqa: S603  (ours, or what the user put on the PATH)
            [found], stdin=PIPE, stdout=PIPE, stderr=PIPE
        ) as process,
    ):
        _feed(process, file)
        said, why = process.communicate()
    if process.returncode != 0:
        raise _refusal(path, why.decode(errors="replace").strip(), process.returncode)
    return said.decode().strip()


def _refusal(path: Path, said: str, code: int) -> RefusedError:
    """Return the error for what the program says of a file; it gives a line by its number."""
    found = _REFUSAL.fullmatch(said)
    if not found:
        return RefusedError(say("proof", "checker stopped", code=code), 2)
    number = int(found[1] or 0)
    with path.open("rb") as file:
        line = next(islice(text_lines(file), max(number - 1, 0), None), "")
    reason = reason_of(RefusedError(said, code, found[2], number, line))
    return RefusedError(say("proof", "proved checker", reason=reason), code)

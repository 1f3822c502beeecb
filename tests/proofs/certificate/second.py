"""The second checkers, compiled where there is a C compiler."""

import os
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

from noughts.proofs.certificate import checker
from tests.proofs.certificate.files import code_of

BUILT = Path(__file__).parents[3] / "build" / "checkers"
#: Starts a program for each file, and prints its exit code.
EACH = 'for file; do "$0" "$file" >/dev/null 2>&1; echo $?; done'


@cache
def second(source: str = "second.c") -> Path | None:
    """Return the compiled program; None if it cannot be compiled here.

    It is kept by what it is made of, so one process compiles it for all.
    """
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    file = Path(__file__).with_name(source)
    program = BUILT / f"{file.stem}-{sha256(file.read_bytes()).hexdigest()[:16]}"
    if not program.exists():
        BUILT.mkdir(parents=True, exist_ok=True)
        made = BUILT / f"{program.name}.{os.getpid()}"
        command: list[str | Path] = [compiler, "-O2", "-o", made, file, "-lz"]
        if subprocess.run(command, capture_output=True, check=False).returncode:
            return None
        made.replace(program)
    return program


def exit_code(path: Path) -> int:
    """Return what the second checker makes of a file: 0 it holds, 1 it does not, 2 it is none."""
    (code,) = exit_codes([path])
    return code


def exit_codes(paths: Sequence[Path], source: str = "second.c") -> list[int]:
    """Return what a second checker makes of each file."""
    program = second(source)
    assert program is not None
    done = subprocess.run(
        ["sh", "-c", EACH, program, *paths], stdout=subprocess.PIPE, text=True, check=True
    )
    return [int(code) for code in done.stdout.split()]


def agreed(
    folder: Path, certificates: Iterable[list[str]], by: Any = checker, source: str = "second.c"
) -> list[int]:
    """Return the exit codes on which both checkers agree; one's, if the other cannot be compiled.

    The folder has no other files that are called by numbers.
    """
    rest, codes = iter(certificates), list[int]()
    while some := list(islice(rest, 200)):
        paths = [folder / f"{number}.cert" for number in range(len(some))]
        found = [code_of(path, lines, by) for path, lines in zip(paths, some, strict=True)]
        others = found if second(source) is None else exit_codes(paths, source)
        for lines, code, other in zip(some, found, others, strict=True):
            assert other == code, lines
        for path in paths:
            path.unlink()  # to write over a file takes longer
        codes += found
    return codes

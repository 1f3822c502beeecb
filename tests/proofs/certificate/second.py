"""The second checker, compiled where there is a C compiler."""

import shutil
import subprocess
from functools import lru_cache
from pathlib import Path
from tempfile import mkdtemp

SOURCE = Path(__file__).with_name("second.c")


@lru_cache(maxsize=1)
def second() -> Path | None:
    """Return the compiled program; None if it cannot be compiled here."""
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    program = Path(mkdtemp(), "second")
    done = subprocess.run(
        [compiler, "-O2", "-o", program, SOURCE, "-lz"], capture_output=True, check=False
    )
    return program if done.returncode == 0 else None


def exit_code(path: Path) -> int:
    """Return what the second checker makes of a file: 0 it holds, 1 it does not, 2 it is none."""
    program = second()
    assert program is not None
    return subprocess.run([program, path], capture_output=True, check=False).returncode

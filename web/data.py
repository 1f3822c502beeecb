"""Write what the page carries of Python's knowledge into `generated/`, unless it is there.

    python web/data.py

A stamp says what the files were made from and what was made: the Python, every file of the
package (the compiled ones too), this script, and the files themselves. If anything differs, all
are made anew. Needs nothing but the standard library, as `build.py`.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

WEB = Path(__file__).parent.resolve()
SOURCE = WEB.parent / "src"
PAGE = SOURCE / "noughts" / "web" / "static"  # made from the data, not the data from it
NAMES = ("table", "searches", "lessons", "cost")  #: of modules in noughts.web, and of their files


def sources() -> list[Path]:
    """List every file that the data could depend on."""
    package = (path for path in (SOURCE / "noughts").rglob("*") if path.is_file())
    ours = (path for path in package if path.suffix != ".pyc" and PAGE not in path.parents)
    return [Path(__file__), *ours]


def digest(files: Iterable[Path]) -> str:
    """Sum up this Python and the names and contents of files; a missing one has no contents."""
    found = hashlib.sha256(sys.version.encode())
    for path in sorted(files):
        content = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "none"
        found.update(f"{path} {content}\n".encode())
    return found.hexdigest()


def write(folder: Path, names: Iterable[str] = NAMES) -> bool:
    """Bring the files up to date; return whether there was anything to do.

    Raises:
        subprocess.CalledProcessError: one of them could not be written.
    """
    files = [folder / f"{name}.json" for name in names]
    stamp = folder / "stamp"
    # Summed up before they are read: what changes meanwhile is seen the next time.
    made_from = digest(sources())
    if stamp.exists() and stamp.read_text() == f"{made_from} {digest(files)}":
        return False
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    for file in files:
        command = [sys.executable, "-m", f"noughts.web.{file.stem}", str(file)]
        subprocess.run(command, env=environment, check=True)
    stamp.write_text(f"{made_from} {digest(files)}")
    return True


if __name__ == "__main__":
    try:
        write(WEB / "generated")
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)

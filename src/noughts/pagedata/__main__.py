"""``python -m noughts.pagedata [--check] FOLDER``: bring the page's data in a folder up to date.

With ``--check`` nothing is written; the exit code is 1 if something would have been.
"""

from __future__ import annotations

import sys
from pathlib import Path

from noughts.pagedata.files import stale, update


def main(arguments: list[str]) -> int | str:
    """Return what to exit with."""
    match arguments:
        case ["--check", folder]:
            return bool(stale(Path(folder)))
        case [folder]:
            for name in update(Path(folder)):
                sys.stderr.write(f"{name} written\n")
            return 0
        case _:
            return "usage: python -m noughts.pagedata [--check] FOLDER"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

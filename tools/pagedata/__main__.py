"""``python -m pagedata FOLDER``: bring the page's data in a folder up to date."""

import sys
from pathlib import Path

from pagedata.data_files import write


def main(arguments: list[str]) -> int | str:
    """Return the exit code."""
    match arguments:
        case [folder]:
            for name in write(Path(folder)):
                sys.stderr.write(f"{name} written\n")
            return 0
        case _:
            return "usage: python -m pagedata FOLDER"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

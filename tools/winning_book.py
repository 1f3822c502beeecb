"""Make a book of a side's moves from certificates of its wins by threats, which are checked first.

    python tools/winning_book.py CERTIFICATE... > "src/noughts/threats/books/15,15,5.wins"

The certificates are of positions of one game. The book has their moves, and none of their trees.
"""

import gzip
import sys
from multiprocessing import Pool
from pathlib import Path

from noughts.proofs.certificate.threat_checker import check, text_lines


def moves(path: Path) -> str:
    """Check a certificate, and return its position and its moves.

    Raises:
        NotShownError: It is wrong, or it is not a certificate of a win by threats.
        OSError: It cannot be read.
    """
    with path.open("rb") as file:
        check(file)
        file.seek(0)
        _, _, position, _, first, *lines = text_lines(file)
    return f"{position} {first} " + "".join(line for line in lines if ":" not in line)


def main(*paths: str) -> None:
    """Write the book."""
    with Pool() as pool:
        text = "\n".join(pool.map(moves, map(Path, paths), chunksize=1)) + "\n"
    sys.stdout.buffer.write(gzip.compress(text.encode("ascii"), mtime=0))


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Write a certificate that X wins a position of Connect Four, with the search of connect_four.c.

    python bench/connect_four.py win.cert [MOVES [FOUND]]

The moves are columns from 1 to 7, X first. With `FOUND`, each decision of the search is added to
that file at once, and another run goes on from there. Another run from the start writes the same
certificate.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from noughts import Position
from noughts.proofs.certificate import verify
from noughts.proofs.certificate.claims import save
from noughts.proofs.certificate.falling_checker import CELLS, VERSION
from noughts.solver.opening_book import SHIPPED

SOURCE = Path(__file__).with_suffix(".c")
BOOK = SHIPPED / "7,6,4-gravity.book"


def certificate(path: Path, moves: str = "", found: Path | None = None) -> None:
    """Find the claims and write them.

    Raises:
        CalledProcessError: The program cannot be compiled, or X does not win.
    """
    position = Position("connect-four")
    for move in moves:
        position = position.play("abcdefg"[int(move) - 1])
    with tempfile.TemporaryDirectory() as folder:
        program = str(Path(folder, "connect_four"))
        subprocess.run(["cc", "-O3", "-march=native", "-o", program, str(SOURCE)], check=True)
        file = found or Path(folder, "found")
        run = subprocess.run(
            [program, str(BOOK), str(file), moves], stdout=subprocess.PIPE, text=True, check=True
        )
    rules = position.rules
    flipped = "symmetry " + "".join(CELLS[cell] for cell in rules.symmetries[1])
    head = [VERSION, f"rules {rules}", f"position {position}", flipped]
    save(path, [*head, *run.stdout.splitlines()])


def main(file: str, moves: str = "", found: str = "") -> None:
    """Write a certificate and check it."""
    certificate(Path(file), moves, Path(found) if found else None)
    said = verify(file, expand=True)
    print(
        f"{said.position}: {said.value}   {said.claims:,} claims, {said.bytes:,} bytes, "
        f"{said.answers:,} positions, checked in {said.seconds:.2f} s"
    )


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Write a certificate that X wins a position of Connect Four, with the search of connect_four.c.

    python bench/connect_four.py FILE [MOVES [FOUND]]
    python bench/connect_four.py improve OLD FILE

The moves are columns from 1 to 7, X first. With `FOUND`, each decision of the search is added to
that file at once, and another run goes on from there. Another run from the start writes the same
certificate.

`improve` looks for diagrams that reach fewer positions than those of a certificate.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from noughts import Position
from noughts.proofs.certificate import verify
from noughts.proofs.certificate.claims import save
from noughts.proofs.certificate.falling_checker import CELLS, VERSION, text_lines
from noughts.solver.opening_book import SHIPPED

SOURCE = Path(__file__).with_suffix(".c")
BOOK = SHIPPED / "7,6,4-gravity.book"


def search(found: Path, moves: str, *how: str, claims: str = "") -> list[str]:
    """Run the program, which reads and extends the file of decisions; return what it prints.

    Raises:
        CalledProcessError: The program cannot be compiled, or X does not win.
    """
    with tempfile.TemporaryDirectory() as folder:
        program = str(Path(folder, "connect_four"))
        subprocess.run(["cc", "-O3", "-march=native", "-o", program, str(SOURCE)], check=True)
        command = [program, str(BOOK), str(found), moves, *how]
        run = subprocess.run(command, input=claims, stdout=subprocess.PIPE, text=True, check=True)
    return run.stdout.splitlines()


def write(path: Path, moves: str, claims: list[str]) -> None:
    """Write a certificate and check it."""
    position = Position("connect-four")
    for move in moves:
        position = position.play("abcdefg"[int(move) - 1])
    rules = position.rules
    flipped = "symmetry " + "".join(CELLS[cell] for cell in rules.symmetries[1])
    save(path, [VERSION, f"rules {rules}", f"position {position}", flipped, *claims])
    said = verify(path, expand=True)
    print(
        f"{said.position}: {said.value}   {said.claims:,} claims, {said.bytes:,} bytes, "
        f"{said.answers:,} positions, checked in {said.seconds:.2f} s"
    )


def improve(old: Path, new: Path) -> None:
    """Improve a certificate of the empty board."""
    with old.open("rb") as file:
        claims = "".join(f"{line}\n" for line in text_lines(file) if line.startswith("w "))
    with tempfile.TemporaryDirectory() as folder:
        found = Path(folder, "found")
        search(found, "", "read", claims=claims)
        write(new, "", search(found, "", "improve"))


def main(file: str, moves: str = "", found: str = "") -> None:
    """Search and write, or improve what was written."""
    if file == "improve":
        improve(Path(moves), Path(found))
        return
    with tempfile.TemporaryDirectory() as folder:
        write(Path(file), moves, search(Path(found or f"{folder}/found"), moves))


if __name__ == "__main__":
    main(*sys.argv[1:])

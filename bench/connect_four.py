"""Write a certificate of a position of Connect Four, with the search of connect_four.c.

    python bench/connect_four.py FILE
    python bench/connect_four.py FILE --rules 6,4,4 --moves 34
    python bench/connect_four.py FILE --improve OLD

The moves are columns from 1, X first. With `--found`, each decision of the search is added to a
file at once, and another run goes on from there: to FOUND.X if X wins or does not lose, and to
FOUND.O for O. A draw has both. Another run from the start writes the same certificate.

A smaller `--effort` takes less time and gives more claims. It may change from one run to the next.

`--improve` looks for diagrams that reach fewer positions than those of a certificate.
"""

import argparse
import os
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from noughts import Position
from noughts.core.position import Mark
from noughts.core.score import Value
from noughts.proofs.certificate import verify
from noughts.proofs.certificate.gravity_checker import CELLS, VERSION, text_lines
from noughts.proofs.certificate.makers.claims import save
from noughts.solver import solve
from noughts.solver.opening_book import SHIPPED

SOURCE = Path(__file__).with_suffix(".c")
BOOK = SHIPPED / "7,6,4-gravity.book"


def stated(position: Position) -> Iterator[tuple[Mark, str]]:
    """Yield the statements that say who wins, each with the side whose moves show it."""
    value = solve(position).value
    if value is Value.DRAW:
        for mark in (Mark.O, Mark.X):
            yield mark, f"{mark.other} does not win"
    else:
        mark = position.turn if value is Value.WIN else position.turn.other
        yield mark, f"{mark} wins"


class Search:
    """The program for one board, compiled into a folder."""

    def __init__(self, rules: str, moves: str, folder: Path, effort: int) -> None:
        self.position = Position(f"{rules} gravity")
        for move in moves:
            self.position = self.position.play("abcdefghijklmno"[int(move, 16) - 1])
        self.moves = moves
        self.program = folder / "connect_four"
        wide, high = self.position.rules.shape[:2]
        sizes = [f"-DWIDE={wide}", f"-DHIGH={high}", f"-DEFFORT={effort}"]
        flags = os.environ.get("CFLAGS", "-O3 -march=native").split()
        subprocess.run(["cc", *flags, *sizes, "-o", self.program, SOURCE], check=True)
        self.book = BOOK if rules == "7,6,4" else "-"

    def claims(self, found: Path, statement: str, *how: str, text: str = "") -> list[str]:
        """Read and extend a file of decisions; return the claims of a statement, and its line.

        Raises:
            CalledProcessError: The statement is wrong.
        """
        command = [self.program, self.book, found, statement, self.moves, *how]
        run = subprocess.run(command, input=text, stdout=subprocess.PIPE, text=True, check=True)
        return run.stdout.splitlines()

    def write(self, path: Path, claims: list[str]) -> None:
        """Write a certificate and check it."""
        rules = self.position.rules
        flipped = "symmetry " + "".join(CELLS[cell] for cell in rules.symmetries[1])
        head = [VERSION, f"rules {rules}", f"position {self.position}", flipped]
        save(path, [*head, *claims])
        said = verify(path, expand=True)
        print(
            f"{said.rules} {said.position}: {said.value}   {said.claims:,} claims, "
            f"{said.bytes:,} bytes, {said.answers:,} positions, checked in {said.seconds:.2f} s"
        )


def main() -> None:
    """Search and write, or improve what was written."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("--rules", default="7,6,4", help="columns, rows and 4")
    parser.add_argument("--moves", default="", help="a hexadecimal digit each")
    parser.add_argument("--found", type=Path, help="where decisions are kept")
    parser.add_argument("--effort", type=int, default=4_000_000, help="positions for a diagram")
    parser.add_argument("--improve", type=Path, metavar="OLD", help="a certificate")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        search = Search(asked.rules, asked.moves, folder, asked.effort)
        claims = list[str]()
        for mark, statement in stated(search.position):
            found = (asked.found or folder / "found").with_suffix(f".{mark}")
            how = list[str]()
            if asked.improve:
                with asked.improve.open("rb") as file:
                    old = [line for line in text_lines(file) if line[:2] in {"h ", "w "}]
                search.claims(found, statement, "read", text="".join(f"{line}\n" for line in old))
                how = ["improve"]
            claims += search.claims(found, statement, *how)
        search.write(asked.file, claims)


if __name__ == "__main__":
    main()

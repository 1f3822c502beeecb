"""Write a certificate that X wins a position of Connect Four, with the search of connect_four.c.

    python bench/connect_four.py 41737177 win.cert

The moves are columns from 1 to 7. With few stones, the opening book says who wins. Another run
writes the same file. From the empty board the search takes hours, and has not been run to the end.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from noughts import Mark, Position
from noughts.core.bits import bits
from noughts.proofs.certificate import verify
from noughts.proofs.certificate.claims import save
from noughts.proofs.certificate.falling_checker import CELLS, VERSION
from noughts.solver.opening_book import shipped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from noughts.solver.opening_book import Book

SOURCE = Path(__file__).with_suffix(".c")
BOOKED = 8  #: stones; with more of them the search of the C program is quick
DEEPEST = 11  #: stones of the positions whose winner the book tells it


def certificate(moves: str, path: Path) -> None:
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
        told = "\n".join(known(position)) if position.ply < BOOKED else ""
        run = subprocess.run(
            [program, moves], input=told, stdout=subprocess.PIPE, text=True, check=True
        )
    rules = position.rules
    flipped = "symmetry " + "".join(CELLS[cell] for cell in rules.symmetries[1])
    head = [VERSION, f"rules {rules}", f"position {position}", flipped]
    save(path, [*head, *run.stdout.splitlines()])


def known(start: Position) -> Iterator[str]:
    """Yield positions with O to move, and 1 if X does not win them, while X plays to win."""
    book = shipped(start.rules)
    level = {start}
    while level and book is not None:
        following = set[Position]()
        for position in level:
            for _, after in position.children():
                if after.outcome is None and after.ply <= DEEPEST:
                    lost = position.turn is Mark.X and _lost(book, after)
                    if position.turn is Mark.X:
                        yield f"{columns(after.x)} {columns(after.o)} {int(not lost)}"
                    if position.turn is Mark.O or lost:
                        following.add(after.canonical()[0])
        level = following


def _lost(book: Book, position: Position) -> bool:
    return book.find(position) == -1


def columns(stones: int) -> int:
    """Return stones with seven bits for each column, from below."""
    return sum(1 << cell % 7 * 7 + 5 - cell // 7 for cell in bits(stones))


def main(moves: str, file: str) -> None:
    """Write a certificate and check it."""
    certificate(moves, Path(file))
    found = verify(file, expand=True)
    print(
        f"{found.position}: {found.value}   {found.claims:,} claims, {found.bytes:,} bytes, "
        f"{found.answers:,} positions, checked in {found.seconds:.2f} s"
    )


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Empty boards of Connect Four, of any size, side by side with a public program.

It compares our search with ChristopheSteininger/c4, if you give the path of its sources:
``python bench/gravity_boards.py SOURCES [6,7 8,5 ...]``. That program is compiled anew for each
board. Both have one thread, no opening book, and a table that is empty at first: up to 1 GiB, in
large pages. Each board is solved twice: who wins, and then, from the start again, also in how many
plies. All answers have to agree.
"""

import argparse
import re
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import processor_time

from noughts import Position, Rules
from noughts.solver.gravity import GravitySolver

BOARDS = ("6,6", "7,6", "6,7", "8,5")
MEMORY = 1 << 30  #: bytes, as many as its table has by default


class Solved(NamedTuple):
    """An answer, and what it took.

    Attributes:
        winner: 1 if the first player wins, 0 for a draw, -1 if the second does.
        plies: when the game ends; 0 if that was not asked, or the game is a draw.
        seconds: of the processor.
        nodes: what was looked at.
    """

    winner: int
    plies: int
    seconds: float
    nodes: int


def ours(board: str, *, plies: bool) -> Solved:
    """Solve an empty board with the search of this package."""
    position = Position(Rules.parse(f"{board},4 gravity"))
    began = time.process_time()
    solver = GravitySolver(position.rules, memory=MEMORY, book=False)
    winner, high = solver.sign(position)
    if winner != high:
        raise SystemExit("no answer, although without a limit")
    score = solver.score(position) if plies else None
    spent = time.process_time() - began
    return Solved(winner, (score and score.plies) or 0, spent, solver.total)


def theirs(sources: Path, board: str, *, plies: bool) -> Solved:
    """Compile that program for a board, and solve it."""
    width, height = board.split(",")
    with tempfile.TemporaryDirectory() as folder:
        copied = Path(folder, "src")
        shutil.copytree(sources / "src", copied)
        board_of = {"BOARD_WIDTH": width, "BOARD_HEIGHT": height}
        settings = copied / "solver" / "settings.h"
        put(settings, **board_of, NUM_THREADS=1, ENABLE_HUGE_PAGES="true")
        put(copied / "c4.cpp", SOLVE_STRONGLY="true" if plies else "false")
        program = Path(folder, "c4")
        code = [copied / "c4.cpp", *sorted((copied / "solver").rglob("*.cpp"))]
        options = ["-std=c++20", "-O3", "-DNDEBUG", "-flto", "-pthread"]
        subprocess.run(["g++", *options, "-o", program, *code], check=True)
        told, spent = processor_time.run(program)
    score = int(found(r"Final \w+ score is (-?\d+)", told))
    last = re.search(r"will win on move #(\d+)", told)
    nodes = int(re.sub(r"\D", "", found(r"Nodes:[^T]* Total +=([ \d,.]+)", told)))
    return Solved((score > 0) - (score < 0), int(last[1]) if last else 0, spent, nodes)


def found(pattern: str, text: str) -> str:
    """Return what a pattern finds."""
    if match := re.search(pattern, text):
        return match[1]
    raise SystemExit(f"that program has no {pattern!r}")


def put(file: Path, **values: object) -> None:
    """Set constants in a file of C++."""
    text = file.read_text(encoding="utf-8")
    for name, value in values.items():
        old = found(rf"(\b{name} = \w+;)", text)
        text = text.replace(old, f"{name} = {value};")
    file.write_text(text, encoding="utf-8")


def main() -> None:
    """Read the command line, and print every figure."""
    parser = argparse.ArgumentParser(description="Boards of Connect Four beside another program.")
    parser.add_argument("sources", type=Path, help="the sources of ChristopheSteininger/c4")
    parser.add_argument("boards", nargs="*", default=BOARDS, help="columns and rows, such as 6,7")
    arguments = parser.parse_args()
    print(
        f"{'board':>6} {'asked':>6} {'noughts s':>10}",
        f"{'c4 s':>7} {'noughts nodes':>14} {'c4 nodes':>14}",
    )
    for board in arguments.boards:
        for plies in (False, True):
            one = ours(board, plies=plies)
            two = theirs(arguments.sources, board, plies=plies)
            if one[:2] != two[:2]:
                raise SystemExit(f"{board}: {one[:2]} here and {two[:2]} there")
            print(
                f"{board:>6} {'plies' if plies else 'winner':>6} {one.seconds:>10.1f}",
                f"{two.seconds:>7.1f} {one.nodes:>14,} {two.nodes:>14,}",
                flush=True,
            )


if __name__ == "__main__":
    main()

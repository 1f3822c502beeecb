"""Connect Four side by side with other programs: CPU time and nodes for random positions.

It compares our search with bitbully, if that is installed (``pip install bitbully``), and with
c4solver of PascalPons/connect4, if you give its path: ``python bench/gravity.py [C4SOLVER]``. Each
position begins without an opening book and with an empty table. Only c4solver, which is one
process, keeps its own. All values have to agree. Then it measures how long our search with its book
and an empty table takes to say who wins after each move of a position.

``--agree N`` measures no time. Our search has its book and one table for all positions. It compares
the values of N positions with each of 8 to 32 stones. A thousand of each take an hour.
"""

import argparse
import importlib
import importlib.util
import random
import time
from collections.abc import Callable
from typing import NamedTuple

import processor_time

from noughts import Position, Rules
from noughts.solver.gravity import GravitySolver

RULES = Rules.parse("connect-four")
SAMPLES = {10: 20, 12: 40, 16: 100, 24: 300}  #: stones, and how many positions
COLUMNS = dict.fromkeys(range(4, 13), 100) | dict.fromkeys(range(13, 17), 20_000)
AIM = 0.1  #: seconds for all columns
MEMORY = 1 << 27


class Measured(NamedTuple):
    """What a program took for all positions of a sample."""

    values: list[int]
    seconds: float
    nodes: int | None


def sample(stones: int, number: int) -> list[list[int]]:
    """Return games of this many stones, as columns, in which nobody can win at once."""
    draw = random.Random(stones)
    found: list[list[int]] = []
    while len(found) < number:
        position, columns = Position(RULES), list[int]()
        while position.outcome is None and len(columns) < stones:
            cell = draw.choice(position.legal)
            columns.append(cell % 7)
            position = position.play(cell)
        if position.outcome is None and not any(
            child.outcome and child.outcome.winner for _, child in position.children()
        ):
            found.append(columns)
    return found


def after(columns: list[int]) -> Position:
    """Return the position after a game."""
    position = Position(RULES)
    for column in columns:
        position = position.play(position.cell("abcdefg"[column]))
    return position


def every_column(columns: list[int]) -> float:
    """Return the CPU seconds it takes to tell who wins after each move of a position."""
    position = after(columns)
    solver = GravitySolver(RULES, memory=MEMORY)
    began = time.process_time()
    worth, _ = solver.sign(position)
    for _, child in position.children():
        solver.bounds(child, -worth, 1)
    return time.process_time() - began


def ours(games: list[list[int]]) -> Measured:
    """Value the positions with the search of this package."""
    values, spent, nodes = [], 0.0, 0
    for columns in games:
        position = after(columns)
        solver = GravitySolver(RULES, memory=MEMORY, book=False)
        began = time.process_time()
        low, high = solver.bounds(position, -RULES.cells, RULES.cells)
        spent += time.process_time() - began
        if low != high:
            raise SystemExit("no value, although without a limit")
        values.append(low)
        nodes += solver.total
    return Measured(values, spent, nodes)


def bitbully(games: list[list[int]]) -> Measured:
    """Value the positions with bitbully."""
    package = importlib.import_module("bitbully")

    values, spent, nodes = [], 0.0, 0
    for columns in games:
        board, solver = package.Board(columns), package.BitBully(opening_book=None)
        began = time.process_time()
        values.append(solver.mtdf(board))
        spent += time.process_time() - began
        nodes += solver.get_node_counter()
    return Measured(values, spent, nodes)


def c4solver(path: str, games: list[list[int]]) -> Measured:
    """Value the positions with c4solver, in one process."""
    lines = "".join("".join(str(column + 1) for column in columns) + "\n" for columns in games)
    told, spent = processor_time.run(path, lines)
    return Measured([int(line.split()[1]) for line in told.splitlines()], spent, None)


def programs(path: str | None) -> dict[str, Callable[[list[list[int]]], Measured]]:
    """Return what there is beside ours."""
    found: dict[str, Callable[[list[list[int]]], Measured]] = {}
    if importlib.util.find_spec("bitbully"):
        found["bitbully"] = bitbully
    if path is not None:
        found["c4solver"] = lambda games: c4solver(path, games)
    return found


def agree(path: str | None, number: int) -> None:
    """Compare values."""
    solver = GravitySolver(RULES, memory=8 * MEMORY)
    for stones in range(32, 4, -4):
        games = sample(stones, number)
        values = [solver.bounds(after(columns), -RULES.cells, RULES.cells)[0] for columns in games]
        for name, program in programs(path).items():
            if program(games).values != values:
                raise SystemExit(f"{name} has other values with {stones} stones")
            print(f"{stones:>2} stones: {number:,} values agree with {name}", flush=True)


def measure(path: str | None) -> None:
    """Print every figure."""
    print(f"{'stones':>6} {'positions':>9} {'program':<10} {'ms each':>9} {'nodes each':>12}")
    for stones, number in SAMPLES.items():
        games = sample(stones, number)
        values = None
        for name, program in {"noughts": ours, **programs(path)}.items():
            found = program(games)
            if values not in {None, tuple(found.values)}:
                raise SystemExit(f"{name} has other values with {stones} stones")
            values = tuple(found.values)
            nodes = "" if found.nodes is None else f"{found.nodes / number:,.0f}"
            each = 1000 * found.seconds / number
            print(f"{stones:>6} {number:>9} {name:<10} {each:>9.2f} {nodes:>12}", flush=True)
    words = ("positions", "median s", "90 % s", "slowest", "in time")
    print(f"\n{'stones':>6}" + "".join(f" {word:>9}" for word in words))
    for stones, number in COLUMNS.items():
        times = sorted(map(every_column, sample(stones, number)))
        figures = (times[number // 2], times[number * 9 // 10], times[-1])
        within = sum(each < AIM for each in times) / number
        print(
            f"{stones:>6} {number:>9}" + "".join(f" {each:>9.3f}" for each in figures),
            f"{within:>9.2%}",
            flush=True,
        )


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Connect Four beside other programs.")
    parser.add_argument("c4solver", nargs="?", help="the path of that program")
    parser.add_argument("--agree", type=int, metavar="N", help="compare N values a ply instead")
    arguments = parser.parse_args()
    if arguments.agree is None:
        measure(arguments.c4solver)
    else:
        agree(arguments.c4solver, arguments.agree)


if __name__ == "__main__":
    main()

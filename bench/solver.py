"""Measure the solver: prints the table of docs/notes/solver-measurements.md.

CPU seconds of this process, the median of five runs of the quick ones; every run starts with an
empty memory. Arguments: the seconds that a game may take (60), then games instead of all.
"""

import os
import statistics
import sys
import tempfile
import time
from itertools import product
from pathlib import Path

from noughts import Limit, Rules
from noughts.engines import Perfect
from noughts.solver import COMPILED, Solution, solve
from noughts.solver.tablebase import build
from noughts.testing import random_games

GAMES = (
    *("4,4,4", "5,4,4", "6,5,4", "6,6,5", "5,5,4", "7,4,4", "8,8,4", "7,6,5", "7,7,5"),
    *(f"{columns},4,4" for columns in range(8, 17)),
    *("4,4,4,4", "8,8,5", "3,3,3,3", "4,4,4 torus", "5,5,4 torus", "7,7,4", "6,6,6", "8,8,7"),
)
#: Games that `perfect` has to prove from any position.
PROVED = ("4,4,4", "5,4,4", "5,5,4", "6,5,4", "5,5,5", "6,6,5", "6,6,6", "3,3,3,3")
#: Games in which O only blocks.
BLOCKED = ("5,5,4", *(f"{n},4,4" for n in range(7, 13)), "6,6,5", "7,6,5", "7,7,5", "4,4,4,4")
TABLES = ("3,3,3", "4,3,3", "4,4,4", "5,4,4")


def measured(game: str, seconds: float, *, maker_breaker: bool = False) -> tuple[Solution, float]:
    spent = []
    for _ in range(5):
        start = time.process_time()
        found = solve(
            Rules.parse(game), Limit(seconds=seconds), memory=2 << 30, maker_breaker=maker_breaker
        )
        spent.append(time.process_time() - start)
        if spent[0] > 2:
            break
    return found, statistics.median(spent)


def blocked(seconds: float) -> None:
    """Measure Maker-Breaker."""
    print("\n| O only blocks | value | nodes | CPU s | MiB |")
    print("|---|---|---|---|---|")
    for game in BLOCKED:
        _ = Rules.parse(game).symmetries
        found, cpu = measured(game, seconds, maker_breaker=True)
        print(
            f"| {game} | {found.value or 'not proved'} | {found.nodes:,} | {cpu:.3f}"
            f" | {found.memory / 2**20:.1f} |",
            flush=True,
        )


def perfect(number: int = 300) -> None:
    """Ask `perfect` in random positions, with time enough: is all proved, and how soon?"""
    print("\n| game | positions | proved | slowest move, CPU s | slowest analysis, CPU s |")
    print("|---|---|---|---|---|")
    limit = Limit(seconds=60)
    for game in PROVED:
        proved = 0
        slowest = [0.0, 0.0]
        games = random_games(Rules.parse(game), games=number)
        positions = [played[at % (len(played) - 1)] for at, played in enumerate(games)]
        for position in positions:
            start = time.process_time()
            proved += Perfect().play(position, limit).proven
            moved = time.process_time()
            proved += Perfect().analyse(position, limit).proven
            slowest[0] = max(slowest[0], moved - start)
            slowest[1] = max(slowest[1], time.process_time() - moved)
        print(
            f"| {game} | {number} | {'all' if proved == 2 * number else proved / 2}"
            f" | {slowest[0]:.2f} | {slowest[1]:.2f} |",
            flush=True,
        )


def memory_speed() -> float:
    """Return the bytes a second at which one core copies what fits no cache."""
    source, target = memoryview(bytearray(1 << 28)), memoryview(bytearray(1 << 28))
    spent = []
    for _ in range(5):
        began = time.process_time()
        target[:] = source
        spent.append(time.process_time() - began)
    return len(source) / min(spent)


def complete_tables() -> None:
    """Print what the tables take on all cores: seconds of all of them, seconds that went by."""
    print(f"\nComplete tables on {os.cpu_count()} cores; one of them copies ", end="")
    print(f"{memory_speed() / 2**30:.1f} GiB a second.")
    print("\n| table | entry | bytes | CPU s | wall s | positions a CPU second |")
    print("|---|---|---|---|---|---|")
    for game, entry in product(TABLES, ("plies", "value")):
        positions: list[int] = []

        def add(stones: int, size: int, into: list[int] = positions) -> None:
            del stones
            into.append(size)

        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "table"
            start, wall = time.process_time(), time.perf_counter()
            build(Rules.parse(game), file, entry=entry, on_layer=add)
            cpu, took = time.process_time() - start, time.perf_counter() - wall
            size = file.stat().st_size
        rate = sum(positions) / cpu
        print(f"| {game} | {entry} | {size:,} | {cpu:.2f} | {took:.2f} | {rate:,.0f} |", flush=True)


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60
    print("compiled" if COMPILED else "NOT COMPILED: slow")
    print("| game | value | method | nodes | CPU s | MiB |")
    print("|---|---|---|---|---|---|")
    for game in sys.argv[2:] or GAMES:
        _ = Rules.parse(game).symmetries  # found once for a game, by the library, not the solver
        found, cpu = measured(game, seconds)
        print(
            f"| {game} | {found.value or 'not proved'} | {found.method or found.unfinished}"
            f" | {found.nodes:,} | {cpu:.3f} | {found.memory / 2**20:.1f} |",
            flush=True,
        )
    if len(sys.argv) > 2:
        return
    blocked(seconds)
    perfect()
    complete_tables()


if __name__ == "__main__":
    main()

"""Measure the solver: prints the table of docs/solver.md.

CPU seconds of this process, the median of five runs of the quick ones; every run starts with an
empty memory. Arguments: the seconds that a game may take (60), then games instead of all.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path

from noughts import Limit, Rules
from noughts.solver import COMPILED, Solution, solve
from noughts.solver.tables import build

#: Seconds and nodes of the prototypes or the literature, and the goal in seconds.
GAMES = {
    "4,4,4": ("0.00 s, 4", "0.01"),
    "5,4,4": ("0.00 s, 2.8 k", "0.01"),
    "6,5,4": ("0.04 s, 10 k", "0.01"),
    "6,6,5": ("0.03 s, 15.5 k", "0.01"),
    "5,5,4": ("0.22 s, 108 k", "0.05"),
    "7,4,4": ("0.45 s, 0.36 M", "0.2"),
    "8,8,4": ("0.72 s, 57 k", "0.1"),
    "7,6,5": ("0.35 s, 2.5 k", "0.1"),
    "7,7,5": ("19 s, 0.41 M; published 2.5 s", "2.5"),
    "8,4,4": ("42 s, 8.0 M", "8"),
    "9,4,4": ("13 s, 2.0 M", "2.5"),
    "10,4,4": ("80 s, 8.9 M", "20"),
    "11,4,4": ("110 s, 12 M", "20"),
    "3,3,3,3": ("", ""),
    "4,4,4 torus": ("", ""),
    "5,5,4 torus": ("", ""),
    "7,7,4": ("", ""),
    "6,6,6": ("", ""),
    "8,8,7": ("", ""),
}
TABLES = ("3,3,3", "4,3,3", "4,4,4", "5,4,4")


def measured(game: str, seconds: float) -> tuple[Solution, float]:
    spent = []
    for _ in range(5):
        start = time.process_time()
        found = solve(Rules.parse(game), Limit(seconds=seconds), memory=2 << 30)
        spent.append(time.process_time() - start)
        if spent[0] > 2:
            break
    return found, statistics.median(spent)


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60
    print("compiled" if COMPILED else "NOT COMPILED: slow")
    print("| game | value | method | nodes | CPU s | MiB | goal s | prototype |")
    print("|---|---|---|---|---|---|---|---|")
    for game in sys.argv[2:] or GAMES:
        before, goal = GAMES.get(game, ("", ""))
        _ = Rules.parse(game).symmetries  # found once for a game, by the library, not the solver
        found, cpu = measured(game, seconds)
        print(
            f"| {game} | {found.value or 'not proved'} | {found.method or found.unfinished}"
            f" | {found.nodes:,} | {cpu:.3f} | {found.memory / 2**20:.1f} | {goal} | {before} |",
            flush=True,
        )
    if len(sys.argv) > 2:
        return
    print("\n| table | bytes | CPU s | wall s | positions a CPU second |")
    print("|---|---|---|---|---|")
    for game in TABLES:
        positions: list[int] = []

        def add(stones: int, size: int, into: list[int] = positions) -> None:
            del stones
            into.append(size)

        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "table"
            start, wall = time.process_time(), time.perf_counter()
            build(Rules.parse(game), file, on_layer=add)
            cpu, took = time.process_time() - start, time.perf_counter() - wall
            size = file.stat().st_size
        rate = sum(positions) / cpu
        print(f"| {game} | {size:,} | {cpu:.2f} | {took:.2f} | {rate:,.0f} |", flush=True)


if __name__ == "__main__":
    main()

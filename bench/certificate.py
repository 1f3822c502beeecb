"""What certificates cost: to solve, to certify, to check in Python and in C; and their sizes.

`make bench` prints the table; `make certificates` writes the files (`--write FOLDER`).
"""

from __future__ import annotations

import argparse
import hashlib
import subprocess
import sys
import tempfile
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, TypeVar

from noughts import Rules
from noughts.certificate import certify, verify
from noughts.solver import solve

if TYPE_CHECKING:
    from collections.abc import Callable

Result = TypeVar("Result")

SECOND = Path(__file__).parents[1] / "tests" / "certificate" / "second.c"
#: Games, those that take seconds only first. With `!` O only blocks.
QUICK = (
    *("3,3,3", "4,3,3", "4,4,4", "5,4,4", "6,4,4", "7,4,4", "5,5,4", "6,5,4", "6,6,4", "7,7,4"),
    *("8,8,4", "5,5,5", "6,5,5", "6,6,5", "7,6,5", "7,7,5", "8,6,5", "9,5,5", "6,6,6", "7,7,6"),
    *("9,6,6", "8,8,7", "3,3,3,3", "3,3,3 torus", "4,4,4 torus", "5,5,5 torus", "4,5,4 torus"),
    *("5,5,4 torus", "3,3,3 misere", "4,3,3 misere", "4,3,3 exact", "3,3,3!", "4,4,4!", "5,4,4!"),
    *("5,5,4!", "6,5,4!", "8,4,4!", "9,4,4!", "6,6,5!"),
)
SLOW = (
    *("9,4,4", "10,4,4", "11,4,4", "12,4,4", "13,4,4", "14,4,4", "15,4,4", "16,4,4"),
    *("7,4,4!", "7,6,5!", "10,4,4!"),
)


def timed(work: Callable[[], Result]) -> tuple[Result, float]:
    """Return what a piece of work gives, and the CPU seconds it takes."""
    started = process_time()
    found = work()
    return found, process_time() - started


def name(game: str) -> str:
    """Return a game's file name."""
    return game.replace("!", " maker-breaker").replace(" ", "-") + ".cert"


def row(game: str, folder: Path, second: Path, *, solving: bool) -> str:
    rules, blocked = Rules.parse(game.rstrip("!")), game.endswith("!")
    path = folder / name(game)
    spent = "–"
    if solving:
        spent = f"{timed(lambda: solve(rules, maker_breaker=blocked))[1]:.2f}"
    made, certifying = timed(lambda: certify(rules, path, maker_breaker=blocked))
    found, verifying = timed(lambda: verify(path))
    if not found.holds:
        sys.exit(f"{game}: {found.why}")
    before = process_times()
    subprocess.run([second, path], check=True, stdout=subprocess.DEVNULL)
    in_c = process_times() - before
    digest = hashlib.sha256(path.read_bytes()).hexdigest()[:16]
    words = game.replace("!", ", O only blocks")
    return (
        f"| {words} | {found.value} | {made.claims:,} | {made.bytes:,} | {spent} | "
        f"{certifying:.2f} | {verifying:.2f} | {in_c:.3f} | `{digest}` |"
    )


def process_times() -> float:
    """Return the CPU seconds of the programs that were run from here."""
    import resource  # noqa: PLC0415  (not on Windows, where there is no bench either)

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="games; `6,5,4!`: O only blocks")
    parser.add_argument("--write", type=Path, metavar="FOLDER", help="keep the files here")
    parser.add_argument("--all", action="store_true", help="also those that take minutes")
    arguments = parser.parse_args()
    games = arguments.games or [*QUICK, *(SLOW if arguments.all else ())]
    print("| game | shown | claims | bytes | solve, CPU s | certify | verify | in C | SHA-256 |")
    print("|---|---|---:|---:|---:|---:|---:|---:|---|")
    with tempfile.TemporaryDirectory() as made:
        second = Path(made, "second")
        subprocess.run(["cc", "-O2", "-o", second, SECOND, "-lz"], check=True)
        folder = arguments.write or Path(made)
        folder.mkdir(exist_ok=True)
        for game in games:
            print(row(game, folder, second, solving=arguments.write is None), flush=True)


if __name__ == "__main__":
    main()

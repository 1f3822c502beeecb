"""Measure what the documents claim, side by side in one run: ``make bench``.

Whole processes are compared with ``python -c pass``, run alternately with it. Their CPU time
counts, so that the ratio holds on a busy machine. Every figure is a median, with its promise beside
it, at least a tenth above the measurement.
"""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from noughts import Mark, Position, Rules, engine
from noughts.engines import Perfect
from noughts.engines.perfect import table
from noughts.lab.counting import count
from noughts.lab.every_game import Proof

ROUNDS = 21
NOUGHTS = str(Path(sys.executable).with_name("noughts"))
# Without compiled files kept, each start would compile the library anew.
ENVIRONMENT = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}


def seconds(work: Callable[[], object], repeat: int = 1) -> float:
    """Return the seconds one call takes, averaged over `repeat` calls."""
    begin = time.perf_counter()
    for _ in range(repeat):
        work()
    return (time.perf_counter() - begin) / repeat


def process(*command: str) -> float:
    """Return the seconds of CPU that a whole process takes."""
    before = os.times()
    subprocess.run(command, check=True, capture_output=True, env=ENVIRONMENT)
    after = os.times()
    user = after.children_user - before.children_user
    return user + after.children_system - before.children_system


def ratio(*command: str) -> float:
    """Return how many times ``python -c pass`` a process takes: the median over pairs."""
    nothing = (sys.executable, "-c", "pass")
    process(*command)
    return statistics.median(process(*command) / process(*nothing) for _ in range(ROUNDS))


def median(
    work: Callable[[], object], repeat: int = 1, prepare: Callable[[], object] = int
) -> float:
    """Return the median seconds of a call."""
    times = []
    for _ in range(ROUNDS):
        prepare()
        times.append(seconds(work, repeat))
    return statistics.median(times)


def main() -> None:
    """Print every figure."""
    rules = Rules.parse("3,3,3")
    position = Position.parse("X.O/.X./..O")
    perfect = Perfect()
    wide = Position(Rules.parse("gomoku")).play(112)

    def prove() -> None:
        table.cache_clear()
        for mark in Mark:
            proof = Proof(engine("hard"), rules, mark)
            if proof.tally().losses:
                raise SystemExit("the hard level lost a game")

    rows = [
        (
            "import noughts / python -c pass",
            ratio(sys.executable, "-c", "import noughts"),
            "x",
            3.5,
        ),
        ("noughts move / python -c pass", ratio(NOUGHTS, "move", str(position)), "x", 8),
        ("noughts --help / python -c pass", ratio(NOUGHTS, "--help"), "x", 8),
        ("noughts --version / python -c pass", ratio(NOUGHTS, "--version"), "x", 8),
        (
            "table of all 5,478 positions",
            median(lambda: table(rules), prepare=table.cache_clear) * 1e3,
            "ms",
            25,
        ),
        ("perfect move after that", median(lambda: perfect.play(position), 2000) * 1e6, "us", 20),
        (
            "Position.play + outcome, 3,3,3",
            median(lambda: position.play(5).outcome, 5000) * 1e6,
            "us",
            3,
        ),
        (
            "Position.play + outcome, 15,15,5",
            median(lambda: wide.play(113).outcome, 2000) * 1e6,
            "us",
            None,
        ),
        ("noughts prove, hard, both sides", median(prove), "s", 1),
        ("count 4,3,3", median(lambda: count(Rules.parse("4,3,3"))), "s", 1),
    ]
    print(f"Python {sys.version.split()[0]}, medians of {ROUNDS}")
    for name, figure, unit, promised in rows:
        verdict = "" if promised is None else f"promised: at most {promised} {unit}"
        print(f"{name:<36}{figure:>9.3f} {unit:<3} {verdict}")


if __name__ == "__main__":
    main()

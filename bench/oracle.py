"""How many positions a second `noughts.oracle` answers, on one core.

3×3 positions are drawn from all; those of Connect Four come from random games that are not over
after this many stones. Each figure is the median of several arrays, in CPU time.

    python bench/oracle.py
"""

import random
import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from noughts import Position, Rules
from noughts.oracle import Oracle

ROUNDS = 5
SMALL = 1_000_000
LARGE = 1_000
CONNECT_FOUR = Rules("connect-four")


def drawn(numbers: Sequence[int], draw: random.Random) -> NDArray[np.uint64]:
    """Return positions of random games, equally many with each of some numbers of stones."""
    found: list[tuple[int, int]] = []
    while len(found) < LARGE:
        position, stones = Position(CONNECT_FOUR), numbers[len(found) % len(numbers)]
        while position.outcome is None and position.ply < stones:
            position = position.play(draw.choice(position.legal))
        if position.outcome is None:
            found.append((position.x, position.o))
    return np.array(found, np.uint64)


def rate(work: Callable[[NDArray[Any]], object], arrays: list[NDArray[Any]]) -> float:
    """Return the median of the positions a second."""
    rates = []
    for array in arrays:
        begin = time.process_time()
        work(array)
        rates.append(len(array) / (time.process_time() - begin))
    return statistics.median(rates)


def main() -> None:
    """Print the table."""
    oracle = Oracle("3,3,3")
    boards = oracle.positions()
    draw = np.random.default_rng(1)
    arrays = [boards[draw.integers(0, len(boards), SMALL)] for _ in range(ROUNDS)]
    print("positions a second, on one core (CPU time)")
    print(
        f"3,3,3: values {rate(oracle.values, arrays):12,.0f}, "
        f"labels {rate(oracle.label, arrays):12,.0f}"
    )
    for numbers in ([16], [18], [20], [24], [30], range(16, 37)):
        four = Oracle(CONNECT_FOUR)
        source = random.Random(numbers[0])
        many = [drawn(numbers, source) for _ in range(ROUNDS)]
        winners = rate(partial(four.values, plies=False), many)
        values = rate(four.values, many)
        labels = rate(four.label, [array[: LARGE // 5] for array in many])
        print(
            f"Connect Four, {numbers[0]} to {numbers[-1]} stones: winners {winners:8,.0f}, "
            f"with plies {values:8,.0f}, labels {labels:8,.0f}"
        )


if __name__ == "__main__":
    main()

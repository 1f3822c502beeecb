"""How strong is the search by threats on 15×15, against the deepening that it replaced?

Both get the same CPU time a move, as nodes: how many each visits a CPU second is measured first, so
that what else runs on the machine does not matter. Openings are a few stones near the middle,
chosen at random, each played from both sides. ::

    python bench/large.py [games] [CPU seconds a move]
"""

from __future__ import annotations

import random
import sys
from time import process_time

from noughts import Limit, Mark, Position, Rules
from noughts.engines import Choice, ahead
from noughts.engines.deepening import Deepening
from noughts.tally import wilson

RULES = Rules.parse("15,15,5")
NAMES = ("threats", "deepening")


def choose(name: str, position: Position, limit: Limit) -> Choice:
    return ahead.play(position, limit) if name == "threats" else Deepening(position, limit).play()


def speed(name: str) -> float:
    """Return the nodes that an engine visits in a CPU second."""
    position, nodes = opening(random.Random(0)), 0
    started = process_time()
    while process_time() - started < 1:
        nodes += choose(name, position, Limit(nodes=200_000 if name == "threats" else 3_000)).nodes
    return nodes / (process_time() - started)


def opening(rng: random.Random) -> Position:
    """Return a position of four stones within two cells of the middle."""
    middle = [RULES.cell_at(c, r) for c in range(5, 10) for r in range(5, 10)]
    position = Position(RULES)
    for cell in rng.sample(middle, 4):
        position = position.play(cell)
    return position


def main(games: int = 40, seconds: float = 0.3) -> None:
    speeds = {name: speed(name) for name in NAMES}
    for name, nodes in speeds.items():
        print(f"{name}: {nodes:,.0f} nodes a CPU second", flush=True)
    limits = {name: Limit(nodes=int(nodes * seconds)) for name, nodes in speeds.items()}
    points = 0
    for game in range(games):
        position = opening(random.Random(game // 2))
        seats = dict(zip(Mark, NAMES[:: 1 if game % 2 == 0 else -1], strict=True))
        while position.outcome is None:
            name = seats[position.turn]
            position = position.play(choose(name, position, limits[name]).cell)
        winner = position.outcome.winner
        points += 1 if winner is None else 2 * (seats[winner] == NAMES[0])  # half points
        print(f"{game + 1} games: {points / 2} points for {NAMES[0]}", flush=True)
    low, high = wilson(points // 2, games)
    print(f"{points / 2 / games:.1%}, 95 % interval {low:.1%} to {high:.1%}")


if __name__ == "__main__":
    numbers = sys.argv[1:]
    main(*(kind(text) for kind, text in zip((int, float), numbers, strict=False)))

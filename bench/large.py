"""Is the search on large boards stronger than that of another checkout?

Both get the same CPU time per move, as nodes. Their nodes per CPU second are counted during the
match and corrected after each game, because they depend on the positions and on other load on the
machine. The first game only measures them. Openings are five to eight random stones near the
middle, which this checkout judges to be even. Each is played from both sides. A sequential
probability ratio test ends the match. It decides whether this checkout is stronger by 30 Elo points
or not at all, and either answer is wrong once in twenty. Its variance is that of the pairs. ::

    python bench/large.py PYTHON [games] [CPU seconds a move] [rules]

`PYTHON` is the interpreter of the other checkout's environment.

Source of the test: Wald, "Sequential Tests of Statistical Hypotheses", 1945.
"""

import math
import random
import subprocess
import sys
from collections.abc import Iterator
from itertools import count
from statistics import fmean, pvariance
from time import process_time

from noughts import Estimate, Limit, Mark, Position, Rules
from noughts.engines import threat_engine

BETTER = 30  #: points of Elo
BOUND = math.log(0.95 / 0.05)
FEWEST = 10  #: pairs, before the test may end a match
STONES = range(5, 9)  #: of an opening
NEAR = 4  #: cells from the middle, at most
EVEN = 100  #: points of the guess, at most
OPENING = Limit(nodes=20_000)
NODES = 400_000  #: a CPU second, as a first guess


class Player:
    """The search of a checkout, in a separate process, which gets this many CPU seconds a move."""

    def __init__(self, python: str, seconds: float) -> None:
        self.process = subprocess.Popen(
            [python, __file__, "--serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.seconds = seconds
        self.rate: float = NODES
        self.visited, self.spent, self.moves = 0, 0.0, 0

    def move(self, position: Position) -> str:
        """Return its move, and count the nodes and the time."""
        into, out = self.process.stdin, self.process.stdout
        if not into or not out:
            sys.exit("no pipe to the other process")
        nodes = max(1, int(self.rate * self.seconds))
        print(f"{position.rules}|{position}|{nodes}", file=into, flush=True)
        move, visited, spent = out.readline().split()
        self.visited += int(visited)
        self.spent += float(spent)
        self.moves += 1
        return move

    def correct(self) -> None:
        """Let the next game have the nodes a CPU second that it made so far."""
        self.rate = self.visited / self.spent


def serve() -> None:
    """Answer positions with moves, the nodes visited, and the CPU seconds that they took."""
    for line in sys.stdin:
        rules, text, nodes = line.split("|")
        position = Position.parse(text, Rules.parse(rules))
        started = process_time()
        choice = threat_engine.play(position, Limit(nodes=int(nodes)))
        print(choice.move, choice.nodes, process_time() - started, flush=True)


def around_middle(rules: Rules) -> list[int]:
    """Return the cells that are near the middle."""
    columns, rows = rules.shape[:2]
    return [
        rules.cell_at(c, r)
        for c in range(columns)
        for r in range(rows)
        if max(abs(2 * c - columns + 1), abs(2 * r - rows + 1)) <= 2 * NEAR
    ]


def openings(rules: Rules) -> Iterator[Position]:
    """Yield positions of a few stones that seem to be even, always the same ones."""
    near = around_middle(rules)
    for seed in count():
        rng, position = random.Random(seed), Position(rules)
        for cell in rng.sample(near, rng.choice(STONES)):
            position = position.play(cell)
        score = threat_engine.play(position, OPENING).score
        if isinstance(score, Estimate) and abs(score.points) <= EVEN:
            yield position


def points(position: Position, seats: tuple[Player, Player]) -> float:
    """Play a game and return the points of the first seat, which is X's."""
    while position.outcome is None:
        position = position.play(seats[position.turn is Mark.O].move(position))
    for seat in seats:
        seat.correct()
    winner = position.outcome.winner
    return 0.5 if winner is None else float(winner is Mark.X)


def likelihood(pairs: list[float]) -> float:
    """Return how much likelier "stronger" is than "not stronger", as a logarithm."""
    stronger, variance = 1 / (1 + 10 ** (-BETTER / 400)), pvariance(pairs)
    if not variance:
        return 0.0
    gain = (stronger - 0.5) * (2 * fmean(pairs) - 0.5 - stronger)
    return len(pairs) * gain / (2 * variance)


def main(python: str, games: int = 200, seconds: float = 0.1, text: str = "15,15,5") -> None:
    """Play the match."""
    rules = Rules.parse(text)
    this, other = Player(sys.executable, seconds), Player(python, seconds)
    points(next(openings(rules)), (this, other))
    pairs: list[float] = []
    for opening in openings(rules):
        pairs.append((points(opening, (this, other)) + 1 - points(opening, (other, this))) / 2)
        error = 1.96 * math.sqrt(pvariance(pairs) / len(pairs))
        told = f"{2 * len(pairs)} games: {fmean(pairs):.1%} ± {error:.1%}"
        times = " and ".join(f"{player.spent / player.moves:.4f}" for player in (this, other))
        print(f"{told}, log likelihood {likelihood(pairs):+.2f}; CPU seconds a move: {times}")
        print(f"nodes a CPU second: {this.rate:,.0f} and {other.rate:,.0f}", flush=True)
        certain = len(pairs) >= FEWEST and abs(likelihood(pairs)) > BOUND
        if certain or 2 * len(pairs) >= games:
            break


if __name__ == "__main__":
    if sys.argv[1:] == ["--serve"]:
        serve()
    elif sys.argv[1:]:
        kinds = (str, int, float, str)
        main(*(kind(word) for kind, word in zip(kinds, sys.argv[1:], strict=False)))
    else:
        sys.exit(__doc__)

"""Fit what patterns are worth to games of the search against itself.

`games` plays from random openings and prints each quiet position on the way. A line says how the
game ended for the side to move, and the kinds of the empty cells for each player. `fit` finds the
weights under which these ends are likeliest, by logistic regression with Newton's method. A penalty
keeps each kind near the sum of its two directions. A kind that makes more along one direction is
always worth more. Without that constraint the games leave weak kinds in any order, and the search
plays far from all stones. `fit` prints the two tables of `src/noughts/threats/weights.py`. It needs
numpy. ::

    python bench/weights.py games [number] [seed] [rules] > games.txt
    python bench/weights.py fit games.txt ...
"""

import random
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import numpy as np
from large import around_middle

from noughts import Mark, Position, Rules
from noughts.threats.pvs import CACHE, PrincipalVariationSearch
from noughts.threats.threat_types import CLASSES, DECIDED, DIM, NOWHERE, WIN
from noughts.threats.value_cache import ValueCache

NODES = 1_000  #: for a move
STONES = range(3, 9)  #: of an opening
WILD, PROMISING = 0.06, 8  #: the share of moves drawn by lot, and from how many promising ones
SCALE = 200  #: points of a guess that make a win e times as likely as a loss
PENALTY, OF_A_KIND = 3.0, 4.0
STEPS = 12
STEP = 2  #: points that a kind is worth more, at least, if it makes more along one direction
SWEEPS = 1_500  #: over the constraints, in each of the `STEPS`

Name = tuple[int, str, int]


def choose(search: PrincipalVariationSearch, empty: list[int]) -> tuple[int, int]:
    """Search the position and return the best move and its value."""
    search.allow(NODES)
    urgent, value = search.urgent(), 0
    search.best = empty[len(empty) // 2] if urgent == NOWHERE else urgent
    for depth in range(1, len(empty) + 1):
        found = search.round(depth, -WIN, WIN)
        if search.stopped:
            break
        value = found
        if abs(value) > DECIDED:
            break
    return search.best, value


def game(rules: Rules, rng: random.Random) -> Iterator[str]:
    """Play a game and yield its quiet positions, a line each."""
    near = around_middle(rules)
    position = Position(rules)
    search = PrincipalVariationSearch(position, cache=ValueCache(rules.cells, CACHE))
    opening, quiet = rng.sample(near, rng.choice(STONES)), list[tuple[Mark, str]]()
    while position.outcome is None:
        if opening:
            cell = opening.pop()
        else:
            cell, value = choose(search, [*position.legal])
            kinds = [
                [search.patterns.kind[side * rules.cells + c] for c in position.legal]
                for side in (search.side, 1 - search.side)
            ]
            if abs(value) < DIM and search.urgent() == NOWHERE:
                quiet.append((position.turn, " | ".join(map(counted, kinds))))
            if rng.random() < WILD and abs(value) < DIM:
                promise = dict(zip(position.legal, map(sum, zip(*kinds, strict=True)), strict=True))
                cell = rng.choice(sorted(promise, key=promise.__getitem__)[-PROMISING:])
        position = position.play(cell)
        search.place(cell)
    winner = position.outcome.winner
    for turn, line in quiet:
        yield f"{0.5 if winner is None else float(winner is turn)} {len(quiet)} | {line}"


def counted(kinds: list[int]) -> str:
    return " ".join(f"{kind}:{n}" for kind, n in Counter(kinds).items() if kind)


def parts(role: int, kind: int) -> Iterator[Name]:
    """Yield what a kind's worth is the sum of."""
    for name, which in zip(("best", "second"), divmod(kind, CLASSES), strict=True):
        if which:
            yield role, name, which
    yield role, "kind", kind


def features(line: str) -> Iterator[tuple[Name, int]]:
    """Yield what the guess adds up: whose, which direction or kind, how often."""
    for role, kinds in enumerate(line.split("|")[1:]):
        for word in kinds.split():
            kind, n = map(int, word.split(":"))
            for name in parts(role, kind):
                yield name, n - 2 * n * role


KINDS = [CLASSES * best + second for best in range(CLASSES) for second in range(best + 1)]
NAMES: dict[Name, int] = {}
for _role, _kind in product((0, 1), KINDS[1:]):
    for _name in parts(_role, _kind):
        NAMES.setdefault(_name, len(NAMES))


def rises() -> np.ndarray:
    """Return what each kind gains where one of its directions makes more: a row for each."""
    rows = []
    for role in (0, 1):
        for kind in KINDS:
            for more in (kind + 1, kind + CLASSES):
                if more in KINDS:
                    row = np.zeros(len(NAMES) + 1)
                    for name in parts(role, more):
                        row[NAMES[name]] += 1
                    for name in parts(role, kind) if kind else ():
                        row[NAMES[name]] -= 1
                    rows.append(row)
    return np.array(rows)


def constrained(matrix: np.ndarray, goal: np.ndarray, least: np.ndarray) -> np.ndarray:
    """Return the b with the least b'Mb/2 - g'b among those with `least @ b` >= STEP points.

    Source: Hildreth, "A Quadratic Programming Procedure", 1957.
    """
    free = np.linalg.solve(matrix, np.column_stack([goal, least.T]))
    start, pull = free[:, 0], free[:, 1:]
    forces, prices = least @ pull, np.zeros(len(least))
    lacks = least @ start - STEP / SCALE
    for _ in range(SWEEPS):
        for i in range(len(prices)):
            price = max(0.0, prices[i] - lacks[i] / forces[i, i])
            lacks += forces[:, i] * (price - prices[i])
            prices[i] = price
    return start + pull @ prices


def fit(*files: str) -> None:
    """Print the weights that fit best."""
    lines = [line for file in files for line in Path(file).read_text().splitlines()]
    x = np.zeros((len(lines), len(NAMES) + 1), np.float32)
    x[:, -1] = 1  # whose turn it is may be worth something by itself
    for row, line in zip(x, lines, strict=True):
        for name, n in features(line):
            row[NAMES[name]] += n
    ends, lengths = np.array([line.split(" | ")[0].split() for line in lines], float).T
    share = lengths**-0.5  # the positions of a game have one end, and are not so many witnesses
    share *= len(lines) / share.sum()
    penalty = np.array([PENALTY * (OF_A_KIND if n[1] == "kind" else 1) for n in NAMES] + [0.0])
    beta, least = np.zeros(len(penalty)), rises()
    for _ in range(STEPS):
        p = 1 / (1 + np.exp(-x @ beta))
        bend = (x.T * (share * p * (1 - p))) @ x + np.diag(penalty)
        slope = x.T @ (share * (ends - p)) - penalty * beta
        beta = constrained(bend, bend @ beta + slope, least)
    p = 1 / (1 + np.exp(-x @ beta))
    loss = -(share * (ends * np.log(p) + (1 - ends) * np.log(1 - p))).mean()
    print(f"{len(lines):,} positions, loss {loss:.4f}", file=sys.stderr)
    for role, title in enumerate(("OWN", "OTHER")):
        print(f"{title} = (")
        for kind in range(CLASSES * CLASSES):
            worth = sum(beta[NAMES[name]] for name in parts(role, kind)) if kind in KINDS[1:] else 0
            print(f"{round(SCALE * worth)},", end="\n" if kind % CLASSES == CLASSES - 1 else " ")
        print(")")


def games(number: int = 5_000, seed: int = 0, text: str = "15,15,5") -> None:
    rng = random.Random(seed)
    for _ in range(number):
        for line in game(Rules.parse(text), rng):
            print(line, flush=True)


if __name__ == "__main__":
    command, *words = sys.argv[1:] or ["help"]
    if command == "games":
        games(*(kind(word) for kind, word in zip((int, int, str), words, strict=False)))
    elif command == "fit" and words:
        fit(*words)
    else:
        sys.exit(__doc__)

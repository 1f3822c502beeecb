"""What a stone would make: against the definition, told by strings.

As plain Python: the search's tests hold the compiled form to it, value by value.
"""

import random
from functools import cache

import pytest

from noughts import Rules
from noughts.threats.row_codes import DIRECTIONS
from noughts.threats.threat_types import CLASSES
from noughts.threats.weights import OTHER, OWN
from tests.solver.uncompiled import uncompiled

GAMES = ["15,15,5", "9,8,5 exact", "10,10,4", "9,9,4 torus", "26,5,5", "4,4,4 torus"]
GAMES += ["15,15,5 caro", "9,9,4 exact caro"]


@cache
def made(row: str, k: int, exact: bool, caro: bool) -> int:
    """Return what a row is: x for its own stones, # for what stops it."""
    runs = [len(run) for run in row.replace("#", ".").split(".")]
    blocked = caro and max(runs) == k and f"#{'x' * k}#" in row
    if (k in runs if exact else max(runs) >= k) and not blocked:
        return 9
    grown = [row[:i] + "x" + row[i + 1 :] for i, cell in enumerate(row) if cell == "."]
    after = [made(row, k, exact, caro) for row in grown]
    if 9 in after:
        return 8 if after.count(9) > 1 else 7
    return max([0, *(best - 2 for best in after)])


def kind(rules: Rules, stones: dict[int, int], cell: int, side: int) -> int:
    """Return the best two of what a stone makes along the four directions."""
    assert rules.k is not None
    columns, rows = rules.shape[:2]
    found = []
    for right, down in DIRECTIONS:
        row = ""
        for step in range(1 - rules.k, rules.k):
            c, r = cell % columns + step * right, cell // columns + step * down
            if rules.torus:
                c, r = c % columns, r % rows
            inside = 0 <= c < columns and 0 <= r < rows
            owner = stones.get(r * columns + c) if inside else 1 - side
            row += "x" if step == 0 or owner == side else "." if owner is None else "#"
        found.append(made(row, rules.k, rules.exact, rules.caro))
    second, best = sorted(found)[-2:]
    return CLASSES * best + second


@pytest.mark.parametrize("weights", [OWN, OTHER])
def test_what_makes_more_along_a_direction_is_worth_more(weights: tuple[int, ...]) -> None:
    kinds = [CLASSES * best + second for best in range(CLASSES) for second in range(best + 1)]
    for kind in kinds:
        for more in {kind + 1, kind + CLASSES} & {*kinds}:
            assert weights[kind] < weights[more], (kind, more)


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_is_what_it_is_by_definition(game: str) -> None:
    rules, rng = Rules.parse(game), random.Random(game)
    patterns = uncompiled(package="noughts.threats").patterns.Patterns(rules)
    assert patterns.known
    stones: dict[int, int] = {}
    start = [patterns.guess(side) for side in (0, 1)]
    for turn in range(60):
        empty = [cell for cell in range(rules.cells) if cell not in stones]
        if stones and (rng.random() < 0.4 or len(empty) < 3):
            patterns.lift(*stones.popitem())
        else:
            cell = rng.choice(empty)
            stones[cell] = turn % 2
            patterns.place(cell, turn % 2)
        empty = [cell for cell in range(rules.cells) if cell not in stones]
        for cell in empty if turn % 10 == 9 else rng.sample(empty, min(5, len(empty))):
            for side in (0, 1):
                assert patterns.kind[side * rules.cells + cell] == kind(rules, stones, cell, side)
        for side in (0, 1):
            points = sum(
                OWN[patterns.kind[side * rules.cells + cell]]
                - OTHER[patterns.kind[(1 - side) * rules.cells + cell]]
                for cell in empty
            )
            assert patterns.guess(side) == points
            seen = [divmod(patterns.kind[side * rules.cells + cell], CLASSES) for cell in empty]
            assert patterns.sharp(side) == any(a > 7 or (a == 7 and b >= 6) for a, b in seen)
    while stones:
        patterns.lift(*stones.popitem())
    assert [patterns.guess(side) for side in (0, 1)] == start

"""A pairing is found where there is one and only there: beside it, every choice is tried."""

import random
from itertools import combinations

from tests.solver.uncompiled import uncompiled

CELLS, BUDGET = 9, 100_000
LINES = [
    sum(1 << cell for cell in line) for n in (2, 3, 4) for line in combinations(range(CELLS), n)
]


def can_be_paired(lines: list[int], free: int) -> bool:
    """Whether each line holds a pair: of the first one, every pair of free cells is tried."""
    if not lines:
        return True
    cells = [1 << cell for cell in range(CELLS) if lines[0] & free & 1 << cell]
    return any(
        can_be_paired([line for line in lines if line & pair != pair], free & ~pair)
        for pair in map(sum, combinations(cells, 2))
    )


def test_it_finds_what_there_is() -> None:
    modules, dice = uncompiled(), random.Random(5)
    seen = []
    for _ in range(300):
        lines = modules.state.minimal(dice.sample(LINES, dice.randrange(2, 12)))
        state = modules.state.SearchState(CELLS, lines)
        state.start(0, 0, lines, ())
        search = modules.pairing.PairingSearch(state, BUDGET)
        found = search.find(0, state.full, 0)
        paired = can_be_paired(lines, state.full)
        assert found.found == paired, lines
        hopeless = search._hopeless()
        assert not (hopeless and paired), lines
        pairs = list(search.chosen[: found.cells.bit_count() // 2])
        assert not paired or sum(pairs) == found.cells
        assert not paired or all(any(line & p == p for p in pairs) for line in lines)
        seen.append((paired, hopeless))
    assert {(True, False), (False, True), (False, False)} <= set(seen)

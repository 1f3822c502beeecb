"""A pairing is found where there is one and only there: beside it, every choice is tried."""

import random
from itertools import combinations

import pytest

from noughts import Position, Rules
from tests import naive_solver
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


@pytest.mark.parametrize("game", ["3,3,3 misere", "6,1,3 misere", "3,3,3", "5,2,3 exact"])
def test_a_side_with_a_pairing_never_has_both_cells_of_a_line(game: str) -> None:
    """Whoever moves, and however many cells are left: plain minimax agrees in every position."""
    modules, rules = uncompiled(), Rules.parse(game)
    state = modules.state.SearchState(rules.cells, rules.lines)
    state.start(0, 0, rules.lines, ())
    search = modules.pairing.PairingSearch(state, BUDGET)
    values: dict[int, int] = {}
    naive_solver.value(Position(rules), values)
    held = [0, 0]
    for key, value in values.items():
        x, o = key & rules.full, key >> rules.cells
        if any(line & board == line for line in rules.lines for board in (x, o)):
            continue
        turn = x.bit_count() - o.bit_count()
        for side, (own, other) in enumerate(((x, o), (o, x))):
            if search.find(0, rules.full & ~own, other).found:
                worth = value if side == turn else -value
                assert worth >= 0 if rules.misere else worth <= 0
                held[side] += 1
    assert min(held) > 50

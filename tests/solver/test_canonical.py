"""The least image of a key, against the least of all images."""

from __future__ import annotations

import random

import pytest

from noughts import Rules
from noughts.core.symmetry import permuted
from tests.solver.uncompiled import uncompiled


@pytest.mark.parametrize("game", ["1,2,1", "3,3,3", "4,5,3", "8,8,5", "4,4,4,4", "4,4,3 torus"])
def test_the_least_image_is_the_least_of_all(game: str) -> None:
    rules = Rules.parse(game)
    modules = uncompiled()
    key = modules.search_types.Key
    tables = modules.canonical.SymmetryTables(rules.cells, rules.symmetries)
    moving = [one for one in rules.symmetries if one != tuple(range(rules.cells))]
    draw = random.Random(game)
    for stones in [0, 1, 2, 3] * 20:
        cells = draw.sample(range(rules.cells), min(2 * stones, rules.cells))
        mine, theirs = (sum(1 << cell for cell in half) for half in (cells[::2], cells[1::2]))
        images = [(mine, theirs)]
        images += [(permuted(mine, one), permuted(theirs, one)) for one in moving]
        least = tables.least(key(mine=mine, theirs=theirs, side=1, symmetry=-1))
        assert (least.mine, least.theirs) == min(images)
        # Of several, the first in order.
        assert (least.side, least.symmetry) == (1, images.index(min(images)) - 1)
        assert tables.image(mine, least.symmetry) == least.mine
        assert tables.back(least.theirs, least.symmetry) == theirs

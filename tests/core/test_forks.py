"""Forks are found only where they may be: compared with every cell."""

from random import Random

import pytest

from noughts.core.forks import forks, threats_after
from noughts.core.outcome import Mark
from noughts.core.position import Position
from tests.sampling import sample


@pytest.mark.parametrize(
    "game",
    [
        "3,3,3",
        "4,4,3 misere",
        "5,5,4 torus",
        "6,6,4 exact",
        "7,7,4 caro",
        "4,4,3 gravity",
        "3,3,3,3",
        "4,3 lines a1-b1 b1-c1-d1 a1-a2-d2 c2-b3-c3",
    ],
)
def test_forks_are_those_of_all_cells(game: str) -> None:
    random = Random(game)
    for _ in range(sample(10, 100)):
        position = Position(game)
        while position.outcome is None:
            for mark in Mark:
                every = {cell: threats_after(position, cell, mark) for cell in position.legal}
                wanted = {cell: threats for cell, threats in every.items() if len(threats) > 1}
                assert forks(position, mark) == wanted
                assert [*forks(position, mark)] == [*wanted]
            position = position.play(random.choice(position.legal))

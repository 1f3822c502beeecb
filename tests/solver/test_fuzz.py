"""Each rule alone and all together against the truth, position by position.

`make test` takes a sample of positions, the same every time; `make test-deep` two hundred times
as many.
"""

import pytest

from tests.solver.fuzz import GAMES, HAND_MADE, PLAIN_GAMES, POSITIONS, check_untraced

ALL = [*GAMES, *PLAIN_GAMES, HAND_MADE]


@pytest.mark.parametrize("game", ALL)
def test_on_a_sample_of_random_positions(game: str) -> None:
    check_untraced(game, POSITIONS // 200)


@pytest.mark.deep
@pytest.mark.parametrize("game", ALL)
def test_on_ten_thousand_random_positions(game: str) -> None:
    check_untraced(game, POSITIONS)

"""Each rule alone and all together against the truth, position by position."""

from __future__ import annotations

import pytest

from tests.solver.fuzz import GAMES, HAND_MADE, PLAIN_GAMES, check_untraced


@pytest.mark.parametrize("game", [*GAMES, *PLAIN_GAMES, HAND_MADE])
def test_on_ten_thousand_random_positions(game: str) -> None:
    check_untraced(game)

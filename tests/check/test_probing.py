"""What a program expects is found by trying, and a wrong guess accuses nobody."""

from pathlib import Path

import pytest

from noughts.core.errors import UnknownNameError
from tests.check.here import checked_here


@pytest.mark.parametrize(
    "text",
    [
        "def best_move(xs):\n    return min({*range(9)} - {*xs})",
        "def play(game, mark):\n    return min({*range(1, 10)} - {*game}) + 0 * hash(game)",
        "def choose(to):\n    return min({(r, c) for r in range(3) for c in range(3)} - {*to})",
        "def move(letters):\n    return min({a + b for a in 'abc' for b in '123'} - {*letters})",
    ],
)
def test_a_function_of_the_moves_so_far_is_refused_whatever_they_are_called(
    tmp_path: Path, text: str
) -> None:
    with pytest.raises(UnknownNameError, match="seems to need the moves so far; give a function"):
        checked_here(tmp_path, text)

"""Every example runs, and prints what it promises."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"

PROMISED = {
    "play_a_game.py": "winner: X",
    "why_not_that_move.py": "loses in 4 plies because X forks at a3",
    "your_own_engine.py": "greedy as X: ",
    "learn_by_q_learning.py": "600,000 moves: mean regret 0.0000\nperfect in every position",
    "train_on_exact_labels.py": "at most one position in a hundred is played wrong",
    "a_game_of_your_own.py": "168 symmetries\nthe first player: win in 7",
}


def test_no_example_is_forgotten() -> None:
    assert {path.name for path in EXAMPLES.glob("*.py")} == set(PROMISED)


@pytest.mark.parametrize("name", sorted(PROMISED))
def test_example(name: str) -> None:
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name)], capture_output=True, text=True, check=True
    )
    assert PROMISED[name] in done.stdout
    assert done.stderr == ""

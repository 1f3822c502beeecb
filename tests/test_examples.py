"""Every example runs, and prints what it promises."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from noughts import engine
from tests.sampling import sample
from tests.sources import module_of

EXAMPLES = Path(__file__).parent.parent / "examples"

PROMISED = {
    "play_a_game.py": "winner: X",
    "why_not_that_move.py": "loses in 4 plies because X forks at a3",
    "your_own_engine.py": "greedy as X: ",
    "learn_by_q_learning.py": "600,000 moves: mean regret 0.0000\nperfect in every position",
    "text_environment.py": "37 moves: 21 points of value given away",
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


def text_game(*of: str) -> Any:
    return module_of(EXAMPLES / "text_environment.py").TextGame(*of)


def test_the_rewards_of_the_text_environment_are_exact() -> None:
    """The perfect player gives nothing away; others lose exactly what they give away."""
    game, best = text_game(), engine("perfect")
    for seed in range(sample(6, 20)):
        assert f"You play {'XO'[seed % 2]}." in game.reset(seed=seed)
        while not game.done:
            name = game.rules.name(best.play(game.position).cell)
            assert game.step(f"not [a9], but [{name.upper()}]").reward == 0
    game, player = text_game("4,3,3", "perfect"), engine("random", seed=1)
    for seed in range(sample(4, 10)):
        game.reset(seed=seed)
        value, given = 1 if seed % 2 == 0 else -1, 0
        while not game.done:
            step = game.step(f"[{game.rules.name(player.play(game.position).cell)}]")
            given += step.reward
        won = "You win" in step.observation
        assert value + given == (1 if won else -1 if "You lose" in step.observation else 0)


def test_the_text_environment_ends_after_a_move_that_cannot_be_played() -> None:
    game = text_game()
    for action in ("", "b2", "[z9]", "[b2] [a10]", "[a1]" + " " * 10_000):
        game.reset()
        observation, reward, done, info = game.step(action)
        assert (reward, done, info) == (-1, True, {"legal": False})
        assert observation.startswith("You lose: ")
        with pytest.raises(RuntimeError, match="reset begins another one"):
            game.step("[b2]")

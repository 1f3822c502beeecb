"""Many games at once, against the rules and the engines of the library."""

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode

from noughts import Mark, RulesError, Score, engine
from noughts.bridges.gymnasium import VectorGames


@pytest.mark.parametrize(
    "game", ["3,3,3", "3,3,3 misere", "7,6,4 gravity", "4,4,4,4", "3,2 lines a1-b2-c1"]
)
def test_random_play_follows_the_rules(game: str) -> None:
    games = VectorGames(game, 5)
    assert games.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    seen, _ = games.reset(seed=4)
    draw = np.random.default_rng(4)
    ended = 0
    for _ in range(220):
        assert games.observation_space.contains(seen)
        before = games.positions
        actions = [
            draw.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in seen["action_mask"]
        ]
        planes = seen["observation"].reshape(5, -1, 2)
        for position, plane in zip(before, planes, strict=True):
            stones = [list(position.stones(mark)) for mark in (position.turn, position.turn.other)]
            assert [np.flatnonzero(side).tolist() for side in plane.T] == stones
        seen, rewards, over, cut, _ = games.step(actions)
        assert not cut.any()
        for row, position in enumerate(before):
            now = games.positions[row]
            assert tuple(np.flatnonzero(seen["action_mask"][row])) == now.legal
            if position.outcome is not None:
                assert (now.ply, rewards[row], over[row]) == (0, 0, False)
                continue
            assert now == position.play(int(actions[row]))
            assert over[row] == (now.outcome is not None)
            winner = now.outcome and now.outcome.winner
            assert rewards[row] == (0 if winner is None else 1 if winner is position.turn else -1)
            ended += over[row]
    assert ended


def test_regret_is_the_proved_value_given_away() -> None:
    games = VectorGames("3,3,3", 8, reward="regret")
    seen, _ = games.reset(seed=2)
    draw, given = np.random.default_rng(2), 0
    for _ in range(60):
        actions = [
            draw.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in seen["action_mask"]
        ]
        before = games.positions
        seen, rewards, *_ = games.step(actions)
        for position, action, reward in zip(before, actions, rewards, strict=True):
            if position.outcome is None:
                analysis = engine("perfect").analyse(position)
                worth = {move.cell: move.score for move in analysis.moves}[int(action)]
                assert isinstance(worth, Score)
                assert isinstance(analysis.score, Score)
                assert reward == worth.value.sign - analysis.score.value.sign
                given -= reward
            else:
                assert reward == 0
    assert given


@pytest.mark.parametrize("opponent", ["random", "perfect"])
def test_the_opponent_answers(opponent: str) -> None:
    games = VectorGames("3,3,3", 40, opponent=opponent)  # type: ignore[arg-type]
    seen, _ = games.reset(seed=9)
    assert [position.ply for position in games.positions] == [0, 1] * 20
    draw, results = np.random.default_rng(9), []
    for _ in range(60):
        actions = [
            draw.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in seen["action_mask"]
        ]
        seen, rewards, over, *_ = games.step(actions)
        for row, position in enumerate(games.positions):
            if over[row]:
                assert position.outcome is not None
                agent, winner = (Mark.X, Mark.O)[row % 2], position.outcome.winner
                assert rewards[row] == (0 if winner is None else 1 if winner is agent else -1)
                results.append(int(rewards[row]))
            else:
                assert (position.ply % 2, rewards[row]) == (row % 2, 0)
    assert min(results) == -1
    assert max(results) == (1 if opponent == "random" else 0)


def test_seeds_repeat_and_illegal_moves_end_a_game() -> None:
    def played(seed: int) -> list[str]:
        games = VectorGames("4,3,3", 3, opponent="random")
        games.reset(seed=seed)
        games.step([4, 5, 6])
        return [str(position) for position in games.positions]

    assert played(1) == played(1)
    assert len({tuple(played(seed)) for seed in range(6)}) > 1
    for reward, worth in (("result", -1), ("regret", -2)):
        games = VectorGames("3,3,3", 2, reward=reward)  # type: ignore[arg-type]
        games.reset()
        games.step([0, 1])
        _, rewards, over, *_ = games.step([0, 2])
        assert (rewards.tolist(), over.tolist()) == ([worth, 0], [True, False])
        games.step([8, 0])
        assert [position.ply for position in games.positions] == [0, 3]


def test_what_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="opponent 'hard': there are None, random, perfect"):
        VectorGames(opponent="hard")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="reward 'points': there are result, regret"):
        VectorGames(reward="points")  # type: ignore[arg-type]
    for number in (0, 100_001, 10**12):
        with pytest.raises(ValueError, match=f"num_envs {number:,}: it must be from 1 to 100,000"):
            VectorGames(num_envs=number)
    with pytest.raises(RulesError, match="at most 64"):
        VectorGames("15,15,5", reward="regret")


@pytest.mark.parametrize("wrong", [[0.5, 1.9], [0], [0, 1, 2], ["a1", "b2"], [None, 1], 4, None])
def test_actions_are_one_whole_number_for_each_game(wrong: object) -> None:
    games = VectorGames("3,3,3", 2)
    games.reset(seed=1)
    with pytest.raises(ValueError, match="2 whole numbers are needed, a cell for each game"):
        games.step(wrong)  # type: ignore[arg-type]
    assert [position.ply for position in games.positions] == [0, 0]


@pytest.mark.parametrize("reward", ["result", "regret"])
def test_a_step_before_the_first_reset_says_what_is_missing(reward: str) -> None:
    with pytest.raises(ResetNeeded, match=r"call reset\(\) before step\(\)"):
        VectorGames("3,3,3", 2, reward=reward).step([0, 0])  # type: ignore[arg-type]

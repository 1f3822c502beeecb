"""The environment, judged by PettingZoo's own tests."""

import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from noughts import IllegalMoveError, Mark, Position
from noughts.bridges.pettingzoo import PIXELS, RawEnv, env, picture

GAMES = ["3,3,3", "3,3,3 misere", "15,15,5", "4,4,4,4", "7,6,4 gravity", "3,2 lines a1-b2-c1"]


@pytest.mark.filterwarnings("ignore::UserWarning")  # how spaces should look in deep learning
@pytest.mark.parametrize("rules", GAMES)
def test_pettingzoo_accepts_it(rules: str) -> None:
    api_test(env(rules), num_cycles=60)
    seed_test(lambda: env(rules), num_cycles=20)


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_every_way_to_render() -> None:
    render_test(lambda **options: env("4,4,4,2", **options))
    for mode in ("ansi", "human", "rgb_array"):
        game = env("4,3,3", mode)
        game.reset()
        game.step(5)
        shown = game.render()
        if mode == "ansi":
            assert shown == Position.parse("..../.X../....", "4,3,3").board()
        elif mode == "human":
            assert shown is None
        else:
            assert shown.shape == (3 * PIXELS + 1, 4 * PIXELS + 1, 3)
    with pytest.raises(ValueError, match="render_mode 'svg': there are ansi, human, rgb_array"):
        env(render_mode="svg")


def test_a_picture_shows_each_stone_in_its_cell() -> None:
    def ink(text: str, cell: int) -> int:
        row, column = divmod(cell, 3)
        tile = picture(Position.parse(text))[row * PIXELS + 1 :, column * PIXELS + 1 :]
        return int((tile[: PIXELS - 1, : PIXELS - 1] < 200).any(axis=2).sum())

    text = "X.O/.X./..."
    assert [cell for cell in range(9) if ink(text, cell)] == [0, 2, 4]
    assert ink(text, 0) != ink(text, 2)


def test_a_game_its_masks_and_its_rewards() -> None:
    game = RawEnv("3,3,3")
    game.reset(seed=1)
    for cell in (4, 0, 2, 8):
        mask = game.observe(game.agent_selection)["action_mask"]
        assert tuple(np.flatnonzero(mask)) == game.position.legal
        waiting = next(agent for agent in game.agents if agent != game.agent_selection)
        assert not game.observe(waiting)["action_mask"].any()
        game.step(cell)
    seen = game.observe("player_2")["observation"]
    assert seen[..., 0].ravel().nonzero()[0].tolist() == list(game.position.stones(Mark.O))
    assert seen[..., 1].ravel().nonzero()[0].tolist() == list(game.position.stones(Mark.X))
    assert not game.rewards["player_1"]
    with pytest.raises(IllegalMoveError):
        game.step(4)
    game.step(6)
    assert game.rewards == {"player_1": 1, "player_2": -1}
    assert all(game.terminations.values())
    game.step(None)
    game.step(None)
    assert not game.agents


def test_misere_a_draw_and_an_illegal_move() -> None:
    lost = RawEnv("3,1,2 misere")
    lost.reset()
    for cell in (0, 2, 1):
        lost.step(cell)
    assert lost.rewards == {"player_1": -1, "player_2": 1}
    drawn = RawEnv("2,2,3")
    drawn.reset()
    for cell in range(4):
        drawn.step(cell)
    assert drawn.rewards == {"player_1": 0, "player_2": 0}
    assert all(drawn.terminations.values())
    game = env("3,3,3")
    game.reset()
    game.step(0)
    with warnings.catch_warnings(record=True):
        game.step(0)
    assert game.terminations["player_2"]
    assert game.rewards == {"player_1": 0, "player_2": -1}

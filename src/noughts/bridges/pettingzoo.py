"""Noughts for reinforcement learning: a PettingZoo environment over any rules.

`env` creates one with the usual wrappers; it needs ``noughts[pettingzoo]``. Two agents,
``player_1`` (X) and ``player_2`` (O), alternate. An action is a cell. An observation holds

- ``observation``: 0 or 1 for each (layer,) row, column and plane; the first plane is the agent's
  stones, the second the other agent's;
- ``action_mask``: 1 for each cell that may be played now; all 0 for the waiting agent.

Rewards come at the end: 1 for the winner, -1 for the loser, 0 for a draw. An agent that makes an
illegal move loses at once, and the other one gets nothing.

>>> game = env(rules="4,3,3")
>>> game.reset()
>>> seen, reward, terminated, truncated, info = game.last()
>>> seen["observation"].shape, int(seen["action_mask"].sum())
((3, 4, 2), 12)
"""

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from gymnasium import logger, spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from noughts.core.bits import bits
from noughts.core.notation import flat
from noughts.core.position import Mark, Position
from noughts.core.rules import Rules

Observation = dict[str, NDArray[np.int8]]

AGENTS = {"player_1": Mark.X, "player_2": Mark.O}
PIXELS = 24  #: pixels of a cell's side in a picture
PAPER, GRID, LINE = (255, 255, 255), (190, 190, 190), (255, 224, 130)
INK = {Mark.X: (31, 78, 160), Mark.O: (178, 50, 40)}


def env(rules: str | Rules = "3,3,3", render_mode: str | None = None) -> AECEnv[str, Any, int]:
    """Return a game's environment, which checks how it is used and ends at an illegal move.

    Raises:
        RulesError: The rules do not exist.
        ValueError: The render mode does not exist.
    """
    bare = RawEnv(rules, render_mode)
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(bare, illegal_reward=-1))
    )


class RawEnv(AECEnv[str, Any, int]):  # type: ignore[misc]  # pettingzoo has no types
    """The environment without wrappers.

    Attributes:
        position: the position now.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "noughts_v0",
        "render_modes": ["ansi", "human", "rgb_array"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(self, rules: str | Rules = "3,3,3", render_mode: str | None = None) -> None:
        super().__init__()
        modes = self.metadata["render_modes"]
        if render_mode not in {None, *modes}:
            raise ValueError(f"render_mode {render_mode!r}: there are {', '.join(modes)}")
        self.rules: Rules = Rules(rules)
        self.position: Position = Position(self.rules)
        self.render_mode = render_mode
        self.possible_agents: list[str] = list(AGENTS)
        self._shape = tuple(reversed(flat(self.rules.shape)))
        cells = self.rules.cells
        self._actions = {agent: spaces.Discrete(cells) for agent in AGENTS}
        self._observations = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, (*self._shape, 2), np.int8),
                    "action_mask": spaces.Box(0, 1, (cells,), np.int8),
                }
            )
            for agent in AGENTS
        }

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the cells."""
        return self._actions[agent]

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return an agent's observation space."""
        return self._observations[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Start a game; nothing in it is random, so the seed has no effect."""
        del seed, options
        self.position = Position(self.rules)
        self.agents: list[str] = self.possible_agents[:]
        self.rewards: dict[str, int] = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.truncations: dict[str, bool] = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection: str = self.agents[0]

    def observe(self, agent: str) -> Observation:
        """Return an agent's observation: its stones, the other's, and the legal cells."""
        position, mark = self.position, AGENTS[agent]
        stones = np.zeros((self.rules.cells, 2), np.int8)
        stones[list(position.stones(mark)), 0] = 1
        stones[list(position.stones(mark.other)), 1] = 1
        mask = np.zeros(self.rules.cells, np.int8)
        if agent == self.agent_selection:
            mask[list(position.legal)] = 1
        return {"observation": stones.reshape(*self._shape, 2), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play a cell for the agent to move; None once the game is over.

        Raises:
            IllegalMoveError: The cell may not be played.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("play None only when the game is over")
        self.position = self.position.play(int(action))
        outcome = self.position.outcome
        self._cumulative_rewards[agent] = 0
        if outcome is not None:
            for other, mark in AGENTS.items():
                if outcome.winner is not None:
                    self.rewards[other] = 1 if mark is outcome.winner else -1
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        self.agent_selection = self.agents[1 - self.agents.index(agent)]
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | NDArray[np.uint8] | None:
        """Return the board as text or as a picture (rows, columns, RGB), or print it."""
        if self.render_mode is None:
            logger.warn("render without a render_mode shows nothing")
            return None
        if self.render_mode == "rgb_array":
            return picture(self.position)
        board = self.position.board()
        if self.render_mode == "ansi":
            return board
        print(board)  # noqa: T201  (what this mode is for)
        return None

    def close(self) -> None:
        """Do nothing: no window is open."""


def picture(position: Position) -> NDArray[np.uint8]:
    """Return a board as pixels; a box's layers are one below another.

    >>> from noughts import Position
    >>> picture(Position.parse("X.O/.X./...")).shape
    (73, 73, 3)
    """
    columns, rows, *layers = flat(position.rules.shape)
    high, wide = rows * (layers[0] if layers else 1), columns
    image = np.full((high * PIXELS + 1, wide * PIXELS + 1, 3), PAPER, np.uint8)
    image[::PIXELS] = image[:, ::PIXELS] = GRID
    image[:: rows * PIXELS] = tuple(shade // 2 for shade in GRID)
    down, right = np.mgrid[1:PIXELS, 1:PIXELS] - PIXELS / 2
    far = np.hypot(down, right)
    shapes = {
        Mark.X: (abs(abs(down) - abs(right)) < 2) & (far < 0.45 * PIXELS),
        Mark.O: (far < 0.38 * PIXELS) & (far > 0.26 * PIXELS),
    }
    line = (position.outcome and position.outcome.line) or ()
    for mark, shape in shapes.items():
        for cell in bits(position.x if mark is Mark.X else position.o):
            row, column = divmod(cell, columns)
            tile = image[row * PIXELS + 1 :, column * PIXELS + 1 :][: PIXELS - 1, : PIXELS - 1]
            if cell in line:
                tile[:] = LINE
            tile[shape] = INK[mark]
    return image

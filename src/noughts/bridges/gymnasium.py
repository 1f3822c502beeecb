"""Noughts for reinforcement learning, many games at once: Gymnasium's vector API.

The games run side by side; it needs ``noughts[gymnasium]``. Actions and observations are those of
`noughts.bridges.pettingzoo`, with one row for each game. An action is a cell. The agent plays both
sides in turn, or against an opponent of the environment.

>>> games = VectorGames("3,3,3", 2, opponent="perfect", reward="regret")
>>> seen, _ = games.reset(seed=1)
>>> seen["observation"].shape, seen["action_mask"].sum(axis=1).tolist()
((2, 3, 3, 2), [9, 8])
>>> seen, reward, over, *_ = games.step([1, 4 if seen["action_mask"][1, 4] else 0])
>>> reward.tolist()
[0.0, 0.0]
"""

from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from noughts.core.errors import whole_number
from noughts.core.notation import flat
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.oracle import Oracle

Observation = dict[str, NDArray[np.int8]]

ILLEGAL = {"result": -1.0, "regret": -2.0}  #: the reward of a move that is not legal
MOST_GAMES = 100_000


class VectorGames(VectorEnv[Any, Any, Any]):
    """Many games of one kind, played at once.

    A game that has ended starts again at the next step, whose action and reward do not count
    (`AutoresetMode.NEXT_STEP`). An illegal move ends its game.

    Args:
        rules: the game.
        num_envs: how many games, at most 100,000.
        opponent: None if the agent plays both sides. Otherwise the environment answers each move,
            with any legal move ("random") or one of the quickest that keep the value ("perfect"),
            and the agent plays X in the games with an even number, O in the others.
        reward: "result" gives 1 to a win, -1 to a loss and 0 to a draw, when the game ends.
            "regret" gives each move the proved value that it gave away, negative: 0, -1 or -2.

    Attributes:
        positions: the positions now.

    Raises:
        RulesError: The rules do not exist, or regret is wanted of a game that cannot be solved.
        ValueError: An argument is none of these.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        rules: str | Rules = "3,3,3",
        num_envs: int = 1,
        *,
        opponent: Literal["random", "perfect"] | None = None,
        reward: Literal["result", "regret"] = "result",
    ) -> None:
        super().__init__()
        if opponent not in {None, "random", "perfect"}:
            raise ValueError(f"opponent {opponent!r}: there are None, random, perfect")
        if reward not in ILLEGAL:
            raise ValueError(f"reward {reward!r}: there are {', '.join(ILLEGAL)}")
        if not 1 <= whole_number(num_envs, "num_envs") <= MOST_GAMES:
            raise ValueError(f"num_envs {num_envs:,}: it must be from 1 to {MOST_GAMES:,}")
        self.rules: Rules = Rules(rules)
        self.num_envs: int = num_envs
        self._opponent = opponent
        self._illegal = ILLEGAL[reward]
        self._judged = reward == "regret"
        if self._judged or opponent == "perfect":
            self._oracle: Oracle = Oracle(self.rules)
        self._shape = (*reversed(flat(self.rules.shape)), 2)
        cells = self.rules.cells
        self.single_action_space = spaces.Discrete(cells)
        self.single_observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, self._shape, np.int8),
                "action_mask": spaces.Box(0, 1, (cells,), np.int8),
            }
        )
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.positions: list[Position] = []
        self._over = np.zeros(num_envs, bool)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start all games; the seed decides the opponent's choices."""
        super().reset(seed=seed, options=options)
        self.positions = [Position(self.rules)] * self.num_envs
        self._over = np.zeros(self.num_envs, bool)
        self._reply([row for row in range(self.num_envs) if row % 2])
        return self._observed(), {}

    def step(
        self, actions: ArrayLike
    ) -> tuple[
        Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        """Play a cell in each game.

        Raises:
            ValueError: The actions are not one whole number for each game.
            ResetNeeded: No games have been started.
        """
        if not self.positions:
            raise ResetNeeded("call reset() before step()")
        cells = np.asarray(actions)
        if cells.size != self.num_envs or not np.issubdtype(cells.dtype, np.integer):
            raise ValueError(
                f"actions of shape {cells.shape} and type {cells.dtype}: "
                f"{self.num_envs} whole numbers are needed, a cell for each game"
            )
        cells = cells.reshape(self.num_envs)
        before, again = self.positions, self._over
        regret = self._regret(cells) if self._judged else None
        self.positions = list(before)
        reward, over = np.zeros(self.num_envs), np.zeros(self.num_envs, bool)
        answered = []
        for row, position in enumerate(before):
            if again[row]:
                self.positions[row] = Position(self.rules)
                answered += [row] * (row % 2)
            elif int(cells[row]) not in position.legal:
                reward[row], over[row] = self._illegal, True
            else:
                self.positions[row] = position.play(int(cells[row]))
                reward[row] = 0.0 if regret is None else -regret[row]
                answered.append(row)
        self._reply([row for row in answered if self.positions[row].outcome is None])
        for row in answered:
            outcome = self.positions[row].outcome
            if outcome is not None:
                over[row] = True
                if regret is None and outcome.winner is not None:
                    reward[row] = 1.0 if outcome.winner is before[row].turn else -1.0
        self._over = over
        return self._observed(), reward, over, np.zeros(self.num_envs, bool), {}

    def _regret(self, cells: NDArray[Any]) -> NDArray[np.int8]:
        regret = self._oracle.label(self._bitboards()).regret
        known: NDArray[np.int8] = regret[np.arange(self.num_envs), cells % self.rules.cells]
        return known

    def _reply(self, rows: list[int]) -> None:
        """Let the opponent move in some games."""
        if self._opponent is None or not rows:
            return
        masks: NDArray[Any]
        if self._opponent == "random":
            masks = self._masks()[rows]
        else:
            masks = self._oracle.label(self._bitboards()[rows]).quickest
        for row, mask in zip(rows, masks, strict=True):
            cell = int(self.np_random.choice(np.flatnonzero(mask)))
            self.positions[row] = self.positions[row].play(cell)

    def _bitboards(self) -> NDArray[np.uint64]:
        return np.array([(position.x, position.o) for position in self.positions], np.uint64)

    def _masks(self) -> NDArray[np.int8]:
        masks = np.zeros((self.num_envs, self.rules.cells), np.int8)
        for mask, position in zip(masks, self.positions, strict=True):
            mask[list(position.legal)] = 1
        return masks

    def _observed(self) -> Observation:
        size = -(-self.rules.cells // 8)
        stones = b"".join(
            board.to_bytes(size, "little")
            for position in self.positions
            for board in position.sides(position.turn)
        )
        bits = np.frombuffer(stones, np.uint8).reshape(self.num_envs, 2, size)
        cells = np.unpackbits(bits, axis=2, count=self.rules.cells, bitorder="little")
        planes = cells.transpose(0, 2, 1).astype(np.int8)
        return {
            "observation": planes.reshape(self.num_envs, *self._shape),
            "action_mask": self._masks(),
        }

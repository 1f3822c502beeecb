"""Noughts for OpenSpiel: every k-in-a-row game, for its algorithms.

Importing this registers the game ``noughts``; it needs ``noughts[openspiel]``::

    import pyspiel
    import noughts.bridges.openspiel

    game = pyspiel.load_game("noughts", {"rules": "4,3,3"})
    game = pyspiel.load_game("noughts(rules=4x3x3 misere)")  # in one text, x stands for the comma

An action is a cell. Player 0 is X. Returns are 1 for a win, -1 for a loss, 0 for a draw.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from noughts.core.notation import flat
from noughts.core.position import Mark, Position
from noughts.core.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

DEFAULT = "3x3x3"
PLAYERS = (Mark.X, Mark.O)

TYPE = pyspiel.GameType(
    short_name="noughts",
    long_name="Noughts: k in a row",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"rules": DEFAULT},
)


def rules_of(text: str) -> Rules:
    """Read rules in which an x between numbers may replace a comma.

    Raises:
        RulesError: The rules do not exist.

    >>> str(rules_of("4x3x3 misere")), str(rules_of("3,3,3"))
    ('4,3,3 misere', '3,3,3')
    """
    return Rules.parse(re.sub(r"(?<=\d)x(?=\d)", ",", text))


class NoughtsGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A game with the given `rules`."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.rules: Rules = rules_of(str(given.get("rules", DEFAULT)))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.cells,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.rules.cells,
        )
        super().__init__(TYPE, info, given)

    def new_initial_state(self) -> NoughtsState:
        """Return the empty board."""
        return NoughtsState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> Any:
        """Return an observer, which turns states into numbers."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Observer(self.rules, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class NoughtsState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A position of a game.

    Attributes:
        position: the position.
    """

    def __init__(self, game: NoughtsGame) -> None:
        super().__init__(game)
        self.position: Position = Position(game.rules)

    def current_player(self) -> int:
        """Return 0 for X, 1 for O, TERMINAL once the game is over."""
        if self.position.outcome is not None:
            return int(pyspiel.PlayerId.TERMINAL)
        return PLAYERS.index(self.position.turn)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.outcome is not None

    def returns(self) -> list[float]:
        """Return what each player has won."""
        winner = self.position.outcome and self.position.outcome.winner
        return [0.0 if winner is None else 1.0 if mark is winner else -1.0 for mark in PLAYERS]

    def __str__(self) -> str:
        return str(self.position)

    def _legal_actions(self, player: int) -> list[int]:
        del player
        return list(self.position.legal)

    def _apply_action(self, action: int) -> None:
        self.position = self.position.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"{PLAYERS[player]}({self.position.rules.name(action)})"


class Observer:
    """A state as numbers: three planes (empty, X, O) of the cells."""

    def __init__(self, rules: Rules, params: Mapping[str, Any] | None) -> None:
        if params:
            raise ValueError(f"unknown observation parameters: {dict(params)}")
        shape = (3, *reversed(flat(rules.shape)))
        self.tensor: NDArray[np.float32] = np.zeros(int(np.prod(shape)), np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: NoughtsState, player: int) -> None:
        """Read a state; every player sees the same."""
        del player
        position = state.position
        planes = self.tensor.reshape(3, -1)
        planes[:] = 0
        planes[0] = 1
        for plane, mark in enumerate(PLAYERS, start=1):
            stones = list(position.stones(mark))
            planes[plane, stones] = 1
            planes[0, stones] = 0

    def string_from(self, state: NoughtsState, player: int) -> str:
        """Return a state as text."""
        del player
        return str(state.position)


pyspiel.register_game(TYPE, NoughtsGame)

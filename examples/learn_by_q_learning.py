"""Tabular Q-learning, from knowing nothing to perfect play on 3×3, judged by exact regret.

    pip install 'noughts[gymnasium]'

A thousand games run side by side, played at random. Each move updates one entry of the table: the
value of a move is the reward, or the negative of the best that the opponent can do next. Every
round the greedy policy of the table is judged in all 4,520 unfinished positions.
"""

import numpy as np

from noughts.bridges.gymnasium import VectorGames
from noughts.oracle import Oracle

GAMES, ROUNDS, STEPS = 1_000, 10, 60
POWERS = 3 ** np.arange(9)


def state(own: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Return a number for each board, as the side to move sees it."""
    return own @ POWERS + 2 * (other @ POWERS)


def main() -> None:
    """Learn, and print the curve."""
    oracle = Oracle("3,3,3")
    boards = oracle.positions()
    labels = oracle.label(boards)
    going_on = (labels.regret >= 0).any(axis=1)
    boards, regret = boards[going_on], labels.regret[going_on]
    turn = np.where(boards.sum(axis=1) == 0, 1, -1)[:, None]
    judged = state(boards * turn == 1, boards * turn == -1)
    legal = boards == 0

    values = np.zeros((3**9, 9))
    games = VectorGames("3,3,3", GAMES)
    draw = np.random.default_rng(1)
    seen, _ = games.reset(seed=1)
    over = np.zeros(GAMES, bool)
    for number in range(ROUNDS + 1):
        chosen = np.where(legal, values[judged], -np.inf).argmax(axis=1)
        given = regret[np.arange(len(chosen)), chosen]
        print(f"{number * GAMES * STEPS:7,} moves: mean regret {given.mean():.4f}")
        for _ in range(STEPS):
            mask = seen["action_mask"]
            moves = np.where(mask, draw.random(mask.shape), -1).argmax(axis=1)
            before = state(*np.moveaxis(seen["observation"].reshape(GAMES, 9, 2), 2, 0))
            again = over
            seen, reward, over, *_ = games.step(moves)
            after = state(*np.moveaxis(seen["observation"].reshape(GAMES, 9, 2), 2, 0))
            best = np.where(seen["action_mask"], values[after], -np.inf).max(axis=1)
            target = np.where(over, reward, -best)
            values[before[~again], moves[~again]] = target[~again]
    print("perfect in every position" if not given.any() else "not perfect yet")


main()

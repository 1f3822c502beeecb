"""A small neural network that learns perfect 3×3 from exact labels.

    pip install 'noughts[numpy]'

The labels are the moves that keep the value and end the game as soon, or as late, as possible.
After each round, the network's favourite legal move is judged in all 4,520 unfinished positions.
"""

import numpy as np

from noughts.oracle import Oracle

ROUNDS, STEPS, HIDDEN, RATE = 6, 50, 100, 0.02
SHAPES = (0.3, (27, HIDDEN)), (0.1, (HIDDEN, 9))


def main() -> None:
    """Train, and print how many positions are played wrong."""
    oracle = Oracle("3,3,3")
    boards = oracle.positions()
    labels = oracle.label(boards)
    going_on = labels.quickest.any(axis=1)
    boards, regret, best = boards[going_on], labels.regret[going_on], labels.quickest[going_on]
    turn = np.where(boards.sum(axis=1) == 0, 1, -1)[:, None]
    seen = np.hstack([boards * turn == 1, boards * turn == -1, boards == 0]).astype(np.float32)
    wanted = (best / best.sum(axis=1, keepdims=True)).astype(np.float32)
    legal = boards == 0

    draw = np.random.default_rng(1)
    weights = [draw.normal(0, size, shape).astype(np.float32) for size, shape in SHAPES]
    means, squares = [np.zeros_like(w) for w in weights], [np.zeros_like(w) for w in weights]
    step = 0
    for number in range(ROUNDS + 1):
        hidden = np.maximum(seen @ weights[0], 0)
        chosen = np.where(legal, hidden @ weights[1], -np.inf).argmax(axis=1)
        wrong = (regret[np.arange(len(chosen)), chosen] > 0).sum()
        print(f"{number * STEPS:3} steps: wrong in {wrong:5,} of {len(chosen):,} positions")
        for _ in range(STEPS):
            step += 1
            hidden = np.maximum(seen @ weights[0], 0)
            scores = np.where(legal, hidden @ weights[1], -1e9)
            chances = np.exp(scores - scores.max(axis=1, keepdims=True))
            error = (chances / chances.sum(axis=1, keepdims=True) - wanted) / len(seen)
            slopes = [seen.T @ ((error @ weights[1].T) * (hidden > 0)), hidden.T @ error]
            for layer, slope in enumerate(slopes):  # Adam
                means[layer] += 0.1 * (slope - means[layer])
                squares[layer] += 0.001 * (slope**2 - squares[layer])
                size = np.sqrt(squares[layer] / (1 - 0.999**step)) + 1e-8
                weights[layer] -= RATE * means[layer] / (1 - 0.9**step) / size
    print("at most one position in a hundred is played wrong" if wrong <= 45 else "not learned")


main()

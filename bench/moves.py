"""Making moves through the library, beside OpenSpiel (``pip install open_spiel``): CPU time.

OpenSpiel makes a move in place and takes it back, or makes it on a copy; a `Position` is never
changed, so each move makes another. All games of 3,3,3 are played through both, 10,000 random
games, and the legal moves of a 15×15 board are listed. Each row is measured alternately; the ratio
of the medians is our speed-up.

    python bench/moves.py
"""

import importlib
import random
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

from noughts import Position, Rules

ROUNDS = 7
GAMES = 10_000
LISTS = 20_000
OPENING = (112, 100, 50)
SMALL = Rules.parse("3,3,3")
LARGE = Rules.parse("gomoku")


def games(position: Position) -> int:
    """Play every game."""
    if position.outcome is not None:
        return 1
    count = 0
    for cell in position.legal:
        count += games(position.play(cell))
    return count


def random_games() -> None:
    """Play at random."""
    draw = random.Random(1)
    for _ in range(GAMES):
        position = Position(SMALL)
        while position.outcome is None:
            cells = position.legal
            position = position.play(cells[int(draw.random() * len(cells))])


def legal_moves() -> None:
    """List them."""
    position = Position(LARGE)
    for cell in OPENING:
        position = position.play(cell)
    for _ in range(LISTS):
        position.legal  # noqa: B018


def games_in_place(state: Any) -> int:
    """Play every game on one board."""
    if state.is_terminal():
        return 1
    count, player = 0, state.current_player()
    for move in state.legal_actions():
        state.apply_action(move)
        count += games_in_place(state)
        state.undo_action(player, move)
    return count


def games_on_copies(state: Any) -> int:
    """Play every game, each move on a copy."""
    if state.is_terminal():
        return 1
    return sum(games_on_copies(state.child(move)) for move in state.legal_actions())


def theirs(spiel: Any) -> dict[str, Callable[[], object]]:
    """Return the work for OpenSpiel."""
    small = spiel.load_game("tic_tac_toe")
    large = spiel.load_game("mnk(m=15,n=15,k=5)").new_initial_state()
    for cell in OPENING:
        large.apply_action(cell)

    def random_games() -> None:
        draw = random.Random(1)
        for _ in range(GAMES):
            state = small.new_initial_state()
            while not state.is_terminal():
                moves = state.legal_actions()
                state.apply_action(moves[int(draw.random() * len(moves))])

    def legal_moves() -> None:
        for _ in range(LISTS):
            large.legal_actions()

    return {
        "all games of 3,3,3, in place": lambda: games_in_place(small.new_initial_state()),
        "all games of 3,3,3, on copies": lambda: games_on_copies(small.new_initial_state()),
        "10,000 random games, in place": random_games,
        "legal moves on 15x15": legal_moves,
    }


def seconds(work: Callable[[], object]) -> float:
    """Return the CPU seconds that it takes."""
    began = time.process_time()
    work()
    return time.process_time() - began


def main() -> None:
    """Print every figure."""
    try:
        spiel = importlib.import_module("pyspiel")
    except ImportError:
        sys.exit("OpenSpiel is not installed here: pip install open_spiel")
    ours = (lambda: games(Position(SMALL)), lambda: games(Position(SMALL)), random_games)
    print(f"{'':<32}{'noughts s':>10}{'OpenSpiel s':>12}{'times as fast':>14}")
    for (name, other), own in zip(theirs(spiel).items(), (*ours, legal_moves), strict=True):
        pairs = [(seconds(own), seconds(other)) for _ in range(ROUNDS)]
        mine, others = (statistics.median(each) for each in zip(*pairs, strict=True))
        print(f"{name:<32}{mine:>10.3f}{others:>12.3f}{others / mine:>14.2f}")


if __name__ == "__main__":
    main()

"""How large games are."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from noughts.core.rules import Rules
    from noughts.json import shapes
    from noughts.lab.counting import Calls, Count


def count(rules: Rules, counted: Count) -> shapes.Count:
    """Report the size of a game."""
    return {
        "rules": str(rules),
        "positions": counted.positions,
        "terminal": counted.terminal,
        "distinct": counted.distinct,
        "games": counted.games,
        "distinct_games": counted.distinct_games,
        "distinct_move_sequences": counted.distinct_move_sequences,
        "nodes": counted.nodes,
        "x_wins": counted.x_wins,
        "o_wins": counted.o_wins,
        "draws": counted.draws,
        "sequences_per_ply": list(counted.sequences_per_ply),
    }


def plies(rules: Rules, per_ply: Iterable[int]) -> shapes.Plies:
    """Report how many positions there are with each number of stones."""
    return {"rules": str(rules), "positions_per_ply": list(per_ply)}


def calls(rules: Rules, counted: Calls) -> shapes.Calls:
    """Report how many positions each search looks at."""
    return {
        "rules": str(rules),
        "minimax": counted.minimax,
        "alphabeta": counted.alphabeta,
        "alphabeta_ordered": counted.alphabeta_ordered,
        "memoised": counted.memoised,
        "symmetric": counted.symmetric,
        "along_a_game": list(counted.along_a_game),
    }

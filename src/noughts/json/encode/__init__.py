"""The JSON of Noughts: what ``--json`` prints and the server returns.

Plain dictionaries of strings, numbers, lists and None, with the shapes of `noughts.json.shapes`, so
that the command line, the server and the library always agree. If something is proved, `proven` is
true and `value` is win, draw or loss for the side to move. If not, `value` is null and `estimate`
holds the guess.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from noughts.json.encode.played import graded, match, match_game, proof, review, standings
    from noughts.json.encode.positions import (
        analysis,
        board,
        game,
        move,
        outcome,
        probed,
        side,
        solution,
        swap2,
        unanswered,
        worth,
    )
    from noughts.json.encode.searches import atlas, calls, count, event, plies, search, source

__all__ = [
    "analysis",
    "atlas",
    "board",
    "calls",
    "count",
    "event",
    "game",
    "graded",
    "match",
    "match_game",
    "move",
    "outcome",
    "plies",
    "probed",
    "proof",
    "review",
    "search",
    "side",
    "solution",
    "source",
    "standings",
    "swap2",
    "unanswered",
    "worth",
]

# Loaded on first use, so that commands that print text or one kind of JSON start faster.
_LATER = {
    **dict.fromkeys(("graded", "match", "match_game", "proof", "review", "standings"), "played"),
    **dict.fromkeys(("atlas", "calls", "count", "event", "plies", "search", "source"), "searches"),
}


def __getattr__(name: str) -> Any:
    if name in __all__:
        from importlib import import_module  # noqa: PLC0415

        module = _LATER.get(name, "positions")
        return getattr(import_module(f"noughts.json.encode.{module}"), name)
    raise AttributeError(f"module 'noughts.json.encode' has no attribute {name!r}")

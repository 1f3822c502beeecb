"""The JSON of Noughts: what the command line prints with ``--json`` and the server answers.

Plain dictionaries of strings, numbers, lists and None, of the shapes of `noughts.json.shapes`, so
that no two doors of the house ever disagree. Where something is proved `proven` is true and `value`
says win, draw or loss for the side to move; where not, `value` is null and `estimate` holds the
guess.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from noughts.json.encode.played import match, match_game, proof, review, standings
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
    from noughts.json.encode.searches import event, search, source
    from noughts.json.encode.sizes import calls, count, plies

__all__ = [
    "analysis",
    "board",
    "calls",
    "count",
    "event",
    "game",
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

# Loaded when asked for: a command that prints text, or one kind of JSON, starts sooner.
_LATER = {
    "played": ("match", "match_game", "proof", "review", "standings"),
    "positions": (
        "analysis",
        "board",
        "game",
        "move",
        "outcome",
        "probed",
        "side",
        "solution",
        "swap2",
        "unanswered",
        "worth",
    ),
    "searches": ("event", "search", "source"),
    "sizes": ("calls", "count", "plies"),
}


def __getattr__(name: str) -> Any:
    for module, names in _LATER.items():
        if name in names:
            from importlib import import_module  # noqa: PLC0415

            return getattr(import_module(f"noughts.json.encode.{module}"), name)
    raise AttributeError(f"module 'noughts.json.encode' has no attribute {name!r}")

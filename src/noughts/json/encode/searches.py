"""Searches as lines of JSON, and how large games and searches are."""

from __future__ import annotations

from collections.abc import Iterable
from math import isinf
from typing import TYPE_CHECKING, cast

from noughts.atlas import AtlasEntry, reason
from noughts.core.rules import Rules
from noughts.json.encode.fields import fields
from noughts.trace import Event, Trace
from noughts.trace.events import Best, Done, Enter, Leave, Narrow, Prune, Stopped, Try
from noughts.trace.words import why

if TYPE_CHECKING:
    from noughts.json import shapes
    from noughts.lab.counting import Calls, Count
    from noughts.trace.source_lines import EngineSource

_NAMES = {
    Enter: "enter",
    Try: "try",
    Best: "value",
    Narrow: "window",
    Prune: "prune",
    Leave: "leave",
    Done: "done",
    Stopped: "stopped",
}


def search(trace: Trace, page: EngineSource) -> shapes.Search:
    """Report the first line of a trace: which search it is."""
    return {
        "event": "search",
        "rules": str(trace.position.rules),
        "position": str(trace.position),
        "turn": str(trace.position.turn),
        "engine": trace.search,
        "depth_aware": trace.depth_aware,
        "depth": trace.limit.depth,
        "limit": trace.limit.nodes,
        "source": source(page),
    }


def source(page: EngineSource) -> shapes.Source:
    """Report an engine's lines of code, and when each of them runs."""
    return cast("shapes.Source", fields(page))


def event(step: Event, *, guesses: bool) -> shapes.Event:
    """Report one event of a search; an infinite alpha or beta is null.

    `guesses` says whether the search estimates beyond a depth (`Trace.guesses`).

    >>> from noughts.trace import Best
    >>> event(Best(0, 7, 4), guesses=False)
    {'event': 'value', 'node': 0, 'value': 7, 'best': 4}
    """
    line = {"event": _NAMES[type(step)], **fields(step)}
    window = line.pop("window", None)
    if window is not None:
        line["alpha"], line["beta"] = (None if isinf(bound) else bound for bound in window)
    if isinstance(step, Prune):
        line["why"] = why(step.turn, step.elsewhere, step.here, guesses=guesses)
    return cast("shapes.Event", line)


def count(rules: Rules, counted: Count) -> shapes.Count:
    """Report the size of a game."""
    return cast("shapes.Count", {"rules": str(rules), **fields(counted)})


def plies(rules: Rules, per_ply: Iterable[int]) -> shapes.Plies:
    """Report the number of positions with each number of stones."""
    return {"rules": str(rules), "positions_per_ply": list(per_ply)}


def calls(rules: Rules, counted: Calls) -> shapes.Calls:
    """Report how often each search calls itself."""
    return cast("shapes.Calls", {"rules": str(rules), **fields(counted)})


def atlas(rules: Rules, known: Iterable[AtlasEntry]) -> shapes.Atlas:
    """Report what the atlas says of a game."""
    return {"rules": str(rules), "known": [_known(entry) for entry in known]}


def _known(entry: AtlasEntry) -> shapes.Known:
    return {
        "game": entry.named,
        "value": entry.value,
        "plies": entry.plies,
        "proved": entry.proved,
        "reason": reason(entry),
        "certificate": entry.certificate,
        "published": entry.published or None,
        "nodes": entry.nodes,
    }

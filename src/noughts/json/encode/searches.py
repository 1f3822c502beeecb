"""A search, told as lines of JSON."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, assert_never

from noughts.trace.events import Best, Done, Enter, Leave, Narrow, Prune, Stopped, Try
from noughts.trace.words import why

if TYPE_CHECKING:
    from noughts.json import shapes
    from noughts.trace import Event, Trace
    from noughts.trace.source_lines import Source


def search(trace: Trace, page: Source) -> shapes.Search:
    """Report which search is traced: the first line, before its events."""
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


def source(page: Source) -> shapes.Source:
    """Report an engine's lines of code, and which of them runs when."""
    return {
        "file": page.file,
        "function": page.function,
        "first": page.first,
        "lines": list(page.lines),
        "at": dict(page.at),
    }


def event(told: Event) -> shapes.Event:  # noqa: PLR0911  (a case each)
    """Report one event of a search; an infinite alpha or beta is null.

    >>> from noughts.trace import Best
    >>> event(Best(0, 7, 4))
    {'event': 'value', 'node': 0, 'value': 7, 'best': 4}
    """
    match told:
        case Enter():
            entered: shapes.Enter = {
                "event": "enter",
                "node": told.node,
                "parent": told.parent,
                "cell": told.cell,
                "depth": told.depth,
            }
            if told.window is not None:
                entered["alpha"], entered["beta"] = map(_finite, told.window)
            return entered
        case Try():
            return {"event": "try", "node": told.node, "cell": told.cell}
        case Best():
            return {"event": "value", "node": told.node, "value": told.value, "best": told.best}
        case Narrow():
            alpha, beta = map(_finite, told.window)
            return {"event": "window", "node": told.node, "alpha": alpha, "beta": beta}
        case Prune():
            return {
                "event": "prune",
                "node": told.node,
                "cells": list(told.cells),
                "turn": str(told.turn),
                "elsewhere": told.elsewhere,
                "here": told.here,
                "why": why(told.turn, told.elsewhere, told.here),
            }
        case Leave():
            return {
                "event": "leave",
                "node": told.node,
                "value": told.value,
                "proven": told.proven,
                "how": told.how,
                "bound": told.bound,
                "best": told.best,
            }
        case Done():
            return {
                "event": "done",
                "value": told.value,
                "proven": told.proven,
                "best": told.best,
                "calls": told.calls,
                "ends": told.ends,
                "pruned": told.pruned,
                "remembered": told.remembered,
            }
        case Stopped():
            return {"event": "stopped", "calls": told.calls, "why": told.why}
    assert_never(told)


def _finite(bound: float) -> float | None:
    return None if abs(bound) == inf else bound

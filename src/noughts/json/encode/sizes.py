"""How large games are."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from noughts.json.encode.fields import fields

if TYPE_CHECKING:
    from collections.abc import Iterable

    from noughts.core.rules import Rules
    from noughts.json import shapes
    from noughts.lab.counting import Calls, Count


def count(rules: Rules, counted: Count) -> shapes.Count:
    """Report the size of a game."""
    return cast("shapes.Count", {"rules": str(rules), **fields(counted)})


def plies(rules: Rules, per_ply: Iterable[int]) -> shapes.Plies:
    """Report the number of positions with each number of stones."""
    return {"rules": str(rules), "positions_per_ply": list(per_ply)}


def calls(rules: Rules, counted: Calls) -> shapes.Calls:
    """Report how many positions each search works out."""
    return cast("shapes.Calls", {"rules": str(rules), **fields(counted)})

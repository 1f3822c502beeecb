"""What a report comes to, in sentences: the command and the page say the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from noughts.explain import listed

if TYPE_CHECKING:
    from noughts.check.findings import Report


def verdict(report: Report) -> list[str]:
    """Return what is proved and what is not; nothing if a game was lost, as the finding says.

    A report has the games of the sides that were checked.
    """
    if report.unbeatable:
        games = listed([f"{tally.games:,} as {side}" for side, tally in report.games.items()])
        alone = "" if len(report.games) == 2 else f" as {', '.join(report.games)}"
        return [
            f"Unbeatable{alone}: every possible game was played, {games}, none lost.",
            "Not proved: that it stays within its time and memory on another machine.",
        ]
    if report.unbeatable is None:
        return ["Whether it is unbeatable is not proved: no game was found that it loses."]
    return []


def behaviour(report: Report) -> str:
    """Return which known mistake it makes, or nothing."""
    if not report.mistakes:
        return ""
    return f"It behaves exactly as {', or as '.join(report.mistakes)}."

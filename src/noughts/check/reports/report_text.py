"""What a report comes to, in sentences: the command and the page say the same."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from noughts.core.catalogue import grouped, listed, say

if TYPE_CHECKING:
    from noughts.check.findings import CheckedSample, Report


def verdict(report: Report) -> list[str]:
    """Return what is proved and what is not; nothing if the finding says it all.

    It does if a game was lost, or none was played.

    A report has the games of the sides that were checked.
    """
    sample = report.sample
    if report.finding is None and sample is not None and not report.unbeatable:
        return _sampled(report, sample)
    if report.finding is None and report.unbeatable is False:
        return _flawless(report)
    if report.unbeatable:
        games = [
            say("check", "games as", games=grouped(tally.games), side=side)
            for side, tally in report.games.items()
        ]
        text = say("check", "follows" if report.orders else "played", games=listed(games))
        both = len(report.games) == 2
        side = ", ".join(report.games)
        return [
            say("check", "unbeatable" if both else "unbeatable as", side=side, games=text),
            *[say("check", "order not proved")] * report.orders,
            *[say("check", "chance not proved")] * (not report.watched),
            say("check", "limits not proved"),
        ]
    played = any(tally.games for tally in report.games.values())
    if report.unbeatable is None and (played or report.finding is None):
        return [say("check", "not proved")]
    return []


def _flawless(report: Report) -> list[str]:
    """Return what is proved of a program that loses only games that nobody could save."""
    lost = next(side for side, tally in report.games.items() if tally.losses)
    won, rules = {"X": "O", "O": "X"}[lost], report.game.rules
    return [say("sample", "flawless", winner=won, rules=rules, loser=lost)]


def _sampled(report: Report, sample: CheckedSample) -> list[str]:
    """Return what a sample says, and how sure that is."""
    games = listed(
        say("check", "games as", games=grouped(tally.games), side=side)
        if side in sample.played_out
        else say("sample", "random games as", games=grouped(tally.games), side=side)
        for side, tally in report.games.items()
    )
    positions = grouped(sample.positions)
    lines = [say("sample", "no error", games=games, positions=positions, seed=sample.seed)]
    lines += [
        say("sample", "played out", side=side)
        for side in sample.played_out
        if not report.games[side].losses
    ]
    if sample.at_most is None:
        return [*lines, say("sample", "nothing judged")]
    judged, share = grouped(sample.judged), _percent(sample.at_most)
    lines.append(say("sample", "right", judged=judged, share=share))
    left = sample.positions - sample.judged
    if left:
        lines.append(say("sample", "not judged", positions=grouped(left)))
    return lines


def _percent(share: float) -> str:
    """Return a share in per cent, rounded up.

    >>> _percent(0.00597), _percent(0.29)
    ('0.60 %', '29 %')
    """
    digits = 2 if share < 0.01 else 1 if share < 0.1 else 0
    return f"{ceil(share * 100 * 10**digits) / 10**digits:.{digits}f} %"


def behaviour(report: Report) -> str:
    """Return which known mistake it makes, or nothing."""
    if not report.mistakes:
        return ""
    said, *others = (say("mistake", each) for each in report.mistakes)
    for each in others:
        said = say("check", "or as", before=said, next=each)
    return say("check", "behaves", mistake=said)

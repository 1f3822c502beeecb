"""What a report comes to, in sentences: the command and the page say the same."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from noughts.core.catalogue import grouped, listed, say

if TYPE_CHECKING:
    from noughts.check.findings import CheckedSample, Report


def verdict(report: Report) -> list[str]:
    """Return what is proved and what is not; nothing if a game was lost, as the finding says.

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
            say("check", "limits not proved"),
        ]
    if report.unbeatable is None:
        return [say("check", "not proved")]
    return []


def _flawless(report: Report) -> list[str]:
    """Return what is proved of a program that loses only games that nobody could save."""
    lost = next(side for side, tally in report.games.items() if tally.losses)
    won, rules = {"X": "O", "O": "X"}[lost], report.game.rules
    text = f"No mistake: every possible game was played. {won} wins {rules} from the start, so as "
    return [f"{text}{lost} no program is unbeatable. This one turned no draw into a loss."]


def _sampled(report: Report, sample: CheckedSample) -> list[str]:
    """Return what a sample says, and how sure that is."""
    games = [
        f"{tally.games:,} {'games' if side in sample.played_out else 'random games'} as {side}"
        for side, tally in report.games.items()
    ]
    text = f"No error was found in a sample: {listed(games)}, and {sample.positions:,} random "
    lines = [f"{text}positions (seed {sample.seed})."]
    lines += [
        f"As {side}, every possible game was played: it is unbeatable there."
        for side in sample.played_out
        if not report.games[side].losses
    ]
    if sample.at_most is None:
        return [*lines, "In none of the random positions is a value proved. So nothing is judged."]
    lines.append(
        f"In {sample.judged:,} of the positions its move was proved right. With 95 % confidence, "
        f"it errs in fewer than {_percent(sample.at_most)} of such positions."
    )
    left = sample.positions - sample.judged
    if left:
        lines.append(f"Not judged: {left:,} positions whose values are not proved.")
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

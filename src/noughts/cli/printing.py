"""Values, durations and JSON on the screen."""

import json
from collections.abc import Mapping

import click

from noughts.core import zugzwang
from noughts.core.catalogue import grouped, say
from noughts.core.position import Position
from noughts.core.score import MOST_POINTS, Score
from noughts.engines import Worth

_BOUNDS = {"upper": "at most", None: "about", "lower": "at least"}
_NEARER = {True: "upper", False: "lower"}  # a bound of a won or lost estimate that says less


def duration(seconds: float) -> str:
    """Write a duration with a sensible precision.

    >>> duration(0.2), duration(75), duration(1500), duration(9000), duration(400_000)
    ('under a second', '75 seconds', '25 minutes', '2.5 hours', '4.6 days')
    """
    if seconds < 1:
        return say("duration", "under a second")
    unit, length = "days", 86_400
    for shorter, size, most in (("seconds", 1, 120), ("minutes", 60, 120), ("hours", 3600, 48)):
        if seconds < most * size:
            unit, length = shorter, size
            break
    number = seconds / length
    exact = number < 10 and unit in {"hours", "days"}
    said = grouped(number, 1) if exact else grouped(round(number))
    return say("duration", unit, count=round(number), number=said)


def print_json(report: Mapping[str, object]) -> None:
    """Print one JSON object on one line."""
    click.echo(json.dumps(report))


def in_words(worth: Worth | None) -> str:
    """Write a score, and whether it is proved.

    >>> from noughts import Estimate
    >>> in_words(Score.win(3)), in_words(Estimate(-12))
    ('win in 3 plies, proved', 'about -12, not proved')
    """
    if worth is None:
        return say("value", "none")
    return say("value", "proved" if isinstance(worth, Score) else "not proved", value=value(worth))


def with_customary(text: str, position: Position, score: Worth | None) -> str:
    """Add to a win or a loss how Connect Four players count it; other games have no such score.

    >>> with_customary("win", Position("connect-four"), Score.win(41))
    'win (score 1: stones left to X, the last one played among them)'
    """
    count = zugzwang.customary(position, score) if isinstance(score, Score) else None
    if not count:
        return text
    winner = position.turn if count > 0 else position.turn.other
    return say("value", "customary", value=text, score=count, winner=winner)


def value(worth: Worth) -> str:
    """Write a score, with the unit of its length.

    >>> value(Score.loss(0)), value(Score.win(1)), value(Score.draw())
    ('loss', 'win in 1 ply', 'draw')
    """
    if isinstance(worth, Score) and worth.plies:
        return say("value", f"{worth.value} in plies", count=worth.plies)
    return say("value", worth.value) if isinstance(worth, Score) else short_value(worth)


def short_value(worth: Worth) -> str:
    """Write a score for a table.

    >>> from noughts import Estimate
    >>> short_value(Score.win(3)), short_value(Score.draw()), short_value(Estimate(-12))
    ('win in 3', 'draw', 'about -12')
    """
    if isinstance(worth, Score):
        name = worth.value if worth.plies is None else f"{worth.value} in"
        return say("value", name, plies=worth.plies)
    name = _BOUNDS[worth.bound]
    if abs(worth.points) == MOST_POINTS and worth.bound != _NEARER[worth.points > 0]:
        name = "looks won" if worth.points > 0 else "looks lost"
    return say("value", name, points=f"{worth.points:+d}")

"""Scores: of a model's answers, and of engines in the same positions.

An engine's scores are expectations, computed exactly from the odds of its moves. An answer without
a legal move counts as a loss: it gives away all that the position is worth, and none of its facts
is true.
"""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from noughts.benchmark.answer_text import read_answer, right_facts
from noughts.benchmark.asking import BoardQuestion
from noughts.benchmark.chat_client import Reply
from noughts.benchmark.position_sets import LARGE_LIMIT, MOST_SOLVED, Labelled
from noughts.core.limit import Limit
from noughts.core.score import Value
from noughts.engines import Engine, Level, engine

#: The engines that every report compares with, by name.
BASELINES: Mapping[str, Callable[[], Engine]] = {
    "random": lambda: engine("random"),
    "tactics": lambda: engine("tactics"),
    "medium": Level.MEDIUM.engine,
    "perfect": lambda: engine("perfect"),
}


class MoveMark(NamedTuple):
    """What one answer, or an engine's move in one position, is worth."""

    set: str  #: the position's set
    form: str | None  #: how the board was written; None for an engine
    legal: Fraction  #: the probability of a legal move: 0 or 1 for an answer
    keeps: Fraction  #: that it keeps the position's value
    regret: Fraction  #: the value that it gives away, 0 to 2
    won: bool  #: whether the position is won
    explains: Fraction | None  #: the share of facts that are true; None for an engine


class Scores(NamedTuple):
    """The average of some marks; None without any."""

    answered: int  #: how many marks
    legal: float | None  #: as in `MoveMark`
    keeps: float | None  #: as in `MoveMark`
    regret: float | None  #: as in `MoveMark`
    finds: float | None  #: of the won positions alone, the share in which the win is kept
    explains: float | None  #: as in `MoveMark`


def average(marks: Iterable[MoveMark]) -> Scores:
    """Return the average of marks.

    >>> one, none = Fraction(1), Fraction(0)
    >>> average([MoveMark("3,3,3", None, one, none, Fraction(2), True, None)])
    Scores(answered=1, legal=1.0, keeps=0.0, regret=2.0, finds=0.0, explains=None)
    """
    marks = list(marks)
    return Scores(
        len(marks),
        _mean(mark.legal for mark in marks),
        _mean(mark.keeps for mark in marks),
        _mean(mark.regret for mark in marks),
        _mean(mark.keeps for mark in marks if mark.won),
        _mean(mark.explains for mark in marks if mark.explains is not None),
    )


def _mean(shares: Iterable[Fraction]) -> float | None:
    shares = list(shares)
    return float(sum(shares, Fraction()) / len(shares)) if shares else None


def answer_mark(question: BoardQuestion, answer: Reply) -> MoveMark:
    """Judge a model's answer."""
    asked = question.asked
    read = read_answer(answer.text, asked.position)
    right, facts = right_facts(asked, read)
    return _mark(asked, {read.cell: 1}, str(question.form), Fraction(right, facts))


def engine_mark(asked: Labelled, player: Engine) -> MoveMark:
    """Judge an engine in a position."""
    limit = LARGE_LIMIT if asked.position.rules.cells > MOST_SOLVED else Limit()
    return _mark(asked, player.weights(asked.position, limit), None, None)


def _mark(
    asked: Labelled,
    odds: Mapping[int, int] | Mapping[int | None, int],
    form: str | None,
    explains: Fraction | None,
) -> MoveMark:
    legal = keeps = regret = Fraction()
    total, best = sum(odds.values()), asked.value
    for cell, weight in odds.items():
        value = Value.LOSS if cell is None else asked.value_of(cell)
        share = Fraction(weight, total)
        if cell is not None:
            legal += share
            keeps += share * (value is best)
        regret += share * (best.sign - value.sign)
    return MoveMark(asked.set, form, legal, keeps, regret, best is Value.WIN, explains)

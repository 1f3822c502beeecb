"""Advice for a program that never loses: what it could do better."""

from __future__ import annotations

from typing import TYPE_CHECKING

from noughts.check.board_forms import NAMES
from noughts.check.findings import Finding, FindingKind, Stage
from noughts.check.three_by_three import move_score, rows, score, value

if TYPE_CHECKING:
    from collections.abc import Mapping

    #: Positions with the first game to each.
    Reached = Mapping[str, tuple[int, ...]]

_PRUNED = 18_297  # nodes of the textbook alpha-beta from the empty board
_MANY = 100_000  # calls for one move after which pruning is worth a word


def advise(
    answers: Mapping[str, int], reached: Reached
) -> tuple[list[Stage], Finding | None, Finding | None]:
    """Return the stages value and quickest, the advice of its games, and that of other positions.

    Args:
        answers: the program's move in every position.
        reached: those that its games reach.
    """
    order = sorted(answers, key=lambda each: (each not in reached, -each.count("."), each))
    worse = [board for board in order if _regret(board, answers[board], values=True)]
    slower = [board for board in order if _regret(board, answers[board], values=False)]
    total = len(answers)
    stages = []
    for name, boards, good in (
        ("value", worse, "no move gives anything away"),
        ("quickest", slower, "it wins soonest and loses latest"),
    ):
        said = f"{total:,} positions, {good}"
        if boards:
            where = "in games" if boards[0] in reached else "never in its games"
            said = f"not always: {len(boards):,} of {total:,} positions, {where}"
        stages.append(Stage(name, not boards, said))
    first = second = None
    if worse:
        first = _better(FindingKind.GIVES_AWAY, worse[0], answers, reached)
        if worse[0] not in reached:
            first, second = None, first
    if slower and first is None:
        first = _better(FindingKind.DAWDLES, slower[0], answers, reached)
    return stages, first, second


def _regret(board: str, cell: int, *, values: bool) -> bool:
    """Whether a move gives a value away, or only plies."""
    got, top = move_score(board, cell), score(board)
    return value(got) != value(top) if values else got != top and value(got) == value(top)


def _better(kind: FindingKind, board: str, answers: Mapping[str, int], reached: Reached) -> Finding:
    cell = answers[board]
    words = {1: "a win", 0: "a draw", -1: "a loss"}
    got, top = move_score(board, cell), score(board)
    if kind is FindingKind.GIVES_AWAY:
        text = f"In {rows(board)} it plays {NAMES[cell]}: {words[value(top)]} becomes "
        text += f"{words[value(got)]}."
    else:
        later = "wins later than it could" if got > 0 else "loses sooner than it must"
        text = f"In {rows(board)} it plays {NAMES[cell]} and {later}."
    if board not in reached:
        text += " Its own games never get there."
    return Finding(kind, text, reached.get(board, ()), board, cell)


def calls(names: tuple[str, ...], count: int, each: float | None) -> Stage:
    """Return the stage that says how often a program's functions call one another.

    Args:
        names: the functions.
        count: their calls for the first move, were none of their answers kept.
        each: seconds of one call, if it was measured.
    """
    said = f"{count:,} calls of {' and '.join(names)} for the first move"
    if each is not None and count * each >= 1:
        said += f", about {count * each:.0f} s"
    said += "; counted, not made: they are pure, so their answers were kept"
    if count > _MANY:
        said += f"; alpha-beta needs {_PRUNED:,}, see /learn/pruning"
    return Stage("calls", count <= _MANY, said)

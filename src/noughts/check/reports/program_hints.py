"""What a report means for the one who wrote the program: a chapter to read, and a hint."""

from typing import NamedTuple

from noughts.check.findings import FindingKind, Report
from noughts.core.catalogue import say

#: The chapters of /learn that a hint may name, as the page calls them.
CHAPTERS = {
    "minimax": "Both sides are perfect",
    "depth": "Win sooner, lose later",
    "pruning": "Do not look there",
    "rules": "Play by rules",
}


class ProgramHint(NamedTuple):
    """Help with one fault."""

    chapter: str  #: of /learn, a key of `CHAPTERS`; or nothing
    text: str  #: what to change


#: By a part of the mistake's name: the chapter, and the name of the message.
_BY_MISTAKE = {
    "highest value for both sides": ("minimax", "use min"),
    "lowest value for both sides": ("minimax", "use max"),
    "the mean": ("minimax", "no mean"),
    "wrong way round": ("minimax", "swap"),
    "at the root even": ("minimax", "at the root"),
    "worst of its moves": ("minimax", "at the root"),
    "a win as a loss": ("minimax", "signs"),
    "counts a draw": ("minimax", "full board"),
    "not its losses": ("minimax", "loss"),
    "not its wins": ("minimax", "win"),
    "plays on after": ("minimax", "winner first"),
    "first move that does not": ("minimax", "compare"),
    "plies ahead": ("minimax", "to the end"),
    "one ply ahead": ("minimax", "to the end"),
    ">= at the root": ("pruning", "bound"),
    "misses one line": ("", "lines"),
    "ignores how soon": ("depth", "count depth"),
    "late wins": ("depth", "subtract depth"),
    "see no forks": ("rules", "forks"),
    "never block": ("rules", "block"),
    "never win": ("rules", "own first"),
    "block before": ("rules", "own first"),
    "starts at 0": ("minimax", "infinity"),
    "every move loses": ("minimax", "lower"),
    "swaps row": ("", "row first"),
    "value of its move": ("minimax", "keep both"),
    "as many marks": ("", "who moves"),
    "full board": ("minimax", "full board"),
    "value of the board": ("minimax", "after move"),
    "first or last free": ("rules", "two rules"),
}
_BY_KIND = {
    FindingKind.DAWDLES: ("depth", "count depth"),
    FindingKind.CHANGES_BOARD: ("", "copy"),
    FindingKind.TWO_ANSWERS: ("", "fixed order"),
    FindingKind.GIVES_AWAY: ("minimax", "print"),
    FindingKind.MISSES: ("rules", "two rules in one"),
    FindingKind.LOSES: ("minimax", "print before"),
    FindingKind.STOPPED: ("pruning", "dictionary"),
}


def hint(report: Report) -> ProgramHint | None:
    """Return what helps with a report's finding, or with its advice; None if it has neither.

    A known mistake says more than the kind of finding.
    """
    shown = report.finding or report.advice
    if shown is None:
        return None
    for mistake in report.mistakes:
        for part, found in _BY_MISTAKE.items():
            if part in mistake:
                return _said(*found)
    if shown.changes:
        return _said("", "copy result" if shown.kind is FindingKind.OTHER_RULES else "copy")
    if shown.remembers:
        return _said("", "whole key")
    if shown.kind is FindingKind.STOPPED and not shown.late:
        return None
    return _said(*_BY_KIND[shown.kind]) if shown.kind in _BY_KIND else None


def _said(chapter: str, name: str) -> ProgramHint:
    return ProgramHint(chapter, say("advice", name))

"""Colours for the terminal; `click.echo` removes them if there are none.

Colour is never the only sign: proved and estimated values also differ in words.
"""

import re

from click import style

from noughts.core.score import Score, Value
from noughts.engines import Worth
from noughts.lab.grading import Grade

_VALUES = {Value.WIN: "green", Value.DRAW: "yellow", Value.LOSS: "red"}
_GRADES = {Grade.BEST: "green", Grade.FINE: "green", Grade.MISSED_WIN: "yellow"}
_MARKS = {"X": "cyan", "O": "magenta"}
_STONE = re.compile(r"\[[XO]\]|[XO]")


def board(text: str) -> str:
    r"""Colour the stones of a board; the line that ended the game is also bold.

    >>> board("X [O] .")
    '\x1b[36mX\x1b[0m \x1b[35m\x1b[1m[O]\x1b[0m .'
    """
    return _STONE.sub(_stone, text)


def _stone(match: re.Match[str]) -> str:
    text = match[0]
    return style(text, fg=_MARKS[text.strip("[]")], bold=text.startswith("[") or None)


def worth(text: str, score: Worth | None) -> str:
    """Colour the text of a score: bright if proved, dim if not."""
    if isinstance(score, Score):
        return style(text, fg=_VALUES[score.value], bold=True)
    return style(text, dim=True)


def grade(text: str, grade: Grade | None) -> str:
    """Colour a grade by how bad the move was; dim if nothing is proved."""
    return style(text, dim=True) if grade is None else style(text, fg=_GRADES.get(grade, "red"))

"""Puzzles whose answers are proved: one move, and no other, keeps what the position is worth.

>>> from datetime import date
>>> from noughts.puzzles import daily
>>> [puzzle.answer for puzzle in daily(date(2026, 12, 1))] == [
...     puzzle.answer for puzzle in daily(date(2026, 12, 1))
... ]
True
"""

from noughts.puzzles.finding import PuzzleAnswer, find, judge, puzzle_of
from noughts.puzzles.pack import Pack, daily, shipped
from noughts.puzzles.puzzle_types import Puzzle, PuzzleKind

__all__ = [
    "Pack",
    "Puzzle",
    "PuzzleAnswer",
    "PuzzleKind",
    "daily",
    "find",
    "judge",
    "puzzle_of",
    "shipped",
]

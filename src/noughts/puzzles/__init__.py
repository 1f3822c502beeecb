"""Puzzles whose answers are proved: one answer is right, and no other.

>>> from datetime import date
>>> from noughts.puzzles import daily
>>> [each.id for each in daily(date(2026, 12, 1))] == [
...     each.id for each in daily(date(2026, 12, 1))
... ]
True
"""

from noughts.puzzles.difficulty import Difficulty
from noughts.puzzles.finding import fours_puzzle_of, of_game, puzzle_of
from noughts.puzzles.gathering import gather
from noughts.puzzles.judging import PuzzleAnswer, judge
from noughts.puzzles.pack import Pack
from noughts.puzzles.puzzle_types import (
    LostMovePuzzle,
    MovePuzzle,
    Puzzle,
    PuzzleError,
    PuzzleKind,
    WinnerPuzzle,
)
from noughts.puzzles.shipped import ShippedPuzzle, by_id, choose, daily
from noughts.puzzles.thrown import ThrownWin, thrown_wins

__all__ = [
    "Difficulty",
    "LostMovePuzzle",
    "MovePuzzle",
    "Pack",
    "Puzzle",
    "PuzzleAnswer",
    "PuzzleError",
    "PuzzleKind",
    "ShippedPuzzle",
    "ThrownWin",
    "WinnerPuzzle",
    "by_id",
    "choose",
    "daily",
    "fours_puzzle_of",
    "gather",
    "judge",
    "of_game",
    "puzzle_of",
    "thrown_wins",
]

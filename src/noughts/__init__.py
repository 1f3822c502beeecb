"""Noughts plays, explains and solves tic-tac-toe and every other k-in-a-row game.

>>> import noughts
>>> position = noughts.Position.parse("X.O/.X./..O")
>>> choice = noughts.engine("perfect").play(position)
>>> position.rules.name(choice.cell), choice.score
('c2', Score.draw())
"""

from noughts.engines import ENGINES, Analysis, Choice, Engine, Level, Limit, MoveValue, engine
from noughts.errors import (
    IllegalMoveError,
    LimitReachedError,
    NoughtsError,
    PositionError,
    RecordError,
    RulesError,
    UnknownNameError,
)
from noughts.position import Mark, Outcome, Position
from noughts.record import Record
from noughts.rules import Rules
from noughts.score import Estimate, Score, Value
from noughts.series import Series, Starts

__all__ = [
    "ENGINES",
    "Analysis",
    "Choice",
    "Engine",
    "Estimate",
    "IllegalMoveError",
    "Level",
    "Limit",
    "LimitReachedError",
    "Mark",
    "MoveValue",
    "NoughtsError",
    "Outcome",
    "Position",
    "PositionError",
    "Record",
    "RecordError",
    "Rules",
    "RulesError",
    "Score",
    "Series",
    "Starts",
    "UnknownNameError",
    "Value",
    "engine",
]

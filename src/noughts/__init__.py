"""Noughts plays, explains and solves tic-tac-toe and every other k-in-a-row game.

>>> import noughts
>>> position = noughts.Position.parse("X.O/.X./..O")
>>> choice = noughts.engine("perfect").play(position)
>>> print(choice, choice.score, position.play(choice))
c2 draw X.O/.XX/..O
>>> noughts.solve("4,3,3").winner
<Mark.X: 'X'>
"""

from typing import TYPE_CHECKING, Any

from noughts.core.errors import (
    CertificateError,
    EngineError,
    IllegalMoveError,
    LimitReachedError,
    NoughtsError,
    PositionError,
    RecordError,
    ReportError,
    RulesError,
    TableError,
    UnknownNameError,
)
from noughts.core.limit import Limit
from noughts.core.position import Mark, Outcome, Position
from noughts.core.record import Record
from noughts.core.rules import Rules
from noughts.core.score import Estimate, Score, Value
from noughts.core.series import Series, Starts
from noughts.engines import ENGINES, Analysis, Choice, Engine, Level, MoveValue, engine, load_engine

if TYPE_CHECKING:
    from noughts.lab.batch import analyse_many
    from noughts.lab.counting import positions
    from noughts.solver import Solution, solve

    __version__: str

__all__ = [
    "ENGINES",
    "Analysis",
    "CertificateError",
    "Choice",
    "Engine",
    "EngineError",
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
    "ReportError",
    "Rules",
    "RulesError",
    "Score",
    "Series",
    "Solution",
    "Starts",
    "TableError",
    "UnknownNameError",
    "Value",
    "__version__",
    "analyse_many",
    "engine",
    "load_engine",
    "positions",
    "solve",
]

# Loaded on first use: the solver and the process pool take longer than everything else.
_LATER = {
    "Solution": "noughts.solver",
    "analyse_many": "noughts.lab.batch",
    "positions": "noughts.lab.counting",
    "solve": "noughts.solver",
}


def __getattr__(name: str) -> Any:
    # Python also calls it for each module of this package, as in ``from noughts import report``.
    if name == "__version__":
        from importlib.metadata import version  # noqa: PLC0415  (takes longer than all the rest)

        return version("noughts")
    if name in _LATER:
        from importlib import import_module  # noqa: PLC0415

        return getattr(import_module(_LATER[name]), name)
    raise AttributeError(f"module 'noughts' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__

"""A board for notebooks: play on it, and see the value of every move.

It needs ``noughts[jupyter]``. In Jupyter, or any other program that shows its widgets::

    from noughts.bridges.jupyter import Board

    board = Board("4,3,3", level="hard")
    board

Click a cell to play it, or walk with the arrow keys and press Enter; *Analyse* marks each move with
its value. `board.record` is the game so far; moves made in Python appear on the board.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anywidget
import traitlets

from noughts.core.errors import NoughtsError
from noughts.core.limit import Limit
from noughts.core.notation import flat
from noughts.core.position import Position
from noughts.core.position_base import Move
from noughts.core.record import Record, result
from noughts.core.rules import Rules
from noughts.engines import Analysis, Fallible, Level, Perfect
from noughts.json import encode

HERE = Path(__file__).parent


class Board(anywidget.AnyWidget):
    """A game on a clickable board.

    Args:
        game: rules (or their text), a position or a record to continue.
        level: the computer's level, such as hard (`noughts.Level`); None means no computer.
        seconds: the time limit for a move or an analysis.

    Attributes:
        record: the game; setting it shows another.

    Raises:
        RulesError: The rules do not exist.
        UnknownNameError: The level does not exist.

    >>> board = Board("3,3,3")
    >>> board.play("b2")
    >>> print(board.record)
    Rules: 3,3,3
    <BLANKLINE>
    b2 *
    >>> board
    <Board of 3,3,3: .../.X./..., O to move>
    """

    _esm = HERE / "board.js"
    _css = HERE / "board.css"
    state: traitlets.Dict[str, Any] = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        game: Rules | Position | Record | str = "3,3,3",
        *,
        level: Level | str | None = None,
        seconds: float = 2.0,
    ) -> None:
        super().__init__()
        self._limit = Limit(seconds=seconds)
        self._answers: Fallible | None = None if level is None else Level.parse(level).engine()
        self._record = _record(game)
        self.on_msg(self._hear)
        self._show()

    @property
    def record(self) -> Record:
        """The game."""
        return self._record

    @record.setter
    def record(self, record: Record) -> None:
        self._record = record
        self._show()

    def play(self, move: Move) -> None:
        """Make a move, given as in `Position.play`, and let the computer answer.

        Raises:
            IllegalMoveError: The move is against the rules.
        """
        self.record = self._record.play(move)
        if self._answers is not None and self._record.position.outcome is None:
            choice = self._answers.play(self._record.position, self._limit)
            self.record = self._record.play(choice.cell)

    def undo(self) -> None:
        """Take the last move back, with the computer's answer if it plays."""
        self.record = self._record.undo(1 if self._answers is None else 2)

    def analyse(self) -> Analysis:
        """Mark every move with its value, proved or guessed; return the analysis."""
        found = Perfect().analyse(self._record.position, self._limit)
        shown = ("value", "plies", "estimate", "bound", "best", "reason")
        valued = encode.analysis(found)["moves"]
        self._show({str(move["cell"]): {key: move.get(key) for key in shown} for move in valued})
        return found

    def __repr__(self) -> str:
        position = self._record.position
        return f"<Board of {position.rules}: {position}, {self.state['told']}>"

    def _hear(self, _: object, message: dict[str, Any], __: object) -> None:
        """Handle a click; the board shows errors."""
        try:
            match message:
                case {"do": "play", "cell": int(cell)}:
                    self.play(cell)
                case {"do": "undo"}:
                    self.undo()
                case {"do": "analyse"}:
                    self.analyse()
        except NoughtsError as error:
            self.state = {**self.state, "told": str(error)}

    def _show(self, values: dict[str, Any] | None = None) -> None:
        position = self._record.position
        rules, outcome = position.rules, position.outcome
        self.state = {
            "shape": list(flat(rules.shape)),
            "rules": str(rules),
            "stones": [str(position.mark(cell) or "") for cell in range(rules.cells)],
            "names": [rules.name(cell) for cell in range(rules.cells)],
            "legal": list(position.legal),
            "line": list((outcome and outcome.line) or ()),
            "last": self._record.played[-1] if self._record.played else None,
            "undo": bool(self._record.at),
            "values": values or {},
            "told": f"{position.turn} to move" if outcome is None else result(position),
        }


def _record(game: Rules | Position | Record | str) -> Record:
    if isinstance(game, Record):
        return game
    return Record(Position.of(game))

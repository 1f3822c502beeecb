"""What a check finds, as data: stages, findings, the report."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from noughts.check.board_forms import NAMES
from noughts.check.three_by_three import best, rows
from noughts.core.position import Position
from noughts.engines.perfect import Perfect

if TYPE_CHECKING:
    from noughts.lab.statistics import Tally


class FindingKind(StrEnum):
    """Something wrong with a program, or something to improve."""

    NOT_LOADED = "not loaded"  #: the program cannot be loaded
    OTHER_RULES = "other rules"  #: one of CS50's functions disagrees with the game
    STOPPED = "stopped"  #: it had no answer in time, or ended its process
    ERROR = "error"  #: it raised an error
    NO_MOVE = "no move"  #: its answer is not a legal move
    TWO_ANSWERS = "two answers"  #: asked twice, it answers differently
    LOSES = "loses"  #: there is a game that it loses
    CHANGES_BOARD = "changes board"  #: it changes the board that it gets
    GIVES_AWAY = "gives away"  #: it turns a win into a draw or worse, or a draw into a loss
    DAWDLES = "dawdles"  #: it wins later than it could, or loses sooner


class Finding(NamedTuple):
    """One fault, or one piece of advice.

    Attributes:
        kind: what.
        text: in words, a sentence or more.
        moves: the shortest game that shows it, as its cells.
        board: where it shows, as nine characters.
        move: the cell that the program played there.
        code: the line of the program that raised an error.
    """

    kind: FindingKind
    text: str
    moves: tuple[int, ...] = ()
    board: str | None = None
    move: int | None = None
    code: str = ""

    @property
    def best(self) -> tuple[int, ...]:
        """The best moves instead, if the move is legal."""
        return () if self.move is None or self.board is None else tuple(best(self.board))

    @property
    def reasons(self) -> dict[int, str]:
        """Why the move is bad and the first of the best is good, in the words of `analyse`."""
        if self.move is None or self.board is None:
            return {}
        analysis = Perfect().analyse(Position.parse(rows(self.board)))
        said = {move.cell: move.reason for move in analysis.moves}
        return {cell: said[cell] for cell in (self.move, *self.best[:1])}


class Stage(NamedTuple):
    """A part of a check.

    Attributes:
        name: what is checked.
        passed: None: it was not done.
        said: the result in words.
    """

    name: str
    passed: bool | None
    said: str


class Report(NamedTuple):
    """What a check says of a program.

    Attributes:
        interface: how the check calls the program.
        unbeatable: True: every possible game was played and none was lost. False: a game is lost.
            None: neither is proved.
        stages: in order; those after the finding are not done.
        games: by side, all games that can be played against it.
        finding: what keeps it from being proved unbeatable.
        advice: what could be better in an unbeatable program.
        mistakes: the known mistakes that answer alike in every position; usually one or none.
    """

    interface: str
    unbeatable: bool | None
    stages: tuple[Stage, ...]
    games: dict[str, Tally]
    finding: Finding | None
    advice: Finding | None
    mistakes: tuple[str, ...]


def names(cells: tuple[int, ...] | list[int]) -> str:
    """Return cells by their names.

    >>> names([0, 4])
    'a1 b2'
    """
    return " ".join(NAMES[cell] for cell in cells)

"""`Solution`: what a search has proved, how, and what it cost. `Progress` on the way there."""

from collections.abc import Callable
from time import perf_counter
from typing import NamedTuple

from noughts.core.limit import Limit
from noughts.core.position import Mark, Position
from noughts.core.score import Score, Value

BOOK = "opening book"  #: the method of what a book says
PROGRESS_SECONDS = 0.1  #: between two reports


class Progress(NamedTuple):
    """The progress of a running search.

    Attributes:
        question: the question: ``X wins?``.
        method: the search at work.
        nodes: positions looked at so far.
        seconds: wall-clock seconds so far.
        proof: the position's last known proof number; None if there is none yet.
        disproof: the disproof number, likewise.
        memory: bytes of the transposition tables in use.
    """

    question: str
    method: str
    nodes: int
    seconds: float
    proof: int | None
    disproof: int | None
    memory: int


class Stopwatch:
    """Started when it is made."""

    def __init__(self, limit: Limit, show: Callable[[Progress], None] | None = None) -> None:
        self.limit = limit  #: the limit; another thread may end it
        self._show = show
        self._started = self._shown = perf_counter()

    @property
    def seconds(self) -> float:
        """The seconds since the start."""
        return perf_counter() - self._started

    def over(self, progress: Callable[[float], Progress]) -> bool:
        """Whether the time is up; shows the progress now and then."""
        now = perf_counter()
        spent = now - self._started
        if self._show is not None and now - self._shown > PROGRESS_SECONDS:
            self._shown = now
            self._show(progress(spent))
        return self.limit.seconds is not None and spent > self.limit.seconds


class Solution(NamedTuple):
    """The value of a position, or as much of it as was proved before a limit.

    As text it is one sentence: ``4,3,3: X wins in 7 plies``.

    Attributes:
        position: the position in question.
        score: the value for the side to move, None if it is not proved.
        method: the searches that decided it, or ``finished`` for a finished game.
        nodes: positions looked at.
        seconds: wall-clock seconds spent.
        cannot_win: the sides proved not to win.
        unfinished: why something requested is not proved; empty if everything is.
        stored: entries in the transposition tables.
        lost: entries that were replaced by others.
        memory: bytes of the transposition tables in use.
        winning: the moves proved to win; None unless requested.
        line: a line of play in which nobody gives anything away. It keeps the value at each move.
            If the score has plies, the line has as many moves, or none if a limit came first.
        at_least: the least plies of the win; None unless requested.
    """

    position: Position
    score: Score | None
    method: str
    nodes: int
    seconds: float
    cannot_win: frozenset[Mark] = frozenset()
    unfinished: str = ""
    stored: int = 0
    lost: int = 0
    memory: int = 0
    winning: tuple[int, ...] | None = None
    line: tuple[int, ...] = ()
    at_least: int | None = None

    def __str__(self) -> str:
        position, score = self.position, self.score
        game = str(position.rules) + (f", {position}" if position.ply else "")
        if score is None:
            known = "".join(f"; {mark} cannot win" for mark in sorted(self.cannot_win))
            return f"{game}: not solved{known} ({self.unfinished or 'no proof'})"
        plies = score.plies
        length = "" if plies is None else f" in {plies} {'ply' if plies == 1 else 'plies'}"
        return f"{game}: " + (f"{self.winner} wins{length}" if self.winner else "a draw")

    @property
    def proven(self) -> bool:
        """Whether the value is proved."""
        return self.score is not None

    @property
    def value(self) -> Value | None:
        """The value for the side to move, None if it is not proved."""
        return None if self.score is None else self.score.value

    @property
    def winner(self) -> Mark | None:
        """The winner; None for a draw or without a proof."""
        number = 0 if self.score is None else self.score.sign
        turn = self.position.turn
        return turn if number > 0 else turn.other if number < 0 else None

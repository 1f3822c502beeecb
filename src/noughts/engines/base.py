"""What an engine is: a position in, a move or an analysis out.

An engine never changes its input and answers synchronously. Engines that draw lots take a seed
and are then repeatable.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from noughts.errors import IllegalMoveError, LimitReachedError
from noughts.frozen import Frozen
from noughts.score import Estimate, Score, rank

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from noughts.position import Position

Worth = Score | Estimate  #: what a position is worth: proved or guessed, and the type says which


class Limit(Frozen):
    """How much an engine may spend on one answer; whatever is None is not limited.

    Attributes:
        seconds: wall-clock seconds.
        nodes: positions looked at.
        depth: plies looked ahead.

    Raises:
        ValueError: a limit that is not above 0.

    >>> Limit(seconds=0.5)
    Limit(seconds=0.5, nodes=None, depth=None)
    """

    __slots__ = fields = ("seconds", "nodes", "depth")

    seconds: float | None
    nodes: int | None
    depth: int | None

    def __init__(
        self, seconds: float | None = None, nodes: int | None = None, depth: int | None = None
    ) -> None:
        for name, amount in (("seconds", seconds), ("nodes", nodes), ("depth", depth)):
            if amount is not None and not 0 < amount < inf:
                raise ValueError(f"a limit of {amount} {name}: it has to be above 0")
            object.__setattr__(self, name, amount)


class Meter:
    """Counts the nodes of one search and ends it at its limit."""

    __slots__ = ("_deadline", "_nodes", "nodes", "started")

    def __init__(self, limit: Limit | None = None) -> None:
        limit = limit or Limit()
        self.nodes = 0
        self.started = perf_counter()
        self._nodes = limit.nodes or inf
        self._deadline = self.started + limit.seconds if limit.seconds else inf

    def visit(self) -> None:
        """Count one node.

        Raises:
            LimitReachedError: there is nothing left to spend.
        """
        if self.nodes >= self._nodes:
            raise LimitReachedError(f"stopped at the limit of {self._nodes:,} nodes")
        # The clock is dearer than a look at a small board, so not at every node.
        if not self.nodes & 15 and perf_counter() > self._deadline:
            allowed = self._deadline - self.started
            raise LimitReachedError(f"stopped at the limit of {allowed:g} seconds")
        self.nodes += 1

    @property
    def seconds(self) -> float:
        """Seconds since the search began."""
        return perf_counter() - self.started


class Choice(NamedTuple):
    """The move an engine makes.

    Attributes:
        cell: where it plays.
        score: what the position is worth to the side that moves: a proved `Score`, a guessed
            `Estimate`, or None from an engine that does not value positions.
        reason: the rule that chose the move, in words, from an engine that has rules.
        nodes: positions looked at.
        seconds: wall-clock seconds spent.
    """

    cell: int
    score: Worth | None = None
    reason: str | None = None
    nodes: int = 0
    seconds: float = 0.0

    @property
    def proven(self) -> bool:
        """Whether the score is proved."""
        return isinstance(self.score, Score)


class MoveValue(NamedTuple):
    """One legal move, its worth to the side that makes it, and the line expected after it.

    `line` begins with the move itself; both sides play their best in it.
    """

    cell: int
    score: Worth | None
    line: tuple[int, ...]


class Analysis(NamedTuple):
    """What an engine knows of a position.

    Attributes:
        position: the position.
        engine: the name of the engine.
        score: its worth to the side to move; of a finished game, to the side that would move.
        moves: every legal move, best first.
        nodes: positions looked at.
        seconds: wall-clock seconds spent.
    """

    position: Position
    engine: str
    score: Worth | None
    moves: tuple[MoveValue, ...]
    nodes: int
    seconds: float

    @property
    def proven(self) -> bool:
        """Whether the value of the position is proved."""
        return isinstance(self.score, Score)

    @property
    def best(self) -> tuple[int, ...]:
        """The cells of all the moves that are as good as the first."""
        return tuple(
            move.cell
            for move in self.moves
            if move.score is not None and move.score == self.moves[0].score
        )

    @property
    def principal_variation(self) -> tuple[int, ...]:
        """The line that follows when both sides play their best."""
        return self.moves[0].line if self.moves else ()


class Engine(ABC):
    """Something that plays: a name, `play`, `analyse`, and the odds of each of its moves.

    Attributes:
        name: what it is called.
        draws_lots: whether it may move otherwise when asked the same again.
    """

    name: str
    draws_lots: bool = False

    @abstractmethod
    def play(self, position: Position, limit: Limit | None = None) -> Choice:
        """Choose a move.

        Raises:
            IllegalMoveError: the game is over.
            LimitReachedError: the limit was reached before there was an answer.
        """

    def analyse(self, position: Position, limit: Limit | None = None) -> Analysis:
        """Value the position and every move in it; a finished game has a score and no moves.

        This is the answer of an engine that does not value positions: every score is None.

        Raises:
            LimitReachedError: the limit was reached before there was an answer.
        """
        if position.outcome is not None:
            return finished(position, self.name)
        weights = self.weights(position, limit)
        cells = sorted(position.legal, key=lambda cell: -weights.get(cell, 0))
        moves = tuple(MoveValue(cell, None, (cell,)) for cell in cells)
        return Analysis(position, self.name, None, moves, nodes=0, seconds=0.0)

    def weights(self, position: Position, limit: Limit | None = None) -> Mapping[int, int]:
        """Return each cell this engine may play with its odds, as whole numbers.

        An engine that draws no lots has one cell here.
        """
        return {self.play(position, limit).cell: 1}


class DrawsLots(Engine):
    """An engine that draws its moves from its own odds; repeatable with a seed."""

    draws_lots = True

    def __init__(self, *, seed: int | None = None) -> None:
        self._random = lots(seed)

    def play(self, position: Position, limit: Limit | None = None) -> Choice:
        """Draw one of the moves that it has odds for."""
        return Choice(draw_lot(self.weights(position, limit), self._random))

    @abstractmethod
    def weights(self, position: Position, limit: Limit | None = None) -> Mapping[int, int]:
        """Return each cell this engine may play with its odds, as whole numbers.

        Raises:
            IllegalMoveError: the game is over.
        """


def lots(seed: int | None) -> Random:
    """Return a source of lots, repeatable with a seed."""
    import random  # noqa: PLC0415  (slow to load, and few engines draw)

    return random.Random(seed)


def draw_lot(weights: Mapping[int, int], random: Random) -> int:
    """Draw a cell with the given odds."""
    return random.choices(list(weights), list(weights.values()))[0]


def refuse_finished(position: Position) -> None:
    """Refuse to look for a move where there is none.

    Raises:
        IllegalMoveError: the game is over.
    """
    if position.outcome is not None:
        raise IllegalMoveError(f"there is no move in {position}: the game is over")


def final_score(position: Position) -> Score:
    """Return the score of a finished game for the side that would move.

    >>> from noughts import Position
    >>> final_score(Position.parse("XXX/OO./..."))
    Score.loss(0)
    """
    outcome = position.outcome
    if outcome is None:
        raise ValueError(f"{position} is not finished")
    if outcome.winner is None:
        return Score.draw()
    return Score.win(0) if outcome.winner is position.turn else Score.loss(0)


def finished(position: Position, engine: str) -> Analysis:
    """Return the analysis of a finished game."""
    return Analysis(position, engine, final_score(position), (), nodes=1, seconds=0.0)


def best_first(moves: list[MoveValue]) -> tuple[MoveValue, ...]:
    """Sort valued moves, the best first; equally good ones keep their order."""
    return tuple(sorted(moves, key=lambda move: rank(_known(move)), reverse=True))


def _known(move: MoveValue) -> Worth:
    return Estimate(0) if move.score is None else move.score

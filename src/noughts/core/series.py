"""`Series`: several games between two players, with the running score."""

from __future__ import annotations

from typing import ClassVar

from noughts.core.errors import whole_number
from noughts.core.frozen import Frozen
from noughts.core.outcome import Named
from noughts.core.position import Mark, Outcome


class Starts(Named):
    """Which player is X."""

    FIRST = "first"  #: the first player, in every game
    SECOND = "second"  #: the second player, in every game
    ALTERNATE = "alternate"  #: the first player in the first game, then alternately

    def plays_x(self, game: int) -> int:
        """Return which player, 0 or 1, is X in a game; the first one is game 0.

        >>> [Starts.ALTERNATE.plays_x(game) for game in range(4)]
        [0, 1, 0, 1]
        """
        return {Starts.FIRST: 0, Starts.SECOND: 1, Starts.ALTERNATE: game % 2}[self]


class Series(Frozen):
    """The best of n games. Players are 0 and 1; X moves first, and `starts` says who is X.

    Drawn games count. The series ends after n games, or as soon as the leader cannot be caught. It
    can end level. Immutable.

    Attributes:
        best_of: how many games at most.
        starts: who is X.
        results: the winner of each finished game: 0, 1, or None for a draw.

    Raises:
        ValueError: If the number of games is even or below 1, or `starts` is unknown.

    >>> series = Series(3).after(0).after(None)
    >>> series.score, series.draws, series.over, series.seat(Mark.X)
    ((1, 0), 1, False, 0)
    >>> series.after(0).over
    True
    """

    __slots__ = ("best_of", "results", "starts")
    fields: ClassVar[tuple[str, ...]] = ("best_of", "starts", "results")

    best_of: int
    starts: Starts
    results: tuple[int | None, ...]

    def __init__(
        self,
        best_of: int = 1,
        starts: Starts | str = Starts.ALTERNATE,
        results: tuple[int | None, ...] = (),
    ) -> None:
        if whole_number(best_of, "best of") < 1 or best_of % 2 == 0:
            from noughts.core.catalogue import say  # noqa: PLC0415  (loads when it is used)

            raise ValueError(say("saved", "odd", games=best_of))
        starts = Starts(starts)
        for name, value in zip(self.fields, (best_of, starts, results), strict=True):
            object.__setattr__(self, name, value)

    def seat(self, mark: Mark | str) -> int:
        """Return which player has this mark in the current game (or would have, once over)."""
        first = self.starts.plays_x(len(self.results))
        return first if Mark(mark) is Mark.X else 1 - first

    def after(self, winner: int | None) -> Series:
        """Return the series with one more game finished.

        Raises:
            ValueError: the series is over.
        """
        if self.over:
            raise ValueError("the series is over")
        return Series(self.best_of, self.starts, (*self.results, winner))

    def finished(self, outcome: Outcome) -> Series:
        """Return the series after the current game has ended with this outcome."""
        return self.after(None if outcome.winner is None else self.seat(outcome.winner))

    @property
    def score(self) -> tuple[int, int]:
        """How many games each player has won."""
        return self.results.count(0), self.results.count(1)

    @property
    def draws(self) -> int:
        """How many games were drawn."""
        return self.results.count(None)

    @property
    def over(self) -> bool:
        """Whether the series is decided, or all its games have been played."""
        left = self.best_of - len(self.results)
        return left <= 0 or abs(self.score[0] - self.score[1]) > left

    @property
    def winner(self) -> int | None:
        """The player with more games, once the series is over; None if it is not, or is level."""
        first, second = self.score
        if not self.over or first == second:
            return None
        return 0 if first > second else 1

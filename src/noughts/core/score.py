"""`Score`, a proved value, and `Estimate`, a guessed one.

They are two types on purpose. They never compare equal, and ordering one against the other is a
type error, so nobody can mistake an estimate for a proof.
"""

from __future__ import annotations

from functools import total_ordering
from typing import ClassVar, Literal, TypeAlias

from noughts.core.errors import whole_number
from noughts.core.frozen import Frozen
from noughts.core.outcome import Named

_WIN = 1_000_000  # larger than any number of plies or any estimate
#: The limit of an estimate: the position looks won, and more points add nothing.
MOST_POINTS = 9_999

Bound: TypeAlias = Literal["upper", "lower"]
_SIGNS = {"upper": -1, None: 0, "lower": 1}
_WORDS = {"upper": "at most", None: "about", "lower": "at least"}


class Value(Named):
    """The result of perfect play for the side to move. Equal to its text.

    >>> Value.WIN == "win", Value.LOSS.sign
    (True, -1)
    """

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"

    @property
    def sign(self) -> int:
        """1 for a win, 0 for a draw, -1 for a loss."""
        return 1 if self is Value.WIN else -1 if self is Value.LOSS else 0


@total_ordering
class Score(Frozen):
    """A proved value for the side to move, and in how many plies the game ends.

    `plies` counts until the end if the winner wins as fast, and the loser loses as slowly, as
    possible. It is None for a draw, and for a win or loss of unknown length.

    >>> sorted([Score.win(3), Score.loss(2), Score.draw(), Score.win(1), Score.loss(4)])
    [Score.loss(2), Score.loss(4), Score.draw(), Score.win(3), Score.win(1)]
    >>> -Score.win(3)
    Score.loss(3)
    """

    __slots__ = ("plies", "value")
    fields: ClassVar[tuple[str, ...]] = ("value", "plies")

    value: Value
    plies: int | None

    def __init__(self, value: Value | str, plies: int | None = None) -> None:
        if type(value) is not Value:
            value = Value(value)
        if plies is not None and (value is Value.DRAW or whole_number(plies, "plies") < 0):
            raise ValueError(f"a {value} cannot be in {plies} plies")
        object.__setattr__(self, "value", value)
        object.__setattr__(self, "plies", plies)

    @staticmethod
    def win(plies: int | None = None) -> Score:
        """The side to move wins."""
        return Score(Value.WIN, plies)

    @staticmethod
    def draw() -> Score:
        """Neither side can force a win."""
        return Score(Value.DRAW)

    @staticmethod
    def loss(plies: int | None = None) -> Score:
        """The side to move loses."""
        return Score(Value.LOSS, plies)

    @property
    def sign(self) -> int:
        """The value as a number: 1, 0 or -1 for the side to move; `int` also includes the plies.

        Multiply it by the sign of the side to move to get the number for X.

        >>> from noughts import Position, engine
        >>> found = engine("perfect").analyse("XX./OO./X..")
        >>> found.score.sign, found.score.sign * found.position.turn.sign
        (1, -1)
        """
        return self.value.sign

    def backed_up(self) -> Score:
        """Return the parent's score for this score of a child: negated, one ply longer.

        >>> Score.loss(0).backed_up(), Score.win(1).backed_up(), Score.draw().backed_up()
        (Score.win(1), Score.loss(2), Score.draw())
        """
        turned = -self
        return turned if turned.plies is None else Score(turned.value, turned.plies + 1)

    def __neg__(self) -> Score:
        if self.value is Value.DRAW:
            return self
        return Score(Value.LOSS if self.value is Value.WIN else Value.WIN, self.plies)

    def __int__(self) -> int:
        """Return an integer in the same order, for searches; `from_int` turns it back.

        A win in p plies is 1,000,000 - p, a draw 0; a win of unknown length is 1.
        """
        size = 0 if self.value is Value.DRAW else 1 if self.plies is None else _WIN - self.plies
        return -size if self.value is Value.LOSS else size

    @staticmethod
    def from_int(number: int) -> Score:
        """Return the score that `int(score)` came from.

        >>> Score.from_int(int(Score.loss(4)))
        Score.loss(4)
        """
        if number == 0:
            return Score.draw()
        plies = None if abs(number) == 1 else _WIN - abs(number)
        return Score.win(plies) if number > 0 else Score.loss(plies)

    def __lt__(self, other: Score) -> bool:
        if type(other) is not Score:
            return NotImplemented
        return int(self) < int(other)

    def __str__(self) -> str:
        return self.value.value + ("" if self.plies is None else f" in {self.plies}")

    def __repr__(self) -> str:
        return f"Score.{self.value}({'' if self.plies is None else self.plies})"


@total_ordering
class Estimate(Frozen):
    """A guessed value for the side to move: above 0 looks better, below 0 worse. Not a proof.

    `points` count the lines that are still open (`noughts.engines.evaluation`). They compare moves
    of one position, and mean nothing across games. They are between -`MOST_POINTS` and
    `MOST_POINTS`; at either end the position looks lost or won.

    `bound` says that the search only found a limit of the estimate: an upper bound (the estimate is
    at most `points`) or a lower one (at least). It is None if the estimate itself is known.

    >>> -Estimate(12) < Estimate(3)
    True
    >>> for score in Estimate(12), Estimate(12, "upper"), -Estimate(12, "upper"), Estimate(10_000):
    ...     print(score)
    about +12
    at most +12
    at least -12
    looks won
    """

    __slots__ = ("bound", "points")
    fields: ClassVar[tuple[str, ...]] = ("points", "bound")

    points: int
    bound: Bound | None

    def __init__(self, points: int, bound: Bound | None = None) -> None:
        if not hasattr(points, "__float__"):
            raise TypeError(f"the points of an estimate are a number, not {points!r}")
        object.__setattr__(self, "points", max(-MOST_POINTS, min(points, MOST_POINTS)))
        object.__setattr__(self, "bound", bound)

    def __lt__(self, other: Estimate) -> bool:
        if type(other) is not Estimate:
            return NotImplemented
        return rank(self) < rank(other)

    def __neg__(self) -> Estimate:
        turned: dict[Bound | None, Bound | None] = {"upper": "lower", "lower": "upper", None: None}
        return Estimate(-self.points, turned[self.bound])

    def __str__(self) -> str:
        if self.points == MOST_POINTS and self.bound != "upper":
            return "looks won"
        if self.points == -MOST_POINTS and self.bound != "lower":
            return "looks lost"
        return f"{_WORDS[self.bound]} {self.points:+d}"

    def __repr__(self) -> str:
        return f"Estimate({self.points}{'' if self.bound is None else f', {self.bound!r}'})"


def rank(score: Score | Estimate) -> tuple[int, int, int]:
    """Return a sort key: proved wins, then estimates, then proved losses.

    A proved draw ranks as an estimate of 0. An upper bound ranks just below an estimate with as
    many points, and a lower bound just above. The order is only for choosing a move; it proves
    nothing.

    >>> sorted([Score.draw(), Estimate(-5), Score.loss(2), Estimate(8), Score.win(9)], key=rank)
    [Score.loss(2), Estimate(-5), Score.draw(), Estimate(8), Score.win(9)]
    """
    if isinstance(score, Estimate):
        return 0, score.points, _SIGNS[score.bound]
    return score.sign, int(score), 0

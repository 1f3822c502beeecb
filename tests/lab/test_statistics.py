import itertools
from fractions import Fraction
from math import comb, inf, isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.lab.statistics import Elo, Tally, Z, elo, wilson

COUNTS = st.integers(0, 60)


def played(wins: int, draws: int, losses: int) -> Tally:
    return Tally(wins + draws + losses, wins, draws, losses)


@given(COUNTS, COUNTS)
def test_wilson_is_where_the_normal_test_stops_to_reject(hits: int, misses: int) -> None:
    """The definition: the rates p with |hits/n - p| at most z standard errors *of p*."""
    games = hits + misses
    low, high = wilson(hits, games)
    if not games:
        assert (low, high) == (0, 1)
        return
    for end, certain in ((low, hits == 0), (high, misses == 0)):
        if certain:
            assert end == (hits > 0)
        else:
            error = (end * (1 - end) / games) ** 0.5
            assert isclose(abs(hits / games - end), Z * error, rel_tol=1e-9)
    assert low <= hits / games <= high
    assert wilson(misses, games) == pytest.approx((1 - high, 1 - low))


@pytest.mark.parametrize("rate", [Fraction(1, 20), Fraction(1, 5), Fraction(1, 2)])
def test_wilson_holds_the_true_rate_in_about_95_of_100_samples(rate: Fraction) -> None:
    """Every sample of 60 games, weighted by its chance: nothing is drawn."""
    games, held = 60, Fraction(0)
    for hits in range(games + 1):
        low, high = wilson(hits, games)
        if low <= rate <= high:
            held += comb(games, hits) * rate**hits * (1 - rate) ** (games - hits)
    assert 0.93 < held < 0.98


@given(COUNTS, COUNTS, COUNTS)
def test_elo_is_what_the_single_results_give(wins: int, draws: int, losses: int) -> None:
    """The naive twin: the weighted results, their mean, their variance."""
    found = elo(played(wins, draws, losses))
    if not wins + draws + losses:
        return  # its own test, below
    own = (wins + draws / 2) / (wins + draws + losses)
    results = {1.0: wins + Z * Z / 2, 0.5: draws, 0.0: losses + Z * Z / 2}
    weight = sum(results.values())
    mean = sum(result * count for result, count in results.items()) / weight
    variance = sum((result - mean) ** 2 * count for result, count in results.items()) / weight
    reach = Z * (variance / weight) ** 0.5
    for points, score in zip(found, (own, mean - reach, mean + reach), strict=True):
        if 0 < score < 1:
            assert points is not None
            assert isclose(expected(points), score, rel_tol=1e-9, abs_tol=1e-12)
        else:
            assert points is None


@pytest.mark.parametrize("games", [10, 20])
def test_elo_holds_the_true_score_in_about_95_of_100_matches(games: int) -> None:
    """Every result of a match, weighted by its chance, for players of every kind."""
    bounds = {}
    for wins, draws in itertools.product(range(games + 1), repeat=2):
        if wins + draws <= games:
            found = elo(played(wins, draws, games - wins - draws))
            low, high = (None if end is None else expected(end) for end in found[1:])
            bounds[wins, draws] = (0 if low is None else low, 1 if high is None else high)
    every = []
    for win, draw in itertools.product(range(21), repeat=2):
        if (loss := 20 - win - draw) >= 0:
            held = 0.0
            for (wins, draws), (low, high) in bounds.items():
                if low <= (win + draw / 2) / 20 <= high:
                    ways = comb(games, wins) * comb(games - wins, draws)
                    held += ways * win**wins * draw**draws * loss ** (games - wins - draws)
            every.append(held / 20**games)
    assert min(every) > 0.92
    assert 0.95 < sum(every) / len(every) < 0.98


def expected(points: float) -> float:
    """Return the score of a player so many points ahead."""
    return 1 / (1 + 10 ** (-points / 400))


@given(COUNTS, COUNTS, COUNTS)
def test_the_opponents_elo_is_negative(wins: int, draws: int, losses: int) -> None:
    tally = played(wins, draws, losses)
    difference, low, high = elo(tally)
    swapped = elo(tally.swapped)
    for one, other in zip(swapped, (difference, high, low), strict=True):
        assert (one is None) == (other is None)
        assert one is None or other is None or isclose(one, -other, abs_tol=1e-6)
    assert (-inf if low is None else low) <= (inf if high is None else high)


@pytest.mark.parametrize("games", [1, 2, 10, 1000])
def test_results_that_are_all_the_same_bound_elo_on_one_side_or_loosely(games: int) -> None:
    ahead, behind = elo(played(games, 0, 0)), elo(played(0, 0, games))
    assert (ahead.difference, ahead.high) == (behind.difference, behind.low) == (None, None)
    assert ahead.low is not None
    assert behind.high == pytest.approx(-ahead.low)
    difference, low, high = elo(played(0, games, 0))
    assert difference == 0
    assert low is not None
    assert high == pytest.approx(-low)


def test_of_no_games_nothing_is_known() -> None:
    assert elo(Tally()) == Elo(None, None, None)
    assert Tally().score is None


def test_more_games_bound_closer() -> None:
    for shape in ((1, 0, 0), (0, 1, 0), (3, 2, 1)):
        widths = []
        for times in (10, 100, 1000):
            _, low, high = elo(played(*(times * share for share in shape)))
            widths.append((inf if high is None else high) - (-inf if low is None else low))
        assert widths == sorted(widths, reverse=True)


def test_adding_up() -> None:
    games = [Tally.one(winner, 0) for winner in (0, 0, 1, None)]
    for some in itertools.permutations(games):
        assert Tally.total(some) == Tally(4, 2, 1, 1)
    assert Tally.total([]) == Tally()
    assert Tally(4, 2, 1, 1).swapped == Tally(4, 1, 1, 2)
    assert Tally(4, 2, 1, 1).score == 0.625

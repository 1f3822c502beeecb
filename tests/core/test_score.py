import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import Estimate, Score, Value
from noughts.core.score import MOST_POINTS, rank

IN_ORDER = [
    Score.loss(0),
    Score.loss(1),
    Score.loss(8),
    Score.loss(),
    Score.draw(),
    Score.win(),
    Score.win(9),
    Score.win(2),
    Score.win(1),
    Score.win(0),
]

scores = st.one_of(
    st.just(Score.draw()),
    st.builds(Score.win, st.one_of(st.none(), st.integers(0, 676))),
    st.builds(Score.loss, st.one_of(st.none(), st.integers(0, 676))),
)


def test_the_order_is_total() -> None:
    for low, high in itertools.combinations(IN_ORDER, 2):
        assert low < high
        assert high > low
        assert low != high
    assert sorted(IN_ORDER) == IN_ORDER


@given(scores, scores)
def test_negation_turns_the_order_round(a: Score, b: Score) -> None:
    turned = -a
    assert -turned == a
    assert (a < b) is (-b < -a)
    assert (a == b) is (hash(a) == hash(b))


@given(scores)
def test_a_score_survives_its_integer_and_its_repr(score: Score) -> None:
    assert Score.from_int(int(score)) == score
    assert eval(repr(score), {"Score": Score}) == score  # noqa: S307


@given(scores)
def test_backing_up_negates_and_adds_a_ply(score: Score) -> None:
    parent = score.backed_up()
    assert parent.value is (-score).value
    assert parent.plies == (None if score.plies is None else score.plies + 1)


@pytest.mark.parametrize(("value", "plies"), [(Value.DRAW, 3), (Value.WIN, -1)])
def test_a_score_that_means_nothing_is_refused(value: Value, plies: int) -> None:
    with pytest.raises(ValueError, match="cannot be in"):
        Score(value, plies)


def test_a_guess_never_passes_for_a_proof() -> None:
    assert Estimate(0) != Score.draw()
    assert len({Estimate(0), Score.draw()}) == 2
    with pytest.raises(TypeError):
        Estimate(0) < Score.draw()  # type: ignore[operator]  # noqa: B015
    with pytest.raises(TypeError):
        Score.win(1) > Estimate(5)  # type: ignore[operator]  # noqa: B015


@given(st.builds(Estimate, st.integers(), st.sampled_from([None, "upper", "lower"])))
def test_an_estimate_survives_its_repr_and_negation(guess: Estimate) -> None:
    assert eval(repr(guess), {"Estimate": Estimate}) == guess  # noqa: S307
    turned = -guess
    assert -turned == guess
    assert abs(guess.points) <= MOST_POINTS
    assert (guess < Estimate(0)) is (Estimate(0) < turned)


def test_a_bound_is_no_value() -> None:
    upper, lower = Estimate(12, "upper"), Estimate(12, "lower")
    assert upper < Estimate(12) < lower
    assert len({upper, Estimate(12), lower}) == 3
    assert -upper == Estimate(-12, "lower")
    assert [str(score) for score in (upper, lower)] == ["at most +12", "at least +12"]


def test_points_beyond_the_scale_are_said_in_words() -> None:
    assert Estimate(-500_000) == Estimate(-MOST_POINTS)
    ends = [Estimate(MOST_POINTS), Estimate(-10_000), Estimate(-MOST_POINTS, "upper")]
    assert [str(score) for score in ends] == ["looks won", "looks lost", "looks lost"]
    assert str(Estimate(MOST_POINTS, "upper")) == "at most +9999"


def test_ranking_puts_proof_outside_and_guesses_between() -> None:
    worths: list[Score | Estimate] = [
        Score.loss(2),
        Estimate(-9),
        Score.draw(),
        Estimate(9),
        Score.win(5),
        Score.win(1),
    ]
    assert sorted(worths, key=rank) == worths


def test_words() -> None:
    assert [str(s) for s in (Score.win(3), Score.loss(), Score.draw(), Estimate(-7))] == [
        "win in 3",
        "loss",
        "draw",
        "about -7",
    ]

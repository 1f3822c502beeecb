"""Laws that hold on any game, on games and positions that Hypothesis makes up."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noughts import Limit, Mark, Position, Rules, Score, Value
from noughts.engines import Memoised, Perfect
from tests.sampling import sample

small_boards = st.builds(
    lambda m, n, k, torus, exact, caro, misere, gravity: Rules.grid(
        *((m, n), k),
        torus=torus,
        exact=exact,
        caro=caro and not gravity,
        misere=misere,
        gravity=gravity,
    ),
    st.integers(1, 5),
    st.integers(1, 3),
    st.integers(1, 5),
    *[st.booleans()] * 5,
)
hand_made = st.builds(
    lambda lines, misere, gravity: Rules.custom((3, 3), lines, misere=misere, gravity=gravity),
    st.lists(st.lists(st.integers(0, 8), min_size=1, max_size=4, unique=True), max_size=9),
    st.booleans(),
    st.booleans(),
)
games = st.one_of(small_boards, hand_made)


@st.composite
def positions(draw: st.DrawFn, rules: Rules | None = None, empties: int = 6) -> Position:
    """A position that can occur, with few enough empty cells to search."""
    position = Position(rules or draw(games))
    while position.outcome is None and position.rules.cells - position.ply > empties:
        position = position.play(draw(st.sampled_from(position.legal)))
    while position.outcome is None and draw(st.booleans()):
        position = position.play(draw(st.sampled_from(position.legal)))
    return position


@given(positions())
def test_parse_after_print_is_the_same(position: Position) -> None:
    assert Position.parse(str(position), str(position.rules)) == position


@given(positions(), st.data())
@settings(max_examples=sample(25, 200))
def test_the_value_does_not_change_under_symmetry(position: Position, data: st.DataObject) -> None:
    symmetry = data.draw(st.sampled_from(position.rules.symmetries))
    image = position.transformed(symmetry)
    assert Memoised().analyse(image).score == Memoised().analyse(position).score


@given(positions())
def test_the_value_is_the_best_of_the_negated_children_one_ply_on(position: Position) -> None:
    if position.outcome is not None:
        return
    children = [Memoised().analyse(child).score for _, child in position.children()]
    backed_up = [score.backed_up() for score in children if isinstance(score, Score)]
    assert Memoised().analyse(position).score == max(backed_up)


@given(positions())
@settings(max_examples=sample(25, 200))
def test_perfect_and_plain_search_agree(position: Position) -> None:
    assert (
        Perfect().analyse(position, Limit(nodes=10**7)).score == Memoised().analyse(position).score
    )


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(f"{m},{n},{k}", marks=pytest.mark.deep if (m, n, k) == (4, 3, 4) else ())
        for m in range(1, 5)
        for n in range(1, 4)
        for k in range(1, 5)
        if m >= n
    ],
)
def test_the_first_player_never_loses(game: str) -> None:
    """Strategy stealing: an extra stone never hurts, so O cannot have a winning strategy."""
    score = Perfect().play(Position(Rules.parse(game)), Limit(nodes=10**7)).score
    assert isinstance(score, Score)
    assert score.value is not Value.LOSS


@given(positions(rules=Rules.parse("3,3,3"), empties=9))
def test_swapping_the_colours_is_not_a_symmetry_of_turns(position: Position) -> None:
    """X moves first, so the stones alone tell whose turn it is."""
    expected = Mark.X if position.ply % 2 == 0 else Mark.O
    assert position.turn is expected

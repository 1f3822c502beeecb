import contextlib
import itertools
import pickle
import random

import pytest

from noughts import IllegalMoveError, Mark, Outcome, Position, PositionError, Rules, RulesError
from noughts.core.symmetry import inverse
from noughts.testing import random_games
from tests import naive
from tests.sampling import sample


def test_there_are_as_many_positions_as_known(
    every_position: list[Position], counts: dict[str, dict[str, int]]
) -> None:
    assert len(every_position) == counts["3,3,3"]["positions"]
    assert len({position.key for position in every_position}) == len(every_position)


def test_every_position_agrees_with_the_naive_twin(every_position: list[Position]) -> None:
    for position in every_position:
        rows = tuple(str(position).split("/"))
        won = naive.winner(rows, 3)
        over = won is not None or "." not in str(position)
        assert (position.outcome is not None) is over
        if position.outcome is not None:
            assert position.outcome.winner == (Mark(won) if won else None)
            assert not position.legal
            assert (position.outcome.line is None) is (won is None)
        else:
            expected = {"/".join(child) for child in naive.children(rows)}
            assert {str(child) for _, child in position.children()} == expected
            played = [position.play(cell) for cell in position.legal]
            assert all(Position(p.rules, p.x, p.o) == p for p in played)


def test_every_other_placement_of_stones_is_refused(every_position: list[Position]) -> None:
    rules = Rules.parse("3,3,3")
    accepted = set()
    for x, o in itertools.product(range(512), repeat=2):
        # Of those in which a cell has two stones, a few.
        if not x & o or (x ^ o) % sample(13, 1) == 0:
            with contextlib.suppress(PositionError):
                accepted.add((Position(rules, x, o).x, o))
    assert accepted == {(position.x, position.o) for position in every_position}


def test_the_winning_line_is_a_line_of_the_winner(every_position: list[Position]) -> None:
    for position in every_position:
        if position.outcome and position.outcome.line:
            assert {position.mark(cell) for cell in position.outcome.line} == {
                position.outcome.winner
            }


def test_canonical_forms_of_every_position(
    every_position: list[Position], counts: dict[str, dict[str, int]]
) -> None:
    forms = set()
    for position in every_position:
        form, symmetry = position.canonical()
        assert position.transformed(symmetry) == form
        assert form.transformed(inverse(symmetry)) == position
        forms.add(form)
    assert len(forms) == counts["3,3,3"]["distinct"]


def test_the_canonical_form_is_the_least_image(every_position: list[Position]) -> None:
    """Against every image by itself; of those that are equal, the first symmetry gives it."""
    draw = random.Random(1)
    others = []
    for name in ("4,4,4", "connect-four", "4,3,3 misere", "3,3,3 torus", "qubic", "10,7,5"):
        position = Position(name)
        while position.outcome is None:
            position = position.play(draw.choice(position.legal))
            others.append(position)
    for position in every_position + others:
        rules = position.rules
        images = [position.transformed(symmetry) for symmetry in rules.symmetries]
        least = min(images, key=lambda image: image.x | image.o << rules.cells)
        form, symmetry = position.canonical()
        assert (form, symmetry) == (least, rules.symmetries[images.index(least)])
        assert form.outcome == least.outcome


def test_a_position_is_a_frozen_value() -> None:
    position = Position.parse("X.O/.X./..O")
    twin = Position(position.rules, position.x, position.o)
    assert twin == position
    assert hash(twin) == hash(position)
    assert len({position, twin}) == 1
    assert position != Position.parse("X.O/.X./..O", "3,3,3 misere")
    assert position != "X.O/.X./..O"
    assert pickle.loads(pickle.dumps(position)) == position  # noqa: S301
    assert eval(repr(position), {"Position": Position}) == position  # noqa: S307
    with pytest.raises(AttributeError, match="immutable"):
        position.x = 0  # type: ignore[misc]


def test_play_leaves_its_position_alone() -> None:
    position = Position.parse("X.O/.X./..O")
    before = (position.x, position.o)
    position.play(5)
    assert (position.x, position.o) == before


@pytest.mark.parametrize(
    ("text", "cell", "complaint"),
    [
        ("X../.../...", 0, "a1 is taken by X; free: b1 c1 a2 b2 c2 a3 b3 c3"),
        ("X../.../...", 9, "cell 9 is off the board; cells are 0 to 8"),
        ("X../.../...", -1, "cell -1 is off the board"),
        ("XXX/OO./...", 8, "c3 is a move after the end: X has won"),
        ("XOX/XOO/OXX", 0, "a1 is taken by X; free: "),
    ],
)
def test_an_illegal_move_is_refused_with_the_reason(text: str, cell: int, complaint: str) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        Position.parse(text).play(cell)
    assert complaint in str(caught.value) or "the game is drawn" in str(caught.value)


def test_a_long_list_of_free_cells_is_cut() -> None:
    with pytest.raises(IllegalMoveError, match="l1 m1 and 212 more"):
        Position(Rules.parse("gomoku")).play(0).play(0)


def test_overlapping_or_outlying_stones_are_refused() -> None:
    rules = Rules.parse("3,3,3")
    for x, o in ((1, 1), (1 << 9, 0), (-1, 0)):
        with pytest.raises(PositionError, match="overlap or leave the board"):
            Position(rules, x, o)


def test_in_misere_the_line_loses() -> None:
    ended = Position.parse("XX./OO./...", "3,3,3 misere").play(2)
    assert ended.outcome == Outcome(Mark.O, (0, 1, 2))


def test_rules_are_given_by_their_text_too() -> None:
    assert Position("4,4,3 torus", 1) == Position(Rules.parse("4,4,3 torus"), 1)
    with pytest.raises(RulesError, match="m,n,k"):
        Position("3")


def test_a_game_with_no_line_is_drawn_when_the_board_is_full() -> None:
    for positions in random_games(Rules.parse("2,2,3"), games=3):
        assert positions[-1].outcome == Outcome(None, None)
        assert positions[-1].ply == 4


@pytest.mark.parametrize("game", ["5,4,3", "4,4,4", "6,5,4"])
def test_random_games_agree_with_the_naive_twin(game: str) -> None:
    rules = Rules.parse(game)
    assert rules.k is not None
    for positions in random_games(rules, games=30, seed=random.Random(game).randrange(1000)):
        for position in positions:
            won = naive.winner(tuple(str(position).split("/")), rules.k)
            winner = position.outcome.winner if position.outcome else None
            assert winner == (Mark(won) if won else None)


def test_a_move_goes_by_its_name_or_its_cell() -> None:
    position = Position(Rules.parse("3,3,3"))
    assert position.play("b2") == position.play("B2 ") == position.play("5") == position.play(4)
    with pytest.raises(IllegalMoveError, match="d4 is off the board"):
        position.play("d4")
    with pytest.raises(IllegalMoveError, match=r"4\.0 is not a move; a move is a cell, such as 4"):
        position.play(4.0)  # type: ignore[arg-type]


def test_cells_are_checked_wherever_they_are_asked_for() -> None:
    position = Position.parse("X.O/.X./..O")
    for cell in (-1, 9, 99):
        for ask in (position.rules.name, position.rules.place, position.mark, position.play):
            with pytest.raises(
                IllegalMoveError, match=f"{cell} is off the board; cells are 0 to 8"
            ):
                ask(cell)
    with pytest.raises(IllegalMoveError, match="there is not a cell at"):
        position.rules.cell_at(3, 0)
    with pytest.raises(IllegalMoveError, match="there is not a cell at"):
        position.rules.cell_at(0, 0, 0)


@pytest.mark.parametrize("game", ["3,3,3", "5,2,3", "3,4,2,3"])
def test_cells_have_places(game: str) -> None:
    rules = Rules.parse(game)
    places = [rules.place(cell) for cell in range(rules.cells)]
    assert len(set(places)) == rules.cells
    for cell, place in enumerate(places):
        assert rules.cell_at(*place) == cell
        name = rules.name(cell)
        assert (ord(name[0]) - ord("a"), int(name[1]) - 1) == place[:2]


@pytest.mark.parametrize("game", ["3,3,3", "4,4,3 gravity", "15,15,5", "3,3,2,3", "1,1,1"])
def test_a_drawn_board_reads_back(game: str) -> None:
    for positions in random_games(Rules.parse(game), games=2):
        for position in positions:
            assert Position.parse(position.board(), position.rules) == position


def test_boards_over_several_lines_are_read() -> None:
    expected = Position.parse("X.O/.X./..O")
    assert Position.parse("X.O\n.X.\n..O\n") == expected
    assert Position.parse("x _ o\n_ x _\r\n_ _ o") == expected
    with pytest.raises(PositionError, match="has 2 rows"):
        Position.parse("X.O\n.X.")


@pytest.mark.parametrize("game", ["9,9,4", "connect-four", "3x3x3 torus"])
def test_a_game_in_place_of_a_position_is_named_as_one(game: str) -> None:
    with pytest.raises(PositionError, match=f"^'{game}' is a game; a position is a text such as"):
        Position.parse(game)


def test_the_stones_of_a_side() -> None:
    position = Position.parse("X.O/.X./..O")
    assert position.stones(Mark.X) == (0, 4)
    assert position.stones(Mark.O) == (2, 8)


def test_position_is_not_for_subclassing() -> None:
    with pytest.raises(TypeError, match="what makes another game are its Rules"):
        type("Gravity", (Position,), {})

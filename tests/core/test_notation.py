import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import IllegalMoveError, Position, PositionError, Rules, RulesError, UnknownNameError
from noughts.core.errors import shorten
from noughts.core.notation import MAX_TEXT, cell_count, format_cell, parse_cell

shapes = st.one_of(
    st.tuples(st.integers(1, 26), st.integers(1, 26)),
    st.tuples(st.integers(1, 8), st.integers(1, 8), st.integers(1, 8)),
)


@given(shapes, st.data())
def test_a_cell_and_its_name_round_trip(shape: tuple[int, ...], data: st.DataObject) -> None:
    cell = data.draw(st.integers(0, cell_count(shape) - 1))
    name = format_cell(cell, shape)
    assert parse_cell(name, shape) == cell
    assert parse_cell(name.upper(), shape) == cell
    assert parse_cell(str(cell + 1), shape) == cell


@given(shapes)
def test_no_two_cells_share_a_name(shape: tuple[int, ...]) -> None:
    names = {format_cell(cell, shape) for cell in range(cell_count(shape))}
    assert len(names) == cell_count(shape)


def test_the_corners_of_three_by_three_are_where_the_design_says() -> None:
    assert [format_cell(cell, (3, 3)) for cell in (0, 4, 8)] == ["a1", "b2", "c3"]
    assert [format_cell(cell, (3, 3, 3)) for cell in (0, 2, 6, 9, 26)] == [
        "a1a",
        "c1a",
        "a3a",
        "a1b",
        "c3c",
    ]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("d1", "d1 is off the board; cells are a1 to c3"),
        ("a4", "a4 is off the board"),
        ("0", "cell 0 is off the board; cells are 1 to 9"),
        ("10", "cell 10 is off the board"),
        ("", "'' is not a cell"),
        ("a1a", "'a1a' is not a cell"),
        ("a01", "'a01' is not a cell"),
        ("\u0661", "'\u0661' is not a cell"),
        ("x" * 10_000, "(10,000 characters) is not a cell"),
    ],
)
def test_a_wrong_cell_is_refused_with_what_is_allowed(text: str, complaint: str) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        Rules.parse("3,3,3").cell(text)
    assert complaint in str(caught.value)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    "text",
    [
        "3,3,3",
        "4,4,4 torus",
        "3,3,3 misere",
        "15,15,5 exact",
        "5,4,3 torus exact misere",
        "15,15,5 caro",
        "5,4,3 torus exact caro misere",
        "3,3,3,3",
        "4,4,4,4 torus",
        "3,2 lines a1-b1 c1-a2-c2",
        "2,2,2 lines a1a-b2b misere",
        "3,3 lines",
        "1,1,1",
        "26,26,5",
        "3,3,9",
    ],
)
def test_rules_round_trip(text: str) -> None:
    rules = Rules.parse(text)
    assert str(rules) == text
    assert Rules.parse(text.upper()) is rules
    assert eval(repr(rules), {"Rules": Rules}) is rules  # noqa: S307


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "'' is not a game; write m,n,k"),
        ("3", "has 1 number; m,n,k or m,n,layers,k needed"),
        ("3,3", "has 2 numbers;"),
        ("3,3,3,3,3", "has 5 numbers;"),
        ("3,x,3", "is not a game"),
        ("3,3,3 toris", "'toris' in the rules '3,3,3 toris' is not a rule"),
        ("0,3,3", "0 columns: a side is from 1 to 26"),
        ("3,-1,3", "-1 rows: a side is from 1 to 26"),
        ("27,3,3", "27 columns"),
        ("3,3,0", "0 in a row: k is at least 1"),
        ("3,3,-2", "-2 in a row"),
        ("26,26,2,3", "1,352 cells: a board has at most 676"),
        ("3,3,9999999999", "is not a game"),
        ("3,3 lines a1-a1", "line 1 is empty or names a cell twice"),
        ("3,3 lines a1-d9", "line 'a1-d9': d9 is off the board"),
        ("3,3,3 lines a1-b1", "is not a cell"),
        ("3 lines a1", "custom lines need m,n or m,n,layers"),
        ("3,3 lines a1-b1 torus", "torus, exact and caro cannot be combined with"),
        ("3,3 lines a1-b1 caro", "torus, exact and caro cannot be combined with"),
        ("5,5,3 caro gravity", "caro cannot be combined with gravity"),
        ("15,15,5 renju", "renju is not supported"),
        ("Renju", "renju is not supported"),
        ("3,3,3 " + "torus " * 50_000, "characters are too long"),
    ],
)
def test_wrong_rules_are_refused_with_what_is_allowed(text: str, complaint: str) -> None:
    with pytest.raises(RulesError) as caught:
        Rules.parse(text)
    assert complaint in str(caught.value)
    assert len(str(caught.value)) < 250


def test_a_k_of_any_size_is_legal_and_cheap() -> None:
    assert Rules.parse("3,3,999999999").lines == ()
    assert Rules.parse("3,3,999999999 torus").lines == ()


def test_names_are_found_case_blind_and_the_nearest_is_offered() -> None:
    assert Rules.parse("Tic Tac Toe") is Rules.parse("3,3,3")
    assert Rules.parse("QUBIC") is Rules.parse("4,4,4,4")
    with pytest.raises(UnknownNameError, match="did you mean gomoku"):
        Rules.parse("gomuku")


def test_a_position_is_read_in_every_spelling() -> None:
    expected = Position.parse("X.O/.X./..O")
    for text in ("x.o/.x./..o", "X_O/_X_/__O", " X-O/-X-/--O\n"):
        assert Position.parse(text) == expected


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("XX./.../...", "2 X and 0 O cannot occur: X moves first"),
        ("..O/.../...", "0 X and 1 O"),
        ("XXX/OOO/...", "both sides have a line"),
        ("XXX/OO./O..", "X has a line, but O moved after it"),
        ("OOO/XX./XX.", "O has a line, but X moved after it"),
        ("X./.../...", "row 1, 'X.', has 2 cells; 3 needed"),
        ("X../....", "has 2 rows (joined by /); 3 needed"),
        ("X../.?./...", "'?' at b2 is not a stone; X, O and . (empty) are"),
        ("X../.\u2715./...", "'\u2715' at b2 is not a stone"),
        ("X../.\udcff./...", r"'\udcff' at b2 is not a stone"),
        (".../...//...", "has 2 layers"),
        ("X" * 10_000_000, "a position of 10,000,000 characters is too long"),
        ("X" * 90_000, "(90,000 characters) has 1 row"),
    ],
)
def test_a_wrong_position_is_refused_with_what_is_allowed(text: str, complaint: str) -> None:
    with pytest.raises(PositionError) as caught:
        Position.parse(text)
    assert complaint in str(caught.value)
    assert len(str(caught.value)) < 200


def test_two_lines_that_no_single_move_completes_are_refused() -> None:
    with pytest.raises(PositionError, match="no single move"):
        Position.parse("XXX.O.O/XXX.O../O....O.", "7,3,3")
    both_at_once = Position.parse("XXX/XOO/XOO")
    assert both_at_once.outcome is not None


def test_a_box_is_written_layer_by_layer() -> None:
    position = Position.parse("X../.../...//.O./.../...//.../.../..X", "3,3,3,3")
    assert (position.x, position.o) == (1 | 1 << 26, 1 << 10)
    assert Position.parse(str(position), position.rules) == position


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    for parse, error in (
        (Position.parse, PositionError),
        (Rules.parse, (RulesError, UnknownNameError)),
        (Rules.parse("3,3,3").cell, IllegalMoveError),
    ):
        try:
            parse(text)
        except error as refused:
            assert "\n" not in str(refused)  # noqa: PT017


def test_a_quotation_is_printable_and_short() -> None:
    assert shorten("a\nb\udcff") == r"'a\nb\udcff'"
    assert len(shorten("x" * (MAX_TEXT + 1))) < 80

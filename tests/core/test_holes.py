"""Boards with holes: drawn as they look, counted without the holes, solved like all others."""

import copy
import json
import pickle

import pytest

from noughts import (
    IllegalMoveError,
    Position,
    PositionError,
    Record,
    Rules,
    RulesError,
    engine,
    solve,
)
from noughts.cli import run
from noughts.core.svg import draw
from noughts.json import decode, encode
from noughts.lab.counting import count
from noughts.testing import check_engine, check_rules

HEXAGON = """
  . . .
 . . . .
. . . . .
 . . . .
  . . .
"""
ROWS = ("c1 e1 g1", "b2 d2 f2 h2", "a3 c3 e3 g3 i3", "b4 d4 f4 h4", "c5 e5 g5")
#: Three in a row in each of the three directions of a hexagon.
STEPS = ((2, 0), (1, 1), (1, -1))


def hexagon(k: int = 3) -> Rules:
    """Return k in a row on a hexagon with three cells a side."""
    cells = {(ord(name[0]) - 97, int(name[1]) - 1): name for row in ROWS for name in row.split()}
    runs = (
        [(column + step[0] * i, row + step[1] * i) for i in range(k)]
        for column, row in cells
        for step in STEPS
    )
    return Rules.custom(
        HEXAGON, [[cells[at] for at in run] for run in runs if cells.keys() >= {*run}]
    )


def test_a_hexagon_prints_as_one() -> None:
    rules = hexagon()
    assert (rules.cells, len(rules.lines), len(rules.symmetries)) == (19, 27, 12)
    position = Position(rules).play("e3").play("c1").play("i3")
    assert position.board().splitlines() == [
        "     a  b  c  d  e  f  g  h  i",
        " 1         O     .     .",
        " 2      .     .     .     .",
        " 3   .     .     X     .     X",
        " 4      .     .     .     .",
        " 5         .     .     .",
    ]
    assert str(position) == "O../..../..X.X/..../..."
    won = Position(rules).play("a3").play("c1").play("c3").play("e1").play("e3")
    assert "[X]   [X]   [X]" in won.board()
    assert str(won.outcome) == "X wins"


def test_names_and_numbers_go_round() -> None:
    rules = hexagon()
    names = " ".join(ROWS).split()
    assert [rules.name(cell) for cell in range(19)] == names
    assert [rules.cell(name) for name in names] == list(range(19))
    assert [rules.cell_at(*rules.place(cell)) for cell in range(19)] == list(range(19))
    assert rules.cell("19") == 18
    with pytest.raises(IllegalMoveError, match="a1 is a hole of this board, not a cell"):
        Position(rules).play("a1")
    with pytest.raises(IllegalMoveError, match="cell 20 is off the board; cells are 1 to 19"):
        rules.cell("20")


def test_texts_go_round() -> None:
    rules = hexagon()
    assert Rules.parse(str(rules)) is rules
    assert pickle.loads(pickle.dumps(rules)) == copy.deepcopy(rules) == rules  # noqa: S301
    assert str(rules).startswith("9,5 holes a1-b1-d1-f1-h1-i1-a2-")
    position = Position(rules).play("e3").play("c1").play("i3")
    for text in (str(position), position.board(), str(position).replace("/", "").lower()):
        assert Position.parse(text, rules) == position
    record = Record(Position(rules)).play("e3").play("c1").undo()
    assert Record.parse(str(record)) == record
    for text, why in (
        ("O../....", "2 rows"),
        ("O../../..X.X/..../...", "row 2, '..', has 2 cells; 4"),
    ):
        with pytest.raises(PositionError, match=why):
            Position.parse(text, rules)
    with pytest.raises(PositionError, match=r"'\?' at c1 is not a stone"):
        Position.parse("?../..../...../..../...", rules)


def test_two_boards_differ_by_their_holes_alone() -> None:
    one, other = (Rules.custom(drawn, [(0, 1)]) for drawn in (". .\n...", "...\n. ."))
    assert one != other
    assert one.shape != other.shape
    assert one.cells == other.cells == 5
    assert Rules.custom("...\n...", [(0, 1)]).shape == (3, 2)


def test_it_is_played_valued_and_solved_like_any_game() -> None:
    rules = hexagon()
    check_rules(rules, games=2)
    check_engine(lambda: engine("tactics"), rules, games=1)
    found = solve(rules, distance=True)
    assert found.winner == "X"
    # The same lines in one row: another drawing, the same game.
    row = Rules.custom((19, 1), [[c for c in range(19) if line >> c & 1] for line in rules.lines])
    assert solve(row, distance=True).score == found.score
    analysis = engine("perfect").analyse(Position(rules).play("e3"))
    told = json.loads(json.dumps(encode.analysis(analysis)))
    assert decode.analysis(told) == analysis
    assert count(Rules.custom(" .\n...\n .", [(0, 2, 4), (1, 2, 3)])).positions > 50


def test_its_picture_has_a_square_for_each_cell() -> None:
    picture = draw(Position(hexagon()).play("e3"))
    assert picture.count('fill="none"') == 19
    assert 'viewBox="0 0 608 352"' in picture


def test_the_commands_draw_it_and_read_it(capsys: pytest.CaptureFixture[str]) -> None:
    rules = str(hexagon())
    assert run(["analyse", "--rules", rules, ".../..../..X../..../..."]) == 0
    assert " 3   .     .     X     .     ." in capsys.readouterr().out
    assert run(["move", "--rules", rules, ".../..../..X../..../...", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["move"] in " ".join(ROWS).split()


@pytest.mark.parametrize(
    ("drawn", "lines", "why"),
    [
        (". .\n\n. .", [], "row 2 has no cell: leave it out"),
        ("x.", [], "'x' in a drawn board: . is a cell, a blank is a hole"),
        (". .", [("b1", "a1")], "line 1: b1 is a hole of this board, not a cell"),
        ("." * 27, [], "27 columns: a side is from 1 to 26"),
        (". .", [(0, 2)], "line 1: cell 2 is off the board; cells are 0 to 1"),
    ],
)
def test_what_is_no_board_is_refused(
    drawn: str, lines: list[tuple[int | str, ...]], why: str
) -> None:
    with pytest.raises(RulesError, match=why):
        Rules.custom(drawn, lines)


def test_what_does_not_go_with_holes_is_refused(tmp_path: object) -> None:
    from noughts.proofs.certificate import certify
    from noughts.web.jobs import read

    with pytest.raises(RulesError, match="gravity cannot be combined with holes"):
        Rules.custom(". .", [(0, 1)], gravity=True)
    with pytest.raises(RulesError, match="this server does not support boards with holes"):
        read(str(hexagon()))
    with pytest.raises(RulesError, match="certificates do not support boards with holes"):
        certify(hexagon(), f"{tmp_path}/a.cert")
    for text in (
        "3,3,3 holes a1",
        "3,3,3,3 holes a1 lines b1-c1",
        "3,3 holes z9 lines b1-c1",
        "3,3 holes",
    ):
        with pytest.raises(RulesError):
            Rules(text)

"""The widget for notebooks: the Python half with the real library, the other half in a browser."""

from typing import Any

import pytest
from IPython.lib.pretty import pretty

from noughts import IllegalMoveError, Level, Position, Record, UnknownNameError
from noughts.bridges.jupyter import HERE, Board


def click(board: Board, **message: Any) -> dict[str, Any]:
    """Do what a click in the notebook does; return what it is shown."""
    board._handle_custom_msg(message, [])
    return dict(board.state)


def test_moves_are_played_and_taken_back() -> None:
    board = Board("4,3,3")
    shown = click(board, do="play", cell=5)
    assert (shown["stones"][5], shown["last"], shown["told"]) == ("X", 5, "O to move")
    assert 5 not in shown["legal"]
    assert shown["names"][5] == "b2"
    shown = click(board, do="play", cell=5)
    assert "b2 is taken by X" in shown["told"]
    assert click(board, do="undo")["stones"] == [""] * 12
    board.play("a1")
    assert board.record.played == (0,)
    board.record = Record.parse("a1 b2 b1 c3 c1")
    assert (board.state["line"], board.state["told"], board.state["legal"]) == (
        [0, 1, 2],
        "X wins",
        [],
    )


def test_a_level_answers() -> None:
    board = Board("3,3,3", level="hard")
    board.play("b2")
    assert len(board.record.played) == 2
    board.undo()
    assert not board.record.played
    with pytest.raises(IllegalMoveError):
        board.play("d9")
    with pytest.raises(UnknownNameError):
        Board(level="godlike")


def test_a_board_and_its_analysis_can_be_read() -> None:
    board = Board("3,3,3", level=None)
    board.record = Record(Position.parse("X../.O./..X"))
    found = board.analyse()
    assert found.position == board.record.position
    assert str(found).startswith("b1 draw\n")
    assert "<polygon" in found._repr_svg_()
    assert pretty(found) == str(found)  # type: ignore[no-untyped-call]
    assert repr(board) == "<Board of 3,3,3: X../.O./..X, O to move>"
    assert repr(Board(Position.parse("XXX/OO./..."))) == "<Board of 3,3,3: XXX/OO./..., X wins>"
    assert Board("3,3,3", level=Level.HARD)._answers is not None


def test_values_are_marked() -> None:
    board = Board(Position.parse("XX./OO./..."))
    values = click(board, do="analyse")["values"]
    assert values["2"] == {
        "value": "win",
        "plies": 1,
        "estimate": None,
        "bound": None,
        "best": True,
        "reason": values["2"]["reason"],
    }
    assert set(map(int, values)) == set(board.record.position.legal)
    assert not click(board, do="play", cell=2)["values"]
    assert not click(board, do="analyse")["values"], "the game is over"


def test_what_makes_no_sense_is_passed_over() -> None:
    board = Board("3,3,3")
    before = dict(board.state)
    for message in ({}, {"do": "play"}, {"do": "play", "cell": "x"}, {"do": "sing"}):
        assert click(board, **message) == before
    assert "9" in click(board, do="play", cell=99)["told"]


def test_its_files_come_along() -> None:
    sent = Board().get_state()
    assert sent["_esm"] == (HERE / "board.js").read_text()
    assert sent["_css"] == (HERE / "board.css").read_text()

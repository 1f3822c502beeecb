"""What somebody writes in the first hour works, or is refused in a sentence that helps."""

import copy
import inspect
import json
import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import noughts
from noughts import (
    IllegalMoveError,
    Level,
    Limit,
    Mark,
    MoveValue,
    Outcome,
    Position,
    PositionError,
    Record,
    Rules,
    RulesError,
    Score,
    Series,
    Starts,
    Value,
    engine,
    positions,
    solve,
)
from noughts.lab.counting import count
from noughts.lab.every_game import Proof
from noughts.lab.grading import Grade
from noughts.lab.matches import Match
from noughts.solver.solution import Solution
from noughts.trace import Trace

FORKED = "X../.O./..X"


def untyped(player: noughts.Engine) -> Any:
    """Return an engine for those who write no types: it takes text."""
    return player


# -- moves ----------------------------------------------------------------------------------------


def test_the_first_program_plays_what_the_engine_chooses() -> None:
    position = Position("3,3,3")
    while position.outcome is None:
        position = position.play(engine("easy", seed=1).play(position))
    analysis = untyped(engine("perfect")).analyse(FORKED)
    for move in analysis.moves:
        assert analysis.position.play(move) == analysis.position.play(move.cell)


@pytest.mark.parametrize("kind", [np.int64, np.int32, np.uint8, np.array])
def test_any_whole_number_is_a_cell(kind: Any) -> None:
    position, cell = Position("3,3,3"), kind(4)
    assert position.play(cell) == position.play(4)
    assert position.mark(cell) is position.mark("b2") is None
    assert Record.of("3,3,3").play(cell).moves == (4,)
    assert type(Record.of("3,3,3").play(cell).moves[0]) is int
    with pytest.raises(IllegalMoveError, match="cell 9 is off the board; cells are 0 to 8"):
        position.play(kind(9))


@pytest.mark.parametrize(
    "wrong", [True, False, np.True_, 4.0, None, (1, 1), [4], b"b2", np.zeros(2)]
)
def test_what_is_not_a_move_is_refused_in_a_sentence(wrong: Any) -> None:
    said = r"is not a move; a move is a cell, such as 4, its name, such as 'b2', or an engine's"
    for play in (Position("3,3,3").play, Position("4,4,4").mark, Record.of("3,3,3").play):
        with pytest.raises(IllegalMoveError, match=said):
            play(wrong)


def test_a_choice_of_another_game_is_refused() -> None:
    choice = engine("perfect").play(Position("3,3,3"))
    value = untyped(engine("perfect")).analyse("3,3,3").moves[0]
    for move in (choice, value):
        with pytest.raises(IllegalMoveError, match="is a move on 3,3,3, not on 4,4,4"):
            Position("4,4,4").play(move)
    assert Position("4,4,4").play(MoveValue(4, None, (4,))).mark(4) is Mark.X


# -- texts ----------------------------------------------------------------------------------------


def test_a_text_does_wherever_rules_are_meant() -> None:
    rules = Rules.parse("3,3,3")
    assert Rules("3,3,3") is rules is Rules(rules)
    assert pickle.loads(pickle.dumps(rules)) == copy.deepcopy(rules) == rules  # noqa: S301
    assert count("2,2,2").positions == count(Rules("2,2,2")).positions
    assert Match("3,3,3", ("easy", "hard"), seed=1).rules is rules
    assert Proof(engine("hard"), "3,3,3", Mark.X).rules is rules


def test_a_text_does_wherever_a_position_is_meant() -> None:
    position = Position.parse(FORKED)
    for name in noughts.ENGINES:
        player = untyped(engine(name, seed=1))
        assert player.analyse(FORKED, Limit(seconds=9)).position == position
        assert player.play(FORKED).position == position
        assert set(player.weights(FORKED)) <= set(position.legal)
    assert solve(FORKED).position == Position.of(FORKED) == position
    assert Trace(FORKED, "minimax").position == position
    assert [a.position for a in noughts.analyse_many([FORKED], workers=1)] == [position]
    assert untyped(engine("perfect")).analyse("3,3,3").position == Position("3,3,3")


def test_a_text_does_for_an_engine_of_ones_own() -> None:
    class Last(noughts.Engine):
        name = "last"

        def play(self, position: Position, _: Limit | None = None) -> noughts.Choice:
            return noughts.Choice(position, position.legal[-1])

    assert str(untyped(Last()).play("X../.../...")) == "c3"
    assert [move.move for move in untyped(Last()).analyse("X../.../...").moves][:2] == ["c3", "b1"]


def test_a_level_is_as_good_as_its_name() -> None:
    assert engine(Level.EASY).name == noughts.load_engine(Level.EASY).name == "easy"
    assert Level.parse(Level.HARD) is Level.HARD


@pytest.mark.parametrize(
    "text",
    ["X.O.X...O", "x.o.x...o", "X.0.X...0", "X.O/.X./..0", "X_O-X---O", " X . 0\n . X .\n 0 0 .\n"],
)
def test_a_position_is_read_as_others_write_it(text: str) -> None:
    read = Position.parse(text.replace("0 0 .", ". . 0"))
    assert str(read) == "X.O/.X./..O"


def test_zeros_alone_are_stones_and_no_row_number() -> None:
    assert str(Position.parse("0 0 0\nX X .\nX . .")) == "OOO/XX./X.."
    assert str(Position.parse("000\nXX.\nX..")) == "OOO/XX./X.."


def test_a_box_without_slashes() -> None:
    box = Position("2,2,2,2").play(0).play(5)
    assert Position.parse(str(box).replace("/", ""), box.rules) == box


def test_without_slashes_every_cell_has_to_be_there() -> None:
    with pytest.raises(PositionError, match="has 1 row"):
        Position.parse("X.O.X...")


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("3x3", "3,3,3"),
        ("3×3", "3,3,3"),
        ("3x3x3", "3,3,3"),
        ("15x15x5 exact", "15,15,5 exact"),
        ("3X3 torus", "3,3,3 torus"),
        ("4×4×4×4", "4,4,4,4"),
        ("3,3,3 misère", "3,3,3 misere"),
        ("3,3,3 MISÈRE", "3,3,3 misere"),
        ("3,3,3 mise\u0300re", "3,3,3 misere"),
        ("2x2 lines a1-b2", "2,2 lines a1-b2"),
    ],
)
def test_rules_are_read_as_others_write_them(text: str, rules: str) -> None:
    assert Rules(text) is Rules(rules)


def test_columns_named_x_are_no_signs() -> None:
    text = "26,1 lines a1-x1 x1-y1"
    assert str(Rules(text)) == text


def test_two_sizes_do_not_say_how_many_in_a_row() -> None:
    with pytest.raises(RulesError, match="'4x4' has 2 numbers; m,n,k"):
        Rules("4x4")


def test_a_message_shows_letters_as_they_are() -> None:
    with pytest.raises(RulesError, match="'misère!' in the rules '3,3,3 misère!' is not a rule"):
        Rules("3,3,3 misère!")


def test_what_is_no_text_is_refused_in_a_sentence() -> None:
    wrong: Any
    for wrong in (None, 3, 4.5, b"3,3,3", ["3,3,3"]):
        with pytest.raises(TypeError, match=r"rules are a text such as '3,3,3', not "):
            Rules(wrong)
        with pytest.raises(TypeError, match=r"rules are a text such as '3,3,3', not "):
            Position(wrong)
        with pytest.raises(TypeError, match=r"a position is a text such as 'X.O/.X./..O', not "):
            Position.parse(wrong)
        with pytest.raises(TypeError, match=r"is not a position; a Position, a text such as"):
            untyped(engine("perfect")).analyse(wrong)
    with pytest.raises(TypeError, match="not 3"):
        Position(3, 3, 3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a record is a text"):
        Record.parse(None)  # type: ignore[arg-type]
    with pytest.raises(RulesError, match=r"'X\.\./\.O\./\.\.\.' is a position; rules are a text"):
        Position("X../.O./...")


# -- what is answered -----------------------------------------------------------------------------


def test_a_move_of_an_analysis_knows_its_name_and_its_reason() -> None:
    found = untyped(engine("perfect")).analyse(FORKED)
    first = found.moves[0]
    assert (first.move, first.position) == ("b1", found.position)
    assert [fact.kind.value for fact in first.facts] == ["threatens", "stops fork"]
    assert first.reason == "threatens b1 b2 b3 and stops X's fork"
    alone = MoveValue(4, None, (4,))
    assert (alone, alone.position) == ((4, None, (4,)), None)
    for name in ("move", "facts", "reason"):
        with pytest.raises(ValueError, match="cell 4: take the move from an analysis"):
            getattr(alone, name)


@pytest.mark.parametrize(
    "again",
    [
        lambda found: pickle.loads(pickle.dumps(found)),  # noqa: S301
        copy.deepcopy,
        copy.copy,
        lambda found: found._replace(nodes=7)._replace(nodes=found.nodes),
    ],
)
def test_the_moves_of_a_copy_are_its_own(again: Any) -> None:
    found = untyped(engine("perfect")).analyse(FORKED)
    other = again(found)
    assert other == found
    assert hash(other) == hash(found)
    assert [move.reason for move in other.moves] == [move.reason for move in found.moves]
    assert all(move._analysis is other for move in other.moves)
    assert all(move._analysis is found for move in found.moves)
    assert pickle.loads(pickle.dumps(found.moves[0])) == found.moves[0]  # noqa: S301


def test_best_and_keeping() -> None:
    seen = {"best": 0, "keeping": 0}
    for position in positions("3,3,3"):
        if position.outcome is None:
            found = engine("perfect").analyse(position)
            assert set(found.best) <= set(found.keeping)
            assert found.keeping == tuple(
                move.cell
                for move in found.moves
                if isinstance(move.score, Score) and move.score.value is found.value
            )
            assert isinstance(found.score, Score)
            assert (found.value, found.plies) == (found.score.value, found.score.plies)
            seen["best"] += len(found.best)
            seen["keeping"] += len(found.keeping)
    assert seen == {"best": 7123, "keeping": 8863}


def test_what_is_guessed_has_no_value_and_keeps_nothing() -> None:
    guessed = engine("perfect").analyse(Position("15,15,5").play("h8"), Limit(nodes=300))
    assert (guessed.value, guessed.plies, guessed.keeping) == (None, None, ())
    assert guessed.best


def test_marks_and_values_are_their_texts() -> None:
    for kind in (Mark, Value, Starts):
        for each in kind:
            assert each == each.value == str(each) == f"{each}"
            assert {each: 1}[each.value] == 1  # type: ignore[index]
            assert pickle.loads(pickle.dumps(each)) is copy.deepcopy(each) is each  # noqa: S301
            assert json.loads(json.dumps(each)) == each
    assert Position("3,3,3").turn == "X"
    assert solve("5,4,4").value == "draw"
    assert Mark("X") is Mark.X
    assert repr(Mark.X) == "<Mark.X: 'X'>"


def test_the_texts_of_marks_and_values_do_for_them() -> None:
    position = Position.parse(FORKED)
    assert position.stones("X") == position.stones(Mark.X) == (0, 8)
    assert position.stones("O") == position.stones(Mark.O) == (4,)
    assert Series(3, "second").seat("X") == Series(3, Starts.SECOND).seat(Mark.X) == 1
    assert Match("3,3,3", ("easy", "hard"), seed=1, starts="first").starts is Starts.FIRST
    assert Proof(engine("hard"), "3,3,3", "O").tally().losses == 0
    assert Score("win", 3) == Score.win(3)
    assert Score("win", 3).value is Value.WIN
    assert [*map(str, Grade)] == [*Grade]
    for wrong in (
        lambda: position.stones("x"),
        lambda: Score("victory"),
        lambda: Series(3, "never"),
        lambda: Proof(engine("hard"), "3,3,3", "Z"),
    ):
        with pytest.raises(ValueError, match="is not a"):
            wrong()


def test_values_are_numbers_for_the_mover_and_for_x() -> None:
    assert [score.sign for score in (Score.win(3), Score.draw(), Score.loss(2))] == [1, 0, -1]
    assert [Outcome(Mark.X, None).sign, Outcome(None, None).sign, Outcome(Mark.O, None).sign] == [
        *(1, 0, -1)
    ]
    for position in positions("3,3,2"):
        found = engine("perfect").analyse(position)
        assert isinstance(found.score, Score)
        if position.outcome is not None:
            assert found.score.sign * position.turn.sign == position.outcome.sign


def test_a_solution_is_a_sentence() -> None:
    assert str(solve("4,3,3")) == "4,3,3: X wins in 7 plies"
    assert str(solve("5,4,4")) == "5,4,4: a draw"
    assert str(solve("XX./OO./X..")) == "3,3,3, XX./OO./X..: O wins in 1 ply"
    open_ = Solution(
        Position("8,8,5"), None, "", 1, 1.0, frozenset({Mark.O}), "stopped at the limit of 1 node"
    )
    assert str(open_) == "8,8,5: not solved; O cannot win (stopped at the limit of 1 node)"


def test_all_positions_in_their_order() -> None:
    found = list(positions("3,3,3"))
    assert len(set(found)) == len(found) == 5478
    assert [position.ply for position in found] == sorted(position.ply for position in found)
    assert [str(position) for position in found[:3]] == [
        ".../.../...",
        "X../.../...",
        ".X./.../...",
    ]
    distinct = list(positions(Rules("3,3,3"), distinct=True))
    assert len(distinct) == count("3,3,3").distinct == 765
    assert {position.canonical()[0] for position in found} == set(distinct)
    below = list(positions("XX./OO./..."))
    assert below[0] == Position.parse("XX./OO./...")
    assert set(below) <= set(found)
    assert sum(1 for _ in positions("4,4,4 gravity", distinct=True)) > 1000


def test_every_engine_is_there_when_it_is_asked_for() -> None:
    from noughts import engines

    for name in engines.__all__:
        assert getattr(engines, name)
    for name in engines.ENGINES:
        assert engine(name).name in {name, name.partition("-")[0], "memoised"}
    with pytest.raises(AttributeError, match="no attribute 'Magic'"):
        engines.Magic  # noqa: B018


def test_compiled_methods_say_what_they_return() -> None:
    assert str(inspect.signature(Position.play)) == "(self, move: 'Move') -> 'Self'"
    assert "Iterator" in str(inspect.signature(Position.children).return_annotation)


def test_dir_shows_what_is_public_and_nothing_else() -> None:
    code = "import noughts, sys; print(*dir(noughts)); print('noughts.solver' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    names, loaded = done.stdout.splitlines()
    assert sorted(names.split()) == sorted(noughts.__all__)
    assert loaded == "False"

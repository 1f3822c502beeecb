"""What counts as an answer, and what is true of a move."""

import pytest

from noughts import Position, Score, engine
from noughts.benchmark.answer_text import read_answer, right_facts, truth
from noughts.benchmark.asking import questions
from noughts.benchmark.board_texts import BoardForm
from noughts.benchmark.position_sets import SETS, find_set, labelled
from noughts.core.forks import completions
from tests.benchmark.stub import perfect

PLAIN = Position.parse("X../.O./...")


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ('{"move": "c3"}', 8),
        ('{"move": " C3 "} and so on', 8),
        ('{"move": [3, 3]}', 8),
        ('first {"move": "a2"}, no: {"move": "c3"}', 8),
        ('{"move": "c3", "instead of": {"move": "a2"}}', 8),
        ('{"answer": {"move": "c3"}}', 8),
        ('{"move": "c3"} {"note": 1} {', 8),
        ('{"move": "a1"}', "illegal"),
        ('{"move": "d4"}', "illegal"),
        ('{"move": [0, 3]}', "illegal"),
        ('{"move": [3]}', "unreadable"),
        ('{"move": [3.0, 3]}', "unreadable"),
        ('{"move": [true, true]}', "unreadable"),
        ('{"move": "9"}', "unreadable"),
        ('{"move": 9}', "unreadable"),
        ('{"move": null}', "unreadable"),
        ('{"move": "corner"}', "unreadable"),
        ('{"MOVE": "c3"}', "unreadable"),
        ("c3", "unreadable"),
        ("", "unreadable"),
        ('{"move": "c3"}' + " " * 20_001, "unreadable"),
        ("{" * 20_000, "unreadable"),
        ('{"move":' * 3_000, "unreadable"),
        ('{"a":' * 3_000 + "1" + "}" * 3_000, "unreadable"),
    ],
)
def test_the_last_object_with_a_move_counts(text: str, cell: int | str) -> None:
    read = read_answer(text, PLAIN)
    assert (read.cell if read.problem is None else read.problem) == cell
    assert (read.cell is None) == (read.problem is not None)


def test_a_column_is_a_cell_where_marks_fall() -> None:
    board = Position.parse(".../.../X../OX.", "3,4,3 gravity")
    assert read_answer('{"move": "a"}', board).cell == board.rules.cell("a2")
    assert read_answer('{"move": "a2"}', board).cell == board.rules.cell("a2")
    assert read_answer('{"move": [3, 4]}', board).cell == board.rules.cell("c4")
    assert read_answer('{"move": "a1"}', board).problem == "illegal"
    assert read_answer('{"move": "d"}', board).problem == "unreadable"


def test_facts_are_compared_one_by_one() -> None:
    (asked,) = labelled(find_set("4,3,3"), 1)
    cell = asked.analysis.best[0]
    name = asked.position.rules.name(cell)
    said = f'{{"move": "{name}", "value": "WIN", "wins": true, "blocks": 0, "threatens": []}}'
    assert right_facts(asked, read_answer(said, asked.position)) == (3, 4)
    assert right_facts(asked, read_answer(f'{{"move": "{name}"}}', asked.position)) == (0, 4)
    assert right_facts(asked, read_answer("none", asked.position)) == (0, 4)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(
            each.name,
            marks=[pytest.mark.deep] if each.rules.cells > 25 or each.name == "4,4,4" else [],
        )
        for each in SETS
    ],
)
def test_positions_are_repeatable_proved_and_told_in_every_form(name: str) -> None:
    which = find_set(name)
    chosen = labelled(which, 3)
    assert [each.moves for each in chosen[:2]] == [each.moves for each in labelled(which, 2)]
    assert chosen[0].moves != labelled(which, 1, seed=1)[0].moves
    for question in questions(chosen, BoardForm):
        asked = question.asked
        position = Position(which.rules)
        for cell in asked.moves:
            position = position.play(cell)
        assert position == asked.position
        values = {asked.value_of(cell) for cell in position.legal}
        assert asked.value in values
        assert len(values) > 1
        read = read_answer(perfect(question), position)
        assert read.cell in asked.analysis.keeping
        assert right_facts(asked, read) == ((1, 1) if which.rules.misere else (4, 4))
        assert f"{position.turn}" in question.prompt
        if question.form is BoardForm.GRID:
            assert position.board() in question.prompt


@pytest.mark.parametrize("name", ["3,3,3", "3,3,3 misere", "3,3,3 torus", "4,3,3"])
def test_the_values_are_those_of_plain_minimax(name: str) -> None:
    """`Memoised` is minimax with a memory, and nothing else."""
    plain = engine("memoised")
    for asked in labelled(find_set(name), 6):
        values = {move.cell: move.score for move in plain.analyse(asked.position).moves}
        assert {cell: asked.value_of(cell) for cell in asked.position.legal} == {
            cell: score.value for cell, score in values.items() if isinstance(score, Score)
        }


def test_what_is_true_is_what_the_lines_say() -> None:
    """Each fact, from its definition, for each move of some positions."""
    for name in ("4,4,4", "4,4,4 gravity", "3,3,3 torus"):
        for asked in labelled(find_set(name), 4):
            position = asked.position
            for cell in position.legal:
                true, child = truth(asked, cell), position.play(cell)
                won = child.outcome is not None and child.outcome.winner is position.turn
                assert true["wins"] == won
                stops = cell in completions(position, position.turn.other)
                assert true["blocks"] == (stops and child.outcome is None)
                again = [] if child.outcome else sorted(completions(child, position.turn))
                assert true["threatens"] == again


def test_there_are_twelve_sets_of_twelve_games() -> None:
    assert len({str(each.rules) for each in SETS}) == 12

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import (
    IllegalMoveError,
    Mark,
    Outcome,
    Position,
    Record,
    RecordError,
    Rules,
    Series,
    Starts,
)


@pytest.mark.parametrize("start", ["3,3,3", Rules.parse("3,3,3"), Position.parse(".../.../...")])
def test_a_record_begins_with_whatever_names_a_position(start: Position | Rules | str) -> None:
    assert Record(start, (4,)) == Record.of("3,3,3").play(4)


def test_undo_redo_and_branches() -> None:
    record = Record.of("3,3,3").play(4).play(0).play(8)
    back = record.undo(2)
    assert back.played == (4,)
    assert back.redo() == record.undo()
    assert back.redo(99) == record
    assert back.undo(99).position == record.start
    branched = back.play(1)
    assert (branched.moves, branched.branches) == ((4, 1), ((4, 0, 8),))
    returned = branched.undo().play(0)
    assert (returned.moves, returned.at) == ((4, 0, 8), 2)
    assert returned.branches == ((4, 1),)


def test_playing_the_move_that_can_be_redone_is_redoing_it() -> None:
    record = Record.of("3,3,3").play(4).play(0)
    assert record.undo().play(0) == record


def test_an_illegal_move_is_refused() -> None:
    with pytest.raises(IllegalMoveError, match="b2 is taken"):
        Record.of("3,3,3").play(4).play(4)


@given(st.lists(st.integers(0, 30), max_size=40))
def test_any_record_round_trips_and_replays(steps: list[int]) -> None:
    record = Record.of("4,3,3", {"X": "Ada", "O": "hard"})
    for step in steps:
        if step % 5 == 0:
            record = record.undo(1 + step % 3)
        elif step % 7 == 0:
            record = record.redo()
        elif record.position.legal:
            record = record.play(record.position.legal[step % len(record.position.legal)])
        position = record.start
        for cell in record.played:
            position = position.play(cell)
        assert position == record.position
    read = Record.parse(str(record))
    assert (read.start, read.moves, read.branches) == (record.start, record.moves, record.branches)
    assert read == record
    assert str(read) == str(record)


def test_a_record_may_start_anywhere() -> None:
    record = Record(Position.parse("X.O/.../..."), (4,), headers=(("Event", "lesson 1"),))
    assert str(record) == "Rules: 3,3,3\nStart: X.O/.../...\nEvent: lesson 1\n\nb2 *"
    assert Record.parse(str(record)) == record


def test_moves_may_be_numbers_and_the_result_may_be_missing() -> None:
    assert Record.parse("5 1 3 7 4 6 2 8 9") == Record.parse("b2 a1 c1 a3 a2 c2 b1 b3 c3 draw")
    assert Record.parse("").moves == ()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("b2 a1 b2", "move 3: b2 is taken by X"),
        ("b2 z9", "move 2: z9 is off the board"),
        ("a1 a2 b1 b2 c1 c2", "move 6: c2 is a move after the end: X has won"),
        ("b2 a1 X wins", "says 'X wins'; the moves lead to '*'"),
        ("Rules: 0,0,0\n\na1", "header: 0 columns"),
        ("Rules: chess\n\na1", "header: unknown game 'chess'"),
        ("Start: XXX/.../...\n\n", "header: 3 X and 0 O"),
        ("x" * 200_000, "characters is too long"),
    ],
)
def test_a_wrong_record_is_refused_saying_which_move_and_why(text: str, complaint: str) -> None:
    with pytest.raises(RecordError) as caught:
        Record.parse(text)
    assert complaint in str(caught.value)


def test_a_cursor_outside_the_game_is_refused() -> None:
    with pytest.raises(RecordError, match="move 2 is not in the game, which has 1"):
        Record.of("3,3,3").play(4).go_to(2)


@given(st.sampled_from([1, 3, 5, 7]), st.lists(st.sampled_from([0, 1, None]), max_size=9))
def test_a_series_ends_when_the_lead_cannot_be_caught(n: int, results: list[int | None]) -> None:
    series = Series(n)
    for result in results:
        if series.over:
            break
        series = series.after(result)
    first, second = series.score
    left = n - len(series.results)
    can_still_change = left > 0 and abs(first - second) <= left
    assert series.over is not can_still_change
    assert first + second + series.draws == len(series.results) <= n
    if series.over:
        assert series.winner == (None if first == second else int(second > first))
    else:
        assert series.winner is None


def test_who_sits_plays_x() -> None:
    won = Outcome(Mark.X, (0, 1, 2))
    assert [str(starts) for starts in Starts] == ["first", "second", "alternate"]
    alternate = Series(5, Starts.ALTERNATE)
    assert alternate.seat(Mark.X) == 0
    assert alternate.finished(won).seat(Mark.X) == 1
    assert alternate.finished(won).finished(won).score == (1, 1)
    assert Series(3, Starts.SECOND).finished(won).score == (0, 1)
    assert Series(3, Starts.FIRST).finished(Outcome(None, None)).seat(Mark.O) == 1


def test_a_wrong_series_is_refused() -> None:
    for best_of in (0, 2, -3):
        with pytest.raises(ValueError, match="the number of games must be odd"):
            Series(best_of)
    with pytest.raises(ValueError, match="the series is over"):
        Series(1).after(0).after(0)


words = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


@given(
    st.sampled_from(["3,3,3", "4,3,3 misere", "4,4,3 gravity", "2,2,2,2"]),
    st.lists(st.integers(0, 30), max_size=20),
    st.dictionaries(st.sampled_from(["X", "Größe", "Event name", "At", "Rules", "rules"]), words),
)
def test_what_a_record_prints_reads_back_as_it(
    game: str, steps: list[int], headers: dict[str, str]
) -> None:
    """With any headers, branches, and wherever it was gone back to; or it cannot be made."""
    try:
        record = Record.of(game, headers)
    except RecordError:
        return
    for step in steps:
        if step % 4 == 0:
            record = record.undo(1 + step % 3)
        elif record.position.legal:
            record = record.play(record.position.legal[step % len(record.position.legal)])
        assert Record.parse(str(record)) == record
        assert pickle.loads(pickle.dumps(record)) == record  # noqa: S301


@pytest.mark.parametrize(
    ("headers", "complaint"),
    [
        ({"Rules": "4,4,4"}, "header 'Rules' is reserved by the record"),
        ({"At": "1"}, "header 'At' is reserved by the record"),
        ({"Event": "two\nlines"}, r"header 'Event': 'two\\nlines' is not one line"),
        ({"Event": "two\u2028lines"}, "is not one line"),
        ({"Event": " a "}, "has blanks around it"),
        ({"": "a"}, "'' is not a header's key"),
        ({"1st": "a"}, "'1st' is not a header's key"),
        ({"a: b": "c"}, "'a: b' is not a header's key"),
    ],
)
def test_headers_that_could_not_be_read_back_are_refused(
    headers: dict[str, str], complaint: str
) -> None:
    with pytest.raises(RecordError, match=complaint):
        Record.of("3,3,3", headers)


def test_a_header_in_any_script() -> None:
    record = Record.of("3,3,3", {"Größe": "drei × drei", "局": "一"})
    assert dict(Record.parse(str(record)).headers) == {"Größe": "drei × drei", "局": "一"}


def test_a_record_says_where_it_was_gone_back_to() -> None:
    record = Record.of("3,3,3").play("b2").play("a1").undo()
    assert str(record) == "Rules: 3,3,3\nAt: 1\n\nb2 a1 *"
    with pytest.raises(RecordError, match="header At: 'x' is not a number of moves"):
        Record.parse("At: x\n\nb2")
    with pytest.raises(RecordError, match="move 5 is not in the game, which has 1"):
        Record.parse("At: 5\n\nb2")


def test_columns_are_moves_where_stones_fall() -> None:
    record = Record.parse("Rules: connect-four\n\nd d c d4 *")
    assert record.start.rules.names(record.moves) == "d6 d5 c6 d4"
    with pytest.raises(RecordError, match="move 7: column d is full; free: a6 b6 c6 e6 f6 g6"):
        Record.parse("Rules: connect-four\n\nd d d d d d d")

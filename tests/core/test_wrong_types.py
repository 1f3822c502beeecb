"""Arguments of a wrong type: one error says what is wrong and what is allowed."""

# mypy: disable-error-code="arg-type, list-item"

from collections.abc import Callable

import pytest

from noughts import (
    ENGINES,
    Estimate,
    Level,
    Limit,
    Mark,
    Position,
    Record,
    RecordError,
    Rules,
    Score,
    Series,
    UnknownNameError,
    analyse_many,
    engine,
    load_engine,
    solve,
)
from noughts.lab.matches import Match
from noughts.oracle import Oracle
from noughts.proofs.certificate import certify
from noughts.puzzles.gathering import gather
from noughts.solver.tablebase.building import build

_START = Position("3,3,3")
_MATCH = Match("3,3,3", ("easy", "hard"), seed=1)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: Record(_START, 5), "moves are a list of cells, such as (4, 0), not 5"),
        (lambda: Record(_START, branches=(4,)), "moves are a list of cells, such as (4, 0), not 4"),
        (lambda: Record(_START, (4,), 0.5), "at is a whole number, not 0.5"),
        (lambda: Record(_START, headers=(("X", 5),)), "a header is two texts, such as"),
        (lambda: Record.of("3,3,3", [1]), "headers are a dictionary, such as {'X': 'Ada'}"),
        (lambda: Record(_START).undo("1"), "plies is a whole number, not '1'"),
        (lambda: Record(_START).go_to(None), "at is a whole number, not None"),
        (lambda: Rules.custom((3, 3), [(0, 1.0)]), "a cell is a whole number, not 1.0"),
        (lambda: Rules.custom((3, 3), [(True, 2)]), "a cell is a whole number, not True"),
        (lambda: Rules.custom((3.0, 3), [(0, 1)]), "a side is a whole number, not 3.0"),
        (lambda: Rules.custom([3, 3], [(0, 1)]), "a shape is a tuple, such as (3, 3), not [3, 3]"),
        (lambda: Rules.custom((3, 3), [5]), "a line is a list of cells, such as (0, 1, 2), not 5"),
        (lambda: Rules.custom((3, 3), 5), "the lines are a list, such as [(0, 1, 2)], not 5"),
        (lambda: Rules.grid((3, 3), True), "k is a whole number, not True"),
        (lambda: Rules.grid((3, 3), 3.0), "k is a whole number, not 3.0"),
        (lambda: Rules.grid("3,3", 3), "a shape is a tuple, such as (3, 3), not '3,3'"),
        (lambda: Rules("3,3,3").cell(5), "a cell is a text such as 'b2', not 5"),
        (lambda: Rules("3,3,3").name("b2"), "a cell is a whole number, not 'b2'"),
        (lambda: Position("3,3,3", 1.0), "a bitboard is a whole number, not 1.0"),
        (lambda: Rules("3,3,3").playable("."), "a bitboard is a whole number, not '.'"),
        (lambda: Rules("3,3,3").floating(None), "a bitboard is a whole number, not None"),
        (lambda: Rules("3,3,3").completed(7, "."), "a bitboard is a whole number, not '.'"),
        (lambda: Rules("3,3,3").owned(7.0), "a bitboard is a whole number, not 7.0"),
        (lambda: Score.win("3"), "plies is a whole number, not '3'"),
        (lambda: Estimate("3"), "the points of an estimate are a number, not '3'"),
        (lambda: Series("3"), "best of is a whole number, not '3'"),
        (lambda: Limit("5"), "a limit of '5' seconds: it must be a number"),
        (lambda: solve("3,3,3", 5), "a limit is a Limit, such as Limit(seconds=5), not 5"),
        (lambda: solve("3,3,3", memory="1"), "memory is a whole number, not '1'"),
        (lambda: solve("3,3,3", threads=None), "threads is a whole number, not None"),
        (lambda: next(analyse_many([_START], limit=5)), "a limit is a Limit, such as"),
        (lambda: certify("3,3,3", "t", 5), "a limit is a Limit, such as Limit(seconds=5), not 5"),
        (lambda: Oracle("3,3,3").values([[0] * 9], limit=5), "a limit is a Limit, such as"),
        (lambda: Oracle("4,4,4").label([[0] * 16], limit=5), "a limit is a Limit, such as"),
        (lambda: next(analyse_many(None)), "the positions are a list, such as"),
        (lambda: next(analyse_many("X../.../...")), "not 'X../.../...'"),
        (lambda: next(analyse_many([_START], workers="2")), "workers is a whole number, not '2'"),
        (lambda: Record.parse("b2", most=None), "most is a whole number, not None"),
        (lambda: _MATCH.game(1.5), "the number of a game is a whole number, not 1.5"),
        (lambda: Match("3,3,3", ("easy", "hard"), seed=1, opening=1.5), "opening is a whole"),
        (lambda: engine(None), "an engine is a text such as 'hard', or a Level, not None"),
        (lambda: load_engine(3), "an engine is a text such as 'hard', or a Level, not 3"),
    ],
)
def test_an_argument_of_a_wrong_type_is_named(call: Callable[[], object], said: str) -> None:
    with pytest.raises(TypeError) as error:
        call()
    assert said in str(error.value)


@pytest.mark.parametrize("name", ENGINES)
def test_every_engine_wants_a_limit_as_a_limit(name: str) -> None:
    player = engine(name)
    for ask in (player.play, player.analyse, player.weights):
        for wrong in (5, "5", {"seconds": 5}):
            with pytest.raises(TypeError, match=r"a limit is a Limit, such as Limit\(seconds=5\)"):
                ask(_START, wrong)
            with pytest.raises(TypeError, match="a limit is a Limit"):
                ask(_START, limit=wrong)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: Mark("Z"), "'Z' is not a Mark: it is X or O"),
        (lambda: Score("won"), "'won' is not a Value: it is win, draw or loss"),
        (lambda: Series(1, "last"), "'last' is not a Starts: it is first, second or alternate"),
        (lambda: Position.parse("...", "3,1,3", 5), "5 is not a Mark: it is X or O"),
    ],
)
def test_a_wrong_choice_lists_the_right_ones(call: Callable[[], object], said: str) -> None:
    with pytest.raises(ValueError) as error:  # noqa: PT011  (the message is compared)
        call()
    assert str(error.value) == said


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: solve("3,3,3", threads=0), "threads is 0, but at least 1 is needed"),
        (lambda: solve("3,3,3 gravity", memory=-1), "memory is -1, but at least 1 is needed"),
        (lambda: next(analyse_many([_START], workers=0)), "workers is 0, but at least 1"),
        (lambda: build(Rules("2,2,2"), "t", threads=0), "threads is 0, but at least 1 is needed"),
        (lambda: gather(Rules("2,2,2"), 0), "size is 0, but at least 1 is needed"),
        (lambda: _MATCH.game(0), "the number of a game is 0, but at least 1 is needed"),
        (lambda: Match("3,3,3", ("easy", "hard"), seed=1, opening=-1), "opening is -1, but at"),
    ],
)
def test_a_number_that_is_too_small_is_named(call: Callable[[], object], said: str) -> None:
    with pytest.raises(ValueError) as error:  # noqa: PT011  (the message is compared)
        call()
    assert said in str(error.value)


def test_a_level_that_is_not_a_text_is_unknown() -> None:
    with pytest.raises(UnknownNameError, match="'5'"):
        Level.parse(5)


def test_a_record_takes_names_and_lists_and_keeps_cells() -> None:
    by_name = Record("3,3,3", ["b2", "a1"], branches=[["b2", "c3"]])
    assert by_name == Record("3,3,3", (4, 0), branches=((4, 8),))
    assert by_name.moves == (4, 0)
    assert by_name.branches == ((4, 8),)
    assert Record("3,3,3 gravity", "aa").moves == (6, 3)
    with pytest.raises(RecordError, match=r"move 1: 4\.0 is not a move"):
        Record("3,3,3", (4.0,))

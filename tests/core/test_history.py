"""Which positions are accepted: exactly those that play leads to, by naive enumeration."""

import itertools

import pytest

from noughts import Position, PositionError, Rules
from noughts.core.history import arises

Board = tuple[int, int]


def reached(rules: Rules) -> set[Board]:
    """Return what play leads to, ply by ply."""
    layer = {Position(rules)}
    found = set(layer)
    while layer:
        going = [position for position in layer if position.outcome is None]
        layer = {position.play(cell) for position in going for cell in position.legal}
        found |= layer
    return {(position.x, position.o) for position in found}


def accepted(rules: Rules) -> set[Board]:
    """Return all that is accepted, of every way to lay stones."""
    found = set()
    for stones in itertools.product((None, 0, 1), repeat=rules.cells):
        x, o = (sum(1 << c for c, s in enumerate(stones) if s == side) for side in (0, 1))
        try:
            Position(rules, x, o)
        except PositionError:
            continue
        found.add((x, o))
    return found


@pytest.mark.parametrize(
    "game",
    [
        *("4,2,2", "4,2,2 misere", "2,2,2,2", "4,2,1", "4,2,2 exact", "4,2,2 exact torus"),
        *("3,3,2 torus", "7,1,2 exact torus", "4,2,2 caro", "6,1,2 caro", "3,3,3 caro"),
        *("8,1,3 caro", "4,2,2 misere caro", "5,1,2 caro torus", "4,2,2 exact caro"),
        *("6,1,2 exact caro torus", "4,2 lines a1-b1 b1-c1-d1 a2-b2-c2"),
        *(
            pytest.param(game, marks=pytest.mark.deep)
            for game in ("3,3,3", "3,3,2 misere", "3,3,1", "3,3,2 exact", "3,3,2 caro torus")
        ),
    ],
)
def test_what_is_accepted_is_what_play_leads_to(game: str) -> None:
    rules = Rules.parse(game)
    assert accepted(rules) == reached(rules)


@pytest.mark.parametrize("game", ["3,3,2 gravity", "4,2,2 gravity", "4,2,2 exact gravity"])
def test_with_gravity_the_order_of_a_columns_stones_is_not_asked(game: str) -> None:
    rules = Rules.parse(game)
    assert accepted(rules) > reached(rules)
    with pytest.raises(PositionError, match="floats"):
        Position(rules, 1)


def test_a_row_that_was_complete_before_it_was_closed_is_refused() -> None:
    with pytest.raises(PositionError, match="a line was complete before"):
        Position.parse("..../OXXO", "4,2,2 caro")
    closed_by_x = Position.parse(".....X/OXXO..", "6,2,2 caro")
    assert closed_by_x.outcome is None


def test_a_search_that_is_too_long_is_given_up() -> None:
    rules = Rules.parse("26,26,2 caro")
    checkers = sum(1 << cell for cell in range(rules.cells) if cell % 4 < 2)
    assert arises(rules, checkers, rules.full ^ checkers) in {True, False}

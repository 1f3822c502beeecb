"""The rules of the table, without a database."""

from __future__ import annotations

from dataclasses import replace

import pytest

from noughts.engines import Level
from noughts.errors import IllegalMoveError
from noughts.games import report, seats
from noughts.games.errors import (
    FinishedError,
    MomentError,
    NotNowError,
    SeatsTakenError,
    SecretError,
    TurnError,
)
from noughts.games.game import MOST_ROUNDS, End, How, Moment, SharedGame, Terms, Wish
from noughts.games.seats import Seat
from noughts.record import Record

ADA, BOB = "a" * 22, "b" * 22


def made(rules: str = "3,3,3", first: int = 0, **terms: int | None) -> SharedGame:
    """A game of Ada's that nobody has joined."""
    ada = Seat("Ada", seats.hashed(ADA), seen=1.0)
    return SharedGame("g" * 22, Terms(first, **terms), Record.of(rules), (ada, Seat()))


def table(*moves: str, rules: str = "3,3,3", first: int = 0, **terms: int | None) -> SharedGame:
    return played(made(rules, first, **terms).join(BOB, "Bob", 0.0), *moves)


def against(level: Level, *moves: str, **terms: int | None) -> SharedGame:
    """A game of Ada's against the computer."""
    alone = made(**terms)  # type: ignore[arg-type]
    return played(replace(alone, seats=(alone.seats[0], Seat(level=level, seen=1.0))), *moves)


def played(game: SharedGame, *moves: str, now: float = 0.0) -> SharedGame:
    for move in moves:
        assert game.to_move is not None
        game = game.move(game.to_move, game.moment, move, now)
    return game


WON = ("a1", "b1", "a2", "b2", "a3")


# -- moving ----------------------------------------------------------------------------------------


def test_who_is_x_moves_first_and_then_the_other() -> None:
    for first in (0, 1):
        game = table(first=first)
        assert game.to_move == first
        with pytest.raises(TurnError, match="the other one's turn"):
            game.move(1 - first, game.moment, "b2", 0.0)
        assert played(game, "b2").to_move == 1 - first


def test_what_the_rules_forbid_is_refused_by_the_rules() -> None:
    game = table("b2")
    for move in ("b2", "z9", "no"):
        with pytest.raises(IllegalMoveError):
            game.move(1, game.moment, move, 0.0)
    with pytest.raises(IllegalMoveError):
        table(rules="7,6,4 gravity").move(0, Moment(1, 0, 0), "d1", 0.0)


def test_the_same_move_twice_is_made_once() -> None:
    game = table("b2")
    assert game.move(0, Moment(1, 0, 0), "b2", 1.0) is game
    after = played(game, "a1")
    assert after.move(0, Moment(1, 0, 0), "b2", 1.0) is after
    for seat, move in ((0, "b1"), (1, "b2")):
        with pytest.raises(MomentError):
            after.move(seat, Moment(1, 0, 0), move, 1.0)
    with pytest.raises(MomentError):
        after.move(0, Moment(1, 0, 3), "c1", 1.0)


def test_the_last_move_twice_is_made_once_although_the_game_is_over() -> None:
    game = table(*WON)
    assert game.end == End(0, How.LINE)
    assert game.move(0, Moment(1, 0, 4), "a3", 1.0) is game
    with pytest.raises(FinishedError):
        game.move(1, game.moment, "c3", 1.0)


def test_a_move_from_before_a_takeback_does_not_come_back() -> None:
    game = table("b2")
    old = Moment(1, 0, 0)
    game = game.offer_of(0, Wish.TAKEBACK, game.moment, 0.0)
    game = game.answer(1, Wish.TAKEBACK, game.moment, 0.0, accept=True)
    assert game.record.at == 0
    with pytest.raises(MomentError):
        game.move(0, old, "b2", 0.0)
    assert game.move(0, game.moment, "a1", 0.0).record.at == 1


def test_a_move_from_the_round_before_does_not_come_back() -> None:
    game = table(*WON)
    game = game.offer_of(0, Wish.REMATCH, game.moment, 0.0)
    game = game.offer_of(1, Wish.REMATCH, game.moment, 0.0)
    assert (game.round, game.record.at, game.to_move) == (2, 0, 1)
    with pytest.raises(MomentError):
        game.move(0, Moment(1, 0, 0), "a1", 0.0)


# -- ends ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "moves", "end"),
    [
        ("3,3,3", WON, End(0, How.LINE)),
        ("3,3,3 misere", WON, End(1, How.LINE)),
        ("3,3,3", ("a1", "b2", "c3", "b1", "b3", "a3", "c1", "c2", "a2"), End(None, How.FULL)),
    ],
)
def test_how_the_board_ends_it(rules: str, moves: tuple[str, ...], end: End) -> None:
    game = table(*moves, rules=rules)
    assert (game.end, game.to_move, game.results) == (end, None, (end.winner,))


def test_resigning_gives_the_round_away_once() -> None:
    game = table("b2")
    lost = game.resign(0, game.moment)
    assert lost.end == End(1, How.RESIGNED)
    assert lost.resign(0, game.moment) is lost
    with pytest.raises(FinishedError):
        lost.resign(1, game.moment)
    with pytest.raises(MomentError):
        lost.resign(0, Moment(2, 0, 0))


def test_a_draw_takes_two() -> None:
    game = table("b2")
    offered = game.offer_of(0, Wish.DRAW, game.moment, 0.0)
    assert offered.offer_of(0, Wish.DRAW, game.moment, 0.0) == offered
    with pytest.raises(NotNowError, match="no draw is offered to you"):
        offered.answer(0, Wish.DRAW, game.moment, 0.0, accept=True)
    assert offered.answer(1, Wish.DRAW, game.moment, 0.0, accept=False) == game
    assert offered.answer(0, Wish.DRAW, game.moment, 0.0, accept=False) == game
    assert game.answer(1, Wish.DRAW, game.moment, 0.0, accept=False) is game
    for drawn in (
        offered.answer(1, Wish.DRAW, game.moment, 0.0, accept=True),
        offered.offer_of(1, Wish.DRAW, game.moment, 0.0),
    ):
        assert drawn.end == End(None, How.AGREED)
        assert drawn.offer_of(0, Wish.DRAW, game.moment, 0.0) is drawn
        assert drawn.answer(1, Wish.DRAW, game.moment, 0.0, accept=True) is drawn


def test_a_move_ends_an_offer() -> None:
    game = table("b2")
    offered = game.offer_of(0, Wish.TAKEBACK, game.moment, 0.0)
    moved = played(offered, "a1")
    assert moved.offer is None
    with pytest.raises(NotNowError):
        moved.answer(1, Wish.TAKEBACK, moved.moment, 0.0, accept=True)
    with pytest.raises(MomentError):
        moved.offer_of(0, Wish.DRAW, game.moment, 0.0)


def test_taking_back_makes_it_ones_own_turn() -> None:
    game = table("b2", "a1", "c3")
    for seat, left in ((0, 2), (1, 1)):
        asked = game.offer_of(seat, Wish.TAKEBACK, game.moment, 0.0)
        given = asked.answer(1 - seat, Wish.TAKEBACK, game.moment, 0.0, accept=True)
        assert (given.record.at, len(given.record.moves), given.to_move) == (left, left, seat)
        assert given.answer(1 - seat, Wish.TAKEBACK, game.moment, 0.0, accept=True) is given
        assert given.offer_of(seat, Wish.TAKEBACK, game.moment, 0.0) is given


def test_who_has_not_moved_has_nothing_to_take_back() -> None:
    game = table("b2")
    with pytest.raises(NotNowError, match="no move to take back"):
        game.offer_of(1, Wish.TAKEBACK, game.moment, 0.0)
    with pytest.raises(FinishedError):
        table(*WON).offer_of(0, Wish.TAKEBACK, Moment(1, 0, 5), 0.0)


# -- rounds ----------------------------------------------------------------------------------------


def test_a_rematch_changes_sides_and_keeps_the_score() -> None:
    game = table(*WON)
    assert game.decided
    with pytest.raises(NotNowError, match="not over"):
        table().offer_of(0, Wish.REMATCH, Moment(1, 0, 0), 0.0)
    offered = game.offer_of(0, Wish.REMATCH, game.moment, 0.0)
    again = offered.answer(1, Wish.REMATCH, game.moment, 0.0, accept=True)
    assert (again.round, again.to_move, again.end, again.results) == (2, 1, None, (0,))
    assert again.offer_of(0, Wish.REMATCH, game.moment, 0.0) is again
    assert played(again, *WON).results == (0, 1)


def test_a_series_goes_on_by_itself_and_begins_anew_by_agreement() -> None:
    game = table(*WON, best_of=3)
    assert not game.decided
    game = game.offer_of(1, Wish.REMATCH, game.moment, 0.0)
    assert (game.round, game.to_move) == (2, 1)
    game = game.resign(1, game.moment)
    assert (game.results, game.decided) == ((0, 0), True)
    offered = game.offer_of(1, Wish.REMATCH, game.moment, 0.0)
    assert offered.round == 2
    assert offered.offer_of(0, Wish.REMATCH, game.moment, 0.0).results == ()


def test_a_table_has_an_end() -> None:
    last = replace(table(*WON), round=MOST_ROUNDS)
    offered = last.offer_of(0, Wish.REMATCH, last.moment, 0.0)
    with pytest.raises(NotNowError, match="10,000 rounds"):
        offered.offer_of(1, Wish.REMATCH, last.moment, 0.0)


# -- the clock -------------------------------------------------------------------------------------


def test_the_clock_runs_from_when_both_are_there() -> None:
    alone = SharedGame(
        "g" * 22, Terms(seconds=60), Record.of(), (Seat("", seats.hashed(ADA)), Seat())
    )
    assert alone.move(0, alone.moment, "b2", 5.0).deadline is None
    game = alone.join(BOB, "", 100.0)
    assert game.deadline == 160.0
    game = played(game, "b2", now=130.0)
    assert game.deadline == 190.0
    assert report.game(game, 150.0)["left"] == 40.0
    assert game.settle(189.9) is game
    over = game.settle(190.0)
    assert (over.end, over.deadline) == (End(0, How.TIME), None)
    assert over.settle(1e9) is over


# -- seats -----------------------------------------------------------------------------------------


def test_two_sit_and_everybody_else_watches() -> None:
    game = table()
    with pytest.raises(SeatsTakenError):
        game.join("c" * 22, "", 0.0)
    assert (game.holder(ADA), game.holder(BOB)) == (0, 1)
    for secret in ("", "c" * 22, game.seats[0].secret):
        with pytest.raises(SecretError):
            game.holder(secret)


def test_a_ticket_moves_a_seat_once_and_for_an_hour() -> None:
    game, ticket, new = table(), "t" * 22, "n" * 22
    with pytest.raises(SecretError):
        game.take_over("", new, 0.0)
    game = game.hand_over(0, ticket, 0.0)
    for late, wrong in ((seats.TICKET_SECONDS, ticket), (1.0, "x" * 22), (1.0, "")):
        with pytest.raises(SecretError):
            game.take_over(wrong, new, late)
    moved = game.take_over(ticket, new, 1.0)
    assert (moved.holder(new), moved.seats[0].name) == (0, "Ada")
    with pytest.raises(SecretError):
        moved.holder(ADA)
    with pytest.raises(SecretError):
        moved.take_over(ticket, ADA, 2.0)


def test_leaving_forgets_and_loses() -> None:
    left = table("b2").leave(1, 7.0)
    assert left.seats[1] == Seat(seen=7.0)
    assert left.end == End(0, How.LEFT)
    with pytest.raises(SeatsTakenError):
        left.join("c" * 22, "", 8.0)
    with pytest.raises(NotNowError, match="nobody holds"):
        left.offer_of(0, Wish.REMATCH, left.moment, 8.0)
    assert not left.deserted
    assert left.leave(0, 9.0).deserted
    assert table(*WON).leave(0, 7.0).end == End(0, How.LINE)


@pytest.mark.parametrize("name", ["\u202eevil", "a\x00b", "\ud800", "x" * 31, "\u200b"])
def test_names_that_pretend(name: str) -> None:
    with pytest.raises(ValueError, match="a name"):
        seats.name(name)


def test_names_of_all_kinds() -> None:
    assert seats.name(" Jose\u0301\n  Pérez ") == "José Pérez"
    assert seats.name("👩\u200d🔬 نور") == "👩\u200d🔬 نور"
    assert seats.name("") == ""


# -- the computer ----------------------------------------------------------------------------------


def test_the_computer_is_asked_when_it_is_its_turn() -> None:
    game = against(Level.EASY)
    assert (game.thinking, game.seats[1].taken) == (None, True)
    game = played(game, "b2")
    assert game.thinking is Level.EASY
    assert played(game, "a1").thinking is None
    assert game.resign(0, game.moment).thinking is None
    with pytest.raises(SeatsTakenError):
        game.join(BOB, "Bob", 0.0)
    for secret in ("", BOB):
        with pytest.raises(SecretError):
            game.holder(secret)


def test_the_computer_agrees_to_all_but_a_draw() -> None:
    game = against(Level.HARD, "b2", "a1")
    with pytest.raises(NotNowError, match="plays on"):
        game.offer_of(0, Wish.DRAW, game.moment, 0.0)
    back = game.offer_of(0, Wish.TAKEBACK, game.moment, 0.0)
    assert (back.moment, back.offer) == (Moment(1, 1, 0), None)
    thinking = played(back, "c3")
    assert thinking.offer_of(0, Wish.TAKEBACK, thinking.moment, 0.0).moment == Moment(1, 2, 0)
    over = against(Level.HARD, *WON)
    again = over.offer_of(0, Wish.REMATCH, over.moment, 0.0)
    assert (again.round, again.thinking) == (2, Level.HARD), "it begins the next round"


def test_no_clock_runs_for_the_computer() -> None:
    game = against(Level.HARD, "b2", seconds=60)
    assert game.deadline is None
    assert game.move(1, game.moment, "a1", 5.0).deadline == 65.0


def test_what_its_person_leaves_is_nobodys() -> None:
    assert against(Level.EASY, "b2").leave(0, 1.0).deserted

"""The rules of the table, without a database."""

from dataclasses import replace
from typing import Any

import pytest

from noughts.core.errors import IllegalMoveError
from noughts.core.position import Mark
from noughts.core.record import Record
from noughts.engines import Level
from noughts.engines.swap2 import Opening
from noughts.play import play_report, seats
from noughts.play.options import End, GameOptions, OfferKind, Termination, Turn
from noughts.play.play_errors import (
    FinishedError,
    MomentError,
    NotNowError,
    SeatsTakenError,
    SecretError,
    TurnError,
)
from noughts.play.seats import Seat
from noughts.play.shared_game import MOST_ROUNDS, SharedGame

ADA, BOB = "a" * 22, "b" * 22


def made(rules: str = "3,3,3", first: int = 0, **terms: Any) -> SharedGame:
    """A game of Ada's that nobody has joined."""
    ada = Seat("Ada", seats.hashed(ADA), seen=1.0)
    agreed = GameOptions(first, **terms)
    record = Record.of(rules)
    return SharedGame("g" * 22, agreed, record, (ada, Seat()), opening=agreed.opening)


def table(*moves: str, rules: str = "3,3,3", first: int = 0, **terms: Any) -> SharedGame:
    return played(made(rules, first, **terms).join(BOB, "Bob", 0.0), *moves)


def opened(*steps: str, first: int = 0, **terms: Any) -> SharedGame:
    """A game that swap2 opens, after stones and choices: X and O take a side, 2 places two more."""
    return stepped(made("15,15,5", first, swap2=True, **terms).join(BOB, "Bob", 0.0), *steps)


def stepped(game: SharedGame, *steps: str) -> SharedGame:
    for step in steps:
        assert game.to_move is not None
        if game.choosing:
            take = None if step == "2" else Mark(step)
            game = game.choose(game.to_move, game.moment, take, 0.0)
        else:
            game = played(game, step)
    return game


def against(level: Level, *moves: str, **terms: Any) -> SharedGame:
    """A game of Ada's against the computer."""
    alone = made(**terms)
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
        with pytest.raises(TurnError, match="the other player's turn"):
            game.move(1 - first, game.moment, "b2", 0.0)
        assert played(game, "b2").to_move == 1 - first


def test_what_the_rules_forbid_is_refused_by_the_rules() -> None:
    game = table("b2")
    for move in ("b2", "z9", "no"):
        with pytest.raises(IllegalMoveError):
            game.move(1, game.moment, move, 0.0)
    with pytest.raises(IllegalMoveError):
        table(rules="7,6,4 gravity").move(0, Turn(1, 0, 0), "d1", 0.0)


def test_the_same_move_twice_is_made_once() -> None:
    game = table("b2")
    assert game.move(0, Turn(1, 0, 0), "b2", 1.0) is game
    after = played(game, "a1")
    assert after.move(0, Turn(1, 0, 0), "b2", 1.0) is after
    for seat, move in ((0, "b1"), (1, "b2")):
        with pytest.raises(MomentError):
            after.move(seat, Turn(1, 0, 0), move, 1.0)
    with pytest.raises(MomentError):
        after.move(0, Turn(1, 0, 3), "c1", 1.0)


def test_the_last_move_twice_is_made_once_although_the_game_is_over() -> None:
    game = table(*WON)
    assert game.end == End(0, Termination.LINE)
    assert game.move(0, Turn(1, 0, 4), "a3", 1.0) is game
    with pytest.raises(FinishedError):
        game.move(1, game.moment, "c3", 1.0)


def test_a_move_from_before_a_takeback_does_not_come_back() -> None:
    game = table("b2")
    old = Turn(1, 0, 0)
    game = game.offer_of(0, OfferKind.TAKEBACK, game.moment, 0.0)
    game = game.answer(1, OfferKind.TAKEBACK, game.moment, 0.0, accept=True)
    assert game.record.at == 0
    with pytest.raises(MomentError):
        game.move(0, old, "b2", 0.0)
    assert game.move(0, game.moment, "a1", 0.0).record.at == 1


def test_a_move_from_the_round_before_does_not_come_back() -> None:
    game = table(*WON)
    game = game.offer_of(0, OfferKind.REMATCH, game.moment, 0.0)
    game = game.offer_of(1, OfferKind.REMATCH, game.moment, 0.0)
    assert (game.round, game.record.at, game.to_move) == (2, 0, 1)
    with pytest.raises(MomentError):
        game.move(0, Turn(1, 0, 0), "a1", 0.0)


# -- ends ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "moves", "end"),
    [
        ("3,3,3", WON, End(0, Termination.LINE)),
        ("3,3,3 misere", WON, End(1, Termination.LINE)),
        (
            "3,3,3",
            ("a1", "b2", "c3", "b1", "b3", "a3", "c1", "c2", "a2"),
            End(None, Termination.FULL),
        ),
    ],
)
def test_how_the_board_ends_it(rules: str, moves: tuple[str, ...], end: End) -> None:
    game = table(*moves, rules=rules)
    assert (game.end, game.to_move, game.results) == (end, None, (end.winner,))


def test_resigning_gives_the_round_away_once() -> None:
    game = table("b2")
    lost = game.resign(0, game.moment)
    assert lost.end == End(1, Termination.RESIGNED)
    assert lost.resign(0, game.moment) is lost
    with pytest.raises(FinishedError):
        lost.resign(1, game.moment)
    with pytest.raises(MomentError):
        lost.resign(0, Turn(2, 0, 0))


def test_a_draw_takes_two() -> None:
    game = table("b2")
    offered = game.offer_of(0, OfferKind.DRAW, game.moment, 0.0)
    assert offered.offer_of(0, OfferKind.DRAW, game.moment, 0.0) == offered
    with pytest.raises(NotNowError, match="this has not been offered to you"):
        offered.answer(0, OfferKind.DRAW, game.moment, 0.0, accept=True)
    assert offered.answer(1, OfferKind.DRAW, game.moment, 0.0, accept=False) == game
    assert offered.answer(0, OfferKind.DRAW, game.moment, 0.0, accept=False) == game
    assert game.answer(1, OfferKind.DRAW, game.moment, 0.0, accept=False) is game
    for drawn in (
        offered.answer(1, OfferKind.DRAW, game.moment, 0.0, accept=True),
        offered.offer_of(1, OfferKind.DRAW, game.moment, 0.0),
    ):
        assert drawn.end == End(None, Termination.AGREED)
        assert drawn.offer_of(0, OfferKind.DRAW, game.moment, 0.0) is drawn
        assert drawn.answer(1, OfferKind.DRAW, game.moment, 0.0, accept=True) is drawn


def test_a_move_ends_an_offer() -> None:
    game = table("b2")
    offered = game.offer_of(0, OfferKind.TAKEBACK, game.moment, 0.0)
    moved = played(offered, "a1")
    assert moved.offer is None
    with pytest.raises(NotNowError):
        moved.answer(1, OfferKind.TAKEBACK, moved.moment, 0.0, accept=True)
    with pytest.raises(MomentError):
        moved.offer_of(0, OfferKind.DRAW, game.moment, 0.0)


def test_taking_back_makes_it_ones_own_turn() -> None:
    game = table("b2", "a1", "c3")
    for seat, left in ((0, 2), (1, 1)):
        asked = game.offer_of(seat, OfferKind.TAKEBACK, game.moment, 0.0)
        given = asked.answer(1 - seat, OfferKind.TAKEBACK, game.moment, 0.0, accept=True)
        assert (given.record.at, len(given.record.moves), given.to_move) == (left, left, seat)
        assert given.answer(1 - seat, OfferKind.TAKEBACK, game.moment, 0.0, accept=True) is given
        assert given.offer_of(seat, OfferKind.TAKEBACK, game.moment, 0.0) is given


def test_who_has_not_moved_has_nothing_to_take_back() -> None:
    game = table("b2")
    with pytest.raises(NotNowError, match="no move to take back"):
        game.offer_of(1, OfferKind.TAKEBACK, game.moment, 0.0)
    with pytest.raises(FinishedError):
        table(*WON).offer_of(0, OfferKind.TAKEBACK, Turn(1, 0, 5), 0.0)


# -- rounds ----------------------------------------------------------------------------------------


def test_a_rematch_changes_sides_and_keeps_the_score() -> None:
    game = table(*WON)
    assert game.decided
    with pytest.raises(NotNowError, match="not over"):
        table().offer_of(0, OfferKind.REMATCH, Turn(1, 0, 0), 0.0)
    offered = game.offer_of(0, OfferKind.REMATCH, game.moment, 0.0)
    again = offered.answer(1, OfferKind.REMATCH, game.moment, 0.0, accept=True)
    assert (again.round, again.to_move, again.end, again.results) == (2, 1, None, (0,))
    assert again.offer_of(0, OfferKind.REMATCH, game.moment, 0.0) is again
    assert played(again, *WON).results == (0, 1)


def test_a_series_goes_on_by_itself_and_begins_anew_by_agreement() -> None:
    game = table(*WON, best_of=3)
    assert not game.decided
    game = game.offer_of(1, OfferKind.REMATCH, game.moment, 0.0)
    assert (game.round, game.to_move) == (2, 1)
    game = game.resign(1, game.moment)
    assert (game.results, game.decided) == ((0, 0), True)
    offered = game.offer_of(1, OfferKind.REMATCH, game.moment, 0.0)
    assert offered.round == 2
    assert offered.offer_of(0, OfferKind.REMATCH, game.moment, 0.0).results == ()


def test_a_table_has_an_end() -> None:
    last = replace(table(*WON), round=MOST_ROUNDS)
    offered = last.offer_of(0, OfferKind.REMATCH, last.moment, 0.0)
    with pytest.raises(NotNowError, match="10,000 rounds"):
        offered.offer_of(1, OfferKind.REMATCH, last.moment, 0.0)


# -- the clock -------------------------------------------------------------------------------------


def test_the_clock_runs_from_when_both_are_there() -> None:
    alone = SharedGame(
        "g" * 22, GameOptions(seconds=60), Record.of(), (Seat("", seats.hashed(ADA)), Seat())
    )
    assert alone.move(0, alone.moment, "b2", 5.0).deadline is None
    game = alone.join(BOB, "", 100.0)
    assert game.deadline == 160.0
    game = played(game, "b2", now=130.0)
    assert game.deadline == 190.0
    assert play_report.game(game, 150.0)["left"] == 40.0
    assert game.settle(189.9) is game
    over = game.settle(190.0)
    assert (over.end, over.deadline) == (End(0, Termination.TIME), None)
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
    assert left.end == End(0, Termination.LEFT)
    with pytest.raises(SeatsTakenError):
        left.join("c" * 22, "", 8.0)
    with pytest.raises(NotNowError, match="nobody is in"):
        left.offer_of(0, OfferKind.REMATCH, left.moment, 8.0)
    assert not left.deserted
    assert left.leave(0, 9.0).deserted
    assert table(*WON).leave(0, 7.0).end == End(0, Termination.LINE)


@pytest.mark.parametrize("name", ["\u202eevil", "a\x00b", "\ud800", "x" * 31, "\u200b"])
def test_names_that_pretend(name: str) -> None:
    with pytest.raises(ValueError, match="a name"):
        seats.name(name)


@pytest.mark.parametrize(
    "name",
    [
        *"\u3164\u2800\u115f\u1160\uffa0\ufe0f\ufe0e\ufe00\u200d\u034f\u180b\u17b4\U000e0100\u0301\u20dd",
        "Ada\u3164",
        "A\u115fda",
        "\u200dAda",
        "Ada\u200d",
        "A\u200d\u200dda",
        "Ada \u0301",
        "\u3164 \u2800",
        "Ad\ufe01a",
    ],
)
def test_names_that_cannot_be_seen(name: str) -> None:
    with pytest.raises(ValueError, match="only visible characters"):
        seats.name(name)


@pytest.mark.parametrize(
    "name", ["❤\ufe0f", "1\ufe0f\u20e3", "हिन्दी", "עִבְרִית", "नमस्ते", "👁\ufe0f\u200d🗨\ufe0f"]
)
def test_marks_and_emoji_are_seen(name: str) -> None:
    assert seats.name(name) == name


def test_names_of_all_kinds() -> None:
    assert seats.name(" Jose\u0301\n  Pérez ") == "José Pérez"
    assert seats.name("👩\u200d🔬 نور") == "👩\u200d🔬 نور"
    assert seats.name("") == ""


# -- swap2 -----------------------------------------------------------------------------------------

THREE = ("h8", "a1", "i8")
FIVE = (*THREE, "2", "a2", "j8")


def who_acts(game: SharedGame, *steps: str) -> list[int | None]:
    """Return whose turn it is before each step, and after the last."""
    found = [game.to_move]
    for step in steps:
        game = stepped(game, step)
        found.append(game.to_move)
    return found


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize(
    ("steps", "turns", "marks"),
    [
        ((*THREE, "O", "h9", "i9"), [0, 0, 0, 1, 1, 0, 1], "XO"),
        ((*THREE, "X", "h9", "i9"), [0, 0, 0, 1, 0, 1, 0], "OX"),
        ((*FIVE, "O", "h9", "i9"), [0, 0, 0, 1, 1, 1, 0, 0, 1, 0], "OX"),
        ((*FIVE, "X", "h9", "i9"), [0, 0, 0, 1, 1, 1, 0, 1, 0, 1], "XO"),
    ],
)
def test_who_acts_and_who_has_which_mark(
    first: int, steps: tuple[str, ...], turns: list[int], marks: str
) -> None:
    """The four ways; seat 0 opens the first two, seat 1 the others."""
    game = opened(first=first)
    assert who_acts(game, *steps) == [(first + turn) % 2 for turn in turns]
    game = stepped(game, *steps)
    assert "".join(str(game.mark((first + seat) % 2)) for seat in (0, 1)) == marks
    again = game.resign(0, game.moment)
    again = again.offer_of(0, OfferKind.REMATCH, again.moment, 0.0)
    again = again.answer(1, OfferKind.REMATCH, again.moment, 0.0, accept=True)
    assert (again.to_move, again.opening, again.results) == (1 - first, Opening(), (1,))


def test_a_choice_is_made_once_by_whoever_has_it() -> None:
    asked = opened(*THREE)
    at = asked.moment
    assert asked.choosing
    with pytest.raises(TurnError):
        asked.choose(0, at, Mark.X, 0.0)
    with pytest.raises(NotNowError, match="a side must be chosen"):
        asked.move(1, at, "h9", 0.0)
    with pytest.raises(TurnError):
        asked.move(0, at, "h9", 0.0)
    for take in (Mark.X, Mark.O, None):
        made = asked.choose(1, at, take, 0.0)
        assert made.choose(1, at, take, 1.0) is made, "a retry"
        for other in {Mark.X, Mark.O, None} - {take}:
            with pytest.raises((NotNowError, TurnError)):
                made.choose(1, at, other, 1.0)
        with pytest.raises((NotNowError, TurnError)):
            made.choose(0, at, take, 1.0)
    later = stepped(asked, "X", "h9")
    assert later.choose(1, at, Mark.X, 1.0) is later
    with pytest.raises(MomentError):
        later.choose(1, at, Mark.O, 1.0)


def test_after_five_stones_one_of_two_sides_is_taken() -> None:
    asked = opened(*FIVE)
    with pytest.raises(NotNowError, match="take X or O"):
        asked.choose(0, asked.moment, None, 0.0)
    with pytest.raises(TurnError):
        asked.choose(1, asked.moment, Mark.X, 0.0)
    assert asked.choose(1, Turn(1, 0, 3), None, 0.0) is asked, "a retry of the choice before"
    taken = asked.choose(0, asked.moment, Mark.O, 0.0)
    assert taken.opening == Opening(5, Mark.O)
    assert taken.choose(0, asked.moment, Mark.O, 0.0) is taken


def test_a_side_is_chosen_where_there_is_one_to_choose() -> None:
    with pytest.raises(NotNowError, match="no opening"):
        table("b2").choose(1, Turn(1, 0, 1), Mark.X, 0.0)
    with pytest.raises(NotNowError, match="after 3 stones"):
        opened("h8").choose(0, Turn(1, 0, 1), Mark.X, 0.0)
    with pytest.raises(NotNowError, match="after 5 stones"):
        opened(*THREE, "2", "a2").choose(1, Turn(1, 0, 4), None, 0.0)
    over = opened(*THREE).resign(0, Turn(1, 0, 3))
    with pytest.raises(FinishedError):
        over.choose(1, over.moment, Mark.X, 0.0)
    with pytest.raises(IllegalMoveError):
        opened("h8").move(0, Turn(1, 0, 1), "h8", 0.0)


def test_a_stone_of_an_opening_twice_is_placed_once() -> None:
    game = opened(*THREE, "X", "h9")
    for ply, stone in enumerate(THREE):
        assert game.move(0, Turn(1, 0, ply), stone, 1.0) is game
        with pytest.raises(MomentError):
            game.move(1, Turn(1, 0, ply), stone, 1.0)


def test_the_stones_of_an_opening_stay() -> None:
    for steps in (("h8",), THREE, (*THREE, "2", "a2"), FIVE, (*FIVE, "X")):
        game = opened(*steps)
        for seat in (0, 1):
            with pytest.raises(NotNowError, match="you have no move to take back"):
                game.offer_of(seat, OfferKind.TAKEBACK, game.moment, 0.0)
    game = opened(*THREE, "X", "h9")
    back = game.offer_of(0, OfferKind.TAKEBACK, game.moment, 0.0)
    back = back.answer(1, OfferKind.TAKEBACK, back.moment, 0.0, accept=True)
    assert (back.record.at, back.to_move, back.opening) == (3, 0, Opening(3, Mark.X))


def test_an_opening_may_end_the_game() -> None:
    """Before a side is taken, the opener counts as X."""
    game = opened(*THREE, seconds=60)
    assert game.settle(60.0).end == End(0, Termination.TIME), (
        "the player who had to choose has lost"
    )
    assert play_report.game(game.settle(60.0), 60.0)["end"] == {
        "winner": "X",
        "line": None,
        "how": "time",
    }
    assert game.resign(0, game.moment).end == End(1, Termination.RESIGNED)
    assert game.leave(1, 1.0).end == End(0, Termination.LEFT)
    drawn = game.offer_of(0, OfferKind.DRAW, game.moment, 0.0)
    assert drawn.choose(1, game.moment, Mark.O, 0.0).offer is None
    assert drawn.answer(1, OfferKind.DRAW, game.moment, 0.0, accept=True).end == End(
        None, Termination.AGREED
    )


def test_a_choice_has_the_time_of_a_move() -> None:
    game = opened(*THREE, seconds=60).choose(1, Turn(1, 0, 3), Mark.O, 30.0)
    assert game.deadline == 90.0
    assert game.settle(90.0).end == End(0, Termination.TIME), "the player who took O was to move"


def test_what_is_won_after_an_opening_is_won_by_the_seat() -> None:
    """Ada, who has opened, is O: O's line is hers."""
    line = [step for row in range(3, 8) for step in (f"a{row}", f"{'bdfhj'[row - 3]}15")]
    game = opened("h8", "a1", "i8", "X", *line[:9], best_of=3)
    assert (game.end, game.results) == (End(0, Termination.LINE), (0,))
    assert play_report.game(game, 0.0)["end"] == {
        "winner": "O",
        "line": ["a3", "a4", "a5", "a6", "a7"],
        "how": "line",
    }


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
    with pytest.raises(NotNowError, match="declines the draw"):
        game.offer_of(0, OfferKind.DRAW, game.moment, 0.0)
    back = game.offer_of(0, OfferKind.TAKEBACK, game.moment, 0.0)
    assert (back.moment, back.offer) == (Turn(1, 1, 0), None)
    thinking = played(back, "c3")
    assert thinking.offer_of(0, OfferKind.TAKEBACK, thinking.moment, 0.0).moment == Turn(1, 2, 0)
    over = against(Level.HARD, *WON)
    again = over.offer_of(0, OfferKind.REMATCH, over.moment, 0.0)
    assert (again.round, again.thinking) == (2, Level.HARD), "it begins the next round"


def test_no_clock_runs_for_the_computer() -> None:
    game = against(Level.HARD, "b2", seconds=60)
    assert game.deadline is None
    assert game.move(1, game.moment, "a1", 5.0).deadline == 65.0


def test_what_its_person_leaves_is_nobodys() -> None:
    assert against(Level.EASY, "b2").leave(0, 1.0).deserted

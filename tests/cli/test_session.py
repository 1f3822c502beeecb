"""The session: seats, undo, hints, series; no screen anywhere."""

import pytest

from noughts import IllegalMoveError, Level, Mark, Record, Rules, Starts
from noughts.cli.session import Session, Setup


def moves(session: Session, *names: str) -> None:
    """Play for the people, and let the computer answer."""
    for name in names:
        session.play(session.rules.cell(name))
        while session.computers_turn:
            session.answer(session.think())


def test_easy_can_be_beaten_and_the_score_says_so() -> None:
    session = Session(Setup(level=Level.EASY, seed=1))
    while not session.over:
        moves(session, session.rules.name(session.analyse().moves[0].cell))
    assert session.position.outcome is not None
    assert session.position.outcome.winner is Mark.X
    assert session.result.startswith("You win with ")
    assert session.score == "You 1, Computer 0, drawn 0"
    assert session.strength == ""  # the easy level claims nothing


def test_a_resigned_game_that_goes_on_has_no_result() -> None:
    session = Session(Setup(level=None))
    resigned = Record.of("3,3,3", {"X": "Ada", "Result": "O wins by resignation"}).play("b2")
    session.go_on(resigned.play("a1").undo(), ())
    session.play(0)
    assert dict(session.record.headers)["Result"] == "O wins by resignation"  # the same game
    session.play(2)
    assert session.record.headers == (("X", "Ada"),)


def test_hard_draws_against_best_play_and_claims_to_be_perfect() -> None:
    session = Session()
    while not session.over:
        moves(session, session.rules.name(session.analyse().moves[0].cell))
    assert session.result == "A draw: the board is full."
    assert session.strength == "perfect"
    assert session.tally == (0, 0, 1)


def test_hard_punishes_a_mistake() -> None:
    session = Session(Setup(starts=Starts.SECOND, level=Level.HARD))
    session.answer(session.think())
    while not session.over:  # the worst move each time
        moves(session, session.rules.name(session.analyse().moves[-1].cell))
    assert session.result.startswith("The computer wins with ")
    assert session.tally == (0, 1, 0)


def test_on_a_large_board_nothing_is_claimed() -> None:
    session = Session(Setup(Rules.parse("15,15,5"), starts=Starts.SECOND))
    choice = session.think()
    session.answer(choice)
    assert not choice.proven
    assert session.strength == "strong, not proved"


def test_the_computers_move_is_its_own() -> None:
    session = Session(Setup(starts=Starts.SECOND))
    with pytest.raises(IllegalMoveError, match="computer's move"):
        session.play(4)
    assert session.record.at == 0


def test_the_same_seed_plays_the_same_game() -> None:
    def game() -> tuple[int, ...]:
        session = Session(Setup(level=Level.EASY, seed=7))
        while not session.over:
            moves(session, session.rules.name(session.position.legal[0]))
        return session.record.moves

    assert game() == game()


# -- undo and redo -------------------------------------------------------------------------------


def test_undo_goes_back_to_ones_own_last_decision_and_redo_forward() -> None:
    session = Session()
    moves(session, "a1", "c3")
    whole = session.record.moves
    assert len(whole) == 4
    assert session.undo()
    assert session.record.at == 2
    assert session.undo()
    assert session.record.at == 0
    assert not session.undo()
    assert session.redo()
    assert session.redo()
    assert session.record.played == whole
    assert not session.redo()


def test_the_computers_first_move_cannot_be_taken_back() -> None:
    session = Session(Setup(starts=Starts.SECOND))
    session.answer(session.think())
    assert not session.undo()
    moves(session, "a1" if session.position.mark(0) is None else "c3")
    assert session.undo()
    assert session.record.at == 1


def test_undo_while_the_computer_thinks_takes_back_ones_move() -> None:
    session = Session()
    session.play(0)
    assert session.computers_turn
    assert session.undo()
    assert session.record.at == 0
    assert session.redo()
    assert session.computers_turn  # and it may think again


def test_a_finished_game_can_be_taken_back_with_its_point() -> None:
    session = Session(Setup(level=None))
    moves(session, "a1", "a2", "b1", "b2", "c1")
    assert session.tally == (1, 0, 0)
    assert session.undo()  # two people: one move at a time
    assert session.record.at == 4
    assert session.tally == (0, 0, 0)
    moves(session, "c3")
    assert session.record.branches  # the line that was left is kept


# -- hints ---------------------------------------------------------------------------------------


def test_the_hint_ladder_has_three_steps_and_begins_anew_after_a_move() -> None:
    session = Session(Setup(level=None))
    moves(session, "a1", "b1", "a2", "b2")
    something, where, move = session.hint(), session.hint(), session.hint()
    assert (something.step, something.text, something.cells) == (1, "You can win at once.", ())
    assert where.step == 2
    assert 6 in where.cells
    assert len(where.cells) > 1
    assert move.text == "Play a3: wins at once with a1 a2 a3."
    assert move.cells == (6,)
    assert session.hint() == move
    moves(session, "c3")
    assert session.hint().step == 1


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("", "Every move keeps the draw. The next hint shows one."),
        ("a1", "Be careful: one move alone keeps the draw."),
        ("a1 b1", "You can force a win in 5 moves, counting both sides'."),
        ("a1 b1 a3", "You lose against perfect play; find the move that holds out longest."),
    ],
)
def test_the_first_hint_says_what_kind_of_move_there_is(line: str, text: str) -> None:
    session = Session(Setup(level=None))
    moves(session, *line.split())
    assert session.hint().text == text


def test_where_every_move_is_as_good_the_second_hint_is_the_move() -> None:
    session = Session(Setup(level=None))
    assert session.hint().text == "Every move keeps the draw. The next hint shows one."
    move = session.hint()
    assert move.text.startswith("Play ")
    assert len(move.cells) == 1
    assert session.hint() == move


def test_hints_of_a_box_point_at_a_layer_and_guesses_are_called_so() -> None:
    box = Session(Setup(Rules.parse("3,3,3,3"), level=None))
    moves(box, "a1a", "a2a", "b1a", "b2a")
    box.hint()
    assert box.hint().text == "Look in layer a."
    large = Session(Setup(Rules.parse("9,9,5"), level=None))
    assert large.hint().text == "Nothing is proved here, but one move looks best."
    large.hint()
    assert "the best guess" in large.hint().text


def test_nothing_is_left_to_find_in_a_finished_game() -> None:
    session = Session(Setup(level=None))
    moves(session, "a1", "a2", "b1", "b2", "c1")
    assert session.hint().text == "The game is over: nothing is left to find."


# -- series --------------------------------------------------------------------------------------


def x_wins(session: Session) -> None:
    moves(session, "a1", "a2", "b1", "b2", "c1")


def test_a_series_alternates_counts_and_ends_early() -> None:
    session = Session(Setup(level=None, starts=Starts.ALTERNATE, best_of=3))
    x_wins(session)
    session.next_game()
    assert session.name_of(Mark.X) == "Player 2"
    assert session.score == "Player 1 1, Player 2 0, drawn 0; game 2 of at most 3"
    moves(session, "a1", "a2", "c3", "b2", "c1", "c2")  # O, player 1, wins
    assert session.score == "Player 1 2, Player 2 0, drawn 0; Player 1 wins the series"
    session.next_game()
    assert session.score == "Player 1 0, Player 2 0, drawn 0; game 1 of at most 3"


def test_a_series_can_end_level() -> None:
    session = Session(Setup(level=None, starts=Starts.ALTERNATE, best_of=3))
    x_wins(session)
    session.next_game()
    x_wins(session)
    session.next_game()
    moves(session, *["a1", "b1", "c1", "b2", "a2", "c2", "b3", "a3", "c3"])
    assert session.score.endswith("the series ends level")


def test_an_unfinished_game_does_not_count() -> None:
    session = Session(Setup(level=None, best_of=3))
    moves(session, "a1")
    session.next_game()
    assert session.game_number == 1
    assert session.record.at == 0


def test_single_games_in_turns_change_who_starts_and_keep_a_running_score() -> None:
    session = Session(Setup(level=None, starts=Starts.ALTERNATE))
    x_wins(session)
    session.next_game()
    assert session.name_of(Mark.X) == "Player 2"
    x_wins(session)
    assert session.score == "Player 1 1, Player 2 1, drawn 0"
    session.next_game()
    assert session.name_of(Mark.X) == "Player 1"
    assert session.game_number == 3


def test_an_even_series_is_refused() -> None:
    with pytest.raises(ValueError, match="odd"):
        Session(Setup(best_of=2))


# -- words ---------------------------------------------------------------------------------------


def test_misere_says_who_completed_the_line() -> None:
    session = Session(Setup(Rules.parse("3,3,3 misere"), level=None))
    x_wins(session)
    assert session.result == "Player 1 (X) completed a1 b1 c1, so Player 2 (O) wins."


def test_the_record_names_the_players() -> None:
    session = Session(Setup(level=Level.MEDIUM, starts=Starts.SECOND))
    assert dict(session.record.headers) == {"X": "medium", "O": "person"}


def test_the_review_covers_the_moves_made_so_far() -> None:
    session = Session(Setup(level=None))
    moves(session, "b2", "b1", "a1")
    session.undo()
    found = session.review()
    assert [str(move.grade) for move in found.moves] == ["best", "threw away the draw"]
    assert found.decided == 2

"""The sentences that the doctests of `noughts.cli.phrases` leave out."""

import pytest

from noughts import Limit, Record, Rules
from noughts.cli import phrases
from noughts.lab.grading import review


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("3,3,3", "3×3 board. 3 in a row wins."),
        ("6,6,5 exact", "6×6 board. Exactly 5 in a row wins."),
        ("3,3,4", "3×3 board. No line fits on it, so every game is a draw."),
        ("3,3 lines a1-b2 b1-a2", "3×3 board. A line wins."),
        ("3,3 lines a1-b2 misere", "3×3 board. A line loses."),
        ("3,3,3,3", "3×3×3 box. 3 in a row wins."),
    ],
)
def test_the_goal_of_a_game(text: str, goal: str) -> None:
    assert phrases.goal(Rules.parse(text)) == goal


def test_hand_made_lines_have_a_title_and_small_boards_no_corners() -> None:
    assert phrases.title(Rules.parse("3,3 lines a1-b2")) == "3×3, custom lines"
    assert phrases.place(Rules.parse("2,2,2"), 0) == "a1"
    assert phrases.place(Rules.parse("4,4,4"), 15) == "d4, the bottom right corner"


def test_a_review_of_guesses_names_no_deciding_move() -> None:
    record = Record.of("9,9,5").play(40).play(0)
    found = review(record, limit=Limit(nodes=50))
    assert phrases.moment(found).startswith("Not every position could be proved")
    assert ": not proved" in phrases.graded(found.moves[0], record.start.rules, decisive=False)


def test_a_game_without_a_mistake_was_never_decided() -> None:
    found = review(Record.parse("a1 b2"))
    assert phrases.moment(found) == "Neither side gave anything away."

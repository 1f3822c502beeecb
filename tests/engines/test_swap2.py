"""The swap2 opening: what is placed is even, what is better is taken."""

import pytest

from noughts import (
    Estimate,
    Limit,
    Mark,
    Position,
    PositionError,
    Record,
    Rules,
    RulesError,
    Score,
    formats,
)
from noughts.engines import Choice, Perfect
from noughts.engines.swap2 import DRAWS, Opening, check, opening_of, placed, take_side, three_stones

RULES = Rules.parse("15,15,5")


class Thought:
    """Values positions by a simple rule, and stores the questions."""

    def __init__(self, *worths: Estimate | Score | None) -> None:
        self.worths = worths
        self.asked: list[Position] = []

    def __call__(self, position: Position) -> Choice:
        self.asked.append(position)
        worth = self.worths[(len(self.asked) - 1) % len(self.worths)]
        return Choice(position, position.legal[0], worth)


def test_the_most_even_of_the_openings_that_were_drawn_is_placed() -> None:
    think = Thought(*map(Estimate, (90, -80, 70, 5, -6, 20)))
    stones = three_stones(RULES, think, seed=7)
    assert len(think.asked) == DRAWS
    assert placed(RULES, stones) == think.asked[3]
    assert stones == three_stones(RULES, Thought(*think.worths), seed=7)


def test_an_opening_that_somebody_is_known_to_win_is_not_placed() -> None:
    think = Thought(Score.win(3), Score.loss(), Estimate(900))
    stones = three_stones(RULES, think, seed=7)
    assert placed(RULES, stones) == think.asked[2]


def test_who_plays_by_lot_opens_and_chooses_by_lot() -> None:
    think = Thought(None)
    stones = {three_stones(RULES, think, seed=seed) for seed in range(5)}
    assert len(stones) == len(think.asked) == 5
    position = placed(RULES, min(stones))
    assert {take_side(position, think, seed).mark for seed in range(20)} == set(Mark)


@pytest.mark.parametrize("count", [3, 5])
@pytest.mark.parametrize(
    ("worth", "mark"),
    [
        (Estimate(1), Mark.O),
        (Estimate(0), Mark.O),
        (Estimate(-1), Mark.X),
        (Score.win(9), Mark.O),
        (Score.draw(), Mark.O),
        (Score.loss(2), Mark.X),
    ],
)
def test_the_better_side_is_taken(count: int, worth: Estimate | Score, mark: Mark) -> None:
    position = placed(RULES, (0, 17, 40, 60, 90)[:count])
    assert take_side(position, Thought(worth)).mark is mark


def test_the_engine_takes_the_side_that_has_an_open_three() -> None:
    position = placed(RULES, (112, 0, 113, 1, 114))
    taken = take_side(position, lambda at: Perfect().play(at, Limit(nodes=2000)))
    assert taken.mark is Mark.X


def test_a_proved_draw_is_the_best_opening() -> None:
    worths: list[Estimate | Score] = [
        Score.win(9),
        Estimate(-3),
        *[Score.draw()] * 9,
        Score.loss(8),
    ]
    think = Thought(*worths)
    assert placed(RULES, three_stones(RULES, think, seed=7)) == think.asked[2]
    won: list[Estimate | Score] = [Score.win(9)] * 5 + [Estimate(-900)] + [Score.loss(8)] * 6
    think = Thought(*won)
    assert placed(RULES, three_stones(RULES, think, seed=7)) == think.asked[5]


@pytest.mark.parametrize("count", [0, 1, 2, 4, 6])
def test_a_side_is_chosen_after_three_stones_or_five(count: int) -> None:
    with pytest.raises(PositionError, match="after 3 or 5"):
        take_side(placed(RULES, (0, 17, 40, 60, 90, 120)[:count]), Thought(None))


@pytest.mark.parametrize(
    "game", ["3,3,3", "15,15,5 misere", "15,15,5 gravity", "6,6,6,5", "7,7,8", "5,5 lines a1-b1"]
)
def test_other_games_are_not_opened_like_this(game: str) -> None:
    with pytest.raises(RulesError, match="swap2 is for 5 or more"):
        three_stones(Rules.parse(game), Thought(None))


@pytest.mark.parametrize(
    "game", ["15,15,5", "15,15,5 exact", "20,20,5", "19,19,6", "15,15,5 torus"]
)
def test_games_that_are(game: str) -> None:
    rules = Rules.parse(game)
    check(rules)
    assert placed(rules, three_stones(rules, Thought(Estimate(0)), 1)).ply == 3


def test_a_record_says_how_it_was_opened() -> None:
    record = Record(
        Position(RULES), (112, 0, 113, 1, 114), headers=(("Opening", str(Opening(5, Mark.O))),)
    )
    assert opening_of(Record.parse(str(record))) == Opening(5, Mark.O)
    assert opening_of(formats.read(formats.write(record, "sgf"))) == Opening(5, Mark.O)
    assert b"ON[swap2, 5 stones, O taken]" in formats.write(record, "sgf")


@pytest.mark.parametrize(
    ("header", "moves"),
    [
        ("swap2, 3 stones, X taken", "h8 a1"),  # not so many yet
        ("swap2, 4 stones, X taken", "h8 a1 i8 a2 j8"),
        ("swap2", "h8 a1 i8 a2 j8"),
        ("Kansei", "h8 a1 i8 a2 j8"),
    ],
)
def test_other_openings_are_none_of_these(header: str, moves: str) -> None:
    record = Record.parse(f"Rules: 15,15,5\nOpening: {header}\n\n{moves}")
    assert opening_of(record) is None
    assert dict(record.headers)["Opening"] == header

"""The map of `/learn`, against the library's counts, values and games."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from noughts import Position, Rules
from noughts.core.position import Mark
from noughts.core.score import Score
from noughts.engines import Perfect
from tests.pagedata import GENERATED

COUNTS = json.loads((Path(__file__).parents[1] / "facts" / "counts.json").read_text())
CLASSIC = Rules.parse("3,3,3")

Json = dict[str, Any]


@pytest.fixture(scope="module")
def built() -> Json:
    found: Json = json.loads((GENERATED / "position-map.json").read_text())
    return found


@pytest.fixture(scope="module")
def places(built: Json) -> list[Position]:
    boards = built["boards"].split(" ")
    return [Position.parse(f"{board[:3]}/{board[3:6]}/{board[6:]}", CLASSIC) for board in boards]


def test_it_is_small() -> None:
    assert len(gzip.compress((GENERATED / "position-map.json").read_bytes())) < 6_000


def test_it_has_every_position_once_up_to_symmetry(built: Json, places: list[Position]) -> None:
    facts = COUNTS["3,3,3"]
    assert len(places) == len({position.canonical()[0] for position in places}) == facts["distinct"]
    assert sum(built["images"]) == facts["positions"]
    assert sum(built["calls"]["minimax"]) == facts["nodes"]
    plies = [position.ply for position in places]
    assert plies == sorted(plies)
    assert [plies.count(ply) for ply in range(10)] == built["layers"]


def test_its_values_are_the_perfect_player_s(built: Json, places: list[Position]) -> None:
    perfect = Perfect()
    for position, value in zip(places, built["values"], strict=True):
        if position.outcome is not None:
            winner, plies = position.outcome.winner, 0
        else:
            score = perfect.analyse(position).score
            assert isinstance(score, Score)
            plies = score.plies or 0
            sides = {"win": position.turn, "loss": position.turn.other, "draw": None}
            winner = sides[str(score.value)]
        assert value == {Mark.X: 10 - plies, Mark.O: plies - 10, None: 0}[winner], position


def test_where_the_list_moves_is_where_the_chapters_say(
    built: Json, places: list[Position]
) -> None:
    lessons = json.loads((GENERATED / "lessons.json").read_text())
    moves = {
        Position.parse(f"{board[:3]}/{board[3:6]}/{board[6:]}", CLASSIC).canonical()[0]
        for board in lessons["naive"]["positions"]
    }
    for position, met in zip(places, built["met"]["naive"], strict=True):
        bit = 1 if position.turn is Mark.X else 2
        waits = position.outcome is None and bool(met & bit)
        assert waits == (position in moves), position


def test_the_hard_level_comes_to_no_lost_position(built: Json) -> None:
    met = list(zip(built["values"], built["met"]["hard"], strict=True))
    assert min(value for value, sides in met if sides & 1) == 0
    assert max(value for value, sides in met if sides & 2) == 0


def test_a_lapse_turns_a_game_into_a_lost_one(built: Json, places: list[Position]) -> None:
    assert built["lapses"]
    for before, after in built["lapses"]:
        worst = -1 if places[before].turn is Mark.X else 1
        assert built["values"][after] * worst > 0 >= built["values"][before] * worst

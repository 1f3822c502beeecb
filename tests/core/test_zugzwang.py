"""Threats that wait, and answering every stone: held to the definitions and to plain minimax."""

import itertools

import pytest

from noughts import Limit, Mark, Position, Rules, Score, Value
from noughts.core.forks import waiting
from noughts.core.zugzwang import answered, customary, row_from_below
from noughts.engines import Memoised, Perfect
from noughts.engines.minimax import to_score
from noughts.explain import FactKind
from noughts.testing import random_games
from tests.sampling import sample

GAMES = [
    "4,4,3 gravity",
    "4,3,3 gravity",
    "4,4,4 gravity",
    "4,4,4 torus gravity",
    "2,2,2,2 gravity",
]


@pytest.mark.parametrize("game", [*GAMES, "5,4,3 exact gravity"])
def test_a_waiting_threat_completes_a_line_once_it_can_be_played(game: str) -> None:
    rules = Rules.parse(game)
    found = 0
    for position in itertools.chain(*random_games(rules, games=40, seed=3)):
        if position.outcome is not None:
            continue
        for mark in Mark:
            threats = waiting(position, mark)
            assert not set(threats) & set(position.legal)
            own = position.x if mark is Mark.X else position.o
            for cell in set(range(rules.cells)) - set(position.legal):
                stone = own | 1 << cell
                completes = any(
                    line >> cell & 1 and line & ~stone == 0 and not stone & guard
                    for line, guard in zip(rules.lines, rules.guards, strict=True)
                )
                free = not (position.x | position.o) >> cell & 1
                assert (cell in threats) is (free and completes)
                found += cell in threats
    assert found or game == "2,2,2,2 gravity"


@pytest.mark.parametrize("game", GAMES)
def test_who_is_answered_does_not_win(game: str) -> None:
    """And who in addition faces a line loses: by plain minimax, in random games."""
    rules = Rules.parse(game)
    known: dict[int, int] = {}
    told = 0
    for position in itertools.chain(*random_games(rules, games=sample(75, 150), seed=5)):
        line = answered(position)
        if line is None:
            continue
        told += 1
        found = Memoised(symmetric=True).value(position, position.ply, known)
        value = to_score(found, position, position.ply).value
        assert value in ({Value.LOSS} if line else {Value.LOSS, Value.DRAW}), repr(position)
    assert told or game in {"4,4,3 gravity", "2,2,2,2 gravity"}


def test_where_it_says_nothing() -> None:
    for text, rules in (
        (".../.../...", "3,3,3"),
        ("..../..../OXXO/XOXO", "4,4,4 misere gravity"),
        ("..../..../OXXO/XOXO", "4,4,4 exact gravity"),
        ("..../...X/OXXO/XOXO", "4,4,4 gravity"),
    ):
        assert answered(Position.parse(text, rules)) is None


def test_rows_are_counted_from_below() -> None:
    rules = Rules.parse("connect-four")
    assert [row_from_below(rules, rules.cell(name)) for name in ("a6", "d3", "g1")] == [1, 4, 6]


def reasons(text: str, rules: str) -> dict[str, str]:
    analysis = Perfect().analyse(Position.parse(text, rules), Limit(seconds=600))
    name = analysis.position.rules.name
    return {name(move.cell): move.reason for move in analysis.moves}


def test_reasons_name_threats_that_wait_and_who_can_answer_every_stone() -> None:
    found = reasons("..../..OO/.XOX/XXXO", "4,4,4 gravity")["b2"]
    assert found.startswith(
        "makes an even threat at a1 (row 4 from below), "
        "makes an odd threat at a2 (row 3 from below) "
        "and can answer every stone from here on, so that O gets a1 b2 c3 d4 at the latest; wins"
    )
    found = reasons("O.../X.../O..X/O.XX", "4,4,4 gravity")["d2"]
    assert found == "can answer every stone from here on, so that X gets no line"
    lost = reasons("..O..../..X..../.OO...X/OXXX..O/XXOO.OO/XXOX.OX", "connect-four")["e6"]
    assert lost == "threatens d3 c4 b5 a6, but loses in 2 plies because O completes c5 d5 e5 f5"


@pytest.mark.parametrize("game", ["4,4,4 gravity", "5,4,4 gravity", "3,4,3 gravity"])
def test_what_reasons_say_of_later_is_true(game: str) -> None:
    """Every fact against the position that it is about."""
    rules = Rules.parse(game)
    said = 0
    for position in itertools.chain(*random_games(rules, games=sample(5, 25), seed=7)):
        if position.outcome is not None:
            continue
        analysis = Perfect().analyse(position, Limit(seconds=600))
        for move in analysis.moves:
            assert isinstance(move.score, Score)
            child = position.play(move.cell)
            for fact in move.facts:
                said += 1
                match fact.kind:
                    case FactKind.ODD_THREAT | FactKind.EVEN_THREAT:
                        (cell,) = fact.cells
                        odd = row_from_below(rules, cell) % 2 == 1
                        assert odd is (fact.kind is FactKind.ODD_THREAT)
                        own = (child.x if position.turn is Mark.X else child.o) | 1 << cell
                        assert any(line & ~own == 0 and line >> cell & 1 for line in rules.lines)
                        assert cell not in child.legal
                    case FactKind.ANSWERS:
                        assert move.score >= Score.draw()
                    case FactKind.ANSWERS_AND_WINS:
                        assert move.score > Score.draw()
                    case _:
                        said -= 1
    assert said > 10


@pytest.mark.parametrize("game", ["4,3,3 gravity", "4,4,3 gravity", "3,3,3,3 gravity"])
def test_the_customary_score_counts_the_stones_that_the_winner_has_left(game: str) -> None:
    for position in (played[-1] for played in random_games(Rules.parse(game), games=40, seed=3)):
        assert position.outcome is not None
        winner = position.outcome.winner
        placed = position.o if winner is Mark.O else position.x
        share = position.rules.cells // 2 + (winner is Mark.X and position.rules.cells % 2)
        score = Score.draw() if winner is None else Score.loss(0)
        left = 0 if winner is None else -(share - placed.bit_count() + 1)
        assert customary(position, score) == left


def test_who_has_no_customary_score() -> None:
    for game in ("3,3,3", "4,4,3 misere gravity"):
        assert customary(Position(Rules.parse(game)), Score.win(5)) is None
    assert customary(Position(Rules.parse("4,4,3 gravity")), Score.win()) is None

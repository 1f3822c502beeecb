"""The law of every answer, on every game: the score that `play` reports is its move's score.

No move is better, a lost game is held as long as it can be, a proved line is as long as its plies
(or only its move, if a limit came), and what a reason names is so: `noughts.testing.check_answers`.
These tests check it on random positions of every kind of game, under limits that stop an engine
early and limits that do not. A limit in seconds may stop a search anywhere; the law holds wherever
that is.
"""

import random
from functools import reduce

import pytest

from noughts import Limit, Position, Rules, Score, engine, solve
from noughts.cli import run
from noughts.engines import ENGINES, Memoised
from noughts.json import decode
from noughts.testing import check_answers

GAMES = [
    "3,3,3",
    "3,3,3 misere",
    "3,3,3 torus",
    "3,3,3 gravity",
    "4,3,3",
    "4,3,3 misere",
    "4,3,3 gravity",
    "5,3,3 caro",
    "4,4,4",
    "4,4,3 exact",
    "4,4,4 torus",
    "5,4,4 gravity",
    "5,4,4 gravity misere",
    "5,5,4",
    "5,5,4 gravity torus",
    "3,3,3,3",
    "6,6,4 caro",
    "7,6,4 gravity",
    "8,8,5",
    "9,7,4 torus",
    "15,15,5",
]
#: Connect Four, lost in 30 plies by e6 or b6, and in 4 by the stones nearest to the middle.
LOST = "...O.../...X.../...O.../..XX.../..OO.../..XX..."


def positions(rules: Rules, count: int, seed: int, most_empty: int) -> list[Position]:
    """Positions of random games, with at most this many empty cells or near an earlier end."""
    chance = random.Random(f"{rules} {seed}")
    found: list[Position] = []
    while len(found) < count:
        game = [Position(rules)]
        stones = max(rules.cells - chance.randint(1, most_empty), 0)
        while game[-1].outcome is None and game[-1].ply < stones:
            game.append(game[-1].play(chance.choice(game[-1].legal)))
        if game[-1].outcome is not None:
            game = game[: -chance.randint(1, 4)]
        if game:
            found.append(game[-1])
    return found


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("limit", [Limit(nodes=60), Limit(depth=2), Limit(seconds=0.004)], ids=str)
def test_the_law_where_answers_stop_early(game: str, limit: Limit) -> None:
    perfect = engine("perfect")
    for position in positions(Rules.parse(game), 2, 1, most_empty=40):
        check_answers(perfect.play(position, limit), perfect.analyse(position, limit))


@pytest.mark.parametrize("game", GAMES)
def test_the_law_where_answers_are_complete(game: str) -> None:
    perfect, limit = engine("perfect"), Limit(seconds=0.1)
    for position in positions(Rules.parse(game), 2, 2, most_empty=14):
        check_answers(perfect.play(position, limit), perfect.analyse(position, limit))


@pytest.mark.parametrize("name", ENGINES)
def test_every_engine_keeps_the_law(name: str) -> None:
    for game in GAMES[:8]:
        for position in positions(Rules.parse(game), 2, 3, most_empty=7):
            if position.rules.cells - position.ply <= 8:
                one = engine(name, seed=1)
                check_answers(one.play(position), one.analyse(position))


def test_a_lost_game_is_held_as_long_as_it_can_be() -> None:
    """Once the move made was one that loses in 4, reported as a loss in 30 and as proved."""
    position = Position.parse(LOST, "connect-four")
    choice = engine("hard").play(position, Limit(seconds=60))
    assert (choice.move, str(choice.score)) == ("e6", "loss in 30")
    check_answers(choice, engine("hard").analyse(position, Limit(seconds=60)))


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("connect-four", LOST),
        ("4,3,3 misere", "..../..../X.OX"),
        ("5,4,4 gravity", "...../...../..X../..O.."),
    ],
)
def test_the_law_on_the_command_line(
    capsys: pytest.CaptureFixture[str], game: str, text: str
) -> None:
    printed = []
    for command in (["move", "--level", "hard"], ["analyse"]):
        assert run([*command, text, "--rules", game, "--seconds", "30", "--json"]) == 0
        printed.append(capsys.readouterr().out)
    position = Position.parse(text, game)
    check_answers(decode.choice(printed[0], position), decode.analysis(printed[1]))


@pytest.mark.parametrize("game", ["3,3,3", "4,3,3", "4,3,3 misere", "4,3,3 gravity", "4,4,3 exact"])
@pytest.mark.parametrize("limit", [None, Limit(nodes=100), Limit(nodes=1000)], ids=str)
def test_the_law_of_a_solution(game: str, limit: Limit | None) -> None:
    """Its score is true, its line keeps that score and is as long as its plies, or is left out."""
    for position in positions(Rules.parse(game), 8, 4, most_empty=8):
        found = solve(position, limit, distance=True)
        if found.score is None:
            continue
        truth = Memoised().analyse(position)
        assert isinstance(truth.score, Score)
        assert found.value is truth.score.value
        assert found.score.plies in {None, truth.score.plies}
        if found.line:
            kept = next(move.score for move in truth.moves if move.cell == found.line[0])
            assert isinstance(kept, Score)
            assert kept.value is truth.score.value
            assert reduce(Position.play, found.line, position).outcome is not None
            assert found.score.plies in {None, len(found.line)}

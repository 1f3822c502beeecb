"""Arrays of answers against the library's own, position by position."""

import os
import random
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
import pytest

from noughts import (
    Engine,
    Limit,
    Position,
    PositionError,
    Rules,
    RulesError,
    Score,
    engine,
    positions,
)
from noughts.engines import Memoised
from noughts.oracle import Labels, Oracle
from noughts.oracle.board_arrays import read, write
from tests.sampling import sample

SCORED = os.environ.get("NOUGHTS_SCORED", "")
SMALL = ("3,3,3", "3,3,3 misere", "3,3,3 torus", "4,2,2", "1,1,1", "3,2,2 exact")
SAMPLED = (
    "4,3,3",
    "4,3,3 misere",
    "3,3,3 caro",
    "3,4,3 gravity",
    "4,4,3 gravity misere",
    "2,2,2,2 gravity",
)


def bitboards(asked: Iterable[Position]) -> np.typing.NDArray[np.uint64]:
    return np.array([(position.x, position.o) for position in asked], np.uint64)


def played(rules: Rules, number: int, *, fewest: int = 0, seed: int = 1) -> list[Position]:
    """Return positions of random games with at least this many stones, finished ones among them."""
    draw = random.Random(seed)
    found: list[Position] = []
    while len(found) < number:
        position = Position(rules)
        while position.outcome is None and position.ply < draw.randrange(fewest, rules.cells + 1):
            position = position.play(draw.choice(position.legal))
        if position.ply >= fewest:
            found.append(position)
    return found


def compare(labels: Labels, asked: Sequence[Position], player: Engine) -> None:
    """Compare with an engine's proved values of every move."""
    assert labels.proved.all()
    for row, position in enumerate(asked):
        analysis = player.analyse(position)
        score = analysis.score
        assert isinstance(score, Score)
        assert labels.value[row] == score.value.sign
        assert labels.plies[row] == (-1 if score.plies is None else score.plies)
        worth = {move.cell: move.score for move in analysis.moves}
        for cell in range(position.rules.cells):
            known = worth.get(cell)
            if known is None:
                assert labels.regret[row, cell] == -1
                assert not labels.keeping[row, cell]
                continue
            assert isinstance(known, Score)
            assert labels.regret[row, cell] == score.value.sign - known.value.sign
            assert labels.keeping[row, cell] == (known.value is score.value)
            assert labels.quickest[row, cell] == (known == score)


@pytest.mark.parametrize("game", SMALL)
def test_every_position_of_small_games(game: str) -> None:
    asked = list(positions(game))
    compare(Oracle(game).label(bitboards(asked)), asked, engine("perfect"))


@pytest.mark.parametrize("game", SAMPLED)
def test_other_games_against_plain_minimax(game: str) -> None:
    rules = Rules(game)
    fewest = max(0, rules.cells - 9)
    asked = played(rules, sample(60, 10_000 // len(SAMPLED)), fewest=fewest)
    compare(Oracle(rules).label(bitboards(asked)), asked, Memoised())


@pytest.mark.parametrize("game", ["connect-four", "4,4,4"])
def test_late_positions_of_larger_games(game: str) -> None:
    rules = Rules(game)
    asked = played(rules, sample(40, 2_000), fewest=rules.cells - 9)
    oracle = Oracle(rules)
    labels = oracle.label(bitboards(asked))
    compare(labels, asked, Memoised())
    values = oracle.values(bitboards(asked))
    assert (values.value == labels.value).all()
    assert values.proved.all()
    winners = oracle.values(bitboards(asked), plies=False)
    assert (winners.value == labels.value).all()


def test_a_position_that_another_solver_has_labelled() -> None:
    """The first of a public set of 6,705, with the scores of Pons' solver for columns 1 to 7."""
    columns = "".join(str(int(column) + 1) for column in "11233453244341332252256560511064")
    labels = Oracle("connect-four").label(bitboards([Position.parse(columns, "connect-four")]))
    playable = np.flatnonzero(labels.regret[0] >= 0)
    scores = {int(cell) % 7 + 1: 1 - int(labels.regret[0, cell]) for cell in playable}
    assert scores == {1: -1, 2: -1, 5: -1, 6: -1, 7: 1}


@pytest.mark.deep
@pytest.mark.skipif(not SCORED, reason="NOUGHTS_SCORED names no folder of scored positions")
def test_positions_that_others_have_scored() -> None:
    """Files in Pons' form: the columns played, counted from 0 or 1, and the customary score."""
    oracle = Oracle("connect-four")
    for path in sorted(Path(SCORED).glob("*.txt")):
        lines = [line.split()[:2] for line in path.read_text().splitlines()]
        first = int(all("0" not in played for played, _ in lines))
        boards, wanted = [], []
        for played, score in lines:
            columns = "".join(str(int(column) + 1 - first) for column in played)
            position = Position.parse(columns, "connect-four")
            boards.append(position)
            wanted.append(plies_of(int(score), position))
        values = oracle.values(bitboards(boards))
        found = list(zip(values.value.tolist(), values.plies.tolist(), strict=True))
        assert found == wanted, path.name


def plies_of(score: int, position: Position) -> tuple[int, int]:
    """Return value and plies: the winner's last stone is number 22 less the score's size."""
    if score == 0:
        return 0, -1
    placed = (position.ply + (score < 0)) // 2
    return (1, -1)[score < 0], 2 * (22 - abs(score) - placed) - (score > 0)


def test_all_positions_are_listed() -> None:
    for game in SMALL:
        rules = Rules(game)
        listed = read(Oracle(rules).positions(), rules)
        assert {(int(x), int(o)) for x, o in listed} == {(p.x, p.o) for p in positions(rules)}


@pytest.mark.parametrize("game", ["3,3,3", "8,8,4", "4,3,3"])
def test_forms_of_boards(game: str) -> None:
    rules = Rules(game)
    asked = bitboards(played(rules, 50, seed=3))
    boards = write(asked, rules)
    columns, rows = rules.shape
    twos = np.where(boards == -1, 2, boards).reshape(len(boards), rows, columns)
    for form in (boards, twos, boards.astype(float), boards.tolist(), asked):
        assert (read(form, rules) == asked).all()
    assert read(np.zeros((0, rules.cells)), rules).shape == (0, 2)


@pytest.mark.parametrize(
    ("boards", "said"),
    [
        ([0] * 9, "shape (9,)"),
        ([[0] * 8], "shape (1, 8)"),
        ([[0] * 9, [3] + [0] * 8], "row 1 has a cell"),
        (np.array([[0, 512]], np.uint64), "row 0 has bits beyond"),
    ],
)
def test_arrays_that_are_no_boards(boards: object, said: str) -> None:
    with pytest.raises(ValueError, match=said.replace("(", r"\(").replace(")", r"\)")):
        Oracle().label(boards)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", ["3,3,3", "connect-four", "4,4,4"])
def test_impossible_positions_name_their_row(game: str) -> None:
    rules = Rules(game)
    good, bad = [0] * rules.cells, [0] * rules.cells
    bad[-2:] = 1, 1
    with pytest.raises(PositionError, match="row 1: "):
        Oracle(rules).values([[*good[:-2], 1, -1] if rules.gravity else good, bad], plies=False)
    both = np.array([[1, 1]], np.uint64)
    with pytest.raises(PositionError, match="row 0: "):
        Oracle(rules).values(both)


def test_too_large_games_are_refused() -> None:
    for game in ("15,15,5", "9,8,4 gravity"):
        with pytest.raises(RulesError, match="cells"):
            Oracle(game)
    with pytest.raises(RulesError, match="too large"):
        Oracle("connect-four").positions()


def test_what_a_limit_leaves_open_is_marked() -> None:
    oracle = Oracle("7,7,4 gravity")
    asked = np.zeros((1, 49), np.int8)
    labels = oracle.label(asked, limit=Limit(nodes=50))
    assert not labels.proved.any()
    assert not labels.keeping.any()
    assert (labels.regret == -1).all()
    values = oracle.values(asked, limit=Limit(nodes=50))
    assert (values.proved.tolist(), values.value.tolist(), values.plies.tolist()) == (
        [False],
        [0],
        [-1],
    )
    won = np.array([[0b111 << 42, 0b111 << 35]], np.uint64)
    guessed = oracle.values(
        np.concatenate([won, [[0, 0]]]).astype(np.uint64), limit=Limit(nodes=50), guesses=True
    )
    assert guessed.proved.tolist() == [True, False]
    assert guessed.value[0] == 1
    with pytest.raises(ValueError, match="in seconds"):
        Oracle("5,4,4").values(np.zeros((1, 20)), limit=Limit(nodes=5))

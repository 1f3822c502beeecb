"""The search: compiled and uncompiled alike, and its proofs against plain search."""

import gc
import random
import re
import weakref
from pathlib import Path
from types import SimpleNamespace

import pytest
from declarations import Package

import noughts
from noughts import Estimate, Limit, Mark, Position, Rules, Score
from noughts.engines import Memoised, Perfect, threat_engine
from noughts.testing import check_engine, random_games
from noughts.threats import threat_types
from tests.sampling import sample
from tests.solver.uncompiled import compiled, uncompiled

OPENINGS = {
    "15,15,5": "h8 h9 i9 g7 k5 j7",
    "9,9,5 exact": "e5 e4 d5 f4 f6",
    "11,11,5 caro": "f6 g6 f7 f5 e6 g8",
    "9,9,4 exact caro": "e5 d5 e6 f6",
    "7,7,4 torus": "a1 d4 b2",
    "4,4,4,4": "a1a b2b c3c",
    "10,10,4": "e5 f6",
    "26,26,6": "m13 n14 m14 n13",
}


def opened(game: str) -> Position:
    position = Position(Rules.parse(game))
    for move in OPENINGS[game].split():
        position = position.play(move)
    return position


def rounds(modules: SimpleNamespace, position: Position) -> list[object]:
    cache = modules.value_cache.ValueCache(position.rules.cells, modules.pvs.CACHE)
    search = modules.pvs.PrincipalVariationSearch(position, cache=cache)
    search.allow(sample(1_200, 2_500))
    told: list[object] = []
    for depth in range(1, 20):
        told += [search.round(depth, -(10**6), 10**6), search.best, search.budget.nodes]
        told.append(search.line(search.best))
        if search.stopped:
            break
    return told


def test_the_compiler_is_told_the_same_numbers() -> None:
    package = Package(Path(noughts.__file__).parent.parent)
    pxd = package.modules[threat_types.__name__].pxd()
    declared = re.findall(r"^    (\w+) = (.+)$", pxd, re.MULTILINE)
    written = {name: value for name, value in vars(threat_types).items() if name.isupper()}
    numbers = {name: eval(value) for name, value in declared}  # noqa: S307  (our own source)
    assert numbers == written


@pytest.mark.parametrize("game", sorted(OPENINGS))
def test_compiled_and_uncompiled_give_equal_values_and_nodes(game: str) -> None:
    position = opened(game)
    package = "noughts.threats"
    assert rounds(compiled(package), position) == rounds(uncompiled(package=package), position)


@pytest.mark.parametrize(
    "game",
    [
        *("4,4,4", "5,4,4", "5,5,4 exact", "4,4,3 torus", "5,5,5", "4,3,3", "5,2,3 exact"),
        *("5,3,3 caro", "6,4,4 caro", "6,3,3 exact caro", "5,3,3 caro torus"),
    ],
)
def test_what_it_calls_proved_is_true(game: str) -> None:
    rules = Rules.parse(game)
    rng = random.Random(game)
    proved = 0
    for positions in random_games(rules, games=sample(6, 40), seed=7):
        late = [p for p in positions if rules.cells - p.ply <= 8 and p.outcome is None]
        if not late:
            continue
        position = rng.choice(late)
        exact = Memoised().analyse(position)
        truth = {move.cell: move.score for move in exact.moves}
        for limit in (Limit(depth=1), Limit(depth=4), Limit(nodes=300)):
            choice = threat_engine.play(position, limit)
            analysis = threat_engine.analyse(position, limit, "")
            assert {move.cell for move in analysis.moves} == set(truth)
            claims = [(choice.score, exact.score), (analysis.score, exact.score)]
            claims += [(move.score, truth[move.cell]) for move in analysis.moves]
            if isinstance(choice.score, Score) and choice.score > Score.draw():
                claims.append((choice.score, truth[choice.cell]))
            for claimed, true in claims:
                if isinstance(claimed, Score):
                    assert isinstance(true, Score)
                    assert claimed.value is true.value, (str(position), str(limit))
                    assert claimed.plies in {None, true.plies}
                    proved += 1
    assert proved >= 20


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, marks=[pytest.mark.deep] * (game == "26,26,6"))
        for game in sorted(OPENINGS)
    ],
)
def test_a_win_that_is_claimed_is_won(game: str) -> None:
    """Games of the engine at random strength: a side with a proved win keeps it, and wins."""
    rng = random.Random(game)
    seen = 0
    for _ in range(sample(1, 2)):
        position = opened(game)
        winner: Mark | None = None
        while position.outcome is None:
            choice = threat_engine.play(position, Limit(nodes=3_000))
            if isinstance(choice.score, Score):
                ahead_of = position.turn if choice.score > Score.draw() else position.turn.other
                assert winner in {None, ahead_of}
                winner = ahead_of
            wild = winner is not position.turn and rng.random() < 0.3
            position = position.play(rng.choice(position.legal) if wild else choice.cell)
            if winner is None and position.ply > 60:
                break
        if winner is not None:
            assert position.outcome is not None
            assert position.outcome.winner is winner
            seen += 1
    assert seen


@pytest.mark.parametrize(
    "limit", [Limit(depth=1), Limit(nodes=1), *(Limit(nodes=10**n) for n in (2, 3, 4))], ids=str
)
@pytest.mark.parametrize(
    ("game", "moves"),
    [
        ("15,15,5", "h8"),
        ("15,15,5", "h8 i9 j8"),
        ("15,15,5 exact", "h8"),
        ("15,15,5 caro", "h8"),
        ("20,20,5", "k10"),
        ("10,10,4", "e5"),
        ("10,10,5 torus", "a1"),
        ("15,15,6", "h8"),
    ],
)
def test_an_answer_in_a_hurry_is_near_the_stones(game: str, moves: str, limit: Limit) -> None:
    position = Position(Rules.parse(game))
    for move in moves.split():
        position = position.play(move)
    rules = position.rules
    answer = rules.place(threat_engine.play(position, limit).cell)

    def apart(stone: int) -> int:
        aways = [abs(a - b) for a, b in zip(answer, rules.place(stone), strict=True)]
        if rules.torus:
            aways = [min(d, side - d) for d, side in zip(aways, rules.shape, strict=True)]
        return max(aways)

    assert min(apart(stone) for mark in Mark for stone in position.stones(mark)) <= 2


def test_an_analysis_gives_bounds_for_what_it_has_not_found_out() -> None:
    position = Position(Rules.parse("15,15,5")).play("h8")
    found = threat_engine.analyse(position, Limit(nodes=20_000), "")
    best, *others = [move.score for move in found.moves]
    assert isinstance(best, Estimate)
    assert best.bound is None
    assert found.best == (found.moves[0].cell,)
    bounded = [score for score in others if isinstance(score, Estimate) and score.bound]
    assert bounded
    assert {(score.points, score.bound) for score in bounded} == {(best.points, "upper")}
    assert best.points - 1 not in {score.points for score in bounded}


@pytest.mark.parametrize(
    "game",
    [
        pytest.param("15,15,5", marks=pytest.mark.deep),
        pytest.param("26,26,5", marks=pytest.mark.deep),
        "9,9,4 torus",
        "11,11,5 exact",
        "11,11,5 caro",
        pytest.param("19,19,5 exact", marks=pytest.mark.deep),
        pytest.param("20,20,5 caro", marks=pytest.mark.deep),
        "5,5,5,4",
        "12,12,2",
        "8,8,9",
        "26,2,3",
        "7,7 lines a1-b1-c1 a1-a2 g7-f6-e5-d4",
        "10,10,1",
    ],
)
def test_any_rules_any_limit(game: str) -> None:
    rules = Rules.parse(game)
    check_engine(Perfect, rules, games=1, limit=Limit(nodes=200))
    for positions in random_games(rules, games=sample(1, 5), seed=11):
        for position in random.Random(game).sample(positions[:-1], min(3, len(positions) - 1)):
            for limit in (Limit(nodes=1), Limit(nodes=50), Limit(depth=1)):
                choice = threat_engine.play(position, limit)
                assert choice.cell in position.legal
                analysis = threat_engine.analyse(position, limit, "")
                assert sorted(move.cell for move in analysis.moves) == sorted(position.legal)
                if limit.nodes:
                    assert max(choice.nodes, analysis.nodes) <= limit.nodes
                for move in analysis.moves:
                    after = position
                    for cell in move.line:
                        after = after.play(cell)


def test_a_lost_position_is_known_to_be_lost() -> None:
    """Two open threes at once: whatever is played, one of them becomes an open four."""
    rules = Rules.parse("15,15,5")
    x = sum(1 << rules.cell(name) for name in ["g8", "h8", "i8", "l4", "l5", "l6"])
    o = sum(1 << rules.cell(name) for name in ["a1", "a15", "o1", "o15", "a8"])
    lost = Position(rules, x, o)
    choice = Perfect().play(lost, Limit(nodes=200_000))
    assert choice.score == Score.loss()
    analysis = Perfect().analyse(lost, Limit(nodes=200_000))
    assert analysis.proven
    assert {str(move.score)[:4] for move in analysis.moves} == {"loss"}
    far = lost.play("e15")
    assert Perfect().play(far, Limit(nodes=10_000)).score == Score.win(3)


def test_without_any_time_a_line_is_completed_or_stopped_all_the_same() -> None:
    rules = Rules.parse("15,15,5")
    x = sum(1 << rules.cell(name) for name in ["f3", "f4", "f5", "f6", "n6"])
    o = sum(1 << rules.cell(name) for name in ["f7", "d9", "k1", "h5"])
    assert rules.name(Perfect().play(Position(rules, x, o), Limit(seconds=1e-9)).cell) == "f2"
    x ^= 1 << rules.cell("n6")
    choice = Perfect().play(Position(rules, x, o), Limit(seconds=1e-9))
    assert (choice.move, choice.score) == ("f2", Score.win(1))
    analysis = Perfect().analyse(Position(rules, x, o), Limit(seconds=1e-9))
    assert (analysis.score, analysis.moves[0].line) == (Score.win(1), (rules.cell("f2"),))


def test_estimates_far_outside_the_window_save_most_of_the_nodes() -> None:
    """Without them, eight plies of these four openings take 74,354 nodes."""
    nodes = 0
    for moves in ("h8 j9 i9 g7 k5 j7", "f4 d4 d8 g10 j12", "k6 e10 k7 f11 i9", "g5 f8 l8 k10 e11"):
        position = Position(Rules.parse("15,15,5"))
        for move in moves.split():
            position = position.play(move)
        nodes += threat_engine.play(position, Limit(depth=8)).nodes
    assert nodes < 40_000


def test_memory_is_given_back_at_once() -> None:
    """A search takes megabytes: a server cannot wait until Python looks for circles."""
    gc.disable()
    try:
        held = threat_engine.Ahead(opened("15,15,5"), Limit(nodes=100))
        held.deepen()
        seen = weakref.ref(held)
        del held
        assert seen() is None
    finally:
        gc.enable()


def test_the_first_move_is_the_middle() -> None:
    for nodes in (1, 50, 3_000):
        assert Perfect().play(Position(Rules.parse("gomoku")), Limit(nodes=nodes)).move == "h8"


def test_time_and_interrupts_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    position = opened("15,15,5")
    assert threat_engine.play(position, Limit(seconds=0.01)).cell in position.legal

    def interrupted(_: threat_engine.Time) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(threat_engine.Time, "over", interrupted)
    with pytest.raises(KeyboardInterrupt):
        threat_engine.play(position, Limit(seconds=10))

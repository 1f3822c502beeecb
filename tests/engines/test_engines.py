import itertools
import random
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import noughts
from noughts import (
    ENGINES,
    Estimate,
    IllegalMoveError,
    Limit,
    LimitReachedError,
    Position,
    Rules,
    Score,
    UnknownNameError,
    engine,
    load_engine,
)
from noughts.engines import AlphaBeta, AlphaBetaTable, Memoised, Minimax, Perfect, Random
from noughts.engines.base import final_score
from noughts.lab.matches import Match
from noughts.testing import check_engine, random_games
from tests import naive
from tests.sampling import sample, some

EMPTY = Position(Rules.parse("3,3,3"))
SMALL = ["3,3,3", "3,3,3 misere", "3,3,3 torus", "4,2,3", "2,2,2,2", "3,2 lines a1-b1 b1-c2 misere"]
LARGE = ["4,4,4", "6,5,4 exact", "8,8,5", "3,3,3,3", "4,4,3 misere", "9,9,5"]


#: Kinds of other engines, and levels between others: in all runs, each plays two of the games.
ALIKE = {
    *("alphabeta-unordered", "memoised", "symmetric"),
    *("beginner", "casual", "expert", "sharp", "steady"),
}


def left_out(name: str, game: str) -> bool:
    """Whether only the deep tests see an engine at a game."""
    if name in ALIKE:
        return sorted(ENGINES).index(name) % 3 != SMALL.index(game) % 3
    return (name, game) == ("minimax", "4,2,3")  # which takes a second


@pytest.mark.parametrize(
    ("name", "game"),
    [
        pytest.param(name, game, marks=[pytest.mark.deep] * left_out(name, game))
        for name in sorted(ENGINES)
        for game in SMALL
    ],
)
def test_every_engine_keeps_the_laws(name: str, game: str) -> None:
    rules = Rules.parse(game)
    if name in {"minimax", "alphabeta"} and rules.cells == 9:
        pytest.skip("the same engine is compared with the naive twin below")
    check_engine(lambda: noughts.engine(name, seed=3), rules, games=sample(1, 5))


@pytest.mark.parametrize("game", [*LARGE, pytest.param("15,15,5", marks=pytest.mark.deep)])
@pytest.mark.parametrize(
    "name",
    [
        *("alphabeta", "medium", "perfect", "tactics", "tactics-naive"),
        *(pytest.param(name, marks=pytest.mark.deep) for name in ("easy", "hard", "random")),
    ],
)
def test_engines_keep_the_laws_on_larger_boards_under_a_limit(name: str, game: str) -> None:
    check_engine(
        lambda: noughts.engine(name, seed=3), Rules.parse(game), games=1, limit=Limit(nodes=30)
    )


# -- the exact ones ------------------------------------------------------------------------------


def test_perfect_knows_every_position_as_the_naive_twin_does(
    every_position: list[Position],
) -> None:
    memory: dict[naive.Rows, tuple[int, int]] = {}
    perfect = Perfect()
    found = {position: perfect.analyse(position) for position in every_position}
    for position, analysis in found.items():
        sign, plies = naive.value(tuple(str(position).split("/")), 3, memory)
        truth = [Score.loss(plies), Score.draw(), Score.win(plies)][sign + 1]
        assert analysis.score == truth
        if position.outcome is None:
            choice = perfect.play(position)
            assert choice.score == truth
            assert choice.cell in analysis.best
            assert choice.cell == analysis.moves[0].cell
            assert analysis.score == max(
                found[child].score.backed_up()  # type: ignore[union-attr]
                for _, child in position.children()
            )


@pytest.mark.parametrize(
    "engine",
    [
        Memoised(),
        Memoised(symmetric=True),
        AlphaBeta(),
        AlphaBeta(ordered=False),
        AlphaBetaTable(),
        AlphaBetaTable(symmetric=True),
        AlphaBetaTable(symmetric=True, ordered=False),
    ],
    ids=lambda e: f"{e.name}-{list(vars(e).values())[:3]}",
)
@pytest.mark.parametrize("step", [13, pytest.param(1, marks=pytest.mark.deep)])
def test_every_exact_engine_agrees_on_every_position(
    engine: Memoised | AlphaBeta, step: int, every_position: list[Position]
) -> None:
    perfect = Perfect()
    for position in every_position[::step]:
        if position.ply < 3 and not isinstance(engine, AlphaBetaTable):
            continue
        mine, theirs = engine.analyse(position), perfect.analyse(position)
        assert mine.score == theirs.score
        assert {m.cell: m.score for m in mine.moves} == {m.cell: m.score for m in theirs.moves}


@pytest.mark.parametrize("step", [13, pytest.param(1, marks=pytest.mark.deep)])
def test_minimax_agrees_where_it_is_quick(step: int, every_position: list[Position]) -> None:
    perfect = Perfect()
    for position in every_position[::step]:
        if position.ply >= 4:
            mine, theirs = Minimax().analyse(position), perfect.analyse(position)
            assert mine.score == theirs.score
            assert {m.cell: m.score for m in mine.moves} == {m.cell: m.score for m in theirs.moves}
            if position.outcome is not None:
                continue
            values = Minimax(depth_aware=False).analyse(position)
            assert isinstance(theirs.score, Score)
            assert isinstance(values.score, Score)
            assert values.score.value is theirs.score.value
            assert values.score.plies is None
            assert Minimax().play(position).score == theirs.score


@pytest.mark.deep  # tests/lab/test_counting.py asks the same engines
def test_the_calls_that_the_facts_name(counts: dict[str, Any]) -> None:
    """549,946 calls and 255,168 finished games; 18,297 and 7,275 with pruning."""
    analysis = Minimax().analyse(EMPTY)
    assert analysis.nodes == counts["3,3,3"]["nodes"]
    assert analysis.score == Score.draw()
    known = counts[
        "plain alpha-beta calls on 3,3,3 (scores -1/0/1, window -inf..inf at the root, "
        "cut when alpha >= beta)"
    ]
    assert [
        AlphaBeta(ordered=ordered, depth_aware=False).play(EMPTY).nodes for ordered in (False, True)
    ] == [known["cells in reading order"], known["centre, corners, edges"]]
    assert Memoised().play(EMPTY).nodes == counts["3,3,3"]["positions"]
    assert Memoised(symmetric=True).play(EMPTY).nodes == counts["3,3,3"]["distinct"]


def test_a_table_saves_calls_and_changes_nothing() -> None:
    engines = AlphaBeta(), AlphaBetaTable(), AlphaBetaTable(symmetric=True)
    calls = [engine.play(EMPTY).nodes for engine in engines]
    assert calls == sorted(calls, reverse=True)
    assert len(set(calls)) == 3


@pytest.mark.parametrize(
    "game",
    ["4,3,3", "3,3,3 misere", "4,4,3", "3,2,2,3", "4,4,4", "4,4,3 exact torus", "5,3,3 caro"],
)
def test_deepening_proves_only_what_is_true(game: str) -> None:
    """Positions with at most eight empty cells, at every horizon, against plain search."""
    rules = Rules.parse(game)
    rng = random.Random(game)
    checked = 0
    for positions in random_games(rules, games=sample(13, 25), seed=5):
        late = [p for p in positions if rules.cells - p.ply <= 8 and p.outcome is None]
        if not late:
            continue
        position = rng.choice(late)
        truth = {move.cell: move.score for move in Memoised().analyse(position).moves}
        best = max(score for score in truth.values() if isinstance(score, Score))
        for limit in (Limit(depth=1), Limit(depth=2), Limit(depth=3), Limit(nodes=10**9)):
            analysis = AlphaBeta().analyse(position, limit)
            choice = AlphaBeta().play(position, limit)
            claims: list[tuple[object, object]] = [
                (move.score, truth[move.cell]) for move in analysis.moves
            ]
            claims += [(analysis.score, best), (choice.score, best)]
            for claimed, true in claims:
                if isinstance(claimed, Score):
                    assert isinstance(true, Score)
                    assert claimed.value is true.value
                    assert claimed.plies in {None, true.plies}
                else:
                    assert limit.nodes is None, "without a horizon everything is proved"
            checked += 1
    assert checked >= 10


@pytest.mark.parametrize(("game", "score"), [("4,3,3", Score.win(7)), ("4,4,3", Score.win(5))])
def test_perfect_proves_small_boards(game: str, score: Score) -> None:
    assert Perfect().play(Position(Rules.parse(game)), Limit(nodes=10**7)).score == score


@pytest.mark.parametrize(
    "game", ["4,3,3", "4,4,4", pytest.param("3,2,2,3", marks=pytest.mark.deep)]
)
def test_on_wide_boards_perfect_sets_the_trap_that_most_replies_fall_into(game: str) -> None:
    rules = Rules.parse(game)
    truth = Memoised()
    compared = 0
    for positions in random_games(rules, games=20, seed=9):
        for position in [p for p in positions if p.outcome is None and len(p.legal) in {5, 6}]:
            analysis = truth.analyse(position)
            best = {m.cell for m in analysis.moves if m.score == analysis.score}
            choice = Perfect().play(position, Limit(nodes=10**6))
            assert choice.score == analysis.score
            assert choice.cell in best
            assert Perfect().analyse(position, Limit(nodes=10**6)).moves[0].score == choice.score
            if isinstance(analysis.score, Score) and analysis.score <= Score.draw():
                right = {}
                for cell in best:
                    replies = truth.analyse(position.play(cell))
                    right[cell] = len(replies.best) / len(replies.moves)
                assert right[choice.cell] == min(right.values())
                compared += 1
    assert compared >= 5


def test_perfect_hands_over_where_nothing_can_be_proved() -> None:
    choice = Perfect().play(Position(Rules.parse("gomoku")), Limit(nodes=200))
    assert isinstance(choice.score, Estimate)
    assert not choice.proven
    assert choice.nodes <= 200


def test_threats_are_seen_beyond_the_horizon() -> None:
    """Two free ends make four in a row unstoppable: three plies, seen with a horizon of one."""
    position = Position.parse("......./.O...O./......./..XX.../......./......./.......", "7,7,4")
    assert AlphaBeta().play(position, Limit(depth=1)).score == Score.win(3)


def test_the_last_cell_may_draw() -> None:
    last = Position.parse("XOXO/XOOX/OXX.", "4,3,4")
    analysis = AlphaBeta().analyse(last, Limit(depth=1))
    assert [(move.cell, move.score) for move in analysis.moves] == [(11, Score.draw())]
    with pytest.raises(ValueError, match="is not finished"):
        final_score(last)


# -- limits --------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["seconds", "nodes", "depth"])
@pytest.mark.parametrize("amount", [0, -1, float("inf"), float("nan")])
def test_a_limit_has_to_be_above_zero(kind: str, amount: float) -> None:
    with pytest.raises(ValueError, match="it must be above 0 and finite"):
        Limit(**{kind: amount})  # type: ignore[arg-type]


def test_nodes_and_depth_are_whole_numbers() -> None:
    with pytest.raises(TypeError, match=r"the depth of a limit is a whole number, not 2\.0"):
        Limit(depth=2.0)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"the number of nodes is a whole number, not 1\.5"):
        Limit(nodes=1.5)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["minimax", "memoised"])
@pytest.mark.parametrize("limit", [Limit(nodes=50), Limit(seconds=0.01)])
def test_an_exact_engine_says_so_when_its_limit_ends_it(name: str, limit: Limit) -> None:
    engine = noughts.engine(name)
    position = Position(Rules.parse("4,4,4"))
    with pytest.raises(LimitReachedError, match="stopped at the limit of"):
        engine.play(position, limit)
    with pytest.raises(LimitReachedError):
        engine.analyse(position, limit)


@pytest.mark.parametrize("name", ["minimax", "memoised", "symmetric"])
def test_a_depth_is_refused_by_what_searches_to_the_end(name: str) -> None:
    for ask in (noughts.engine(name).play, noughts.engine(name).analyse):
        with pytest.raises(ValueError, match=f"{name} does not keep to a depth; alphabeta"):
            ask(EMPTY, Limit(depth=2))
    played = Match(Rules("3,3,3"), ("alphabeta", name), seed=1, limit=Limit(depth=2)).game(1)
    assert len(played.moves) > 4


@pytest.mark.parametrize("name", ["minimax", "memoised", "symmetric"])
def test_a_game_too_long_for_recursion_ends_in_one_line(name: str) -> None:
    position = Position(Rules.parse("25,25,25"))
    with pytest.raises(LimitReachedError, match="goes deeper than Python's 1,000 nested calls"):
        noughts.engine(name).play(position)
    with pytest.raises(LimitReachedError, match="take a smaller board or a later position"):
        noughts.engine(name).analyse(position)


def test_a_node_limit_is_kept_to_the_node() -> None:
    for nodes in (1, 10, 100):
        assert AlphaBeta().play(Position(Rules.parse("8,8,5")), Limit(nodes=nodes)).nodes <= nodes


# -- chance --------------------------------------------------------------------------------------


def test_random_is_uniform_and_repeatable() -> None:
    drawn = [Random(seed=seed).play(EMPTY).cell for seed in range(900)]
    assert set(Counter(drawn)) == set(range(9))
    assert max(Counter(drawn).values()) < 150
    twins = [Random(seed=4), Random(seed=4)]
    games = [[twin.play(EMPTY).cell for _ in range(20)] for twin in twins]
    assert games[0] == games[1]


def test_an_unknown_engine_is_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match="did you mean minimax"):
        noughts.engine("minmax")
    assert noughts.engine(" Perfect ").name == "perfect"


@pytest.mark.parametrize("name", sorted(ENGINES))
def test_no_engine_moves_after_the_end(name: str) -> None:
    with pytest.raises(IllegalMoveError, match="the game is over"):
        noughts.engine(name).play(Position.parse("XXX/OO./..."))


def test_engines_without_values_say_none() -> None:
    for name in ("random", "tactics", "tactics-naive"):
        analysis = noughts.engine(name).analyse(EMPTY)
        assert analysis.score is None
        assert not analysis.proven
        assert analysis.best == ()
        assert len(analysis.moves) == 9


def test_a_principal_variation_is_perfect_play_to_the_end() -> None:
    for position in (EMPTY, Position.parse("X../O../...")):
        analysis = Perfect().analyse(position)
        line = analysis.principal_variation
        for cell in line:
            assert Perfect().play(position).cell == cell
            position = position.play(cell)  # noqa: PLW2901
        assert position.outcome is not None


def test_the_same_position_by_symmetry_has_the_same_value(every_position: list[Position]) -> None:
    perfect = Perfect()
    for position, symmetry in itertools.product(every_position[::11], EMPTY.rules.symmetries):
        assert (
            perfect.analyse(position.transformed(symmetry)).score == perfect.analyse(position).score
        )


@pytest.mark.parametrize(
    ("game", "rows"),
    [
        ("4,3,3 misere", "OXX./X.OO/XOOX"),
        ("4,4,3 misere", "XXOO/XXOX/O..O/XOXO"),
        ("4,4,4 torus misere", "OOOX/XO.X/OXXX/XOO."),
    ],
)
def test_perfect_answers_where_every_move_ends_a_misere_game(game: str, rows: str) -> None:
    """The look for traps divided by the replies of a finished game."""
    position = Position.parse(rows, game)
    truth = Memoised().analyse(position)
    assert Perfect().play(position).score == truth.score
    assert Perfect().analyse(position).score == truth.score


def test_answers_are_equal_whatever_time_they_took() -> None:
    position = Position.parse("X.O/.X./..O")
    for name in ("perfect", "minimax", "tactics"):
        once, again = engine(name).analyse(position), engine(name).analyse(position)
        assert once == again
        assert not once.__ne__(again)
        assert len({once, again}) == 1
        assert once != once._replace(nodes=once.nodes + 1)
        choice = engine(name).play(position)
        assert choice == engine(name).play(position)
        assert choice != tuple(choice)
        assert len({choice, choice._replace(seconds=9.0)}) == 1


def test_a_choice_and_an_analysis_can_be_printed() -> None:
    position = Position.parse("XX./OO./...")
    assert str(engine("perfect").play(position)) == engine("perfect").play(position).move == "c1"
    assert str(engine("perfect").analyse(position)).splitlines()[:2] == ["c1 win in 1", "c2 draw"]
    assert repr(engine("perfect")) == "<Perfect: perfect>"


def test_own_engines_are_loaded_by_name_and_only_on_purpose(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine_of_the_test.py").write_text(
        "from noughts import Choice, Engine\n"
        "class Mine(Engine):\n"
        "    name = 'mine'\n"
        "    def play(self, position, limit=None):\n"
        "        return Choice(position, position.legal[-1])\n"
        "class Seeded(Mine):\n"
        "    def __init__(self, *, seed=None):\n"
        "        self.seed = seed\n"
        "number = 7\n"
    )
    (tmp_path / "script_of_the_test.py").write_text("raise SystemExit(0)\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert load_engine("mine_of_the_test:Mine", seed=3).play(EMPTY).move == "c3"
    assert vars(load_engine("mine_of_the_test:Seeded", seed=3)) == {"seed": 3}
    assert load_engine("hard").name == "hard"
    for name, complaint in {
        "mine_of_the_test:Mime": "no engine 'mine_of_the_test:Mime': AttributeError",
        "mine_of_the_test:number": "is not an engine: it must be a subclass of noughts.Engine",
        "mine_of_the_test:Choice": "it must be a subclass",
        "mine_of_the_test:Engine": "abstract class Engine",
        "os:path": "'os:path' is not an engine: it must be a subclass",
        "sys:exit": "but a function. Wrap it in a class: ",
        "there_is_no_such:Engine": "ModuleNotFoundError",
        "script_of_the_test:Mine": "SystemExit",
        ":": "ValueError",
    }.items():
        with pytest.raises(UnknownNameError, match=complaint):
            load_engine(name)
    with pytest.raises(UnknownNameError, match="unknown engine"):
        engine("mine_of_the_test:Mine")


@pytest.mark.parametrize("answer", [4, "b2", np.int64(4)])
def test_an_engine_of_one_s_own_may_answer_a_cell_alone(answer: Any) -> None:
    class Own(noughts.Engine):
        name = "own"

        def play(self, position: Position, limit: Limit | None = None) -> Any:
            del limit
            return answer if position.cell(answer) in position.legal else position.legal[0]

    assert Own().play(EMPTY) == noughts.Choice(EMPTY, 4)
    assert Own().analyse(EMPTY).moves[0].cell == 4
    check_engine(Own, Rules("3,3,3"))
    answer = None
    with pytest.raises(IllegalMoveError, match="None is not a move"):
        Own().analyse(EMPTY)


def test_a_name_that_is_like_none_is_not_taken_for_another() -> None:
    with pytest.raises(UnknownNameError, match="unknown engine 'stockfish'; there are: "):
        engine("stockfish")


def test_many_positions_are_analysed_in_their_order() -> None:
    games = [Rules.parse(game) for game in ("3,3,3", "3,3,3 misere")]
    positions = [p for rules in games for game in random_games(rules, sample(4, 8)) for p in game]
    expected = [Perfect().analyse(position) for position in positions]
    assert list(noughts.analyse_many(iter(positions), workers=2)) == expected
    assert list(noughts.analyse_many(positions, workers=1)) == expected
    assert list(noughts.analyse_many([], workers=2)) == []
    first = next(noughts.analyse_many(itertools.cycle(positions), workers=2))
    assert first == expected[0]
    with pytest.raises(UnknownNameError):
        next(noughts.analyse_many(positions, "stockfish"))


def _any_rules(chance: random.Random) -> Rules:
    """Make up a game of any kind: boards, boxes, custom lines, with words that go together."""
    shape = tuple(chance.choices(range(1, 5), k=chance.choice([2, 2, 2, 3])))
    flags = {flag: chance.random() < 0.4 for flag in ("misere", "gravity")}
    cells = range(Rules.grid(shape, 1).cells)
    if chance.random() < 0.3:
        sizes = chance.choices(range(1, min(5, len(cells)) + 1), k=chance.randint(0, 8))
        return Rules.custom(shape, [chance.sample(cells, size) for size in sizes], **flags)
    flags |= {flag: chance.random() < 0.4 for flag in ("torus", "exact")}
    flags["caro"] = not flags["gravity"] and chance.random() < 0.4
    return Rules.grid(shape, chance.randint(1, 5), **flags)


def _perfect_answers(seed: int) -> None:
    """Ask for moves all through a random game; what is claimed as proved late in it, is true."""
    chance = random.Random(seed)
    rules = _any_rules(chance)
    for position in next(random_games(rules, 1, seed))[:-1]:
        found = Perfect().analyse(position, Limit(nodes=chance.choice([1, 30, 400])))
        choice = Perfect().play(position, Limit(nodes=100))
        assert choice.cell in position.legal, (seed, position)
        assert sorted(move.cell for move in found.moves) == list(position.legal), (seed, position)
        if rules.cells - position.ply <= 6:
            truth = Memoised().analyse(position).score
            assert isinstance(truth, Score)
            for score in (found.score, choice.score):
                assert not isinstance(score, Score) or score.value is truth.value, (seed, position)


@pytest.mark.parametrize("seed", some(range(40), 2))
def test_perfect_answers_on_every_kind_of_rules(seed: int) -> None:
    _perfect_answers(seed)


@pytest.mark.deep
@pytest.mark.parametrize("hundred", range(1, 21))
def test_perfect_answers_on_every_kind_of_rules_often(hundred: int) -> None:
    for seed in range(100 * hundred, 100 * hundred + 100):
        _perfect_answers(seed)

"""Every method and option on custom games: the right answer, or a refusal that says why.

Lines of mixed sizes, some inside others, under the usual rules and under misère; rows that may not
be longer; and `perfect` on every kind of game there is.
"""

import gc
import mmap
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from noughts import Limit, Mark, Position, Rules, Score
from noughts.core.errors import NoughtsError, RulesError
from noughts.engines import Perfect
from noughts.solver import Solver, solve
from noughts.solver.tablebase import Table, build
from tests import naive_solver
from tests.sampling import some
from tests.solver.fuzz import random_rules

SEEDS = some(range(12), 4)
DEEP = range(100, 400)


def kinds(seed: int) -> Iterator[Rules]:
    """Yield a custom game, the same one under misère, and one with exact rows."""
    draw = random.Random(seed)
    while (rules := random_rules(draw, sizes=(1, 2, 2, 3, 3, 4, 5))).cells > 10:
        pass
    cells = [[cell for cell in range(rules.cells) if line >> cell & 1] for line in rules.lines]
    yield rules
    yield Rules.custom(rules.shape, cells, misere=True)
    yield Rules.parse(draw.choice(("4,2,2 exact", "3,3,2 exact", "5,2,3 exact", "3,3,2 torus")))


def positions(rules: Rules, seed: int, number: int = 4) -> list[Position]:
    """Return the empty board and some positions of random games that are not over."""
    draw = random.Random(seed)
    found = [Position(rules)]
    while len(found) < number:
        position = Position(rules)
        for _ in range(draw.randrange(rules.cells)):
            if position.outcome is None:
                position = position.play(draw.choice(position.legal))
        if position.outcome is None:
            found.append(position)
    return found


def compare(seed: int, folder: Path) -> None:
    """Compare every answer of the solver with the naive one's.

    Raises:
        AssertionError: they differ.
    """
    for rules in kinds(seed):
        values: dict[int, int] = {}
        lengths: dict[int, int] = {}
        completed: dict[tuple[int, int], bool] = {}
        plain = rules.misere or any(rules.guards)
        table = _table(rules, folder)
        for position in positions(rules, seed):
            truth = naive_solver.value(position, values)
            away = naive_solver.distance(position, lengths)
            assert _sign(table.probe(position)) == truth, position
            for threads in (1, 2):
                found = solve(position, memory=1 << 20, first_moves=True, threads=threads)
                assert _sign(found.score) == truth, position
                assert found.winning == tuple(
                    cell
                    for cell, child in position.children()
                    if naive_solver.value(child, values) < 0
                ), position
                _follow(found.line, position, truth, values)
            found = solve(position, memory=1 << 20, distance=True)
            plies = naive_solver.LONG - abs(away) if truth else None
            assert found.score is not None
            assert found.score.plies == plies, position
            if plain:
                with pytest.raises(RulesError, match="Maker-Breaker"):
                    solve(position, maker_breaker=True)
                continue
            found = solve(position, memory=1 << 20, maker_breaker=True)
            maker = naive_solver.completes(
                rules, position.x, position.o, int(position.turn is Mark.O), completed
            )
            assert found.winner is (Mark.X if maker else None), position


def _table(rules: Rules, folder: Path) -> Table:
    file = folder / f"{abs(hash(str(rules)))}"
    if not file.exists():
        build(rules, file)
    return Table(file)


def _sign(score: Score | None) -> int:
    assert score is not None
    return (score > Score.draw()) - (score < Score.draw())


def _follow(line: tuple[int, ...], position: Position, truth: int, values: dict[int, int]) -> None:
    """Check that a line of play gives nothing away."""
    for cell in line:
        position = position.play(cell)
        truth = -truth
        assert naive_solver.value(position, values) == truth, position


@pytest.mark.parametrize("seed", SEEDS)
def test_every_option_on_hand_made_games(seed: int, tmp_path: Path) -> None:
    compare(seed, tmp_path)


@pytest.mark.deep
@pytest.mark.parametrize("seed", DEEP)
def test_every_option_on_many_hand_made_games(seed: int, tmp_path: Path) -> None:
    compare(seed, tmp_path)


@pytest.mark.parametrize("game", ["4,4,3 gravity", "4,3,3 gravity misere"])
def test_what_gravity_refuses(game: str, tmp_path: Path) -> None:
    rules = Rules.parse(game)
    with pytest.raises(RulesError, match="gravity"):
        Solver(rules)
    with pytest.raises(RulesError, match="gravity"):
        build(rules, tmp_path / "table")
    with pytest.raises(RulesError, match="gravity"):
        solve(rules, maker_breaker=True)


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="says what a process takes")
def test_a_solver_leaves_no_tables_behind() -> None:
    def taken() -> int:
        """Return the bytes of this process that are in memory."""
        return int(Path("/proc/self/statm").read_text().split()[1]) * mmap.PAGESIZE

    solve("7,4,4")
    gc.disable()  # which would find them, sooner or later
    try:
        before = taken()
        for _ in range(6):
            assert solve("7,4,4").memory > 4_000_000
        assert taken() - before < 20_000_000
    finally:
        gc.enable()


def test_what_goes_with_no_maker_breaker() -> None:
    with pytest.raises(RulesError, match="only a value"):
        solve("3,3,3", maker_breaker=True, distance=True)
    for game in ("3,3,3 misere", "4,3,3 exact"):
        with pytest.raises(RulesError, match="Maker-Breaker"):
            Solver(Rules.parse(game), maker_breaker=True)


def any_game(draw: random.Random) -> Rules:
    """Draw a game of any kind and almost any size."""
    while True:
        shape = [draw.randint(1, 9) for _ in range(draw.choice((2, 2, 2, 3)))]
        words = [
            word for word in ("torus", "exact", "caro", "misere", "gravity") if draw.random() < 0.25
        ]
        text = ",".join(map(str, [*shape, draw.randint(1, 6)]))
        try:
            rules = Rules.parse(" ".join([text, *words]))
        except NoughtsError:
            continue
        return random_rules(draw) if draw.random() < 0.2 else rules


def ask_perfect(seed: int) -> None:
    """Ask `perfect` for a move and an analysis somewhere in a game of any kind.

    Raises:
        AssertionError: the move is not legal, or a proved value is wrong.
    """
    draw = random.Random(seed)
    rules = any_game(draw)
    values: dict[int, int] = {}
    for position in positions(rules, seed, 2):
        limit = draw.choice((Limit(seconds=0.05), Limit(nodes=300), Limit(depth=2)))
        choice = Perfect().play(position, limit)
        assert choice.cell in position.legal, position
        found = Perfect().analyse(position, limit)
        assert {move.cell for move in found.moves} == set(position.legal), position
        if rules.cells - position.ply <= 8:
            truth = naive_solver.value(position, values)
            for score in (choice.score, found.score):
                assert not isinstance(score, Score) or _sign(score) == truth, position


@pytest.mark.parametrize("seed", some(range(40), 4))
def test_perfect_moves_in_games_of_every_kind(seed: int) -> None:
    ask_perfect(seed)


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(1000, 2000))
def test_perfect_moves_in_very_many_games(seed: int) -> None:
    ask_perfect(seed)


def test_a_side_that_cannot_own_a_row_does_not_win_with_exact_rows() -> None:
    found = solve("7,4,4 exact")
    assert found.proven
    assert found.winner is None
    assert "Maker-Breaker" in found.method
    # In misère, owning a row loses, so who cannot own one says nothing of who wins.
    assert "Maker-Breaker" not in solve("4,3,3 misere").method
    assert solve("4,3,3 misere").winner is Mark.O

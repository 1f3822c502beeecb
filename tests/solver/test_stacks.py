"""Every other game in which stones fall: `StackSearch` against plain minimax and `ColumnSearch`."""

import itertools
import random
from pathlib import Path

import pytest

from noughts import Position, Rules, Score
from noughts.core.errors import RulesError
from noughts.core.forks import completions, waiting
from noughts.solver import gravity, solve
from noughts.solver.book_building import build_book
from noughts.solver.gravity import GravitySolver
from noughts.solver.search.gravity_lines import ALL_RULES
from noughts.testing import random_games
from tests import naive, naive_solver
from tests.solver.test_gravity import answers, differs, reachable
from tests.solver.uncompiled import Edit, compiled, uncompiled

#: Of each kind, and of kinds together: boards of which all positions are compared.
SMALL = [
    "3,3,3 torus",
    "3,3,3 misere",
    "4,3,3 exact",
    "3,3,2 exact",
    "2,2,2,2",
    "3,2,2,3",
    "2,3,2,2 misere",
    "3,3,3 torus misere",
    "4,3,2 exact torus",
    "3,3,2 exact misere",
    "3,3,2 exact misere torus",
    "2,2,2,2 exact torus",
    "3,3 lines a3-b3-c3 a1-b2-c3 b2-b1 a2-b2-c2-c1",
    "3,3 lines a3-b3-c3 a1-b2-c3 b2-b1 a2-b2-c2-c1 misere",
]
#: Games of which random positions are compared.
LARGER = [
    "4,4,3 torus",
    "4,4,3 misere",
    "5,3,3 exact",
    "5,5,3 exact",
    "3,3,3,3",
    "4,4,4 torus misere",
    "5,4,3 exact misere",
    "3,3,3,3 misere",
    "6,4,3 exact torus",
]


def solver_of(game: str, pruning: frozenset[str] = ALL_RULES) -> GravitySolver:
    return GravitySolver(Rules.parse(f"{game} gravity"), memory=1 << 20, pruning=pruning)


def on_stacks(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> GravitySolver:
    """Return the general search for a game that the column search takes."""
    monkeypatch.setattr(gravity, "ordinary", lambda _: False)
    return GravitySolver(rules, memory=1 << 24, book=False)


def unfinished(rules: Rules, draw: random.Random, empty: int) -> Position:
    """Play at random until this many cells are empty; who would end the game moves elsewhere."""
    while True:
        position = Position(rules)
        while position.outcome is None and rules.cells - position.ply > empty:
            going_on = [child for _, child in position.children() if child.outcome is None]
            position = draw.choice(going_on or [position.play(position.legal[0])])
        if position.outcome is None:
            return position


def sign(score: Score) -> int:
    return (score > Score.draw()) - (score < Score.draw())


def holds(solver: GravitySolver, position: Position) -> None:
    expected = naive_solver.score(position)
    assert solver.score(position) == expected, repr(position)
    assert solver.sign(position) == (sign(expected), sign(expected)), repr(position)


@pytest.mark.parametrize("game", SMALL)
def test_all_positions_are_valued_as_plain_minimax_values_them(game: str) -> None:
    solver = solver_of(game)
    positions = list(reachable(Position(solver.rules), set()))
    draw = random.Random(game)
    for position in positions if len(positions) < 2000 else draw.sample(positions, 2000):
        holds(solver, position)


@pytest.mark.parametrize(
    ("size", "flags"),
    [
        ((3, 3, 3), {"torus": True}),
        ((3, 3, 3), {"misere": True}),
        ((4, 3, 3), {"exact": True}),
        ((4, 2, 2), {"torus": True, "misere": True}),
    ],
)
def test_the_naive_twin_says_the_same(size: tuple[int, int, int], flags: dict[str, bool]) -> None:
    """It does not use lines, guards or bitboards."""
    rules = Rules.grid(size[:2], size[2], gravity=True, **flags)
    solver = GravitySolver(rules, memory=1 << 20)
    known: dict[naive.Rows, tuple[int, int]] = {}
    for position in reachable(Position(rules), set()):
        rows = tuple(str(position).split("/"))
        sign, away = naive.value(rows, size[2], known, gravity=True, **flags)
        score = Score.win(away) if sign > 0 else Score.loss(away) if sign else Score.draw()
        assert solver.score(position) == score, repr(position)


def fuzz(rule: str, positions: int) -> None:
    """Compare with plain minimax, with this rule alone and with all others."""
    for game in LARGER:
        solvers = [solver_of(game, names) for names in (ALL_RULES & {rule}, ALL_RULES - {rule})]
        draw = random.Random(game)
        for _ in range(positions):
            position = unfinished(solvers[0].rules, draw, draw.randint(2, 8))
            for solver in solvers:
                holds(solver, position)


@pytest.mark.parametrize("rule", [*sorted(ALL_RULES), "none"])
def test_no_rule_changes_a_value(rule: str) -> None:
    fuzz(rule, positions=3)


@pytest.mark.deep
@pytest.mark.parametrize("rule", [*sorted(ALL_RULES), "none"])
def test_no_rule_changes_a_value_in_many_positions(rule: str) -> None:
    fuzz(rule, positions=300)


@pytest.mark.parametrize("game", ["8,8,4", "8,8,5", "8,8,6 torus", "8,8,5 misere", "4,4,4,4"])
def test_the_end_of_games_on_large_boards(game: str) -> None:
    """Where plain minimax can follow: nobody has a line yet, and eight cells are left."""
    solver = solver_of(game)
    draw = random.Random(game)
    for _ in range(6):
        holds(solver, unfinished(solver.rules, draw, 8))


@pytest.mark.parametrize("game", ["5,4,4", "4,5,4", "5,5,3", "6,5,4", "7,6,4", "7,7,5"])
def test_the_column_search_says_the_same(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Rules.parse(f"{game} gravity")
    ordinary = GravitySolver(rules, memory=1 << 24, book=False)
    general = on_stacks(rules, monkeypatch)
    draw = random.Random(game)
    for _ in range(25):
        position = unfinished(rules, draw, draw.randint(8, 20))
        assert general.score(position) == ordinary.score(position), repr(position)
        assert general.wins_next(position) == ordinary.wins_next(position)


@pytest.mark.parametrize(
    "game", ["4,4,4 torus", "3,3,3 misere", "4,4,3 misere", "4,3,3 exact", "2,4,2,4"]
)
def test_following_up_bounds_what_plain_minimax_finds(game: str) -> None:
    solver = solver_of(game)
    rules = solver.rules
    told = set()
    for position in itertools.chain(*random_games(rules, games=150, seed=2)):
        if position.outcome is None and rules.cells - position.ply <= 8:
            own, other = position.sides(position.turn)
            follower = position.turn.other
            wins = {*completions(position, follower), *waiting(position, follower)}
            bound = solver._search.follow_up(own, other, sum(1 << cell for cell in wins))
            if bound <= 0:
                told.add(bound)
                assert sign(naive_solver.score(position)) <= bound, repr(position)
    assert told


def test_each_rule_spares_nodes() -> None:
    """So that a name that switches nothing off would show."""

    def nodes(game: str, names: frozenset[str]) -> int:
        solver = solver_of(game, names)
        assert solver.score(Position(solver.rules)) is not None
        return solver.total

    for rule in ALL_RULES:
        game = "5,4,3 torus misere" if rule == "order" else "4,4,4 torus"
        assert nodes(game, ALL_RULES - {rule}) > nodes(game, ALL_RULES), rule


FAST = ["4,4,4 torus", "6,2,3 exact", "3,2,3 misere", "3,3,2,3"]


@pytest.mark.parametrize("game", [*FAST, "3,3,3 exact torus misere"])
def test_compiled_and_uncompiled_give_equal_answers_and_nodes(game: str) -> None:
    assert answers(compiled(), game, last=10) == answers(uncompiled(), game, last=10)


MISTAKES = [
    Edit("gravity_lines", "_playable", "taken >> self.columns", "taken << self.columns"),
    Edit("gravity_lines", "_over", "~self.floor", "self.full"),
    Edit("gravity_lines", "_completing", "missing & other == 0", "True"),
    Edit("gravity_lines", "_holding", "own | bit(cell)", "own"),
    Edit("gravity_lines", "_holding", "not self.exact", "True"),
    Edit("gravity_lines", "_among", "forced if forced & (forced - 1) == 0 else 0", "forced"),
    Edit(
        "gravity_lines",
        "_among",
        "(theirs & ~self.floor) << self.columns",
        "theirs >> self.columns",
    ),
    Edit("gravity_lines", "follow_up", "other | upper | aside", "other | upper"),
    Edit("gravity_lines", "follow_up", "own | lower", "own | lower | aside"),
    Edit("gravity_lines", "follow_up", "empty & self.lower", "empty & ~self.lower"),
    Edit("gravity_lines", "follow_up", "lower | aside", "lower"),
    Edit("gravity_lines", "follow_up", "theirs & self.lower & column", "theirs & column"),
    Edit("gravity_lines", "follow_up", "theirs & upper", "theirs"),
    Edit("gravity_lines", "_search", "late: cython.int = self.misere", "late: cython.int = 0"),
    Edit("gravity_lines", "_search", "mine | self.threats[i]", "self.threats[i]"),
    Edit(
        "gravity_lines", "_search", "self.symmetries.back(entry.board, key.symmetry)", "entry.board"
    ),
]


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_shows(mistake: Edit) -> None:
    assert differs(mistake, FAST, last=10)


@pytest.mark.parametrize("size", [12, 24])
def test_a_table_that_is_too_small_only_forgets(size: int) -> None:
    rules = Rules.parse("5,4,4 torus gravity")
    assert GravitySolver(rules, memory=1 << size).sign(Position(rules)) == (0, 0)


@pytest.mark.parametrize(
    "game", ["5,5,4 torus", "4,4,4 misere", "3,3,3,3", "8,8,3", "3,3 lines a3-b3-c3 b2-b1"]
)
def test_a_line_of_play_is_as_long_as_the_score_says(game: str) -> None:
    found = solve(f"{game} gravity", distance=True, memory=1 << 26)
    assert found.score is not None
    position = found.position
    for cell in found.line:
        position = position.play(cell)
    assert position.outcome is not None
    assert found.winner == position.outcome.winner
    assert found.score.plies in {None, len(found.line)}


def test_what_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="72 cells; the solver takes at most 64"):
        solve("9,8,4 gravity")
    for game in ("4,4,3 torus", "4,4,3 misere", "4,4,3 exact", "2,2,2,2", "2,2 lines a1-b1"):
        with pytest.raises(RulesError, match="without torus, exact or misere"):
            build_book(Rules.parse(f"{game} gravity"), 2, tmp_path / "book")

"""Connect Four and its kin: the search with gravity against plain minimax, position by position."""

import itertools
import random
from collections.abc import Iterable, Iterator
from functools import cache
from types import SimpleNamespace

import pytest

from noughts import Limit, Position, Rules, Score, Value
from noughts.core.forks import completions, waiting
from noughts.solver import solve
from noughts.solver.gravity import GravitySolver
from noughts.solver.search.gravity_bitboard import ALL_RULES
from noughts.testing import random_games
from tests import naive_solver
from tests.sampling import sample
from tests.solver.uncompiled import Edit, compiled, uncompiled

SMALL = ["3,3,3", "4,3,3", "3,4,3", "4,4,3", "4,4,4", "5,3,3", "3,5,4", "4,4,2", "2,2,3"]

#: Columns played, from 0; the values are those of the program bitbully, asked in November 2026.
KNOWN = {
    "4014215406425605": Score.win(1),
    "6242126144642514": Score.win(1),
    "3446035265065036": Score.win(7),
    "5613136520653335": Score.loss(8),
    "0511101436514643": Score.win(1),
    "5214410065504513": Score.win(23),
    "040602645556300126026635": Score.win(1),
    "050322613052121501534136": Score.loss(2),
    "123311024622612302440150": Score.win(1),
    "212303124116146162250056": Score.loss(2),
    "521635502041023145011336": Score.win(13),
    "350600654254254604020514": Score.win(3),
    "02050634205506414404564313115131": Score.win(1),
    "56511600664432302516645134225251": Score.win(1),
    "23605145522664666120322505344540": Score.win(1),
}


def reachable(position: Position, seen: set[Position]) -> Iterator[Position]:
    if position in seen:
        return
    seen.add(position)
    yield position
    for _, child in position.children():
        yield from reachable(child, seen)


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[pytest.mark.deep] * (game == "4,4,4")) for game in SMALL]
)
def test_positions_are_valued_as_plain_minimax_values_them(game: str) -> None:
    rules = Rules.parse(f"{game} gravity")
    solver = GravitySolver(rules, memory=1 << 20)
    positions = list(reachable(Position(rules), set()))
    draw = random.Random(4)
    for position in draw.sample(positions, min(len(positions), sample(300, 3000))):
        assert solver.score(position) == naive_solver.score(position), repr(position)
        low, high = solver.sign(position)
        assert low == high == _sign(naive_solver.score(position)), repr(position)


def _sign(score: Score) -> int:
    return (int(score) > 0) - (int(score) < 0)


@pytest.mark.parametrize("game", ["4,3,3", "5,3,3", "3,4,3", "4,4,4", "3,5,3"])
def test_following_up_bounds_what_plain_minimax_finds(game: str) -> None:
    """With an even number of empty cells, and with an odd one, where it needs a threat."""
    rules = Rules.parse(f"{game} gravity")
    solver = GravitySolver(rules, memory=1 << 20)
    told = {(0, 0): 0, (0, -1): 0, (1, -1): 0}
    for position in itertools.chain(*random_games(rules, games=250, seed=2)):
        if position.outcome is not None:
            continue
        own, other = position.sides(position.turn)
        follower = position.turn.other
        wins = {*completions(position, follower), *waiting(position, follower)}
        bound = solver._search.follow_up(
            solver._columns(own),
            solver._columns(own | other),
            solver._columns(sum(1 << cell for cell in wins)),
        )
        if bound <= 0:
            told[(rules.cells - position.ply) % 2, bound] += 1
            assert _sign(naive_solver.score(position)) <= bound, repr(position)
    assert min(told.values()) > 0


@pytest.mark.parametrize("rule", [*sorted(ALL_RULES), "none"])
def test_no_rule_changes_a_value(rule: str) -> None:
    fuzz(rule, games=4)


@pytest.mark.deep
@pytest.mark.parametrize("rule", [*sorted(ALL_RULES), "none"])
def test_no_rule_changes_a_value_in_many_positions(rule: str) -> None:
    fuzz(rule, games=400)


def fuzz(rule: str, games: int) -> None:
    """Compare with plain minimax, with this rule alone and with all others."""
    for game in ("4,3,3", "3,4,3", "3,3,3", "4,4,4", "5,3,3", "3,5,3", "4,4,2", "6,3,5"):
        rules = Rules.parse(f"{game} gravity")
        solvers = [
            GravitySolver(rules, memory=1 << 16, pruning=names)
            for names in ({rule} & ALL_RULES, ALL_RULES - {rule})
        ]
        for position in itertools.chain(*random_games(rules, games, seed=7)):
            if rules.cells - position.ply <= 11:
                expected = naive_solver.score(position)
                for solver in solvers:
                    assert solver.score(position) == expected, repr(position)
                    low, high = solver.sign(position)
                    assert low == high == _sign(expected), repr(position)


@pytest.mark.parametrize("game", ["7,7,4", "8,7,4", "8,7,5", "7,6,3", "6,6,5", "5,8,3"])
def test_the_end_of_games_on_large_boards(game: str) -> None:
    """Where plain minimax can follow: no line yet, and nine cells left."""
    rules = Rules.parse(f"{game} gravity")
    draw = random.Random(game)
    solver = GravitySolver(rules, memory=1 << 16)
    compared = 0
    while compared < 8:
        position = Position(rules)
        while rules.cells - position.ply > 9 and position.outcome is None:
            going_on = [child for _, child in position.children() if child.outcome is None]
            position = draw.choice(going_on or [position.play(position.legal[0])])
        if position.outcome is None:
            assert solver.score(position) == naive_solver.score(position), repr(position)
            compared += 1


def test_each_rule_spares_nodes() -> None:
    """So that a name that switches nothing off would show."""
    position = Position(Rules.parse("5,4,4 gravity"))

    def nodes(names: frozenset[str]) -> int:
        solver = GravitySolver(position.rules, memory=1 << 20, pruning=names)
        assert solver.sign(position) == (0, 0)
        return solver.total

    everything = nodes(ALL_RULES)
    for rule in ALL_RULES - {"order"}:
        assert nodes(ALL_RULES - {rule}) > everything, rule
    assert nodes(ALL_RULES - {"order"}) != everything


def answers(modules: SimpleNamespace, game: str, last: int = 0) -> list[object]:
    """Return what a search says in games, or in their last positions, and what it cost."""
    rules = Rules.parse(f"{game} gravity")
    solver = modules.gravity.GravitySolver(rules, memory=1 << 20)
    games = random_games(rules, games=4, seed=1)
    told: list[object] = [
        (str(solver.score(position)), solver.total, int(solver.table.stored))
        for position in itertools.chain(*(played[1:][-last:] for played in games))
    ]
    solver.allow(Limit(nodes=50))
    return [*told, (solver.score(Position(rules)), solver.nodes)]


@cache
def right(game: str, last: int) -> list[object]:
    return answers(compiled(), game, last)


def differs(mistake: Edit, games: Iterable[str], last: int = 0) -> bool:
    """Whether a mistake shows in the answers or their cost."""
    broken = uncompiled(mistake)
    return any(answers(broken, game, last) != right(game, last) for game in games)


@pytest.mark.parametrize("game", ["4,4,3", "4,4,4", "5,3,4", "3,6,3", "6,5,3"])
def test_compiled_and_uncompiled_give_equal_answers_and_nodes(game: str) -> None:
    assert right(game, 0) == answers(uncompiled(), game)


MISTAKES = [
    Edit("gravity_bitboard", "_holding", "~(against >> 1)", "~(against << 1)"),
    Edit("gravity_bitboard", "_holding", "forced if forced & (forced - 1) == 0 else 0", "forced"),
    Edit("gravity_bitboard", "_completing", "own << i * shift", "own << (i - 1) * shift"),
    Edit("gravity_bitboard", "_completing", "(k - i) * shift", "(k - i + 1) * shift"),
    Edit("gravity_bitboard", "_completing", "row |= after", "row = after"),
    Edit("gravity_bitboard", "_has_line", "range(4)", "range(1, 4)"),
    Edit("gravity_bitboard", "_has_line", "(k - length) * shift", "length * shift"),
    Edit(
        "gravity_bitboard", "_lacking_two", "one & empty >> i * shift", "none & empty >> i * shift"
    ),
    Edit("gravity_bitboard", "_order", "(4 if playable else 0)", "0"),
    Edit("gravity_bitboard", "_out_of_reach", "self._has_line(own | empty)", "self._has_line(own)"),
    Edit("gravity_bitboard", "_out_of_reach", "own ^ taken | empty", "own ^ taken"),
    Edit("gravity_bitboard", "_key", "self.cells - LAST", "self.cells - LAST - 1"),
    Edit("gravity_bitboard", "_order", "threats & playable << 1", "playable"),
    Edit("gravity_bitboard", "_order", "threats & playable << 1", "False"),
    Edit("gravity_bitboard", "follow_up", "empty & self.lower | aside", "aside"),
    Edit("gravity_bitboard", "follow_up", "empty & ~lower", "empty"),
    Edit("gravity_bitboard", "follow_up", "self._above(wins & upper)", "self._above(wins)"),
    Edit("gravity_bitboard", "follow_up", "self._above(aside)", "self.full"),
    Edit("gravity_bitboard", "follow_up", "self.lower & self._above(aside)", "self._above(aside)"),
    Edit("gravity_bitboard", "_above", "self.guards - cells ^ cells", "cells << 1"),
    Edit("gravity_bitboard", "_promised", "AT_MOST - value", "value - AT_MOST"),
    Edit("gravity_bitboard", "_promised", "self.threats[i] or not even", "not even"),
    Edit("gravity_bitboard", "_key", "self.mirrored(key)", "taken"),
    Edit("value_table", "find", "mixed >> self.bits", "mixed >> self.bits + 40"),
]


def column_lines(columns: int, rows: int, k: int) -> list[int]:
    """Return all lines of a board as column bitboards."""
    found = []
    for column, row in itertools.product(range(columns), range(rows)):
        for right, up in ((0, 1), (1, -1), (1, 0), (1, 1)):
            last = column + (k - 1) * right, row + (k - 1) * up
            if last[0] < columns and 0 <= last[1] < rows:
                cells = ((column + n * right) * (rows + 1) + row + n * up for n in range(k))
                found.append(sum(1 << cell for cell in cells))
    return found


@pytest.mark.parametrize("size", [(7, 6), (4, 4), (9, 6), (8, 7), (4, 15), (15, 3)])
@pytest.mark.parametrize("k", [2, 3, 4, 5, 7])
def test_lines_are_those_that_a_look_at_each_finds(size: tuple[int, int], k: int) -> None:
    columns, rows = size
    height = rows + 1
    twin = uncompiled().gravity_bitboard
    draw = random.Random(f"{size}")
    lines = column_lines(columns, rows, k)
    for _ in range(100):
        own = other = 0
        for column in range(columns):
            for row in range(draw.randint(0, rows)):
                stone = 1 << column * height + row
                own, other = (own, other | stone) if draw.random() < 0.4 else (own | stone, other)
        cells = sum(((1 << rows) - 1) << column * height for column in range(columns))
        empty = cells & ~(own | other)
        missing = [line & ~own for line in lines if not line & other]
        last = {rest for rest in missing if rest.bit_count() == 1}
        assert twin._completing(own, empty, k, height) == sum(last)
        assert twin._has_line(own, k, height) == (0 in missing)
        two = sum(rest.bit_count() == 2 for rest in missing)
        assert twin._lacking_two(own, empty, k, height) == two


@pytest.mark.parametrize("size", [(7, 6), (4, 4), (8, 7), (4, 15), (6, 5)])
def test_the_key_of_a_mirror_image_is_the_image_of_the_key(size: tuple[int, int]) -> None:
    columns, rows = size
    twin = uncompiled()
    search = twin.gravity_bitboard.ColumnSearch(
        columns, rows, 4, twin.value_table.ValueTable(1 << 16)
    )
    draw = random.Random(f"{size}")
    for _ in range(300):
        own = taken = 0
        for column in range(columns):
            filled = (1 << draw.randint(0, rows)) - 1  # up to the whole column
            taken |= filled << column * search.height
            own |= (
                filled & draw.choice((filled, draw.getrandbits(rows)))
            ) << column * search.height
        image = search.mirrored(taken) + search.bottom + search.mirrored(own)
        assert search.mirrored(taken + search.bottom + own) == image


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_shows(mistake: Edit) -> None:
    assert differs(mistake, ("4,4,4", "5,3,3", "6,5,3"))


@pytest.mark.parametrize(("size", "value"), [(12, "win"), (30, "draw")])
def test_a_table_that_is_too_small_or_grows_only_forgets(size: int, value: str) -> None:
    rules = Rules.parse("4,4,3 gravity" if value == "win" else "5,4,4 gravity")
    solver = GravitySolver(rules, memory=1 << size)
    score = solver.score(Position(rules))
    assert score is not None
    assert str(score.value) == value


@pytest.mark.parametrize(
    ("size", "score"),
    [
        ("4,4,4", Score.draw()),
        ("5,4,4", Score.draw()),
        ("6,4,4", Score.loss(24)),
        ("4,5,4", Score.draw()),
        ("5,5,4", Score.draw()),
        ("4,6,4", Score.draw()),
        ("4,7,4", Score.draw()),
    ],
)
def test_small_boards_have_their_published_values(size: str, score: Score) -> None:
    """Tromp, "John's Connect Four Playground"; on 6,4,4 the second player wins.

    So no stealing of strategies can hold where stones fall.
    """
    assert solve(f"{size} gravity", distance=True, memory=1 << 24).score == score


@pytest.mark.parametrize(
    ("size", "value"),
    [
        pytest.param("7,5,4", Value.DRAW, marks=pytest.mark.deep),
        pytest.param("5,7,4", Value.DRAW, marks=pytest.mark.deep),
        pytest.param("5,8,4", Value.DRAW, marks=pytest.mark.deep),
        pytest.param("6,6,4", Value.LOSS, marks=pytest.mark.deep),
        pytest.param("8,4,4", Value.LOSS, marks=pytest.mark.deep),
    ],
)
def test_larger_boards_have_their_published_values(size: str, value: Value) -> None:
    """Tromp, "John's Connect Four Playground"."""
    assert solve(f"{size} gravity", memory=1 << 28).value == value


def test_connect_four_late_in_the_game() -> None:
    """Values that the public program bitbully gives, too (customary scores turned into plies)."""
    rules = Rules.parse("connect-four")
    for columns, score in KNOWN.items():
        position = Position(rules)
        for column in columns:
            position = position.play(max(c for c in position.legal if c % 7 == int(column)))
        found = solve(position, distance=True, memory=1 << 24)
        assert found.score == score, columns
        for cell in found.line:
            position = position.play(cell)
        assert position.outcome is not None
        assert solve(position).method == "finished"
        assert found.winner == position.outcome.winner
        assert score.plies in {None, len(found.line)}


@pytest.mark.parametrize("game", ["3,20,4", "2,26,5", "26,1,25", "7,6,4", "4,15,4"])
def test_wins_at_once_are_those_of_the_rules_on_high_boards(game: str) -> None:
    """There a line's shift may be longer than a word, which wraps around on common machines."""
    rules = Rules.parse(f"{game} gravity")
    solver = GravitySolver(rules, memory=1 << 16)
    for position in itertools.chain(*random_games(rules, games=60, seed=1)):
        if position.outcome is None:
            wins = any(child.outcome and child.outcome.winner for _, child in position.children())
            assert solver.wins_next(position) == wins, repr(position)


def test_a_limit_ends_it_with_what_is_known() -> None:
    found = solve("connect-four", Limit(nodes=1000), memory=1 << 20, book=False)
    assert found.score is None
    assert found.unfinished == "stopped at the limit of 1,000 nodes"
    assert found.nodes <= 1000


def test_first_moves_that_win() -> None:
    rules = Rules.parse("4,4,3 gravity")
    found = solve(Position(rules), first_moves=True)
    known: dict[int, int] = {}
    wins = {c for c, child in Position(rules).children() if naive_solver.value(child, known) < 0}
    assert set(found.winning or ()) == wins

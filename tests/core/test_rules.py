import itertools
import pickle
import random
from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import Position, Rules, RulesError
from noughts.core import symmetry as symmetry_module
from noughts.core.bits import bits
from noughts.core.symmetry import permuted
from noughts.testing import check_rules
from tests import naive
from tests.sampling import sample

GAMES = [
    "3,3,3",
    "4,3,3",
    "4,4,4",
    "5,4,3",
    "3,3,3,3",
    "qubic",
    "3,3,3 torus",
    "4,4,4 torus",
    "5,4,3 torus exact",
    "3,3,3 misere",
    "6,6,4 exact",
    "5,4,3 caro",
    "6,3,3 exact caro",
    "5,4,3 caro torus misere",
    "5,1,3,2 caro",
    "4,3,2 caro torus",
    "gomoku",
    "3,3,5",
    "1,1,1",
    "2,1,1",
    "4,3,2 misere",
    "3,3 lines a1-b2-c3 a1-b1 c1-c2-c3-b3",
    "connect-four",
    "4,4,3 gravity",
    "4,3,3 torus gravity",
    "4,4,3 exact misere gravity",
    "3,3,2,3 gravity",
    "3,4 lines a4-b4-c4 a1-c1 gravity",
    "5,1,2 gravity",
]


@pytest.mark.parametrize("game", GAMES)
def test_the_laws_hold_on(game: str) -> None:
    check_rules(Rules.parse(game), games=sample(3, 10))


@given(
    st.lists(
        st.lists(st.integers(0, 8), min_size=1, max_size=4, unique=True), min_size=0, max_size=8
    ),
    st.booleans(),
)
def test_the_laws_hold_on_hand_made_lines(lines: list[list[int]], misere: bool) -> None:
    check_rules(Rules.custom((3, 3), lines, misere=misere), games=2)


@pytest.mark.parametrize(
    ("game", "lines", "symmetries"),
    [
        ("3,3,3", 8, 8),
        ("4,3,3", 14, 4),
        ("4,4,4", 10, 32),
        ("3,3,3,3", 49, 48),
        ("4,4,4,4", 76, 192),
        ("15,15,5", 572, 8),
        ("8,8,4 gravity", 130, 2),
        ("9,8,4 gravity", 153, 2),  # found by the motions of a larger board
        ("9,9,4 gravity", 180, 2),
        ("3,3,3 torus", 12, 432),  # the affine plane of order 3
        ("3,3,5", 0, 8),  # all 9! would do; too many to be of use
    ],
)
def test_known_numbers_of_lines_and_symmetries(game: str, lines: int, symmetries: int) -> None:
    rules = Rules.parse(game)
    assert (len(rules.lines), len(rules.symmetries)) == (lines, symmetries)


@pytest.mark.parametrize(
    "game",
    [
        pytest.param("3,3,3", marks=pytest.mark.deep),
        "4,2,2",
        "3,2 lines a1-b1 b2-c2",
        "3,2,3 torus",
        pytest.param("3,3,3 gravity", marks=pytest.mark.deep),
        "4,2,2 torus gravity",
        pytest.param("2,2,2,2 gravity", marks=pytest.mark.deep),
        "3,2 lines a1-b1-c1 gravity",
        pytest.param("3,3,5 gravity", marks=pytest.mark.deep),
        "4,2,2 caro",
        "5,1,3 exact caro",
    ],
)
def test_the_symmetries_are_all_there_are(game: str) -> None:
    assert set(Rules.parse(game).symmetries) == automorphisms(Rules.parse(game))


@pytest.mark.parametrize("game", ["2,3,1,2 torus", "3,2,4", "6,1,2 torus misere", "2,3,2 torus"])
def test_of_very_many_symmetries_there_are_those_of_the_board(game: str) -> None:
    """They are the permutations that keep all distances."""
    rules = Rules.parse(game)
    every = automorphisms(rules)
    places = [rules.place(cell) for cell in range(rules.cells)]
    pairs = list(itertools.combinations(range(rules.cells), 2))
    rigid = {
        s
        for s in every
        if all(dist(places[a], places[b]) == dist(places[s[a]], places[s[b]]) for a, b in pairs)
    }
    expected = every if len(every) <= symmetry_module.MOST else rigid
    assert set(rules.symmetries) == expected


def automorphisms(rules: Rules) -> set[tuple[int, ...]]:
    """Try every permutation of the cells."""
    lines = set(zip(rules.lines, rules.guards, rules.ends, strict=True))
    columns, rows = rules.shape[:2]
    stacked = {(c, c + columns) for c in range(rules.cells) if c // columns % rows < rows - 1}
    return {
        permutation
        for permutation in itertools.permutations(range(rules.cells))
        if all(tuple(permuted(part, permutation) for part in line) in lines for line in lines)
        and (not rules.gravity or {(permutation[a], permutation[b]) for a, b in stacked} == stacked)
    }


@given(
    st.integers(1, 6),
    st.integers(1, 6),
    st.integers(1, 6),
    st.booleans(),
    st.booleans(),
    st.integers(min_value=0),
)
def test_a_line_is_completed_exactly_when_the_naive_twin_finds_a_run(
    m: int, n: int, k: int, torus: bool, exact: bool, stones: int
) -> None:
    rules = Rules.grid((m, n), k, torus=torus, exact=exact)
    board = stones & rules.full
    rows = tuple(
        "".join("X" if board >> (y * m + x) & 1 else "." for x in range(m)) for y in range(n)
    )
    found = any(
        board & line == line and not board & guard
        for line, guard in zip(rules.lines, rules.guards, strict=True)
    )
    lengths = naive.runs(rows, "X", k, torus=torus)
    if torus:
        # Round a torus a run that meets itself is as long as its way round; count that way.
        lengths = _torus_runs(rules, board, k)
    assert found == (any(n == k for n in lengths) if exact else bool(lengths))


def _torus_runs(rules: Rules, board: int, k: int) -> list[int]:
    m, n = rules.shape
    found = []
    for (y, x), (dx, dy) in itertools.product(
        itertools.product(range(n), range(m)), ((1, 0), (0, 1), (1, 1), (-1, 1))
    ):
        cells = [((y + i * dy) % n) * m + (x + i * dx) % m for i in range(m * n)]
        way_round = cells.index(cells[0], 1) if cells[0] in cells[1:] else len(cells)
        own = [bool(board >> cell & 1) for cell in cells[:way_round]]
        if all(own) and way_round >= k:
            found.append(way_round)
        elif own[0] and not own[-1]:
            length = own.index(False)
            if length >= k:
                found.append(length)
    return found


def test_a_game_exists_once_and_is_frozen() -> None:
    rules = Rules.parse("4,4,4 torus")
    assert Rules.grid((4, 4), 4, torus=True) is rules
    assert pickle.loads(pickle.dumps(rules)) is rules  # noqa: S301
    assert rules != Rules.parse("4,4,4")
    assert rules != "4,4,4 torus"
    with pytest.raises(AttributeError, match="immutable"):
        rules.k = 3
    with pytest.raises(AttributeError, match="immutable"):
        del rules.k


def test_five_or_more_and_exactly_five() -> None:
    rows = ["XXX.XX.........", "O.O.O.O.O......", *["..............."] * 13]
    for game, wins in (("gomoku", True), ("15,15,5 exact", False)):
        after = Position.parse("/".join(rows), game).play(3)
        assert (after.outcome is not None) is wins


def test_lines_come_rows_first_then_columns_then_slants() -> None:
    lines = [bits(line) for line in Rules.parse("3,3,3").lines]
    assert lines == [
        (0, 1, 2),
        (3, 4, 5),
        (6, 7, 8),
        (0, 3, 6),
        (1, 4, 7),
        (2, 5, 8),
        (0, 4, 8),
        (2, 4, 6),
    ]


def test_cells_by_lines_are_centre_corners_edges() -> None:
    assert Rules.parse("3,3,3").cells_by_lines == (4, 0, 2, 6, 8, 1, 3, 5, 7)


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        ([[]], "line 1 is empty"),
        ([[0, 1], [9]], "line 2: cell 9 is off the board; cells are 0 to 8"),
    ],
)
def test_wrong_lines_are_refused(lines: list[list[int]], complaint: str) -> None:
    with pytest.raises(RulesError, match=complaint):
        Rules.custom((3, 3), lines)


def test_too_many_lines_and_sides_are_refused() -> None:
    with pytest.raises(RulesError, match="more than 10,000 lines"):
        Rules.custom((26, 26), itertools.combinations(range(200), 2))
    with pytest.raises(RulesError, match="a board has 2, a box has 3"):
        Rules.grid((3,), 3)
    with pytest.raises(RulesError, match="a board has 2, a box has 3"):
        Rules.custom((3,), [])


HARD = {  # symmetries that cannot be found in reasonable time: those of the shape are used instead
    "3,3,2 torus exact": 8,
    "4,3,1 exact": 4,
    "5,2,1 exact": 4,
    "8,8,2 torus": 8,
}


@pytest.mark.parametrize("game", HARD)
def test_symmetries_that_take_too_long_are_those_of_the_shape(game: str) -> None:
    """The first three ran for longer than anyone waited."""
    assert len(Rules.parse(game).symmetries) == HARD[game]


@pytest.mark.parametrize(("shape", "k", "copies"), [((6, 6), 2, 3), ((8, 8), 4, 2)])
def test_hand_made_lines_that_look_alike_everywhere(
    shape: tuple[int, int], k: int, copies: int
) -> None:
    """Random lines of k, each cell on as many of them: only a search tells the cells apart."""
    rng = random.Random(1)
    ends = [cell for cell in range(shape[0] * shape[1]) for _ in range(copies)]
    lines: list[list[int]] = [[0, 0]]
    while any(len(set(line)) < k for line in lines):
        rng.shuffle(ends)
        lines = [ends[at : at + k] for at in range(0, len(ends), k)]
    rules = Rules.custom(shape, lines)
    assert rules.symmetries == (tuple(range(rules.cells)),)
    check_rules(rules, games=1)


@pytest.mark.parametrize(
    ("game", "lines"),
    [
        ("26,26,676 torus exact", 0),
        ("26,26,1,676 torus misere", 0),
        ("26,25,650 torus", 1),  # one way round, whose every start gives the same cells
        ("26,25,649 torus", 650),
        ("8,8,10,41 torus", 0),
    ],
)
def test_rows_that_do_not_fit_are_not_looked_for(game: str, lines: int) -> None:
    """The first two took 14 and 17 seconds."""
    rules = Rules.parse(game)
    assert len(rules.lines) == lines
    assert len(rules.symmetries) in {4, 8, 16}


@pytest.mark.parametrize(
    "game",
    ["5,4,3", "4,4,4 torus exact", "3,3,2,2 torus", "3,4,2,2 exact", "5,5,3 caro", "9,8,5 caro"],
)
def test_turns_and_reflections_keep_the_runs_of_every_board(game: str) -> None:
    """Of such games nobody checks it when there are more than 64 cells."""
    rules = Rules.parse(game)
    lines = list(zip(rules.lines, rules.guards, rules.ends, strict=True))
    with_check = symmetry_module.symmetries(rules.shape, lines)
    assert set(symmetry_module._motions(rules.shape)) <= set(with_check)

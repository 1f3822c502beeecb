"""Twins make no difference to one who only blocks, and everyone finds the same ones."""

import random
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from noughts import Position, Rules
from noughts.core.bits import bits
from noughts.proofs.certificate import certify
from noughts.proofs.certificate.checker import CELLS, Certificate
from noughts.proofs.certificate.strategies.equivalent_cells import EquivalentCells
from noughts.proofs.certificate.strategies.playing import expanded
from tests.proofs.certificate.everything import counted, without_twins
from tests.proofs.certificate.files import verdict
from tests.proofs.certificate.mutants import blocked
from tests.proofs.certificate.second import exit_code, second
from tests.solver.fuzz import random_position

Lines = frozenset[frozenset[int]]

RANDOM = 1_000, 10_000  #: hypergraphs, and those of the deep tests


@cache
def wins(lines: Lines, *, attacker_moves: bool) -> bool:
    """Return whether the attacker takes all cells of a line; it tries every move."""
    if not all(lines):
        return True
    cells = frozenset().union(*lines)
    if attacker_moves:
        return any(
            wins(frozenset(line - {cell} for line in lines), attacker_moves=False) for cell in cells
        )
    return bool(cells) and all(
        wins(frozenset(line for line in lines if cell not in line), attacker_moves=True)
        for cell in cells
    )


def values(lines: Iterable[Iterable[int]]) -> list[bool]:
    """Return whether the attacker wins if he begins, and if he does not."""
    taken = frozenset(map(frozenset, lines))
    return [wins(taken, attacker_moves=moves) for moves in (True, False)]


def alike(lines: Iterable[frozenset[int]]) -> list[tuple[int, int]]:
    """Return the twins, by the definition."""
    lines = list(lines)
    cells = sorted(frozenset().union(*lines))
    return [
        pair
        for pair in combinations(cells, 2)
        if all((pair[0] in line) == (pair[1] in line) for line in lines)
    ]


def left(lines: Iterable[frozenset[int]], draw: random.Random) -> Lines:
    """Leave out the lines through one pair of twins after the other, in any order."""
    kept = frozenset(lines)
    while pairs := alike(kept):
        gone = set(draw.choice(pairs))
        kept = frozenset(line for line in kept if not line & gone)
    return kept


def drawn(draw: random.Random) -> list[frozenset[int]]:
    """Return some lines on a few cells."""
    cells = draw.randint(4, 8)
    sizes = (draw.choice((2, 2, 3, 3, 4)) for _ in range(draw.randint(2, 9)))
    return [frozenset(draw.sample(range(cells), size)) for size in sizes]


def compare(lines: list[frozenset[int]], draw: random.Random) -> bool:
    """Compare values and what is left; return whether anything is left out."""
    rest = left(lines, draw)
    assert values(lines) == values(rest), lines
    assert rest == left(lines, draw)
    taken = frozenset(tuple(sorted(line)) for line in lines)
    assert rest == frozenset(map(frozenset, without_twins(taken)[0]))
    return len(rest) < len(set(lines))


def test_on_all_lines_of_four_cells() -> None:
    draw = random.Random(1)
    every = [frozenset(line) for size in (2, 3, 4) for line in combinations(range(4), size)]
    some = sum(
        compare([line for at, line in enumerate(every) if chosen >> at & 1], draw)
        for chosen in range(1, 1 << len(every))
    )
    assert some > 100


@pytest.mark.parametrize("count", [RANDOM[0], pytest.param(RANDOM[1], marks=pytest.mark.deep)])
def test_on_random_lines(count: int) -> None:
    draw = random.Random(2)
    assert sum(compare(drawn(draw), draw) for _ in range(count)) > count // 4


def test_cells_that_share_only_some_lines_do_make_a_difference() -> None:
    """Of two cells of which one is on a line more, leaving out the other's lines is a mistake."""
    draw = random.Random(3)
    mistaken = 0
    for _ in range(300):
        lines = drawn(draw)
        pairs = [
            {one, two}
            for one, two in combinations(sorted(frozenset().union(*lines)), 2)
            if sum((one in line) != (two in line) for line in lines) == 1
        ]
        for pair in pairs:
            mistaken += values(lines) != values(line for line in lines if not line & pair)
    assert mistaken > 20


def positions(draw: random.Random, count: int) -> Iterator[tuple[Certificate, int, int]]:
    """Yield games in which O only blocks, with stones of X and O."""
    for _ in range(count):
        lines = drawn(draw)
        words = " ".join("".join(CELLS[cell] for cell in sorted(line)) for line in lines)
        game = Certificate(
            "noughts certificate 3", f"rules 8,1 lines {words}, O only blocks", "position ........"
        )
        x, o = (sum(1 << cell for cell in range(8) if draw.random() < 0.15) for _ in range(2))
        yield game, x & ~o, o


def test_the_checker_and_the_prover_find_the_same() -> None:
    draw = random.Random(4)
    for game, x, o in positions(draw, 2_000):
        open_lines = frozenset(bits(line & ~x) for line in game.lines if not line & o)
        rest, pairs = without_twins(open_lines)
        cells = sum(1 << cell for cell in {cell for line in rest for cell in line})
        own, other = game.halves["h"].reduced(o, x)
        assert cells == game.full & ~(own | other)
        assert game.halves["h"].reduced(own, other) == (own, other)
        twins = EquivalentCells(len(open_lines))
        for line in open_lines:
            twins.add(sum(1 << cell for cell in line))
        assert twins.leave() == cells
        assert {cell: bits(twins.twin(1 << cell))[0] for cell in pairs} == pairs
        assert not any(twins.twin(1 << cell) for cell in range(8) if cell not in pairs)


#: What a prover may take for twins: the source, and what stands there instead.
MISTAKES = {
    "cells that share only some lines": ("if self.common[lowest(other)] & one:", "if other:"),
    "more lines left out than those of twins": (
        "gone |= one | other",
        "gone |= self.common[lowest(one)]",
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_wrong_twins_are_refused(name: str, tmp_path: Path) -> None:
    path = tmp_path / "wrong.cert"
    said = blocked("5,4,4", path, *MISTAKES[name])
    assert said.startswith("does not hold: line ")
    if second() is not None:
        assert exit_code(path) == 1
    assert blocked("5,4,4", path, "gone = self._pair(cells)", "gone = self._pair(cells)") == (
        "X does not win"
    )


@pytest.mark.parametrize("game", ["3,3,3", "4,3,3", "4,4,4", "5,4,4", "4,4,4 torus", "4,2,3"])
def test_what_is_certified_is_played_so(game: str, tmp_path: Path) -> None:
    """Against every reply, as in plain sight."""
    rules, draw = Rules.parse(game), random.Random(6)
    path = tmp_path / "late.cert"
    for _ in range(15):
        position = random_position(rules, draw, min(6, rules.cells), min(12, rules.cells))
        certify(position, path, maker_breaker=True)
        assert expanded(path) == (counted(path), ""), position
        assert second() is None or exit_code(path) == 0


@pytest.mark.parametrize("count", [40, pytest.param(2_000, marks=pytest.mark.deep)])
def test_on_lines_drawn_at_random(count: int, tmp_path: Path) -> None:
    draw = random.Random(7)
    path = tmp_path / "drawn.cert"
    held = 0
    for _ in range(count):
        lines = drawn(draw)
        rules = Rules.custom((8, 1), [sorted(line) for line in lines])
        held += not values(lines)[0]
        made = certify(Position(rules), path, maker_breaker=True)
        assert made.statements == ("X wins" if values(lines)[0] else "X does not win",)
        assert verdict(path) == made.statements[0]
        assert second() is None or exit_code(path) == 0
        assert expanded(path) == (counted(path), "")
    assert count > held > count // 8

"""The claim that a zone makes, checked on positions that it speaks of; mistakes in it show."""

from __future__ import annotations

import random
from itertools import product
from typing import TYPE_CHECKING

import pytest

from noughts import Mark, Position, Rules
from tests.solver.fuzz import random_late_positions, random_position, random_rules
from tests.solver.uncompiled import Edit, uncompiled

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import SimpleNamespace

MUTANTS: dict[str, Edit] = {
    "without the attacker's own move": (
        "alphabeta",
        "                self.zones.zone |= cell\n                if won",
        "                if won",
    ),
    "without the attacker's own move, by numbers": (
        "dfpn",
        "self.zones.zone |= bit(self.field.moves[row + self.best])",
        "pass",
    ),
    "not turned back": (
        "alphabeta",
        "self.turns.image(self.memory.extra, self.turns.undo[turn])",
        "self.memory.extra",
    ),
    "not turned back, by numbers": (
        "dfpn",
        (
            "                self.rules.turns.image(self.memory.extra, "
            "self.rules.turns.undo[self.rules.turn]),"
        ),
        "                self.memory.extra,",
    ),
    "moves not turned back, by numbers": (
        "dfpn",
        "return self.rules.turns.image(self.memory.extra, self.rules.turns.undo[self.rules.turn])",
        "return self.memory.extra",
    ),
    "of the last reply alone": ("zones", "zone |= self.found[i]", "zone = self.found[i]"),
}


def games(draw: random.Random) -> Iterator[tuple[Rules, list[Position]]]:
    for game, empty, number in (
        ("3,3,3", (3, 9), 150),
        ("4,3,3", (4, 11), 250),
        ("5,3,3", (6, 11), 200),
        ("4,4,3", (6, 11), 150),
        ("3,3,3 torus", (3, 8), 100),
    ):
        rules = Rules.parse(game)
        yield rules, [random_position(rules, draw, *empty) for _ in range(number)]
    for number in range(100):
        rules = random_rules(draw, sizes=(2, 3, 3, 4) if number % 2 else (3, 4, 4, 4))
        early = [random_position(rules, draw, rules.cells - 3, rules.cells) for _ in range(6)]
        yield rules, early if rules.cells < 12 else random_late_positions(rules, draw, 20)


def wins(
    rules: Rules, mover: int, other: int, attacks: int, known: dict[tuple[int, int], int]
) -> int:
    """Return 1 if the attacker wins, 0 if not: he moves (attacks = 1), or the defender does."""
    key = (mover, other) if attacks else (~mover, other)
    if key not in known:
        value = 1 - attacks
        for cell in range(rules.cells):
            after = mover | 1 << cell
            if (mover | other) >> cell & 1:
                continue
            if any(line & after == line for line in rules.lines):
                value = attacks
            elif (after | other) == rules.full:
                value = 0
            else:
                value = wins(rules, other, after, 1 - attacks, known)
            if value == attacks:
                break
        known[key] = value
    return known[key]


def claims(modules: SimpleNamespace) -> Iterator[bool]:
    """Yield for each position that a zone says is won, and each search's answer, whether it holds.

    Such a position has stones of the defender's besides, all outside the zone and on no line that
    they could make a threat of in time. The memory is kept from position to position, so zones
    that were remembered, and turned, are looked at as well.
    """
    draw = random.Random(3)
    everything = modules.alphabeta.ALL_RULES
    # Without threat sequences, wins take moves that threaten nothing, and passes count.
    for used, (rules, positions) in product((everything, {"carried", "symmetry"}), games(draw)):
        field = modules.field.Field(rules.cells, rules.lines)
        turns = modules.symmetry.Turns(rules.cells, rules.symmetries)
        search = modules.alphabeta.AlphaBeta(field, modules.memory.Memory(1 << 20), turns, used)
        numbers = modules.dfpn.ProofNumbers(field, modules.memory.Memory(1 << 20), search)
        known: dict[tuple[int, int], int] = {}
        for position, mark, run in product(positions, Mark, (search.run, numbers.run)):
            attacker, defender = position.x, position.o
            if mark is Mark.O:
                attacker, defender = defender, attacker
            attacks = position.turn is mark
            field.start(attacker, defender, rules.lines, rules.lines)
            if position.outcome is not None:
                continue
            won = run(attacks)
            mover, other = (attacker, defender) if attacks else (defender, attacker)
            yield won == wins(rules, mover, other, int(attacks), known)
            if not won:
                continue
            zone, passes = search.zones.zone, search.zones.passes
            outside = [cell for cell in position.legal if not zone >> cell & 1]
            for _ in range(3):
                draw.shuffle(outside)
                stones = 0
                for cell in outside[:3]:
                    if harmless(rules, attacker, defender, stones | 1 << cell, zone, passes):
                        stones |= 1 << cell
                if stones:
                    sides = attacker, defender | stones
                    mover, other = sides if attacks else sides[::-1]
                    yield wins(rules, mover, other, int(attacks), known) == 1


def harmless(
    rules: Rules, attacker: int, defender: int, stones: int, zone: int, passes: int
) -> bool:
    """Whether no line open to the defender that holds one of the stones comes in time."""
    taken = attacker | defender | stones | zone
    return all(
        (line & ~taken).bit_count() >= passes + 2
        for line in rules.lines
        if line & stones and not line & attacker
    )


def test_a_win_holds_whatever_is_outside_its_zone() -> None:
    held = list(claims(uncompiled()))
    assert all(held)
    assert len(held) > 5000


@pytest.mark.parametrize("name", MUTANTS)
def test_a_wrong_zone_shows(name: str) -> None:
    try:
        assert not all(claims(uncompiled(MUTANTS[name])))
    except IndexError:  # a mistake may also run off the end of a table
        return


@pytest.mark.parametrize("game", ["3,3,3", "5,4,4", "4,4,4", "3,3,3,3"])
def test_turning_back(game: str) -> None:
    modules = uncompiled()
    rules = Rules.parse(game)
    turns = modules.symmetry.Turns(rules.cells, rules.symmetries)
    for turn in range(turns.n + 1):
        for board in (1, 0b1011, 0b110001):
            assert turns.image(turns.image(board, turn), turns.undo[turn]) == board

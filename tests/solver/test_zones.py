"""The claim that a zone makes, checked on positions that it speaks of."""

from __future__ import annotations

import random

import pytest

from noughts import Mark, Rules
from noughts.solver import naive
from tests.solver.fuzz import random_position
from tests.solver.uncompiled import uncompiled

GAMES = {"3,3,3": (3, 8), "4,3,3": (4, 8), "4,4,3": (5, 9)}


@pytest.mark.parametrize("game", GAMES)
def test_a_win_refutes_every_stone_outside_its_zone(game: str) -> None:
    modules = uncompiled()
    rules = Rules.parse(game)
    draw = random.Random(3)
    field = modules.field.Field(rules.cells, rules.lines)
    turns = modules.symmetry.Turns(rules.cells, rules.symmetries)
    search = modules.alphabeta.AlphaBeta(field, modules.memory.Memory(1 << 20), turns)
    known: dict[int, int] = {}
    checked = 0
    for _ in range(400):
        position = random_position(rules, draw, *GAMES[game])
        attacker, defender = position.x, position.o
        if position.turn is Mark.X:
            attacker, defender = defender, attacker
        field.start(attacker, defender, rules.lines, rules.lines)
        if not search.run(False):
            continue
        zone, passes = search.zones.zone, search.zones.passes
        for cell in position.legal:
            if not search.zones.replies(0, zone, passes) >> cell & 1:
                child = position.play(cell)
                checked += 1
                assert child.outcome is None
                assert naive.value(child, known) > 0
    assert checked


@pytest.mark.parametrize("game", ["3,3,3", "5,4,4", "4,4,4", "3,3,3,3"])
def test_turning_back(game: str) -> None:
    modules = uncompiled()
    rules = Rules.parse(game)
    turns = modules.symmetry.Turns(rules.cells, rules.symmetries)
    for turn in range(turns.n + 1):
        for board in (1, 0b1011, 0b110001):
            assert turns.image(turns.image(board, turn), turns.undo[turn]) == board

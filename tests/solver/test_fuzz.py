"""Each rule alone and all together against the naive solver, position by position."""

from __future__ import annotations

import random
import zlib

import pytest

from noughts import Rules
from tests.solver.fuzz import (
    GAMES,
    PLAIN_GAMES,
    Fuzzer,
    plain_mismatches,
    random_late_positions,
    random_position,
    random_rules,
)
from tests.solver.uncompiled import compiled

MODULES = compiled()
ALL = MODULES.alphabeta.ALL_RULES
# Zones need pairs to be found, relevance needs sequences: those come along in any case.
USED = {"all": ALL, "none": frozenset(), **{rule: frozenset((rule,)) for rule in sorted(ALL)}}
POSITIONS = 10_000
DEARER = {"3,3,3,3": 400}  # the naive solver takes its time


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_on_random_positions(game: str) -> None:
    rules = Rules.parse(game)
    draw = random.Random(zlib.crc32(game.encode()))
    number = DEARER.get(game, POSITIONS)
    positions = [random_position(rules, draw, *GAMES[game]) for _ in range(number)]
    known: dict[int, int] = {}
    for name, used in USED.items():
        fuzzer = Fuzzer(MODULES, rules, used)
        fuzzer.known = known
        assert fuzzer.mismatches(positions) == [], f"rules in use: {name}"


@pytest.mark.parametrize("part", range(4))
def test_every_rule_on_hand_made_lines(part: int) -> None:
    draw = random.Random(part)
    for _ in range(POSITIONS // 4 // 25):
        rules = random_rules(draw)
        positions = random_late_positions(rules, draw, 25)
        known: dict[int, int] = {}
        for name, used in USED.items():
            fuzzer = Fuzzer(MODULES, rules, used)
            fuzzer.known = known
            assert fuzzer.mismatches(positions) == [], f"rules in use: {name}"


@pytest.mark.parametrize("game", PLAIN_GAMES)
def test_the_plain_search(game: str) -> None:
    rules = Rules.parse(game)
    draw = random.Random(zlib.crc32(game.encode()))
    positions = [random_position(rules, draw, *PLAIN_GAMES[game]) for _ in range(POSITIONS)]
    assert plain_mismatches(MODULES, rules, positions) == []

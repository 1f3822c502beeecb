"""Tests of the tests: break a rule on purpose, and see the fuzzer find it."""

from __future__ import annotations

import random
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from noughts import Position, Rules
from noughts.solver import naive
from tests.solver.fuzz import (
    Fuzzer,
    blocking_mismatches,
    distance_mismatches,
    random_late_positions,
    random_position,
    random_rules,
)
from tests.solver.sweeps import layers_of
from tests.solver.uncompiled import Edit, compiled, uncompiled

if TYPE_CHECKING:
    from types import SimpleNamespace

MUTANTS: dict[str, Edit] = {
    "a key without the side to move": (
        "alphabeta",
        "self.memory.find(self.field.first, self.field.second, 1)",
        "self.memory.find(self.field.first, self.field.second, 0)",
    ),
    "a pairing that shares a cell": (
        "pairing",
        "line = self.pool[at + i] & ~used",
        "line = self.pool[at + i]",
    ),
    "a pairing zone without the reply": (
        "pairing",
        "cells = self.used | reply",
        "cells = self.used",
    ),
    "a pairing zone one cell too small": (
        "pairing",
        "cells = self.used | reply",
        "cells = self.used & (self.used - 1) | reply",
    ),
    "a threat zone one cell too small": (
        "zones",
        "found: u64 = zone\n",
        "found: u64 = zone & (zone - 1)\n",
    ),
    "the defender's own lines are not relevant": (
        "zones",
        "if count(rest & ~zone) <= passes + 2:",
        "if count(rest & ~zone) <= 0:",
    ),
    "replies struck out for no reason": (
        "dfpn",
        "if self.proofs[row + i] and left & bit(self.field.moves[row + i]) == 0:",
        "if self.proofs[row + i]:",
    ),
    "a counter-threat that need not be met": (
        "threats",
        """                threatened,
                done""",
        """                0,
                done""",
    ),
    "a sum that is too generous": (
        "alphabeta",
        "(2 * HALF if turn else HALF)",
        "(2 * HALF)",
    ),
    "two threats that can both be met": (
        "alphabeta",
        "return turn if threats & (threats - 1) else -1",
        "return -1",
    ),
    "a hash that is trusted": (
        "memory",
        """            self.words[at] != first
            or self.words[at + 1] != second
            or self.words[at + 2] & (TAKEN | KIND) != mark
        ):
            at += 4""",
        """            self.words[at + 2] & (TAKEN | KIND) != mark
        ):
            at += 4""",
    ),
    "a turn that is no symmetry": (
        "symmetry",
        "permuted(1 << cell, turn)",
        "permuted(1 << cell, turn[1:] + turn[:1])",
    ),
    "a proof number that forgets a child": ("dfpn", "return i + 1", "return i"),
}


#: Mistakes about time, which only a question with a bound can show.
LATE: dict[str, Edit] = {
    "a forced move that takes no time": (
        "within",
        "return self._defends(level + 1, moves - 1)",
        "return self._defends(level + 1, moves)",
    ),
    "a line that would be in time is dropped": (
        "within",
        "self.field.trim(level, moves, moves)",
        "self.field.trim(level, moves - 1, moves)",
    ),
    "a threat that would be in time is dropped": (
        "within",
        "self.field.trim(level, moves, moves)",
        "self.field.trim(level, moves, moves - 2)",
    ),
    "a threat sequence that takes a move too many": (
        "threats",
        "level > self.deepest",
        "level > self.deepest + 2",
    ),
    "a longer bound's success counts for a shorter one": (
        "bounds",
        "if self.memory.data >> 24 & EVER <= bound:",
        "if self.memory.data >> 24 & EVER <= bound + 1:",
    ),
    "a shorter bound's failure counts for a longer one": (
        "bounds",
        "self.memory.data >> 16 & EVER >= bound",
        "self.memory.data >> 16 & EVER >= bound - 1",
    ),
}

#: Mistakes about a defender who only blocks.
BLOCKING: dict[str, Edit] = {
    "the shorter of two lines is left out": (
        "hypergraph",
        "if rest & self.shorter[i] == self.shorter[i] and (",
        "if rest & self.shorter[i] == rest and (",
    ),
    "equal lines leave each other out": ("hypergraph", "or i < before", "or i != before"),
    "a cell that dominates is a twin": (
        "hypergraph",
        "if self.common[lowest(others)] & one:",
        "if others:",
    ),
    "a leaf when the defender could take the other cell": (
        "hypergraph",
        "if self.leaves and turn == 0 else 0",
        "if self.leaves else 0",
    ),
    "a cell of a line of two that is on other lines too": (
        "hypergraph",
        "if self.common[lowest(rest)] == rest:",
        "if self.common[lowest(rest)] & rest:",
    ),
    "a leaf where all is won": (
        "hypergraph",
        """            if rest & (rest - 1) == 0:
                return 0
""",
        "",
    ),
    "the dominated cell is tried, not the other": (
        "hypergraph",
        "among ^= one  # of two that dominate each other, one is left",
        "among &= ~self.common[lowest(one)] | one",
    ),
    "two cells that dominate each other are both left out": (
        "hypergraph",
        "if self.common[lowest(one)] & among != one:",
        "if self.common[lowest(one)] != one:",
    ),
    "a part that ends too soon": (
        "hypergraph",
        "while part != before:",
        "while before == 0:",
    ),
    "a key without the dead cells": (
        "breaker",
        "second: u64 = self.field.defender[level]",
        "second: u64 = 0",
    ),
    "a blocker's key without the side to move": (
        "breaker",
        "self.memory.find(first, second, kind)",
        "self.memory.find(first, second, 0)",
    ),
    "a blocker's sum that is too generous": (
        "breaker",
        "(2 * HALF if turn else HALF)",
        "(2 * HALF)",
    ),
    "two lost parts that can both be saved": (
        "breaker",
        "if turn == 0 or lost:",
        "if turn == 0:",
    ),
    "a lost part that nobody looks after": (
        "breaker",
        "return self._defends(level + 1, 0)",
        "return False",
    ),
    "a zone of the last reply alone": ("breaker", "zone |= self.zone\n                if", "if"),
    "a zone without the attacker's move": (
        "breaker",
        "                self.zone |= cell\n",
        "",
    ),
    "a zone without the forced reply": (
        "breaker",
        "            self.zone |= cell\n            return won == 1",
        "            return won == 1",
    ),
    "a zone without what was given": ("breaker", "self.zone |= given", "pass"),
    "a zone that is not turned back": (
        "breaker",
        "self.turns.image(self.memory.extra, self.turns.undo[turned])",
        "self.memory.extra",
    ),
}

#: Mistakes in complete tables, and a game that shows each.
SWEPT: dict[str, tuple[str, Edit]] = {
    "a line that wins where it loses": (
        "3,3,3 misere",
        ("sweep", "self.first_to_move and self.line_value == LOST", "self.first_to_move"),
    ),
    "a line that is too long, of X": (
        "5,2,3 exact",
        ("sweep", " and x & self.lines[n + 1] == 0", ""),
    ),
    "a line that is too long, of O": (
        "5,2,3 exact",
        ("sweep", "_mark(self.sets, line | guard, line,", "_mark(self.sets, line, line,"),
    ),
    "a position after the end of the game": (
        "3,3,3",
        ("sweep", "self.line_value if self.first_to_move else UNREACHED", "self.line_value"),
    ),
    "a move to a cell that is taken": (
        "3,3,3",
        ("sweep", "_mark(self.sets, wins & (0 - wins), 0,", "_mark(self.sets, 0, 0,"),
    ),
    "O's stones left as they are where X's turn": (
        "3,3,3",
        ("sweep", "self.own.image(turn, other & (0 - other))", "other & (0 - other)"),
    ),
    "a win that takes no time": ("3,3,3", ("sweep", "return 257 - value", "return 256 - value")),
}


def mismatches(*edits: Edit) -> list[str]:
    modules = uncompiled(*edits)
    draw = random.Random(5)
    everything = modules.alphabeta.ALL_RULES
    # Early positions: proof numbers come back to them, so what they keep of one matters.
    rules = Rules.parse("4,3,3")
    early = random.Random(3)
    positions = [random_position(rules, early, 8, 12) for _ in range(12)]
    found = _found(modules, rules, everything, positions)
    if found:
        return found
    for game, empty, number in (
        ("3,3,3", (3, 9), 60),
        ("4,3,3", (5, 10), 60),
        ("4,4,3", (7, 8), 40),
    ):
        rules = Rules.parse(game)
        positions = [random_position(rules, draw, *empty) for _ in range(number)]
        for used in (everything, frozenset(("dead",))):
            found = _found(modules, rules, used, positions)
            if found:
                return found
    for _ in range(150):
        rules = random_rules(draw)
        positions = random_late_positions(rules, draw, 20)
        for used in (everything, everything - {"pairs", "erdos"}):
            found = _found(modules, rules, used, positions)
            if found:
                return found
    return []


def _found(
    modules: SimpleNamespace,
    rules: Rules,
    used: frozenset[str],
    positions: list[Position],
) -> list[str]:
    try:
        return Fuzzer(modules, rules, used).mismatches(positions)
    except IndexError as error:  # a mistake may also run off the end of a table
        return [str(error)]


@pytest.mark.parametrize("name", MUTANTS)
def test_the_fuzzer_finds(name: str) -> None:
    assert mismatches(MUTANTS[name])


def late(*edits: Edit) -> list[str]:
    modules = uncompiled(*edits)
    draw = random.Random(6)
    for game, empty in (("3,3,3", (2, 9)), ("4,3,3", (5, 9)), ("4,4,3", (6, 8))):
        rules = Rules.parse(game)
        positions = [random_position(rules, draw, *empty) for _ in range(150)]
        found = distance_mismatches(modules, rules, positions, draw)
        if found:
            return found
    return []


@pytest.mark.parametrize("name", LATE)
def test_the_fuzzer_finds_what_comes_too_late(name: str) -> None:
    assert late(LATE[name])


#: Any two of four cells win, so the second player wins here; beside it, three lines that do not.
APART = Rules.custom((5, 2), [*combinations(range(4), 2), (4, 5, 6), (6, 7, 8), (8, 9, 4)])


def blocked(*edits: Edit) -> list[str]:
    modules = uncompiled(*edits)
    draw = random.Random(7)
    everything = modules.breaker.ALL_RULES
    found = _blocked(modules, APART, everything, [Position(APART)])
    if found:
        return found
    for used in (everything, frozenset(("leaves",)), frozenset(("dominated", "symmetry"))):
        for game, empty in (("3,3,3", (3, 9)), ("4,3,3", (4, 9)), ("3,3,3 torus", (3, 8))):
            rules = Rules.parse(game)
            positions = [random_position(rules, draw, *empty) for _ in range(150)]
            found = _blocked(modules, rules, used, positions)
            if found:
                return found
    for number in range(150):
        rules = random_rules(draw, parts=1 + number % 2)
        positions = random_late_positions(rules, draw, 20)
        for used in (everything, everything - {"pairs", "erdos", "sequences"}):
            found = _blocked(modules, rules, used, positions)
            if found:
                return found
    return []


def _blocked(
    modules: SimpleNamespace, rules: Rules, used: frozenset[str], positions: list[Position]
) -> list[str]:
    try:
        return blocking_mismatches(modules, rules, positions, used, {})
    except IndexError as error:  # likewise
        return [str(error)]


@pytest.mark.parametrize("name", BLOCKING)
def test_the_fuzzer_finds_what_a_blocker_would(name: str) -> None:
    assert blocked(BLOCKING[name])


@pytest.mark.parametrize("name", SWEPT)
def test_a_sweep_shows(name: str) -> None:
    game, edit = SWEPT[name]
    try:
        layers = layers_of(uncompiled(edit), game)
    except (IndexError, ValueError):  # a mistake may also run off the end, or out of a byte
        return
    assert layers != layers_of(compiled(), game)


def test_the_fuzzer_finds_nothing_in_the_real_one() -> None:
    assert mismatches() == []
    assert late() == []
    assert blocked() == []


def keys_that_mean_two_things(*edits: Edit) -> int:
    """Name every position of some games; count the names under which values differ."""
    modules = uncompiled(*edits)
    wrong = 0
    for game in ("3,3,3", "4,3,3"):
        rules = Rules.parse(game)
        known: dict[int, int] = {}
        naive.value(Position(rules), known)
        field = modules.field.Field(rules.cells, rules.lines)
        meaning: dict[tuple[int, int, int], bool] = {}
        for key, value in known.items():
            x, o = key & rules.full, key >> rules.cells
            turn = x.bit_count() - o.bit_count()
            for attacks, mine, theirs in ((0, x, o), (1, o, x)):
                field.start(mine, theirs, rules.lines, rules.lines)
                if any(line & board == line for line in rules.lines for board in (x, o)):
                    continue
                field.survey(0)
                field.name(0)
                wins = value == (1 if attacks == turn else -1)
                wrong += (
                    meaning.setdefault((field.first, field.second, turn ^ attacks), wins) != wins
                )
    return wrong


def test_one_key_one_meaning() -> None:
    assert keys_that_mean_two_things() == 0


def test_dead_cells_as_the_defenders_are_found() -> None:
    assert keys_that_mean_two_things(("field", "self.first = mine | blocked", "self.first = mine"))

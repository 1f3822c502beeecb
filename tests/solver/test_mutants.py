"""Tests of the tests: break a rule on purpose, and see the fuzzer find it."""

import random
from collections import defaultdict
from functools import cache
from itertools import combinations, islice
from types import SimpleNamespace

import pytest

from noughts import Position, Rules
from tests import naive_solver, sampling
from tests.solver.fuzz import (
    Fuzzer,
    blocking_mismatches,
    distance_mismatches,
    plain_mismatches,
    random_late_positions,
    random_position,
    random_rules,
)
from tests.solver.sweeps import layers_of
from tests.solver.uncompiled import Edit, compiled, uncompiled

SUM = "2 * HALF_WEIGHT if side else HALF_WEIGHT"

MUTANTS = {
    "a key without the side to move": Edit(
        "prune", "key", "self.state.key(level, view, side)", "self.state.key(level, view, 0)"
    ),
    "a pairing that shares a cell": Edit(
        "pairing", "_cover", "self.pool[at + i] & ~used", "self.pool[at + i]"
    ),
    "a pairing zone without the reply": Edit(
        "pairing", "zone", "pairs.cells | reply", "pairs.cells"
    ),
    "a pairing zone one cell too small": Edit(
        "pairing", "zone", "pairs.cells | reply", "pairs.cells & (pairs.cells - 1) | reply"
    ),
    "a threat zone one cell too small": Edit(
        "zones", "replies", "found: u64 = zone", "found: u64 = zone & (zone - 1)"
    ),
    "the defender's own lines are not relevant": Edit(
        "zones", "replies", "popcount(rest & ~zone) <= passes + 2", "popcount(rest & ~zone) <= 0"
    ),
    "replies left out for no reason": Edit(
        "proof_number",
        "_leave_out",
        "self.proofs[at] and refuted & self.state.move(level, i)",
        "self.proofs[at]",
    ),
    "a counter-threat that need not be met": Edit(
        "forcing",
        "_go_on",
        "self._go_on(level + 2, then, mine | cell, after, threatened, done & ~then.fresh)",
        "self._go_on(level + 2, then, mine | cell, after, 0, done & ~then.fresh)",
    ),
    "a sum that is too generous": Edit("prune", "judge", SUM, "2 * HALF_WEIGHT"),
    "two threats that can both be met": Edit("prune", "judge", "threats & (threats - 1)", "0"),
    "a hash that is trusted": Edit(
        "transposition_table",
        "find",
        "self.words[at] != key.mine or self.words[at + 1] != key.theirs"
        " or self.words[at + 2] >> 62 != mark",
        "self.words[at + 2] >> 62 != mark",
    ),
    "a motion that is not a symmetry": Edit(
        "canonical",
        "__init__",
        "[1 << cell for cell in symmetry]",
        "[1 << cell for cell in symmetry[1:] + symmetry[:1]]",
    ),
    "a proof number that forgets a child": Edit(
        "proof_number", "_expand", "return i + 1", "return i"
    ),
}


#: Mistakes about time, which only a question with a bound can show.
LATE = {
    "a forced move that takes no time": Edit(
        "and_or",
        "_wins",
        "answer = self._wins(level + 1, 1 - side, left)",
        "answer = self._wins(level + 1, 1 - side, moves)",
    ),
    "a line that would be in time is dropped": Edit(
        "and_or",
        "_wins",
        "self.state.trim(level, moves, left)",
        "self.state.trim(level, moves - 1, left)",
    ),
    "a threat that would be in time is dropped": Edit(
        "and_or",
        "_wins",
        "self.state.trim(level, moves, left)",
        "self.state.trim(level, moves, moves - 2)",
    ),
    "a threat sequence that takes a move too many": Edit(
        "forcing", "_go_on", "level > self.deepest", "level > self.deepest + 2"
    ),
    "a longer bound's success counts for a shorter one": Edit(
        "bounds", "known", "entry.proof <= bound", "entry.proof <= bound + 1"
    ),
    "a shorter bound's failure counts for a longer one": Edit(
        "bounds", "known", "entry.disproof >= bound", "entry.disproof >= bound - 1"
    ),
}

KEY = (
    "Key(mine=self.state.attacker[level], theirs=self.state.defender[level], side={}, symmetry=-1)"
)

#: Mistakes about a defender who only blocks.
BLOCKING = {
    "the shorter of two lines is left out": Edit(
        "hypergraph",
        "_contains",
        "rest & self.shorter[i] == self.shorter[i]",
        "rest & self.shorter[i] == rest",
    ),
    "equal lines leave each other out": Edit(
        "hypergraph", "_contains", "i < before", "i != before"
    ),
    "a cell that dominates is a twin": Edit(
        "hypergraph", "_twins", "self.common[lowest(others)] & one", "others"
    ),
    "a leaf when the defender could take the other cell": Edit(
        "hypergraph", "reduce", "self.leaves and side == 0", "self.leaves"
    ),
    "a cell of a line of two that is on other lines too": Edit(
        "hypergraph",
        "_leaf",
        "self.common[lowest(rest)] == rest",
        "self.common[lowest(rest)] & rest",
    ),
    "a leaf where all is won": Edit(
        "hypergraph", "_leaf", "if rest & (rest - 1) == 0:\n    return 0", "pass"
    ),
    "the dominated cell is tried, not the other": Edit(
        "hypergraph", "undominated", "among ^= one", "among &= ~self.common[lowest(one)] | one"
    ),
    "two cells that dominate each other are both left out": Edit(
        "hypergraph",
        "undominated",
        "self.common[lowest(one)] & among != one",
        "self.common[lowest(one)] != one",
    ),
    "a part that ends too soon": Edit("hypergraph", "part", "part != before", "before == 0"),
    "a key without the dead cells": Edit(
        "maker_breaker", "_key", "self.state.defender[level]", "0"
    ),
    "a blocker's key without the side to move": Edit(
        "maker_breaker", "_key", KEY.format("side"), KEY.format("0")
    ),
    "a blocker's sum that is too generous": Edit("prune", "judge", SUM, "2 * HALF_WEIGHT"),
    "two lost parts that can both be saved": Edit(
        "maker_breaker", "_by_parts", "side == 0 or lost", "side == 0"
    ),
    "a lost part that nobody looks after": Edit(
        "maker_breaker",
        "_by_parts",
        "return self._defends(level + 1, 0)",
        "return Answer(won=NOT_WON, zone=0, passes=0)",
    ),
    "a zone of the last reply alone": Edit(
        "maker_breaker", "_replies", "zone |= answer.zone", "zone = answer.zone"
    ),
    "a zone without the attacker's move": Edit(
        "maker_breaker", "_moves", "answer.zone | cell", "answer.zone"
    ),
    "a zone without the forced reply": Edit(
        "maker_breaker", "_defends", "answer.zone | cell", "answer.zone"
    ),
    "a zone without what was given": Edit(
        "maker_breaker", "_attacks", "answer.zone | given", "answer.zone"
    ),
    "a zone that is not turned back": Edit(
        "prune", "recalled", "self.symmetries.back(entry.board, key.symmetry)", "entry.board"
    ),
}

#: Mistakes in complete tables, and a game that shows each.
SWEPT = {
    "a line that wins where it loses": (
        "3,3,3 misere",
        Edit(
            "sweep",
            "_settle",
            "left == OPEN and self.first_to_move and self.line_value == LOST",
            "left == OPEN and self.first_to_move",
        ),
    ),
    "a line that is too long, of X": (
        "5,2,3 exact",
        Edit(
            "sweep",
            "_settle",
            "line & (line - 1) == 0 and x & self.lines[n + 1] == 0",
            "line & (line - 1) == 0",
        ),
    ),
    "a line that is too long, of O": (
        "5,2,3 exact",
        Edit("sweep", "_settle", "line | guard", "line"),
    ),
    "a position after the end of the game": (
        "3,3,3",
        Edit(
            "sweep",
            "_settle",
            "self.line_value if self.first_to_move else UNREACHED",
            "self.line_value",
        ),
    ),
    "a move to a cell that is taken": ("3,3,3", Edit("sweep", "_settle", "wins & (0 - wins)", "0")),
    "O's stones left as they are where X's turn": (
        "3,3,3",
        Edit(
            "sweep",
            "_places_after",
            "self.own.image(symmetry, other & (0 - other))",
            "other & (0 - other)",
        ),
    ),
    "draws packed as wins": (
        "3,3,3",
        Edit("sweep", "_pack", "values[i] > DRAWN", "values[i] >= DRAWN"),
    ),
    "a win that takes no time": (
        "3,3,3",
        Edit("sweep", "_backed_up", "257 - value", "256 - value"),
    ),
}


#: Mistakes in games in which not only lines decide.
PLAIN = {
    "in misère, a pairing of the wrong side's lines": Edit(
        "exhaustive", "_paired", "(side == 0) == self.misere", "side"
    ),
    "a pair of which one cell is taken": Edit(
        "exhaustive", "_paired", "self.full & ~own", "self.full"
    ),
    "the lines that have a stone need no pair": Edit(
        "exhaustive",
        "_paired",
        "self.pairing.find(0, self.full & ~own, blocks)",
        "self.pairing.find(0, self.full & ~own, own | blocks)",
    ),
    "the last move is not tried": Edit(
        "exhaustive",
        "_wins",
        "self.cells - popcount(mover | other)",
        "self.cells - popcount(mover | other) - 1",
    ),
}


#: What is known of a game's values: the same for every mistake.
VALUES: defaultdict[Rules, dict[int, int]] = defaultdict(dict)


def mismatches(*edits: Edit) -> list[str]:
    modules = uncompiled(*edits)
    draw = random.Random(3)
    everything = modules.prune.ALL_PRUNING
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
    modules: SimpleNamespace, rules: Rules, used: frozenset[str], positions: list[Position]
) -> list[str]:
    fuzzer = Fuzzer(modules, rules, used)
    fuzzer.known = VALUES[rules]
    try:
        return next(filter(None, (fuzzer.mismatches([each]) for each in positions)), [])
    except (IndexError, AssertionError) as error:  # off the end of a table, or a broken promise
        return [repr(error)]


@pytest.mark.parametrize("name", MUTANTS)
def test_the_fuzzer_finds(name: str) -> None:
    assert mismatches(MUTANTS[name])


def late(*edits: Edit) -> list[str]:
    modules = uncompiled(*edits)
    draw = random.Random(6)
    for game, empty in (("3,3,3", (2, 9)), ("4,3,3", (5, 9)), ("4,4,3", (6, 8))):
        rules = Rules.parse(game)
        positions = [random_position(rules, draw, *empty) for _ in range(150)]
        found = next(distance_mismatches(modules, rules, positions, draw), None)
        if found:
            return [found]
    return []


@pytest.mark.parametrize("name", LATE)
def test_the_fuzzer_finds_what_comes_too_late(name: str) -> None:
    assert late(LATE[name])


#: Any two of four cells win, so the second player wins here; beside it, three lines that do not.
APART = Rules.custom((5, 2), [*combinations(range(4), 2), (4, 5, 6), (6, 7, 8), (8, 9, 4)])


def blocked(*edits: Edit) -> list[str]:
    modules = uncompiled(*edits)
    draw = random.Random(4)
    everything = modules.maker_breaker.ALL_PRUNING
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
        return list(islice(blocking_mismatches(modules, rules, positions, used, {}), 1))
    except (IndexError, AssertionError) as error:  # likewise
        return [repr(error)]


@pytest.mark.parametrize("name", BLOCKING)
def test_the_fuzzer_finds_what_a_blocker_would(name: str) -> None:
    assert blocked(BLOCKING[name])


def plain(*edits: Edit) -> list[str]:
    modules = uncompiled(*edits)
    draw = random.Random(7)
    for game, empty in (("3,3,3 misere", 9), ("4,3,3 misere", 8), ("4,3,3 exact", 8)):
        rules = Rules.parse(game)
        positions = [random_position(rules, draw, 1, empty) for _ in range(60)]
        found = plain_mismatches(modules, rules, positions)
        if found:
            return found
    return []


@pytest.mark.parametrize("name", PLAIN)
def test_the_fuzzer_finds_where_not_only_lines_decide(name: str) -> None:
    assert plain(PLAIN[name])


@pytest.mark.parametrize("name", SWEPT)
def test_a_sweep_shows(name: str) -> None:
    game, edit = SWEPT[name]
    try:
        layers = layers_of(uncompiled(edit), game)
    except (IndexError, ValueError):  # a mistake may also run off the end, or out of a byte
        return
    assert layers != layers_of(compiled(), game)


@pytest.mark.deep  # test_fuzz.py asks the same of as many positions
def test_the_fuzzer_finds_nothing_in_the_real_one() -> None:
    assert mismatches() == []
    assert late() == []
    assert blocked() == []
    assert plain() == []


@cache
def every_value(rules: Rules) -> dict[int, int]:
    known: dict[int, int] = {}
    naive_solver.value(Position(rules), known)
    return known


def one_key_means_two_things(*edits: Edit) -> bool:
    """Name every position of some games; return whether values differ under one name."""
    modules = uncompiled(*edits)
    for game in ("3,3,3", "4,3,3" if sampling.DEEP else "4,2,3"):
        rules = Rules.parse(game)
        known = every_value(rules)
        state = modules.state.SearchState(rules.cells, rules.lines)
        meaning: dict[tuple[int, int, int], bool] = {}
        for key, value in known.items():
            x, o = key & rules.full, key >> rules.cells
            turn = x.bit_count() - o.bit_count()
            for attacks, mine, theirs in ((0, x, o), (1, o, x)):
                state.start(mine, theirs, rules.lines, rules.lines)
                if any(line & board == line for line in rules.lines for board in (x, o)):
                    continue
                named = state.key(0, state.view(0), 0)
                wins = value == (1 if attacks == turn else -1)
                if meaning.setdefault((named.mine, named.theirs, turn ^ attacks), wins) != wins:
                    return True
    return False


def test_one_key_one_meaning() -> None:
    assert not one_key_means_two_things()


def test_dead_cells_as_the_defenders_are_found() -> None:
    assert one_key_means_two_things(Edit("state", "key", "mine | blocked", "mine"))

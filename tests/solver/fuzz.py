"""The position-level fuzzer: random positions, every search against what the value is.

`make fuzz` runs this file, and goes on until it finds something or is stopped. With the name of a
game it checks that one, each rule alone and all together, and stops: `python -m tests.solver.fuzz
4,4,4`; a number after it says on how many positions. The naive solver says what the value is.
"""

import os
import random
import subprocess
import sys
import zlib
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from itertools import count
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

from noughts import Mark, Position, Rules
from noughts.core.errors import NoughtsError
from tests import naive_solver
from tests.solver.uncompiled import compiled

POSITIONS = 10_000  #: of each game, in the deep tests
HAND_MADE = "hand-made"
LATE = 8  #: empty cells, at most, of positions whose plies the naive solver is asked for
#: Games, and the range of empty cells.
GAMES = {
    "3,3,3": (1, 9),
    "4,3,3": (1, 9),
    "4,4,3": (1, 8),
    "4,4,4": (1, 9),
    "5,4,4": (1, 8),
    "5,5,4": (1, 8),
    "3,3,3 torus": (3, 9),
    "4,4,4 torus": (1, 8),
    "3,3,3,3": (9, 11),
}
PLAIN_GAMES = {
    "3,3,3 misere": (1, 9),
    "4,3,3 misere": (1, 8),
    "4,4,4 misere": (1, 7),
    "4,3,3 exact": (1, 8),
    "5,4,3 exact": (4, 8),
    "3,3,3 torus misere": (1, 9),
}


def random_position(rules: Rules, draw: random.Random, fewest: int, most: int) -> Position:
    """Play at random until this many cells are left; games that end before do not count."""
    empty = draw.randint(fewest, most)
    while True:
        position = Position(rules)
        while position.outcome is None and rules.cells - position.ply > empty:
            position = position.play(draw.choice(position.legal))
        if position.outcome is None:
            return position


def random_rules(
    draw: random.Random, parts: int = 1, sizes: tuple[int, ...] = (2, 3, 3, 3, 4)
) -> Rules:
    """Draw a set of lines: some short, some long, some inside others; none across the parts."""
    while True:
        columns, rows = draw.choice([(3, 3), (4, 2), (7, 1), (4, 3), (5, 2)])
        cells = range(columns * rows)
        lines = []
        for number in range(draw.randint(1, 12)):
            part = cells[number % parts :: parts]
            lines.append(draw.sample(part, min(draw.choice(sizes), len(part))))
        try:
            return Rules.custom((columns, rows), lines)
        except NoughtsError:
            continue


def random_late_positions(rules: Rules, draw: random.Random, number: int) -> list[Position]:
    """Play at random, and stop at any time."""
    found: list[Position] = []
    for _ in range(4 * number):
        position = Position(rules)
        while position.outcome is None and draw.random() < 0.8:
            position = position.play(draw.choice(position.legal))
        if position.outcome is None and rules.cells - position.ply <= 9:
            found.append(position)
    return found[:number]


Values = dict[int, int]  #: of one game, by key


@lru_cache(maxsize=32)
def symmetry_tables(canonical: ModuleType, rules: Rules) -> Any:
    """Return the tables of a game, which all its searches share."""
    return canonical.SymmetryTables(rules.cells, rules.symmetries)


class Fuzzer:
    """Compares the searches with the truth on one game.

    The memories are kept from position to position, as in a long search: a wrong entry, or one
    found under a wrong key, shows.
    """

    def __init__(self, modules: SimpleNamespace, rules: Rules, used: Collection[str]) -> None:
        self.modules = modules
        self.rules = rules
        self.used = used
        self.known: Values = {}
        symmetries = symmetry_tables(modules.canonical, rules)
        self.searches = {}
        for mark in Mark:
            states = [modules.state.SearchState(rules.cells, rules.lines) for _ in range(2)]
            tables = [modules.transposition_table.TranspositionTable(1 << 20) for _ in range(2)]
            main = modules.and_or.AndOrSearch(states[0], tables[0], symmetries, used)
            numbers = modules.proof_number.ProofNumberSearch(states[1], tables[1], symmetries, used)
            self.searches[mark] = states, main, numbers

    def mismatches(self, positions: Iterable[Position]) -> list[str]:
        """Return what is wrong, in words."""
        found = []
        for position in positions:
            worth = naive_solver.value(position, self.known)
            winner = {1: position.turn, -1: position.turn.other}.get(worth)
            for mark, (states, main, numbers) in self.searches.items():
                attacker, defender = position.sides(mark)
                lines = self.rules.lines
                for state in states:
                    state.start(attacker, defender, lines, lines)
                first = position.turn is mark
                answers = {"alpha-beta": main.run(first), "proof numbers": numbers.run(first)}
                found += [
                    f"{position!r}: does {mark} win? {name} says {answer}"
                    for name, answer in answers.items()
                    if answer is not (winner is mark)
                ]
        return found


def plain_mismatches(
    modules: SimpleNamespace, rules: Rules, positions: Iterable[Position]
) -> list[str]:
    """Return where the plain search is wrong."""
    known: Values = {}
    symmetries = symmetry_tables(modules.canonical, rules)
    searches = {
        mark: modules.exhaustive.PlainSearch(
            rules, modules.transposition_table.TranspositionTable(1 << 20), symmetries
        )
        for mark in Mark
    }
    found = []
    for position in positions:
        worth = naive_solver.value(position, known)
        winner = {1: position.turn, -1: position.turn.other}.get(worth)
        mover, other = position.sides(position.turn)
        for mark, search in searches.items():
            answer = search.run(mover, other, position.turn is mark)
            if answer is not (winner is mark):
                found.append(f"{position!r}: does {mark} win? {answer}")
    return found


def blocking_mismatches(
    modules: SimpleNamespace,
    rules: Rules,
    positions: Iterable[Position],
    used: Collection[str],
    known: dict[tuple[int, int], bool],
) -> Iterator[str]:
    """Yield where Maker-Breaker is wrong: who wins, or that the zone of a win is enough."""
    symmetries = symmetry_tables(modules.canonical, rules)
    searches = {}
    for mark in Mark:
        state = modules.state.SearchState(rules.cells, rules.lines)
        memory = modules.transposition_table.TranspositionTable(1 << 20)
        searches[mark] = (
            state,
            modules.maker_breaker.MakerBreakerSearch(state, memory, symmetries, used),
        )
    for position in positions:
        for mark, (state, search) in searches.items():
            maker, breaker = position.sides(mark)
            first = position.turn is mark
            state.start(maker, breaker, rules.lines, ())
            answer, zone, _ = search.answer(first)
            if answer is not naive_solver.completes(rules, maker, breaker, 1 - first, known):
                yield f"{position!r}: does {mark} complete a line? {answer}"
            elif answer:
                outside = rules.full & ~(maker | breaker | zone)
                if not naive_solver.completes(rules, maker, breaker | outside, 1 - first, known):
                    yield f"{position!r}: {mark} does not win within {zone:#x}"


def distance_mismatches(
    modules: SimpleNamespace, rules: Rules, positions: Iterable[Position], draw: random.Random
) -> Iterator[str]:
    """Yield where a search for a win within some plies is wrong: all bounds, in any order."""
    known: dict[int, int] = {}
    symmetries = symmetry_tables(modules.canonical, rules)
    measure = modules.distance.Distance(rules, symmetries, 1 << 21)
    for position in positions:
        away = naive_solver.distance(position, known)
        bounds = [(mark, plies) for mark in Mark for plies in range(rules.cells - position.ply + 2)]
        draw.shuffle(bounds)
        for mark, plies in bounds:
            wins = away > 0 if mark is position.turn else away < 0
            answer = measure.within(position, mark, plies)
            if answer is not (wins and naive_solver.LONG - abs(away) <= plies):
                yield f"{position!r}: does {mark} win within {plies}? {answer}"


def rule_sets(everything: frozenset[str]) -> dict[str, frozenset[str]]:
    """Return all rules, none, and each alone.

    Zones need pairs to be found, relevance needs sequences: those come along in any case.
    """
    alone = {rule: frozenset((rule,)) for rule in sorted(everything)}
    return {"all": everything, "none": frozenset(), **alone}


def every_rule(
    modules: SimpleNamespace, rules: Rules, positions: Collection[Position]
) -> list[str]:
    """Return what is wrong with any rule alone, or all together."""
    known: Values = {}
    wrong = []
    for name, used in rule_sets(modules.prune.ALL_PRUNING).items():
        fuzzer = Fuzzer(modules, rules, used)
        fuzzer.known = known
        wrong += [f"rules in use: {name}: {words}" for words in fuzzer.mismatches(positions)]
    return wrong


def every_blocking_rule(
    modules: SimpleNamespace, rules: Rules, positions: Collection[Position]
) -> list[str]:
    """Return what is wrong against a defender who only blocks."""
    completed: dict[tuple[int, int], bool] = {}
    wrong = []
    for name, used in rule_sets(modules.maker_breaker.ALL_PRUNING).items():
        told = blocking_mismatches(modules, rules, positions, used, completed)
        wrong += [f"rules in use: {name}: {words}" for words in told]
    return wrong


def check(game: str, number: int = POSITIONS) -> list[str]:
    """Return what is wrong on a game: every rule and every bound on a set of positions."""
    modules = compiled()
    draw = random.Random(zlib.crc32(game.encode()))
    if game == HAND_MADE:
        wrong = []
        for _ in range(number // 25):
            rules = random_rules(draw)
            positions = random_late_positions(rules, draw, 25)
            wrong += every_rule(modules, rules, positions)
            wrong += every_blocking_rule(modules, rules, positions)
            wrong += distance_mismatches(modules, rules, positions[:3], draw)
            apart = random_rules(draw, parts=2)
            wrong += every_blocking_rule(modules, apart, random_late_positions(apart, draw, 25))
        return wrong
    rules = Rules.parse(game)
    if game in PLAIN_GAMES:
        positions = [random_position(rules, draw, *PLAIN_GAMES[game]) for _ in range(number)]
        wrong = plain_mismatches(modules, rules, positions)
    else:
        positions = [random_position(rules, draw, *GAMES[game]) for _ in range(number)]
        wrong = every_rule(modules, rules, positions)
        wrong += every_blocking_rule(modules, rules, positions)
    late = [position for position in positions if len(position.legal) <= LATE]
    return [*wrong, *distance_mismatches(modules, rules, late[: number // 10], draw)]


def check_untraced(game: str, number: int) -> None:
    """Check a game; if coverage is measured, in a separate process without it.

    Raises:
        AssertionError: something is wrong.
    """
    environment = {
        name: text for name, text in os.environ.items() if not name.startswith("COVERAGE")
    }
    if len(environment) == len(os.environ):
        assert check(game, number) == []
        return
    done = subprocess.run(
        [sys.executable, "-m", "tests.solver.fuzz", game, str(number)],
        cwd=Path(__file__).parents[2],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[:3000]


def forever() -> None:
    """Fuzz until something is found."""
    modules = compiled()
    for seed in count(1):
        draw = random.Random(seed)
        custom = random_rules(draw, parts=draw.choice((1, 2)))
        drawn = {
            game: [random_position(Rules.parse(game), draw, *empty) for _ in range(50)]
            for game, empty in GAMES.items()
        }
        drawn[str(custom)] = random_late_positions(custom, draw, 50)
        used = frozenset(
            rule
            for rule in sorted(modules.prune.ALL_PRUNING | modules.maker_breaker.ALL_PRUNING)
            if draw.random() < 0.7
        )
        wrong = []
        for text, positions in drawn.items():
            rules = Rules.parse(text)
            wrong += Fuzzer(modules, rules, used).mismatches(positions)
            wrong += blocking_mismatches(modules, rules, positions, used, {})
            late = [position for position in positions if len(position.legal) <= LATE]
            wrong += distance_mismatches(modules, rules, late[:10], draw)
        for plain, empty in PLAIN_GAMES.items():
            rules = Rules.parse(plain)
            some = [random_position(rules, draw, *empty) for _ in range(20)]
            wrong += plain_mismatches(modules, rules, some)
            wrong += distance_mismatches(modules, rules, some[:5], draw)
        if wrong:
            sys.exit("\n".join([f"seed {seed}, rules in use: {sorted(used)}", *wrong]))
        print(f"seed {seed}: {sum(map(len, drawn.values()))} positions agree", flush=True)  # noqa: T201


if __name__ == "__main__":
    if len(sys.argv) == 1:
        forever()
    sys.exit("\n".join(check(sys.argv[1], *map(int, sys.argv[2:]))) or None)

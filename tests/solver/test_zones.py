"""The claim that a zone makes, checked on positions that it speaks of; mistakes in it show."""

import random
from collections.abc import Iterator
from itertools import product
from types import SimpleNamespace

import pytest

from noughts import Mark, Position, Rules
from noughts.core.bits import bits
from tests.solver.fuzz import random_late_positions, random_position, random_rules, symmetry_tables
from tests.solver.uncompiled import Edit, uncompiled

BACK = "self.symmetries.back(entry.board, key.symmetry)"

MUTANTS = {
    "without the attacker's own move": Edit(
        "and_or", "_moves", "answer.zone | cell", "answer.zone"
    ),
    "without the attacker's own move, by numbers": Edit(
        "proof_number", "_summed", "win.zone | self.state.move(level, children.best)", "win.zone"
    ),
    "not turned back": Edit("prune", "recalled", BACK, "entry.board"),
    "moves not turned back, by numbers": Edit(
        "proof_number", "_moves", BACK.replace("self", "self.pruning"), "entry.board"
    ),
    "of the last reply alone": Edit(
        "zones", "gather", "zone |= self.zones[i]", "zone = self.zones[i]"
    ),
    "with a pass too few": Edit("zones", "gather", "max(most, fewest + 1)", "max(most, fewest)"),
    "without what its least win leaves": Edit(
        "zones", "gather", "zone | self.replies(level, least, fewest)", "zone"
    ),
    "that a line comes in time for": Edit(
        "zones",
        "replies",
        "popcount(rest & ~zone) <= passes + 2",
        "popcount(rest & ~zone) <= passes + 1",
    ),
}


def telling() -> Iterator[tuple[Rules, list[Position]]]:
    """Yield won positions, O to move, in which a pass counts, or what a win leaves does."""
    # Two forks of X's, at a1 and e1, answer any reply. Two lines of O's cross at b2: with stones on
    # c2 and e2, as a zone with a pass too few would allow, O forks there first.
    forks = Rules.custom(
        (7, 2), [(0, 1, 2), (0, 1, 3), (4, 5, 6), (4, 5, 7), (8, 9, 10), (8, 11, 12)]
    )
    yield forks, [Position(forks, 0b100010, 1 << 13)]
    # Two threats of X's, each with a reply on a line of O's; O's one stone is on both lines. If it
    # were not, but each line had another one, O would play there and refute both threats at once.
    countered = Rules.custom(
        (6, 3),
        [
            *((0, 1, 2), (0, 3, 4), (0, 3, 5), (2, 12, 13, 14)),
            *((6, 7, 8), (6, 9, 10), (6, 9, 11), (8, 12, 15, 16)),
        ],
    )
    yield countered, [Position(countered, 0b10000010, 1 << 12)]
    # What each of several replies needs is not the same.
    yield Rules.parse("4,3,3"), [Position.parse("...X/OX../....", "4,3,3")]


def games(draw: random.Random, times: int) -> Iterator[tuple[Rules, list[Position]]]:
    yield from telling()
    for game, empty, number in (
        ("3,3,3", (3, 9), 30),
        ("4,3,3", (4, 11), 50),
        ("5,3,3", (6, 11), 40),
        ("4,4,3", (6, 11), 30),
        ("3,3,3 torus", (3, 8), 20),
    ):
        rules = Rules.parse(game)
        yield rules, [random_position(rules, draw, *empty) for _ in range(number * times)]
    for number in range(20 * times):
        rules = random_rules(draw, sizes=(2, 3, 3, 4) if number % 2 else (3, 4, 4, 4))
        early = [random_position(rules, draw, rules.cells - 3, rules.cells) for _ in range(6)]
        yield rules, early if rules.cells < 12 else random_late_positions(rules, draw, 20)


def wins(
    rules: Rules, mover: int, other: int, attacks: int, known: dict[tuple[int, int], int]
) -> int:
    """Return 1 if the attacker wins, 0 if not: he moves (attacks = 1), or the defender does."""
    key = (mover, other) if attacks else (~mover, other)
    if key not in known:
        free = bits(rules.full & ~(mover | other))
        open_lines = (line & ~mover for line in rules.lines if not line & other)
        if any(rest.bit_count() < 2 for rest in open_lines):  # it has a line after this move
            value = attacks
        elif len(free) == 1:
            value = 0
        else:
            after = (mover | 1 << cell for cell in free)
            below = (wins(rules, other, stones, 1 - attacks, known) for stones in after)
            value = attacks if attacks in below else 1 - attacks
        known[key] = value
    return known[key]


#: What is known of each game's values, whatever the mistake.
TRUTH: dict[Rules, dict[tuple[int, int], int]] = {}


def claims(modules: SimpleNamespace, times: int = 1) -> Iterator[bool]:
    """Yield for each position that a zone says is won, and each search's answer, whether it holds.

    Such a position has other stones of the defender's. The memory is kept from position to
    position, so zones that were remembered, and turned, are looked at as well.
    """
    draw = random.Random(3)
    everything = modules.prune.ALL_PRUNING
    # Without threat sequences, wins take moves that threaten nothing, and passes count.
    for (rules, positions), used in product(
        games(draw, times), (everything, {"carried", "symmetry"})
    ):
        known = TRUTH.setdefault(rules, {})
        state = modules.state.SearchState(rules.cells, rules.lines)
        symmetries = symmetry_tables(modules.canonical, rules)
        tables = [modules.transposition_table.TranspositionTable(1 << 20) for _ in range(2)]
        search = modules.and_or.AndOrSearch(state, tables[0], symmetries, used)
        numbers = modules.proof_number.ProofNumberSearch(state, tables[1], symmetries, used)
        for position, mark, answer in product(positions, Mark, (search.answer, numbers.answer)):
            attacker, defender = position.sides(mark)
            attacks = position.turn is mark
            state.start(attacker, defender, rules.lines, rules.lines)
            if position.outcome is not None:
                continue
            won, zone, passes = answer(attacks)
            mover, other = (attacker, defender) if attacks else (defender, attacker)
            yield won == wins(rules, mover, other, int(attacks), known)
            if not won:
                continue
            for _ in range(200 if rules.cells > 12 or len(positions) == 1 else 3):
                other_stones = moved(position, defender, zone, draw)
                if covered(rules, attacker, defender, other_stones, zone, passes):
                    sides = attacker, other_stones
                    mover, other = sides if attacks else sides[::-1]
                    yield wins(rules, mover, other, int(attacks), known) == 1


def moved(position: Position, defender: int, zone: int, draw: random.Random) -> int:
    """Return the defender's stones with some of them gone, and up to three more outside a zone."""
    outside = [cell for cell in position.legal if not zone >> cell & 1]
    more = draw.sample(outside, min(draw.randint(0, 3), len(outside)))
    gone = draw.choice((0, 0, draw.getrandbits(position.rules.cells)))
    return defender & ~gone | sum(1 << cell for cell in more)


def covered(rules: Rules, attacker: int, before: int, after: int, zone: int, passes: int) -> bool:
    """Whether a zone speaks of a position in which the defender has other stones than before."""
    return after != before and all(
        (line & after).bit_count() <= (line & before).bit_count()
        or (line & ~(after | zone)).bit_count() >= passes + 2
        for line in rules.lines
        if not line & attacker
    )


def test_a_win_holds_whatever_is_outside_its_zone() -> None:
    held = list(claims(uncompiled()))
    assert all(held)
    assert len(held) > 5000


@pytest.mark.deep
def test_a_win_holds_whatever_is_outside_its_zone_often() -> None:
    assert all(claims(uncompiled(), times=20))


@pytest.mark.parametrize("name", MUTANTS)
def test_a_wrong_zone_shows(name: str) -> None:
    try:
        held = all(claims(uncompiled(MUTANTS[name])))
    except (IndexError, AssertionError):  # it may run off the end of a table, or break a promise
        return
    assert not held


@pytest.mark.parametrize("game", ["3,3,3", "5,4,4", "4,4,4", "3,3,3,3"])
def test_turning_back(game: str) -> None:
    modules = uncompiled()
    rules = Rules.parse(game)
    symmetries = modules.canonical.SymmetryTables(rules.cells, rules.symmetries)
    for index in range(-1, symmetries.n):
        for board in (1, 0b1011, 0b110001):
            assert symmetries.back(symmetries.image(board, index), index) == board

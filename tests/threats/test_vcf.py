"""Continuous fours and their zones, against every defence played out with plain positions."""

from functools import cache
from itertools import pairwise

import pytest

from noughts import Mark, Position, Rules
from noughts.core.forks import completions
from noughts.testing import random_games
from noughts.threats.threat_types import MANY, NOWHERE, TWO
from tests.sampling import sample
from tests.solver.uncompiled import uncompiled

GAMES = [
    "6,6,4",
    "7,7,5",
    "6,6,4 exact",
    *("7,5,4 caro", "6,4,3 caro", "7,5,4 exact caro", "6,4,3 caro torus"),
    "5,5,4 torus",
    pytest.param("7,5,4", marks=pytest.mark.deep),
    "3,3,3,3",
    "4,4 lines a1-b1-c1 a2-b2-c2-d2 b1-b2-b3 c1-c2-c3 a3-b3-c3-d3 a1-b2-c3-d4 d1-d2",
]
STEPS = 3


@cache
def by_fours(rules: Rules, own: int, other: int, steps: int) -> bool:
    """Whether the owner of the first board, to move, wins by this many fours."""
    if complete(rules, own, other):
        return True
    if steps == 0:
        return False
    for cell in empty(rules, own, other):
        made = own | 1 << cell
        if not complete(rules, made, other) or complete(rules, other, made):
            continue
        stops = [
            reply
            for reply in empty(rules, made, other)
            if not complete(rules, made, other | 1 << reply)
        ]
        # Under caro there may be two, which are no sequence.
        if len(stops) < 2 and all(
            by_fours(rules, made, other | 1 << reply, steps - 1) for reply in stops
        ):
            return True
    return False


def complete(rules: Rules, own: int, other: int) -> bool:
    """Whether one more stone completes a line."""
    return any(
        (line & ~own).bit_count() == 1
        and not line & other
        and not (own | line) & guard
        and not rules.blocked(index, other)
        for index, (line, guard) in enumerate(zip(rules.lines, rules.guards, strict=True))
    )


def empty(rules: Rules, own: int, other: int) -> list[int]:
    return [cell for cell in range(rules.cells) if not (own | other) >> cell & 1]


def stopping(position: Position, mark: Mark) -> set[int]:
    """Return the cells on which a stone of the opponent leaves a side nothing to complete."""
    own, other = position.sides(mark)
    return {
        cell
        for cell in empty(position.rules, own, other)
        if not complete(position.rules, own, other | 1 << cell)
    }


def quiet(rules: Rules, games: int, seed: int) -> list[Position]:
    """Return positions of random games in which neither side completes a line at once."""
    return [
        position
        for game in random_games(rules, games=games, seed=seed)
        for position in game
        if position.outcome is None
        and not completions(position, Mark.X)
        and not completions(position, Mark.O)
    ]


@pytest.mark.parametrize("game", GAMES)
def test_fours_are_found_exactly_where_no_defence_helps(game: str) -> None:
    rules = Rules.parse(game)
    modules = uncompiled(package="noughts.threats")
    found = 0
    for position in quiet(rules, 12, seed=1)[: sample(40, 60)]:
        own, other = position.sides(position.turn)
        board = modules.line_board.LineBoard(rules)
        for side, stones in enumerate((own, other)):
            for cell in empty(rules, 0, rules.full & ~stones):
                board.place(cell, side)
        budget = modules.pvs.Budget()
        budget.allow(0)
        search = modules.vcf.VcfSearch(board, budget)
        search.win(1, STEPS, 10**6)  # what it finds or not is of the other side alone
        plies = search.win(0, STEPS, 10**6)
        truth = [steps for steps in range(1, STEPS + 1) if by_fours(rules, own, other, steps)]
        assert plies == (2 * truth[0] + 1 if truth else 0), str(position)
        found += bool(truth)
    assert found


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("most", [100, pytest.param(10_000, marks=pytest.mark.deep)])
def test_every_move_outside_the_zone_loses(game: str, most: int) -> None:
    rules = Rules.parse(game)
    modules = uncompiled(package="noughts.threats")
    looked_at = 0
    for position in quiet(rules, 20, seed=2)[:most]:
        own, other = position.sides(position.turn)
        search = modules.pvs.PrincipalVariationSearch(position)
        search.allow(0)
        mover = 0 if position.turn is Mark.X else 1
        plies = search.fours.win(1 - mover, STEPS, 10**6)
        if not plies:
            continue
        before = list(search.board.owner), search.board.key
        cells = [0] * rules.cells
        zone = set(cells[: search.fours.zone(1 - mover, cells)])
        assert (list(search.board.owner), search.board.key) == before
        for cell in set(position.legal) - zone:
            assert by_fours(rules, other, own | 1 << cell, plies // 2), (str(position), cell)
            looked_at += 1
        if looked_at >= sample(15, most):
            break
    assert looked_at >= 10


@pytest.mark.parametrize("game", ["6,6,4 exact", "7,5,3 caro", "6,5,4 exact caro torus"])
def test_a_board_is_as_it_was_when_the_stones_are_lifted(game: str) -> None:
    rules = Rules.parse(game)
    board = uncompiled(package="noughts.threats").line_board.LineBoard(rules)
    names = ("owner", "held", "lack", "tally", "promise", "listed")

    def state() -> list[list[int]]:
        return [list(getattr(board, name)) for name in names]

    for positions in random_games(rules, games=5, seed=3):
        states = [state()]
        stones = [p.x | p.o for p in positions]
        cells = [(after ^ before).bit_length() - 1 for before, after in pairwise(stones)]
        for ply, cell in enumerate(cells):
            board.place(cell, ply % 2)
            states.append(state())
            for at, promise in enumerate(board.promise):
                assert board.promised(at % rules.cells, at // rules.cells) == promise
            position = positions[ply + 1]
            if position.outcome is None:
                for side, mark in enumerate(Mark):
                    told = board.completion(side)
                    if not completions(position, mark):
                        assert told == NOWHERE
                        continue
                    stops = stopping(position, mark)
                    assert told == (TWO if not stops else MANY if len(stops) > 1 else min(stops))
                    assert told != MANY or {board.stop, board.second} == stops
        for ply, cell in reversed(list(enumerate(cells))):
            assert states.pop() == state()
            board.lift(cell, ply % 2)
        assert states.pop() == state()
    assert board.key == 0

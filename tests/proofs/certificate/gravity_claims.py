"""Certificates under gravity, replayed with the library's positions, without the checker."""

import random
from collections.abc import Iterable
from functools import partial

from noughts import Position, Rules
from noughts.core.position import Mark
from noughts.core.score import Value
from noughts.proofs.certificate import gravity_checker
from noughts.proofs.certificate.checker import CELLS
from noughts.solver.gravity import GravitySolver
from tests.proofs.certificate import files


def names(cells: Iterable[int]) -> str:
    """Return a set of cells as certificates write it."""
    return "".join(CELLS[cell] for cell in sorted(cells)) or "-"


def mirror(rules: Rules) -> str:
    """Return the line of the symmetry that swaps left and right."""
    columns, rows = rules.shape[:2]
    cells = [row * columns + columns - 1 - at for row in range(rows) for at in range(columns)]
    return "symmetry " + "".join(CELLS[cell] for cell in cells)


def head(position: Position) -> list[str]:
    """Return the first lines of a position's certificate."""
    return ["noughts certificate 4", f"rules {position.rules}", f"position {position}"]


def claim(position: Position, kind: str, own: Mark, entries: list[str]) -> str:
    """Return a claim of a position in which the other side is to move."""
    attacker = own if kind == "w" else own.other
    sets = (names(position.stones(mark)) for mark in (attacker, attacker.other))
    return " ".join((kind, *sets, "-", *entries))


def completing(position: Position, mark: Mark) -> list[int]:
    """Return where a stone of either side completes a line."""
    stones = position.x if mark is Mark.X else position.o
    return [
        cell
        for cell in position.legal
        if any(line & ~(stones | 1 << cell) == 0 for line in position.rules.lines)
    ]


def answer(
    position: Position, stone: int, order: str, answers: dict[int, int | None]
) -> int | None:
    """Return what a diagram answers to the stone just played; None if it says nothing."""
    own, legal = position.turn, position.legal
    tactical = completing(position, own) or completing(position, own.other)
    if tactical:
        return tactical[0]
    above = stone - position.rules.shape[0]
    said = answers.get(stone, above)
    if said in legal:
        return said
    return next((CELLS.index(name) for name in order if CELLS.index(name) in legal), None)


def follows(
    position: Position, kind: str, own: Mark, order: str, answers: dict[int, int | None]
) -> bool:
    """Return whether a diagram reaches what the claim says, against every game that can follow."""
    done: set[Position] = set()
    stack = [position]
    while stack:
        now = stack.pop()
        if now in done:
            continue
        done.add(now)
        for stone in now.legal:
            after = now.play(stone)
            if after.outcome is None:
                cell = answer(after, stone, order, answers)
                if cell is None:
                    return False
                after = after.play(cell)
            if after.outcome is None:
                stack.append(after)
            elif after.outcome.winner not in ({own} if kind == "w" else {own, None}):
                return False
    return True


def random_position(rules: Rules, draw: random.Random, plies: int) -> Position:
    """Return a position that is not over, after this many random stones."""
    while True:
        position = Position(rules)
        for _ in range(plies):
            if position.outcome is None:
                position = position.play(draw.choice(position.legal))
        if position.outcome is None:
            return position


def strategy(position: Position, own: Mark, solver: GravitySolver) -> list[str]:
    """Return claims with every reply, by which a side wins or holds; it has just moved."""
    rules = position.rules
    win = value_of(position, solver) is Value.LOSS
    made: dict[Position, str] = {}

    def right(now: Position) -> bool:
        """Claim a position; return whether the answer that leads there is right."""
        if now.outcome is not None or settled(now, own):
            ended = now.outcome
            return ended is None or not win or ended.winner is own
        value = value_of(now, solver)
        if value is Value.WIN or (win and value is Value.DRAW):
            return False
        if now not in made and now.transformed(rules.symmetries[1]) not in made:
            make(now)
        return True

    def make(now: Position) -> None:
        entries = []
        for move in now.legal:
            after = now.play(move)
            if after.outcome is None and not completing(after, own):
                cell = next(cell for cell, then in after.children() if right(then))
                entries.append(CELLS[move] + CELLS[cell])
        made[now] = claim(now, "w" if win else "h", own, entries)

    make(position)
    return list(made.values())


def settled(position: Position, own: Mark) -> bool:
    """Return whether each move loses at once, or fills the board."""
    after = [position.play(move) for move in position.legal]
    return all(
        now.outcome.winner is None if now.outcome is not None else completing(now, own)
        for now in after
    )


def value_of(position: Position, solver: GravitySolver) -> Value:
    score = solver.score(position)
    assert score is not None
    return score.value


verdict = partial(files.verdict, by=gravity_checker)
code_of = partial(files.code_of, by=gravity_checker)

"""Every reply followed in plain sight: what `Expansion` has to find, written to be obvious.

What a strategy answers is taken from it; what becomes of that on the board is worked out here.
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from noughts.bits import bits
from noughts.certificate.expansion import RefutedError
from noughts.certificate.strategy import Edge, strategies

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from noughts.certificate.strategy import Strategy

Place = tuple[int, int, int, int]  # the boards of both, what is followed, dead cells that are empty


class Everything:
    """All positions of one strategy; `merged`: less all that makes no difference."""

    def __init__(self, strategy: Strategy, *, merged: bool) -> None:
        half = strategy.half
        self.strategy, self.merged = strategy, merged
        self.own_lines, self.other_lines = half.own_lines, half.other_lines
        self.wins, self.full = half.wins, half.game.full
        self.blocks = half.game.blocks and not half.wins

    def count(self, own: int, other: int, first: Edge) -> int:
        """Return how many positions have to be answered in."""
        todo = self.parts(self.after(own, other, 0, first, stone=first.move is not None))
        seen = set(todo)
        for now in todo:
            for cell in self.moves(now):
                after = self.parts(self.respond(now, cell))
                todo += [each for each in after if each not in seen]
                seen.update(after)
        return len(seen)

    def parts(self, now: Place | None) -> list[Place]:
        """Return what has to be answered in: a position, or if the side only holds, its parts."""
        if now is None:
            return []
        own, other, followed, _ = now
        if not self.merged or self.wins or self.armed(followed):
            return [now]
        whole: dict[tuple[int, ...], int] = {}
        for line in sorted(self.other_lines):
            if not line & own:
                whole.setdefault(bits(line & ~other), line)
        parts = [sum_of(whole[each] for each in part) for part in apart(reduced(list(whole)))]
        return [(self.full & ~p, other | (self.full & ~p), followed, 0) for p in parts]

    def armed(self, followed: int) -> list[int]:
        """Return the lines of the strategy's side that matter."""
        return self.own_lines if self.strategy.all[followed].pairs is None else []

    def moves(self, now: Place) -> tuple[int, ...]:
        """Return the moves that do not lose at once."""
        own, other, followed, idle = now
        threats = completing(self.armed(followed), own, other)
        if threats:
            return bits(threats)
        return bits(self.full & ~(own | other)) + (bits(own & other)[:1] if idle else ())

    def respond(self, now: Place, cell: int) -> Place | None:
        """Return where a move and its answer lead; None once all is decided."""
        own, other, followed, idle = now
        idle -= own >> cell & 1
        other |= 1 << cell
        if not self.wins and not idle and own | other == self.full:
            return None
        twin = self.twin(now, cell)
        edge = self.strategy.answer(followed, cell) if twin is None else Edge(twin, 0, followed)
        return self.after(own, other, idle, edge, stone=True)

    def after(self, own: int, other: int, idle: int, edge: Edge, *, stone: bool) -> Place | None:
        """Return where an answer leads."""
        if stone:
            if edge.move is not None and not (own | other) >> edge.move & 1:
                own |= 1 << edge.move
            elif own | other != self.full:
                own |= 1 << self.heaviest(own, other)
            else:
                idle -= bool(idle)
        ours = self.armed(edge.following)
        if self.ended(ours, own, other, idle):
            return None
        if self.merged:
            dead = self.dead(ours, own, other)
            idle += (dead & ~(own | other)).bit_count()
            own, other = own | dead, other | dead
        to = list(self.strategy.half.game.symmetries.values())[edge.symmetry]
        if to:
            own, other = (sum(to[cell] for cell in bits(stones)) for stones in (own, other))
        return own, other, edge.following, idle

    def ended(self, ours: list[int], own: int, other: int, idle: int) -> bool:
        """Return whether the side has reached what was stated, or cannot fail to."""
        if any(own & line == line and not line & other for line in ours):
            return True
        if completing(ours, own, other).bit_count() > 1:
            return True
        if completing(self.other_lines, other, own):
            raise RefutedError("the other side completes a line")
        full = not idle and own | other == self.full
        if self.wins and full:
            raise RefutedError("the board is full")
        blocked = all(line & own for line in self.other_lines)
        return not self.wins and (full or (self.merged and blocked))

    def dead(self, ours: list[int], own: int, other: int) -> int:
        """Return the cells through which nobody can complete a line any more."""
        open_lines = [line for line in ours if not line & other]
        open_lines += [line for line in self.other_lines if not line & own]
        return sum(1 << c for c in bits(self.full) if not any(line >> c & 1 for line in open_lines))

    def heaviest(self, own: int, other: int) -> int:
        """Return the empty cell on whose lines most is at stake, the lowest of several."""
        lines, stones, against = self.other_lines, other, own
        if self.wins:
            lines, stones, against = self.own_lines, own, other
        weights = dict.fromkeys(bits(self.full & ~(own | other)), 0.0)
        rests = [bits(line & ~stones) for line in lines if not line & against]
        if self.blocks:
            rests = without_twins(rests)[0]
        for rest in rests:
            for cell in rest:
                weights[cell] += 2.0 ** -len(rest)
        return max(weights, key=lambda cell: weights[cell])

    def twin(self, now: Place, cell: int) -> int | None:
        """Return the twin of a cell that is about to be taken from one who only blocks."""
        own, other, *_ = now
        rests = [bits(line & ~other) for line in self.other_lines if not line & own]
        return without_twins(rests)[1].get(cell) if self.blocks else None


def without_twins(
    lines: list[tuple[int, ...]],
) -> tuple[list[tuple[int, ...]], dict[int, int]]:
    """Return the lines that are left without twins, and for each of the twins the other one."""
    pairs: dict[int, int] = {}
    while True:
        through: dict[int, set[tuple[int, ...]]] = {}
        for line in lines:
            for cell in line:
                through.setdefault(cell, set()).add(line)
        before = len(pairs)
        for one in sorted(through):
            for two in sorted(through):
                if one < two and through[one] == through[two] and not {one, two} & set(pairs):
                    pairs[one], pairs[two] = two, one
        if len(pairs) == before:
            return lines, pairs
        lines = [line for line in lines if not set(line) & set(pairs)]


def reduced(lines: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Return the lines without those that contain another one, or have twins, again and again."""
    while True:
        shortest = [a for a in lines if not any(set(b) < set(a) for b in lines)]
        left, _ = without_twins(shortest)
        if left == lines:
            return lines
        lines = left


def apart(lines: list[tuple[int, ...]]) -> list[list[tuple[int, ...]]]:
    """Return the lines in parts that have no cell in common."""
    parts: list[list[tuple[int, ...]]] = []
    for line in lines:
        near = [part for part in parts if any(set(line) & set(other) for other in part)]
        parts = [part for part in parts if part not in near]
        parts.append([line, *(each for part in near for each in part)])
    return parts


def sum_of(boards: Iterable[int]) -> int:
    """Return the cells of several boards."""
    return reduce(or_, boards, 0)


def completing(lines: list[int], own: int, other: int) -> int:
    """Return the cells that complete a line."""
    rests = [line & ~own for line in lines if not line & other]
    return sum({rest for rest in rests if rest.bit_count() == 1})


def counted(path: Path, *, merged: bool = True) -> int | None:
    """Return in how many positions a certificate has to answer; None if a game is lost by it."""
    try:
        return sum(
            Everything(strategy, merged=merged).count(own, other, first)
            for _, strategy, own, other, first in strategies(path)
        )
    except RefutedError:
        return None

"""Every reply followed in plain sight: what `Expansion` has to find, written to be obvious.

What a strategy answers is taken from it; what becomes of that on the board is worked out here.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from noughts.core.bits import bits
from noughts.proofs.certificate.strategies.strategy import Edge, RefutedError, Strategy, strategies

Place = tuple[int, int, int, int]  # the boards of both, what is followed, dead cells that are empty
Lines = frozenset[tuple[int, ...]]  # the empty cells of each line that is open to the other side
Part = tuple[Lines, int]  # and what is followed


class Everything:
    """All positions of one strategy; `merged`: less all that makes no difference."""

    def __init__(self, strategy: Strategy, *, merged: bool) -> None:
        half = strategy.half
        self.strategy, self.merged = strategy, merged
        self.own_lines, self.other_lines = half.own_lines, half.other_lines
        self.wins, self.full = half.wins, half.game.full
        self.blocks = half.game.blocks and not half.wins
        self.symmetries = list(half.game.symmetries.values())

    def count(self, own: int, other: int, first: Edge) -> int:
        """Return how many positions have to be answered in."""
        todo = self.places(self.after(own, other, 0, first, stone=first.move is not None))
        seen = set(todo)
        for now in todo:
            for each in self.following(now):
                if each not in seen:
                    seen.add(each)
                    todo.append(each)
        return len(seen)

    def following(self, now: Place | Part) -> Iterator[Place | Part]:
        """Yield what has to be answered in after an answer to each move."""
        if len(now) == 2:
            for cell in undominated(now[0]):
                yield from self.answered(*now, cell)
        else:
            for cell in self.moves(now):
                yield from self.places(self.respond(now, cell))

    def places(self, now: Place | None) -> list[Place | Part]:
        """Return what has to be answered in: a position, or if the side only holds, its parts."""
        if now is None:
            return []
        own, other, followed, _ = now
        if not self.merged or self.wins or self.armed(followed):
            return [now]
        lines = frozenset(bits(line & ~other) for line in self.other_lines if not line & own)
        return [(part, followed) for part in apart(reduced(lines))]

    def answered(self, lines: Lines, followed: int, cell: int) -> list[Part]:
        """Return the parts that an answer in a part leads to, if a line of theirs lacks less."""
        edge = self.strategy.answer(followed, cell)
        left = [tuple(c for c in line if c != cell) for line in lines]
        among = {c for line in left for c in line}
        if edge.move in among:
            among = among.intersection(*(line for line in left if edge.move in line))
        weights = {c: sum(2.0 ** -len(line) for line in left if c in line) for c in sorted(among)}
        move = max(weights, key=lambda c: weights[c])
        left = [line for line in left if move not in line]
        if any(len(line) == 1 for line in left):
            raise RefutedError("the other side completes a line")
        parts = [part for part in apart(reduced(frozenset(left))) if not part <= lines]
        to = self.symmetries[edge.symmetry]
        if to:
            parts = [turned(part, to) for part in parts]
        return [(part, edge.following) for part in parts]

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
        to = self.symmetries[edge.symmetry]
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
            kept, _ = without_twins(frozenset(rests))
            rests = [rest for rest in rests if rest in kept]
        for rest in rests:
            for cell in rest:
                weights[cell] += 2.0 ** -len(rest)
        return max(weights, key=lambda cell: weights[cell])

    def twin(self, now: Place, cell: int) -> int | None:
        """Return the twin of a cell that is about to be taken from one who only blocks."""
        own, other, *_ = now
        rests = frozenset(bits(line & ~other) for line in self.other_lines if not line & own)
        return without_twins(rests)[1].get(cell) if self.blocks else None


def without_twins(lines: Lines) -> tuple[Lines, dict[int, int]]:
    """Return the lines that are left without twins, and for each of the twins the other one."""
    pairs: dict[int, int] = {}
    while True:
        through = lines_through(lines)
        before = len(pairs)
        for one in sorted(through):
            for two in sorted(through):
                if one < two and through[one] == through[two] and not {one, two} & set(pairs):
                    pairs[one], pairs[two] = two, one
        if len(pairs) == before:
            return lines, pairs
        lines = frozenset(line for line in lines if not set(line) & set(pairs))


def lines_through(lines: Lines) -> dict[int, set[tuple[int, ...]]]:
    through: dict[int, set[tuple[int, ...]]] = {}
    for line in lines:
        for cell in line:
            through.setdefault(cell, set()).add(line)
    return through


def undominated(lines: Lines) -> list[int]:
    """Return the cells whose lines do not all go through a cell that is on others as well."""
    through = lines_through(lines)
    return [one for one in through if not any(through[one] < lines for lines in through.values())]


def reduced(lines: Lines) -> Lines:
    """Return the lines without those that contain another one, or have twins, again and again."""
    while True:
        shortest = frozenset(a for a in lines if not any(set(b) < set(a) for b in lines))
        left, _ = without_twins(shortest)
        if left == lines:
            return lines
        lines = left


def apart(lines: Lines) -> list[Lines]:
    """Return the lines in parts that have no cell in common."""
    parts: list[Lines] = []
    for line in lines:
        near = [part for part in parts if any(set(line) & set(other) for other in part)]
        parts = [part for part in parts if part not in near]
        parts.append(frozenset({line}).union(*near))
    return parts


def turned(lines: Lines, to: Sequence[int]) -> Lines:
    """Return the lines where a symmetry takes them."""
    return frozenset(bits(sum(to[cell] for cell in line)) for line in lines)


def completing(lines: list[int], own: int, other: int) -> int:
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

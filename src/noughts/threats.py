"""Threats and forks: what one more stone would do, read off the lines without any search.

A *completion* is an empty cell that completes a line. A stone that leaves two completions is a
*fork*: the opponent can only take one of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from noughts.notation import bits
from noughts.position import Mark, Position

if TYPE_CHECKING:
    from collections.abc import Iterable

Completions = dict[int, tuple[int, ...]]  #: cell -> the line that it completes


def completions(position: Position, mark: Mark) -> Completions:
    """Return the empty cells that complete a line of `mark`, each with the line.

    >>> completions(Position.parse("XX./OO./..."), Mark.O)
    {5: (3, 4, 5)}
    """
    own, other = _boards(position, mark)
    rules = position.rules
    return _lacking_one(zip(rules.lines, rules.guards, strict=True), own, other)


def threats_after(position: Position, cell: int, mark: Mark) -> Completions:
    """Return the completions that one more stone of `mark` on `cell` would make.

    >>> threats_after(Position.parse("X../.O./..X"), 2, Mark.X)
    {1: (0, 1, 2), 5: (2, 5, 8)}
    """
    own, other = _boards(position, mark)
    through = position.rules.lines_through[cell]
    return _lacking_one(((line, guard) for line, guard, _ in through), own | 1 << cell, other)


def forks(position: Position, mark: Mark) -> dict[int, Completions]:
    """Return the cells on which a stone of `mark` would make two threats or more.

    >>> sorted(forks(Position.parse("X../.O./..X"), Mark.X))
    [2, 6]
    """
    found = {cell: threats_after(position, cell, mark) for cell in position.legal}
    return {cell: threats for cell, threats in found.items() if len(threats) > 1}


def _boards(position: Position, mark: Mark) -> tuple[int, int]:
    return (position.x, position.o) if mark is Mark.X else (position.o, position.x)


def _lacking_one(lines: Iterable[tuple[int, int]], own: int, other: int) -> Completions:
    found: Completions = {}
    for line, guard in lines:
        missing = line & ~own
        if missing.bit_count() == 1 and not missing & other and not own & guard:
            found.setdefault(missing.bit_length() - 1, bits(line))
    return dict(sorted(found.items()))

"""Threats and forks: what one more stone would do, read off the lines without any search.

A *completion* is a cell that may be played and completes a line. A stone that leaves two
completions is a *fork*: the opponent can only take one of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from noughts.bits import bits
from noughts.position import Mark, Position

if TYPE_CHECKING:
    from collections.abc import Iterable

Completions = dict[int, tuple[int, ...]]  #: cell -> the line that it completes


def completions(position: Position, mark: Mark) -> Completions:
    """Return the playable cells that complete a line of `mark`, each with the line.

    >>> completions(Position.parse("XX./OO./..."), Mark.O)
    {5: (3, 4, 5)}
    """
    own, other = _boards(position, mark)
    rules = position.rules
    lines = zip(rules.lines, rules.guards, strict=True)
    return _lacking_one(lines, own, rules.playable(own | other))


def threats_after(position: Position, cell: int, mark: Mark) -> Completions:
    """Return the completions that one more stone of `mark` on `cell` would make.

    With gravity these are also the ones on the cell above, which could not be played before.

    >>> threats_after(Position.parse("X../.O./..X"), 2, Mark.X)
    {1: (0, 1, 2), 5: (2, 5, 8)}
    """
    own, other = _boards(position, mark)
    rules, bit = position.rules, 1 << cell
    before, after = rules.playable(own | other), rules.playable(own | other | bit)
    lines = (
        (line, guard)
        for at in (cell, *bits(after & ~before))
        for line, guard, _ in rules.lines_through[at]
    )
    return _lacking_one(lines, own | bit, after)


def forks(position: Position, mark: Mark) -> dict[int, Completions]:
    """Return the cells on which a stone of `mark` would make two threats or more.

    >>> sorted(forks(Position.parse("X../.O./..X"), Mark.X))
    [2, 6]
    """
    found = {cell: threats_after(position, cell, mark) for cell in position.legal}
    return {cell: threats for cell, threats in found.items() if len(threats) > 1}


def _boards(position: Position, mark: Mark) -> tuple[int, int]:
    return (position.x, position.o) if mark is Mark.X else (position.o, position.x)


def _lacking_one(lines: Iterable[tuple[int, int]], own: int, playable: int) -> Completions:
    found: Completions = {}
    for line, guard in lines:
        missing = line & ~own
        if missing & playable and missing.bit_count() == 1 and not own & guard:
            found.setdefault(missing.bit_length() - 1, bits(line))
    return dict(sorted(found.items()))

"""Find threats and forks, the effects of one more stone, from the lines without a search.

A *completion* is a playable cell that completes a line. A stone that leaves two completions is a
*fork*: the opponent can take only one of them (but under caro may stop both).
"""

from collections.abc import Iterable
from functools import reduce
from operator import or_

from noughts.core.bits import bits
from noughts.core.position import Mark, Position
from noughts.core.rules import Rules

Completions = dict[int, tuple[int, ...]]  #: cell -> the line that it completes


def completions(position: Position, mark: Mark) -> Completions:
    """Return the playable cells that complete a line of `mark`, each with the line.

    >>> completions(Position.parse("XX./OO./..."), Mark.O)
    {5: (3, 4, 5)}
    """
    own, other = position.sides(mark)
    rules = position.rules
    return _by_cell(rules, rules.completions(own, other, rules.playable(own | other)))


def waiting(position: Position, mark: Mark) -> Completions:
    """Return the completions of `mark` that cannot be played yet, because of gravity.

    >>> waiting(Position.parse("..../.XXO/OXOX", "4,3,3 gravity"), Mark.X)
    {}
    >>> waiting(Position.parse("..../XX../OO.X", "4,3,3 gravity"), Mark.X)
    {6: (4, 5, 6)}
    """
    own, other = position.sides(mark)
    rules, taken = position.rules, own | other
    later = rules.full & ~taken & ~rules.playable(taken)
    return _by_cell(rules, rules.completions(own, other, later))


def threats_after(position: Position, cell: int, mark: Mark) -> Completions:
    """Return the completions that one more stone of `mark` on `cell` would make.

    With gravity, this includes the cell above, which could not be played before.

    >>> threats_after(Position.parse("X../.O./..X"), 2, Mark.X)
    {1: (0, 1, 2), 5: (2, 5, 8)}
    """
    own, other = position.sides(mark)
    rules, bit = position.rules, 1 << cell
    before, after = rules.playable(own | other), rules.playable(own | other | bit)
    lines = (
        index for at in (cell, *bits(after & ~before)) for _, _, index in rules.lines_through[at]
    )
    return _by_cell(rules, rules.completions(own | bit, other, after, lines))


def blocked(position: Position, cell: int, threats: Completions) -> tuple[tuple[int, ...], ...]:
    """Return which of the opponent's completions a move stops, as their lines.

    It takes their cell or, under caro, the second end of their row.

    >>> position = Position.parse("OXXX..O..", "9,1,4 caro")
    >>> threats = completions(position, Mark.X)
    >>> threats, blocked(position, 4, threats), blocked(position, 5, threats)
    ({4: (1, 2, 3, 4)}, ((1, 2, 3, 4),), ((1, 2, 3, 4),))
    """
    if not position.rules.caro:
        return (threats[cell],) if cell in threats else ()
    left = completions(position.play(cell), position.turn.other)
    return tuple(line for at, line in threats.items() if at not in left)


def forks(position: Position, mark: Mark) -> dict[int, Completions]:
    """Return the cells on which a stone of `mark` would make two threats or more.

    >>> sorted(forks(Position.parse("X../.O./..X"), Mark.X))
    [2, 6]
    """
    found = {cell: threats_after(position, cell, mark) for cell in _near(position, mark)}
    return {cell: threats for cell, threats in found.items() if len(threats) > 1}


def _near(position: Position, mark: Mark) -> Iterable[int]:
    """Return the cells that may fork: without gravity, those of lines that lack two stones."""
    rules = position.rules
    if rules.gravity:
        return position.legal
    own, other = position.sides(mark)
    lacking = (line & ~own for line in rules.lines)
    pairs = [pair for pair in lacking if pair.bit_count() == 2 and not pair & other]
    near = reduce(or_, pairs, 0)
    return (cell for cell in position.legal if near >> cell & 1)


def _by_cell(rules: Rules, found: Iterable[tuple[int, int]]) -> Completions:
    """Return for each cell the first line that it completes."""
    first: dict[int, int] = {}
    for index, bit in found:
        first.setdefault(bit.bit_length() - 1, index)
    return {cell: bits(rules.lines[first[cell]]) for cell in sorted(first)}

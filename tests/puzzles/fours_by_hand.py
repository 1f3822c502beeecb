"""Wins by fours, found by trying every sequence with plain bitboards."""

from collections.abc import Iterator

from noughts import Position, Rules


def sides(position: Position) -> tuple[int, int]:
    """Return the stones of the side to move, and those of the other."""
    x_moves = position.x.bit_count() == position.o.bit_count()
    return (position.x, position.o) if x_moves else (position.o, position.x)


def lacking(rules: Rules, own: int, other: int, stones: int) -> list[int]:
    """Return the empty cells of each line that lacks this many stones."""
    rest = rules.full ^ own
    return [
        missing
        for line in rules.lines
        if not line & other and (missing := line & rest).bit_count() == stones
    ]


def cells(board: int) -> Iterator[int]:
    while board:
        yield board & -board
        board &= board - 1


def wins(rules: Rules, own: int, other: int, seen: dict[tuple[int, int], bool]) -> bool:
    """Whether the owner of the first board, to move, wins with fours alone."""
    key = own, other
    if key not in seen:
        over = lacking(rules, own, other, 1)
        seen[key] = bool(over) or any(
            starts(rules, own, other, cell, seen) for cell in fours(rules, own, other)
        )
    return seen[key]


def fours(rules: Rules, own: int, other: int) -> set[int]:
    """Return the cells, as bits, that make a four, and leave the other side no line."""
    made = {cell for missing in lacking(rules, own, other, 2) for cell in cells(missing)}
    for threat in lacking(rules, other, own, 1):
        made &= {threat}
    return made


def starts(
    rules: Rules, own: int, other: int, cell: int, seen: dict[tuple[int, int], bool]
) -> bool:
    """Whether a win by fours begins with a four on a cell: the opponent has one reply, or none."""
    own |= cell
    replies = set(lacking(rules, own, other, 1))
    return len(replies) > 1 or all(wins(rules, own, other | reply, seen) for reply in replies)


def answers(position: Position, kind: str) -> list[int]:
    """Return the cells that a puzzle of a kind asks for: `vcf` or `vct`."""
    rules, (own, other), seen = position.rules, sides(position), dict[tuple[int, int], bool]()
    if kind == "vcf":
        right = {cell for cell in fours(rules, own, other) if starts(rules, own, other, cell, seen)}
    else:
        assert not wins(rules, own, other, seen)
        empty = [*cells(rules.full & ~(own | other))]
        right = {cell for cell in empty if unstoppable(rules, own | cell, other, empty, seen)}
    return sorted(cell.bit_length() - 1 for cell in right)


def threats(position: Position) -> set[int]:
    """Return the moves that threaten a win by fours, if the other side makes no move."""
    rules, (own, other), seen = position.rules, sides(position), dict[tuple[int, int], bool]()
    empty = cells(rules.full & ~(own | other))
    return {cell.bit_length() - 1 for cell in empty if wins(rules, own | cell, other, seen)}


def stops(position: Position, cell: int, reply: int) -> bool:
    """Whether no fours win after a move and a reply to it."""
    rules, (own, other) = position.rules, sides(position)
    own, other = own | 1 << cell, other | 1 << reply
    over = lacking(rules, other, own, 0)
    return bool(over) or not wins(rules, own, other, {})


def unstoppable(
    rules: Rules, own: int, other: int, empty: list[int], seen: dict[tuple[int, int], bool]
) -> bool:
    """Whether the owner of the first board, who has just moved, wins by fours after each reply."""
    return wins(rules, own, other, seen) and all(
        not lacking(rules, other | reply, own, 0) and wins(rules, own, other | reply, seen)
        for reply in empty
        if not reply & own
    )

# cython: annotation_typing=False, infer_types=False

"""`bits`: the cells of a bitboard. Compiled if there is a compiler."""

_SMALL = 1 << 12  # small boards recur often, and there are few of them
_small: dict[int, tuple[int, ...]] = {}
_cells: list[list[tuple[int, ...]]] = []  # for each byte of a board: the cells of each value


def bits(board: int) -> tuple[int, ...]:
    """Return the cells of a bitboard, in reading order.

    >>> bits(0b100010001)
    (0, 4, 8)
    """
    known = _small.get(board)
    if known is not None:
        return known
    size = (board.bit_length() + 7) // 8
    while len(_cells) < size:
        _cells.append(_of_byte(len(_cells)))
    data = board.to_bytes(size, "little")
    found: list[int] = []
    for index in range(size):
        if data[index]:
            found += _cells[index][data[index]]
    cells = tuple(found)
    if board < _SMALL:
        _small[board] = cells
    return cells


def _of_byte(index: int) -> list[tuple[int, ...]]:
    """Return the cells of each value of the byte with that index."""
    return [tuple(8 * index + bit for bit in range(8) if byte >> bit & 1) for byte in range(256)]

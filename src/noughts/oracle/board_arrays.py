"""Arrays of positions: read as two bitboards a position, and written as boards of cells."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from noughts.core.rules import Rules

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Bitboards: TypeAlias = "NDArray[np.uint64]"
    Boards: TypeAlias = "NDArray[np.int8]"

X, O, O_TOO = 1, -1, 2  # noqa: E741  (the mark)


def read(boards: ArrayLike, rules: Rules) -> Bitboards:
    """Return bitboards, shape (n, 2): the stones of X and those of O. Bit i is cell i.

    Raises:
        ValueError: The array has another shape, or numbers that are not marks.

    >>> from noughts import Rules
    >>> read([[1, -1, 0, 0, 0, 0, 0, 0, 1]], Rules("3,3,3")).tolist()
    [[257, 2]]
    """
    array = np.asarray(boards)
    cells = rules.cells
    if array.dtype == np.uint64 and array.ndim == 2 and array.shape[1] == 2:
        outside = np.uint64((1 << 64) - (1 << cells))
        _refuse(((array[:, 0] | array[:, 1]) & outside) != 0, "has bits beyond the last cell")
        return array
    if array.ndim < 2 or array[0:1].size != cells * len(array[0:1]):
        rows = ", ".join(map(str, reversed(rules.shape)))
        raise ValueError(
            f"boards of shape {array.shape}: {rules} takes (n, {cells}), (n, {rows}), "
            "or (n, 2) of uint64"
        )
    flat = array.reshape(len(array), cells)
    x, o = flat == X, (flat == O) | (flat == O_TOO)
    _refuse(~(x | o | (flat == 0)).all(axis=1), "has a cell that is not 0, 1 (X), -1 or 2 (O)")
    return np.stack([_packed(x), _packed(o)], axis=1)


def write(bitboards: Bitboards, rules: Rules) -> Boards:
    """Return boards, shape (n, cells): 1 for X, -1 for O, 0 for an empty cell.

    >>> from noughts import Rules
    >>> write(np.array([[257, 2]], np.uint64), Rules("3,3,3")).tolist()
    [[1, -1, 0, 0, 0, 0, 0, 0, 1]]
    """
    little = bitboards.astype("<u8").view(np.uint8).reshape(len(bitboards), 2, 8)
    stones = np.unpackbits(little, axis=2, count=rules.cells, bitorder="little").view(np.int8)
    return stones[:, 0] - stones[:, 1]


def _packed(stones: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Return each row of cells as a bitboard."""
    some = np.packbits(stones, axis=1, bitorder="little")
    whole = np.zeros((len(stones), 8), np.uint8)
    whole[:, : some.shape[1]] = some
    return whole.view("<u8").astype(np.uint64)[:, 0]


def _refuse(wrong: NDArray[np.bool_], why: str) -> None:
    if wrong.any():
        raise ValueError(f"boards: row {int(wrong.argmax())} {why}")

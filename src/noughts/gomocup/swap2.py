"""The swap2 opening: one side places three stones, the other chooses its colour.

Whoever chooses may also place two stones more and leave the choice to the first; an engine has no
reason to. If the position is worth v to the side to move, taking the better side is worth |v|,
which is not negative; and handing the choice over is worth -|v'| after the two stones, at most 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from noughts.engines.base import generator
from noughts.position import Position

if TYPE_CHECKING:
    from collections.abc import Callable

    from noughts.rules import Rules
    from noughts.score import Estimate

    Value = Callable[[Position], Estimate | None]

DRAWS = 12  #: openings that are looked at
REACH = 4  #: columns and rows that the stones are from the middle, at most


def three_stones(rules: Rules, value: Value, seed: int | None) -> tuple[int, ...]:
    """Return three stones after which neither side is better, as far as `value` can tell.

    `value` is the guess for the side to move, None where somebody is known to win.
    """
    random = generator(seed)
    middle = [side // 2 for side in rules.shape]
    near = [
        cell
        for cell in range(rules.cells)
        if all(abs(at - mid) <= REACH for at, mid in zip(rules.place(cell), middle, strict=True))
    ]
    best, least = tuple(near[:3]), None
    for _ in range(DRAWS):
        drawn = tuple(random.sample(near, 3))
        guess = value(placed(rules, drawn))
        if guess is not None and (least is None or abs(guess.points) < least):
            best, least = drawn, abs(guess.points)
    return best


def placed(rules: Rules, cells: tuple[int, ...]) -> Position:
    """Return the position after these moves.

    Raises:
        IllegalMoveError: a move is against the rules.
    """
    position = Position(rules)
    for cell in cells:
        position = position.play(cell)
    return position

"""The random player: any legal move, with equal odds."""

from itertools import product

from noughts.core.bits import bits
from noughts.core.limit import Limit
from noughts.core.position import Position
from noughts.engines.base import Randomised

LARGE = 36  #: cells; on more, a sensible move is one near the stones
NEAR = 2  #: cells from a stone, at most


class Random(Randomised):
    """Plays uniformly at random; repeatable with a seed.

    >>> from noughts import Position
    >>> position = Position.parse("X.O/.X./...")
    >>> Random(seed=7).play(position).cell == Random(seed=7).play(position).cell
    True
    """

    name: str = "random"
    limits: frozenset[str] = frozenset[str]()

    def weights(self, position: Position, limit: Limit | None = None) -> dict[int, int]:
        """Return the same odds for every legal move."""
        del limit
        return dict.fromkeys(position.legal, 1)


def sensible(position: Position) -> tuple[int, ...]:
    """Return the moves that are not given away: on large boards those near the stones.

    >>> from noughts import Position, Rules
    >>> large = Position(Rules.parse("15,15,5")).play("h8")
    >>> len(sensible(large)), len(sensible(Position(Rules.parse("3,3,3"))))
    (24, 9)
    """
    rules, taken = position.rules, position.x | position.o
    if rules.cells <= LARGE or rules.gravity:
        return position.legal
    stones = [rules.place(cell) for cell in bits(taken)]
    steps = tuple(product(range(-NEAR, NEAR + 1), repeat=len(rules.shape)))
    near = {
        tuple(map(sum, zip(stone, step, strict=True)))
        for stone in stones or [tuple(side // 2 for side in rules.shape)]
        for step in steps
    }
    return tuple(cell for cell in position.legal if rules.place(cell) in near) or position.legal

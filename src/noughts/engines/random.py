"""The random player: any legal move, with equal odds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from noughts.engines.base import Randomised, refuse_finished

if TYPE_CHECKING:
    from noughts.core.limit import Limit
    from noughts.core.position import Position


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
        refuse_finished(position)
        return dict.fromkeys(position.legal, 1)

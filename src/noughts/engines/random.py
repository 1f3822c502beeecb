"""The random player: any legal move, each as likely as the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from noughts.engines.base import Choice, Engine, Limit, draw_lot, lots, refuse_finished

if TYPE_CHECKING:
    from noughts.position import Position


class Random(Engine):
    """Plays uniformly at random; repeatable with a seed.

    >>> from noughts import Position
    >>> position = Position.parse("X.O/.X./...")
    >>> Random(seed=7).play(position).cell == Random(seed=7).play(position).cell
    True
    """

    name = "random"
    draws_lots = True

    def __init__(self, *, seed: int | None = None) -> None:
        self._random = lots(seed)

    def play(self, position: Position, limit: Limit | None = None) -> Choice:
        """Draw a legal move."""
        return Choice(draw_lot(self.weights(position, limit), self._random))

    def weights(self, position: Position, limit: Limit | None = None) -> dict[int, int]:
        """Return the same odds for every legal move."""
        del limit
        refuse_finished(position)
        return dict.fromkeys(position.legal, 1)

"""Play every possible game against an engine, and report each one it loses.

The engine's own choices count too: where it chooses at random, every move that it may choose is
played. Games are counted by position, so the 255,168 games of the random player take no longer
than its 5,478 positions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from noughts.limit import Meter
from noughts.position import Position
from noughts.rules import Rules
from noughts.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Iterator

    from noughts.engines import Engine
    from noughts.limit import Limit
    from noughts.position import Mark


class Proof:
    """Every game that an engine can get into on one side of a game.

    Attributes:
        engine: the engine.
        rules: the game.
        mark: the engine's side.

    Raises:
        LimitReachedError: (by `tally` and `lost_games`) the limit was reached first.

    >>> from noughts import Mark, Rules, engine
    >>> Proof(engine("perfect"), Rules.parse("3,3,3"), Mark.O).tally().losses
    0
    """

    def __init__(
        self, engine: Engine, rules: Rules | str, mark: Mark, limit: Limit | None = None
    ) -> None:
        self.engine = engine
        self.rules: Rules = Rules(rules)
        self.mark = mark
        self._meter = Meter(limit)
        self._tallies: dict[Position, Tally] = {}

    def tally(self) -> Tally:
        """Count the games."""
        return self._tally(Position(self.rules))

    def lost_games(self) -> Iterator[tuple[int, ...]]:
        """Yield each game that the engine loses, as its cells."""
        yield from self._lost(Position(self.rules), ())

    def _next(self, position: Position) -> list[tuple[int, Position]]:
        """Return the moves that may come: the engine's own, or all of the opponent's."""
        cells = self.engine.weights(position) if position.turn is self.mark else position.legal
        return [(cell, position.play(cell)) for cell in cells]

    def _tally(self, position: Position) -> Tally:
        known = self._tallies.get(position)
        if known is None:
            self._meter.visit()
            if position.outcome is not None:
                known = Tally.one(position.outcome.winner, self.mark)
            else:
                known = Tally.total(self._tally(child) for _, child in self._next(position))
            self._tallies[position] = known
        return known

    def _lost(self, position: Position, moves: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if not self._tally(position).losses:
            return
        if position.outcome is not None:
            yield moves
            return
        for cell, child in self._next(position):
            yield from self._lost(child, (*moves, cell))

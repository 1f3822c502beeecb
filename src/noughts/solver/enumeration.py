"""How many positions of a game are reachable, ply by ply."""

from collections.abc import Iterator

from noughts.core.catalogue import counted
from noughts.core.errors import LimitReachedError
from noughts.core.limit import Limit, Meter
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.solver.gravity import ordinary
from noughts.solver.reachable import GravityPositions, fits
from noughts.solver.resources import default_memory, in_words


def positions_per_ply(
    rules: Rules, limit: Limit | None = None, *, memory: int | None = None
) -> Iterator[int]:
    """Yield the number of positions with 0, 1, 2, ... stones, as they are counted.

    All positions of a ply are in memory at once. For gravity games on a board of columns, they are
    compiled words, and mirror images are stored once.

    Args:
        rules: the game.
        limit: seconds and nodes. A node is a position whose moves are made.
        memory: bytes for one ply of a gravity game, by default a quarter of the machine's memory.

    Raises:
        LimitReachedError: the limit was reached first, or memory is short.

    >>> from itertools import islice
    >>> from noughts import Rules
    >>> list(islice(positions_per_ply(Rules.parse("connect-four")), 8))
    [1, 7, 49, 238, 1120, 4263, 16422, 54859]
    >>> sum(positions_per_ply(Rules.parse("3,3,3")))
    5478
    """
    limit = limit or Limit()
    if rules.gravity and ordinary(rules) and fits(*rules.shape):
        yield from _with_gravity(rules, limit, memory or default_memory())
        return
    meter = Meter(limit)
    layer = {Position(rules)}
    while layer:
        yield len(layer)
        following: set[Position] = set()
        for position in layer:
            meter.visit()
            following.update(child for _, child in position.children())
        layer = following


def _with_gravity(rules: Rules, limit: Limit, memory: int) -> Iterator[int]:
    meter = Meter(Limit(limit.seconds))

    def poll() -> bool:
        meter.nodes = 0  # it reads the clock each time
        meter.visit()
        return False

    columns, rows = rules.shape
    layer = GravityPositions(columns, rows, rules.k or 0, memory, limit.nodes or 0, poll)
    while layer.positions:
        yield layer.positions
        if not layer.advance():
            if layer.budget.stopped:
                raise LimitReachedError(Limit(nodes=limit.nodes).reached())
            raise LimitReachedError.said(
                "solver", "layer", stones=counted("stone", layer.ply + 1), memory=in_words(memory)
            )

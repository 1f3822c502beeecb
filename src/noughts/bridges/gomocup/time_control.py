"""How long to think about a move, with a limit for each move and one for the match."""

from noughts.core.limit import StoppableLimit

TURN = 30.0  #: seconds for a move, if the manager sets none
MARGIN = 0.05  #: seconds of each move kept in reserve, so that the answer arrives in time
SPARE = 0.02  #: share of the time for a move kept in reserve
LEAST = 0.005  #: seconds; with less, it plays the first good move
GAME = 30  #: estimated moves of one side in a game
AHEAD = 10  #: moves for which time is always kept


class TimeControl:
    """The time of one side, in seconds.

    Attributes:
        turn: seconds for each move; 0 means as fast as possible.
        match: seconds for the whole match; 0 means no limit.
        left: seconds left of the match; None means no limit.
        nodes: the most positions to look at for a move; None means no limit.
        depth: the most plies to look ahead; None means no limit.

    >>> clock = TimeControl()
    >>> clock.turn = 5.0
    >>> clock.limit(moves=0)
    StoppableLimit(seconds=4.85, nodes=None, depth=None)
    """

    def __init__(self) -> None:
        self.turn = TURN
        self.match: float = 0.0
        self.left: float | None = None
        self.nodes: int | None = None
        self.depth: int | None = None

    def restart(self) -> None:
        """Start another match."""
        self.left = self.match or None

    def spend(self, seconds: float) -> None:
        """Subtract a move's time from the match, until the manager reports the time left."""
        if self.left is not None:
            self.left -= seconds

    def limit(self, moves: int, late: float = 0.0, share: float = 1.0) -> StoppableLimit:
        """Return the limit of the next move, less `late` seconds already gone; or a share of it.

        Each move gets an equal share of the match's remaining time. A game is assumed to have
        `GAME` moves, and after `moves` of them at least `AHEAD` more.
        """
        allowed = self.turn
        if self.left is not None:
            allowed = min(allowed, self.left / max(AHEAD, GAME - moves))
        seconds = share * (allowed * (1 - SPARE) - MARGIN - late)
        if seconds < LEAST:
            return StoppableLimit(depth=1)
        nodes = None if self.nodes is None else max(1, int(share * self.nodes))
        return StoppableLimit(round(seconds, 3), nodes, self.depth)

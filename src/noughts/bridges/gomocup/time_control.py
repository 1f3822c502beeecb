"""How long to think about a move, when there is a limit for each and one for all of them."""

from __future__ import annotations

from noughts.core.limit import StoppableLimit

TURN = 30.0  #: seconds for a move, where the manager does not say
MARGIN = 0.05  #: seconds of each move that are left over: the answer has to arrive in time
SPARE = 0.02  #: of the time for a move; likewise
LEAST = 0.005  #: seconds; with less than that, the first good move is made
GAME = 30  #: moves that a game lasts for one side, as far as one can tell
AHEAD = 10  #: moves that are always provided for


class TimeControl:
    """The time of one side, in seconds.

    Attributes:
        turn: for each move; 0: as fast as possible.
        match: for the whole match; 0: any.
        left: of the match; None: any.
        nodes: positions to look at for a move, at most; None: any number.
        depth: plies to look ahead, at most; None: any number.

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
        """Begin another match."""
        self.left = self.match or None

    def spend(self, seconds: float) -> None:
        """Take what a move has cost off the match, until the manager says what is left."""
        if self.left is not None:
            self.left -= seconds

    def limit(self, moves: int, late: float = 0.0, share: float = 1.0) -> StoppableLimit:
        """Return what the next move may cost, less `late` seconds that have gone; or a share of it.

        Of a match, each move gets an equal share of what is left for the rest of the game, which
        is thought to have `GAME` moves, and at least `AHEAD` more after `moves` of them.
        """
        allowed = self.turn
        if self.left is not None:
            allowed = min(allowed, self.left / max(AHEAD, GAME - moves))
        seconds = share * (allowed * (1 - SPARE) - MARGIN - late)
        if seconds < LEAST:
            return StoppableLimit(depth=1)
        nodes = None if self.nodes is None else max(1, int(share * self.nodes))
        return StoppableLimit(round(seconds, 3), nodes, self.depth)

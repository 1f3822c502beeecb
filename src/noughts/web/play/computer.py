"""The computer's moves in games between people.

A move answers a turn of its game, like anyone's. So several servers may safely think about the same
game: only one move is made. The database stores which games wait, so if a server dies, another one
takes over its games.
"""

import asyncio
import logging
from collections import Counter, deque
from collections.abc import Callable, Coroutine
from typing import Any

from noughts.core.errors import NoughtsError
from noughts.core.limit import Limit
from noughts.engines import Choice
from noughts.engines.swap2 import Opening, Taken
from noughts.play.options import Turn
from noughts.play.shared_game import SharedGame
from noughts.web import jobs
from noughts.web.clients import Held
from noughts.web.pool import BusyError

_About = tuple[str, Turn, Opening | None]

_log = logging.getLogger(__name__)
_EACH, _MOST = 100, 1_000  # games of one client, and of all, that may wait here for a move
LEFT = 5.0  #: seconds after which any server may take over a waiting game


class Computer:
    """Makes the computer's moves.

    The games of each client wait in a separate queue. So a client with many games does not delay
    others: in the pool, each client has the same share.

    Args:
        ask: does a job, as `Answers.ask`.
        budget: the limit of a move.
        change: changes a game, as `Games.change`.
        share: the most games of one client in the pool, running or waiting.
        now: returns the time.
    """

    def __init__(
        self,
        ask: Callable[..., Coroutine[Any, Any, Any]],
        budget: Limit,
        change: Callable[..., Coroutine[Any, Any, SharedGame]],
        share: int,
        now: Callable[[], float],
    ) -> None:
        self._ask = ask
        self._budget = budget
        self._change = change
        self._share = share
        self._now = now
        self._held = Held(_EACH, _MOST)
        self._games: dict[str, deque[SharedGame]] = {}  # waiting games, by client
        self._about: set[_About] = set()  # these games, and those in progress
        self._working: Counter[str] = Counter()  # tasks, by client
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def known(self) -> set[str]:
        """The ids of the games in progress or waiting here."""
        return {about[0] for about in self._about}

    def consider(self, game: SharedGame, client: str) -> None:
        """Think about a game if it is the computer's turn, charged to this client's share.

        Games that cannot wait here stay in the database.
        """
        about = _about(game)
        held = self._held
        if game.thinking is None or about in self._about or held.over(client) or held.full(client):
            return
        held.take(client)
        self._about.add(about)
        self._games.setdefault(client, deque()).append(game)
        if self._working[client] < self._share:
            self._working[client] += 1
            task = asyncio.create_task(self._work(client))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Stop; interrupted moves are computed again after the next start."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _work(self, client: str) -> None:
        """Answer a client's games one after another, until none is left."""
        games = self._games[client]
        try:
            while games:
                await self._attend(games.popleft(), client)
        finally:
            self._working[client] -= 1
            if not self._working[client]:
                del self._working[client], self._games[client]

    async def _attend(self, game: SharedGame, client: str) -> None:
        try:
            await self._answer(game, client)
        except Exception as error:  # noqa: BLE001  (the other games go on)
            level = logging.INFO if isinstance(error, NoughtsError) else logging.ERROR
            _log.log(level, "no move of the computer's", extra={"why": str(error)})
        finally:
            self._about.discard(_about(game))
            self._held.leave(client)

    async def _answer(self, game: SharedGame, client: str) -> None:
        assert game.to_move is not None  # noqa: S101  (somebody thinks)
        position, seat, at = game.record.position, game.to_move, game.moment
        opens = game.opening is not None and game.opening.player(at.ply) is not None
        job = jobs.begin if opens else jobs.choose
        while True:
            try:
                done = await self._ask(
                    job, position, game.thinking, None, self._budget, client=client
                )
                break
            except BusyError as error:
                await asyncio.sleep(error.retry_after)
        # The game may have moved on: a move was taken back, or another server was faster.
        await self._change(
            game.id, lambda shared: _acted(shared, seat, at, done, self._now()), client
        )


def _about(game: SharedGame) -> _About:
    """Return the move to make."""
    # The player who takes O in an opening moves at the same turn.
    return game.id, game.moment, game.opening


def _acted(
    game: SharedGame, seat: int, at: Turn, done: Choice | Taken | tuple[int, ...], now: float
) -> SharedGame:
    """Move, take a side, or place the first stones of an opening together, as was chosen."""
    name = game.record.position.rules.name
    if isinstance(done, Choice):
        return game.move(seat, at, name(done.cell), now)
    if isinstance(done, Taken):
        return game.choose(seat, at, done.mark, now)
    for ply, stone in enumerate(done):
        game = game.move(seat, at._replace(ply=ply), name(stone), now)
    return game

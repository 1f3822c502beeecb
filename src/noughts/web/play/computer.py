"""The computer at the table: its moves in the games in which it is to move.

A move answers a moment of its game, like anybody's. So it does no harm if several servers think
about the same game: one move is made. Which games wait is written in the database, so that one
whose server died in the middle is taken up by whichever server looks next.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, deque
from typing import TYPE_CHECKING, Any

from noughts.core.errors import NoughtsError
from noughts.engines import Choice
from noughts.engines.swap2 import Taken
from noughts.web import jobs
from noughts.web.clients import Held
from noughts.web.pool import BusyError

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from noughts.core.limit import Limit
    from noughts.engines.swap2 import Opening
    from noughts.play.options import Turn
    from noughts.play.shared_game import SharedGame

    _About = tuple[str, Turn, Opening | None]

_log = logging.getLogger(__name__)
_EACH, _MOST = 100, 1_000  # games of one client, and of all, that wait here for a move
LEFT = 5.0  #: seconds after which a game that waits for the computer is anybody's to take up


class Computer:
    """Makes the computer's moves.

    The games of one client wait in a queue of their own. So whoever plays many games makes nobody
    else wait: in the pool each client has the same share.

    Args:
        ask: does a job, as `Answers.ask`.
        budget: what may be spent on a move.
        change: changes a game, as `Games.change`.
        share: games of one client that are thought about or wait in the pool.
        now: tells the time.
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
        self._games: dict[str, deque[SharedGame]] = {}  # that wait, by client
        self._about: set[_About] = set()  # those games, and those that are thought about
        self._working: Counter[str] = Counter()  # tasks, by client
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def known(self) -> set[str]:
        """The ids of the games that are thought about here, or wait for it."""
        return {about[0] for about in self._about}

    def consider(self, game: SharedGame, client: str) -> None:
        """Think about a game if it is the computer's turn, out of the share of this client.

        What is more than can wait here is left in the database.
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
        """Stop; what has been thought of in vain is thought of again after the start."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _work(self, client: str) -> None:
        """Answer the games of a client, one after the other, until none is left."""
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
        # The game may have gone on since: a move was taken back, or another server was sooner.
        await self._change(
            game.id, lambda shared: _acted(shared, seat, at, done, self._now()), client
        )


def _about(game: SharedGame) -> _About:
    """Say which move is to be made."""
    # Whoever takes O in an opening moves at the same moment.
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

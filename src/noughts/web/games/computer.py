"""The computer at the table: its moves in the games in which it is to move.

A move answers a moment of its game, like anybody's. So it does no harm if several servers think
about the same game: one move is made. Which games wait is written in the database, so that one
whose server died in the middle is taken up by whichever server looks next.
"""

from __future__ import annotations

import asyncio
import logging
from time import time
from typing import TYPE_CHECKING, Any

import orjson

from noughts.errors import NoughtsError
from noughts.position import Mark
from noughts.web.pool import BusyError

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from noughts.games.game import SharedGame
    from noughts.games.terms import Moment
    from noughts.swap2 import Opening

_log = logging.getLogger(__name__)
_MOST = 100  # games that are thought about or wait for it; the others wait in the database
LEFT = 5.0  #: seconds after which a game that waits for the computer is anybody's to take up


class Computer:
    """Makes the computer's moves.

    Args:
        choose: chooses a move in the pool, as `Answers.move`.
        begin: places an opening's stones or chooses a side there, as `Answers.swap2`.
        change: changes a game, as `Games.change`.
    """

    def __init__(
        self,
        choose: Callable[..., Coroutine[Any, Any, bytes]],
        begin: Callable[..., Coroutine[Any, Any, bytes]],
        change: Callable[..., Coroutine[Any, Any, SharedGame]],
    ) -> None:
        self._choose = choose
        self._begin = begin
        self._change = change
        self._work: dict[tuple[str, Moment, Opening | None], asyncio.Task[None]] = {}

    def consider(self, game: SharedGame, client: str) -> None:
        """Think about a game if it is the computer's turn, out of the share of whoever made it so.

        What is more than can wait here is left in the database.
        """
        # Whoever takes O in an opening moves at the same moment.
        about = game.id, game.moment, game.opening
        if game.thinking is None or about in self._work or len(self._work) >= _MOST:
            return
        task = self._work[about] = asyncio.create_task(self._answer(game, client))
        task.add_done_callback(lambda _: self._done(about))

    async def close(self) -> None:
        """Stop; what has been thought of in vain is thought of again after the start."""
        for task in self._work.values():
            task.cancel()
        await asyncio.gather(*self._work.values(), return_exceptions=True)

    def _done(self, about: tuple[str, Moment, Opening | None]) -> None:
        task = self._work.pop(about)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            level = logging.INFO if isinstance(error, NoughtsError) else logging.ERROR
            _log.log(level, "no move of the computer's", extra={"why": str(error)})

    async def _answer(self, game: SharedGame, client: str) -> None:
        assert game.to_move is not None  # noqa: S101  (somebody thinks)
        position, seat, at = game.record.position, game.to_move, game.moment
        asked = str(position.rules), str(position), str(game.thinking), None
        opens = game.opening is not None and game.opening.player(at.ply) is not None
        ask = self._begin if opens else self._choose
        while True:
            try:
                chosen = orjson.loads(await ask(*asked, client=client))
                break
            except BusyError as error:
                await asyncio.sleep(error.retry_after)
        # The game may have gone on since: a move was taken back, or another server was sooner.
        await self._change(game.id, lambda shared: _acted(shared, seat, at, chosen), client)


def _acted(game: SharedGame, seat: int, at: Moment, chosen: dict[str, Any]) -> SharedGame:
    """Move, place the first stones of an opening together, or take a side, as was chosen."""
    if "take" not in chosen:
        return game.move(seat, at, chosen["move"], time())
    if chosen["take"]:
        return game.choose(seat, at, Mark(chosen["take"]), time())
    for ply, stone in enumerate(chosen["place"]):
        game = game.move(seat, at._replace(ply=ply), stone, time())
    return game

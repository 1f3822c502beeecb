"""Where each answer comes from: the answers given before, a table, or the pool."""

from __future__ import annotations

import asyncio
import gc
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING

from noughts.core.errors import NoughtsError
from noughts.core.rules import ALIASES, Rules
from noughts.engines.perfect import table, tabled
from noughts.lab.matches import Standing
from noughts.web import jobs, problems
from noughts.web.cache import Cache
from noughts.web.clients import Held
from noughts.web.pool import BusyError, Pool, ShareError
from noughts.web.presets import PRESETS

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from noughts.web.jobs import MatchPart, MatchTerms
    from noughts.web.settings import Settings

    Job = Callable[..., bytes]

#: Games whose table is kept ready: their answers are looked up without leaving the server.
TABLED: dict[str, Rules] = {
    text: rules
    for text, rules in (
        (text, Rules.parse(text)) for text in (*(preset.rules for preset in PRESETS), *ALIASES)
    )
    if tabled(rules)
}


class Answers:
    """Answers questions, as JSON.

    What may take long, or makes the server build something (another game's lines or table), is
    never done in the server itself but in its pool.
    """

    def __init__(self, settings: Settings) -> None:
        self._budget = settings.budget
        self._cache = Cache(settings.cache)
        self._match_seconds = settings.match
        self._matches = Held(each=1, most=settings.matches)
        self.pool: Pool = Pool(
            settings.workers, settings.waiting, settings.share, settings.patience
        )

    async def start(self) -> None:
        """Get ready: the tables, the processes, the games of the menu."""
        for rules in TABLED.values():
            table(rules)
        await self.pool.start(jobs.load)
        for preset in PRESETS:
            await self.board(preset.rules)
        # What is here now stays; to look through it for garbage again and again costs milliseconds.
        gc.freeze()

    async def board(self, rules: str, *, client: str = "") -> bytes:
        """Describe a game."""
        return await self._remembered("board", jobs.board, client, rules)

    async def count(self, rules: str, *, client: str) -> bytes:
        """Count a game."""
        return await self._remembered("count", jobs.count, client, rules)

    async def analysis(self, rules: str, position: str, *, client: str) -> bytes:
        """Value a position and every move in it."""
        return await self._remembered("analysis", jobs.analysis, client, rules, position)

    async def move(
        self, rules: str, position: str, level: str, seed: int | None, *, client: str
    ) -> bytes:
        """Choose a move."""
        asked = rules, self._budget, position, level, seed
        if rules in TABLED:
            return jobs.move(*asked)
        return await self.pool.run(jobs.move, *asked, client=client)

    async def swap2(
        self, rules: str, position: str, level: str, seed: int | None, *, client: str
    ) -> bytes:
        """Place an opening's stones, or choose a side."""
        asked = rules, self._budget, position, level, seed
        return await self.pool.run(jobs.swap2, *asked, client=client)

    async def opened(self, name: str, data: str, *, client: str) -> bytes:
        """Read a game's file of another program."""
        return await self.pool.run(jobs.opened, name, self._budget, data, client=client)

    async def match(self, terms: MatchTerms, *, client: str) -> AsyncIterator[bytes]:
        """Play a match; yield its lines as they come, the last of which says why it is the last.

        A worker is taken for a slice of the match at a time and left to others in between.

        Raises:
            NoughtsError: (before the first line only) the match cannot be, or there is no room.
        """
        if self._matches.over(client):
            raise ShareError("a match of yours is being played already", retry_after=5)
        if self._matches.full(client):
            raise BusyError("all places for matches are taken", retry_after=5)
        self._matches.take(client)
        until = monotonic() + self._match_seconds
        standing, over = Standing(), False
        try:
            while not over:
                part = await self._play_on(terms, standing, until, client)
                yield part.line
                standing, over = part.standing, part.over or monotonic() > until
            end = jobs.match_end("finished" if part.over else "time")
        except NoughtsError as error:
            if not standing.games:
                raise
            end = jobs.match_end("problem", problems.of_error(error))
        finally:
            # Before the last line: whoever has read it may ask for the next match.
            self._matches.leave(client)
        yield end

    async def _play_on(
        self, terms: MatchTerms, standing: Standing, until: float, client: str
    ) -> MatchPart:
        """Play a slice of a match that has begun as soon as there is a place."""
        while True:
            try:
                # A game is played whole, and on a slow machine one of them takes long.
                return await self.pool.run(
                    jobs.match, terms, standing, client=client, patience=self._match_seconds
                )
            except BusyError as error:
                if not standing.games or not self.pool.ready or monotonic() > until:
                    raise
                await asyncio.sleep(error.retry_after)

    async def trace(
        self,
        rules: str,
        position: str,
        search: str,
        depth: int | None,
        *,
        depth_aware: bool,
        client: str,
    ) -> bytes:
        """Trace a search."""
        work = partial(jobs.trace, depth_aware=depth_aware)
        asked = rules, self._budget, position, search, depth
        return await self.pool.run(work, *asked, client=client)

    async def _remembered(self, kind: str, job: Job, client: str, rules: str, *rest: str) -> bytes:
        key = (kind, rules, *rest)
        answer = self._cache.get(key)
        if answer is None:
            if job is jobs.analysis and rules in TABLED:
                answer = job(rules, self._budget, *rest)
            else:
                answer = await self.pool.run(job, rules, self._budget, *rest, client=client)
            self._cache.put(key, answer)
        return answer

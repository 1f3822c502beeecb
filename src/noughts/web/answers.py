"""Where each answer comes from: the answers given before, a table, or the pool."""

from __future__ import annotations

import gc
from functools import partial
from typing import TYPE_CHECKING

from noughts.engines.perfect import TABLE_CELLS, table
from noughts.rules import ALIASES, Rules
from noughts.web import jobs
from noughts.web.cache import Cache
from noughts.web.pool import Pool
from noughts.web.presets import PRESETS

if TYPE_CHECKING:
    from noughts.web.pool import Job
    from noughts.web.settings import Settings

#: Games whose table is kept ready: their answers are looked up without leaving the server.
TABLED = {
    text: rules
    for text in (*(preset.rules for preset in PRESETS), *ALIASES)
    if (rules := Rules.parse(text)).cells <= TABLE_CELLS
}


class Answers:
    """Answers questions, as JSON.

    What may take long, or makes the server build something (another game's lines or table), is
    never done in the server itself but in its pool.
    """

    def __init__(self, settings: Settings) -> None:
        self._budget = settings.budget
        self._cache = Cache(settings.cache)
        self.pool = Pool(settings.workers, settings.waiting, settings.patience)

    async def start(self) -> None:
        """Get ready: the tables, the processes, the games of the menu."""
        for rules in TABLED.values():
            table(rules)
        await self.pool.start()
        for preset in PRESETS:
            await self.board(preset.rules)
        # What is here now stays; to look through it for garbage again and again costs milliseconds.
        gc.freeze()

    async def board(self, rules: str) -> bytes:
        """Describe a game."""
        return await self._remembered("board", jobs.board, rules)

    async def count(self, rules: str) -> bytes:
        """Count a game."""
        return await self._remembered("count", jobs.count, rules)

    async def analysis(self, rules: str, position: str) -> bytes:
        """Value a position and every move in it."""
        return await self._remembered("analysis", jobs.analysis, rules, position)

    async def move(self, rules: str, position: str, level: str, seed: int | None) -> bytes:
        """Choose a move."""
        if rules in TABLED:
            return jobs.move(rules, self._budget, position, level, seed)
        return await self.pool.run(jobs.move, rules, self._budget, position, level, seed)

    async def trace(
        self, rules: str, position: str, search: str, depth: int | None, *, depth_aware: bool
    ) -> bytes:
        """Trace a search."""
        work = partial(jobs.trace, depth_aware=depth_aware)
        return await self.pool.run(work, rules, self._budget, position, search, depth)

    async def _remembered(self, kind: str, job: Job, rules: str, *rest: str) -> bytes:
        key = (kind, rules, *rest)
        answer = self._cache.get(key)
        if answer is None:
            if job is jobs.analysis and rules in TABLED:
                answer = job(rules, self._budget, *rest)
            else:
                answer = await self.pool.run(job, rules, self._budget, *rest)
            self._cache.put(key, answer)
        return answer

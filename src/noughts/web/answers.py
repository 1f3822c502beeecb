"""The source of each answer: the cache, a table, or the pool."""

import asyncio
import gc
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from time import monotonic
from typing import TypeVar, TypeVarTuple

from noughts.core.catalogue import language, say
from noughts.core.errors import NoughtsError
from noughts.core.limit import Limit
from noughts.core.position import Position
from noughts.core.rules import ALIASES, Rules
from noughts.engines.perfect import table, tabled
from noughts.json import shapes
from noughts.lab.matches import Standing
from noughts.web import jobs, problems
from noughts.web.clients import Held
from noughts.web.jobs import MatchPart, MatchTerms
from noughts.web.pool import BusyError, Pool, ShareError
from noughts.web.presets import PRESETS
from noughts.web.settings import Settings

First = TypeVar("First")
Asked = TypeVarTuple("Asked")
Result = TypeVar("Result")

#: Games whose table is loaded: the server looks their answers up itself.
TABLED: dict[str, Rules] = {
    text: rules
    for text, rules in (
        (text, Rules.parse(text)) for text in (*(preset.rules for preset in PRESETS), *ALIASES)
    )
    if tabled(rules)
}
_OVERHEAD = 300  # what Python adds to an entry, about
_LOOKED_UP = {jobs.analysis, jobs.move, jobs.choose}


class AnswerService:
    """Answers questions.

    Slow work, or work that builds something (another game's lines or table), is never done in the
    server itself but in its pool.
    """

    def __init__(self, settings: Settings) -> None:
        self.budget: Limit = settings.budget  #: the limit of one answer
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
            await self.recall(jobs.board, preset.rules)
        # These objects stay, and scanning them for garbage repeatedly costs milliseconds.
        gc.freeze()

    async def recall(
        self, job: Callable[[str, *Asked], bytes], rules: str, *asked: *Asked, client: str = ""
    ) -> bytes:
        """Do a job as `ask` does, and cache the answer."""
        key = repr((language(), job.__name__, rules, *asked))
        answer = self._cache.get(key)
        if answer is None:
            answer = await self.ask(job, rules, *asked, client=client)
            self._cache.put(key, answer)
        return answer

    async def ask(
        self, job: Callable[[First, *Asked], Result], first: First, *asked: *Asked, client: str
    ) -> Result:
        """Do a job of `noughts.web.jobs`: here if it looks up a table, else in the pool."""
        if job in _LOOKED_UP and _tabled(first):
            return job(first, *asked)
        return await self.pool.run(job, first, *asked, client=client)

    async def match(self, terms: MatchTerms, *, client: str) -> AsyncIterator[shapes.MatchLine]:
        """Play a match; yield its lines as they come; the last one says why it ended.

        A worker plays one slice of the match at a time, and serves others in between.

        Raises:
            NoughtsError: (only before the first line) The match is impossible, or the server is
            full.
        """
        if self._matches.over(client):
            raise ShareError(say("server", "share"), retry_after=5)
        if self._matches.full(client):
            raise BusyError(say("server", "busy"), retry_after=5)
        self._matches.take(client)
        until = monotonic() + self._match_seconds
        standing, over = Standing(), False
        try:
            while not over:
                part = await self._play_on(terms, standing, until, client)
                yield part.line
                standing, over = part.standing, part.over or monotonic() > until
            end = _last("finished" if part.over else "time")
        except NoughtsError as error:
            if not standing.games:
                raise
            end = _last("problem", problems.of_error(error))
        finally:
            # Before the last line: after it, the client may request the next match.
            self._matches.leave(client)
        yield end

    async def _play_on(
        self, terms: MatchTerms, standing: Standing, until: float, client: str
    ) -> MatchPart:
        """Play a slice of a running match as soon as a worker is free."""
        while True:
            try:
                # A game is played without a break, and one game takes long on a slow machine.
                return await self.pool.run(
                    jobs.match, terms, standing, client=client, patience=self._match_seconds
                )
            except BusyError as error:
                if not standing.games or not self.pool.ready or monotonic() > until:
                    raise
                await asyncio.sleep(error.retry_after)


def _tabled(game: object) -> bool:
    """Return whether the table of a game is loaded, by its rules or by a position."""
    return str(game.rules if isinstance(game, Position) else game) in TABLED


def _last(end: str, problem: shapes.Problem | None = None) -> shapes.MatchLine:
    return {"games": [], "standing": None, "end": end, "problem": problem}


class Cache:
    """The answers asked for last; the oldest go when there are too many bytes.

    >>> cache = Cache(1000)
    >>> for name in "abc":
    ...     cache.put(name, bytes(150))
    >>> cache.get("a"), len(cache.get("c"))
    (None, 150)
    """

    def __init__(self, most: int) -> None:
        self._room = most
        self._answers: OrderedDict[str, bytes] = OrderedDict()

    def get(self, key: str) -> bytes | None:
        """Return the answer, None if it is not here."""
        answer = self._answers.get(key)
        if answer is not None:
            self._answers.move_to_end(key)
        return answer

    def put(self, key: str, answer: bytes) -> None:
        """Keep an answer."""
        if key in self._answers:
            return
        self._answers[key] = answer
        self._room -= _size(key, answer)
        while self._room < 0:
            self._room += _size(*self._answers.popitem(last=False))


def _size(key: str, answer: bytes) -> int:
    return len(answer) + len(key) + _OVERHEAD

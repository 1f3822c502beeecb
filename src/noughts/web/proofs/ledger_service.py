"""`Ledgers`: the ledgers that a server shows, used from its event loop."""

import asyncio
from time import monotonic

import orjson
from anyio import to_thread

from noughts.core.catalogue import language, say
from noughts.core.errors import NoughtsError
from noughts.json import shapes
from noughts.web.clients import Held
from noughts.web.pool import BusyError, ShareError
from noughts.web.proofs.ledger_watcher import Watcher
from noughts.web.settings import LedgerSetting

#: A ledger, moves, and the language of the answer.
Question = tuple[str, tuple[str, ...] | None, str]

FRESH = 1.0  #: seconds for which an answer is cached
WAITING, SHARE = 32, 4  #: the most waiting questions, of all clients and of one


class UnknownLedgerError(NoughtsError, LookupError):
    """The server shows no ledger with this number."""


class Ledgers:
    """The ledgers that a server shows."""

    def __init__(self, shown: tuple[LedgerSetting, ...]) -> None:
        self._shown = shown
        self._watcher = Watcher()
        self._turn = asyncio.Lock()
        self._answers: dict[Question, tuple[float, asyncio.Task[bytes]]] = {}
        self._waiting = Held(SHARE, WAITING)

    def listed(self) -> bytes:
        """Return the list of ledgers, as JSON."""
        found: list[shapes.ShownLedger] = [
            {"ledger": number, "rules": each.rules, "position": each.position}
            for number, each in enumerate(self._shown, start=1)
        ]
        return orjson.dumps(found)

    async def status(self, ledger: int, *, client: str) -> bytes:
        """Return the progress of a proof, as JSON.

        Raises:
            UnknownLedgerError: The ledger does not exist.
        """
        return await self._ask((self._url(ledger), None, language()), client)

    async def place(self, ledger: int, moves: str, *, client: str) -> bytes:
        """Return what is known about the position after some moves, as JSON.

        Raises:
            UnknownLedgerError: The ledger does not exist.
            IllegalMoveError: The moves cannot be played.
        """
        asked = self._url(ledger), tuple(filter(None, moves.split("-"))), language()
        return await self._ask(asked, client)

    async def close(self) -> None:
        """End the process that reads them."""
        await to_thread.run_sync(self._watcher.close)

    def _url(self, ledger: int) -> str:
        if not self._shown:
            raise UnknownLedgerError.said(
                "server", "no ledgers", command="noughts serve --ledger FILE"
            )
        if ledger > len(self._shown):
            raise UnknownLedgerError.said(
                "server", "no ledger", number=ledger, last=len(self._shown)
            )
        return self._shown[ledger - 1].url

    async def _ask(self, question: Question, client: str) -> bytes:
        """Answer a question, or wait for the same answer to somebody else."""
        if self._waiting.over(client):
            raise ShareError(say("server", "share"), retry_after=1)
        if self._waiting.full(client):
            raise BusyError(say("server", "busy"), retry_after=2)
        now = monotonic()
        self._answers = {
            each: (begun, task)
            for each, (begun, task) in self._answers.items()
            if now - begun < FRESH or not task.done()
        }
        if question not in self._answers:
            task = asyncio.create_task(self._answer(question))
            task.add_done_callback(lambda task: task.cancelled() or task.exception())
            self._answers[question] = now, task
        self._waiting.take(client)
        try:
            return await asyncio.shield(self._answers[question][1])
        finally:
            self._waiting.leave(client)

    async def _answer(self, question: Question) -> bytes:
        async with self._turn:
            return await to_thread.run_sync(self._watcher.ask, *question)

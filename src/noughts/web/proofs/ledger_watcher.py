"""The process that reads ledgers.

Reading a large ledger takes long and much memory, so a separate process does it once and keeps the
result (`noughts.proofs.ledger.Watch`). It starts with the first question, ends when a question
takes too long, and restarts with the next one.
"""

from __future__ import annotations

import multiprocessing
import signal
from typing import TYPE_CHECKING

import orjson

from noughts.core.catalogue import say, speaking
from noughts.core.errors import LedgerError, NoughtsError, StorageError
from noughts.web.pool import BusyError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from noughts.proofs.ledger import Monitor

LOOK = 1.0  #: seconds of reading answers for one question; the next one continues
PATIENCE = 30.0  #: seconds after which it gives up a question, if a database does not answer


class Watcher:
    """The process, used from a thread; one question at a time."""

    def __init__(self) -> None:
        self._process: multiprocessing.process.BaseProcess | None = None
        self._line: Connection

    def ask(self, url: str, moves: tuple[str, ...] | None, language: str) -> bytes:
        """Return the JSON of a ledger's state or, if there are moves, of the position after them.

        Raises:
            BusyError: It took too long, or the process died.
            NoughtsError: Any error of `Monitor`.
        """
        if self._process is None or not self._process.is_alive():
            self._begin()
        try:
            self._line.send((url, moves, language))
            if not self._line.poll(PATIENCE):
                self.close()
                raise BusyError(say("server", "late"), retry_after=5)
            found: bytes | Exception = self._line.recv()
        except (EOFError, OSError):
            self.close()
            raise BusyError(say("server", "died"), retry_after=5) from None
        if isinstance(found, Exception):
            raise found
        return found

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._line.close()
            self._process = None

    def _begin(self) -> None:
        self.close()
        context = multiprocessing.get_context("spawn")
        self._line, its = context.Pipe()
        self._process = context.Process(target=_serve, args=(its,), daemon=True)
        self._process.start()
        its.close()


def _serve(line: Connection) -> None:
    """Answer questions until the parent process is gone."""
    from noughts.proofs.ledger.executor import end_with_parent  # noqa: PLC0415  (an extra)

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server handles Ctrl-C
    end_with_parent()
    watches: dict[str, Monitor] = {}
    while True:
        try:
            url, moves, language = line.recv()
            with speaking(language):
                line.send(_answer(watches, url, moves))
        except (EOFError, OSError):
            return


def _answer(
    watches: dict[str, Monitor], url: str, moves: tuple[str, ...] | None
) -> bytes | Exception:
    from noughts.proofs.ledger import ledger_report  # noqa: PLC0415  (an extra)

    try:
        watch = watches.get(url)
        if watch is None:
            watch = watches[url] = _open(url)
        if moves is None:
            return orjson.dumps(ledger_report.status(watch.look(LOOK)))
        return orjson.dumps(ledger_report.place(watch.place(moves)))
    except NoughtsError as error:
        return error
    except Exception as error:  # noqa: BLE001  (the server says what it is)
        return error


def _open(url: str) -> Monitor:
    from noughts.proofs.ledger import Monitor, look  # noqa: PLC0415  (an extra)

    try:
        return Monitor(look(url))
    except LedgerError as error:  # it existed when the server started
        raise StorageError(str(error)) from error

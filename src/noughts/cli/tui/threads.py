"""`in_thread`: await a slow function without waiting for it at the end of the program.

`asyncio.to_thread` would do, were it not that the event loop waits for its threads before it
closes: whoever quits while the computer thinks would stare at a dead screen.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


async def in_thread(function: Callable[[], T]) -> T:
    """Call the function in a thread of its own; return what it returns, raise what it raises.

    >>> asyncio.run(in_thread(lambda: 6 * 7))
    42
    """
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[T] = loop.create_future()

    def give(result: T | None, error: Exception | None) -> None:
        if answer.cancelled():
            return  # nobody wants it any more
        if error is not None:
            answer.set_exception(error)
        else:
            answer.set_result(result)  # type: ignore[arg-type]  (no error, so there is a result)

    def run() -> None:
        result, error = None, None
        try:
            result = function()
        except Exception as caught:  # noqa: BLE001  (it is raised again, where it is awaited)
            error = caught
        with contextlib.suppress(RuntimeError):  # the loop has closed: nobody is there
            loop.call_soon_threadsafe(give, result, error)

    threading.Thread(target=run, daemon=True).start()
    return await answer

"""`in_thread`: await a slow function, but not at the end of the program.

`asyncio.to_thread` is not enough: the event loop waits for its threads before it closes, so
quitting while the computer thinks would freeze the screen.
"""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from contextvars import copy_context
from functools import partial
from typing import TypeVar

T = TypeVar("T")


async def in_thread(function: Callable[[], T]) -> T:
    """Call the function in a separate thread; return its result or raise its exception.

    >>> asyncio.run(in_thread(lambda: 6 * 7))
    42
    """
    loop = asyncio.get_running_loop()
    context = copy_context()  # with the language
    answer: asyncio.Future[T] = loop.create_future()

    def settle(how: Callable[[], None]) -> None:
        if not answer.cancelled():  # otherwise nobody wants it any more
            how()

    def run() -> None:
        how: Callable[[], None]
        try:
            how = partial(answer.set_result, context.run(function))
        except Exception as error:  # noqa: BLE001  (it is raised again, where it is awaited)
            how = partial(answer.set_exception, error)
        with contextlib.suppress(RuntimeError):  # the loop has closed: nobody is waiting
            loop.call_soon_threadsafe(settle, how)

    threading.Thread(target=run, daemon=True).start()
    return await answer

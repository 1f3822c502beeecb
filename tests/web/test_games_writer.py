"""Waiting changes are made together, in order; each has its own answer."""

import asyncio
from collections.abc import Sequence

import pytest

from noughts.core.errors import NoughtsError
from noughts.play.play_errors import TurnError
from noughts.play.shared_game import SharedGame
from noughts.play.store import Change
from noughts.web.play.writer import Writer
from noughts.web.pool import BusyError
from tests.play.test_game import table

PATIENCE = 20  # seconds; it needs none


class Book:
    """Writes what it is given, when it is let."""

    def __init__(self) -> None:
        self.batches: list[int] = []
        self.open = asyncio.Event()
        self.fails: Exception | None = None
        self.begun = asyncio.Event()

    async def write(self, wishes: Sequence[tuple[str, Change]]) -> list[SharedGame | NoughtsError]:
        self.begun.set()
        await self.open.wait()
        self.batches.append(len(wishes))
        if self.fails:
            raise self.fails
        return [TurnError(game) if game == "no" else how(table()) for game, how in wishes]


def wish(writer: Writer, game: str, name: str) -> asyncio.Task[SharedGame]:
    how = lambda shared: shared.call(0, name, hints=None)  # noqa: E731
    return asyncio.create_task(writer.change(game, how))


def test_whoever_is_answered_may_wish_again_at_once() -> None:
    async def tried() -> None:
        book = Book()
        book.open.set()
        writer = Writer(book.write, writers=1, together=3, waiting=10)
        again = lambda shared: shared.call(0, "again", hints=None)  # noqa: E731
        async with asyncio.timeout(PATIENCE):
            for _ in range(3):
                await writer.change("yes", again)
        assert book.batches == [1, 1, 1]
        await writer.close()

    asyncio.run(tried())


def test_those_that_wait_go_together() -> None:
    async def tried() -> None:
        book = Book()
        writer = Writer(book.write, writers=1, together=3, waiting=10)
        tasks = [wish(writer, "no" if number == 2 else "yes", str(number)) for number in range(6)]
        await book.begun.wait()
        tasks.append(wish(writer, "yes", "6"))
        await asyncio.sleep(0)
        tasks[4].cancel()
        book.open.set()
        done = await asyncio.gather(*tasks, return_exceptions=True)
        names = [
            made.seats[0].name if not isinstance(made, BaseException) else made for made in done
        ]
        assert [name for name in names if isinstance(name, str)] == ["0", "1", "3", "5", "6"]
        assert isinstance(names[2], TurnError)
        assert isinstance(names[4], asyncio.CancelledError)
        assert book.batches == [3, 3, 1]
        await writer.close()

    asyncio.run(tried())


def test_a_failure_is_told_to_all_and_the_next_go_on() -> None:
    async def tried() -> None:
        book = Book()
        writer = Writer(book.write, writers=1, together=3, waiting=1)
        tasks = [wish(writer, "yes", "a")]
        await book.begun.wait()
        tasks.append(wish(writer, "yes", "b"))
        await asyncio.sleep(0)
        with pytest.raises(BusyError):
            await wish(writer, "yes", "c")
        book.fails = ValueError("a mistake of ours")
        book.open.set()
        assert await asyncio.gather(*tasks, return_exceptions=True) == [book.fails] * 2
        book.fails = None
        assert (await wish(writer, "yes", "d")).seats[0].name == "d"

    asyncio.run(tried())

"""A computer's clock that is wrong, or is set while a server runs, takes no game from anybody."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from noughts.cli import run
from noughts.database.locking import InUseError
from noughts.play.classrooms import Classroom
from noughts.play.clock import Clock
from noughts.play.options import Termination
from noughts.play.play_errors import UnknownGameError
from noughts.play.shared_game import SharedGame
from noughts.play.store import GRACE, Store
from noughts.web.play.play_service import GameService
from noughts.web.pool import BusyError
from noughts.web.settings import Keeping, Settings
from tests.play.test_game import table
from tests.postgres import Postgres

GAME = "g" * 22
DAY = 86_400.0
NOW = 1_800_000_000.0


class Times:
    """A computer's clocks: what it shows, and what passes."""

    def __init__(self) -> None:
        self.wall = NOW
        self.steady = 50.0

    def clock(self) -> Clock:
        return Clock(lambda: self.wall, lambda: self.steady)

    def passes(self, seconds: float) -> None:
        self.wall += seconds
        self.steady += seconds


def seated(now: float, seconds: int | None = None) -> SharedGame:
    """A game that two sat down at just now."""
    deadline = None if seconds is None else now + seconds
    return replace(table(seconds=seconds), touched=now, deadline=deadline)


async def never(*_: object, **__: object) -> bytes:
    raise AssertionError("nothing is to be thought about")


@asynccontextmanager
async def running(
    folder: Path, times: Times, waiting: int = 500
) -> AsyncIterator[tuple[GameService, Store]]:
    """A server's games, from its start to its end."""
    keeping = Keeping(f"sqlite:///{folder / 'games.sqlite'}", days=30.0, waiting=waiting)
    games = GameService(Settings(keeping=keeping), never, times.clock())
    await games.start()
    try:
        yield games, games.opened()
    finally:
        await games.close()


async def look(games: GameService, store: Store) -> None:
    """Let the server look at its clocks and at what is old."""
    await games._look_at_clocks(store)
    await games._clear_up(store)


def started(times: Times) -> Classroom:
    return Classroom("r" * 22, "", "3,3,3", None, None, times.wall)


def test_the_clock_is_set_while_a_server_runs(tmp_path: Path) -> None:
    times = Times()

    async def check() -> None:
        async with running(tmp_path, times) as (games, store):
            store.add(seated(games.now(), int(DAY)))
            for jump in (2 * DAY, 60 * DAY, -90 * DAY):
                times.wall += jump
                times.passes(1.0)
                await look(games, store)
                assert store.read(GAME).end is None
            times.passes(DAY)
            await look(games, store)
            end = store.read(GAME).end
            assert end
            assert end.how is Termination.TIME, "time that has passed counts"

    asyncio.run(check())


@pytest.mark.parametrize("jump", [2 * DAY, 60 * DAY, -2 * DAY])
def test_a_server_starts_with_a_wrong_clock(tmp_path: Path, jump: float) -> None:
    times = Times()

    async def check() -> None:
        async with running(tmp_path, times) as (games, store):
            store.add(seated(games.now(), int(DAY)))
            store.add_classroom(started(times))
            times.passes(1000.0)
        left = DAY - 1000.0
        for wrong in (jump, jump, -2 * jump):  # wrong, more so, and set right
            times.wall += wrong
            async with running(tmp_path, times) as (games, store):
                await look(games, store)
                game = store.read(GAME)
                assert game.end is None
                assert game.deadline
                assert game.deadline - games.now() == pytest.approx(left)
                times.passes(10.0)
                left -= 10.0
                await look(games, store)
        async with running(tmp_path, times) as (games, store):
            times.passes(GRACE - 100.0)
            await look(games, store)
            assert store.read(GAME).end, "the time of its player is up, and the game is there"
            assert store.classroom("r" * 22)

    asyncio.run(check())


def test_what_is_old_is_marked_and_removed_a_day_later(tmp_path: Path) -> None:
    times = Times()

    async def check() -> None:
        async with running(tmp_path, times) as (_, store):
            store.add(seated(times.wall))
            store.add_classroom(started(times))
        times.wall += 31 * DAY
        for _ in range(3):  # it is marked once, however often the server starts
            async with running(tmp_path, times) as (games, store):
                await look(games, store)
                times.passes(GRACE / 3 - 1)
                await look(games, store)
                assert store.read(GAME).end is None
            times.wall += 40 * DAY  # time without a server
        async with running(tmp_path, times) as (games, store):
            await look(games, store)
            times.passes(4.0)
            await look(games, store)
            with pytest.raises(UnknownGameError):
                store.read(GAME)
            times.passes(GRACE + 1)
            await look(games, store)
            with pytest.raises(UnknownGameError):
                store.classroom("r" * 22)

    asyncio.run(check())


def test_a_game_of_the_future_grows_old_from_now(tmp_path: Path) -> None:
    times = Times()

    async def check() -> None:
        async with running(tmp_path, times) as (games, store):
            store.add(seated(times.wall + 400 * DAY))
            await look(games, store)
            assert store.read(GAME).touched == games.now()

    asyncio.run(check())


def test_servers_that_share_a_database_have_its_time(postgres: Postgres) -> None:
    store = Store(postgres.database(), Clock(lambda: 5.0, lambda: 7.0))
    store.begin()
    assert store.clock.now() > 1_700_000_000
    other = Store(store._engine.url.render_as_string(hide_password=False))
    other.begin()
    store.close()
    other.close()


def test_clocks_are_looked_at_while_a_storm_of_clients_is_refused(tmp_path: Path) -> None:
    times = Times()

    async def check() -> None:
        async with running(tmp_path, times, waiting=0) as (games, store):
            store.add(seated(games.now(), 60))
            with pytest.raises(BusyError):
                await games.read(GAME)
            times.passes(60.0)
            await look(games, store)
            assert store.read(GAME).end

    asyncio.run(check())


# -- one server to a file --------------------------------------------------------------------------


def test_a_file_is_for_one_server(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url = f"sqlite:///{tmp_path / 'games.sqlite'}"
    first, second = Store(url), Store(url)
    first.lock()
    with pytest.raises(InUseError, match="servers can share a PostgreSQL database"):
        second.lock()
    assert run(["serve", "--no-browser", "--port", "0", "--database", url]) == 2
    said = capsys.readouterr().err
    assert said.startswith("noughts: --database: games.sqlite is in use by another noughts serve;")
    assert said.count("\n") == 1
    first.close()
    second.lock()
    second.close()


HOLDING = """
import sys
from noughts.play.store import Store
store = Store(sys.argv[1])
store.lock()
print("locked", flush=True)
sys.stdin.read()
"""


def test_the_lock_goes_with_a_killed_server(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.sqlite'}"
    with subprocess.Popen(
        [sys.executable, "-c", HOLDING, url], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout
        assert holder.stdout.readline() == b"locked\n"
        store = Store(url)
        with pytest.raises(InUseError):
            store.lock()
        holder.kill()
        holder.wait()
        store.lock()
        store.close()

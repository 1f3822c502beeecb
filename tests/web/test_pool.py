"""The pool: bounded, and not to be hung, killed or left behind."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest

from noughts import Limit, PositionError
from noughts.web import jobs
from noughts.web.pool import BusyError, Pool

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


def rest(seconds: float) -> bytes:
    time.sleep(seconds)
    return b"rested"


def pid() -> bytes:
    return str(os.getpid()).encode()


def die() -> bytes:
    os.kill(os.getpid(), signal.SIGKILL)
    return b""


@asynccontextmanager
async def pool(*, waiting: int = 0) -> AsyncIterator[Pool]:
    made = Pool(workers=1, waiting=waiting, patience=30)
    await made.start()
    try:
        yield made
    finally:
        made.close()


def test_results_and_errors_come_back() -> None:
    async def check() -> None:
        async with pool() as workers:
            assert int(await workers.run(pid)) != os.getpid()
            with pytest.raises(PositionError, match="3 needed"):
                await workers.run(jobs.analysis, "3,3,3", Limit(nodes=1), "...")

    asyncio.run(check())


def test_when_all_places_are_taken_it_says_so_at_once() -> None:
    async def check() -> None:
        async with pool(waiting=1) as workers:
            began = time.monotonic()
            answers = await asyncio.gather(
                *(workers.run(rest, 0.5) for _ in range(5)), return_exceptions=True
            )
            assert answers[:2] == [b"rested", b"rested"]
            assert all(isinstance(answer, BusyError) for answer in answers[2:])
            assert time.monotonic() - began < 5
            assert await workers.run(rest, 0) == b"rested", "the places are free again"

    asyncio.run(check())


def test_a_job_that_hangs_is_given_up_and_the_next_one_works() -> None:
    async def check() -> None:
        async with pool() as workers:
            first = int(await workers.run(pid))
            workers._patience = 0.3
            with pytest.raises(BusyError, match="given up"):
                await workers.run(rest, 60)
            workers._patience = 30
            assert int(await workers.run(pid)) != first

    asyncio.run(check())


def test_a_worker_that_is_killed_is_replaced() -> None:
    async def check() -> None:
        async with pool() as workers:
            with pytest.raises(BusyError):
                await workers.run(die)
            assert await workers.run(rest, 0) == b"rested"

    asyncio.run(check())


def test_a_drained_pool_ends_what_has_begun_and_refuses_the_rest() -> None:
    async def check() -> None:
        async with pool(waiting=3) as workers:
            jobs = [asyncio.create_task(workers.run(rest, 0.5)) for _ in range(4)]
            await asyncio.sleep(0.2)
            assert workers.ready
            workers.drain()
            assert not workers.ready
            answers = await asyncio.gather(*jobs, return_exceptions=True)
            assert answers[0] == b"rested"
            assert isinstance(answers[-1], BusyError)
            with pytest.raises(BusyError, match="stopping"):
                await workers.run(rest, 0)

    asyncio.run(check())


def test_who_gives_up_waiting_frees_the_place() -> None:
    async def check() -> None:
        async with pool() as workers:
            task = asyncio.create_task(workers.run(rest, 0.3))
            await asyncio.sleep(0.1)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert await workers.run(rest, 0) == b"rested"

    asyncio.run(check())


ORPHANS = """
import asyncio, os, signal
from noughts.web.pool import Pool
from tests.web.test_pool import pid

async def main():
    pool = Pool(workers=1, waiting=0, patience=30)
    await pool.start()
    print((await pool.run(pid)).decode(), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)

if __name__ == "__main__":
    asyncio.run(main())
"""


def test_no_worker_outlives_a_killed_server() -> None:
    done = subprocess.run(
        [sys.executable, "-c", ORPHANS], capture_output=True, text=True, check=False
    )
    worker = int(done.stdout)
    for _ in range(100):
        if not alive(worker):
            return
        time.sleep(0.1)
    pytest.fail("the worker is still there")


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    # One that has ended stays known until its parent has asked; ours was given to init.
    status = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(process)], capture_output=True, text=True, check=False
    )
    return bool(status.stdout.strip()) and not status.stdout.startswith("Z")

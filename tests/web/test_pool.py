"""The pool: bounded, and not to be hung, killed or left behind."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from noughts import Limit, PositionError
from noughts.web import jobs
from noughts.web.pool import BusyError, Pool, ShareError
from tests.waiting import until
from tests.web.pool_jobs import begun, die, fail, hold, pid, rest


@asynccontextmanager
async def pool(
    *, workers: int = 1, waiting: int = 0, share: int = 100, patience: float = 60
) -> AsyncIterator[Pool]:
    made = Pool(workers, waiting, share, patience)
    await made.start(pid)
    try:
        yield made
    finally:
        await made.close()


def test_results_and_errors_come_back() -> None:
    async def check() -> None:
        async with pool() as workers:
            assert int(await workers.run(pid)) != os.getpid()
            with pytest.raises(PositionError, match="3 needed"):
                await workers.run(jobs.analysis, "3,3,3", "...", Limit(nodes=1))

    asyncio.run(check())


def test_where_a_bug_was_is_not_lost() -> None:
    async def check() -> None:
        async with pool() as workers:
            with pytest.raises(ZeroDivisionError) as found:
                await workers.run(fail)
            assert "in fail" in "".join(found.value.__notes__)

    asyncio.run(check())


def test_when_all_places_are_taken_it_says_so_at_once() -> None:
    async def check() -> None:
        async with pool(waiting=1) as workers:
            answers = await asyncio.gather(
                *(workers.run(rest, 0.5) for _ in range(5)), return_exceptions=True
            )
            assert answers[:2] == [b"rested", b"rested"]
            assert all(isinstance(answer, BusyError) for answer in answers[2:])
            assert await workers.run(rest, 0) == b"rested", "the places are free again"

    asyncio.run(check())


def test_no_client_has_more_than_its_share() -> None:
    async def check() -> None:
        async with pool(waiting=9, share=2) as workers:
            hog = [asyncio.create_task(workers.run(rest, 0.2, client="hog")) for _ in range(6)]
            await asyncio.sleep(0)
            assert await workers.run(rest, 0, client="other") == b"rested"
            answers = await asyncio.gather(*hog, return_exceptions=True)
            assert answers[:2] == [b"rested", b"rested"]
            assert all(isinstance(answer, ShareError) for answer in answers[2:])
            assert await workers.run(rest, 0, client="hog") == b"rested"

    asyncio.run(check())


def test_whoever_was_served_longest_ago_is_next() -> None:
    async def check() -> None:
        done: list[str] = []
        async with pool(waiting=9) as workers:

            async def ask(client: str) -> None:
                await workers.run(rest, 0.05, client=client)
                done.append(client)

            tasks = [asyncio.create_task(ask(client)) for client in "aaaabbc"]
            await asyncio.gather(*tasks)
        assert "".join(done) == "abcabaa"

    asyncio.run(check())


def test_only_the_job_that_hangs_is_given_up(caplog: pytest.LogCaptureFixture) -> None:
    async def check() -> None:
        async with pool(workers=2, waiting=3, patience=3) as workers:
            workers._patience = 1
            hanging = asyncio.create_task(workers.run(rest, 600))
            await asyncio.sleep(0)
            workers._patience = 60
            others = [asyncio.create_task(workers.run(rest, 0.5)) for _ in range(4)]
            with pytest.raises(BusyError, match="was stopped"):
                await hanging
            assert await asyncio.gather(*others) == [b"rested"] * 4

    asyncio.run(check())
    (record,) = (record for record in caplog.records if record.message == "a job was ended")
    assert vars(record)["job"] == "rest"


def test_the_clock_of_a_job_starts_when_it_begins() -> None:
    async def check() -> None:
        async with pool(waiting=1) as workers:
            first = asyncio.create_task(workers.run(rest, 5))
            await asyncio.sleep(0)
            workers._patience = 4.5  # less than it has to wait for its turn
            assert await workers.run(rest, 0) == b"rested"
            assert await first == b"rested"

    asyncio.run(check())


def test_a_job_that_kills_its_process_harms_nobody() -> None:
    async def check() -> None:
        async with pool(workers=2) as workers:
            healthy = asyncio.create_task(workers.run(rest, 2))
            await asyncio.sleep(0)
            with pytest.raises(BusyError, match="died"):
                await workers.run(die)
            assert await healthy == b"rested"
            assert await workers.run(rest, 0) == b"rested"

    asyncio.run(check())


def test_a_process_that_died_while_it_was_idle_is_replaced_unnoticed() -> None:
    async def check() -> None:
        async with pool() as workers:
            first = int(await workers.run(pid))
            os.kill(first, signal.SIGKILL)
            assert int(await workers.run(pid)) != first
            assert workers.ready

    asyncio.run(check())


def test_a_drained_pool_ends_what_has_begun_and_refuses_the_rest(tmp_path: Path) -> None:
    gate = tmp_path / "gate"

    async def check() -> None:
        async with pool(waiting=3) as workers:
            jobs = [asyncio.create_task(workers.run(hold, str(gate))) for _ in range(4)]
            await asyncio.to_thread(begun, gate)
            assert workers.ready
            workers.drain()
            assert not workers.ready
            gate.touch()
            answers = await asyncio.gather(*jobs, return_exceptions=True)
            assert answers[0] == b"{}"
            assert isinstance(answers[-1], BusyError)
            with pytest.raises(BusyError, match="stopping"):
                await workers.run(rest, 0)

    asyncio.run(check())


def test_who_hangs_up_keeps_the_place_until_the_job_is_done(tmp_path: Path) -> None:
    gate = tmp_path / "gate"

    async def check() -> None:
        async with pool() as workers:
            process = await workers.run(pid)
            task = asyncio.create_task(workers.run(hold, str(gate)))
            await asyncio.to_thread(begun, gate)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            with pytest.raises(BusyError):
                await workers.run(pid)
            gate.touch()
            await asyncio.gather(*workers._running)
            assert await workers.run(pid) == process

    asyncio.run(check())


def test_who_hangs_up_while_waiting_gives_the_place_back() -> None:
    async def check() -> None:
        async with pool(waiting=1) as workers:
            first = asyncio.create_task(workers.run(rest, 0.3))
            second = asyncio.create_task(workers.run(rest, 0.3))
            await asyncio.sleep(0)
            second.cancel()
            await asyncio.sleep(0)
            assert await workers.run(rest, 0) == b"rested"
            assert await first == b"rested"
            assert not workers._held.total

    asyncio.run(check())


def test_who_hangs_up_as_a_place_is_free_does_not_keep_the_next_one_waiting() -> None:
    async def check() -> None:
        async with pool(waiting=1) as workers:
            await workers._called("first")
            second = asyncio.create_task(workers._called("second"))
            await asyncio.sleep(0)
            third = asyncio.create_task(workers._called("third"))
            second.cancel()
            workers._free()  # what `second` waits for has ended
            await asyncio.sleep(0)
            assert third.done()

    asyncio.run(check())


ORPHANS = """
import asyncio, os, signal
from noughts.web.pool import Pool
from tests.web.pool_jobs import pid

async def main():
    pool = Pool(workers=1, waiting=0, share=1, patience=30)
    await pool.start(pid)
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
    until(lambda: not alive(worker))


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

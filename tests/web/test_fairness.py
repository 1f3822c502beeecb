"""Thinking is shared fairly: greedy clients, however many, do not keep a new one waiting."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from noughts import Limit
from noughts.core.record import Record
from noughts.engines import Level
from noughts.play import seats
from noughts.play.options import GameOptions
from noughts.play.seats import Seat
from noughts.play.shared_game import SharedGame
from noughts.web.clients import Held, network, networks
from noughts.web.play.computer import Computer
from noughts.web.pool import BusyError, Pool, ShareError
from noughts.web.rate_limit import Buckets
from tests.web.pool_jobs import begun, hold, pid
from tests.web.test_pool import pool

SHARE, WAITING = 3, 8  #: as the server has them
LAN = [network(f"2001:db8:0:{number:x}::1") for number in range(20)]  # of one /48


async def order_of(workers: Pool, gate: Path, clients: list[str]) -> list[str]:
    """Let these clients ask while a worker is busy; return who was served, in order."""
    served: list[str] = []

    async def ask(client: str, job: Callable[..., bytes], *arguments: str) -> None:
        await workers.run(job, *arguments, client=client)
        served.append(client)

    tasks = [asyncio.create_task(ask(clients[0], hold, str(gate)))]
    await asyncio.to_thread(begun, gate)
    for client in clients[1:]:
        tasks.append(asyncio.create_task(ask(client, pid)))
        await asyncio.sleep(0)
    await asyncio.to_thread(gate.touch)
    for result in await asyncio.gather(*tasks, return_exceptions=True):
        assert result is None or isinstance(result, BusyError)
    return served


@pytest.mark.parametrize(
    "greedy",
    [list("abc"), list("abcd"), list("abcdefgh"), LAN],
    ids=["three", "four", "eight", "a wide network"],
)
def test_a_new_client_is_served_next(greedy: list[str], tmp_path: Path) -> None:
    async def check() -> list[str]:
        async with pool(waiting=WAITING, share=SHARE) as workers:
            asked = [client for _ in range(SHARE) for client in greedy]
            return await order_of(workers, tmp_path / "gate", [*asked, "new"])

    served = asyncio.run(check())
    # One is being served; the networks that nobody has served either came before.
    networks_before = 1 if greedy is LAN else len(greedy)
    assert served.index("new") <= networks_before
    assert greedy is LAN or set(served) == {"new", *greedy}


def test_whoever_was_served_comes_after_a_new_client(tmp_path: Path) -> None:
    async def check() -> list[str]:
        async with pool(waiting=WAITING, share=SHARE) as workers:
            for client in "abcd":
                await workers.run(pid, client=client)
            return await order_of(workers, tmp_path / "gate", [*"abcd" * 2, "new"])

    assert asyncio.run(check())[:2] == ["a", "new"]


def test_a_place_is_made_at_the_cost_of_who_has_most(tmp_path: Path) -> None:
    async def check() -> list[str]:
        async with pool(waiting=3, share=3) as workers:
            return await order_of(workers, tmp_path / "gate", [*"aabb", "new"])

    # Both have two; the newest job gives way.
    assert sorted(asyncio.run(check())) == ["a", "a", "b", "new"]


def test_nobody_gives_up_the_only_place(tmp_path: Path) -> None:
    async def check() -> list[str]:
        async with pool(waiting=3, share=3) as workers:
            return await order_of(workers, tmp_path / "gate", [*"abcd", "new"])

    assert sorted(asyncio.run(check())) == ["a", "b", "c", "d"]


def thinking(number: int) -> SharedGame:
    """A game in which the computer is to move."""
    seat = Seat("Ada", seats.hashed(f"secret {number}"))
    made = SharedGame(f"game {number}", GameOptions(first=1), Record.of("3,3,3"), (seat, Seat()))
    return made.seat_computer(Level.parse("easy"), 0.0)


def test_many_games_of_greedy_clients_do_not_keep_a_new_game_waiting(tmp_path: Path) -> None:
    gate = tmp_path / "gate"

    async def check() -> list[str]:
        moved: list[str] = []
        all_moved = asyncio.Event()
        async with pool(waiting=WAITING, share=SHARE) as workers:

            async def change(
                game: str, how: Callable[[SharedGame], SharedGame], client: str
            ) -> SharedGame:
                moved.append(client)
                if len(moved) == 121:
                    all_moved.set()
                return how(thinking(int(game.split()[1])))

            computer = Computer(workers.run, Limit(nodes=1), change, SHARE, lambda: 0.0)
            running = asyncio.create_task(workers.run(hold, str(gate), client="a"))
            await asyncio.to_thread(begun, gate)
            for number in range(120):
                computer.consider(thinking(number), "abcd"[number % 4])
            for _ in range(10):
                await asyncio.sleep(0)
            computer.consider(thinking(120), "new")
            for _ in range(10):
                await asyncio.sleep(0)
            await asyncio.to_thread(gate.touch)
            await running
            await all_moved.wait()
        return moved

    moved = asyncio.run(check())
    assert moved.index("new") <= 4
    assert {client: moved.count(client) for client in "abcd"} == dict.fromkeys("abcd", 30)


def test_a_client_leaves_games_that_are_too_many_in_the_database() -> None:
    async def check() -> None:
        async def never(*_: object, **__: object) -> Any:
            await asyncio.Event().wait()

        computer = Computer(never, Limit(nodes=1), never, SHARE, lambda: 0.0)
        for number in range(300):
            computer.consider(thinking(number), "a")
        assert len(computer.known) == 100
        computer.consider(thinking(300), "b")
        assert len(computer.known) == 101
        await computer.close()

    asyncio.run(check())


def test_a_wide_network_has_buckets_of_its_own() -> None:
    buckets = Buckets(rate=1.0, burst=1, clients=10_000)
    one_of = [network(f"2001:db8:0:{number:x}::1") for number in range(2_000)]
    taken = [client for client in one_of if not buckets.wait(client, now=0.0)]
    assert len(taken) == 16, "a /48 has what 16 have"
    assert len({list(networks(client))[1] for client in taken}) == 4, "and a /56 what four have"
    assert buckets.wait(network("2001:db8:1::1"), now=0.0) == 0.0
    assert buckets.wait(network("192.0.2.1"), now=0.0) == 0.0


def test_the_last_part_is_kept_for_those_that_hold_none() -> None:
    held = Held(each=100, most=20)
    taken = 0
    while not held.full("hog"):
        held.take("hog")
        taken += 1
    assert taken == 18
    assert not held.full("new")
    held.leave("hog")
    assert not held.full("hog")


def test_a_wide_network_has_no_more_than_its_share_of_the_pool() -> None:
    async def check() -> list[object]:
        async with pool(workers=1, waiting=100, share=1) as workers:
            asked = [workers.run(pid, client=client) for client in LAN[:10]]
            return await asyncio.gather(*asked, return_exceptions=True)

    found = asyncio.run(check())
    assert sum(isinstance(each, ShareError) for each in found) == 10 - 4

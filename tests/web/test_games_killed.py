"""What may happen in the middle of many games: no move is lost, none is there twice.

A server is killed, PostgreSQL is killed, the network to it is cut, the disk is full; the players
ask on until they are answered, without a reload.
"""

from __future__ import annotations

import random
import resource
import threading
import time
from contextlib import ExitStack, suppress
from http.client import HTTPException
from typing import TYPE_CHECKING, Any

import pytest

from noughts import Record
from tests.web.asking import Answer, Site
from tests.web.test_games import GAMES, Player
from tests.web.test_games_servers import Cut
from tests.web.test_serve import Process, started

if TYPE_CHECKING:
    from pathlib import Path

    from tests.postgres import Postgres

OPTIONS = ("--port", "0", "--no-browser", "--workers", "1", "--rate", "1e9", "--log", "warning")


class Address:
    """Where the servers are now; they come back elsewhere."""

    def __init__(self) -> None:
        self.sites = [Site("")]

    def insist(self, path: str, question: object, secret: str = "") -> Answer:
        """Ask until there is an answer that is no refusal for the time being."""
        headers = {"Authorization": f"Bearer {secret}"} if secret else {}
        while True:
            with suppress(OSError, HTTPException):
                answer = random.choice(self.sites).ask(path, question, headers=headers)
                if answer.status < 500 and answer.status != 429:
                    return answer
            time.sleep(0.02)


class Pair:
    """Two people who play on, whatever happens to the server, and remember what it said."""

    def __init__(self, address: Address, number: int) -> None:
        self._address = address
        self._luck = random.Random(number)
        made = address.insist(GAMES, {"rules": "5,5,4", "side": "X"}).json
        self.path = f"{GAMES}/{made['game']['id']}"
        other = address.insist(f"{self.path}/seat", {}).json
        self.secrets = (made["secret"], other["secret"])
        self.acknowledged: list[str] = []

    def play(self) -> None:
        record = Record.of("5,5,4")
        while record.position.outcome is None:
            cell = self._luck.choice(record.position.legal)
            move, ply = record.position.rules.name(cell), record.at
            question = {"round": 1, "ply": ply, "move": move}
            answer = self._address.insist(f"{self.path}/moves", question, self.secrets[ply % 2])
            assert answer.status == 200, answer.body
            assert answer.json["moves"] == [*self.acknowledged, move]
            self.acknowledged.append(move)
            record = record.play(cell)

    def check(self, site: Site) -> None:
        game: Any = Player(site, self.path, self.secrets[0]).game
        assert game["moves"] == self.acknowledged
        assert game["end"] is not None


class Crowd:
    """Many pairs, each in a thread of its own.

    Args:
        address: where they play.
        pairs: how many.
    """

    def __init__(self, address: Address, pairs: int) -> None:
        self._address = address
        self._pairs = pairs
        self._games: list[Pair] = []
        self._failed: list[BaseException] = []
        numbers = range(pairs)
        self._threads = [
            threading.Thread(target=self._play, args=(number,), daemon=True) for number in numbers
        ]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def until(self, each: float, *servers: Process) -> None:
        """Wait until so many moves were acknowledged, on average in each game."""
        while self._moves() < each * self._pairs and any(t.is_alive() for t in self._threads):
            assert all(server.process.poll() is None for server in servers)
            time.sleep(0.005)

    def check(self) -> None:
        """Wait until all games are over, and look at each by way of each server."""
        for thread in self._threads:
            thread.join(600)
        assert not self._failed, self._failed[0]
        assert len(self._games) == self._pairs
        for pair in self._games:
            for site in self._address.sites:
                pair.check(site)

    def _moves(self) -> int:
        return sum(len(pair.acknowledged) for pair in self._games)

    def _play(self, number: int) -> None:
        try:
            pair = Pair(self._address, number)
            self._games.append(pair)
            pair.play()
        except BaseException as error:  # noqa: BLE001  (told by the test's own thread)
            self._failed.append(error)


@pytest.mark.parametrize(
    ("pairs", "kills"), [(12, 3), pytest.param(500, 10, marks=pytest.mark.deep)]
)
def test_killed_in_the_middle_of_games(tmp_path: Path, pairs: int, kills: int) -> None:
    address = Address()
    crowd = Crowd(address, pairs)
    for kill in range(kills + 1):
        with started(tmp_path, *OPTIONS) as serving:  # its end is a kill -9
            address.sites = [serving.site]
            if not kill:
                crowd.start()
            # The moves that all must have made before this server dies in the middle of them.
            crowd.until(2 * (kill + 1), serving)
            if kill == kills:
                crowd.check()


@pytest.mark.deep
def test_a_full_disk_in_the_middle_of_games(tmp_path: Path) -> None:
    """No file of the server's may grow any longer, three times; then there is room again."""
    address = Address()
    crowd = Crowd(address, 500)
    with started(tmp_path, *OPTIONS) as serving:
        address.sites = [serving.site]
        crowd.start()
        for full in range(3):
            crowd.until(3 * (full + 1), serving)
            _, most = resource.prlimit(serving.process.pid, resource.RLIMIT_FSIZE)
            resource.prlimit(serving.process.pid, resource.RLIMIT_FSIZE, (4096, most))
            refused = serving.site.ask(GAMES, {})
            assert refused.status == 503
            time.sleep(1)
            resource.prlimit(serving.process.pid, resource.RLIMIT_FSIZE, (most, most))
        crowd.check()


@pytest.mark.deep
def test_postgresql_killed_the_network_cut_and_a_server_killed(
    tmp_path: Path, postgres: Postgres
) -> None:
    """Two servers, one of them behind a network of its own; every third of the way something."""
    database = postgres.database()
    network = Cut(postgres.port)
    behind = database.replace(f":{postgres.port}/", f":{network.port}/")
    address = Address()
    crowd = Crowd(address, 500)
    folders = [tmp_path / name for name in ("one", "other", "again")]
    for folder in folders:
        folder.mkdir()
    with ExitStack() as stack:
        with started(folders[0], *OPTIONS, "--database", database) as one:
            other = stack.enter_context(started(folders[1], *OPTIONS, "--database", behind))
            address.sites = [one.site, other.site]
            crowd.start()
            for kill in range(3):
                crowd.until(2 * kill + 1, one, other)
                postgres.kill()
                time.sleep(1)
                postgres.start()
                crowd.until(2 * kill + 2, one, other)
                network.cut()
                time.sleep(1)
                network.whole = True
        # The end of the block was a kill -9 of one server.
        crowd.until(8, other)
        again = stack.enter_context(started(folders[2], *OPTIONS, "--database", database))
        address.sites = [again.site, other.site]
        crowd.check()
    network.close()

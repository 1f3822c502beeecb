"""What may happen in the middle of many games: no move is lost, none is there twice.

A server is killed, PostgreSQL is killed, the network to it is cut, the disk is full; the players
ask on until they are answered, without a reload.
"""

import random
import resource
import threading
import time
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from typing import Any

import pytest

from noughts import Record
from noughts.play import seats
from tests.postgres import Postgres
from tests.waiting import until
from tests.web.asking import Answer, Site
from tests.web.test_games import GAMES, Player
from tests.web.test_games_servers import Cut
from tests.web.test_serve import Process, started

OPTIONS = (
    *("--port", "0", "--no-browser", "--workers", "1", "--rate", "1e9", "--log", "error"),
    *("--proxy", "127.0.0.1"),
)


class Address:
    """Where the servers are now; they come back elsewhere."""

    def __init__(self) -> None:
        self.sites = [Site("")]


class Client:
    """A client with a separate address, which retries until it has an answer.

    Attributes:
        waits: the seconds that each question took which was not answered at once.
    """

    def __init__(self, address: Address, number: int) -> None:
        self._address = address
        self._luck = random.Random(number)
        self._from = f"10.0.{number // 250}.{number % 250 + 1}"
        self.waits: list[float] = []

    def insist(self, path: str, question: object, secret: str = "") -> Answer:
        """Retry until the answer is not a temporary refusal."""
        headers = {"X-Forwarded-For": self._from}
        if secret:
            headers["Authorization"] = f"Bearer {secret}"
        began, asked = time.monotonic(), 0
        while True:
            with suppress(OSError, HTTPException):
                site = self._luck.choice(self._address.sites)
                answer = site.ask(path, question, headers=headers)
                assert answer.status != 429, answer.body
                if answer.status < 500:
                    if asked:
                        self.waits.append(time.monotonic() - began)
                    return answer
            asked += 1
            time.sleep(0.5 + self._luck.random())


class Pair:
    """Two people who keep playing, whatever happens, and remember the server's answers."""

    def __init__(self, address: Address, number: int) -> None:
        self._luck = random.Random(number)
        self.client = Client(address, number)
        self.secrets = (seats.token(), seats.token())
        asked = {"rules": "5,5,4", "side": "X", "secret": self.secrets[0]}
        made = self.client.insist(GAMES, asked).json
        self.path = f"{GAMES}/{made['game']['id']}"
        other = self.client.insist(f"{self.path}/seat", {"secret": self.secrets[1]})
        assert other.status == 200, other.body
        self.acknowledged: list[str] = []

    def play(self) -> None:
        record = Record.of("5,5,4")
        while record.position.outcome is None:
            cell = self._luck.choice(record.position.legal)
            move, ply = record.position.rules.name(cell), record.at
            question = {"round": 1, "ply": ply, "move": move}
            answer = self.client.insist(f"{self.path}/moves", question, self.secrets[ply % 2])
            assert answer.status == 200, answer.body
            assert answer.json["moves"] == [*self.acknowledged, move]
            self.acknowledged.append(move)
            record = record.play(cell)

    def check(self, site: Site) -> None:
        game: Any = Player(site, self.path, self.secrets[0]).game
        assert game["moves"] == self.acknowledged
        assert game["end"] is not None


class Crowd:
    """Many pairs, each in a separate thread.

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
        """Wait until each game has this many acknowledged moves on average."""
        while self._moves() < each * self._pairs:
            assert not self._failed, self._failed[0]
            assert all(server.process.poll() is None for server in servers)
            time.sleep(0.01)

    def check(self) -> None:
        """Wait until all games are over, and look at each by way of each server."""
        for thread in self._threads:
            thread.join(600)
        assert not self._failed, self._failed[0]
        assert len(self._games) == self._pairs
        for pair in self._games:
            for site in self._address.sites:
                pair.check(site)
        waits = sorted(wait for pair in self._games for wait in pair.client.waits)
        print(f"{self._moves():,} moves acknowledged, {len(waits):,} questions asked again")  # noqa: T201
        if waits:
            print(f"they took {waits[len(waits) // 2]:.1f} s, up to {waits[-1]:.1f} s")  # noqa: T201

    def _moves(self) -> int:
        return sum(len(pair.acknowledged) for pair in self._games)

    def _play(self, number: int) -> None:
        try:
            pair = Pair(self._address, number)
            self._games.append(pair)
            pair.play()
        except BaseException as error:  # noqa: BLE001  (told by the test's own thread)
            self._failed.append(error)


@pytest.mark.parametrize(("pairs", "times"), [(3, 1), pytest.param(500, 5, marks=pytest.mark.deep)])
def test_the_disk_is_full_and_the_server_is_killed(tmp_path: Path, pairs: int, times: int) -> None:
    """Again and again no file of the server's may grow any longer; then it is killed."""
    address = Address()
    crowd = Crowd(address, pairs)
    for time_ in range(times):
        with started(tmp_path, *OPTIONS) as serving:  # its end is a kill -9
            address.sites = [serving.site]
            if not time_:
                crowd.start()
            crowd.until(2 * time_ + 1, serving)
            _, most = resource.prlimit(serving.process.pid, resource.RLIMIT_FSIZE)
            resource.prlimit(serving.process.pid, resource.RLIMIT_FSIZE, (4096, most))
            until(lambda: serving.site.ask(GAMES, {}).status == 503)
            resource.prlimit(serving.process.pid, resource.RLIMIT_FSIZE, (most, most))
            crowd.until(2 * time_ + 2, serving)
    with started(tmp_path, *OPTIONS) as serving:
        address.sites = [serving.site]
        crowd.check()


@pytest.mark.deep
def test_postgresql_and_the_network_and_a_server_fail(tmp_path: Path, postgres: Postgres) -> None:
    """Two servers, one of them behind a separate network; each thing happens four times."""
    database = postgres.database()
    network = Cut(postgres.port)
    behind = database.replace(f":{postgres.port}/", f":{network.port}/")
    address = Address()
    crowd = Crowd(address, 500)
    folders = [tmp_path / name for name in ("one", "other")]
    for folder in folders:
        folder.mkdir()
    with started(folders[1], *OPTIONS, "--database", behind) as other:
        for time_ in range(4):
            with started(folders[0], *OPTIONS, "--database", database) as one:  # killed at the end
                address.sites = [one.site, other.site]
                if not time_:
                    crowd.start()
                crowd.until(3 * time_ + 1, one, other)
                postgres.kill()
                time.sleep(1)
                postgres.start()
                crowd.until(3 * time_ + 2, one, other)
                network.cut()
                time.sleep(1)
                network.whole = True
                crowd.until(3 * time_ + 3, one, other)
        with started(folders[0], *OPTIONS, "--database", database) as one:
            address.sites = [one.site, other.site]
            crowd.check()
    network.close()

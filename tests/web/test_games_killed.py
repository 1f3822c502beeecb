"""A server that is killed in the middle of many games: no move is lost, none is there twice."""

from __future__ import annotations

import random
import threading
import time
from contextlib import suppress
from http.client import HTTPException
from typing import TYPE_CHECKING, Any

import pytest

from noughts import Record
from tests.web.asking import Answer, Site
from tests.web.test_games import GAMES, Player
from tests.web.test_serve import Process, started

if TYPE_CHECKING:
    from pathlib import Path

OPTIONS = ("--port", "0", "--no-browser", "--workers", "1", "--rate", "1e9", "--log", "warning")


class Address:
    """Where the server is now; it comes back elsewhere."""

    def __init__(self) -> None:
        self.site = Site("")

    def insist(self, path: str, question: object, secret: str = "") -> Answer:
        """Ask until there is an answer that is no refusal for the time being."""
        headers = {"Authorization": f"Bearer {secret}"} if secret else {}
        while True:
            with suppress(OSError, HTTPException):
                answer = self.site.ask(path, question, headers=headers)
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


@pytest.mark.parametrize(
    ("pairs", "kills"), [(12, 3), pytest.param(500, 10, marks=pytest.mark.deep)]
)
def test_killed_in_the_middle_of_games(tmp_path: Path, pairs: int, kills: int) -> None:
    address = Address()
    games: list[Pair] = []
    failed: list[BaseException] = []

    def play(number: int) -> None:
        try:
            pair = Pair(address, number)
            games.append(pair)
            pair.play()
        except BaseException as error:  # noqa: BLE001  (told by the test's own thread)
            failed.append(error)

    threads = [threading.Thread(target=play, args=(n,), daemon=True) for n in range(pairs)]

    def moves() -> int:
        return sum(len(pair.acknowledged) for pair in games)

    def until(count: int, serving: Process) -> None:
        while moves() < count and any(thread.is_alive() for thread in threads):
            assert serving.process.poll() is None
            time.sleep(0.005)

    for kill in range(kills + 1):
        with started(tmp_path, *OPTIONS) as serving:  # its end is a kill -9
            address.site = serving.site
            if not kill:
                for thread in threads:
                    thread.start()
            # The moves that all must have made before this server dies in the middle of them.
            until(pairs * 2 * (kill + 1), serving)
            if kill == kills:
                for thread in threads:
                    thread.join(300)
                assert not failed, failed[0]
                assert len(games) == pairs
                for pair in games:
                    pair.check(serving.site)

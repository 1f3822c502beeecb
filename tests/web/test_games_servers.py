"""Two servers on one PostgreSQL: their clients play the same game."""

import asyncio
import socket
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPException
from pathlib import Path

import pytest

from noughts import Position, Record
from noughts.play import pubsub
from noughts.web.play import play_service
from noughts.web.settings import Keeping, Settings
from tests.postgres import Postgres
from tests.waiting import until
from tests.web.asking import Answer, Site
from tests.web.conftest import UNLIMITED, serving
from tests.web.test_games import GAMES, LOBBY, Events, Player, join, make


@contextmanager
def server(page: Path, database: str, proxies: tuple[str, ...] = ()) -> Iterator[Site]:
    settings = Settings(
        page=page, workers=0, rate=UNLIMITED, proxies=proxies, keeping=Keeping(database, made=10**9)
    )
    with serving(settings) as site:
        yield site


@pytest.fixture
def database(postgres: Postgres) -> str:
    return postgres.database()


@pytest.fixture(scope="module")
def sites(page: Path, postgres: Postgres) -> Iterator[tuple[Site, Site]]:
    database = postgres.database()
    with server(page, database) as one, server(page, database) as other:
        yield one, other


def elsewhere(player: Player, site: Site) -> Player:
    """The same seat, by way of another server."""
    return player._replace(site=site)


def test_a_game_over_two_servers(sites: tuple[Site, Site]) -> None:
    ada = make(sites[0], rules="3,3,3")
    with Events(ada) as of_ada:
        bob = join(elsewhere(ada, sites[1]), name="Bob")
        assert of_ada.until("game", version=2)["seats"][1]["name"] == "Bob"
        with Events(bob) as of_bob, Events(bob, watch=True) as of_watcher:
            players = (ada, bob)
            for ply, move in enumerate(("b2", "a1", "a2", "c2", "c1", "a3", "b1", "b3", "c3")):
                assert players[ply % 2].move(ply, move).status == 200
                for events in (of_ada, of_bob, of_watcher):
                    assert events.until("game", version=3 + ply)["moves"][-1] == move


def test_who_is_there_is_known_at_both(sites: tuple[Site, Site]) -> None:
    ada = make(sites[0])
    bob = join(elsewhere(ada, sites[1]))
    with Events(ada) as of_ada:
        with Events(bob) as of_bob, Events(bob, watch=True):
            for events in (of_ada, of_bob):
                assert events.until("presence", seats=[True, True], watching=1)
        left = of_ada.until("presence", seats=[True, False], watching=0)
        assert left["away"][1] is not None
        with Events(elsewhere(bob, sites[0])):  # comes back by way of the other
            assert of_ada.until("presence", seats=[True, True])


def test_both_servers_move_at_once_and_one_move_is_made(sites: tuple[Site, Site]) -> None:
    ada = make(sites[0], rules="5,5,4")
    join(ada)
    answers: list[Answer] = []

    def ask(site: Site, move: str) -> None:
        answers.append(elsewhere(ada, site).move(0, move))

    moves = ("a1", "b1", "c1", "d1", "e1")
    threads = [threading.Thread(target=ask, args=(site, move)) for site in sites for move in moves]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    (made,) = ada.game["moves"]
    assert [answer.json["moves"] for answer in answers if answer.status == 200] == [[made]] * 2
    assert [answer.status for answer in answers if answer.status != 200] == [409] * 8


def test_both_servers_think_and_one_move_is_made(
    page: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play_service, "LEFT", -60.0)  # each takes up what the other has just begun
    with server(page, database) as one, server(page, database) as other:
        ada = make(one, level="easy", rules="6,6,6")
        with Events(ada) as events:
            for ply in range(0, 10, 2):
                game = elsewhere(ada, (one, other)[ply // 2 % 2]).game
                position = Position.parse(game["position"], "6,6,6")
                move = position.rules.name(position.legal[-1])
                assert ada.move(ply, move).json["ply"] == ply + 1
                assert events.until("game", ply=ply + 2)["turn"] == "X"


def test_the_open_list_is_one_list(
    page: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play_service, "_STILL", 0.2)
    kept = Keeping(database, made=10**9, lobby=True)
    settings = Settings(page=page, workers=0, rate=UNLIMITED, keeping=kept)
    with serving(settings) as one, serving(settings) as other:
        ada = make(one, listed=True)
        with Events(ada._replace(site=other, path=LOBBY), watch=True) as events:
            (mine,) = events.next("lobby")["games"]
            assert ada.path.endswith(mine["id"])
            with Events(ada):
                while mine["away_since"] is not None:
                    (mine,) = events.next("lobby")["games"]
            join(ada)
            while events.next("lobby")["games"]:
                pass


def test_a_notice_that_is_lost_is_made_up_for(
    page: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def deaf(address: str) -> AsyncIterator[pubsub.Notice | None]:
        del address
        yield None
        await asyncio.Event().wait()

    monkeypatch.setattr(pubsub, "listen", deaf)
    with server(page, database) as one, server(page, database) as other:
        ada = make(one)
        bob = join(elsewhere(ada, other))
        with Events(bob) as of_bob:
            assert of_bob.next("game")["version"] == 2
            ada.move(0, "b2")
            assert of_bob.until("game", version=3)["moves"] == ["b2"]


class Cut:
    """A network between a server and its database, which can be cut."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._open: set[socket.socket] = set()
        self.whole = True
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        self.whole = False
        for end in list(self._open):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self.cut()
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            try:
                if not self.whole:
                    raise ConnectionRefusedError
                far = socket.create_connection(("127.0.0.1", self._port))
            except OSError:
                near.close()
                continue
            self._open |= {near, far}
            for source, target in ((near, far), (far, near)):
                threading.Thread(target=self._copy, args=(source, target), daemon=True).start()

    def _copy(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while piece := source.recv(65_536):
                target.sendall(piece)
        with suppress(OSError):  # the other thread ends then, and closes what it reads from
            target.shutdown(socket.SHUT_RDWR)
        self._open.discard(source)
        source.close()


def test_a_network_that_is_cut_and_comes_back(
    page: Path, postgres: Postgres, database: str
) -> None:
    network = Cut(postgres.port)
    behind = database.replace(f":{postgres.port}/", f":{network.port}/")
    with server(page, database) as one, server(page, behind) as other:
        ada = make(one)
        bob = join(elsewhere(ada, other))
        with Events(bob) as of_bob:
            network.cut()
            assert ada.move(0, "b2").status == 200
            refused = bob.move(1, "a1")
            assert (refused.status, refused.headers["content-type"]) == (
                503,
                "application/problem+json",
            )
            network.whole = True
            assert of_bob.until("game", version=3)["moves"] == ["b2"]
            until(lambda: bob.move(1, "a1").status == 200)
            assert ada.game["moves"] == ["b2", "a1"]
    network.close()


def test_postgresql_is_killed_in_the_middle(page: Path, postgres: Postgres, database: str) -> None:
    """Acknowledged moves are there once, and nobody has to reload."""
    with server(page, database) as one, server(page, database) as other:
        ada = make(one, rules="5,5,4")
        players = (ada, join(elsewhere(ada, other)))
        record = Record.of("5,5,4")
        with Events(players[0]) as of_ada, Events(players[1]) as of_bob:
            while record.position.outcome is None:
                ply, cell = record.at, record.position.legal[0]
                move = record.position.rules.name(cell)
                if ply == 4:
                    postgres.kill()
                    refused = players[ply % 2].move(ply, move)
                    assert refused.status == 503
                    postgres.start()
                record = record.play(cell)

                def made(ply: int = ply, move: str = move) -> bool:
                    with suppress(OSError, HTTPException):
                        answer = players[ply % 2].move(ply, move)
                        assert answer.status in (200, 503), answer.body
                        return answer.status == 200
                    return False

                until(made)
                for events in (of_ada, of_bob):
                    assert events.until("game", version=3 + ply)["moves"][-1] == move
        (game,) = {str(one.ask(f"{GAMES}/{ada.path[-22:]}").json["moves"])}
        assert game == str(record.position.rules.names(record.played).split())

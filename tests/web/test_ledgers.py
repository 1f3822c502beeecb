"""Proofs that a server shows: what it answers, beside the command line; what it leaves alone."""

import asyncio
import json
import os
import signal
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from noughts import Position, Rules
from noughts.cli import run
from noughts.json import shapes
from noughts.proofs.ledger import Ledger, url
from noughts.web.pool import BusyError, ShareError
from noughts.web.proofs.ledger_service import SHARE, WAITING, Ledgers
from noughts.web.settings import LedgerSetting, Settings
from tests.proofs.ledger.making import made
from tests.shapes import assert_shape
from tests.waiting import until
from tests.web.asking import Site
from tests.web.conftest import UNLIMITED, serving

GAME = "5,4,4"
LEDGERS = "/api/v1/ledgers"


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Two ledgers: a proof in the middle, and one at its end."""
    folders = [tmp_path_factory.mktemp(name) for name in ("half", "whole")]
    found = [folder / "proof.ledger" for folder in folders]
    made(str(found[0]), GAME, 300)
    made(str(found[1]), GAME)
    return found


def shown(place: Path) -> LedgerSetting:
    return LedgerSetting(url(str(place)), GAME, str(Position(Rules.parse(GAME))))


@pytest.fixture(scope="module")
def site(places: list[Path], page: Path) -> Iterator[Site]:
    ledgers = tuple(map(shown, places))
    with serving(Settings(page=page, workers=0, rate=UNLIMITED, ledgers=ledgers)) as found:
        yield found


def test_they_are_listed_without_their_addresses(site: Site, places: list[Path]) -> None:
    answer = site.ask(LEDGERS)
    empty = str(Position(Rules.parse(GAME)))
    assert answer.json == [
        {"ledger": number, "rules": GAME, "position": empty} for number in (1, 2)
    ]
    assert str(places[0].parent).encode() not in answer.body


@pytest.mark.parametrize("number", [1, 2])
def test_the_state_is_what_the_command_prints(
    site: Site, places: list[Path], number: int, capsys: pytest.CaptureFixture[str]
) -> None:
    place = places[number - 1]
    before = place.read_bytes()
    answer = site.ask(f"{LEDGERS}/{number}")
    assert run(["solve", GAME, "--ledger", str(place), "--status", "--json"]) == 0
    assert answer.json == json.loads(capsys.readouterr().out)
    assert_shape(answer.json, shapes.LedgerStatus)
    assert [path.name for path in place.parent.iterdir()] == ["proof.ledger"]
    assert place.read_bytes() == before, "nothing was written"


def test_a_position_has_its_regions(site: Site) -> None:
    start = site.ask(f"{LEDGERS}/1/place").json
    assert_shape(start, shapes.LedgerPlace)
    assert (start["turn"], start["moves"], start["x_wins"]) == ("X", [], None)
    largest = start["regions"][0]
    behind = site.ask(f"{LEDGERS}/1/place?moves={largest['moves'][0]}").json
    assert (behind["turn"], behind["nodes"]) == ("O", largest["nodes"])
    assert (behind["x_wins"], behind["o_wins"]) == (largest["x_wins"], largest["o_wins"])
    proved = site.ask(f"{LEDGERS}/2/place").json
    assert (proved["x_wins"], proved["o_wins"]) == (False, False)


@pytest.mark.parametrize(
    ("path", "status", "detail"),
    [
        ("/3", 404, "ledger 3 does not exist; this server has 1 to 2"),
        ("/0", 422, "ledger"),
        ("/first", 422, "ledger"),
        ("/1/place?moves=a1-a1", 422, "a1 is taken by X"),
        ("/1/place?moves=z9", 422, "z9 is off the board"),
        ("/1/place?moves=" + "a1-" * 200, 422, "moves"),
    ],
)
def test_what_cannot_be_is_a_problem(site: Site, path: str, status: int, detail: str) -> None:
    answer = site.ask(LEDGERS + path)
    assert answer.status == status
    assert detail in answer.json["detail"]


def test_a_server_without_ledgers_says_so(page: Path) -> None:
    with serving(Settings(page=page, workers=0)) as site:
        assert site.ask(LEDGERS).json == []
        answer = site.ask(f"{LEDGERS}/1")
        assert answer.status == 404
        assert answer.json["detail"].endswith("start it with noughts serve --ledger FILE")


def test_it_follows_a_proof_that_goes_on_and_survives_what_happens(
    page: Path, tmp_path: Path
) -> None:
    place = tmp_path / "growing.ledger"
    made(str(place), GAME, 1)

    def jobs(site: Site) -> int:
        found = site.ask(f"{LEDGERS}/1").json
        return sum(each["jobs"] for each in found.get("questions", ()))

    with serving(Settings(page=page, workers=0, rate=UNLIMITED, ledgers=(shown(place),))) as site:
        first = jobs(site)
        made(str(place), GAME, 100)
        until(lambda: jobs(site) > first)
        # The process that looks is killed: another one takes its place.
        assert site.server
        watcher = site.server.services.ledgers._watcher
        assert watcher._process
        assert watcher._process.pid
        os.kill(watcher._process.pid, signal.SIGKILL)
        made(str(place), GAME)
        with Ledger(url(str(place)), Position(Rules.parse(GAME))) as ledger:
            every = len(ledger.answers())
        until(lambda: jobs(site) == every)
        # An answer is changed by hand: that is said, and nothing else is wrong.
        with sqlite3.connect(place) as connection:
            connection.execute("delete from jobs where id = 2")
            connection.execute("update jobs set won = 0 where id = 1")
        connection.close()
        until(lambda: site.ask(f"{LEDGERS}/1").status == 409)
        assert "contradict each other" in site.ask(f"{LEDGERS}/1").json["detail"]
        place.unlink()
        until(lambda: site.ask(f"{LEDGERS}/1").status == 503)
        assert site.ask("/healthz").status == 200


def test_nobody_is_told_where_a_ledger_was(
    page: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    place = tmp_path / "gone.ledger"
    made(str(place), GAME, 1)
    with serving(Settings(page=page, workers=0, rate=UNLIMITED, ledgers=(shown(place),))) as site:
        place.unlink()
        answer = site.ask(f"{LEDGERS}/1")
    assert answer.status == 503
    assert place.name not in json.dumps(answer.json)
    assert any(str(place) in record.__dict__.get("why", "") for record in caplog.records)


def test_postgresql_too(page: Path, request: pytest.FixtureRequest) -> None:
    server = request.getfixturevalue("postgres")
    place = server.database()
    made(place, GAME, 100)
    ledger = LedgerSetting(url(place), GAME, str(Position(Rules.parse(GAME))))
    with serving(Settings(page=page, workers=0, rate=UNLIMITED, ledgers=(ledger,))) as site:
        assert site.ask(f"{LEDGERS}/1").json["questions"][0]["nodes"] >= 100


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ("none.ledger", "--ledger: none.ledger does not exist"),
        (__file__, f"{__file__} is not a ledger"),
        ("nonsense://x", "--ledger: the database cannot be opened: it takes a URL such as"),
        ("postgresql://noughts@127.0.0.1:1/x", "--ledger: the database cannot be opened: "),
    ],
)
def test_a_ledger_that_cannot_be_shown_is_one_line(
    place: str, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["serve", "--no-browser", "--port", "0", "--ledger", place]) == 2
    told = capsys.readouterr()
    assert line in told.err
    assert (told.out, told.err.count("\n")) == ("", 1)


def test_nobody_has_more_than_a_few_questions_waiting() -> None:
    ledgers = Ledgers((LedgerSetting("", GAME, ""),) * 99)
    gate = asyncio.Event()

    async def held(question: object) -> bytes:
        del question
        await gate.wait()
        return b"{}"

    async def ask() -> None:
        ledgers._answer = held  # type: ignore[method-assign]
        # Seven ask as much as they may; the last three places are for those who have none.
        clients = [*(f"{number // SHARE}" for number in range(28)), *"abcd"]
        asking = [
            asyncio.create_task(ledgers.status(1 + number, client=client))
            for number, client in enumerate(clients)
        ]
        assert len(clients) == WAITING
        await asyncio.sleep(0)
        with pytest.raises(ShareError):
            await ledgers.status(50, client="0")
        with pytest.raises(BusyError, match="as much work as it can take"):
            await ledgers.status(50, client="a")
        with pytest.raises(BusyError, match="as much work as it can take"):
            await ledgers.status(51, client="new")
        gate.set()
        assert await asyncio.gather(*asking) == [b"{}"] * WAITING
        assert await ledgers.status(50, client="0") == b"{}"

    asyncio.run(ask())

"""What runs on the event loop: no request makes work there that grows faster than the request.

Counted are the calls on the loop's thread, of Python and of C functions, not their time. What a
thread or a process of the pool does is not counted.
"""

import asyncio
import gzip
import json
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple
from urllib.parse import quote

import pytest
from starlette.types import ASGIApp, Message

from noughts import Limit
from noughts.web.app import Services, create_app
from noughts.web.openapi import document
from noughts.web.play.broadcast import Channels
from noughts.web.preview import _main_line
from noughts.web.settings import Settings
from tests.web.conftest import UNLIMITED, keeping, untraced

#: Calls that any request may cost, and calls for each of its bytes. Most cost 1,000 to 5,000.
MOST, EACH = 10_000, 0.5

BIG = "/".join(["." * 26] * 26)
CELLS = [f"{column}{row}" for row in range(1, 27) for column in "abcdefghijklmnopqrstuvwxyz"]
TORUS = "7,8,9,99 torus"
LONG = "x" * 3990
TOKEN = "x" * 22


class Asked(NamedTuple):
    """A request; `{}` in its address is the id of a game or of a class."""

    method: str
    path: str
    query: str = ""
    question: Any = None


def wrong(count: int) -> dict[str, int]:
    """Fields that no question has."""
    return {f"{number}": 0 for number in range(count)}


#: Of each public address the largest input that is taken, as far as it is read.
LARGEST = [
    *(
        Asked("GET", page, query)
        for page in ("/", "/preview.png")
        for query in (
            "moves=" + "(" * 1_990 + ")" * 1_990,
            "moves=" + "()" * 1_990,
            "rules=26,26,26&moves=" + "-".join(CELLS),
            "rules=26,26,26&position=" + BIG.replace("..", "XO"),
            "rules=" + quote(TORUS),
            "&".join(["a"] * 16),
            "&".join(["a"] * 7_000),
            "%41" * 5_000,
        )
    ),
    Asked("GET", "/openapi.json"),
    Asked("GET", "/docs"),
    Asked("GET", "/" + "x" * 15_000),
    Asked("GET", "/healthz"),
    Asked("GET", "/readyz"),
    Asked("GET", "/api/v1/rules"),
    Asked("GET", "/api/v1/rules/{rules}", TORUS),
    Asked("GET", "/api/v1/rules/{rules}", LONG),
    Asked("GET", "/api/v1/count/{rules}", LONG),
    Asked("POST", "/api/v1/file", "", {"name": "n" * 200, "data": "A" * 12_000}),
    Asked("POST", "/api/v1/analysis", "", {"rules": "26,26,26", "position": BIG}),
    Asked("POST", "/api/v1/analysis", "", {"rules": "3,3,3", "position": "/" * 1_000}),
    Asked("POST", "/api/v1/analysis", "", {"rules": LONG, "position": "X" * 1_000}),
    Asked("POST", "/api/v1/analysis", "", wrong(1_500)),
    Asked("POST", "/api/v1/move", "", {"position": "X" * 1_000, "seed": 2**53 - 1}),
    Asked("POST", "/api/v1/move", "", {"rules": "26,26,26", "position": BIG, "level": "easy"}),
    Asked("POST", "/api/v1/swap2", "", {"rules": "26,26,5", "position": BIG, "level": "easy"}),
    Asked("POST", "/api/v1/match", "", {"players": ["x"] * 3_000}),
    Asked("POST", "/api/v1/match", "", {"players": ["random"] * 2, "games": 1}),
    Asked("POST", "/api/v1/trace", "", {"position": ".../.../...", "engine": "minimax"}),
    Asked("GET", "/api/v1/puzzles/daily/{day}", "9999-12-31"),
    Asked("GET", "/api/v1/puzzles/daily/{day}", LONG),
    Asked("POST", "/api/v1/puzzles", "", {"rules": LONG, "count": 20}),
    Asked("POST", "/api/v1/puzzles/thrown", "", {"rules": "9,9,5", "moves": "a1", "mark": "X"}),
    Asked("POST", "/api/v1/puzzles/answer", "", {"id": "x" * 60, "answer": "x" * 20}),
    Asked("GET", "/api/v1/games"),
    Asked("POST", "/api/v1/games", "", {"rules": "26,26,26", "name": "n" * 200}),
    Asked("POST", "/api/v1/games", "", {"rules": TORUS, "name": "n", "secret": TOKEN}),
    Asked("GET", "/api/v1/games/{game}"),
    Asked("POST", "/api/v1/games/{game}/moves", "", {"round": 1, "ply": 676, "move": "z" * 8}),
    Asked("POST", "/api/v1/games/{game}/side", "", {"round": 1, "ply": 676, "take": "X"}),
    Asked("POST", "/api/v1/games/{game}/offers", "", {"round": 1, "ply": 676, "wish": "draw"}),
    Asked(
        "POST",
        "/api/v1/games/{game}/answers",
        "",
        {"round": 1, "ply": 676, "wish": "draw", "accept": True},
    ),
    Asked("POST", "/api/v1/games/{game}/seat", "", {"name": "\u0315\u0300" * 100}),
    Asked("PATCH", "/api/v1/games/{game}/seat", "", {"name": "n" * 30}),
    Asked("GET", "/api/v1/games/{game}/seat"),
    Asked("POST", "/api/v1/games/{game}/seat/ticket"),
    Asked(
        "POST",
        "/api/v1/games/{game}/seat/check",
        "",
        {"sides": "XO", "stage": "loads", "finding": None},
    ),
    Asked("DELETE", "/api/v1/games/{game}/seat/check"),
    Asked("POST", "/api/v1/games/{game}/computer", "", {"level": "hard"}),
    Asked("POST", "/api/v1/games/{game}/resignation", "", {"round": 1, "ply": 676}),
    Asked("GET", "/api/v1/lobby"),
    Asked("POST", "/api/v1/classrooms", "", {"rules": TORUS}),
    Asked("GET", "/api/v1/classrooms/{classroom}"),
    Asked("POST", "/api/v1/classrooms/{classroom}/seat", "", {"name": "n" * 30}),
    Asked("GET", "/api/v1/classrooms/{classroom}/export"),
    Asked("DELETE", "/api/v1/classrooms/{classroom}"),
    Asked("DELETE", "/api/v1/games/{game}/seat"),
    Asked("GET", "/api/v1/ledgers"),
    Asked("GET", "/api/v1/ledgers/{ledger}"),
    Asked("GET", "/api/v1/ledgers/{ledger}/place", "moves=" + "-" * 400),
]
#: These never end; `test_many_who_look_on_are_told_one_by_one` is about them.
STREAMS = {
    "/api/v1/games/{game}/events",
    "/api/v1/lobby/events",
    "/api/v1/classrooms/{classroom}/events",
}


class Loop:
    """An application, asked on this thread, whose calls are counted."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self.calls = 0

    def _count(self, frame: FrameType, event: str, argument: object) -> None:
        del frame, argument
        self.calls += event in {"call", "c_call"}

    async def ask(self, asked: Asked, path: str, secret: str) -> tuple[int, bytes, int]:
        """Ask; return the status, the answer and how many bytes the request had."""
        body = b"" if asked.question is None else json.dumps(asked.question).encode()
        query = asked.query.encode()
        headers = [
            (b"host", b"localhost"),
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            (b"accept-encoding", b"gzip"),
            (b"authorization", f"Bearer {secret}".encode()),
        ]
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": asked.method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query,
            "root_path": "",
            "headers": headers,
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 80),
        }
        asking: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]
        said: list[Message] = []

        async def receive() -> Message:
            return asking.pop() if asking else await asyncio.Event().wait()  # type: ignore[return-value]

        async def send(message: Message) -> None:
            said.append(message)

        self.calls = 0
        sys.setprofile(self._count)
        try:
            await self._app(scope, receive, send)
        finally:
            sys.setprofile(None)
        whole = b"".join(each.get("body", b"") for each in said)
        whole = gzip.decompress(whole) if whole.startswith(b"\x1f\x8b") else whole
        return said[0]["status"], whole, len(path) + len(query) + len(body)


@asynccontextmanager
async def running(page: Path, folder: Path) -> AsyncIterator[Loop]:
    """An application that has started."""
    settings = Settings(
        page=page,
        workers=1,
        share=20,
        budget=Limit(seconds=60, nodes=200),
        patience=120,
        rate=UNLIMITED,
        keeping=keeping(folder, lobby=True),
    )
    app = create_app(settings, Services.of(settings))
    told: asyncio.Queue[Message] = asyncio.Queue()
    said: asyncio.Queue[Message] = asyncio.Queue()
    await told.put({"type": "lifespan.startup"})

    async def live() -> None:
        await app({"type": "lifespan", "state": {}}, told.get, said.put)

    life = asyncio.create_task(live())
    with untraced():
        assert (await said.get())["type"] == "lifespan.startup.complete"
    try:
        yield Loop(app)
    finally:
        await told.put({"type": "lifespan.shutdown"})
        await life


def test_no_request_makes_much_work_on_the_loop(page: Path, tmp_path: Path) -> None:
    async def check() -> list[str]:
        found = []
        async with running(page, tmp_path) as loop:
            made = Asked("POST", "", "", {"rules": "26,26,26", "name": "Ada", "side": "X"})
            _, answer, _ = await loop.ask(made, "/api/v1/games", "")
            game, secret = json.loads(answer)["game"]["id"], json.loads(answer)["secret"]
            made = Asked("POST", "", "", {"rules": "26,26,26", "secret": TOKEN})
            _, answer, _ = await loop.ask(made, "/api/v1/classrooms", "")
            names = {"game": game, "classroom": json.loads(answer)["classroom"]["id"]}
            for asked in LARGEST:
                inside = names | {"rules": asked.query, "day": asked.query, "ledger": "1"}
                in_path = "{rules}" in asked.path or "{day}" in asked.path
                named = asked._replace(query="" if in_path else asked.query)
                shown = TOKEN if "classrooms" in asked.path else secret
                status, _, size = await loop.ask(named, asked.path.format(**inside), shown)
                assert status < 500 or asked.path == "/readyz", (asked, status)
                if loop.calls > MOST + EACH * size:
                    found.append(f"{asked!r:.90}: {loop.calls} calls for {size} bytes")
        return found

    assert asyncio.run(check()) == []


def test_all_public_addresses_are_asked() -> None:
    operations = {
        (method.upper(), path)
        for path, methods in document()["paths"].items()
        for method in methods
        if path not in STREAMS
    }
    assert operations <= {(asked.method, asked.path) for asked in LARGEST}


def calls(work: Callable[[], object]) -> int:
    """Count the calls in some work, those of built-in functions included."""
    found = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal found
        del frame, argument
        found += event in {"call", "c_call"}

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return found


def test_what_one_who_looks_on_is_told_does_not_grow_with_the_others() -> None:
    async def check(people: int) -> int:
        rooms = Channels(2 * people, people, "s", lambda _: None, lambda: 0.0)
        for _ in range(people):
            rooms.look(rooms.enter(None, "c"), "g")
        room = rooms._rooms["g"]
        assert rooms.here("g").watching == people
        return calls(room.presence)

    few, many = (asyncio.run(check(people)) for people in (2, 1_500))
    assert many == few


@pytest.mark.parametrize("depth", [0, 1, 100])
def test_branches_are_left_out_of_a_preview_in_one_pass(depth: int) -> None:
    moves = "b2-" + "(" * depth + "a1" + ")" * depth
    assert _main_line(moves) == ("b2-" if depth else "b2-a1")
    assert calls(lambda: _main_line(moves)) <= 10 * len(moves) + 20

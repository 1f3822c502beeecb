"""Games between people: moves per second, the delay of a move, and the cost of a spectator.

Measured on one server with SQLite, and on one and two servers with a new PostgreSQL. A bare FastAPI
that gives the same client empty answers is measured beside them. The client is Python and runs on
the same machine, so the ratio is what counts. The delays are those of two people on a busy server.

    python bench/games.py [--games 1000] [--spectators 5000] [--seconds 10]
"""

import argparse
import asyncio
import json
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests import postgres  # noqa: E402  (from beside this folder)

RULES = "15,15,16"  # no line is that long, so every game goes on until the board is full
PAIRS = 32  # that play as fast as they can
PACE = 200  # moves a second while delays are measured
#: Noughts without the limits that are there against one client such as this.
SERVER = """
import socket, sys
from noughts.web.server import Server
from noughts.web.settings import Allowance, Keeping, Settings
many = 20_000
settings = Settings(
    workers=1, rate=1e9, burst=10**9,
    connections=Allowance(most=many, each=many),
    keeping=Keeping(sys.argv[2], made=10**9, streams=many, each=many, waiting=many),
)
listener = socket.create_server(("127.0.0.1", int(sys.argv[1])), backlog=4096)
Server(settings, lambda: print("ready", flush=True)).run([listener])
"""
EMPTY = """
import socket, sys, uvicorn
from fastapi import FastAPI, Request
app = FastAPI()
@app.post("/moves")
async def moves(request: Request):
    await request.json()
listener = socket.create_server(("127.0.0.1", int(sys.argv[1])), backlog=4096)
print("ready", flush=True)
config = uvicorn.Config(app, access_log=False, log_level="error")
uvicorn.Server(config).run([listener])
"""


@contextmanager
def started(code: str, *arguments: str) -> Iterator[tuple[int, subprocess.Popen[str]]]:
    """Run a server on a free port, and wait until it is ready."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-W", "ignore", "-c", code, str(port), *arguments]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    with process:
        try:
            if process.stdout is None or process.stdout.readline().strip() != "ready":
                sys.exit("a server did not start")
            yield port, process
        finally:
            process.terminate()


class Client:
    """One connection that is used again and again."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._free = asyncio.Lock()
        self._ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, question: object, secret: str = "") -> Any:
        """Ask, and return the answer; a refusal ends the program."""
        body = json.dumps(question).encode()
        async with self._free:
            try:
                head, answer = await self._ask(path, body, secret)
            except (asyncio.IncompleteReadError, ConnectionError):
                self._ends = None  # it had not been used for long, so the server closed it
                head, answer = await self._ask(path, body, secret)
        status = int(head.split()[1])
        if status >= 400:
            sys.exit(f"{path}: {status} {answer.decode()}")
        return json.loads(answer or b"null")

    async def _ask(self, path: str, body: bytes, secret: str) -> tuple[bytes, bytes]:
        if self._ends is None:
            self._ends = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._ends
        writer.write(
            f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            f"Authorization: Bearer {secret}\r\nContent-Length: {len(body)}\r\n\r\n".encode()
            + body
        )
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        length = int(head.split(b"content-length: ")[1].split(b"\r\n")[0])
        return head, await reader.readexactly(length)


class Game:
    """A game of two clients, which fill the board in order."""

    def __init__(self, ports: list[int], clients: list[Client]) -> None:
        self._ports = ports
        self._clients = clients
        self.path = ""
        self.secrets: list[str] = []
        self.ply = 0
        self.seen = [asyncio.Event(), asyncio.Event()]
        self.turn = asyncio.Lock()  # a move waits until the one before it is answered

    async def make(self) -> None:
        """Make the game, and have both seats taken."""
        made = await self._clients[0].post("/api/v1/games", {"rules": RULES, "side": "X"})
        self.path = f"/api/v1/games/{made['game']['id']}"
        other = await self._clients[1].post(f"{self.path}/seat", {})
        self.secrets = [made["secret"], other["secret"]]

    async def move(self) -> float:
        """Make the next move; return when it was requested."""
        mover, ply = self.ply % 2, self.ply
        name = f"{chr(ord('a') + ply % 15)}{ply // 15 + 1}"
        self.seen[1 - mover].clear()
        began = time.perf_counter()
        question = {"round": 1, "ply": ply, "move": name}
        await self._clients[mover].post(f"{self.path}/moves", question, self.secrets[mover])
        self.ply += 1
        return began

    async def look_on(self, seat: int) -> None:
        """Read the events of a seat, for ever."""
        reader = await events(self._ports[seat], self.path, self.secrets[seat])
        while line := await reader.readline():
            if line.startswith(b"event: game"):
                self.seen[seat].set()


async def events(port: int, path: str, secret: str = "") -> asyncio.StreamReader:
    """Begin to look on."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    shown = f"Authorization: Bearer {secret}\r\n" if secret else ""
    writer.write(f"GET {path}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n{shown}\r\n".encode())
    await reader.readuntil(b"\r\n\r\n")
    _OPEN.append(writer)
    return reader


_OPEN: list[asyncio.StreamWriter] = []  # a connection lives as long as somebody holds its writer


async def rate(ports: list[int], seconds: float) -> float:
    """Return the moves a second that some pairs make who wait for nothing but each other."""
    games = [Game(ports, [Client(ports[0]), Client(ports[-1])]) for _ in range(PAIRS)]
    for game in games:
        await game.make()
    end = time.perf_counter() + seconds

    async def play(game: Game) -> None:
        while time.perf_counter() < end and game.ply < 225:
            await game.move()

    began = time.perf_counter()
    await asyncio.gather(*map(play, games))
    return sum(game.ply for game in games) / (time.perf_counter() - began)


async def empty_rate(port: int, seconds: float) -> float:
    """Return how often a second an empty endpoint answers the same client."""
    end, answered = time.perf_counter() + seconds, 0

    async def ask() -> None:
        nonlocal answered
        client = Client(port)
        while time.perf_counter() < end:
            await client.post("/moves", {"round": 1, "ply": 0, "move": "a1"})
            answered += 1

    await asyncio.gather(*(ask() for _ in range(PAIRS)))
    return answered / seconds


async def delays(ports: list[int], number: int, seconds: float) -> list[float]:
    """Return the milliseconds from each move to the other seat's event, in this many live games."""
    near = [Client(ports[0]) for _ in range(25)]
    far = [Client(ports[-1]) for _ in range(25)]
    games = [Game([ports[0], ports[-1]], [near[n % 25], far[n % 25]]) for n in range(number)]
    for game in games:
        await game.make()
    looking = [asyncio.create_task(game.look_on(seat)) for game in games for seat in (0, 1)]
    for game in games:
        for seen in game.seen:
            await seen.wait()
    found: list[float] = []

    async def one(game: Game) -> None:
        async with game.turn:
            waiting = game.seen[1 - game.ply % 2]
            began = await game.move()
        await waiting.wait()
        found.append((time.perf_counter() - began) * 1000)

    begun, end, number = [], time.perf_counter() + seconds, 0
    while time.perf_counter() < end:
        begun.append(asyncio.create_task(one(games[number % len(games)])))
        number += 1
        await asyncio.sleep(1 / PACE)
    await asyncio.gather(*begun)
    for task in looking:
        task.cancel()
    return found


async def spectators(port: int, process: subprocess.Popen[str], number: int) -> float:
    """Return the kB that each of this many idle spectators of one game costs the server."""
    game = Game([port, port], [Client(port), Client(port)])
    await game.make()
    await events(port, game.path)
    before = memory(process.pid)
    for _ in range(number):
        await events(port, game.path)
    await asyncio.sleep(1)
    return (memory(process.pid) - before) / number


def memory(pid: int) -> float:
    """Return the kB of memory that a process has in use (Linux)."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith("VmRSS"))


def told(what: str, found: list[float]) -> None:
    found.sort()
    p50, p99 = statistics.median(found), found[int(len(found) * 0.99)]
    print(f"games: {what}: {len(found)} moves seen, p50 {p50:.1f} ms, p99 {p99:.1f} ms", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--spectators", type=int, default=5000)
    parser.add_argument("--seconds", type=float, default=10)
    wanted = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        file = f"sqlite:///{folder}/games.sqlite"
        with started(EMPTY) as (port, _):
            empty = asyncio.run(empty_rate(port, wanted.seconds))
        print(f"games: an empty FastAPI: {empty:,.0f} answers a second", flush=True)
        with started(SERVER, file) as (port, process):
            moves = asyncio.run(rate([port], wanted.seconds))
            print(f"games: SQLite: {moves:,.0f} moves a second, {moves / empty:.2f} of that")
            found = asyncio.run(delays([port], wanted.games, wanted.seconds))
            told(f"SQLite, {wanted.games:,} games live at {PACE} moves a second", found)
        with started(SERVER, file) as (port, process):
            each = asyncio.run(spectators(port, process, wanted.spectators))
            print(f"games: {wanted.spectators:,} spectators of one game, {each:.0f} kB each")
        if postgres.programs() is None:
            print("games: there is no PostgreSQL here (Debian: postgresql)")
            return
        database = stack.enter_context(postgres.running())
        with started(SERVER, database.database()) as (port, _):
            moves = asyncio.run(rate([port], wanted.seconds))
            print(f"games: PostgreSQL, one server: {moves:,.0f} moves a second")
        shared = database.database()
        with started(SERVER, shared) as (one, _), started(SERVER, shared) as (two, _):
            moves = asyncio.run(rate([one, two], wanted.seconds))
            print(f"games: PostgreSQL, two servers: {moves:,.0f} moves a second")
            found = asyncio.run(delays([one, two], 2 * wanted.games, wanted.seconds))
            told(f"PostgreSQL, two servers, {2 * wanted.games:,} games live", found)


if __name__ == "__main__":
    main()

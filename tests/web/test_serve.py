"""`noughts serve` as a process: starting, bearing a load, stopping."""

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from noughts.cli import run
from noughts.cli.serve import DEFAULT_PORT
from tests.waiting import PATIENCE, until
from tests.web.asking import Site
from tests.web.conftest import untraced

SERVE = (sys.executable, "-m", "noughts", "serve")
SCREENLESS = dict.fromkeys(("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"), "")


class Process(NamedTuple):
    site: Site
    process: subprocess.Popen[str]
    log: Path

    def memory(self) -> int:
        """Return the most memory that the server itself ever had, in MiB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmHWM:\s+(\d+) kB", status)
        assert found
        return int(found[1]) // 1024


@contextmanager
def started(folder: Path, *options: str, **environment: str) -> Iterator[Process]:
    log = folder / "log"
    with log.open("w") as stderr, untraced():
        process = subprocess.Popen(
            [*SERVE, "--workers", "1", *options],
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
            env={**os.environ, **SCREENLESS, "XDG_DATA_HOME": str(folder / "data"), **environment},
        )
    assert process.stdout
    try:
        said = process.stdout.readline()
        found = re.search(r"http://\S+?:\d+", said)
        assert found, log.read_text()
        yield Process(Site(found[0]), process, log)
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


@pytest.mark.parametrize(
    ("how", "code"),
    [
        (signal.SIGINT, 130),
        # By default, the tests under load below end a server so.
        pytest.param(signal.SIGTERM, 143, marks=pytest.mark.deep),
    ],
)
def test_it_starts_says_where_it_is_and_stops(
    tmp_path: Path, how: signal.Signals, code: int
) -> None:
    """The usual port is taken; the browser is shown the page; an engine has its limit."""
    shown = tmp_path / "shown"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {shown}.new && mv {shown}.new {shown}\n')
    browser.chmod(0o755)
    with socket.socket() as other:
        with suppress(OSError):  # taken by somebody else: as good
            other.bind(("127.0.0.1", DEFAULT_PORT))
            other.listen()
        with started(tmp_path, "--seconds", "0.25", BROWSER=str(browser)) as serving:
            assert serving.site.address[1] != DEFAULT_PORT
            until(shown.exists)
            assert shown.read_text().strip() == f"{serving.site.url}/"
            # Whoever wants another protocol gets this one, and nobody is warned of that.
            wish = {"Connection": "Upgrade", "Upgrade": "websocket"}
            assert serving.site.ask("/readyz", headers=wish).status == 200
            serving.site.ask("/nope\n{%22}?secret".replace("\n", "%0a"))
            answer = serving.site.ask("/api/v1/count/5,5,4")
            assert "stopped at the limit of 0.25 seconds" in answer.json["detail"]
            serving.process.send_signal(how)
            assert serving.process.wait(PATIENCE) == code
            records = [json.loads(line) for line in serving.log.read_text().splitlines() if line]
    requests = [record for record in records if record["event"] == "request"]
    assert [(r["method"], r["path"], r["status"]) for r in requests] == [
        ("GET", "/readyz", 200),
        ("GET", '/nope\n{"}', 404),
        ("GET", "/api/v1/count/5,5,4", answer.status),
    ]
    assert {"time", "level", "event", "method", "path", "status", "ms"} == set(requests[0])
    assert {record["level"] for record in records} == {"info"}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_it_serves_although_nothing_can_be_written() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        site = Site(f"http://127.0.0.1:{free.getsockname()[1]}")

    def ready() -> bool:
        with suppress(OSError):
            return site.ask("/readyz").status == 200
        return False

    command = [
        *SERVE,
        "--no-browser",
        "--no-games",
        "--workers",
        "1",
        "--port",
        str(site.address[1]),
    ]
    with Path("/dev/full").open("w") as full, untraced():
        process = subprocess.Popen(command, stdout=full, stderr=full)
    with process:
        until(ready)
        process.terminate()
        assert process.wait(PATIENCE) == 143


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--port", "TAKEN"), "cannot listen on 127.0.0.1 port TAKEN: "),
        (("--host", "203.0.113.1"), "cannot listen on 203.0.113.1: "),
        (("--port", "70000"), "65535"),
        (("--proxy", "everybody"), "does not appear to be an IPv4 or IPv6 network"),
        (("--rate", "0"), "0 is out of range: above 0"),
        (("--workers", "0"), "1 to 64"),
    ],
)
def test_what_cannot_be_served_is_refused_in_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    options: tuple[str, ...],
    words: str,
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))  # another server may have the usual file
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = str(other.getsockname()[1])
        arguments = [option.replace("TAKEN", taken) for option in options]
        assert run(["serve", "--no-browser", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert words.replace("TAKEN", taken) in err
    assert err.count("\n") == 1


def test_without_its_parts_it_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    assert run(["serve"]) == 2
    assert "pip install 'noughts[web]'" in capsys.readouterr().err


# -- under load ----------------------------------------------------------------------------------

LOOKED_UP = {"position": ".../.../..."}
THOUGHT_ABOUT = {"rules": "7,7,5", "position": "/".join(["." * 7] * 7)}


def request(path: str, question: dict[str, str]) -> bytes:
    body = json.dumps(question).encode()
    return (
        b"POST /api/v1/%s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
        % (path.encode(), len(body), body)
    )


async def status_of(site: Site, message: bytes, client: int = 1) -> int:
    """Ask from 127.0.0.`client`; return the status, 0 if the connection was broken off."""
    try:
        reader, writer = await asyncio.open_connection(
            *site.address, local_addr=(f"127.0.0.{client}", 0)
        )
        try:
            writer.write(message)
            said = await reader.read()
        finally:
            writer.close()
    except OSError:
        return 0
    return int(said[9:12]) if said else 0


async def statuses(site: Site, messages: list[bytes]) -> Counter[int]:
    """Ask all at once, as forty clients."""
    asked = (status_of(site, message, 1 + n // 2 % 40) for n, message in enumerate(messages))
    return Counter(await asyncio.gather(*asked))


@pytest.mark.parametrize("crowd", [60, pytest.param(1000, marks=pytest.mark.deep)])
def test_many_requests_at_once(tmp_path: Path, crowd: int) -> None:
    """And then it stops quietly, although somebody does not read."""
    options = ("--port", "0", "--no-browser", "--log", "warning")
    with started(tmp_path, *options) as serving:
        before = serving.memory()
        messages = [
            request("analysis", LOOKED_UP) if n % 2 else request("move", THOUGHT_ABOUT)
            for n in range(crowd)
        ]
        found = asyncio.run(statuses(serving.site, messages))
        assert found.total() == crowd
        assert {200, 503} <= set(found) <= {200, 429, 503}
        assert found[200] >= crowd // 2, "half of them are look-ups"
        assert serving.memory() - before < 100
        assert serving.process.poll() is None
        assert serving.site.ask("/api/v1/analysis", LOOKED_UP).status == 200
        assert "traceback" not in serving.log.read_text()
        question = {"rules": "8,8,5", "position": "/".join(["." * 8] * 8), "engine": "minimax"}
        with socket.socket() as stuck:
            stuck.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            stuck.connect(serving.site.address)
            stuck.sendall(request("trace", question))
            assert stuck.recv(12) == b"HTTP/1.1 200"
            serving.process.terminate()
            assert serving.process.wait(PATIENCE) == 143
        assert "raceback" not in serving.log.read_text()


@pytest.mark.parametrize("crowd", [150, pytest.param(1000, marks=pytest.mark.deep)])
def test_many_look_ups_at_once_are_all_answered(tmp_path: Path, crowd: int) -> None:
    """And then it stops under load."""

    async def load(site: Site, process: subprocess.Popen[str]) -> Counter[int]:
        found: Counter[int] = Counter()
        busy, stopping = asyncio.Event(), asyncio.Event()

        async def client(message: bytes) -> None:
            while not stopping.is_set():
                status = await status_of(site, message)
                found[status] += 1
                if found[200] > 50:
                    busy.set()
                if not status:  # refused: it is stopping
                    await asyncio.sleep(0.05)

        # Somebody who never ends what he sends does not hold the end up either.
        _, slow = await asyncio.open_connection(*site.address)
        slow.write(request("move", LOOKED_UP)[:-3])
        crowd = [
            *(asyncio.create_task(client(request("analysis", LOOKED_UP))) for _ in range(10)),
            *(asyncio.create_task(client(request("move", THOUGHT_ABOUT))) for _ in range(3)),
        ]
        await busy.wait()
        process.terminate()
        await asyncio.to_thread(process.wait, PATIENCE)
        stopping.set()
        await asyncio.gather(*crowd)
        slow.close()
        return found

    options = ("--port", "0", "--no-browser", "--rate", "1e9")
    with started(tmp_path, *options, "--log", "warning") as serving:
        messages = [request("analysis", LOOKED_UP)] * crowd
        assert asyncio.run(statuses(serving.site, messages)) == {200: crowd}
        found = asyncio.run(load(serving.site, serving.process))
    assert serving.process.returncode == 143
    assert found[200] > 0
    assert set(found) <= {0, 200, 503}

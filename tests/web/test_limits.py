"""A client that asks too often, sends too much or too slowly, or wants too much work, hears so."""

import json
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from noughts import Position, Rules, RulesError
from noughts.web import jobs
from noughts.web.problems import MEDIA_TYPE
from noughts.web.rate_limit import Buckets
from noughts.web.settings import Allowance, Settings
from tests.waiting import until
from tests.web.asking import Site, read_to_the_end
from tests.web.conftest import UNLIMITED, serving
from tests.web.pool_jobs import begun, hold

MOVE = "/api/v1/move"
HEAD = b"POST /api/v1/move HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
ARRIVAL = 2.0  # long enough for a request, even if this machine has much else to do


# -- too often -----------------------------------------------------------------------------------


def test_a_bucket_fills_with_time_and_no_further() -> None:
    buckets = Buckets(rate=2, burst=3, clients=10)
    assert [buckets.wait("a", now=0.0) for _ in range(4)] == [0, 0, 0, 0.5]
    assert buckets.wait("b", now=0.0) == 0, "everybody has their own bucket"
    assert [buckets.wait("a", now=0.6) for _ in range(2)] == [0, pytest.approx(0.4)]
    assert [buckets.wait("a", now=1000.0) for _ in range(4)] == [0, 0, 0, 0.5]


def test_the_oldest_clients_are_forgotten() -> None:
    buckets = Buckets(rate=1, burst=1, clients=2)
    assert [buckets.wait(client, now=0) for client in "aabca"] == [0, 1, 0, 0, 0]


def test_asking_too_often() -> None:
    with serving(Settings(workers=0, rate=0.5, burst=5)) as site:
        answers = [site.ask("/api/v1/rules") for _ in range(8)]
        assert [answer.status for answer in answers] == [200] * 5 + [429] * 3
        refused = answers[-1]
        assert refused.headers["retry-after"] == "2"
        assert refused.headers["content-type"] == MEDIA_TYPE
        assert refused.json["type"] == "/docs#problem-rate"
        assert "content-security-policy" in refused.headers
        # Nobody can get round it by saying to be somebody else ...
        claim = {"X-Forwarded-For": "203.0.113.9", "Forwarded": "for=203.0.113.9"}
        assert site.ask("/api/v1/rules", headers=claim).status == 429
        # ... and whoever watches over the server is not refused for that, nor without a limit.
        assert {site.ask("/healthz").status, site.ask("/readyz").status} == {200}
        health = [site.ask("/healthz").status for _ in range(8)]
        assert health[:3] == [200] * 3
        assert health[-1] == 429


def test_behind_a_known_proxy_clients_are_told_apart() -> None:
    with serving(Settings(workers=0, rate=0.01, burst=1, proxies=("127.0.0.0/8",))) as site:

        def status(claim: str) -> int:
            return site.ask("/api/v1/rules", headers={"X-Forwarded-For": claim}).status

        assert [status("203.0.113.1"), status("203.0.113.2")] == [200, 200]
        assert status("203.0.113.1") == 429
        # Only what the proxy itself added, at the end, is believed.
        assert status("198.51.100.7, 203.0.113.2") == 429
        # A home has a whole IPv6 network: it is one client.
        assert [status("2001:db8::1"), status("2001:db8::2")] == [200, 429]
        assert [status("no address"), status("x" * 5000)] == [200, 200]


# -- too much ------------------------------------------------------------------------------------


def test_a_body_may_have_16_kib(site: Site) -> None:
    body = json.dumps({"position": ".../.../..."}).encode()
    assert site.ask(MOVE, body=body.ljust(16_384)).status == 200
    refused = site.ask(MOVE, body=body.ljust(16_385))
    assert (refused.status, refused.headers["connection"]) == (413, "close")
    assert refused.json["type"] == "/docs#problem-too-large"


def test_an_address_may_have_16_fields(site: Site) -> None:
    def asked(fields: int) -> int:
        return site.ask("/api/v1/rules/gomoku?" + "&".join(["a"] * fields)).status

    assert [asked(16), asked(17)] == [200, 413]


@pytest.mark.parametrize("method", [b"POST", b"GET"])
@pytest.mark.parametrize("announced", [True, False])
def test_five_megabytes_are_cut_off(site: Site, method: bytes, *, announced: bool) -> None:
    size = 5_000_000
    how = b"Content-Length: %d" % size if announced else b"Transfer-Encoding: chunked"
    stream = site.connect()
    with stream:
        path = MOVE.encode() if method == b"POST" else b"/nope"
        stream.sendall(method + b" " + path + b" HTTP/1.1\r\nHost: x\r\n" + how + b"\r\n\r\n")
        sent = 0
        with suppress(BrokenPipeError, ConnectionResetError):
            while sent < size:
                piece = b"x" * 1000
                stream.sendall(piece if announced else b"3e8\r\n" + piece + b"\r\n")
                sent += len(piece)
        read_to_the_end(stream)
    # What the system's buffers took in is gone; the server never saw the rest.
    assert sent < size
    assert site.ask("/healthz").status == 200


def test_headers_may_have_16_kib(site: Site) -> None:
    assert site.ask("/healthz", headers={"X": "y" * 15_000}).status == 200
    with site.connect() as stream:
        stream.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nX: " + b"y" * 17_000)
        said = read_to_the_end(stream)
    assert said.startswith(b"HTTP/1.1 431 ")
    assert b"/docs#problem-headers" in said


def test_an_address_without_end(site: Site) -> None:
    with site.connect() as stream:
        stream.sendall(b"GET /" + b"y" * 40_000)
        assert read_to_the_end(stream).startswith(b"HTTP/1.1 431 ")


@pytest.mark.parametrize(
    "request_line", [b"nonsense", b"GET / HTTP/9.9", b"\x16\x03\x01", b"GET\0 / HTTP/1.1"]
)
def test_what_is_not_http(site: Site, request_line: bytes) -> None:
    with site.connect() as stream:
        stream.sendall(request_line + b"\r\n\r\n")
        assert read_to_the_end(stream).startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize("length", [b"-1", b"9" * 30, b"x", b"1, 2"])
def test_lengths_that_are_none(site: Site, length: bytes) -> None:
    with site.connect() as stream:
        stream.sendall(HEAD + b"Content-Length: " + length + b"\r\n\r\n")
        assert read_to_the_end(stream)[9:12] in {b"400", b"413"}


# -- too slowly ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def hurried() -> Iterator[Site]:
    allowance = Allowance(arrival=ARRIVAL, each=300)
    with serving(Settings(workers=0, rate=UNLIMITED, connections=allowance)) as site:
        yield site


BEGINNINGS = [
    b"",
    b"\r\n",
    b"GET / HT",
    HEAD,
    HEAD + b"Content-Length: 50\r\n\r\n{",
    HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{",
    HEAD + b"Expect: 100-continue\r\nContent-Length: 50\r\n\r\n",
    b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /healthz HT",
]


def test_who_sends_slowly_is_cut_off(hurried: Site) -> None:
    began = time.monotonic()
    streams = [hurried.connect() for _ in BEGINNINGS]
    for stream, beginning in zip(streams, BEGINNINGS, strict=True):
        stream.sendall(beginning)
    for stream, beginning in zip(streams, BEGINNINGS, strict=True):
        with stream:
            said = read_to_the_end(stream)
        assert b"HTTP/1.1 408 " in said, beginning
        assert b"/docs#problem-slow" in said, beginning
        assert time.monotonic() - began > ARRIVAL * 0.9, beginning


def test_a_drop_now_and_then_buys_no_time(hurried: Site) -> None:
    size = 4000
    with hurried.connect() as stream:
        stream.sendall(HEAD + b"Content-Length: %d\r\n\r\n" % size)
        with suppress(BrokenPipeError, ConnectionResetError):
            for _ in range(size - 1):
                stream.sendall(b" ")
                time.sleep(0.05)
            pytest.fail("it took every drop")


def test_a_crowd_of_slow_senders_holds_nobody_up(hurried: Site) -> None:
    crowd = [hurried.connect() for _ in range(200)]
    try:
        for stream in crowd:
            stream.sendall(b"GET / HTTP/1.1\r\nX: ")
        assert hurried.ask("/healthz").status == 200
        assert all(b" 408 " in read_to_the_end(stream) for stream in crowd)
    finally:
        for stream in crowd:
            stream.close()


def test_an_empty_line_after_an_answer_buys_no_time(hurried: Site) -> None:
    with hurried.connect() as stream:
        stream.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        assert read_one(stream).startswith(b"HTTP/1.1 200 ")
        stream.sendall(b"\r\n")
        assert read_to_the_end(stream).startswith(b"HTTP/1.1 408 ")


def test_connections_that_are_used_again_live_on(hurried: Site) -> None:
    while not asked_for_long(hurried):
        pass


def read_one(stream: socket.socket) -> bytes:
    """Return an answer that ends with JSON, in however many pieces it comes."""
    said = b""
    while not said.endswith(b"}"):
        piece = stream.recv(4096)
        assert piece, "the connection was ended"
        said += piece
    return said


def asked_for_long(site: Site) -> bool:
    """Use a connection for longer than a request may take; return False if we were held up."""
    with site.connect() as stream:
        began = answered = time.monotonic()
        while answered - began < 1.5 * ARRIVAL:
            time.sleep(0.05)
            if time.monotonic() - answered > 0.5 * ARRIVAL:
                return False
            stream.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            assert read_one(stream).startswith(b"HTTP/1.1 200 ")
            answered = time.monotonic()
    return True


def test_requests_sent_ahead_are_answered_in_order(site: Site) -> None:
    with site.connect() as stream:
        for path in (b"/healthz", b"/nope"):
            stream.sendall(b"GET %s HTTP/1.1\r\nHost: x\r\n\r\n" % path)
        stream.sendall(b"GET /readyz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        said = read_to_the_end(stream)
    places = [said.index(word) for word in (b'"ok"', b"not-found", b'"ready"')]
    assert places == sorted(places)


@pytest.mark.parametrize("allowance", [Allowance(most=5), Allowance(each=5)])
def test_connections_have_a_limit(allowance: Allowance) -> None:
    with serving(Settings(workers=0, connections=allowance)) as site:
        crowd = [site.connect() for _ in range(5)]
        with site.connect() as one_more:
            said = read_to_the_end(one_more)
        assert said.startswith(b"HTTP/1.1 503 ")
        assert b"Retry-After: " in said
        for stream in crowd:
            stream.close()
        while (status := site.ask("/healthz").status) == 503:
            time.sleep(0.1)
        assert status == 200


# -- too much work -------------------------------------------------------------------------------


def test_when_every_place_is_taken_the_others_are_told_to_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "move", hold)
    gate = tmp_path / "gate"
    question = {"rules": str(gate), "position": ".../.../..."}
    with (
        serving(Settings(workers=1, waiting=0, rate=UNLIMITED)) as site,
        ThreadPoolExecutor(1) as crowd,
    ):
        heavy = crowd.submit(site.ask, MOVE, question)
        begun(gate)
        for _ in range(5):
            refused = site.ask(MOVE, question)
            assert refused.status == 503
            assert int(refused.headers["retry-after"]) > 0
            assert refused.json["type"] == "/docs#problem-busy"
        # What is looked up needs no place.
        assert site.ask("/api/v1/analysis", {"position": ".../.../..."}).status == 200
        assert not heavy.done()
        gate.touch()
        assert heavy.result().status == 200


@pytest.mark.parametrize("rules", ["20,20,5", "26,26,5 exact", "26,26,26 torus", "8,8,8,4"])
def test_the_largest_boards_keep_to_the_budget(site: Site, rules: str) -> None:
    position = str(Position(Rules.parse(rules)).play(0).play(1))
    answer = site.ask("/api/v1/analysis", {"rules": rules, "position": position})
    assert (answer.status, answer.json["proven"]) == (200, False)
    assert answer.json["nodes"] <= 15_000


@pytest.mark.parametrize("rules", ["26,26,1,676 torus misere", "26,25,650 torus exact"])
def test_a_board_that_is_too_large_is_not_even_laid_out(
    rules: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Rules, "grid", pytest.fail)
    with pytest.raises(RulesError, match="k × cells up to 50,000"):
        jobs.read(rules)


def test_what_one_client_asks_leaves_room_for_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "move", hold)
    gate = tmp_path / "gate"
    question = {"rules": str(gate), "position": ".../.../..."}
    # Every place of this server but the share of one client.
    settings = Settings(workers=1, waiting=3, share=2, rate=UNLIMITED)
    with serving(settings) as site, ThreadPoolExecutor(6) as crowd:
        hog = [crowd.submit(site.ask, MOVE, question) for _ in range(6)]
        until(lambda: sum(answer.done() for answer in hog) == 4)
        assert [answer.result().status for answer in hog if answer.done()] == [429] * 4
        gate.touch()
        assert sorted(answer.result().status for answer in hog) == [200] * 2 + [429] * 4

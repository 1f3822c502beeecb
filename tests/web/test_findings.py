"""Attacks that worked once, step by step: they must not work again."""

import asyncio
import gzip
import logging
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from urllib.parse import quote

import pytest
from starlette.types import Message, Receive, Scope, Send

from noughts.web.problems import MEDIA_TYPE
from noughts.web.rate_limit import Buckets, RateLimit
from noughts.web.settings import Allowance, Settings
from tests.waiting import until
from tests.web.asking import Site, read_to_the_end
from tests.web.conftest import UNLIMITED, serving

ANALYSIS = "/api/v1/analysis"
HEAD = b"POST /api/v1/analysis HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"


def flood(site: Site, beginning: bytes, piece: bytes, most: int) -> tuple[int, bytes]:
    """Send for as long as the server takes it; return how much it took, and what it said."""
    sent = 0
    with site.connect() as stream:
        with suppress(BrokenPipeError, ConnectionResetError):
            stream.sendall(beginning)
            while sent < most:
                stream.sendall(piece)
                sent += len(piece)
        return sent, read_to_the_end(stream)


# -- H1: rules that take long to read --------------------------------------------------------------


def test_no_rules_take_the_pool_away() -> None:
    with serving(Settings(workers=1)) as site:
        for rules in ("4,3,1 exact", "5,2,1 exact", "3,3,2 torus exact"):
            assert site.ask(f"/api/v1/count/{quote(rules)}").status == 200


def test_boards_are_measured_before_they_are_read(site: Site) -> None:
    refused = site.ask(f"/api/v1/rules/{quote('26,26,1,676 torus misere')}")
    assert (refused.status, refused.json["type"]) == (422, "/docs#problem-rules")


def test_a_board_of_many_symmetries_is_answered(site: Site) -> None:
    position = "/".join(["X.......", *["........"] * 7])
    answer = site.ask(ANALYSIS, {"rules": "8,8,2 torus", "position": position})
    assert answer.status == 200


# -- H2: trailers without end ----------------------------------------------------------------------


def test_trailers_have_an_end(site: Site) -> None:
    beginning = HEAD + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n"
    sent, said = flood(site, beginning, b"a:\r\n" * 1000, 50_000_000)
    # The buffers of two sockets took something in; the server never saw the rest.
    assert sent < 20_000_000
    assert not said or said.startswith(b"HTTP/1.1 413 ")
    assert site.ask("/healthz").status == 200


# -- H3: one client with all connections -----------------------------------------------------------


def test_a_client_cannot_have_all_connections() -> None:
    with serving(Settings(workers=0, connections=Allowance(each=5))) as site:
        crowd = [socket.create_connection(site.address) for _ in range(30)]
        try:
            assert crowd[-1].recv(12) == b"HTTP/1.1 503"
            # Somebody else: another address of this machine.
            with socket.create_connection(site.address, source_address=("127.0.0.2", 0)) as other:
                other.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                assert read_to_the_end(other).startswith(b"HTTP/1.1 200 ")
        finally:
            for stream in crowd:
                stream.close()


def test_a_known_proxy_may_have_more() -> None:
    settings = Settings(workers=0, connections=Allowance(each=2), proxies=("127.0.0.1",))
    with serving(settings) as site:
        crowd = [site.connect() for _ in range(5)]
        assert site.ask("/healthz").status == 200
        for stream in crowd:
            stream.close()


# -- M2: who reads slowly --------------------------------------------------------------------------


@pytest.fixture
def impatient() -> Iterator[Site]:
    settings = Settings(workers=1, rate=UNLIMITED, connections=Allowance(reading=0.5, arrival=1e6))
    with serving(settings) as site:
        yield site


def test_who_does_not_read_is_cut_off(impatient: Site) -> None:
    assert impatient.server
    connections = impatient.server._connections
    body = b'{"rules":"8,8,5","position":"%s","engine":"minimax"}' % b"/".join([b"." * 8] * 8)
    with socket.socket() as stream:
        stream.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        stream.connect(impatient.address)
        stream.sendall(
            b"POST /api/v1/trace HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
        )
        assert stream.recv(12) == b"HTTP/1.1 200"
        # Nothing else ends it: the next request may take a week.
        until(lambda: not connections._open)


def test_a_trace_is_kept_packed(site: Site) -> None:
    question = {"position": ".../.../...", "engine": "minimax"}
    plain = site.ask("/api/v1/trace", question, headers={"Accept-Encoding": "identity"})
    packed = site.ask("/api/v1/trace", question, headers={"Accept-Encoding": "gzip"})
    for headers in (packed.headers, plain.headers):
        assert set(headers["vary"].split(", ")) == {"Accept-Encoding", "Accept-Language"}
    assert len(plain.body) > 10 * len(packed.body)
    lines = gzip.decompress(packed.body).splitlines()
    assert lines[:-1] == plain.body.splitlines()[:-1]


# -- H1, L10: other origins ------------------------------------------------------------------------


@pytest.mark.parametrize("origin", ["cross-site", "same-site"])
@pytest.mark.parametrize(
    ("path", "method"), [("/api/v1/count/3,3,3", "GET"), (ANALYSIS, "POST"), ("/api/v1/x", "GET")]
)
def test_a_page_of_another_origin_spends_nobodys_time(
    site: Site, origin: str, path: str, method: str
) -> None:
    refused = site.ask(path, method=method, headers={"Sec-Fetch-Site": origin})
    assert (refused.status, refused.headers["content-type"]) == (403, MEDIA_TYPE)
    assert refused.json["type"] == "/docs#problem-origin"


def test_our_own_page_and_typed_addresses_are_answered(site: Site) -> None:
    for origin in ("same-origin", "none"):
        headers = {"Sec-Fetch-Site": origin}
        assert site.ask("/api/v1/count/3,3,3", headers=headers).status == 200
    assert site.ask("/", headers={"Sec-Fetch-Site": "cross-site"}).status == 200, "a link to us"


def test_a_local_server_answers_to_names_of_this_machine_only() -> None:
    with serving(Settings(workers=0, local=True)) as site:

        def status(host: str) -> int:
            return site.ask("/api/v1/rules", headers={"Host": host}).status

        port = site.address[1]
        for host in ("localhost", "127.0.0.1", "[::1]", "noughts.localhost", "LOCALHOST"):
            assert status(f"{host}:{port}") == 200
        for host in ("evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "x", "["):
            assert status(f"{host}:{port}") == 421


def test_a_server_for_others_answers_to_addresses_and_to_names_that_it_knows() -> None:
    with serving(Settings(workers=0, names=("Board.Example", "attic"))) as site:

        def status(host: str) -> int:
            return site.ask("/api/v1/rules", headers={"Host": host}).status

        for host in ("localhost", "192.0.2.7", "[2001:db8::1]", "board.example", "ATTIC."):
            assert status(f"{host}:8000") == 200, host
        for host in ("evil.example", "192.0.2.7.evil.example", "attic.evil.example", "", "["):
            assert status(f"{host}:8000") == 421, host
        told = site.ask("/", headers={"Host": "evil.example"}).json["detail"]
        assert "evil.example" in told
        assert "--name" in told


@pytest.mark.parametrize(
    ("origin", "host", "answer"),
    [
        (None, "board.example", 422),
        ("https://board.example", "board.example", 422),
        ("http://board.example:8000", "board.example:8000", 422),
        ("http://board.example:8001", "board.example:8000", 403),
        ("https://evil.example", "board.example", 403),
        ("https://board.example.evil.example", "board.example", 403),
        ("null", "board.example", 403),
        ("", "board.example", 403),
    ],
)
def test_an_origin_is_checked_where_a_browser_says_nothing_else(
    site: Site, origin: str | None, host: str, answer: int
) -> None:
    headers = {"Host": host} | ({} if origin is None else {"Origin": origin})
    assert site.ask(ANALYSIS, {"position": "?"}, headers=headers).status == answer
    assert site.ask("/api/v1/rules", headers=headers).status == 200, "reading changes nothing"
    modern = {**headers, "Sec-Fetch-Site": "same-origin"}
    assert site.ask(ANALYSIS, {"position": "?"}, headers=modern).status == 422


def test_the_log_has_no_id_of_a_game(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    made = site.ask("/api/v1/games", {}).json
    game = made["game"]["id"]
    with caplog.at_level(logging.INFO, "noughts.web.security_headers"):
        for path in (
            f"/api/v1/games/{game}",
            f"/api/v1/games/{game}/seat",
            f"/api/v1/games/{game}x",
        ):
            site.ask(path)
    until(lambda: len(caplog.records) >= 3)
    paths = [vars(record)["path"] for record in caplog.records]
    assert paths[:2] == ["/api/v1/games/*", "/api/v1/games/*/seat"]
    assert made["secret"] not in str(paths)


# -- L1, L2: numbers and headers -------------------------------------------------------------------


@pytest.mark.parametrize("length", [b"0" * 4301, b"0" * 4301 + b"9"])
def test_a_length_of_many_zeros(site: Site, length: bytes) -> None:
    head = HEAD + b"Connection: close\r\nContent-Length: " + length + b"\r\n\r\n"
    with site.connect() as stream:
        stream.sendall(head + b"{}".ljust(9))
        said = read_to_the_end(stream)
    assert said[9:12] in {b"400", b"422"}


@pytest.mark.parametrize("size", [17_000, 60_000, 120_000, 200_000])
def test_headers_sent_at_once_are_counted_too(site: Site, size: int) -> None:
    request = b"GET /healthz HTTP/1.1\r\nHost: x\r\nX: " + b"y" * size + b"\r\n\r\n"
    _, said = flood(site, request, b"", 0)
    assert not said or said.startswith(b"HTTP/1.1 431 ")


def test_the_blank_line_is_found_wherever_the_pieces_end(site: Site) -> None:
    request = b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    for at in range(len(request) - 6, len(request)):
        with site.connect() as stream:
            stream.sendall(request[:at])
            time.sleep(0.02)
            stream.sendall(request[at:])
            assert read_to_the_end(stream).startswith(b"HTTP/1.1 200 ")


# -- L4: encodings, tags, HEAD ---------------------------------------------------------------------


@pytest.mark.parametrize("accepted", ["", "br", "identity"])
@pytest.mark.parametrize("path", ["/", "/api/v1/rules/gomoku", "/openapi.json"])
def test_who_does_not_ask_for_gzip_gets_none(site: Site, path: str, accepted: str) -> None:
    answer = site.ask(path, headers={"Accept-Encoding": accepted})
    assert (answer.status, answer.headers.get("content-encoding")) == (200, None)


def test_each_encoding_has_its_tag_and_says_what_it_depends_on(site: Site) -> None:
    plain = site.ask("/", headers={"Accept-Encoding": "identity"}).headers
    packed = site.ask("/", headers={"Accept-Encoding": "gzip"}).headers
    assert plain["etag"] != packed["etag"]
    depends = "Accept-Encoding, Accept-Language, Cookie"  # the last two lead to a language
    for headers, accepted in ((plain, "identity"), (packed, "gzip")):
        asked = {"Accept-Encoding": accepted, "If-None-Match": headers["etag"]}
        again = site.ask("/", headers=asked)
        assert (again.status, again.headers["vary"]) == (304, depends)
        assert again.headers["etag"] == headers["etag"]


@pytest.mark.parametrize("path", ["/api/v1/rules", "/api/v1/rules/3,3,3", "/healthz", "/readyz"])
def test_head_is_answered_wherever_get_is(site: Site, path: str) -> None:
    answer = site.ask(path, method="HEAD")
    assert (answer.status, answer.body) == (200, b"")
    assert int(answer.headers["content-length"]) == len(site.ask(path).body)


# -- L5, L6, L9: rates and logs --------------------------------------------------------------------


def test_a_rate_of_next_to_nothing_is_still_a_number() -> None:
    buckets = Buckets(rate=1e-320, burst=1, clients=10)
    assert [buckets.wait("a", now=0.0), buckets.wait("a", now=1.0)] == [0, 3600]


def test_a_flood_does_not_fill_the_log(caplog: pytest.LogCaptureFixture) -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        del scope, receive, send

    async def receive() -> Message:
        raise AssertionError

    async def send(message: Message) -> None:
        del message

    async def flooded() -> None:
        limit = RateLimit(app, rate=0.001, burst=1, clients=10)
        scope = {"type": "http", "path": "/", "headers": [], "client": ("192.0.2.1", 1)}
        for _ in range(1000):
            await limit(scope, receive, send)

    with caplog.at_level(logging.INFO):
        asyncio.run(flooded())
    assert len(caplog.records) == 1

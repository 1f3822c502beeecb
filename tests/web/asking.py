"""Asking a server over HTTP, with nothing between the test and the socket but http.client.

A more comfortable client would tidy up what it is given. These tests look at the very bytes that
go out and come back, headers, odd addresses and packed bodies included.
"""

import http.client
import json
import socket
from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from noughts.web.server import Server
from tests.waiting import PATIENCE


class Answer(NamedTuple):
    status: int
    headers: Mapping[str, str]  # names in lower case
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Site(NamedTuple):
    """A running server."""

    url: str
    server: Server | None = None  # if it runs in this process

    @property
    def address(self) -> tuple[str, int]:
        parts = urlsplit(self.url)
        assert parts.hostname
        assert parts.port
        return parts.hostname, parts.port

    def ask(
        self,
        path: str,
        question: object = None,
        *,
        method: str | None = None,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """Ask once: GET, or POST if there is a question."""
        if question is not None:
            body = json.dumps(question).encode()
        sent = {"Content-Type": "application/json"} if body is not None else {}
        connection = http.client.HTTPConnection(*self.address, timeout=PATIENCE)
        try:
            connection.request(
                method or ("GET" if body is None else "POST"),
                path,
                body,
                {**sent, **(headers or {})},
            )
            answer = connection.getresponse()
            found = {name.lower(): value for name, value in answer.getheaders()}
            return Answer(answer.status, found, answer.read())
        finally:
            connection.close()

    def connect(self) -> socket.socket:
        return socket.create_connection(self.address, timeout=PATIENCE)


def read_to_the_end(stream: socket.socket) -> bytes:
    """Return all that a server sends until it hangs up."""
    found = b""
    try:
        while piece := stream.recv(65_536):
            found += piece
    except ConnectionResetError:
        pass  # it hung up while we were still sending
    return found

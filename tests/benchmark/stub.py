"""A server of chat completions, scripted by the tests: real HTTP on this machine."""

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from noughts.benchmark.answer_text import truth
from noughts.benchmark.asking import BoardQuestion


class Request(NamedTuple):
    """What a server got."""

    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]

    @property
    def prompt(self) -> str:
        (message,) = self.body["messages"]
        return str(message["content"])


class Response(NamedTuple):
    """What a server sends."""

    body: bytes
    status: int = 200
    headers: Mapping[str, str] = {}
    delay: threading.Event | None = None  #: set before the body is sent


def completion(text: str | None) -> Response:
    message = {"role": "assistant", "content": text}
    usage = {"prompt_tokens": 100, "completion_tokens": 10}
    body = {"choices": [{"index": 0, "message": message}], "usage": usage}
    return Response(json.dumps(body).encode())


class Stub(NamedTuple):
    """A running server."""

    url: str
    requests: list[Request]


@contextmanager
def served(script: Callable[[Request], Response]) -> Iterator[Stub]:
    """Run a server that answers each request by a script."""
    requests: list[Request] = []
    lock = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            data = self.rfile.read(int(self.headers["Content-Length"]))
            request = Request(self.path, dict(self.headers), json.loads(data))
            with lock:
                requests.append(request)
                response = script(request)
            self.send_response(response.status)
            for name, value in response.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(response.body)))
            self.end_headers()
            if response.delay is not None:
                response.delay.wait()
            with suppress(BrokenPipeError, ConnectionResetError):  # the client had enough
                self.wfile.write(response.body)

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        try:
            yield Stub(f"http://127.0.0.1:{server.server_port}/v1", requests)
        finally:
            server.shutdown()
            thread.join()


def perfect(question: BoardQuestion) -> str:
    """Return the best answer to a question."""
    asked = question.asked
    cell = asked.analysis.best[0]
    rules = asked.position.rules
    facts = truth(asked, cell)
    if "threatens" in facts:
        facts["threatens"] = [rules.name(each) for each in facts["threatens"]]
    return f"I see it.\n```json\n{json.dumps({'move': rules.name(cell)} | facts)}\n```\n"

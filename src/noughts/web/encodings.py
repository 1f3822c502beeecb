"""Which encodings of an answer a client takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

_HEADER = b"accept-encoding"


class Encodings:
    """Leaves "gzip" out of what a client accepts where its weight is 0.

    Those who pack the answers only look whether the word is there.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] == "http" and any(
            name == _HEADER and b"q" in value and not takes_gzip(value.decode("latin-1"))
            for name, value in scope["headers"]
        ):
            headers = [each for each in scope["headers"] if each[0] != _HEADER]
            scope = {**scope, "headers": headers}
        await self._app(scope, receive, send)


def takes_gzip(accepted: str) -> bool:
    """Whether gzip is among the encodings that a header accepts.

    >>> [takes_gzip(accepted) for accepted in ("br, gzip", "gzip;q=0.5", "gzip; q=0", "identity")]
    [True, True, False, False]
    """
    for each in accepted.lower().split(","):
        coding, *parameters = (part.strip() for part in each.split(";"))
        if coding == "gzip":
            weights = [p.removeprefix("q=") for p in parameters if p.startswith("q=")]
            return not weights or weights[0].strip("0.") != ""
    return False

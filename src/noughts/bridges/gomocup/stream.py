"""Lines from a pipe, whatever comes through it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MOST = 1_000  #: characters of a line; what is longer is no command
_ENDS = re.compile(rb"[\r\n]+")


def lines(read: Callable[[], bytes]) -> Iterator[str]:
    r"""Yield each line that is not empty, ended by CR, LF or both.

    `read` returns what has come, and nothing at the end. Bytes that are no ASCII become marks of
    replacement; of a line that is too long, one character more than is allowed is kept.

    >>> pieces = iter([b"START ", b"15\r\nBE", b"GIN\n\n", b"EN", b""])
    >>> list(lines(lambda: next(pieces)))
    ['START 15', 'BEGIN', 'EN']
    """
    rest = b""
    while piece := read():
        *whole, rest = _ENDS.split(rest + piece)
        rest = rest[: MOST + 1]
        yield from map(_text, filter(None, whole))
    if rest:
        yield _text(rest)


def _text(line: bytes) -> str:
    return line[: MOST + 1].decode("ascii", "replace")

"""Lines from a pipe, whatever bytes arrive."""

import re
from collections.abc import Callable, Iterator

MOST = 1_000  #: the most characters of a command
_ENDS = re.compile(rb"[\r\n]+")


def lines(read: Callable[[], bytes]) -> Iterator[str]:
    r"""Yield each non-empty line, ended by CR, LF or both.

    `read` returns the bytes that have arrived, and nothing at the end. Bytes other than ASCII
    become replacement characters. Of a line that is too long, one character more than allowed is
    kept.

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

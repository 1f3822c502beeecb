"""Collections of a program whose parts cannot change. If one grows, only its new parts are read.

A memory of positions is such a collection. It is large, and most moves leave it as it is.
"""

import marshal
from collections.abc import Callable, Collection
from hashlib import blake2b
from itertools import chain
from operator import is_
from typing import Any, NamedTuple

MARSHAL = 2  #: the version of its format in which equal contents give equal bytes
ATOMS = {bool, int, float, complex, str, bytes, type(None), type(...)}
_UNCHANGING = {*ATOMS, tuple, frozenset}  # if their parts are
_PIECE = 256  #: entries of a collection with one digest
_DEEPEST = 20  #: tuples in tuples; what is deeper is taken apart, as it could not be written


class Plain(NamedTuple):
    """Contents with atoms only, alone or in tuples and frozen sets."""

    contents: Collection[Any]
    digests: list[bytes]  #: of the contents up to the end of each piece


#: By how they are put back, and the id of their holder.
Places = dict[tuple[Callable[[Any, Any], None], int], Plain]


def digest(written: bytes) -> bytes:
    """Return 16 bytes that stand for any number of bytes."""
    return blake2b(written, digest_size=16).digest()


def is_plain(parts: Collection[Any]) -> bool:
    """Whether there are atoms only, alone or in tuples and frozen sets, not nested too deeply.

    >>> is_plain([1, ("a", frozenset({2}))]), is_plain([1, ([],)])
    (True, False)
    """
    for _ in range(_DEEPEST):
        kinds = {*map(type, parts)}
        if kinds <= ATOMS:
            return True
        if not kinds <= _UNCHANGING:
            return False
        inner = parts if kinds.isdisjoint(ATOMS) else [e for e in parts if type(e) not in ATOMS]
        parts = [*chain.from_iterable(inner)]
    return False


def plain(contents: Collection[Any], before: Plain | None) -> Plain | None:
    """Return contents with their digests; None if they are not plain.

    Most collections only grow: pieces that are what they were before keep their digests.
    """
    columns = _columns(contents)
    digests = [] if before is None else _kept(columns, before)
    for start in range(len(digests) * _PIECE, len(contents), _PIECE):
        piece = [column[start : start + _PIECE] for column in columns]
        if not all(map(is_plain, piece)):
            return None
        digests.append(digest(b"".join(digests[-1:]) + marshal.dumps(piece, MARSHAL)))
    return Plain(contents, digests)


def _kept(columns: list[list[Any]], before: Plain) -> list[bytes]:
    """Return the digests of the pieces in front that hold the very same objects."""
    earlier = _columns(before.contents)
    count = 0
    for start in range(0, min(len(columns[0]), len(earlier[0])) - _PIECE + 1, _PIECE):
        part = slice(start, start + _PIECE)
        pairs = zip(columns, earlier, strict=True)
        if not all(all(map(is_, one[part], other[part])) for one, other in pairs):
            break
        count += 1
    return before.digests[:count]


def _columns(contents: Collection[Any]) -> list[list[Any]]:
    """Return the keys and the values of a dictionary, or the only column of other contents."""
    return [[*contents], *([[*contents.values()]] if isinstance(contents, dict) else [])]


def is_same(one: Any, other: Any) -> bool:
    """Whether two collections hold the very same objects in the same order."""
    same = type(one) is type(other) and len(one) == len(other) and all(map(is_, one, other))
    return same and (type(one) is not dict or all(map(is_, one.values(), other.values())))

"""Answers that were given before, within a number of bytes."""

from __future__ import annotations

from collections import OrderedDict

_OVERHEAD = 300  # what Python adds to an entry, about


class Cache:
    """The answers asked for last; the oldest go when there are too many bytes.

    >>> cache = Cache(1000)
    >>> for name in "abc":
    ...     cache.put(name, bytes(150))
    >>> cache.get("a"), len(cache.get("c"))
    (None, 150)
    """

    def __init__(self, most: int) -> None:
        self._room = most
        self._answers: OrderedDict[str, bytes] = OrderedDict()

    def get(self, key: str) -> bytes | None:
        """Return the answer, None if it is not here."""
        answer = self._answers.get(key)
        if answer is not None:
            self._answers.move_to_end(key)
        return answer

    def put(self, key: str, answer: bytes) -> None:
        """Keep an answer."""
        if key in self._answers:
            return
        self._answers[key] = answer
        self._room -= _size(key, answer)
        while self._room < 0:
            self._room += _size(*self._answers.popitem(last=False))


def _size(key: str, answer: bytes) -> int:
    return len(answer) + len(key) + _OVERHEAD

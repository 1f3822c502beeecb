"""`visible_caches`: the caches of a program's functions, where their contents can be seen.

The caches of `functools` are hidden from Python. What a program keeps there may change its answers,
if its functions are not pure, and so it has to be put back like all that a program remembers.
"""

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple


class _CacheInfo(NamedTuple):
    hits: int
    misses: int
    maxsize: int | None
    currsize: int


def _lru_cache(maxsize: Any = 128, typed: bool = False) -> Any:  # noqa: FBT001, FBT002  (as Python has it)
    """Do what `functools.lru_cache` does, but do not count the hits."""
    if callable(maxsize):
        return _cached(maxsize, 128, typed=typed)
    return lambda made: _cached(made, maxsize, typed=typed)


def _cached(made: Callable[..., Any], most: int | None, *, typed: bool) -> Any:
    known: dict[Any, Any] = {}

    def cached(*given: Any, **named: Any) -> Any:
        key: Any = (given, _NAMED, *named.items()) if named else given
        if typed:
            key = key, *map(type, (*given, *named.values()))
        if key in known:
            if most is not None:  # the one that was not asked for longest leaves first
                known[key] = known.pop(key)
            return known[key]
        answer = made(*given, **named)
        if most is None or most > 0:
            known[key] = answer
            if most is not None and len(known) > most:
                del known[next(iter(known))]
        return answer

    functools.update_wrapper(cached, made)
    more = vars(cached)
    more["cache_clear"] = known.clear
    more["cache_info"] = lambda: _CacheInfo(0, 0, most, len(known))
    more["cache_parameters"] = lambda: {"maxsize": most, "typed": typed}
    return cached


_NAMED = object()
_HIDDEN = functools.lru_cache, functools.cache


@contextmanager
def visible_caches() -> Iterator[None]:
    """Let functions that are made meanwhile have caches that can be seen."""
    functools.lru_cache, functools.cache = _lru_cache, lambda made: _cached(made, None, typed=False)
    try:
        yield
    finally:
        functools.lru_cache, functools.cache = _HIDDEN

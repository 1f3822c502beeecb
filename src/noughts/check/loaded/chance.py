"""What a program may answer if it draws lots: all its choices, instead of one.

Python's `random` is asked for one of a few things. Each of them is tried, as if it had been drawn.
Whatever else gives random numbers is named, because not all that may come of it can be tried.
"""

import os
import random
import sys
from _thread import get_ident  # `threading` is not loaded in a browser
from collections.abc import Callable, MutableSequence, Sequence
from importlib import import_module
from time import monotonic
from typing import Any, TypeVar

_MOST = 60  # runs for one question
_SECONDS = 3.0  # for them together: one answer has a limit, too
#: What else a program may ask for; with a seed, its lots are always the same.
_OTHERS = ("random", "uniform", "sample", "choices", "gauss", "getrandbits", "randbytes", "seed")
_choice, _randrange, _shuffle = random.choice, random.randrange, random.shuffle

_Result = TypeVar("_Result")


class _Lots:
    """The lots of one run: those that are given, then always the first."""

    def __init__(self, given: Sequence[int]) -> None:
        self.given = given
        self.drawn: list[int] = []  #: the lots that were drawn
        self.sizes: list[int] = []  #: of how many each was one
        self.name = _made  #: the function that was asked last
        self.loose = bool(_made)  #: whether not all that may come of it can be tried

    def draw(self, size: int, name: str) -> int:
        at = len(self.drawn)
        if not _made:
            self.name = name
        if self.loose or at == _MOST:  # it may draw until it likes what it gets
            self.loose = True
            return _randrange(size)
        lot = self.given[at] if at < len(self.given) else 0
        self.drawn.append(lot)
        self.sizes.append(size)
        return lot

    def next(self) -> list[int] | None:
        """Return the lots of the next run; None if all have been drawn."""
        drawn = [*self.drawn]
        while drawn and drawn[-1] + 1 == self.sizes[len(drawn) - 1]:
            drawn.pop()
        return [*drawn[:-1], drawn[-1] + 1] if drawn else None


_now: _Lots | None = None
_made = ""  # what has made the program numbers of its own, which nobody sees
_apart: frozenset[int] = frozenset()  # threads that are not the program's


def _heard() -> _Lots | None:
    """Return the lots of the run, if it is the program that asks."""
    return None if get_ident() in _apart else _now


def _from(things: Sequence[Any]) -> Any:
    lots = _heard()
    if lots is None or not things:
        return _choice(things)
    return things[lots.draw(len(things), "random.choice")]


def _range(*bounds: int, name: str = "random.randrange") -> int:
    among = range(*bounds)
    lots = _heard()
    if lots is None or not among:
        return _randrange(*bounds)
    return among[lots.draw(len(among), name)]


def _mix(things: MutableSequence[Any]) -> None:
    lots = _heard()
    if lots is None:
        _shuffle(things)
        return
    for at in range(len(things) - 1):
        other = at + lots.draw(len(things) - at, "random.shuffle")
        things[at], things[other] = things[other], things[at]


def _loosened(name: str, made: Callable[..., Any]) -> Callable[..., Any]:
    def other(*given: Any, **named: Any) -> Any:
        lots = _heard()
        if lots is not None and not (lots.loose and lots.name):
            lots.name, lots.loose = name, True
        return made(*given, **named)

    return other


def note_made(name: str) -> None:
    """Note what gives the program values of its own, which nobody sees."""
    global _made  # noqa: PLW0603
    _made = _made or name


def _noted(name: str, made: Callable[..., Any]) -> Callable[..., Any]:
    def other(*given: Any, **named: Any) -> Any:
        if _heard() is not None:
            note_made(name)
        return made(*given, **named)

    return other


def watch() -> None:
    """Let the program that is loaded next draw its lots here."""
    global _made, _apart  # noqa: PLW0603
    _made = ""
    _apart = frozenset(sys._current_frames()) - {get_ident()}  # noqa: SLF001  (it is documented)
    if random.choice is not _from:
        lots: dict[str, Callable[..., Any]] = {
            "choice": _from,
            "randrange": _range,
            "randint": lambda first, last: _range(first, last + 1, name="random.randint"),
            "shuffle": _mix,
        }
        others = {name: _loosened(f"random.{name}", getattr(random, name)) for name in _OTHERS}
        vars(random).update(lots | others)
        for kind in random.Random, random.SystemRandom:
            for name in "random", "getrandbits":
                own = getattr(kind, name)
                setattr(kind, name, _loosened(f"random.{kind.__name__}", own))
        os.urandom = _loosened("os.urandom", os.urandom)


def watch_numpy() -> None:
    """Notice what the program that is loaded next asks of NumPy, if it is there."""
    try:
        numbers = import_module("numpy.random")
    except ImportError:
        return
    if hasattr(numbers, "watched"):
        return
    kinds = {}
    for name in numbers.__all__:
        made = getattr(numbers, name)
        if isinstance(made, type):
            kinds[name] = vars(numbers).pop(name)
        elif name == "default_rng":
            setattr(numbers, name, _noted(f"numpy.random.{name}", made))
        elif callable(made):
            setattr(numbers, name, _loosened(f"numpy.random.{name}", made))

    def kind(name: str) -> type:
        """Return a class; it stays what it is, and whoever takes it makes numbers with it."""
        if name not in kinds:
            message = f"module 'numpy.random' has no attribute {name!r}"
            raise AttributeError(message)
        if _heard() is not None:
            note_made(f"numpy.random.{name}")
        found: type = kinds[name]
        return found

    vars(numbers).update(watched=True, __getattr__=kind)


def draws(run: Callable[[], _Result]) -> tuple[_Result, bool]:
    """Run something; say whether it drew.

    >>> watch()
    >>> draws(lambda: random.choice("aa")), draws(random.seed)
    (('a', True), (None, False))
    """
    global _now  # noqa: PLW0603
    _now = lots = _Lots([])
    lots.loose = True
    try:
        return run(), bool(_made) or lots.name not in {"", "random.seed"}
    finally:
        _now = None


def given_lots() -> list[int] | None:
    """Return the lots that are given and not drawn yet, for a program that draws elsewhere.

    Returns:
        None if it may draw what it likes.
    """
    return None if _now is None else [*_now.given[len(_now.drawn) :]]


def note_drawn(sizes: Sequence[int], name: str, *, loose: str) -> None:
    """Note what a program has drawn elsewhere.

    Args:
        sizes: of how many each lot was one.
        name: the function that it asked for them.
        loose: what else it has asked, of which not all can be tried; or nothing.
    """
    if _now is None:
        return
    for size in sizes:
        _now.draw(size, name)
    if loose:
        _now.name, _now.loose = loose, True


def all_choices(run: Callable[[], Any]) -> tuple[list[Any], str]:
    """Run something with all lots that it may draw.

    Returns:
        What it returns each time, and "". If that cannot all be tried: what it returns once, and
        what gave it random numbers.

    >>> watch()
    >>> all_choices(lambda: random.choice("ab") + str(random.randint(1, 2)))
    (['a1', 'a2', 'b1', 'b2'], '')
    >>> all_choices(lambda: random.random() < 2)
    ([True], 'random.random')
    """
    global _now  # noqa: PLW0603  (as the module `random` has one state)
    found: list[Any] = []
    given: list[int] | None = []
    sizes, name = list[int](), ""
    started = monotonic()
    while given is not None:
        _now = lots = _Lots(given)
        try:
            found.append(run())
        finally:
            _now = None
        if lots.sizes[: len(given)] != sizes[: len(given)]:  # it remembers an earlier draw
            return [run()], name
        given, sizes, name = lots.next(), lots.sizes, lots.name
        late = len(found) > _MOST or monotonic() - started > _SECONDS
        if lots.loose or (late and given is not None):
            return [run()], name
    return found, ""

"""The engines: one idea a file, each a page that can be read on its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from noughts.core.errors import UnknownNameError, shorten
from noughts.engines.base import Analysis, Choice, Engine, MoveValue, Worth, refuse_finished
from noughts.engines.levels import Level
from noughts.engines.perfect import Perfect
from noughts.engines.skill import Fallible, Skill

if TYPE_CHECKING:
    from collections.abc import Callable

    from noughts.engines.alphabeta import AlphaBeta
    from noughts.engines.alphabeta_table import AlphaBetaTable
    from noughts.engines.memoised import Memoised
    from noughts.engines.minimax import Minimax
    from noughts.engines.naive import NaiveTactics
    from noughts.engines.person import Person
    from noughts.engines.random import Random
    from noughts.engines.tactics import Fired, Tactics

__all__ = [
    "ENGINES",
    "AlphaBeta",
    "AlphaBetaTable",
    "Analysis",
    "Choice",
    "Engine",
    "Fallible",
    "Fired",
    "Level",
    "Memoised",
    "Minimax",
    "MoveValue",
    "NaiveTactics",
    "Perfect",
    "Person",
    "Random",
    "Skill",
    "Tactics",
    "Worth",
    "engine",
    "load_engine",
    "refuse_finished",
]

# Loaded on first use: the levels do not need them.
_LATER = {
    "AlphaBeta": "alphabeta",
    "AlphaBetaTable": "alphabeta_table",
    "Fired": "tactics",
    "Memoised": "memoised",
    "Minimax": "minimax",
    "NaiveTactics": "naive",
    "Person": "person",
    "Random": "random",
    "Tactics": "tactics",
}


def __getattr__(name: str) -> Any:
    if name in _LATER:
        from importlib import import_module  # noqa: PLC0415

        return getattr(import_module(f"noughts.engines.{_LATER[name]}"), name)
    raise AttributeError(f"module 'noughts.engines' has no attribute {name!r}")


def _made(name: str, **options: Any) -> Engine:
    made: Engine = __getattr__(name)(**options)
    return made


def _level(level: Level) -> Callable[[int | None], Engine]:
    return lambda seed: level.engine(seed=seed)


#: Every engine by name, as a function of the seed.
ENGINES: dict[str, Callable[[int | None], Engine]] = {
    "alphabeta": lambda _: _made("AlphaBeta"),
    "alphabeta-unordered": lambda _: _made("AlphaBeta", ordered=False),
    "memoised": lambda _: _made("Memoised"),
    "minimax": lambda _: _made("Minimax"),
    "perfect": lambda _: Perfect(),
    "random": lambda seed: _made("Random", seed=seed),
    "symmetric": lambda _: _made("Memoised", symmetric=True),
    "tactics": lambda _: _made("Tactics"),
    "tactics-naive": lambda seed: _made("NaiveTactics", seed=seed),
    **{str(level): _level(level) for level in Level},
}


def engine(name: str | Level, *, seed: int | None = None) -> Engine:
    """Return an engine or a level by name; random ones are repeatable with a seed.

    Raises:
        UnknownNameError: No engine has this name.
        TypeError: The name is neither a text nor a level.

    >>> engine("tactics").name, engine(Level.EASY).name
    ('tactics', 'easy')
    """
    word = _word(name)
    try:
        return ENGINES[word.strip().lower()](seed)
    except KeyError:
        raise UnknownNameError.of("engine", word, ENGINES) from None


def _word(name: str | Level) -> str:
    if not isinstance(name, str | Level):
        raise TypeError(f"an engine is a text such as 'hard', or a Level, not {name!r}")
    return str(name)


def load_engine(name: str | Level, *, seed: int | None = None) -> Engine:
    """Return an engine or a level by name, or your own engine, given as ``module:Class``.

    This imports the module, so never pass a name from an untrusted source; a server uses `engine`.
    The class is called with the seed if it takes one.

    Raises:
        UnknownNameError: No engine has this name, or it cannot be created.
        TypeError: The name is neither a text nor a level.

    >>> load_engine("noughts.engines:Minimax"), load_engine("hard")
    (<Minimax: minimax>, <Skill: hard>)
    """
    name = _word(name)
    if ":" not in name:
        return engine(name, seed=seed)
    import importlib  # noqa: PLC0415  (only engines of one's own need it)

    where, _, what = name.strip().partition(":")
    try:
        made = getattr(importlib.import_module(where), what)
    except (Exception, SystemExit) as error:  # importing a script may exit
        raise _none_made(name, error) from error
    if not (isinstance(made, type) and issubclass(made, Engine)):
        raise _not_engine(name, made, what)
    own: Callable[..., Engine] = made
    try:
        try:
            return own(seed=seed)
        except TypeError:
            return own()
    except Exception as error:
        raise _none_made(name, error) from error


def _none_made(name: str, error: BaseException) -> UnknownNameError:
    return UnknownNameError.said(
        "engine", "not made", name=shorten(name), problem=f"{type(error).__name__}: {error}"
    )


def _not_engine(name: str, made: object, what: str) -> UnknownNameError:
    """Say what an object is that is not an engine, and how to make an engine of it."""
    told, kind = "class", ""
    if isinstance(made, Engine):
        told, kind = "object", type(made).__name__
    elif callable(made) and not isinstance(made, type):
        told = "function"
    return UnknownNameError.said("engine", told, name=shorten(name), kind=kind, function=what)

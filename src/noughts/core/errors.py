"""The errors that Noughts raises, as a tree.

Each error is also the builtin that a caller would expect, so ``except ValueError`` works too::

    NoughtsError
    ├── RulesError (ValueError)          an impossible game: sizes, lines, text
    ├── PositionError (ValueError)       impossible stones, or unreadable text
    ├── IllegalMoveError (ValueError)    a taken cell, a cell off the board, a move after the end
    ├── RecordError (ValueError)         a game's text that cannot be read or replayed
    ├── ReportError (ValueError)         JSON that Noughts does not print
    ├── TableError (ValueError)          a table's file that is foreign, damaged or unwritable
    ├── CertificateError (ValueError)    a file that is not a certificate: damaged, cut or foreign
    ├── LedgerError (ValueError)         a ledger of another game, or one that contradicts itself
    ├── ClusterError (RuntimeError)      a cluster that cannot be reached, or does not work
    ├── StorageError (RuntimeError)      a database that refuses or does not answer
    ├── EngineError (RuntimeError)       an engine that fails, or plays an illegal move
    ├── UnknownNameError (LookupError)   no engine, level or game of that name
    └── LimitReachedError (RuntimeError) a limit ended the work before there was an answer

Every message is one line: what was wrong, where, and what is allowed.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import Self, SupportsIndex


class NoughtsError(Exception):
    """The root of every error that Noughts raises on purpose."""

    @classmethod
    def said(cls, group: str, name: str, /, **values: object) -> Self:
        """Return the error with a message of the catalogue.

        >>> IllegalMoveError.said("illegal", "hole", cell="b2")
        IllegalMoveError('b2 is a hole of this board, not a cell')
        """
        from noughts.core.catalogue import say  # noqa: PLC0415  (loads when it is used)

        return cls(say(group, name, **values))


class RulesError(NoughtsError, ValueError):
    """An impossible game: its sizes, its lines or its text."""


class PositionError(NoughtsError, ValueError):
    """Stones that no game can lead to, or a text that cannot be read."""


class IllegalMoveError(NoughtsError, ValueError):
    """A move on a taken cell, off the board, or after the end."""


class RecordError(NoughtsError, ValueError):
    """The text of a game that cannot be read or replayed."""


class ReportError(NoughtsError, ValueError):
    """JSON that Noughts does not print, or that contradicts itself."""


class TableError(NoughtsError, ValueError):
    """A complete table's file that is foreign, damaged, unfinished or cannot be written.

    Attributes:
        problem: what is wrong with it, without the name of the file; empty if that is not known.
    """

    problem: str = ""

    @classmethod
    def of(cls, file: object, problem: str) -> Self:
        """Return the error for a file.

        >>> TableError.of("book.bin", "is damaged")
        TableError('book.bin is damaged')
        """
        error = cls.said("sentence", "with file", file=file, problem=problem)
        error.problem = problem
        return error


class CertificateError(NoughtsError, ValueError):
    """A file that is not a certificate: damaged, cut off or foreign."""


class LedgerError(NoughtsError, ValueError):
    """A ledger of another game, or one whose answers contradict each other."""


class ClusterError(NoughtsError, RuntimeError):
    """A cluster that cannot be reached, is too small, or does not work."""


class StorageError(NoughtsError, RuntimeError):
    """The database refused or does not answer; nothing has changed."""


class EngineError(NoughtsError, RuntimeError):
    """An engine that fails, or whose answer is not a legal move."""


class UnknownNameError(NoughtsError, LookupError):
    """No engine, level or game of that name."""

    @classmethod
    def of(cls, kind: str, name: str, known: Iterable[str]) -> UnknownNameError:
        """List the existing names, nearest first.

        >>> print(UnknownNameError.of("level", "hrad", ["easy", "medium", "hard"]))
        unknown level 'hrad'; did you mean hard? (easy, medium, hard)
        """
        import difflib  # noqa: PLC0415  (slow to load, and only this sentence needs it)

        from noughts.core.catalogue import say  # noqa: PLC0415  (loads when it is used)

        names = list(known)
        near = difflib.get_close_matches(name.lower()[:80], names, n=2, cutoff=0.6)
        if len(near) == 2:
            near = [say("list", "or", before=near[0], next=near[1])]
        unknown = say("unknown", kind, name=shorten(name))
        every = ", ".join(names)
        return cls.said(
            "unknown", "near" if near else "all", unknown=unknown, near="".join(near), names=every
        )


class LimitReachedError(NoughtsError, RuntimeError):
    """A limit (seconds, nodes, depth) ended the work before there was an answer."""


def whole_number(number: SupportsIndex, what: str, least: int | None = None) -> int:
    """Return a whole number, also one of NumPy's.

    Raises:
        TypeError: it is anything else; says what is a whole number.
        ValueError: it is smaller than `least`.

    >>> whole_number("3", "k")
    Traceback (most recent call last):
    TypeError: k is a whole number, not '3'
    >>> whole_number(0, "threads", 1)
    Traceback (most recent call last):
    ValueError: threads is 0, but at least 1 is needed
    """
    if isinstance(number, bool) or not hasattr(number, "__index__"):
        raise TypeError(f"{what} is a whole number, not {number!r}")
    found = number if type(number) is int else index(number)
    if least is not None and found < least:
        raise ValueError(f"{what} is {found}, but at least {least} is needed")
    return found


def shorten(text: str, width: int = 40) -> str:
    r"""Quote a user's text, cut to `width` characters, with unprintable characters escaped.

    >>> shorten("x" * 1000)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...' (1,000 characters)"
    >>> shorten("a\nb"), shorten("misère")
    ("'a\\nb'", "'misère'")
    """
    shown = repr(text if len(text) <= width else text[: width - 3] + "...")
    shown = shown.replace("\ufffd", "\\ufffd")  # for bytes that were not text
    return shown if len(text) <= width else f"{shown} ({len(text):,} characters)"

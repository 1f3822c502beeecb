"""What a file does not say, and what is left out or changed.

A reader gets the file's bytes, the caller's request, and a list. It raises `RecordError` rather
than read another game, and adds a sentence to the list for everything else that the record does not
hold like the file. A writer does the same in the other direction.
"""

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import NamedTuple

from noughts.core.catalogue import grouped, say
from noughts.core.rules import Rules

Notes = list[str]
#: Blanks that sentences of some languages have.
_SPACES = "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\N{IDEOGRAPHIC SPACE}"


class ReadOptions(NamedTuple):
    """What the caller says about a file."""

    rules: Rules | None = None  #: the game, instead of the one named by the file or assumed
    game: int | None = None  #: which game of a file with several, from 1
    from_bottom: bool = False  #: whether rows are counted from the bottom


def left_out(notes: Notes, things: Sequence[str]) -> None:
    """Add a note about what is left out, if there is anything.

    >>> notes: Notes = []
    >>> left_out(notes, [thing("comment", 3), thing("label", 1), "GN"])
    >>> notes
    ['left out: 3 comments, 1 label, GN']
    """
    if things:
        said = reduce(lambda before, each: say("list", "more", before=before, next=each), things)
        notes.append(say("left out", "all", things=said))


def thing(name: str, count: int = 0, /, **values: object) -> str:
    """Return one thing that is left out, for `left_out`."""
    return say("left out", name, count=count, number=grouped(count), **values)


def things(counts: Mapping[str, int]) -> list[str]:
    """Return what is left out, for `left_out`: each thing with how many there are.

    >>> things({"comment": 1, "pass": 2000})
    ['1 comment', '2,000 passes (not moves here)']
    """
    return [thing(*each) for each in counts.items()]


def printable(text: str) -> str:
    r"""Return a sentence as one safe line for a terminal, whatever the file contains.

    >>> printable("[a\n\x1b[31m]")
    '[a??[31m]'
    """
    return "".join(sign if sign.isprintable() or sign in _SPACES else "?" for sign in text)

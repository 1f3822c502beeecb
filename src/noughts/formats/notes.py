"""What a file does not say, and what of it is left out or changed.

A reader gets the file's bytes, what the caller asked for, and a list. It refuses what would be
another game (`RecordError`), and adds a sentence to the list for everything else that the record
does not hold as the file has it. A writer does the same the other way round.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from noughts.core.rules import Rules

Notes = list[str]


class ReadOptions(NamedTuple):
    """What the caller says of a file.

    Attributes:
        rules: the game, instead of the one that the file names or that is assumed.
        game: which game of a file with several, counted from 1.
        from_bottom: whether the numbers of rows count from the bottom.
    """

    rules: Rules | None = None
    game: int | None = None
    from_bottom: bool = False


def left_out(notes: Notes, counts: Mapping[str, int]) -> None:
    """Add a note of what is left out: names with their counts; 0 counts nothing.

    A plural that is not the name and an s stands behind a ``|``.

    >>> notes: Notes = []
    >>> left_out(notes, {"comment": 3, "label": 1, "pass|passes": 2, "GN": 0})
    >>> notes
    ['left out: 3 comments, 1 label, 2 passes, GN']
    """
    if counts:
        notes.append("left out: " + ", ".join(_counted(*each) for each in counts.items()))


def _counted(name: str, count: int) -> str:
    one, _, many = name.partition("|")
    if not count:
        return one
    return f"1 {one}" if count == 1 else f"{count:,} {many or one + 's'}"


def printable(text: str) -> str:
    r"""Return a sentence as one line for a terminal, whatever a file has put into it.

    >>> printable("[a\n\x1b[31m]")
    '[a??[31m]'
    """
    return "".join(sign if sign.isprintable() else "?" for sign in text)

"""What a file does not say, and what is left out or changed.

A reader gets the file's bytes, the caller's request, and a list. It raises `RecordError` rather
than read another game, and adds a sentence to the list for everything else that the record does not
hold like the file. A writer does the same in the other direction.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from noughts.core.rules import Rules

Notes = list[str]


class ReadOptions(NamedTuple):
    """What the caller says about a file.

    Attributes:
        rules: the game, instead of the one named by the file or assumed.
        game: which game of a file with several, from 1.
        from_bottom: whether rows are counted from the bottom.
    """

    rules: Rules | None = None
    game: int | None = None
    from_bottom: bool = False


def left_out(notes: Notes, counts: Mapping[str, int]) -> None:
    """Add a note about what is left out: names with their counts; 0 is skipped.

    An irregular plural comes after a ``|``.

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
    r"""Return a sentence as one safe line for a terminal, whatever the file contains.

    >>> printable("[a\n\x1b[31m]")
    '[a??[31m]'
    """
    return "".join(sign if sign.isprintable() else "?" for sign in text)

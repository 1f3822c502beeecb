"""Lines of moves, and the record they make."""

from __future__ import annotations

from typing import TYPE_CHECKING

from noughts.errors import RecordError
from noughts.position import Position
from noughts.record import Record
from noughts.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Sequence

FIVE = 5  #: in a row, where a format has no word for anything else
MOST_MOVES = 20_000  #: of all lines; their text is then one that `Record.parse` takes


def five_in_a_row(columns: int, rows: int) -> Rules:
    """Return the game that is meant where only the board is told.

    Raises:
        RulesError: there is no such board.
        RecordError: no five fit on it.
    """
    rules = Rules.grid((columns, rows), FIVE)
    if not rules.lines:
        raise RecordError(f"no five in a row fit on {columns} by {rows}; say what the rules are")
    return rules


def played(
    start: Rules | Position,
    lines: Sequence[Sequence[int]],
    headers: Sequence[tuple[str, str]] = (),
) -> Record:
    """Return the record of these lines, the first of them the one that was played.

    Raises:
        RecordError: there are too many moves, or one is against the rules.
    """
    if sum(map(len, lines)) > MOST_MOVES:
        raise RecordError(f"more than {MOST_MOVES:,} moves, counting each line from its beginning")
    first, *others = dict.fromkeys(map(tuple, lines or [()]))
    position = start if isinstance(start, Position) else Position(start)
    return Record(position, first, None, tuple(others), tuple(headers))


def name_of(text: str) -> str:
    """Return who played as the value of a header: one line, no blanks around it."""
    return " ".join(text.split())

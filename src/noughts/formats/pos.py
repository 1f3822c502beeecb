"""Moves without blanks, as c-gomoku-cli and Yixin write them: ``h8i9g7``.

The rows are counted from the top. The board is not told.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from noughts.errors import RecordError, shorten
from noughts.formats.lines import FIVE, played
from noughts.formats.text import decoded
from noughts.rules import Rules

if TYPE_CHECKING:
    from noughts.record import Record

_MOVE = re.compile(r"[a-z][0-9]{1,2}")
_MOVES = re.compile(rf"\s*(?:{_MOVE.pattern}){{2,}}\s*", re.IGNORECASE)


def looks(data: bytes) -> bool:
    """Whether it is two moves or more without blanks."""
    return bool(_MOVES.fullmatch(data.decode("latin-1")))


def read(data: bytes, rules: Rules | None) -> Record:
    """Read the moves.

    Raises:
        RecordError: something else stands there, or a move is against the rules.
    """
    rules = rules or Rules.parse(f"15,15,{FIVE}")
    text = decoded(data).strip().lower()
    moves = _MOVE.findall(text)
    if "".join(moves) != text:
        raise RecordError(f"{shorten(text)} is not moves without blanks, such as h8i9")
    if len(rules.shape) != 2:
        raise RecordError(f"it holds moves on boards, not in a box as {rules}")
    return played(rules, [[rules.cell(move) for move in moves]])


def write(record: Record) -> bytes:
    """Return the moves.

    Raises:
        RecordError: the game is in a box, or did not begin on the empty board.
    """
    rules = record.start.rules
    if record.start.ply or len(rules.shape) != 2:
        raise RecordError("pos holds games on a board, from the empty one; sgf and text hold more")
    return "".join(map(rules.name, record.moves)).encode()

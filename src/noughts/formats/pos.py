"""Moves without separators: ``h8i9g7`` of c-gomoku-cli and Yixin, and RenLib's bytes.

As text, moves may have blanks or commas between them, and numbers. Rows are counted from the top.
gomoku-calculator counts them from the bottom, so the caller must say that. RenLib writes one byte
for the number of moves, and one for each move: its cell in reading order. The file does not give
the board.

Sources: dhbloo/c-gomoku-cli, src/position.h; dhbloo/gomoku-calculator,
src/store/modules/position.js; gomoku/RenLib, Pos.cpp.
"""

import re

from noughts.core.catalogue import say
from noughts.core.errors import NoughtsError, RecordError, shorten
from noughts.core.record import Record
from noughts.core.rules import Rules
from noughts.formats import notes as noting
from noughts.formats.lines import FIVE, check_board, headers_left_out, played
from noughts.formats.notes import Notes, ReadOptions
from noughts.formats.text import decoded

_MOVE = re.compile(r"([a-z])0?([1-9][0-9]?)(?![0-9])")
_MOVES = re.compile(r"\s*(?:[a-z][0-9]{1,2}){2,}\s*", re.IGNORECASE)
_BETWEEN = re.compile(r"[\s,;]*(?:([0-9]{1,3})\.+)?[\s,;]*")
_MOST = 10_000  # bytes that the check reads
_SIDE = 15  # the sides of RenLib's board
_DEFAULT = Rules.parse(f"{_SIDE},{_SIDE},{FIVE}")


def looks(data: bytes) -> bool:
    """Whether the data is at least two moves without blanks, or RenLib's bytes."""
    return bool(_MOVES.fullmatch(data[:_MOST].decode("latin-1"))) or (
        _is_renlib(data) and any(byte < 9 or byte > 126 for byte in data)
    )


def read(data: bytes, asked: ReadOptions, notes: Notes) -> Record:
    """Read the moves.

    Raises:
        RecordError: The file has something else, or a move is against the rules.
    """
    rules = asked.rules or _DEFAULT
    if len(rules.shape) != 2:
        raise RecordError.said("file format", "flat", name="pos")
    if _is_renlib(data):
        check_board((_SIDE, _SIDE), rules)
        cells = list(data[1:])
    else:
        cells = _cells(decoded(data).strip().lower(), rules)
    if asked.from_bottom:
        places = map(rules.place, cells)
        cells = [rules.cell_at(column, rules.shape[1] - 1 - row) for column, row in places]
        notes.append(say("file note", "from bottom"))
    try:
        return played(rules, [cells], assumed=asked.rules is None)
    except RecordError as error:
        if asked.from_bottom or not rules.gravity:
            raise
        raise RecordError.said("file format", "rows", problem=error) from None


def write(record: Record, notes: Notes) -> bytes:
    """Return the moves.

    Raises:
        RecordError: The game is in a box, or did not begin on the empty board.
    """
    rules = record.start.rules
    if record.start.ply or len(rules.shape) != 2:
        raise RecordError.said("file format", "empty board")
    if rules != _DEFAULT:
        notes.append(say("file note", "no rules", name="pos", rules=rules))
    noting.left_out(notes, headers_left_out(record, ()))
    return "".join(map(rules.name, record.moves)).encode()


def _is_renlib(data: bytes) -> bool:
    """Whether the data is a count followed by that many different cells."""
    cells = data[1:]
    return bool(cells) and len(cells) == data[0] == len(set(cells)) and max(cells) < _SIDE * _SIDE


def _cells(text: str, rules: Rules) -> list[int]:
    """Return the cells of moves written as text."""
    cells: list[int] = []
    at = _skip(text, 0, 0)
    while at < len(text):
        if len(cells) > rules.cells:
            raise RecordError.said("file format", "cells", cells=rules.cells)
        move = _MOVE.match(text, at)
        if move is None:
            why = say("file format", "no move", text=shorten(text[at : at + 9]))
            raise RecordError.said("record text", "move", number=len(cells) + 1, problem=why)
        try:
            cells.append(rules.cell(move[1] + move[2]))
        except NoughtsError as error:
            number = len(cells) + 1
            raise RecordError.said("record text", "move", number=number, problem=error) from None
        at = _skip(text, move.end(), len(cells))
    return cells


def _skip(text: str, at: int, moves: int) -> int:
    """Return where the next move begins: after blanks, commas and its number."""
    between = _BETWEEN.match(text, at)
    if between is None:
        return at
    if between[1] and int(between[1]) not in {moves + 1, moves // 2 + 1}:
        raise RecordError.said("record text", "number", move=moves + 1, number=between[1])
    return between.end()

"""Piskvork's games.

A first line with the board, two levels and which player began; a line for each move with column,
row, both counted from 1, and the milliseconds it took; then, not always, the players and a code::

    Piskvorky 15x15, 11:11, 0
    8,8,120
    9,9,431
    pbrain-noughts
    pbrain-other
    -1
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from noughts.errors import NoughtsError, RecordError, shorten
from noughts.formats.lines import FIVE, five_in_a_row, name_of, played
from noughts.formats.text import decoded

if TYPE_CHECKING:
    from noughts.record import Record
    from noughts.rules import Rules

_HEAD = re.compile(r"Piskvorky ([0-9]{1,3})x([0-9]{1,3}), *(-?[0-9]{1,9}:-?[0-9]{1,9}), *([01])")
_MOVE = re.compile(r"([0-9]{1,3}),([0-9]{1,3})(?:,-?[0-9]{1,12})?")
_CODE = re.compile(r"-?[0-9]{1,9}")


def looks(data: bytes) -> bool:
    """Whether it begins as Piskvork's games do."""
    return data.startswith(b"Piskvorky ")


def read(data: bytes, rules: Rules | None) -> Record:
    """Read a game.

    Raises:
        RecordError: the first line or a move is wrong; says which.
    """
    head, *rest = decoded(data).splitlines() or [""]
    found = _HEAD.fullmatch(head.strip())
    if found is None:
        raise RecordError(f"line 1 is {shorten(head)}, not Piskvorky and the board, as in 15x15")
    shape = int(found[1]), int(found[2])
    if rules is None:
        rules = five_in_a_row(*shape)
    elif rules.shape != shape:
        raise RecordError(f"it is a game on {shape[0]}x{shape[1]}, not of {rules}")
    moves: list[int] = []
    after: list[str] = []
    for number, line in enumerate(rest, start=2):
        move = None if after else _MOVE.fullmatch(line.strip())
        if move is None:
            after += [line.strip()] if line.strip() else []
            continue
        try:
            moves.append(rules.cell_at(int(move[1]) - 1, int(move[2]) - 1))
        except NoughtsError:
            raise RecordError(f"line {number}: {shorten(line)} is off the board") from None
    if after and _CODE.fullmatch(after[-1]):
        after.pop()
    if len(after) not in (0, 2):
        raise RecordError(f"{shorten(after[0])} is neither a move nor one of two players")
    names = after[::-1] if found[4] == "1" else after
    return played(rules, [moves], list(zip("XO", map(name_of, names), strict=False)))


def write(record: Record) -> bytes:
    """Return a game.

    Raises:
        RecordError: it is another game than five in a row, or did not begin on the empty board.
    """
    rules = record.start.rules
    plain = rules.k == FIVE and len(rules.shape) == 2
    if not plain or rules.torus or rules.misere or rules.gravity or record.start.ply:
        raise RecordError("psq holds five in a row on a board, from the empty one; sgf holds more")
    places = [rules.place(cell) for cell in record.moves]
    names = [dict(record.headers).get(mark, mark) for mark in "XO"]
    lines = [
        f"Piskvorky {rules.shape[0]}x{rules.shape[1]}, 0:0, 0",
        *(f"{column + 1},{row + 1},0" for column, row in places),
        *names,
        "-1",
    ]
    return "".join(f"{line}\r\n" for line in lines).encode()

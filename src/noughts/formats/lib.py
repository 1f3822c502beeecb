"""RenLib's libraries: a tree of moves on 15×15.

After twenty bytes of head comes a node after the other, each before its children and those before
its next sibling. A node is a byte for the cell (0: none; else row times 16 and column plus 1) and
one of flags; an extension and texts may follow, which end with a zero at an even place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from noughts.errors import RecordError
from noughts.formats.lines import FIVE, MOST_MOVES, played
from noughts.rules import Rules

if TYPE_CHECKING:
    from noughts.record import Record

HEAD = b"\xffRenLib\xff"
HEAD_BYTES = 20
SIDE = 15
EXTENSION, COMMENTS, LEAF, SIBLING = 0x01, 0x28, 0x40, 0x80


def looks(data: bytes) -> bool:
    """Whether it begins as RenLib's files do."""
    return data.startswith(HEAD)


def read(data: bytes, rules: Rules | None) -> Record:
    """Read a library: its first line is the record's, the others are branches.

    Raises:
        RecordError: it is no library, is cut off, or has moves that cannot be played.
    """
    if not looks(data) or len(data) < HEAD_BYTES:
        raise RecordError("it does not begin as RenLib's files do")
    rules = rules or Rules.grid((SIDE, SIDE), FIVE)
    if rules.shape != (SIDE, SIDE):
        raise RecordError(f"RenLib's board is 15 by 15, that of {rules} is not")
    return played(rules, _lines(data))


def _lines(data: bytes) -> list[tuple[int, ...]]:
    """Return the moves from the root to each leaf."""
    lines: list[tuple[int, ...]] = []
    line: list[int] = []
    waiting: list[int] = []  # how long the line was at each node that has a sibling to come
    at, total, first = HEAD_BYTES, 0, True
    while True:
        cell, leaf, sibling, at = _node(data, at)
        if sibling:
            waiting.append(len(line))
        if cell is not None:
            line.append(cell)
        elif not first:
            raise RecordError(f"a pass before byte {at}: there is none in this game")
        alone = first and cell is None and at == len(data)
        first = False
        if not leaf and not alone:
            continue
        total += len(line)
        if total > MOST_MOVES:
            raise RecordError(f"more than {MOST_MOVES:,} moves, counting each line as a whole")
        lines.append(tuple(line))
        if not waiting:
            return lines
        del line[waiting.pop() :]


def _node(data: bytes, at: int) -> tuple[int | None, bool, bool, int]:
    """Return a node's cell, whether it is a leaf, whether it has a sibling, and where it ends."""
    if at + 2 > len(data):
        raise RecordError("it is cut off in the middle of the tree")
    place, flags = data[at], data[at + 1]
    at += 2
    texts = int(bool(flags & COMMENTS))
    if flags & EXTENSION:
        texts += any(data[at : at + 2])
        at += 2
    for _ in range(texts):
        at = _text_end(data, at)
    if place == 0:
        return None, bool(flags & LEAF), bool(flags & SIBLING), at
    row, column = place >> 4, (place & 15) - 1
    if column < 0 or row >= SIDE:
        raise RecordError(f"byte {place} before byte {at} is no cell")
    return row * SIDE + column, bool(flags & LEAF), bool(flags & SIBLING), at


def _text_end(data: bytes, at: int) -> int:
    """Return where the text that begins at `at` ends: after the pair of bytes with a zero."""
    while 0 not in (pair := data[at : at + 2]):
        if len(pair) < 2:
            raise RecordError("it is cut off in the middle of a text")
        at += 2
    return at + 2

"""RenLib's libraries: a tree of moves on 15×15.

After a header of twenty bytes come the nodes, each before its children and those before its next
sibling. A node is one byte for the cell (0 for a pass; otherwise row times 16 and column plus 1)
and one byte of flags. An extension and texts may follow, which fill pairs of bytes. The first node
is the empty board if it is a pass.

Source: gomoku/RenLib, RenLibDoc.cpp (AddLibrary), MoveNode.cpp and LibraryFile.cpp.
"""

from collections import Counter
from typing import NamedTuple

from noughts.core.catalogue import grouped, say
from noughts.core.errors import RecordError
from noughts.core.record import Record
from noughts.core.rules import Rules
from noughts.formats import notes as noting
from noughts.formats.lines import FIVE, check_board, check_total, played
from noughts.formats.notes import Notes, ReadOptions

HEAD = b"\xffRenLib\xff"
HEAD_BYTES = 20
NEWEST = (3, 4)  #: the supported version of RenLib's format
SIDE = 15
EXTENSION, NO_MOVE, START, COMMENT, MARK = 0x01, 0x02, 0x04, 0x08, 0x10
OLD_COMMENT, LEAF, SIBLING = 0x20, 0x40, 0x80
_PASS = -1

Line = tuple[int, ...]


class _Node(NamedTuple):
    """A node, and the start of the next one; `cell` is `_PASS` for a pass."""

    cell: int
    flags: int
    end: int


def looks(data: bytes) -> bool:
    """Whether the data begins like a RenLib file."""
    return data.startswith(HEAD)


def read(data: bytes, asked: ReadOptions, notes: Notes) -> Record:
    """Read a library: its first line is the record's, the others are branches.

    A line ends before a pass, because a pass is not a move in this game.

    Raises:
        RecordError: The file is not a library, is cut off, or has illegal moves.
    """
    if not looks(data) or len(data) < HEAD_BYTES:
        raise RecordError.said("file format", "no RenLib")
    rules = asked.rules or Rules.grid((SIDE, SIDE), FIVE)
    check_board((SIDE, SIDE), rules)
    version = data[len(HEAD)], data[len(HEAD) + 1]
    if NEWEST < version < (255, 255):
        said, newest = (f"{major}.{minor}" for major, minor in (version, NEWEST))
        notes.append(say("file note", "version", version=said, newest=newest))
    lost: Counter[str] = Counter()
    lines = _lines(data, lost)
    noting.left_out(notes, noting.things(lost))
    return played(rules, lines, assumed=asked.rules is None)


def _lines(data: bytes, lost: Counter[str]) -> list[Line]:
    """Return the moves from the root to each leaf; count what is left out."""
    lines: list[Line] = []
    short: list[Line] = []  # lines that end before a pass, or before a text without a move
    line: list[int] = []
    waiting: list[int] = []  # the length of the line at each node whose sibling follows later
    cut: int | None = None  # where on the line something is not a move
    at, total, first = HEAD_BYTES, 0, True
    while True:
        cell, flags, at = _node(data, at, lost)
        if flags & SIBLING:
            waiting.append(len(line))
        root = first and cell == _PASS
        first = False
        if not root:
            if cut is not None:
                lost["node"] += 1
            elif cell == _PASS or flags & NO_MOVE:
                cut = len(line)
                lost["text" if cell != _PASS else "pass"] += 1
            line.append(cell)
        if flags & LEAF or (root and at == len(data)):
            total += len(line)
            check_total(total)
            if cut is None:
                lines.append(tuple(line))
            else:
                short.append(tuple(line[:cut]))
            if not waiting:
                break
            del line[waiting.pop() :]
            if cut is not None and cut >= len(line):
                cut = None
    if at < len(data):
        lost["byte"] = len(data) - at
    return [*lines, *short]


def _node(data: bytes, at: int, lost: Counter[str]) -> _Node:
    """Read a node; count its texts and signs."""
    if at + 2 > len(data):
        raise RecordError.said("file format", "cut off")
    place, flags = data[at], data[at + 1]
    at += 2
    texts = 0
    if flags & EXTENSION:
        texts = int(any(data[at : at + 2]) and bool(data[at + 1 : at + 2]))
        at += 2
    if flags & (COMMENT | OLD_COMMENT):
        lost["comment"] += 1
        at = _text_end(data, at, old=bool(flags & OLD_COMMENT))
    if texts:
        lost["board text"] += 1
        at = _text_end(data, at, old=False)
    if flags & (MARK | START):
        lost["mark"] += 1
    if place == 0:
        return _Node(_PASS, flags, at)
    row, column = place >> 4, (place & 15) - 1
    if column < 0 or row >= SIDE:
        raise RecordError.said("file format", "byte", byte=place, at=grouped(at))
    return _Node(row * SIDE + column, flags, at)


def _text_end(data: bytes, at: int, *, old: bool) -> int:
    """Return where a text ends: after a pair of bytes with a zero; in old files, a high bit."""
    while 0 not in (pair := data[at : at + 2]):
        if len(pair) < 2:
            raise RecordError.said("file format", "cut off")
        at += 2
        if old and max(pair) > 127:
            return at
    return at + 2

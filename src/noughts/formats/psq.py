"""Piskvork's games.

The first line has the board, two levels and the player who began. Each move has a line with column
and row, both from 1, and the milliseconds. The players and a code may follow. Gomocup's judge adds
the result and the name of the tournament, which gives the rule::

    Piskvorky 15x15, 11:11, 0
    8,8,120
    9,9,431
    pbrain-noughts
    pbrain-other
    -1
    1,Freestyle1

Piskvork reads with ``fscanf``, which ignores blanks between the numbers.
"""

import re

from noughts.core.catalogue import say
from noughts.core.errors import NoughtsError, RecordError, shorten
from noughts.core.record import Record
from noughts.core.rules import Rules
from noughts.formats import notes as noting
from noughts.formats.lines import (
    FIVE,
    check_board,
    five_in_a_row,
    headers_left_out,
    name_of,
    played,
)
from noughts.formats.notes import Notes, ReadOptions
from noughts.formats.results import HEADER as RESULT
from noughts.formats.results import settled

_HEAD = re.compile(
    r"Piskvorky\s+([0-9]{1,3})\s*x\s*([0-9]{1,3})\s*,"
    r"\s*(-?[0-9]{1,9})\s*:\s*(-?[0-9]{1,9})\s*,\s*([01])"
)
_MOVE = re.compile(
    r"([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*"
    r"(?:,\s*(-?[0-9]{0,20}(?:\.[0-9]{0,20})?)\s*)?"
)
_CODE = re.compile(r"-?[0-9]{1,9}")
_NUMBERS = re.compile(r"-?[0-9]+\s*[,;]\s*-?[0-9]")  # the start of something like a move
_FOOTER = re.compile(r"([012])\s*,\s*(\S.*)")
#: The rule of a Gomocup tournament, by the start of its name.
_TOURNAMENTS = {"freestyle": "", "fastgame": "", "unlimited": "", "standard": " exact",
                "caro": " caro"}  # fmt: skip


def looks(data: bytes) -> bool:
    """Whether the data begins like a Piskvork game."""
    return data.removeprefix(b"\xef\xbb\xbf").startswith(b"Piskvorky ")


def read(data: bytes, asked: ReadOptions, notes: Notes) -> Record:
    """Read a game.

    Raises:
        RecordError: The first line or a move is wrong; says which.
    """
    text = _decoded(data, notes)
    head, *rest = text.splitlines() or [""]
    size = _HEAD.fullmatch(head.strip())
    if size is None:
        raise RecordError.said("file format", "no Piskvorky", text=shorten(head))
    shape = int(size[1]), int(size[2])
    moves, times, after = _split(rest)
    names, footer = _ending(after)
    if moves and not after and not text[-1:].isspace():
        notes.append(say("file note", "last move"))
    rules = asked.rules or _rules(shape, footer, notes)
    check_board(shape, rules)
    cells: list[int] = []
    for number, move in moves:
        try:
            cells.append(rules.cell_at(int(move[1]) - 1, int(move[2]) - 1))
        except NoughtsError:
            last = rules.name(rules.cells - 1)
            why = say("illegal", "name", name=shorten(move[0]), last=last)
            raise RecordError.said("usage", "of line", line=number, text=why) from None
    if size[5] == "1":
        names.reverse()  # the second player began
    headers = [(mark, name_of(name)) for mark, name in zip("XO", names, strict=False)]
    if footer:
        headers.append(("Event", name_of(footer[2])))
    record = played(rules, [cells], headers, assumed=asked.rules is None and not footer)
    if times:
        noting.left_out(notes, [noting.thing("times")])
    return _with_result(record, footer, notes)


def write(record: Record, notes: Notes) -> bytes:
    """Return a game.

    Raises:
        RecordError: The game is not five in a row, or did not begin on the empty board.
    """
    rules = record.start.rules
    plain = rules.k == FIVE and len(rules.shape) == 2
    if not plain or rules.torus or rules.misere or rules.gravity or record.start.ply:
        raise RecordError.said("file format", "five")
    if rules != Rules.grid(rules.shape, FIVE):
        notes.append(say("file note", "no rules", name="psq", rules=rules))
    places = [rules.place(cell) for cell in record.moves]
    headers = dict(record.headers)
    names = [headers.get(mark, mark) for mark in "XO"]
    lost = headers_left_out(record, "XO")
    for at, mark in enumerate("XO"):
        if not names[at] or _NUMBERS.match(names[at]):
            lost.append(noting.thing("name", name=shorten(names[at]), mark=mark))
            names[at] = mark
    noting.left_out(notes, lost)
    lines = [
        f"Piskvorky {rules.shape[0]}x{rules.shape[1]}, 0:0, 0",
        *(f"{column + 1},{row + 1},0" for column, row in places),
        *names,
        "-1",
    ]
    return "".join(f"{line}\r\n" for line in lines).encode()


def _decoded(data: bytes, notes: Notes) -> str:
    """Return the text; Piskvork writes names in the Windows code page, often the Czech one."""
    if b"\0" in data:
        raise RecordError.said("file format", "no text")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        notes.append(say("file note", "encoding", encoding="Windows-1250"))
        return data.decode("cp1250", errors="replace")


def _split(lines: list[str]) -> tuple[list[tuple[int, re.Match[str]]], int, list[tuple[int, str]]]:
    """Return the moves with their lines, the number with a time, and the lines after them."""
    moves: list[tuple[int, re.Match[str]]] = []
    times = 0
    after: list[tuple[int, str]] = []
    for number, line in enumerate(lines, start=2):
        text = line.strip()
        move = _MOVE.fullmatch(text)
        if move is not None and not after:
            moves.append((number, move))
            times += bool(move[3] and move[3].strip("-0."))
        elif text and (move is not None or (_NUMBERS.match(text) and not _FOOTER.fullmatch(text))):
            name = "no psq move" if move is None else "late move"
            why = say("file format", name, text=shorten(text))
            raise RecordError.said("usage", "of line", line=number, text=why)
        elif text:
            after.append((number, text))
    return moves, times, after


def _ending(after: list[tuple[int, str]]) -> tuple[list[str], re.Match[str] | None]:
    """Return the players and the judge's last line."""
    footer = None
    if len(after) > 1 and _CODE.fullmatch(after[-2][1]):
        footer = _FOOTER.fullmatch(after[-1][1])
        after = after[:-1] if footer else after
    if after and _CODE.fullmatch(after[-1][1]):
        after = after[:-1]
    if len(after) not in (0, 2):
        number, text = after[0]
        why = say("file format", "no player", text=shorten(text))
        raise RecordError.said("usage", "of line", line=number, text=why)
    return [text for _, text in after], footer


def _rules(shape: tuple[int, int], footer: re.Match[str] | None, notes: Notes) -> Rules:
    """Return the rules in the judge's line; five or more in a row without such a line."""
    rules = five_in_a_row(*shape)
    if footer is None:
        return rules
    name = footer[2].strip().lower()
    if name.startswith("renju"):
        raise RecordError.said("file format", "renju")
    words = [words for start, words in _TOURNAMENTS.items() if name.startswith(start)]
    if not words:
        notes.append(say("file note", "unknown rule", text=shorten(footer[2]), rules=rules))
    return Rules.parse(f"{rules}{words[0] if words else ''}")


def _with_result(record: Record, footer: re.Match[str] | None, notes: Notes) -> Record:
    """Return the record with the judge's result, if its moves do not give one.

    The judge's 1 and 2 are players of the tournament; the file does not say which one began.
    Source: Gomocup/GomocupJudge, server/server.py, Client_state.end.
    """
    end = record.positions()[-1]
    if footer is None:
        return record
    said = settled("draw", end, notes) if footer[1] == "0" else None
    if said is not None:
        return type(record)(record.start, record.moves, headers=(*record.headers, (RESULT, said)))
    if footer[1] != "0" and end.outcome is None:
        notes.append(say("file note", "winner", player=footer[1]))
    return record

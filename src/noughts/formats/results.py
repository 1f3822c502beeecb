"""How a game ended, if its moves do not say: the header ``Result`` of a record.

Its values are ``X wins``, ``X wins by resignation``, ``X wins on time``, ``X wins by forfeit``, the
same of O, ``draw`` and ``no result``.
"""

import re

from noughts.core.catalogue import say
from noughts.core.position import Mark, Position
from noughts.core.record import Record, result
from noughts.formats.notes import Notes

HEADER = "Result"
_DRAW, _VOID = "draw", "no result"
#: How a game was won, in SGF and in words.
_HOW = {"Resign": " by resignation", "Time": " on time", "Forfeit": " by forfeit"}
_SHORT = {name[0].lower(): name for name in _HOW} | {name.lower(): name for name in _HOW}
_SGF = re.compile(r"([BW])\+(.*)", re.IGNORECASE | re.DOTALL)
_POINTS = re.compile(r"[0-9]*(?:\.[0-9]+)?")
_WORDS = re.compile(rf"([XO]) wins({'|'.join(_HOW.values())})?")


def from_sgf(value: str, x: str, notes: Notes) -> str | None:
    """Return an SGF result in words; `x` is the colour of X, B or W.

    >>> from_sgf("W+R", "B", []), from_sgf("W+1", "W", []), from_sgf("0", "B", [])
    ('O wins by resignation', 'X wins', 'draw')
    """
    said = value.strip()
    if said.lower() in {"0", "draw", "b+draw", "w+draw"}:  # RenLib reads B+Draw
        return _DRAW
    if said.lower() == "void":
        return _VOID
    won = _SGF.fullmatch(said)
    if won is None:
        if said not in {"", "?", "*"}:
            notes.append(say("file note", "no result", result=f"RE[{said[:20]}]"))
        return None
    winner = Mark.X if won[1].upper() == x else Mark.O
    how = _SHORT.get(won[2].strip().lower())
    if how is None and not _POINTS.fullmatch(won[2].strip()):
        notes.append(say("file note", "how won", result=f"RE[{said[:20]}]"))
    return f"{winner} wins" + (_HOW[how] if how else "")


def to_sgf(said: str) -> str | None:
    """Return a result in SGF, with X as black; None if it is not a result.

    >>> to_sgf("O wins on time"), to_sgf("draw"), to_sgf("unclear")
    ('W+Time', 'Draw', None)
    """
    if said in {_DRAW, _VOID}:
        return {_DRAW: "Draw", _VOID: "Void"}[said]
    won = _WORDS.fullmatch(said)
    if won is None:
        return None
    how = next((name for name, words in _HOW.items() if words == won[2]), "")
    return ("B+" if won[1] == "X" else "W+") + how


def of(record: Record) -> str | None:
    """Return a record's result in SGF: by its moves, else by its header."""
    end = record.positions()[-1]
    if end.outcome is not None:
        return to_sgf(result(end))
    return to_sgf(dict(record.headers).get(HEADER, ""))


def without(record: Record) -> Record:
    """Return a record without its result, because the game goes on.

    >>> from noughts import Record
    >>> without(Record.of("3,3,3", {"X": "Ada", "Result": "X wins on time"})).headers
    (('X', 'Ada'),)
    """
    headers = tuple(header for header in record.headers if header[0] != HEADER)
    if headers == record.headers:
        return record
    return type(record)(record.start, record.moves, record.at, record.branches, headers)


def settled(said: str | None, end: Position, notes: Notes) -> str | None:
    """Return the header that a game needs for the result in its file.

    None if the moves give it. If the moves give another result, they count, and a note says so.
    """
    if said is None or end.outcome is None:
        return said
    led = result(end)
    if not said.startswith(led):
        notes.append(say("file note", "other result", said=repr(said), led=repr(led)))
    return None

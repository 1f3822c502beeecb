"""A record as Smart Game Format: X is black, because black moves first there."""

import re

from noughts.core.errors import RecordError
from noughts.core.notation import LETTERS
from noughts.core.position import Mark
from noughts.core.record import Moves, Record
from noughts.core.rules import Rules
from noughts.formats import notes as noting
from noughts.formats import results
from noughts.formats.lines import headers_left_out
from noughts.formats.notes import Notes

#: A record's headers and their properties.
HEADERS = {"X": "PB", "O": "PW", "X rank": "BR", "O rank": "WR", "Date": "DT", "Event": "EV",
           "Round": "RO", "Place": "PC", "Game": "GN", "Comment": "GC",
           "Opening": "ON"}  # fmt: skip


def write(record: Record, notes: Notes) -> bytes:
    """Return a game with its branches.

    Raises:
        RecordError: The game is in a box, and points have no letter for the layer.
    """
    start = record.start
    rules = start.rules
    if len(rules.shape) != 2:
        raise RecordError.said("file format", "flat", name="sgf")
    columns, rows = rules.shape
    size = str(columns) if columns == rows else f"{columns}:{rows}"
    root = {"FF": "4", "GM": "4", "CA": "UTF-8", "AP": "Noughts", "SZ": size, "RU": str(rules)}
    headers = dict(record.headers)
    root |= {name: headers[key] for key, name in HEADERS.items() if headers.get(key)}
    result = results.of(record)
    root |= {} if result is None else {"RE": result}
    held = [key for key in HEADERS if headers.get(key)]
    lost = headers_left_out(record, [*held, results.HEADER] if result else held)
    if record.at < len(record.moves):
        lost.append(noting.thing("at move", move=record.at))
    played = record.moves
    if any(line[: len(played)] == played for line in record.branches):
        lost.append(noting.thing("end", len(played)))
    noting.left_out(notes, lost)
    text = "".join(f"{name}[{_escaped(value)}]" for name, value in root.items())
    for name, stones in (("AB", start.x), ("AW", start.o)):
        points = [_point(rules, cell) for cell in range(rules.cells) if stones >> cell & 1]
        text += (name + "".join(f"[{point}]" for point in points)) if points else ""
    return f"(;{text}{_written(record)})\n".encode()


def _written(record: Record) -> str:
    """Return the nodes after the root; moves that lines share are written once."""
    rules, start = record.start.rules, record.start
    sides = "BW" if start.turn is Mark.X else "WB"
    text: list[str] = []
    # What is still to write: text, or lines with a common prefix.
    todo: list[str | tuple[int, list[Moves]]] = [(0, [record.moves, *record.branches])]
    while todo:
        item = todo.pop()
        if isinstance(item, str):
            text.append(item)
            continue
        depth, lines = item
        groups: dict[int, list[Moves]] = {}
        for line in lines:
            if depth < len(line):
                groups.setdefault(line[depth], []).append(line)
        begin, end = ("(", ")") if len(groups) > 1 else ("", "")
        for cell, group in reversed(groups.items()):
            node = f"{begin};{sides[depth % 2]}[{_point(rules, cell)}]"
            todo += [end, (depth + 1, group), node]
    return "".join(text)


def _point(rules: Rules, cell: int) -> str:
    return "".join(LETTERS[at] for at in rules.place(cell))


def _escaped(value: str) -> str:
    return re.sub(r"([\]\\])", r"\\\1", value)

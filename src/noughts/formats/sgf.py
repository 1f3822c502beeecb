r"""Smart Game Format, FF[4], with GM[4]: gomoku and its kin.

A game is a tree of nodes with properties. Read are: ``SZ`` (the board), ``RU`` (the rules, as
Noughts writes them, or as a number of Gomocup's, such as 0 for freestyle), ``AB``, ``AW`` (stones
at the start), ``B``, ``W`` (moves), ``PB``, ``PW``, ``DT``, ``EV``, ``PC`` (who, when, where),
``ON`` (how it was opened). A point is two letters, column and row from the top left.

Source: Arno Hollosi, "SGF File Format FF[4]", 2021.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from noughts.errors import NoughtsError, RecordError, shorten
from noughts.formats.lines import MOST_MOVES, five_in_a_row, name_of, played
from noughts.notation import LETTERS
from noughts.position import Mark, Position
from noughts.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from noughts.record import Moves, Record

#: Headers of a record, and the properties that hold them.
HEADERS = {"X": "PB", "O": "PW", "Date": "DT", "Event": "EV", "Place": "PC", "Opening": "ON"}
GAME = "4"
_TOKEN = re.compile(r"\s*(?:([();])|([A-Za-z]+)|\[((?:\\.|[^\]\\])*)\])", re.DOTALL)
_SIZE = re.compile(r"([0-9]{1,2})(?::([0-9]{1,2}))?")
_NUMBERED = {"0": "", "1": " exact", "8": " caro", "9": " exact caro"}  # as Gomocup does

Node = dict[str, list[str]]


class _Tree(NamedTuple):
    """The nodes of the first game in their order, each with its parent (-1: none)."""

    nodes: list[Node]
    parents: list[int]

    def leaves(self) -> Iterator[list[int]]:
        """Yield the nodes from the root to each leaf."""
        inner = set(self.parents)
        total = 0
        for leaf in range(len(self.nodes)):
            if leaf in inner:
                continue
            path = [leaf]
            while self.parents[path[-1]] >= 0:
                path.append(self.parents[path[-1]])
            total += len(path)
            if total > MOST_MOVES:
                raise RecordError(f"more than {MOST_MOVES:,} moves, counting each line as a whole")
            yield path[::-1]


def looks(data: bytes) -> bool:
    """Whether it begins as games in SGF do."""
    return data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"("


def read(data: bytes, rules: Rules | None) -> Record:
    """Read the first game of a file.

    Raises:
        RecordError: it is no SGF, another game's, or has moves that cannot be played.
    """
    tree = _parse(_decoded(data))
    root = tree.nodes[0]
    if root.get("GM", [GAME])[0].strip() != GAME:
        raise RecordError(f"GM[{root['GM'][0][:20]}] is another game than five in a row, GM[4]")
    rules = _rules(root, rules)
    start = _start(root, rules)
    lines: list[list[int]] = []
    for path in tree.leaves():
        moves = [move for index in path for move in _moves(tree.nodes[index])]
        lines.append(_alternate(moves, start))
    headers = [(key, name_of(root[name][0])) for key, name in HEADERS.items() if root.get(name)]
    return played(start, lines, headers)


def write(record: Record) -> bytes:
    """Return a game with its branches.

    Raises:
        RecordError: it is in a box, where points have no letters for the layer.
    """
    start = record.start
    rules = start.rules
    if len(rules.shape) != 2:
        raise RecordError("sgf holds boards, no boxes; text holds them")
    columns, rows = rules.shape
    size = str(columns) if columns == rows else f"{columns}:{rows}"
    root = {"FF": "4", "GM": GAME, "CA": "UTF-8", "AP": "Noughts", "SZ": size, "RU": str(rules)}
    headers = dict(record.headers)
    root |= {name: headers[key] for key, name in HEADERS.items() if headers.get(key)}
    position = record.positions()[-1]
    if position.outcome is not None:
        winner = position.outcome.winner
        root["RE"] = {Mark.X: "B+", Mark.O: "W+", None: "Draw"}[winner]
    text = "".join(f"{name}[{_escaped(value)}]" for name, value in root.items())
    for name, stones in (("AB", start.x), ("AW", start.o)):
        points = [_point(rules, cell) for cell in range(rules.cells) if stones >> cell & 1]
        text += (name + "".join(f"[{point}]" for point in points)) if points else ""
    return f"(;{text}{_written(record)})\n".encode()


# -- reading ---------------------------------------------------------------------------------


def _decoded(data: bytes) -> str:
    if b"\0" in data:
        raise RecordError("it is no text")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")  # what SGF is, unless it says something else


def _parse(text: str) -> _Tree:
    """Read the first game; nothing is deeper than a list.

    Raises:
        RecordError: a bracket or parenthesis is missing or too much; says where.
    """
    tree = _Tree([], [])
    open_at: list[int] = []  # the node before each parenthesis that is open
    last, name, at = -1, "", 0
    while found := _TOKEN.match(text, at):
        mark, letters, value = found.groups()
        at = found.end()
        if mark == "(":
            open_at.append(last)
        elif not open_at:
            break
        elif mark == ")":
            last, name = open_at.pop(), ""
            if not open_at:
                if not tree.nodes:
                    break
                return tree
        elif mark == ";":
            tree.nodes.append({})
            tree.parents.append(last)
            last, name = len(tree.nodes) - 1, ""
        elif letters:
            name = "".join(filter(str.isupper, letters))
        elif last < 0 or not name:
            raise RecordError(f"character {found.start() + 1}: a value without a property")
        else:
            tree.nodes[last].setdefault(name, []).append(re.sub(r"\\(.)", r"\1", value))
    where = (
        "it ends" if not text[at:].strip() else f"character {at + 1}: {shorten(text[at : at + 9])}"
    )
    raise RecordError(f"{where} in the middle of a game" if open_at else "there is no game in it")


def _rules(root: Node, rules: Rules | None) -> Rules:
    """Return the rules that the file says or that were given; five in a row if neither are."""
    size = root.get("SZ", ["15"])[0].strip()
    found = _SIZE.fullmatch(size)
    if found is None:
        raise RecordError(f"SZ[{size[:20]}] is no size of a board")
    shape = int(found[1]), int(found[2] or found[1])
    said = root.get("RU", [""])[0].strip()
    if rules is None and "," in said:
        try:
            rules = Rules.parse(said)
        except NoughtsError as error:
            raise RecordError(f"RU: {error}") from None
    elif rules is None:
        rules = five_in_a_row(*shape)
        if said == "4" or "renju" in said.lower():
            raise RecordError("renju is not played here; say by which rules to read it")
        rules = Rules.parse(f"{rules}{_NUMBERED.get(said, '')}")
    if rules.shape != shape:
        raise RecordError(f"it is a game on {shape[0]} by {shape[1]}, not of {rules}")
    return rules


def _start(root: Node, rules: Rules) -> Position:
    """Return the position of the stones at the start; with white first, white is X."""
    black, white = (_stones(root.get(name, []), rules) for name in ("AB", "AW"))
    if black.bit_count() < white.bit_count():
        black, white = white, black
    return Position(rules, black, white)


def _stones(values: list[str], rules: Rules) -> int:
    board = 0
    for value in values:
        corners = [_place(point) for point in value.strip().split(":")]
        if len(corners) > 2:
            raise RecordError(f"[{value[:20]}] is neither a point nor a rectangle of points")
        (left, top), (right, bottom) = corners[0], corners[-1]
        for row in range(top, bottom + 1):
            for column in range(left, right + 1):
                board |= 1 << rules.cell_at(column, row)
    return board


def _moves(node: Node) -> Iterator[tuple[str, str]]:
    """Yield who moves where, in the order of the node."""
    for name, values in node.items():
        if name in {"B", "W"}:
            yield from ((name, value.strip()) for value in values)


def _alternate(moves: list[tuple[str, str]], start: Position) -> list[int]:
    rules = start.rules
    cells: list[int] = []
    for number, (side, point) in enumerate(moves, start=1):
        if number > 1 and side == moves[number - 2][0]:
            raise RecordError(f"move {number}: {side} moves twice")
        try:
            cells.append(rules.cell_at(*_place(point)))
        except NoughtsError:
            raise RecordError(
                f"move {number}: {side}[{point[:20]}] is no cell of {rules}"
            ) from None
    return cells


def _place(point: str) -> tuple[int, int]:
    if len(point) != 2 or not set(point) <= set(LETTERS):
        raise RecordError(f"[{point[:20]}] is no point, such as hh")
    return LETTERS.index(point[0]), LETTERS.index(point[1])


# -- writing ---------------------------------------------------------------------------------


def _written(record: Record) -> str:
    """Return the nodes after the root: what lines have in common stands once."""
    rules, start = record.start.rules, record.start
    sides = "BW" if start.turn is Mark.X else "WB"
    text: list[str] = []
    # What is still to be written: text, or lines that agree in so many moves.
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

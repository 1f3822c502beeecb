r"""Smart Game Format, FF[4], with GM[4]: gomoku and similar games.

A game is a tree of nodes with properties. The reader uses ``SZ`` (the board), ``RU`` (the rules;
see `sgf_rules`), ``AB``, ``AW``, ``AE`` and ``PL`` (stones at the start, and the side to move),
``B`` and ``W`` (moves), ``RE`` (the result), and the players, time and place (`sgf_write.HEADERS`).
A point is two letters: column and row from the top left.

X is the colour that moves first, even if that is white. Everything else in a node, such as a
comment or a label, is counted and reported.

Source: Arno Hollosi, "SGF File Format FF[4]", 2021.
"""

import itertools
import math
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from noughts.core.catalogue import grouped, say
from noughts.core.errors import NoughtsError, RecordError
from noughts.core.notation import LETTERS
from noughts.core.position import Position
from noughts.core.record import Record
from noughts.core.rules import Rules
from noughts.formats import notes as noting
from noughts.formats import results, sgf_write
from noughts.formats.lines import name_of, played
from noughts.formats.notes import Notes, ReadOptions
from noughts.formats.sgf_rules import rules_of
from noughts.formats.sgf_tree import Node, SgfTree, decoded, games, parse

write = sgf_write.write
_STONES = ("AB", "AW", "AE")
_READ = {"SZ", "RU", "GM", "FF", "CA", "AP", "ST", "PL", "RE", "B", "W", *_STONES}
_NAMES = {"C": "comment", "N": "node name", "LB": "label"}
_OF_COLOURS = {"PB": "PW", "PW": "PB", "BR": "WR", "WR": "BR"}


class _Start(NamedTuple):
    position: Position  #: the initial stones; X moves first
    first: str  #: the colour that moves, B or W
    x: str  #: the colour of X
    nodes: set[int]  #: the nodes with these stones


def looks(data: bytes) -> bool:
    """Whether the data begins like SGF."""
    return data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"("


def read(data: bytes, asked: ReadOptions, notes: Notes) -> Record:
    """Read a game of a file, by default the first one.

    Raises:
        RecordError: The file is not SGF, is another game, or has illegal moves.
    """
    text = decoded(data, notes)
    spans = games(text, notes)
    number = asked.game or 1
    if number > len(spans):
        count = len(spans)
        raise RecordError.said(
            "file format", "no game", number=number, count=count, games=grouped(count)
        )
    tree = parse(text, spans[number - 1][0])
    root = tree.nodes[0]
    if len(spans) > 1 and asked.game is None:
        players = " - ".join(name_of(root[name][0]) for name in ("PB", "PW") if root.get(name))
        name = "first game of" if players else "first game"
        notes.append(say("file note", name, players=players, games=grouped(len(spans))))
    rules, assumed = rules_of(root, asked.rules, notes)
    start = _start(tree, rules, notes)
    lines = [_alternate(tree, path, start, rules) for path in tree.leaves()]
    record = played(start.position, lines, _headers(root, start.x), assumed=assumed)
    _note_rest(tree, start, notes)
    said = results.from_sgf(root["RE"][0], start.x, notes) if root.get("RE") else None
    said = results.settled(said, record.positions()[-1], notes)
    if said is None:
        return record
    headers = (*record.headers, (results.HEADER, said))
    return Record(record.start, record.moves, None, record.branches, headers)


# -- the start -------------------------------------------------------------------------------


def _start(tree: SgfTree, rules: Rules, notes: Notes) -> _Start:
    """Return the initial stones, and who moves first."""
    stones = {"AB": 0, "AW": 0}
    turn = ""
    nodes: set[int] = set()
    for index in _before_moves(tree):
        node = tree.nodes[index]
        given = {name: _stones(node.get(name, []), rules) for name in _STONES}
        if given["AB"] & given["AW"]:
            raise RecordError.said("file format", "two stones", node=index + 1)
        for colour, name in enumerate(stones):
            mine, other = given[name], given[("AB", "AW")[1 - colour]]
            stones[name] = (stones[name] & ~other & ~given["AE"]) | mine
        nodes.add(index)
        turn = _turn(node) or turn
        if index and any(given.values()):
            notes.append(say("file note", "stones", node=index + 1))
    first = turn or _first(tree) or ""
    black, white = stones["AB"].bit_count(), stones["AW"].bit_count()
    first = first or ("W" if black > white else "B")
    # With equal numbers of stones X moves; with one more, the other colour does.
    x = first if black == white else "B" if black > white else "W"
    if black - white == {"W": 1, "B": -1}[first] or abs(black - white) != 1:
        position = Position(rules, *(stones["AB"], stones["AW"])[:: 1 if x == "B" else -1])
    else:
        raise RecordError.said("file format", "stones", colour=first, black=black, white=white)
    if x == "W":
        notes.append(say("file note", "swapped"))
    return _Start(position, first, x, nodes)


def _before_moves(tree: SgfTree) -> Iterator[int]:
    """Yield the nodes up to the first one with a move or several children."""
    children: list[list[int]] = [[] for _ in tree.nodes]
    for index, parent in enumerate(tree.parents):
        if parent >= 0:
            children[parent].append(index)
    index = 0
    while True:
        yield index
        if len(children[index]) != 1 or any(_moves(tree.nodes[index])):
            return
        index = children[index][0]


def _turn(node: Node) -> str:
    """Return the side to move from PL, B or W; empty if PL is missing."""
    said = [value.strip() for value in node.get("PL", [])]
    colours = {"b": "B", "black": "B", "1": "B", "w": "W", "white": "W", "2": "W"}
    if len(said) > 1 or any(value.lower() not in colours for value in said):
        raise RecordError.said("file format", "PL", text=f"PL[{']['.join(said)[:20]}]")
    return colours[said[0].lower()] if said else ""


def _first(tree: SgfTree) -> str | None:
    """Return the colour of the first move in the file."""
    return next((side for node in tree.nodes for side, _ in _moves(node)), None)


def _stones(values: list[str], rules: Rules) -> int:
    board = 0
    for value in values:
        corners = [_place(point) for point in value.strip().split(":")]
        (left, top), (right, bottom) = corners[0], corners[-1]
        if len(corners) > 2 or right < left or bottom < top:
            raise RecordError.said("file format", "rectangle", text=f"[{value[:20]}]")
        first, last = rules.cell_at(left, top), rules.cell_at(right, bottom)
        if rules.cells < math.prod(rules.shape):  # a board with holes
            inside = itertools.product(range(left, right + 1), range(top, bottom + 1))
            board |= sum(1 << rules.cell_at(*place) for place in inside)
            continue
        across = (2 << right - left) - 1
        for begin in range(first, last + 1, rules.shape[0]):
            board |= across << begin
    return board


# -- the moves -------------------------------------------------------------------------------


def _moves(node: Node) -> Iterator[tuple[str, str]]:
    """Yield the moves of a node, in order: who moves, and where."""
    for name, values in node.items():
        if name in {"B", "W"}:
            yield from ((name, value.strip()) for value in values)


def _alternate(tree: SgfTree, path: list[int], start: _Start, rules: Rules) -> list[int]:
    """Return the moves of a line."""
    cells: list[int] = []
    turn = start.first
    for index in path:
        node = tree.nodes[index]
        if index not in start.nodes and any(name in node for name in _STONES):
            raise RecordError.said("file format", "late stones", node=index + 1)
        for side, point in _moves(node):
            number = len(cells) + 1
            if side != turn:
                why = say("file format", "turn", colour=side, turn=turn)
                raise RecordError.said("record text", "move", number=number, problem=why)
            turn = "W" if side == "B" else "B"
            try:
                cells.append(rules.cell_at(*_place(point)))
            except NoughtsError:
                name = "pass" if point in {"", "tt"} else "no cell"
                why = say("file format", name, move=f"{side}[{point[:20]}]", rules=rules)
                raise RecordError.said("record text", "move", number=number, problem=why) from None
    return cells


def _place(point: str) -> tuple[int, int]:
    if len(point) != 2 or not set(point) <= set(LETTERS):
        raise RecordError.said("file format", "point", text=f"[{point[:20]}]")
    return LETTERS.index(point[0]), LETTERS.index(point[1])


# -- the rest --------------------------------------------------------------------------------


def _headers(root: Node, x: str) -> list[tuple[str, str]]:
    """Return the players, time and place; if X is white, the colours' properties are swapped."""
    headers: list[tuple[str, str]] = []
    for key, name in sgf_write.HEADERS.items():
        held = name if x == "B" else _OF_COLOURS.get(name, name)
        value = name_of(root.get(held, [""])[0])
        headers += [(key, value)] if root.get(held) else []
    return headers


def _note_rest(tree: SgfTree, start: _Start, notes: Notes) -> None:
    """Report what else the nodes have."""
    lost: Counter[str] = Counter()
    headers = set(sgf_write.HEADERS.values())
    for index, node in enumerate(tree.nodes):
        for name, values in node.items():
            read = name in _READ or (index == 0 and name in headers)
            if index and name in {"RE", "SZ", "RU", "GM"}:
                read = False
            if name == "PL" and index not in start.nodes:
                read = False
            more = len(values) - 1 if index == 0 and name in headers | {"RE"} else 0
            if (name == "HA" and values == ["0"]) or (read and not more):
                continue
            if any(value.strip() for value in values):
                lost[name] += len(values)
    noting.left_out(
        notes,
        [
            noting.thing(_NAMES[name], count) if name in _NAMES else name
            for name, count in lost.items()
        ],
    )

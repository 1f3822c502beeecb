"""The text of SGF: its encoding, the games in a file, and the tree of one game.

Source: Arno Hollosi, "SGF File Format FF[4]", 2021.
"""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING, NamedTuple

from noughts.core.errors import RecordError, shorten
from noughts.formats.lines import MOST_MOVES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from noughts.formats.notes import Notes

MOST_NODES = 500_000  #: the most nodes of one game
_VALUE = r"[^\]\\]*(?:\\.[^\]\\]*)*"
_TOKEN = re.compile(rf"\s*(?:([();])|([A-Za-z]+)|\[({_VALUE})\])", re.DOTALL)
_BRACKET = re.compile(rf"[()]|\[{_VALUE}\]?", re.DOTALL)
_ENCODING = re.compile(rb"(?<![A-Za-z])CA\s{0,9}\[([^\]]{1,40})\]")
_ESCAPED = re.compile(r"\\(?:\r\n|\n\r|\r|\n|(.))", re.DOTALL)
#: Encodings of text files; Python also has codecs that are not encodings.
_ENCODINGS = re.compile(
    r"utf-8|ascii|iso8859-\d+|cp\d+|gbk|gb2312|gb18030|big5|big5hkscs|shift_jis\w*|euc_\w+|"
    r"iso2022_\w+|koi8-\w+|mac-\w+|hz|johab|tis-620"
)

Node = dict[str, list[str]]


class SgfTree(NamedTuple):
    """The nodes of a game in order, each with its parent (-1: none)."""

    nodes: list[Node]
    parents: list[int]

    def leaves(self) -> Iterator[list[int]]:
        """Yield the nodes from the root to each leaf.

        Raises:
            RecordError: There are too many nodes.
        """
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


def decoded(data: bytes, notes: Notes) -> str:
    """Return the text of a file, in the encoding that its property CA names.

    Raises:
        RecordError: The file is not text.
    """
    if b"\0" in data:
        raise RecordError("it is not text")
    named = list(dict.fromkeys(name.decode("latin-1").strip() for name in _ENCODING.findall(data)))
    known = {name: _codec(name) for name in named}
    if len(set(known.values())) > 1:
        notes.append(f"the games name several encodings ({', '.join(map(shorten, named[:9]))})")
    for name, codec in known.items():
        if codec is None:
            notes.append(f"CA[{name}] is not a known encoding")
            continue
        try:
            return data.decode(codec).removeprefix("\ufeff")
        except UnicodeDecodeError:
            notes.append(f"the file is not {name}, as CA says")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        notes.append("the file is not UTF-8: read as Latin-1, letters may be wrong")
        return data.decode("latin-1")


def _codec(name: str) -> str | None:
    try:
        codec = codecs.lookup(name).name
    except (LookupError, ValueError):
        return None
    return codec if _ENCODINGS.fullmatch(codec) else None


def games(text: str, notes: Notes) -> list[tuple[int, int]]:
    """Return where each game of a file begins and ends.

    Raises:
        RecordError: No game is complete; says where the text breaks off.
    """
    spans: list[tuple[int, int]] = []
    depth = begin = last = 0
    for found in _BRACKET.finditer(text):
        if found[0] == "(":
            if not depth:
                begin = found.start()
                _note_between(text[last:begin], spans, notes)
            depth += 1
        elif found[0] == ")" and depth:
            depth -= 1
            if not depth:
                last = found.end()
                spans.append((begin, last))
    if not spans:
        parse(text, 0)
        raise RecordError("it contains no game")
    _note_between(text[last:], spans, notes)
    return spans


def _note_between(text: str, spans: list[tuple[int, int]], notes: Notes) -> None:
    """Report text outside of the games.

    Raises:
        RecordError: The text is before the first game.
    """
    if text.strip():
        if not spans:
            raise RecordError("it contains no game: SGF begins with (;")
        notes.append(f"left out: what follows game {len(spans)}: {shorten(text.strip())}")


def parse(text: str, begin: int) -> SgfTree:
    """Read the game that begins at `start`, without recursion.

    Raises:
        RecordError: A bracket or parenthesis is missing or extra; says where.
    """
    tree = SgfTree([], [])
    open_at: list[int] = []  # the node before each open parenthesis
    last, name, at = -1, "", begin
    while token := _TOKEN.match(text, at):
        mark, letters, value = token.groups()
        at = token.end()
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
            if last >= MOST_NODES:
                raise RecordError(f"a game has at most {MOST_NODES:,} nodes")
        elif letters:
            name = "".join(filter(str.isupper, letters))
        elif last < 0 or not name:
            raise RecordError(f"character {token.start() + 1}: a value without a property")
        else:
            unescaped = _ESCAPED.sub(lambda escaped: escaped[1] or "", value)
            tree.nodes[last].setdefault(name, []).append(unescaped)
    where = (
        "it ends" if not text[at:].strip() else f"character {at + 1}: {shorten(text[at : at + 9])}"
    )
    raise RecordError(f"{where} in the middle of a game" if open_at else "it contains no game")

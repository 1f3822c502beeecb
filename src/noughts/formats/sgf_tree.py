"""The text of SGF: its encoding, the games in a file, and the tree of one game.

Source: Arno Hollosi, "SGF File Format FF[4]", 2021.
"""

import codecs
import re
from collections.abc import Iterator
from typing import NamedTuple

from noughts.core.catalogue import grouped, say
from noughts.core.errors import RecordError, shorten
from noughts.formats.lines import check_total
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
            check_total(total)
            yield path[::-1]


def decoded(data: bytes, notes: Notes) -> str:
    """Return the text of a file, in the encoding that its property CA names.

    Raises:
        RecordError: The file is not text.
    """
    if b"\0" in data:
        raise RecordError.said("file format", "no text")
    named = list(dict.fromkeys(name.decode("latin-1").strip() for name in _ENCODING.findall(data)))
    known = {name: _codec(name) for name in named}
    if len(set(known.values())) > 1:
        names = ", ".join(map(shorten, named[:9]))
        notes.append(say("file note", "encodings", names=names))
    for name, codec in known.items():
        if codec is None:
            notes.append(say("file note", "no encoding", text=f"CA[{name}]"))
            continue
        try:
            return data.decode(codec).removeprefix("\ufeff")
        except UnicodeDecodeError:
            notes.append(say("file note", "other encoding", text=f"CA[{name}]"))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        notes.append(say("file note", "encoding", encoding="Latin-1"))
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
        raise RecordError.said("file format", "no SGF")
    _note_between(text[last:], spans, notes)
    return spans


def _note_between(text: str, spans: list[tuple[int, int]], notes: Notes) -> None:
    """Report text outside of the games."""
    if text.strip():
        if not spans:
            raise RecordError.said("file format", "no SGF")
        after = shorten(text.strip())
        notes.append(say("file note", "rest", number=len(spans), text=after))


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
                raise RecordError.said("file format", "nodes", most=grouped(MOST_NODES))
        elif letters:
            name = "".join(filter(str.isupper, letters))
        elif last < 0 or not name:
            raise RecordError.said("file format", "value", character=token.start() + 1)
        else:
            unescaped = _ESCAPED.sub(lambda escaped: escaped[1] or "", value)
            tree.nodes[last].setdefault(name, []).append(unescaped)
    raise _broken_off(text, at) if open_at else RecordError.said("file format", "no SGF")


def _broken_off(text: str, at: int) -> RecordError:
    """Return the error for a game that is not whole: there is something else in it, or its end."""
    if not text[at:].strip():
        return RecordError.said("file format", "cut off")
    rest = shorten(text[at : at + 9])
    return RecordError.said("file format", "character", character=at + 1, text=rest)

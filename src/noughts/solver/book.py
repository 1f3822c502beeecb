"""An opening book: who wins every position of a game with gravity that has few stones.

A file has one line of JSON (what it is, of which game, up to how many stones), the signs, and the
CRC-32 of all before it, in four bytes, the highest first. A sign is 0, 1 or 2 for a loss, a draw or
a win of the side to move. Five make a byte: the digits of a number in base 3, the highest first.

No position is written down: its stones tell the place of its sign. The positions with most stones
come first, then those with three less, with four less, down to the empty board; each of these
layers begins with a new byte. What has one stone less, or two, is worth the best of its moves,
which takes 49 looks at most on seven columns; without those the file has two thirds of its size.
Within a layer the heights of the columns, from the left, come in lexicographic order, and
only those that are not after their mirror image: of the other positions the mirror image is looked
up. Within equal heights, number the stones column by column from the left, from the bottom; then
the numbers of those of the side to move come in lexicographic order. At a place where the game is
over, or where the stones cannot have come about, stands a win, which packs best.

Only the first layer is searched: what has fewer stones is worth the best of its moves. So a book
whose build was stopped is the beginning of the whole one, and is of use already.
"""

from __future__ import annotations

import json
import zlib
from functools import lru_cache
from itertools import combinations, islice
from math import comb
from pathlib import Path
from typing import TYPE_CHECKING, Any

from noughts.errors import PositionError, RulesError, TableError
from noughts.position import Mark, Position
from noughts.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

MAGIC = "noughts opening book"
FORMAT = 4
WEIGHTS = (81, 27, 9, 3, 1)  #: of the signs in a byte
TOGETHER = len(WEIGHTS)
CHECKSUM = 4  #: bytes
MOST = 13  #: stones
LEFT_OUT = 2  #: so many layers after the first
SAVE = 1000  #: places between two writings: a multiple of TOGETHER, seconds of search
SHIPPED = Path(__file__).parent / "books"


class Book:
    """Who wins the positions of one game that have few stones.

    Attributes:
        rules: the game.
        stones: up to so many stones positions are in the book.

    >>> from noughts import Position, Rules
    >>> rules = Rules.parse("connect-four")
    >>> book = shipped(rules)
    >>> book.find(Position(rules)), book.find(Position(rules).play("a"))
    (1, 1)
    """

    def __init__(self, places: Places, signs: bytes | bytearray) -> None:
        self.rules: Rules = places.rules
        self.stones: int = places.stones
        self._places = places
        self._signs = signs

    @property
    def whole(self) -> bool:
        """Whether the build came to its end: there is a sign at every place."""
        return TOGETHER * len(self._signs) == self._places.end

    def find(self, position: Position) -> int | None:
        """Return 1 if the side to move wins, 0 for a draw, -1 if it loses.

        None if the position is not here, or is over.
        """
        if position.ply > self.stones or position.outcome is not None:
            return None
        if position.ply not in self._places.layers:
            return _best(position, self)
        byte, digit = divmod(self._places.find(position), TOGETHER)
        if byte >= len(self._signs):
            return None
        return self._signs[byte] // WEIGHTS[digit] % 3 - 1

    def write(self, path: Path) -> None:
        """Write the book; a file of that name gives way once all is written."""
        header = {
            "magic": MAGIC,
            "format": FORMAT,
            "rules": str(self.rules),
            "stones": self.stones,
        }
        content = json.dumps(header).encode() + b"\n" + self._signs
        part = path.with_name(path.name + ".part")
        part.write_bytes(content + zlib.crc32(content).to_bytes(CHECKSUM, "big"))
        part.replace(path)


def read(path: Path) -> Book:
    """Read a book.

    Raises:
        TableError: the file is no book, of another format, or damaged.
    """
    return Book(*_read(path))


def _read(path: Path) -> tuple[Places, bytes]:
    content = path.read_bytes()
    line, _, rest = content.partition(b"\n")
    header = _header(line, path)
    if zlib.crc32(content[:-CHECKSUM]) != int.from_bytes(rest[-CHECKSUM:], "big"):
        raise TableError(f"{path} is damaged: it does not add up")
    return Places(Rules.parse(header["rules"]), _kept(header["stones"])), rest[:-CHECKSUM]


def _header(line: bytes, path: Path) -> dict[str, Any]:
    try:
        header = json.loads(line)
    except ValueError:
        header = None
    if not isinstance(header, dict) or header.get("magic") != MAGIC:
        raise TableError(f"{path} is no opening book of Noughts")
    if header.get("format") != FORMAT:
        raise TableError(f"{path} has format {header.get('format')}; this version reads {FORMAT}")
    return header


@lru_cache(maxsize=4)
def shipped(rules: Rules) -> Book | None:
    """Return the book that comes with Noughts; None if there is none for a game."""
    path = SHIPPED / f"{str(rules).replace(' ', '-')}.book"
    return read(path) if path.exists() else None


def _kept(stones: int) -> list[int]:
    """Return which layers a book up to so many stones has: how many stones each, in turn."""
    return [stones, *range(stones - LEFT_OUT - 1, -1, -1)]


class Places:
    """Where in a book the signs of the positions stand.

    Attributes:
        rules: the game, a board of columns and rows.
        stones: the most stones of a position.
        layers: the places of the positions with so many stones, for each number that is there.
        end: how many places there are.

    >>> rules = Rules.parse("2,2,3 gravity")
    >>> places = Places(rules, [1, 0])
    >>> [places.find(Position.parse(text, rules)) for text in ("../.X", "../X.", "../..")]
    [0, 0, 5]
    """

    def __init__(self, rules: Rules, layers: Sequence[int]) -> None:
        self.rules: Rules = rules
        self.stones: int = layers[0]
        self.layers: dict[int, range] = {}
        self._begin: dict[tuple[int, ...], int] = {}
        self.end: int = 0
        columns, rows = rules.shape
        for played in layers:
            first = self.end
            for heights in _heights(played, columns, rows):
                if heights <= heights[::-1]:
                    self._begin[heights] = self.end
                    self.end += comb(played, played // 2)
            self.end += -self.end % TOGETHER
            self.layers[played] = range(first, self.end)

    def find(self, position: Position) -> int:
        """Return the place of a position.

        Raises:
            KeyError: positions with so many stones are not here.
        """
        columns, rows = self.rules.shape
        taken = position.x | position.o
        own = position.x if position.turn is Mark.X else position.o
        found: list[list[bool]] = []
        for column in range(columns):
            cell = 1 << (rows - 1) * columns + column
            found.append([])
            while taken & cell:
                found[-1].append(own & cell != 0)
                cell >>= columns
        heights = tuple(map(len, found))
        if heights > heights[::-1]:
            found.reverse()
            heights = heights[::-1]
        # Where a combination stands in the order of `itertools.combinations`.
        stones = [mine for column in found for mine in column]
        many, held = len(stones), len(stones) // 2
        at = self._begin[heights] + comb(many, held) - 1
        for number in range(many):
            if stones[number]:
                at -= comb(many - 1 - number, held)
                held -= 1
        return at

    def positions(self) -> Iterator[Position | None]:
        """Yield the position of each place in turn; None where the game is over, or for none."""
        columns, rows = self.rules.shape
        places = 0
        for heights, begin in self._begin.items():
            for _ in range(places, begin):
                yield None
            stones = [
                1 << (rows - 1 - row) * columns + column
                for column, height in enumerate(heights)
                for row in range(height)
            ]
            many = len(stones)
            for held in combinations(stones, many // 2):
                own = sum(held)
                other = sum(stones) - own
                yield self._going_on(*((other, own) if many % 2 else (own, other)))
            places = begin + comb(many, many // 2)
        for _ in range(places, self.end):
            yield None

    def _going_on(self, x: int, o: int) -> Position | None:
        try:
            position = Position(self.rules, x, o)
        except PositionError:
            return None
        return position if position.outcome is None else None


@lru_cache(maxsize=1 << 10)
def _heights(stones: int, columns: int, rows: int) -> list[tuple[int, ...]]:
    """Return how high so many stones can make the columns, in lexicographic order."""
    if columns == 0:
        return [()] if stones == 0 else []
    first = range(max(0, stones - (columns - 1) * rows), min(stones, rows) + 1)
    return [
        (height, *others)
        for height in first
        for others in _heights(stones - height, columns - 1, rows)
    ]


def build(
    rules: Rules,
    stones: int,
    path: Path,
    ask: Callable[[Position], int],
    on_save: Callable[[int, int], None] | None = None,
) -> Book:
    """Value every position with up to so many stones; goes on from what a file already holds.

    Args:
        rules: the game.
        stones: how many stones, at most.
        path: where to write; at the end, and after every SAVE places that were searched.
        ask: returns the sign of a position with as many stones as the book takes.
        on_save: called after each writing with how many of these places are done, and how many
            there are.

    Raises:
        RulesError: the file is a book of another game, or up to another number of stones.
    """
    places, first = Places(rules, _kept(stones)), Places(rules, [stones])
    signs = bytearray()
    if path.exists():
        before, held = _read(path)
        if (before.rules, before.stones) != (rules, stones):
            raise RulesError(
                f"{path} is a book of {before.rules} up to {before.stones} stones, "
                f"not of {rules} up to {stones}"
            )
        signs += held
    if TOGETHER * len(signs) == places.end:
        return Book(places, signs)
    for packed in _packed(first, signs, ask):
        signs.append(packed)
        done = TOGETHER * len(signs)
        if done % SAVE == 0 and done < first.end:
            Book(places, signs).write(path)
            if on_save is not None:
                on_save(done, first.end)
    # All layers for now, as each is made of the one before.
    every = Places(rules, range(stones, -1, -1))
    whole = Book(every, signs)  # which grows with them
    for packed in _packed(every, signs, lambda position: _known(_best(position, whole))):
        signs.append(packed)
    kept = [every.layers[played] for played in places.layers]
    book = Book(places, b"".join(signs[at.start // TOGETHER : at.stop // TOGETHER] for at in kept))
    book.write(path)
    return book


def _packed(places: Places, signs: bytearray, ask: Callable[[Position], int]) -> Iterator[int]:
    """Yield the bytes that come after those that are there, up to the end of the places."""
    positions = islice(places.positions(), TOGETHER * len(signs), None)
    while group := list(islice(positions, TOGETHER)):
        packed = 0
        for position in group:
            packed = 3 * packed + 1 + (1 if position is None else ask(position))
        yield packed


def _known(sign: int | None) -> int:
    assert sign is not None  # noqa: S101  (what has more stones stands before)
    return sign


def _best(position: Position, book: Book) -> int | None:
    """Return the sign of a position from those of what its moves lead to; None if one lacks."""
    best, lacks = -1, False
    for _, child in position.children():
        if child.outcome is not None:
            best = max(best, int(child.outcome.winner is not None))
        else:
            sign = book.find(child)
            lacks = lacks or sign is None
            best = max(best, -(sign or 0))
        if best == 1:
            return best
    return None if lacks else best

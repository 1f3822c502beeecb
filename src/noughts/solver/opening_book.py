"""An opening book: who wins each position with few stones of a game with gravity.

A file has one line of JSON (what it is, its game, its number of stones), the signs and the slow
positions. Its last four bytes are the CRC-32 of everything before them, highest first. A sign is 0,
1 or 2 for a loss, a draw or a win of the side to move. Five signs make a byte: the digits of a
number in base 3, highest first.

The file does not contain the positions; the stones of a position give the place of its sign. The
positions with the most stones come first. Then come those with three fewer, with four fewer, and so
on down to the empty board. Each of these layers begins with a new byte. A position with one or two
stones fewer has the best value of its moves, which takes at most 49 look-ups on seven columns.
Leaving these positions out makes the file a third smaller.

Within a layer, the heights of the columns, from the left, are in lexicographic order. Only heights
that are not after their mirror image are stored; other positions are looked up as their mirror
image. Within equal heights, number the stones column by column from the left, from the bottom. The
numbers of the stones of the side to move are then in lexicographic order. The place of a finished
or unreachable position holds a win, which compresses best.

Only the first layer is searched; a position with fewer stones has the best value of its moves. So
the file of a build that was stopped is the beginning of the whole book, and is already useful.

The *slow positions*, if they are included, have one or two stones more than all others. A search
with an empty table looks at more than 200,000 positions before it knows who wins them. Each takes
four bytes, highest first: three times its place among the positions with as many stones, plus its
sign. Those with one more stone come before those with two, and the lowest come first. Two kinds are
left out. With one stone more, they are the positions after a lost position, since those are won.
With two, they are positions with a threat (a cell on which a stone of either side would complete a
line), since few of them are slow.

The *values*, if they are included, stand between the signs and the slow positions. They are those
of all positions with few stones: whole values, which include the plies (see
`noughts.solver.search.gravity_bitboard`). Each is a signed byte. The layers are in the order above,
and none is left out.
"""

from __future__ import annotations

import json
import struct
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, cast

from noughts.core.catalogue import counted, say
from noughts.core.errors import TableError
from noughts.core.position import Mark, Position
from noughts.core.rules import Rules
from noughts.core.whole_file import whole_file
from noughts.solver.ranking import TOGETHER, Places

MAGIC = "noughts opening book"
FORMAT = 6
WEIGHTS = (81, 27, 9, 3, 1)  #: the signs in a byte: TOGETHER of them
CHECKSUM = 4  #: bytes
MOST = 13  #: stones
LEFT_OUT = 2  #: the layers after the first
BEYOND = 2  #: slow positions have at most this many more stones
NUMBER = 4  #: bytes of a slow position
SHIPPED = Path(__file__).parent / "books"


class Book:
    """Who wins the positions with few stones of one game.

    >>> from noughts import Position, Rules
    >>> rules = Rules.parse("connect-four")
    >>> book = shipped(rules)
    >>> book.find(Position(rules)), book.find(Position(rules).play("a"))
    (1, 1)
    """

    def __init__(
        self,
        places: Places,
        signs: bytes | bytearray,
        slow: Sequence[int] = (),
        tried: int = 0,
        values: EarlyValues | None = None,
    ) -> None:
        self.rules: Rules = places.rules
        self.stones: int = places.stones  #: the most stones of a position in the book
        #: these three as in the file
        self.places = places
        self.signs = signs
        self.slow = slow
        self.tried = tried  #: the number of places with more stones that were checked for slowness
        #: the whole values of positions with few stones, in the order of their places
        self.values = values or EarlyValues(places.rules, -1)

    @cached_property
    def beyond(self) -> Places:
        """The places of the positions with more stones, which include the slow ones."""
        return Places(self.rules, range(self.stones + 1, self.stones + BEYOND + 1))

    @property
    def named(self) -> str:
        """What it is, after the name of its file."""
        stones = counted("stone", self.stones)
        return say("table file", "book", rules=self.rules, stones=stones)

    @property
    def whole(self) -> bool:
        """Whether the build is complete: every place has a sign."""
        return TOGETHER * len(self.signs) == self.places.end

    def find(self, position: Position) -> int | None:
        """Return 1 if the side to move wins, 0 for a draw, -1 if it loses.

        None if the position is not in the book, or is over.
        """
        if position.ply > self.stones + BEYOND or position.outcome is not None:
            return None
        if position.ply > self.stones:
            return self._find_slow(3 * self.beyond.find(position))
        if position.ply not in self.places.layers:
            return best_sign(position, self)
        byte, digit = divmod(self.places.find(position), TOGETHER)
        if byte >= len(self.signs):
            return None
        return self.signs[byte] // WEIGHTS[digit] % 3 - 1

    def _find_slow(self, number: int) -> int | None:
        """Return the sign stored with a number (three times a place), if the number is there."""
        at = bisect_left(self.slow, number)
        sign = self.slow[at] - number if at < len(self.slow) else 3
        return sign - 1 if sign < 3 else None

    def bounds(self, position: Position) -> tuple[int, int]:
        """Return the least and the greatest value for the side to move, as in `find`.

        With one stone more than the book has, the value is at least what the positions before it
        allow.
        """
        sign = self.find(position)
        if sign is not None:
            return sign, sign
        if position.ply != self.stones + 1 or position.outcome is not None:
            return -1, 1
        signs = [self.find(before) for before in _before(position)]
        return max([-1, *(-sign for sign in signs if sign is not None)]), 1

    def with_slow(self, slow: Sequence[int], tried: int) -> Book:
        """Return the book with these slow positions, found among `tried` places."""
        return Book(self.places, self.signs, slow, tried, self.values)

    def with_values(self, values: EarlyValues) -> Book:
        """Return the book with these values."""
        return Book(self.places, self.signs, self.slow, self.tried, values)

    def write(self, path: Path) -> None:
        """Write the book; an existing file is replaced once everything is written."""
        header = {
            "magic": MAGIC,
            "format": FORMAT,
            "rules": str(self.rules),
            "stones": self.stones,
            "tried": self.tried,
            "valued": self.values.stones,
            "settled": len(self.values.settled),
        }
        slow = struct.pack(f">{len(self.slow)}I", *self.slow)
        values = self.values.settled.tobytes()
        content = json.dumps(header).encode() + b"\n" + self.signs + values + slow
        with whole_file(path) as part:
            part.write_bytes(content + zlib.crc32(content).to_bytes(CHECKSUM, "big"))


class EarlyValues:
    """The whole values of all positions with at most this many stones; -1: of none."""

    def __init__(self, rules: Rules, stones: int, settled: bytes = b"") -> None:
        self.stones: int = stones  #: the most stones
        #: the values of the first places; those of the others are not known yet
        self.settled: array[int] = array("b", settled)
        self._rules = rules

    @cached_property
    def places(self) -> Places:
        """The places of the values."""
        return Places(self._rules, range(self.stones, -1, -1))

    def find(self, position: Position) -> int | None:
        """Return the value of a position, for the side to move; None if it is not there."""
        if position.ply > self.stones or position.outcome is not None:
            return None
        at = self.places.find(position)
        return self.settled[at] if at < len(self.settled) else None


def read(path: Path) -> Book:
    """Read a book.

    Raises:
        TableError: The file is not a book, has another format, or is damaged.
    """
    content = path.read_bytes()
    line, _, rest = content.partition(b"\n")
    header = _header(line, path)
    if zlib.crc32(content[:-CHECKSUM]) != int.from_bytes(rest[-CHECKSUM:], "big"):
        raise TableError.of(path, say("table file", "damaged"))
    name, *numbers = map(header.get, ("rules", "stones", "tried", "valued", "settled"))
    if not (isinstance(name, str) and all(type(number) is int for number in numbers)):
        raise TableError.of(path, say("table file", "damaged"))
    stones, tried, valued, settled = cast("list[int]", numbers)
    if not (0 <= stones <= MOST and -1 <= valued <= stones and settled >= 0):
        raise TableError.of(path, say("table file", "damaged"))
    rules = Rules.parse(name)
    places = Places(rules, layers(stones))
    signs = places.end // TOGETHER
    slow = rest[signs + settled : -CHECKSUM]
    return Book(
        places,
        rest[: min(signs, len(rest) - CHECKSUM)],
        struct.unpack(f">{len(slow) // NUMBER}I", slow),
        tried,
        EarlyValues(rules, valued, rest[signs : signs + settled]),
    )


def other_than(path: Path, rules: Rules, stones: int) -> str | None:
    """Return the error for a file that is not a book of this game and number of stones."""
    try:
        found = read(path)
    except TableError as error:
        return error.problem
    return None if (found.rules, found.stones) == (rules, stones) else found.named


def _header(line: bytes, path: Path) -> dict[str, Any]:
    try:
        header = json.loads(line)
    except ValueError:
        header = None
    if not isinstance(header, dict) or header.get("magic") != MAGIC:
        raise TableError.of(path, say("table file", "no book"))
    if header.get("format") != FORMAT:
        raise TableError.of(
            path, say("table file", "format", format=header.get("format"), known=FORMAT)
        )
    return header


@lru_cache(maxsize=4)
def shipped(rules: Rules) -> Book | None:
    """Return the game's book that comes with Noughts; None if there is none."""
    # Looked up by name: the text of custom rules may be too long for a file's name.
    name = f"{str(rules).replace(' ', '-')}.book"
    return next((read(path) for path in SHIPPED.glob("*.book") if path.name == name), None)


def layers(stones: int) -> list[int]:
    """Return the layers of a book of at most this many stones: the stones of each, in order."""
    return [stones, *range(stones - LEFT_OUT - 1, -1, -1)]


def best_sign(position: Position, book: Book) -> int | None:
    """Return the sign of a position from those after its moves; None if one is missing."""
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


def _before(position: Position) -> Iterator[Position]:
    """Yield the positions one move before a position."""
    columns, rows = position.rules.shape
    taken = position.x | position.o
    moved = position.o if position.turn is Mark.X else position.x
    for column in range(columns):
        cells = (1 << row * columns + column for row in range(rows))  # from the top
        top = next((cell for cell in cells if cell & taken), 0)
        if top & moved:
            yield Position(position.rules, position.x & ~top, position.o & ~top)

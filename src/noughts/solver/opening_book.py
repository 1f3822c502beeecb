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
with an empty table looks at more than SLOW positions before it knows who wins them. Each takes four
bytes, highest first: three times its place among the positions with as many stones, plus its sign.
Those with one more stone come before those with two, and the lowest come first. Two kinds are left
out. With one stone more, they are the positions after a lost position, since those are won. With
two, they are positions with a threat (a cell on which a stone of either side would complete a
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
from functools import cached_property, lru_cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from noughts.core.bits import bits
from noughts.core.errors import RulesError, TableError
from noughts.core.position import Mark, Position
from noughts.core.rules import Rules
from noughts.core.whole_file import whole_file
from noughts.core.zugzwang import stones_left
from noughts.solver.ranking import TOGETHER, Places

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

MAGIC = "noughts opening book"
FORMAT = 6
WEIGHTS = (81, 27, 9, 3, 1)  #: the signs in a byte: TOGETHER of them
CHECKSUM = 4  #: bytes
MOST = 13  #: stones
LEFT_OUT = 2  #: the layers after the first
BEYOND = 2  #: slow positions have at most this many more stones
SLOW = 200_000  #: nodes
NUMBER = 4  #: bytes of a slow position
SAVE_VALUES = 20  #: places between two saves while values are searched, a minute
SAVE = 1000  #: places between two saves: a multiple of TOGETHER, seconds of search
TRIED = 100_000  #: the same while slow positions are looked for, a minute of search
SHIPPED = Path(__file__).parent / "books"


class Book:
    """Who wins the positions with few stones of one game.

    Attributes:
        rules: the game.
        stones: the most stones of a position in the book. signs, slow: as in the file.
        tried: the number of places with more stones that were checked for slowness.
        values: the whole values of positions with few stones, in the order of their places.

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
        self.stones: int = places.stones
        self._places = places
        self.signs = signs
        self.slow = slow
        self.tried = tried
        self.values = values or EarlyValues(places.rules, -1)

    @cached_property
    def _beyond(self) -> Places:
        return _beyond(self.rules, self.stones)

    @property
    def whole(self) -> bool:
        """Whether the build is complete: every place has a sign."""
        return TOGETHER * len(self.signs) == self._places.end

    def find(self, position: Position) -> int | None:
        """Return 1 if the side to move wins, 0 for a draw, -1 if it loses.

        None if the position is not in the book, or is over.
        """
        if position.ply > self.stones + BEYOND or position.outcome is not None:
            return None
        if position.ply > self.stones:
            return self._find_slow(3 * self._beyond.find(position))
        if position.ply not in self._places.layers:
            return _best(position, self)
        byte, digit = divmod(self._places.find(position), TOGETHER)
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
        return Book(self._places, self.signs, slow, tried, self.values)

    def with_values(self, values: EarlyValues) -> Book:
        """Return the book with these values."""
        return Book(self._places, self.signs, self.slow, self.tried, values)

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
    """The whole values of all positions with at most so many stones; -1: of none.

    Attributes:
        stones: the most stones.
        settled: the values of the first places; those of the others are not known yet.
    """

    def __init__(self, rules: Rules, stones: int, settled: bytes = b"") -> None:
        self.stones: int = stones
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
        raise TableError(f"{path} is damaged: wrong checksum")
    name, *numbers = map(header.get, ("rules", "stones", "tried", "valued", "settled"))
    if not (isinstance(name, str) and all(type(number) is int for number in numbers)):
        raise TableError(f"{path} is damaged: its first line is incomplete")
    stones, tried, valued, settled = cast("list[int]", numbers)
    if not (0 <= stones <= MOST and -1 <= valued <= stones and settled >= 0):
        raise TableError(f"{path} is damaged: its first line is incomplete")
    rules = Rules.parse(name)
    places = Places(rules, _kept(stones))
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
        return str(error).removeprefix(f"{path} ")
    if (found.rules, found.stones) == (rules, stones):
        return None
    return f"is a book of {found.rules} up to {found.stones} stones"


def _header(line: bytes, path: Path) -> dict[str, Any]:
    try:
        header = json.loads(line)
    except ValueError:
        header = None
    if not isinstance(header, dict) or header.get("magic") != MAGIC:
        raise TableError(f"{path} is not an opening book of Noughts")
    if header.get("format") != FORMAT:
        raise TableError(f"{path} has format {header.get('format')}; this version reads {FORMAT}")
    return header


@lru_cache(maxsize=4)
def shipped(rules: Rules) -> Book | None:
    """Return the game's book that comes with Noughts; None if there is none."""
    # Looked up by name: the text of custom rules may be too long for a file's name.
    name = f"{str(rules).replace(' ', '-')}.book"
    return next((read(path) for path in SHIPPED.glob("*.book") if path.name == name), None)


def _kept(stones: int) -> list[int]:
    """Return the layers of a book of at most this many stones: the stones of each, in order."""
    return [stones, *range(stones - LEFT_OUT - 1, -1, -1)]


def _beyond(rules: Rules, stones: int) -> Places:
    """Return the places of the positions with more stones, which include the slow ones."""
    return Places(rules, range(stones + 1, stones + BEYOND + 1))


def build(
    rules: Rules,
    stones: int,
    path: Path,
    ask: Callable[[Position], int],
    on_save: Callable[[int, int, int], None] | None = None,
    *,
    anew: bool = False,
) -> Book:
    """Value every position with at most this many stones; resumes from an existing file.

    Args:
        rules: the game.
        stones: the most stones.
        path: where to write; at the end, and after every SAVE places that were searched.
        ask: returns the sign of a position with as many stones as the book takes.
        on_save: called after each save with the number of stones, the places done, and the number
            of places.
        anew: overwrite the file instead of resuming.

    Raises:
        RulesError: The file is a book of another game or another number of stones.
        TableError: The file is not a book.
    """
    places, first = Places(rules, _kept(stones)), Places(rules, [stones])
    signs = bytearray()
    if not anew and path.exists() and path.stat().st_size:
        before = read(path)
        if (before.rules, before.stones) != (rules, stones):
            raise RulesError(
                f"{path} is a book of {before.rules} up to {before.stones} stones, "
                f"not of {rules} up to {stones}"
            )
        if before.whole:
            return before
        signs += before.signs
    for packed in _packed(first, signs, ask):
        signs.append(packed)
        done = TOGETHER * len(signs)
        if done % SAVE == 0 and done < first.end:
            Book(places, signs).write(path)
            if on_save is not None:
                on_save(stones, done, first.end)
    # All layers for now, because each is made from the one before.
    every = Places(rules, range(stones, -1, -1))
    whole = Book(every, signs)  # it grows with them
    for packed in _packed(every, signs, lambda position: _known(_best(position, whole))):
        signs.append(packed)
    kept = [every.layers[played] for played in places.layers]
    book = Book(places, b"".join(signs[at.start // TOGETHER : at.stop // TOGETHER] for at in kept))
    book.write(path)
    return book


def add_slow(
    book: Book,
    path: Path,
    weigh: Callable[[Position, int], tuple[int, int]],
    on_save: Callable[[int, int, int], None] | None = None,
) -> Book:
    """Find the slow positions of a complete book; resumes a build that was stopped.

    Args:
        book: the book.
        path: where to write; at the end, and after every TRIED places.
        weigh: returns the sign of a position, given a lower bound, and the number of positions that
            a search with an empty table looks at to find it.
        on_save: as in `build`.
    """
    places, slow = _beyond(book.rules, book.stones), list(book.slow)
    for at, position in enumerate(places.positions(book.tried), book.tried):
        if at % TRIED == 0 and at > book.tried:
            book.with_slow(slow, at).write(path)
            if on_save is not None:
                played = next(played for played, layer in places.layers.items() if at in layer)
                layer = places.layers[played]
                on_save(played, at - layer.start, len(layer))
        if position is None or (position.ply > book.stones + 1 and _has_threat(position)):
            continue
        least, _ = book.bounds(position)
        if least < 1:
            sign, nodes = weigh(position, least)
            if nodes > SLOW:
                slow.append(3 * at + sign + 1)
    if book.tried < places.end:
        book = book.with_slow(slow, places.end)
        book.write(path)
    return book


def add_values(
    book: Book,
    stones: int,
    path: Path,
    ask: Callable[[Position], int],
    on_save: Callable[[int, int, int], None] | None = None,
) -> Book:
    """Find the whole values of positions with few stones; resumes a build that was stopped.

    Args:
        book: the book, whose signs are complete.
        stones: the most stones of such a position, at most as many as the book has.
        path: where to write; at the end, and after every SAVE_VALUES places that were searched.
        ask: returns the whole value of a position with as many stones.
        on_save: as in `build`.
    """
    if book.values.stones > stones:
        return book
    done = book.values.settled.tobytes() if book.values.stones == stones else b""
    values = EarlyValues(book.rules, stones, done)
    searched = len(values.places.layers[stones])
    for at, position in enumerate(values.places.positions(len(done)), len(done)):
        if len(done) < at < searched and at % SAVE_VALUES == 0:
            book.with_values(values).write(path)
            if on_save is not None:
                on_save(stones, at, searched)
        if position is None:
            values.settled.append(0)
        elif position.ply == stones:
            values.settled.append(ask(position))
        else:
            values.settled.append(
                max(_after_move(child, values) for _, child in position.children())
            )
    book = book.with_values(values)
    book.write(path)
    return book


def _after_move(child: Position, values: EarlyValues) -> int:
    """Return the value of a position for the side that has just moved."""
    if child.outcome is None:
        return -_known(values.find(child))
    return 0 if child.outcome.winner is None else stones_left(child, 0)


def _packed(places: Places, signs: bytearray, ask: Callable[[Position], int]) -> Iterator[int]:
    """Yield the bytes after the existing ones, up to the end of the places."""
    positions = places.positions(TOGETHER * len(signs))
    while group := list(islice(positions, TOGETHER)):
        packed = 0
        for position in group:
            packed = 3 * packed + 1 + (1 if position is None else ask(position))
        yield packed


def _known(sign: int | None) -> int:
    assert sign is not None  # noqa: S101  (what has more stones stands before)
    return sign


def _best(position: Position, book: Book) -> int | None:
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


def _has_threat(position: Position) -> bool:
    """Whether either side would complete a line on some cell, playable or not."""
    rules, x, o = position.rules, position.x, position.o
    completed = rules.placing.completed
    return any(
        completed(cell, x | 1 << cell, o) >= 0 or completed(cell, o | 1 << cell, x) >= 0
        for cell in bits(rules.full & ~(x | o))
    )

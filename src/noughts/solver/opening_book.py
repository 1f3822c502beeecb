"""An opening book: who wins every position of a game with gravity that has few stones.

A file has one line of JSON (what it is, of which game, up to how many stones), the signs, the slow
positions, and the CRC-32 of all before it, in four bytes, the highest first. A sign is 0, 1 or 2
for a loss, a draw or a win of the side to move. Five make a byte: the digits of a number in base 3,
the highest first.

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

The *slow positions*, if they were looked for, have one stone more than all others, or two, and a
search that knows nothing yet looks at more than SLOW before it knows who wins. Each takes four
bytes, the highest first: three times its place among the positions with so many stones, those with
one more before those with two, plus its sign; the lowest come first. Two kinds are not among them:
with one stone more, what a lost position leads to, since that is won; with two, positions with a
threat, a cell on which a stone of either side would complete a line, since few of them are slow.
"""

from __future__ import annotations

import json
import struct
import zlib
from bisect import bisect_left
from functools import cached_property, lru_cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from noughts.core.errors import RulesError, TableError
from noughts.core.position import Mark, Position
from noughts.core.rules import Rules
from noughts.solver.ranking import TOGETHER, Places

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

MAGIC = "noughts opening book"
FORMAT = 5
WEIGHTS = (81, 27, 9, 3, 1)  #: of the signs in a byte, TOGETHER in number
CHECKSUM = 4  #: bytes
MOST = 13  #: stones
LEFT_OUT = 2  #: so many layers after the first
BEYOND = 2  #: slow positions have up to so many stones more
SLOW = 200_000  #: nodes
NUMBER = 4  #: bytes of a slow position
SAVE = 1000  #: places between two writings: a multiple of TOGETHER, seconds of search
TRIED = 100_000  #: the same while slow positions are looked for, a minute of search
SHIPPED = Path(__file__).parent / "books"


class Book:
    """Who wins the positions of one game that have few stones.

    Attributes:
        rules: the game.
        stones: up to so many stones positions are in the book.
        signs, slow: as they stand in the file.
        tried: of so many places with more stones it has been found out whether they are slow.

    >>> from noughts import Position, Rules
    >>> rules = Rules.parse("connect-four")
    >>> book = shipped(rules)
    >>> book.find(Position(rules)), book.find(Position(rules).play("a"))
    (1, 1)
    """

    def __init__(
        self, places: Places, signs: bytes | bytearray, slow: Sequence[int] = (), tried: int = 0
    ) -> None:
        self.rules: Rules = places.rules
        self.stones: int = places.stones
        self._places = places
        self.signs = signs
        self.slow = slow
        self.tried = tried

    @cached_property
    def _beyond(self) -> Places:
        return _beyond(self.rules, self.stones)

    @property
    def whole(self) -> bool:
        """Whether the build came to its end: there is a sign at every place."""
        return TOGETHER * len(self.signs) == self._places.end

    def find(self, position: Position) -> int | None:
        """Return 1 if the side to move wins, 0 for a draw, -1 if it loses.

        None if the position is not here, or is over.
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
        """Return the sign that is added to a number, three times a place, if it is there."""
        at = bisect_left(self.slow, number)
        sign = self.slow[at] - number if at < len(self.slow) else 3
        return sign - 1 if sign < 3 else None

    def bounds(self, position: Position) -> tuple[int, int]:
        """Return what the side to move reaches at least and at most: 1, 0 or -1 as in `find`.

        With one stone more than the book takes, it reaches at least what any position that leads
        there leaves to it.
        """
        sign = self.find(position)
        if sign is not None:
            return sign, sign
        if position.ply != self.stones + 1 or position.outcome is not None:
            return -1, 1
        signs = [self.find(before) for before in _before(position)]
        return max([-1, *(-sign for sign in signs if sign is not None)]), 1

    def with_slow(self, slow: Sequence[int], tried: int) -> Book:
        """Return the book with these slow positions, found among so many places."""
        return Book(self._places, self.signs, slow, tried)

    def write(self, path: Path) -> None:
        """Write the book; a file of that name gives way once all is written."""
        header = {
            "magic": MAGIC,
            "format": FORMAT,
            "rules": str(self.rules),
            "stones": self.stones,
            "tried": self.tried,
        }
        slow = struct.pack(f">{len(self.slow)}I", *self.slow)
        content = json.dumps(header).encode() + b"\n" + self.signs + slow
        part = path.with_name(path.name + ".part")
        part.write_bytes(content + zlib.crc32(content).to_bytes(CHECKSUM, "big"))
        part.replace(path)


def read(path: Path) -> Book:
    """Read a book.

    Raises:
        TableError: the file is no book, of another format, or damaged.
    """
    content = path.read_bytes()
    line, _, rest = content.partition(b"\n")
    header = _header(line, path)
    if zlib.crc32(content[:-CHECKSUM]) != int.from_bytes(rest[-CHECKSUM:], "big"):
        raise TableError(f"{path} is damaged: it does not add up")
    rules, stones, tried = (header.get(name) for name in ("rules", "stones", "tried"))
    if not (isinstance(rules, str) and type(stones) is type(tried) is int and 0 <= stones <= MOST):
        raise TableError(f"{path} is damaged: its first line lacks what it has to say")
    places = Places(Rules.parse(rules), _kept(stones))
    bulk, signs = rest[:-CHECKSUM], places.end // TOGETHER
    slow = struct.unpack(f">{len(bulk[signs:]) // NUMBER}I", bulk[signs:])
    return Book(places, bulk[:signs], slow, tried)


def other_than(path: Path, rules: Rules, stones: int) -> str | None:
    """Say what a file is if it is not a book of this game up to so many stones."""
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
    """Return the book that comes with Noughts; None if there is none for a game."""
    # Looked up by name: the text of custom rules may be too long for a file's name.
    name = f"{str(rules).replace(' ', '-')}.book"
    return next((read(path) for path in SHIPPED.glob("*.book") if path.name == name), None)


def _kept(stones: int) -> list[int]:
    """Return which layers a book up to so many stones has: how many stones each, in turn."""
    return [stones, *range(stones - LEFT_OUT - 1, -1, -1)]


def _beyond(rules: Rules, stones: int) -> Places:
    """Return the places of the positions with more stones, among which the slow ones are."""
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
    """Value every position with up to so many stones; goes on from what a file already holds.

    Args:
        rules: the game.
        stones: how many stones, at most.
        path: where to write; at the end, and after every SAVE places that were searched.
        ask: returns the sign of a position with as many stones as the book takes.
        on_save: called after each writing: of the positions with how many stones, how many of
            these places are done, and how many there are.
        anew: overwrite the file instead of resuming.

    Raises:
        RulesError: the file is a book of another game, or up to another number of stones.
        TableError: the file is no book.
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
    # All layers for now, as each is made of the one before.
    every = Places(rules, range(stones, -1, -1))
    whole = Book(every, signs)  # which grows with them
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
    """Look for the slow positions of a whole book; goes on where a build was stopped.

    Args:
        book: the book.
        path: where to write; at the end, and after every TRIED places.
        weigh: returns the sign of a position, which is known to be at least so much, and how many
            positions a search that knows nothing yet looks at to find it.
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


def _packed(places: Places, signs: bytearray, ask: Callable[[Position], int]) -> Iterator[int]:
    """Yield the bytes that come after those that are there, up to the end of the places."""
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


def _before(position: Position) -> Iterator[Position]:
    """Yield the positions from which one move leads to a position."""
    columns, rows = position.rules.shape
    taken = position.x | position.o
    moved = position.o if position.turn is Mark.X else position.x
    for column in range(columns):
        cells = (1 << row * columns + column for row in range(rows))  # from the top
        top = next((cell for cell in cells if cell & taken), 0)
        if top & moved:
            yield Position(position.rules, position.x & ~top, position.o & ~top)


def _has_threat(position: Position) -> bool:
    """Whether there is a cell, in reach or not, on which either side would complete a line."""
    taken = position.x | position.o
    return any(
        (line & ~taken).bit_count() == 1 and (not line & position.x or not line & position.o)
        for line in position.rules.lines
    )

"""An opening book: who wins every position of a game with gravity that has few stones.

A file has one line of JSON: what it is, which game, up to how many stones it is complete, how many
positions, how many bytes the first part has, a checksum of both parts. The first part has, for each
position in the order of their numbers, the gap to the one before: the sum of some bytes 255 and of
one that is less. The second has the signs in the same order, five to a byte: the digits of a number
in base 3, the highest first, 0, 1 or 2 for a loss, a draw or a win of the side to move.

The number of a position has a ternary digit for every stone and one for every column: column by
column from the left, from the bottom, 1 for a stone of the side to move, 2 for one of the other
side, and 0 at the end of the column. The smaller of the numbers of the position and of its mirror
image counts. Positions that are over, or won with the next stone, are not in the book.
"""

from __future__ import annotations

import json
import zlib
from array import array
from bisect import bisect_left
from functools import lru_cache
from itertools import accumulate, compress, product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from noughts.errors import RulesError, TableError
from noughts.position import Mark, Position
from noughts.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

MAGIC = "noughts opening book"
FORMAT = 2
MORE = 255  #: a byte of a gap that goes on
TOGETHER = 5  #: signs to a byte
SAVE = 500  #: so many positions are asked for between two writings
SHIPPED = Path(__file__).parent / "books"


class Book:
    """Who wins the positions of one game that have few stones.

    Attributes:
        rules: the game.
        stones: up to so many stones every position is in the book.

    >>> from noughts import Position, Rules
    >>> rules = Rules.parse("connect-four")
    >>> book = shipped(rules)
    >>> book.find(Position(rules)), book.find(Position(rules).play("a"))
    (1, 1)
    """

    def __init__(self, rules: Rules, stones: int, numbers: array[int], signs: bytes) -> None:
        self.rules = rules
        self.stones = stones
        self._numbers = numbers
        self._signs = signs  # and one to each

    @staticmethod
    def of(rules: Rules, stones: int, signs: Mapping[int, int]) -> Book:
        """Make a book of the signs of positions by number."""
        numbers = array("Q", sorted(signs))
        return Book(rules, stones, numbers, bytes(signs[key] + 1 for key in numbers))

    def __len__(self) -> int:
        """Return how many positions there are."""
        return len(self._numbers)

    def find(self, position: Position) -> int | None:
        """Return 1 if the side to move wins, 0 for a draw, -1 if it loses; None if not here."""
        if position.ply > self.stones:
            return None
        return self.sign(number(position))

    def sign(self, key: int) -> int | None:
        """Return the same for the number of a position."""
        at = bisect_left(self._numbers, key)
        if at == len(self._numbers) or self._numbers[at] != key:
            return None
        return self._signs[at] - 1

    def signs(self) -> dict[int, int]:
        """Return the sign of every position's number."""
        return {key: sign - 1 for key, sign in zip(self._numbers, self._signs, strict=True)}

    def write(self, path: Path) -> None:
        """Write the book; a file of that name gives way once all is written."""
        body = bytearray()
        before = 0
        for key in self._numbers:
            more, last = divmod(key - before, MORE)
            body += bytes([MORE]) * more
            body.append(last)
            before = key
        gaps = len(body)
        for at in range(0, len(self), TOGETHER):
            packed = 0
            for sign in self._signs[at : at + TOGETHER].ljust(TOGETHER, b"\0"):
                packed = 3 * packed + sign
            body.append(packed)
        header = {
            "magic": MAGIC,
            "format": FORMAT,
            "rules": str(self.rules),
            "stones": self.stones,
            "positions": len(self),
            "gaps": gaps,
            "checksum": zlib.crc32(body),
        }
        part = path.with_name(path.name + ".part")
        part.write_bytes(json.dumps(header).encode() + b"\n" + body)
        part.replace(path)


def read(path: Path) -> Book:
    """Read a book.

    Raises:
        TableError: the file is no book, of another format, or damaged.
    """
    first, _, body = path.read_bytes().partition(b"\n")
    header = _header(first, path)
    if zlib.crc32(body) != header["checksum"]:
        raise TableError(f"{path} is damaged: it does not add up")
    gaps, packed = body[: header["gaps"]], body[header["gaps"] :]
    numbers = array("Q", compress(accumulate(gaps), map(MORE.__ne__, gaps)))
    unpacked = [bytes(digits) for digits in product(range(3), repeat=TOGETHER)]
    signs = b"".join(map(unpacked.__getitem__, packed))[: len(numbers)]
    return Book(Rules.parse(header["rules"]), header["stones"], numbers, signs)


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


def number(position: Position) -> int:
    """Return the number of a position, the same for its mirror image.

    >>> from noughts import Position, Rules
    >>> [number(Position.parse(text, "2,2,3 gravity")) for text in ("../.X", "../X.")]
    [6, 6]
    """
    columns, rows = position.rules.shape
    own, other = (position.x, position.o) if position.turn is Mark.X else (position.o, position.x)
    found: list[list[int]] = []
    for column in range(columns):
        digits = []
        for row in range(rows - 1, -1, -1):
            cell = 1 << row * columns + column
            if not (own | other) & cell:
                break
            digits.append(1 if own & cell else 2)
        found.append([*digits, 0])
    return min(_ternary(found), _ternary(found[::-1]))


def _ternary(columns: list[list[int]]) -> int:
    key = 0
    for digits in columns:
        for digit in digits:
            key = 3 * key + digit
    return key


def build(
    rules: Rules,
    stones: int,
    path: Path,
    ask: Callable[[Position], int | None],
    on_save: Callable[[int, int], None] | None = None,
) -> Book:
    """Value every position with up to so many stones; what a file already holds is not asked again.

    Only positions with as many stones as the book takes are asked for: what has fewer is worth the
    best of its moves.

    Args:
        rules: the game.
        stones: how many stones, at most.
        path: where to write; at the end, and every SAVE positions that were asked for.
        ask: returns the sign of a position, None if it is won at once.
        on_save: called after each writing with how many of the last positions are done, and how
            many there are.

    Raises:
        RulesError: the file is a book of another game.
    """
    known: dict[int, int] = {}
    complete = -1
    if path.exists():
        before = read(path)
        if before.rules != rules:
            raise RulesError(f"{path} is a book of {before.rules}, not of {rules}")
        known, complete = before.signs(), before.stones
    layers = _layers(rules, stones)
    asked = 0
    for done, (key, position) in enumerate(layers[-1].items(), start=1):
        if key in known:
            continue
        sign = ask(position)
        if sign is not None:
            known[key] = sign
        asked += 1
        if asked % SAVE == 0:
            Book.of(rules, complete, known).write(path)
            if on_save is not None:
                on_save(done, len(layers[-1]))
    book = Book.of(rules, stones, _backed_up(layers, known))
    book.write(path)
    return book


def _layers(rules: Rules, stones: int) -> list[dict[int, Position]]:
    """Return the positions with 0, 1, 2, ... stones in which the game goes on, by number."""
    layers = [{number(Position(rules)): Position(rules)}]
    for _ in range(stones):
        layers.append({})
        for position in layers[-2].values():
            for child in _going_on(position):
                layers[-1].setdefault(number(child), child)
    return layers


def _backed_up(layers: list[dict[int, Position]], known: Mapping[int, int]) -> dict[int, int]:
    """Return the signs of all layers from those of the last one."""
    signs = {key: known[key] for key in layers[-1] if key in known}
    for layer in reversed(layers[:-1]):
        for key, position in layer.items():
            if not won_next(position):
                after = [signs.get(number(child), 1) for child in _going_on(position)]
                signs[key] = -min(after, default=0)
    return signs


def won_next(position: Position) -> bool:
    """Whether the side to move completes a line with its next stone."""
    return any(child.outcome and child.outcome.winner for _, child in position.children())


def _going_on(position: Position) -> list[Position]:
    """Return the positions that follow, if the game is not over, those in the middle first."""
    columns = position.rules.shape[0]
    children = [move for move in position.children() if move[1].outcome is None]
    children.sort(key=lambda move: abs(2 * (move[0] % columns) - columns + 1))
    return [child for _, child in children]

"""Books of wins: one side's move after each reply that threats alone do not answer.

`tools/winning_book.py` makes a book from certificates that it has checked, so each of its moves is
proved to win. After every other reply the side wins by threats, which `noughts.threats.vct` finds.

A book is text, compressed by gzip. It has one part for each certificate: `position` and the rows of
the board, the first move, and then in one word each reply with the move that answers it. `)` stands
where the replies to a move end. Moves are named as in certificates of version 5. A position may be
listed in one order of moves only, so it is looked up by its stones.
"""

from __future__ import annotations

import gzip
import re
from functools import lru_cache
from pathlib import Path
from string import ascii_lowercase
from typing import TYPE_CHECKING, NamedTuple

from noughts.core.bits import bits
from noughts.core.position import Mark, Position
from noughts.core.symmetry import permuted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from noughts.core.rules import Rules
    from noughts.threats.quiet_moves import Moves

SHIPPED = Path(__file__).parent / "books"
ENTRY = re.compile(r"\)|[a-z]{4}")
BEGUN = 2  #: moves of the book, after which it is worth while to look for threats

#: For each reply that needs it, a move and the replies to that.
Replies = dict[int, tuple[int, "Replies"]]


class BookPart(NamedTuple):
    """What a book says of the positions after one position."""

    start: Position
    move: int  #: the move of the side to move there
    replies: Replies


class BookAnswer(NamedTuple):
    """What a book says of one position."""

    move: int | None = None  #: a move that wins
    lost: bool = False  #: whether the side to move loses: a move of the book leads here
    begun: bool = False  #: otherwise: whether threats may win, for the game has followed the book

    @property
    def settles(self) -> bool:
        """Whether it says who wins."""
        return self.lost or self.move is not None


class WinningBook:
    """The moves of one side's win.

    >>> from noughts import Rules
    >>> rules = Rules.parse("5,4,4")
    >>> text = "position ...../...../...../..... -cb bbdc))"
    >>> book = WinningBook(text, rules)
    >>> rules.name(book.find(Position(rules).play("c3").play("b3")).move)
    'd2'
    """

    def __init__(self, text: str, rules: Rules) -> None:
        self.rules: Rules = rules
        self.parts: list[BookPart] = [
            self._part(each.split()) for each in text.split("position")[1:]
        ]

    def _part(self, words: Sequence[str]) -> BookPart:
        start, first, entries = words
        replies: Replies = {}
        part = BookPart(Position.parse(start, self.rules), self._cell(first[1:]), replies)
        above: list[Replies] = []
        for entry in ENTRY.findall(entries):
            if entry == ")":
                replies = above.pop() if above else {}
                continue
            then: Replies = {}
            replies[self._cell(entry[:2])] = self._cell(entry[2:]), then
            above.append(replies)
            replies = then
        return part

    def _cell(self, name: str) -> int:
        column, row = map(ascii_lowercase.index, name)
        return column + row * self.rules.shape[0]

    def find(self, position: Position) -> BookAnswer:
        """Return what the book says of a position."""
        return self._look_up(position)[0]

    def moves(self, position: Position) -> Moves | None:
        """Return the winner's moves from a position that the book has, until threats win."""
        found, replies, names = self._look_up(position)
        after = _named(replies, names)
        return after if found.move is None else {found.move: after}

    def _look_up(self, position: Position) -> tuple[BookAnswer, Replies, Sequence[int]]:
        """Return what the book says, the replies after its move, and the names of its cells."""
        begun = False
        for symmetry in self.rules.symmetries:
            x, o = permuted(position.x, symmetry), permuted(position.o, symmetry)
            for start, move, replies in self.parts:
                if start.x & ~x or start.o & ~o:
                    continue
                own, other = (x, o) if start.turn is Mark.X else (o, x)
                mine, theirs = start.sides(start.turn)
                found, left = _follow(move, replies, own ^ mine, other ^ theirs, mine.bit_count())
                if found.settles:
                    names = sorted(range(self.rules.cells), key=symmetry.__getitem__)
                    if found.move is not None:
                        found = BookAnswer(names[found.move])
                    return found, left, names
                begun |= found.begun and position.turn is start.turn
        return BookAnswer(begun=begun), {}, ()


def _follow(
    move: int, replies: Replies, own: int, other: int, made: int
) -> tuple[BookAnswer, Replies]:
    """Look for a position: the stones that the book has not explained, and its moves so far."""
    if not own:
        return BookAnswer(None if other else move), replies
    if not own >> move & 1:
        return BookAnswer(), {}
    own ^= 1 << move
    if not own and not other:
        return BookAnswer(lost=True), replies
    begun = made + 1 >= BEGUN
    for reply in bits(other):
        if reply in replies:
            found, left = _follow(*replies[reply], own, other ^ 1 << reply, made + 1)
            if found.settles:
                return found, left
            begun |= found.begun
    return BookAnswer(begun=begun), {}


def _named(replies: Replies, names: Sequence[int]) -> Moves | None:
    """Return the moves after replies, with other names of cells; None if there are none."""
    return {
        names[reply]: {names[move]: _named(then, names)} for reply, (move, then) in replies.items()
    } or None


@lru_cache(maxsize=2)
def shipped(rules: Rules) -> WinningBook | None:
    """Return the book that comes with Noughts for a game; None if there is none."""
    path = SHIPPED / f"{str(rules).replace(' ', '-')}.wins"
    if not path.exists():
        return None
    return WinningBook(gzip.decompress(path.read_bytes()).decode("ascii"), rules)

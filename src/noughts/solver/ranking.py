"""A number for each position of a game with gravity: its place in an opening book.

`noughts.solver.opening_book` explains the order.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, islice
from math import comb

from noughts.core.errors import PositionError
from noughts.core.position import Mark, Position
from noughts.core.rules import Rules

TOGETHER = 5  #: each layer begins at a multiple of this, the signs in a byte


class Places:
    """The places of positions' signs in a book.

    >>> rules = Rules.parse("2,2,3 gravity")
    >>> places = Places(rules, [1, 0])
    >>> [places.find(Position.parse(text, rules)) for text in ("../.X", "../X.", "../..")]
    [0, 0, 5]
    """

    def __init__(self, rules: Rules, layers: Sequence[int]) -> None:
        self.rules: Rules = rules  #: the game, a board of columns and rows
        self.stones: int = layers[0]  #: the most stones of a position
        #: the places of the positions with each number of stones that the book has
        self.layers: dict[int, range] = {}
        self._begin: dict[tuple[int, ...], int] = {}
        self.end: int = 0  #: how many places there are
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
            KeyError: The book has no positions with this many stones.
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
        # The rank of a combination in the order of `itertools.combinations`.
        stones = [mine for column in found for mine in column]
        many, held = len(stones), len(stones) // 2
        at = self._begin[heights] + comb(many, held) - 1
        for number in range(many):
            if stones[number]:
                at -= comb(many - 1 - number, held)
                held -= 1
        return at

    def positions(self, first: int = 0) -> Iterator[Position | None]:
        """Yield the position of each place, in order; None for finished and impossible ones."""
        columns, rows = self.rules.shape
        for heights, begin in self._begin.items():
            many = sum(heights)
            end = begin + comb(many, many // 2)
            if end <= first:
                continue
            for _ in range(first, begin):
                yield None
            stones = [
                1 << (rows - 1 - row) * columns + column
                for column, height in enumerate(heights)
                for row in range(height)
            ]
            for held in islice(combinations(stones, many // 2), max(0, first - begin), None):
                own = sum(held)
                other = sum(stones) - own
                yield self._going_on(*((other, own) if many % 2 else (own, other)))
            first = end
        for _ in range(first, self.end):
            yield None

    def _going_on(self, x: int, o: int) -> Position | None:
        try:
            position = Position(self.rules, x, o)
        except PositionError:
            return None
        return position if position.outcome is None else None


@lru_cache(maxsize=1 << 10)
def _heights(stones: int, columns: int, rows: int) -> list[tuple[int, ...]]:
    """Return the possible heights of the columns, in lexicographic order."""
    if columns == 0:
        return [()] if stones == 0 else []
    first = range(max(0, stones - (columns - 1) * rows), min(stones, rows) + 1)
    return [
        (height, *others)
        for height in first
        for others in _heights(stones - height, columns - 1, rows)
    ]

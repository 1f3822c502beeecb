"""Whether some order of moves leads to given stones.

A completed line ends the game, so no game leads to stones with a line that was complete before the
last move. Most games need only a look at the lines. Under `exact` and `caro`, a side may own all
cells of a line that does not count, because it is too long or blocked. The last stone of that line
must then have come after the stones that keep it from counting. The search here takes moves back
one by one until no such line is left.
"""

from collections.abc import Iterator

from noughts.core.bits import bits
from noughts.core.rules import Rules

STEPS = 100_000  #: lines looked at before a search gives up

Board = tuple[int, int]  #: the stones of X, and those of O


def arises(rules: Rules, x: int, o: int) -> bool:
    """Return whether some order of the moves leads to these stones.

    Also True if the search takes too long. With gravity, stones are removed from the top of a
    column. The search ignores the order of the stones that remain at the end.

    >>> from noughts import Rules
    >>> arises(Rules.parse("4,2,2 caro"), 0b0110_0000, 0b1001_0000)  # OXXO
    False
    >>> arises(Rules.parse("4,2,2 caro"), 0b0110_0001, 0b1001_0000)  # X closed its own row
    True
    """
    return _Search(rules, (x, o)).finds_an_order()


class _Search:
    """A search backwards from given stones."""

    def __init__(self, rules: Rules, board: Board) -> None:
        self.rules = rules
        self.board = board
        # Going back never adds an owned line.
        self.owned = [rules.owned(side) for side in board]
        #: The stones that can change which lines count.
        self.involved = 0
        for index in self.owned[0] + self.owned[1]:
            self.involved |= rules.lines[index] | rules.guards[index] | rules.ends[index]
        self.steps = STEPS

    def finds_an_order(self) -> bool:
        """Return whether there is an order, or too few steps to tell."""
        seen, left = {self.board}, [self.board]
        while left and self.steps > 0:
            board = left.pop()
            if all(self.counts(board, side, index) for side, index in self.still_owned(board)):
                return True
            # The top of the stack is tried first.
            for before in reversed([*self.before(board)]):
                if before not in seen:
                    seen.add(before)
                    left.append(before)
        return bool(left)

    def still_owned(self, board: Board) -> list[tuple[int, int]]:
        """Return the lines that a side owns, whether they count or not."""
        self.steps -= sum(map(len, self.owned))
        return [
            (side, index)
            for side, owned in enumerate(self.owned)
            for index in self.rules.owned(board[side], owned)
        ]

    def counts(self, board: Board, side: int, index: int) -> bool:
        """Return whether an owned line ends the game."""
        return self.rules.counts(index, board[side], board[1 - side])

    def before(self, board: Board) -> Iterator[Board]:
        """Yield the possible positions before the last move, in which the game was not over."""
        rules, side = self.rules, 0 if board[0].bit_count() > board[1].bit_count() else 1
        own = board[side]
        broken = 0  # stones whose removal breaks one of their side's lines
        for owner, index in self.still_owned(board):
            broken |= rules.lines[index] if owner == side else 0
        free = bits(own & ~self.involved)
        free = free if rules.gravity else free[:1]  # any of them will do
        for cell in (*bits(own & broken), *free, *bits(own & self.involved & ~broken)):
            less = own & ~(1 << cell)
            then = (less, board[1]) if side == 0 else (board[0], less)
            if rules.floating(then[0] | then[1]):
                continue
            if not any(self.counts(then, s, index) for s, index in self.still_owned(then)):
                yield then

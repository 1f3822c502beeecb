"""Known mistakes, each a minimax (or a list of rules) that makes it: which one answers alike?

A mistake is named only if it gives the same answer in every position. Equally good moves are taken
in the orders that programs use: by rows or columns, the first or the last, or as Python's set has
them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache

from noughts.check.checked_game import TICTACTOE
from noughts.core.bits import bits

Order = Callable[[list[int]], list[int]]
Choice = Callable[[str, Order], int]

_WON = 100.0
LINES = tuple(map(bits, TICTACTOE.rules.lines))
mover = cache(TICTACTOE.mover)

ORDERS: tuple[Order, ...] = (
    lambda cells: cells,
    lambda cells: cells[::-1],
    lambda cells: [3 * row + column for row, column in {divmod(cell, 3) for cell in cells}],
    lambda cells: sorted(cells, key=lambda cell: (cell % 3, cell)),
)


def free(board: str) -> list[int]:
    """Return the free cells, also of a board that cannot occur."""
    return [cell for cell in range(9) if board[cell] == "."]


class RightMinimax:
    """A minimax as a learner writes it; subclasses make one mistake each.

    Values are those of the player for whom it thinks.

    Args:
        step: how much a value loses with every ply; 0: it ignores how soon the game ends.
        for_x: whether values are those of X, as CS50 has them, and not of the player who thinks.
    """

    lines: Sequence[tuple[int, ...]] = LINES
    draw = 0.0
    won = _WON
    lost = -_WON
    plies = 9

    def __init__(self, step: float = 0.0, *, for_x: bool = False) -> None:
        self.step = step
        self.for_x = for_x
        self._known: dict[tuple[str, str, int], float] = {}

    def winner(self, board: str) -> str | None:
        """Return who has won, as this program sees it."""
        for a, b, c in self.lines:
            if board[a] != "." and board[a] == board[b] == board[c]:
                return board[a]
        return None

    def leaf(self, board: str, me: str) -> float | None:
        """Return the value of a game that is over; None: it goes on."""
        who = self.winner(board)
        if who:
            return self.won if who == me else self.lost
        return None if "." in board else self.draw

    def value(self, board: str, me: str, plies: int) -> float:
        """Return what a position is worth to a player."""
        key = board, me, plies if self.plies < 9 else 0
        if key not in self._known:
            found = self.leaf(board, me)
            if found is None and plies <= 0:
                found = 0.0
            if found is None:
                mark = self.turn(board)
                values = [
                    self.value(f"{board[:cell]}{mark}{board[cell + 1 :]}", me, plies - 1)
                    for cell in free(board)
                ]
                found = self.combine(values, own=mark == me)
                found -= self.step * ((found > 0) - (found < 0))
            self._known[key] = found
        return self._known[key]

    def combine(self, values: list[float], *, own: bool) -> float:
        """Return the value of a position by those of its moves."""
        return max(values) if own else min(values)

    def root(self, board: str, cell: int) -> float:
        """Return what a move is worth to the player who makes it."""
        me = self.turn(board)
        found = self.value(self.after(board, cell), "X" if self.for_x else me, self.plies - 1)
        return -found if self.for_x and me == "O" else found

    def turn(self, board: str) -> str:
        """Return whose turn it is, as this program sees it."""
        return mover(board)

    def after(self, board: str, cell: int) -> str:
        """Return the board after a move, as this program makes it."""
        return f"{board[:cell]}{self.turn(board)}{board[cell + 1 :]}"

    def choose(self, board: str, order: Order) -> int:
        """Return the first of the best moves."""
        return max(order(free(board)), key=lambda cell: self.root(board, cell))


class _MaxForBoth(RightMinimax):
    def combine(self, values: list[float], *, own: bool) -> float:
        del own
        return max(values)


class _MinForBoth(RightMinimax):
    def combine(self, values: list[float], *, own: bool) -> float:
        del own
        return min(values)


class _Mean(RightMinimax):
    def combine(self, values: list[float], *, own: bool) -> float:
        return max(values) if own else sum(values) / len(values)


class _MeanForBoth(RightMinimax):
    def combine(self, values: list[float], *, own: bool) -> float:
        del own
        return sum(values) / len(values)


class _Swapped(RightMinimax):
    def combine(self, values: list[float], *, own: bool) -> float:
        return min(values) if own else max(values)


class _MaxAtRoot(RightMinimax):
    def root(self, board: str, cell: int) -> float:
        return self.value(self.after(board, cell), "X", self.plies - 1)


class _MinAtRoot(RightMinimax):
    def root(self, board: str, cell: int) -> float:
        return self.value(self.after(board, cell), "O", self.plies - 1)


class _WorstAtRoot(RightMinimax):
    def root(self, board: str, cell: int) -> float:
        return -super().root(board, cell)


class _OBegins(RightMinimax):
    def turn(self, board: str) -> str:
        return "O" if board.count("X") >= board.count("O") else "X"


class _FullBoardUnscored(RightMinimax):
    """Where no move is left, the best value stays what it was at first: the worst for O."""

    def leaf(self, board: str, me: str) -> float | None:
        if "." in board or self.winner(board):
            return super().leaf(board, me)
        return 2 * _WON if me == "X" else -2 * _WON


class _PlaysOn(RightMinimax):
    def leaf(self, board: str, me: str) -> float | None:
        return None if "." in board else super().leaf(board, me)


class _FirstSafe(RightMinimax):
    def root(self, board: str, cell: int) -> float:
        return float(super().root(board, cell) >= 0)


class _PrunedRoot(RightMinimax):
    def choose(self, board: str, order: Order) -> int:
        """Take the last move whose bound is not below the best value so far."""
        best, chosen, me = -2 * _WON, -1, mover(board)
        for cell in order(free(board)):
            found = self._pruned(self.after(board, cell), me, best, 2 * _WON, order)
            if found >= best:
                best, chosen = found, cell
        return chosen

    def _pruned(self, board: str, me: str, alpha: float, beta: float, order: Order) -> float:
        found = self.leaf(board, me)
        if found is not None:
            return found
        own = mover(board) == me
        best = -2 * _WON if own else 2 * _WON
        for cell in order(free(board)):
            worth = self._pruned(self.after(board, cell), me, alpha, beta, order)
            worth -= self.step * ((worth > 0) - (worth < 0))
            best = max(best, worth) if own else min(best, worth)
            if own:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if beta <= alpha:
                break
        return best


def _completing(board: str, mark: str, order: Order) -> int | None:
    for cell in order(free(board)):
        after = f"{board[:cell]}{mark}{board[cell + 1 :]}"
        if any(cell in line and {after[each] for each in line} == {mark} for line in LINES):
            return cell
    return None


def _completing_line(board: str, mark: str, order: Order) -> int | None:
    """Look through the lines instead of the cells."""
    del order
    for line in LINES:
        marks = [board[cell] for cell in line]
        if marks.count(mark) == 2 and "." in marks:
            return line[marks.index(".")]
    return None


def _rules(
    *,
    wins: bool = True,
    blocks: bool = True,
    block_first: bool = False,
    completing: Callable[[str, str, Order], int | None] = _completing,
) -> Choice:
    """Return a list of rules: win, block, then the centre, corners, sides."""

    def choose(board: str, order: Order) -> int:
        me = mover(board)
        marks = [me] * wins + ["XO"[me == "X"]] * blocks
        for mark in marks[::-1] if block_first else marks:
            cell = completing(board, mark, order)
            if cell is not None:
                return cell
        left = free(board)
        for group in ([4], [0, 2, 6, 8], [1, 3, 5, 7]):
            here = order([cell for cell in group if cell in left])
            if here:
                return here[0]
        raise AssertionError

    return choose


def _with(kind: type[RightMinimax] = RightMinimax, **changed: object) -> type[RightMinimax]:
    """Return a kind of minimax in which some constants are wrong."""
    return type("_With", (kind,), changed)


#: The mistakes of a search, each with the players that make it.
SEARCHES: dict[str, tuple[type[RightMinimax], ...]] = {
    "a minimax that takes the highest value for both sides": (_MaxForBoth,),
    "a minimax that takes the lowest value for both sides": (_MinForBoth,),
    "a minimax that takes the mean of the opponent's replies instead of the lowest": (
        _Mean,
        # The same but for the rounding of means, which decides among moves that are equal.
        _with(_Mean, won=10.0, lost=-10.0),
        _with(_Mean, won=1.0, lost=-1.0),
    ),
    "a minimax that takes the mean below its own move, for both sides": (_MeanForBoth,),
    "a minimax that takes max and min the wrong way round below its own move": (_Swapped,),
    "a minimax that takes the highest value at the root even when O moves": (_MaxAtRoot,),
    "a minimax that takes the lowest value at the root even when X moves": (_MinAtRoot,),
    "a minimax that takes the worst of its moves": (_WorstAtRoot,),
    "a minimax that counts a win as a loss and a loss as a win": (_with(won=-_WON, lost=_WON),),
    "a minimax that counts a draw as a loss": (_with(draw=-_WON),),
    "a minimax that counts a draw as a win": (_with(draw=_WON),),
    "a minimax that counts its wins but not its losses": (_with(lost=0.0),),
    "a minimax that counts its losses but not its wins": (_with(won=0.0),),
    "a minimax that plays on after a line": (_PlaysOn,),
    "a minimax that takes O for the next player when both have as many marks": (_OBegins,),
    "a minimax that gives a full board no value": (_FullBoardUnscored,),
    "a minimax that takes the first move that does not lose": (_FirstSafe,),
    "a search that looks one ply ahead": (_with(plies=1),),
    "a search that looks only two plies ahead": (_with(plies=2),),
    "a search that looks only three plies ahead": (_with(plies=3),),
    "a search that looks only four plies ahead": (_with(plies=4),),
    "alpha-beta that takes a move whose bound only equals the best value (>= at the root)": (
        _PrunedRoot,
    ),
    "a minimax whose test for a win misses one line": tuple(
        _with(lines=[each for each in LINES if each != line]) for line in LINES
    ),
}


def _first(board: str, order: Order) -> int:
    return order(free(board))[0]


_LISTS: dict[str, tuple[Choice, ...]] = {
    "a program that takes the first or last free cell": (_first,),
    "a minimax that compares the value of the board instead of those after its moves": (_first,),
    "rules that win, block, and then take centre, corner, side, and see no forks": (
        *(_rules(completing=each) for each in (_completing, _completing_line)),
    ),
    "rules that win but never block": (
        *(_rules(blocks=False, completing=each) for each in (_completing, _completing_line)),
    ),
    "rules that block but never win": (
        *(_rules(wins=False, completing=each) for each in (_completing, _completing_line)),
    ),
    "rules that block before they win": (
        *(_rules(block_first=True, completing=each) for each in (_completing, _completing_line)),
    ),
}

_NO_HURRY = "a minimax that ignores how soon the game ends"
_WRONG_HURRY = "a minimax that prefers late wins and early losses"

#: Every mistake that can be named.
MISTAKES: tuple[str, ...] = (_NO_HURRY, _WRONG_HURRY, *SEARCHES, *_LISTS)


@cache
def players() -> tuple[tuple[str, Choice], ...]:
    """Return each mistake with every player that makes it; they remember what they worked out."""
    return tuple(_players())


def _players() -> Iterator[tuple[str, Choice]]:
    # These give nothing away. A program as good as they are hardly makes a mistake that does.
    yield _NO_HURRY, RightMinimax().choose
    yield _WRONG_HURRY, RightMinimax(-1.0).choose
    for name, kinds in SEARCHES.items():
        for kind in kinds:
            for step in (0.0, 1.0):
                yield name, kind(step).choose
                # A draw is the last to come: as the latest loss or win, in a hurry, it is right.
                if not (step and kind.draw):
                    yield name, kind(step, for_x=True).choose
    for name, choices in _LISTS.items():
        for choose in choices:
            yield name, choose


@cache
def _asked() -> tuple[str, ...]:
    """Return the positions with a choice, the last first: those tell players apart soonest."""
    return tuple(
        board
        for board in reversed(TICTACTOE.positions)
        if board.count(".") > 1 and not TICTACTOE.over(board)
    )


def alike(answers: Mapping[str, int]) -> tuple[str, ...]:
    """Return the mistakes that give the same answers; most programs make one or none.

    Args:
        answers: of all positions in which the program moves.

    >>> goes_on = [board for board in TICTACTOE.positions if not TICTACTOE.over(board)]
    >>> alike({board: free(board)[0] for board in goes_on})[0]
    'a program that takes the first or last free cell'
    """
    boards = [board for board in _asked() if board in answers]
    found: dict[str, None] = {}
    for name, choose in players():
        for order in ORDERS:
            if name not in found and all(
                choose(board, order) == answers[board] for board in boards
            ):
                found[name] = None
    return tuple(found)

"""A line of play from a drawn position in which neither side gives anything away.

The moves are tried in a likely order, at first with few nodes each, so that a stored or quickly
proved draw is found before another move costs much. (For the line of a won position, in which the
winner is fast and the loser delays, see `noughts.solver.distance`.)
"""

from collections.abc import Callable, Iterable, Iterator

from noughts.core.forks import completions
from noughts.core.position import Mark, Position

Wins = Callable[[Position, Mark, int], bool | None]

BUDGETS = tuple(64 << 6 * n for n in range(5))  #: nodes for one question about one move


def variation(position: Position, wins: Wins) -> Iterator[int]:
    """Yield a line from a position proved a draw; it ends if a move costs too much.

    `wins(position, mark, nodes)` says whether a side wins, None if that takes more nodes.

    >>> from noughts import Position, Rules
    >>> from noughts.solver import Solver
    >>> solver = Solver(Rules.parse("3,3,3"))
    >>> position = Position.parse("X../.O./...")
    >>> wins = lambda position, mark, nodes: solver.wins(position, mark)
    >>> position.rules.names(variation(position, wins))
    'c1 b1 b3 a3 c3 c2 a2'
    """

    def holds(cell: int, nodes: int) -> bool | None:
        lost = wins(position.play(cell), position.turn.other, nodes)
        return None if lost is None else not lost

    while position.outcome is None:
        cell = first_that(liked(position), holds)
        if cell is None:
            return
        yield cell
        position = position.play(cell)


def liked(position: Position) -> list[int]:
    """Return the legal moves, likely best first: completions, blocks, cells on many lines."""
    own = completions(position, position.turn)
    threatened = completions(position, position.turn.other)
    if position.rules.misere:
        own, threatened = {}, {}
    order = {cell: place for place, cell in enumerate(position.rules.cells_by_lines)}
    return sorted(
        position.legal, key=lambda cell: (cell not in own, cell not in threatened, order[cell])
    )


def first_that(candidates: Iterable[int], ask: Callable[[int, int], bool | None]) -> int | None:
    """Return the first right candidate, in rounds of growing budgets; None if there is none.

    `ask(cell, nodes)` returns None if it takes more nodes.

    >>> first_that([3, 5, 8], lambda cell, nodes: None if cell == 3 else cell > 5)
    8
    """
    for budget in BUDGETS:
        open_yet = []
        for cell in candidates:
            answer = ask(cell, budget)
            if answer:
                return cell
            if answer is None:
                open_yet.append(cell)
        candidates = open_yet
    return None

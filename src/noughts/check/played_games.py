"""All games that can be played against a program, by its answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from noughts.check.three_by_three import EMPTY, free, mover, over, place, winner
from noughts.lab.statistics import Tally

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


def _next(board: str, side: str, answers: Mapping[str, int]) -> Iterator[int]:
    """Yield the moves that may come: the program's own, or all of the opponent's."""
    if mover(board) != side:
        yield from free(board)
    elif board in answers:
        yield answers[board]


def reached(answers: Mapping[str, int], side: str) -> dict[str, tuple[int, ...]]:
    """Return the positions where games end or the program moves, each with the first game to it.

    Args:
        answers: the program's move in every position; where it has none, its games end.
        side: which side it plays.
    """
    found: dict[str, tuple[int, ...]] = {EMPTY: ()}
    layer = [EMPTY]
    while layer:
        after = []
        for board in layer:
            if over(board):
                continue
            for cell in _next(board, side, answers):
                child = place(board, cell)
                if child not in found:
                    found[child] = (*found[board], cell)
                    after.append(child)
        layer = after
    return {board: moves for board, moves in found.items() if over(board) or mover(board) == side}


def tally(answers: Mapping[str, int], side: str) -> Tally:
    """Count all games that can be played against the program.

    >>> from noughts.check.three_by_three import positions
    >>> tally({board: board.index(".") for board in positions() if "." in board}, "O").games
    665
    """
    known: dict[str, Tally] = {}

    def count(board: str) -> Tally:
        if board not in known:
            known[board] = (
                Tally.one(winner(board), side)
                if over(board)
                else Tally.total(count(place(board, cell)) for cell in _next(board, side, answers))
            )
        return known[board]

    return count(EMPTY)

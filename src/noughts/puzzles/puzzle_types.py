"""`Puzzle`: a position, the one right move, and how hard it is to find."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from noughts.core.catalogue import say

if TYPE_CHECKING:
    from noughts.core.position import Position


class PuzzleKind(StrEnum):
    """What the solver of a puzzle is asked to do."""

    WIN = "win"  #: find the only move that wins
    FORK = "fork"  #: the same, and it makes two threats
    ZUGZWANG = "zugzwang"  #: with gravity: the same, and the win waits for the board to fill
    DRAW = "draw"  #: find the only move that does not lose
    STOP_FORK = "stop fork"  #: the same, and it stops a fork


class Puzzle(NamedTuple):
    """One puzzle.

    Attributes:
        kind: what is asked for.
        position: the position; the solver plays the side to move.
        answer: the only cell that keeps the proved value.
        line: moves that keep the value and its plies for both sides, the answer first.
        plies: until the win; None for a draw.
        difficulty: of 100 people of five strengths (`noughts.engines.Level`), beginner to expert,
            how many miss the answer.
    """

    kind: PuzzleKind
    position: Position
    answer: int
    line: tuple[int, ...]
    plies: int | None
    difficulty: int

    @property
    def task(self) -> str:
        """What to do, in words.

        >>> from noughts import Position
        >>> from noughts.puzzles import puzzle_of
        >>> puzzle_of(Position.parse("X.O/.../X.O")).task
        'X to move. Win with this move.'
        """
        kind = "draw" if self.plies is None else "win"
        return say("puzzle", kind, turn=self.position.turn, count=self.plies)

    def hints(self) -> tuple[str, str, str]:
        """Return three hints, each telling more than the one before.

        >>> from noughts import Position
        >>> from noughts.puzzles import puzzle_of
        >>> puzzle_of(Position.parse("X.O/.../X.O")).hints()
        ('Can a line be completed?', 'The answer is in column a.', 'The answer is a2.')
        """
        name = self.position.rules.name(self.answer)
        return (
            say("puzzle hint", "at once" if self.plies == 1 else self.kind.value),
            say("puzzle hint", "column", column=name[0]),
            say("puzzle hint", "answer", move=name),
        )

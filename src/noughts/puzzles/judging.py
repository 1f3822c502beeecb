"""What a position and an answer are worth, by proof."""

from functools import lru_cache
from typing import NamedTuple

from noughts.core.catalogue import say
from noughts.core.errors import LimitReachedError
from noughts.core.forks import completions
from noughts.core.limit import Limit
from noughts.core.position import Position
from noughts.engines import Analysis, gravity_engine, solver_engine
from noughts.engines.perfect import SOLVER_CELLS, MoveProver, Perfect
from noughts.json import shapes
from noughts.puzzles.exhaustive_vcf import ExhaustiveVcf
from noughts.puzzles.puzzle_types import (
    FOURS,
    Answer,
    LostMovePuzzle,
    MovePuzzle,
    Puzzle,
    PuzzleKind,
)


def proved(
    position: Position, limit: Limit | None = None, prover: MoveProver | None = None
) -> Analysis:
    """Return the proved value of an unfinished position and of each move.

    Args:
        position: the position.
        limit: in seconds; without one, everything is proved.
        prover: of the game, if it is large; by default, the one that is shared.

    Raises:
        RulesError: The game has more than 64 cells.
        LimitReachedError: The limit came first.
    """
    rules = position.rules
    if limit is None and rules.cells < SOLVER_CELLS[0]:
        return _proved_small(position)
    if rules.cells not in SOLVER_CELLS:
        return Perfect().analyse(position, limit or Limit())
    if prover is None:
        prover = gravity_engine.prover(rules) if rules.gravity else solver_engine.prover(rules)
    found = prover.analyse(position, limit or Limit(), "perfect")
    if found is None:
        raise LimitReachedError((limit or Limit()).reached())
    return found


@lru_cache(maxsize=4096)
def _proved_small(position: Position) -> Analysis:
    """Prove a position of a small board, where games soon repeat each other."""
    return Perfect().analyse(position, Limit())


class PuzzleAnswer(NamedTuple):
    """What an answer is worth."""

    right: bool  #: whether it is the answer
    position: Position  #: the position that the reason is about
    #: a move in it: the one that was the answer; in `who wins` the best, in `which move lost` the
    #: one with the number
    cell: int
    reason: str  #: what that move does and leads to, in words
    line: tuple[int, ...]  #: the moves that follow, this one first

    def as_json(self) -> shapes.JudgedAnswer:
        """Return it as JSON."""
        name = self.position.rules.name
        return {
            "right": self.right,
            "position": str(self.position),
            "move": name(self.cell),
            "reason": self.reason,
            "line": [name(cell) for cell in self.line],
        }


def judge(puzzle: Puzzle, answer: Answer, limit: Limit | None = None) -> PuzzleAnswer:
    """Return what a possible answer is worth, by proof.

    With a limit, the reason may be missing its proof; whether the answer is right is known anyway.

    >>> from noughts import Position
    >>> from noughts.puzzles import puzzle_of
    >>> puzzle = puzzle_of(Position.parse("XX./OO./..."))
    >>> judge(puzzle, 2).right, judge(puzzle, 8).reason
    (True, 'threatens a1 b1 c1, but loses in 2 plies because O completes a2 b2 c2')
    """
    right = answer == puzzle.answer
    if isinstance(puzzle, MovePuzzle) and puzzle.kind in FOURS:
        return _judged_fours(puzzle, int(answer or 0))
    position, cell = puzzle.position, puzzle.line[0]
    if isinstance(puzzle, LostMovePuzzle):
        number = int(answer or 0)
        position, cell = puzzle.before(number), puzzle.moves[number - 1]
    elif isinstance(puzzle, MovePuzzle):
        cell = int(answer or 0)
    try:
        move = next(each for each in proved(position, limit).moves if each.cell == cell)
    except LimitReachedError:
        reason = say("puzzle", "is right" if right else "is wrong")
        return PuzzleAnswer(right, position, cell, reason, (cell,))
    return PuzzleAnswer(right, position, cell, move.reason, move.line)


def _judged_fours(puzzle: MovePuzzle, cell: int) -> PuzzleAnswer:
    position, names = puzzle.position, puzzle.position.rules.names
    right = cell == puzzle.answer
    if right:
        reason = say("puzzle", f"{puzzle.kind.value} right", line=names(puzzle.line))
        return PuzzleAnswer(right, position, cell, reason, puzzle.line)
    child, turn = position.play(cell), position.turn
    line: tuple[int, ...] = (cell,)
    if own := completions(child, turn.other):
        reason = say("puzzle", "allows line", other=turn.other)
        line = (cell, *list(own)[:1])
    elif puzzle.kind is PuzzleKind.VCT:
        line = ExhaustiveVcf(position).threatening(cell).line
        stopped = len(line) > 1
        reason = say(
            "puzzle", "stopped" if stopped else "no threat", turn=turn, reply=names(line[1:])
        )
    else:
        line = (cell, *completions(child, turn))
        stopped = len(line) > 1
        reason = say(
            "puzzle", "stopped" if stopped else "no four", turn=turn, reply=names(line[1:])
        )
    return PuzzleAnswer(right, position, cell, reason, line)

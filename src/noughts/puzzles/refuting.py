"""Adds to a puzzle why each wrong answer is wrong, so that a page can show it offline.

| puzzle | refutations |
|---|---|
| `win`, `fork`, `draw`, `stop fork` | of every wrong move, to the end of the game; left out if it \
loses, but in how many plies is not proved |
| `vct` | of each move that threatens a win by fours: the reply that stops it |
| `vcf` | none: a four leaves one reply, which the rules show |
| `who wins` | none: the line of the puzzle goes to the end of the game |
| `which move lost` | of every wrong number, to the end of the game: after an earlier move, how \
play could go on; instead of a later one, how the game is lost anyway |
| with gravity | none: these games are solved in seconds wherever they are shown |
"""

from functools import cached_property, reduce

from noughts.core.limit import Limit
from noughts.core.position import Mark, Position
from noughts.core.score import Score
from noughts.puzzles import finding
from noughts.puzzles.exhaustive_vcf import ExhaustiveVcf
from noughts.puzzles.puzzle_types import (
    FOURS,
    LostMovePuzzle,
    MovePuzzle,
    Puzzle,
    PuzzleKind,
    WinnerPuzzle,
)
from noughts.solver import Solver
from noughts.solver.variation import variation

Line = tuple[int, ...]


def refuted(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle with its refutations; they depend on the puzzle alone.

    >>> from noughts import Position
    >>> from noughts.puzzles import puzzle_of
    >>> puzzle = puzzle_of(Position.parse("XX./OO./..."))
    >>> [puzzle.position.rules.names(line) for line in refuted(puzzle).refutations]
    ['c2 c1 a3 b3 c3', 'a3 c2', 'b3 c2', 'c3 c2']
    """
    if puzzle.position.rules.gravity:
        return puzzle
    if isinstance(puzzle, MovePuzzle) and puzzle.kind in FOURS:
        return puzzle._replace(refutations=_by_fours(puzzle))
    lines = _Lines(puzzle)
    if isinstance(puzzle, LostMovePuzzle):
        return puzzle._replace(refutations=lines.of_numbers(puzzle))
    if isinstance(puzzle, MovePuzzle):
        return puzzle._replace(line=lines.drawn(puzzle), refutations=lines.of_moves(puzzle))
    return puzzle._replace(line=lines.drawn(puzzle))


def _by_fours(puzzle: MovePuzzle) -> tuple[Line, ...]:
    if puzzle.kind is PuzzleKind.VCF:
        return ()
    search = ExhaustiveVcf(puzzle.position)
    wrong = [cell for cell in puzzle.position.legal if cell != puzzle.answer]
    lines = [search.threatening(cell).line for cell in wrong]
    return tuple(line for line in lines if len(line) > 1)


class _Lines:
    """Best play in the positions of one puzzle."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._rules = puzzle.position.rules
        self._prove = finding.prover_of(self._rules)

    @cached_property
    def _solver(self) -> Solver:
        return Solver(self._rules)

    def of_moves(self, puzzle: MovePuzzle) -> tuple[Line, ...]:
        """Return what follows each wrong move, in the order of the cells."""
        found = self._prove(puzzle.position)
        wrong = [move for move in found.moves if move.cell != puzzle.answer]
        return tuple(
            sorted(
                self._ended(puzzle.position, move.line, drawn=move.score == Score.draw())
                for move in wrong
                if isinstance(move.score, Score)
                if move.score == Score.draw() or len(move.line) == move.score.plies
            )
        )

    def of_numbers(self, puzzle: LostMovePuzzle) -> tuple[Line, ...]:
        """Return a line for each wrong number: after an earlier move, instead of a later one."""
        last = range(len(puzzle.moves), 0, -1)
        lines = {
            number: self._best(puzzle.where(number)) for number in last if number != puzzle.answer
        }
        return tuple(lines[number] for number in sorted(lines))

    def _best(self, position: Position) -> Line:
        found = self._prove(position)
        return self._ended(position, found.moves[0].line, drawn=found.score == Score.draw())

    def drawn(self, puzzle: MovePuzzle | WinnerPuzzle) -> Line:
        """Return the line of a puzzle, to the end of the game if nobody wins."""
        if puzzle.plies is not None:
            return puzzle.line
        return self._ended(puzzle.position, puzzle.line, drawn=True)

    def _ended(self, position: Position, line: Line, *, drawn: bool) -> Line:
        """Return a line of best play, to the end of the game."""
        whole = list(line)
        position = reduce(Position.play, line, position)
        while position.outcome is None:
            more = [*variation(position, self._wins)] if drawn else []
            # Where a quick line ends, the whole proof gives a move.
            more = more or [self._prove(position).moves[0].cell]
            whole += more
            position = reduce(Position.play, more, position)
        return tuple(whole)

    def _wins(self, position: Position, mark: Mark, nodes: int) -> bool | None:
        return self._solver.wins(position, mark, Limit(nodes=nodes))

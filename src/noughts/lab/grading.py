"""Grades of a finished game: where it was decided, and what would have been better."""

from enum import StrEnum
from typing import NamedTuple

from noughts.core.limit import Limit
from noughts.core.position import Mark
from noughts.core.record import Record
from noughts.core.rules import Rules
from noughts.core.score import Score, Value
from noughts.engines.base import Analysis, Engine, Worth
from noughts.engines.perfect import Perfect
from noughts.explain import Fact, sentence


class Grade(StrEnum):
    """What a move did to the proved value, and to its plies if they are known."""

    BEST = "best"
    FINE = "fine"  #: keeps the value; the plies are unknown
    SLOW_WIN = "won more slowly"  #: keeps the win, but takes more plies
    QUICK_LOSS = "lost sooner"  #: lost before and after, but in fewer plies
    MISSED_WIN = "missed a win"
    THREW_AWAY_DRAW = "threw away the draw"
    LOST = "lost"  #: turned a win into a loss

    @property
    def keeps_value(self) -> bool:
        """Whether the move kept the winner."""
        return self in {Grade.BEST, Grade.FINE, Grade.SLOW_WIN, Grade.QUICK_LOSS}


class GradedMove(NamedTuple):
    """One move of a game, graded.

    Attributes:
        number: 1 for the first move.
        mark: who made it.
        cell: where.
        grade: None if nothing is proved.
        before: the position's value for the mover.
        after: the value of the move made.
        best: the cells that would have been best.
        facts: what the move does.
        better_facts: what the best move would have done; None if this was one of the best.
        rules: the game.
    """

    number: int
    mark: Mark
    cell: int
    grade: Grade | None
    before: Worth | None
    after: Worth | None
    best: tuple[int, ...]
    facts: tuple[Fact, ...]
    better_facts: tuple[Fact, ...] | None
    rules: Rules

    @property
    def reason(self) -> str:
        """What the move does, in words."""
        return sentence(self.facts, self.rules, self.mark)

    @property
    def better(self) -> str | None:
        """What the best move would have done, in words; None if this was one of the best."""
        facts = self.better_facts
        return None if facts is None else sentence(facts, self.rules, self.mark)

    @property
    def plies_lost(self) -> int:
        """The plies by which this move shortened a lost game, or lengthened a won one.

        0 if the winner has changed, or if the plies are unknown.
        """
        before, after = self.before, self.after
        if not isinstance(before, Score) or not isinstance(after, Score):
            return 0
        if before.value is not after.value or before.plies is None or after.plies is None:
            return 0
        return abs(before.plies - after.plies)


class Review(NamedTuple):
    """A graded game.

    Attributes:
        moves: every move of the line.
        decided: the number of the move that decided the game: the last move that changed its proved
            value. None if no move did, or if this is not proved.
    """

    moves: tuple[GradedMove, ...]
    decided: int | None


def review(record: Record, engine: Engine | None = None, limit: Limit | None = None) -> Review:
    """Grade every move of a game's line, by default with the perfect engine.

    Raises:
        LimitReachedError: The engine could not value a position within the limit.

    >>> from noughts.core.record import Record
    >>> graded = review(Record.parse("b2 b1 a1 c3 a3"))
    >>> graded.decided, [str(move.grade) for move in graded.moves]
    (2, ['best', 'threw away the draw', 'best', 'best', 'best'])
    """
    engine = engine or Perfect()
    positions = record.positions()
    moves = []
    decided = None
    for number, cell in enumerate(record.moves, start=1):
        graded = grade(engine.analyse(positions[number - 1], limit), number, cell)
        moves.append(graded)
        if graded.grade is not None and not graded.grade.keeps_value:
            decided = number
    return Review(tuple(moves), decided if all(move.grade for move in moves) else None)


def grade(analysis: Analysis, number: int, cell: int) -> GradedMove:
    """Grade one move of the analysed position."""
    move = next(move for move in analysis.moves if move.cell == cell)
    is_best = cell in analysis.best
    return GradedMove(
        number,
        analysis.position.turn,
        cell,
        _grade(analysis.score, move.score, is_best=is_best),
        analysis.score,
        move.score,
        analysis.best,
        move.facts,
        None if is_best else analysis.moves[0].facts,
        analysis.position.rules,
    )


def _grade(before: Worth | None, after: Worth | None, *, is_best: bool) -> Grade | None:
    if not isinstance(before, Score) or not isinstance(after, Score):
        return None
    if before.value is after.value:
        if is_best or before.plies is None or after.plies is None:
            return Grade.BEST if is_best else Grade.FINE
        return Grade.SLOW_WIN if before.value is Value.WIN else Grade.QUICK_LOSS
    if before.value is Value.DRAW:
        return Grade.THREW_AWAY_DRAW
    return Grade.MISSED_WIN if after.value is Value.DRAW else Grade.LOST

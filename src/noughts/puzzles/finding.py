"""Finds puzzles in games of the levels against each other, and proves each.

Every move of a position is valued, so the answer is the only one by proof, not by opinion.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, NamedTuple

from noughts.core.limit import Limit
from noughts.core.position import Position
from noughts.core.score import Score, Value
from noughts.engines import Level, gravity_engine, solver_engine
from noughts.engines.levels import SIGHT
from noughts.engines.perfect import SOLVER_CELLS, Perfect
from noughts.engines.person import Person
from noughts.explain import FactKind
from noughts.puzzles.puzzle_types import Puzzle, PuzzleKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from noughts.core.rules import Rules
    from noughts.engines import Analysis, MoveValue

FEWEST_MOVES = 3  #: legal moves of a puzzle: with two, guessing is too easy
MOST_EMPTY = 26  #: empty cells: with more, a proof of every move takes long
THINKING = Limit(nodes=1_000)  #: of a player of the games
PEOPLE = tuple(Person(sight) for sight in SIGHT.values())
#: Who plays the games that puzzles come from.
PLAYERS = (Level.BEGINNER, Level.CASUAL, Level.STEADY, Level.SHARP, Level.EXPERT)
WAITS = frozenset((FactKind.ODD_THREAT, FactKind.EVEN_THREAT, FactKind.ANSWERS_AND_WINS))
IN_VAIN = 1_000  #: games in a row without a new position
LONG = 7  #: plies from which a threat that waits decides the game


def proved(position: Position) -> Analysis:
    """Return the proved value of an unfinished position and of each move.

    Raises:
        RulesError: The game has more than 64 cells.
    """
    rules = position.rules
    if rules.cells not in SOLVER_CELLS:
        return Perfect().analyse(position, Limit())
    prover = gravity_engine.prover(rules) if rules.gravity else solver_engine.prover(rules)
    found = prover.analyse(position, Limit(), "perfect")
    if found is None:
        raise AssertionError("without a limit, everything is proved")
    return found


def puzzle_of(position: Position) -> Puzzle | None:
    """Return the puzzle of a position; None if it has no single right move, or too few moves.

    >>> puzzle_of(Position.parse("X../.O./..X"))
    >>> puzzle_of(Position.parse("X.O/.../X.O")).answer
    3
    """
    if position.outcome is not None or len(position.legal) < FEWEST_MOVES:
        return None
    analysis = proved(position)
    score = analysis.score
    if not isinstance(score, Score) or score.value is Value.LOSS:
        return None
    right = [
        move
        for move in analysis.moves
        if isinstance(move.score, Score) and move.score.value is score.value
    ]
    if len(right) != 1 or (score.value is Value.WIN and score.plies is None):
        return None
    (answer,) = right
    return Puzzle(
        _kind(answer, score),
        position,
        answer.cell,
        answer.line,
        score.plies,
        _difficulty(position, answer.cell),
    )


class PuzzleAnswer(NamedTuple):
    """What a move in a puzzle is worth.

    Attributes:
        right: whether it is the answer.
        reason: what the move does and leads to, in words.
        line: moves of both sides that follow it, this one first.
    """

    right: bool
    reason: str
    line: tuple[int, ...]


def judge(puzzle: Puzzle, cell: int) -> PuzzleAnswer:
    """Return what a legal move is worth, by proof.

    >>> puzzle = puzzle_of(Position.parse("XX./OO./..."))
    >>> judge(puzzle, 2).right, judge(puzzle, 8).reason
    (True, 'threatens a1 b1 c1, but loses in 2 plies because O completes a2 b2 c2')
    """
    move = next(each for each in proved(puzzle.position).moves if each.cell == cell)
    return PuzzleAnswer(cell == puzzle.answer, move.reason, move.line)


def _kind(answer: MoveValue, score: Score) -> PuzzleKind:
    facts = {fact.kind for fact in answer.facts}
    if score.value is Value.DRAW:
        return PuzzleKind.STOP_FORK if FactKind.STOPS_FORK in facts else PuzzleKind.DRAW
    if FactKind.FORKS in facts:
        return PuzzleKind.FORK
    if score.plies is not None and score.plies >= LONG and facts & WAITS:
        return PuzzleKind.ZUGZWANG
    return PuzzleKind.WIN


def _difficulty(position: Position, answer: int) -> int:
    """Return how many of 100 people of five strengths miss the answer, exactly."""
    missed = 0.0
    for person in PEOPLE:
        weights = person.weights(position, THINKING)
        missed += 1 - weights.get(answer, 0) / sum(weights.values())
    return round(100 * missed / len(PEOPLE))


def find(rules: Rules, seed: int = 1) -> Iterator[Puzzle]:
    """Yield puzzles from one game after another, no two of them mirror images.

    It ends when games bring no new position for a long time.

    >>> from itertools import islice
    >>> from noughts import Rules
    >>> [str(puzzle.position) for puzzle in islice(find(Rules("3,3,3")), 2)]
    ['.../X../..O', 'X../X../..O']
    """
    found: set[int] = set()
    draw = Random(seed)
    new = games = 0
    while games - new < IN_VAIN:
        games += 1
        players = [draw.choice(PLAYERS).engine(seed=draw.getrandbits(32)) for _ in range(2)]
        position = Position(rules)
        while position.outcome is None:
            key = position.canonical()[0].key
            if 0 < rules.cells - position.ply <= MOST_EMPTY and key not in found:
                found.add(key)
                new = games
                puzzle = puzzle_of(position)
                if puzzle is not None:
                    yield puzzle
            position = position.play(players[position.ply % 2].play(position, THINKING))

"""Finds puzzles in games of the levels against each other, and proves each.

What a game gives depends on the rules, the seed and the game's number alone. So the search can stop
after any game, and continue later.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import cast

from noughts.core.errors import LimitReachedError
from noughts.core.forks import completions
from noughts.core.limit import Limit
from noughts.core.position import Mark, Position
from noughts.core.rules import Rules
from noughts.core.score import Score, Value
from noughts.engines import Analysis, Level, MoveValue, solver_engine
from noughts.engines.perfect import SOLVER_CELLS
from noughts.explain import FactKind
from noughts.puzzles.difficulty import missed
from noughts.puzzles.exhaustive_vcf import ExhaustiveVcf, fours_force
from noughts.puzzles.judging import proved
from noughts.puzzles.puzzle_types import (
    LostMovePuzzle,
    MovePuzzle,
    Puzzle,
    PuzzleKind,
    WinnerPuzzle,
)

Prove = Callable[[Position], Analysis]

FEWEST_MOVES = 3  #: legal moves of a puzzle: with two, guessing is too easy
FEWEST_SHOWN = 5  #: moves of a game of which one lost
MOST_EMPTY = 26  #: empty cells: with more, a proof of every move takes long
MOST_CELLS = 36  #: likewise, without gravity; on larger boards there are puzzles about fours
THINKING = Limit(nodes=1_000)  #: of a player of the games
#: Who plays the games that puzzles come from.
PLAYERS = (Level.BEGINNER, Level.CASUAL, Level.STEADY, Level.SHARP, Level.EXPERT)
WAITS = frozenset((FactKind.ODD_THREAT, FactKind.EVEN_THREAT, FactKind.ANSWERS_AND_WINS))
LONG = 7  #: plies from which a threat that waits decides the game


def of_game(rules: Rules, seed: int, number: int) -> list[Puzzle]:
    """Return the puzzles of one game.

    >>> from noughts import Rules
    >>> for puzzle in of_game(Rules("3,3,3"), 1, 2):
    ...     print(puzzle.kind, puzzle.named(puzzle.answer))
    who wins O
    which move lost 3
    """
    draw = Random(f"{seed}/{number}")
    players = [draw.choice(PLAYERS).engine(seed=draw.getrandbits(32)) for _ in range(2)]
    game = [Position(rules)]
    moves: list[int] = []
    while game[-1].outcome is None:
        position = game[-1]
        moves.append(players[position.ply % 2].play(position, THINKING).cell)
        game.append(position.play(moves[-1]))
    first = next((at for at, each in enumerate(game) if provable(each)), len(moves))
    prove = prover_of(rules)
    analyses = [prove(position) for position in reversed(game[first:-1])][::-1]
    found: list[Puzzle | None] = []
    if fours_force(rules):
        found += _by_fours(game[:first])
    found += map(_only_move, analyses)
    found.append(_some_winner(analyses, draw, prove))
    found.append(_lost_move(analyses, tuple(moves[first:]), game[-1]))
    return [puzzle for puzzle in found if puzzle is not None]


def provable(position: Position) -> bool:
    """Whether a proof of every move does not take too long.

    >>> provable(Position("3,3,3")), provable(Position("8,8,5"))
    (True, False)
    """
    rules = position.rules
    small = rules.cells <= (SOLVER_CELLS[-1] if rules.gravity else MOST_CELLS)
    return small and rules.cells - position.ply <= MOST_EMPTY


def prover_of(rules: Rules) -> Prove:
    """Return a function that proves positions of one game, best the last position first.

    A shared prover would answer differently after other games; with gravity all answers are exact.
    """
    own = rules.cells in SOLVER_CELLS and not rules.gravity
    return partial(proved, prover=solver_engine.SolverMoves(rules) if own else None)


def puzzle_of(position: Position) -> MovePuzzle | None:
    """Return the puzzle of a position; None if it has no single right move, or too few moves.

    >>> puzzle_of(Position.parse("X../.O./..X"))
    >>> puzzle_of(Position.parse("X.O/.../X.O")).answer
    3
    """
    return None if position.outcome is not None else _only_move(proved(position))


def _only_move(analysis: Analysis) -> MovePuzzle | None:
    position, score = analysis.position, analysis.score
    if len(position.legal) < FEWEST_MOVES or not isinstance(score, Score):
        return None
    if score.value is Value.LOSS or len(analysis.keeping) != 1:
        return None
    if score.value is Value.WIN and score.plies is None:
        return None
    answer = analysis.moves[0]
    return MovePuzzle(
        _kind(answer, score),
        position,
        answer.cell,
        answer.line,
        score.plies,
        missed(position, analysis.keeping, _reading(analysis)),
    )


def _kind(answer: MoveValue, score: Score) -> PuzzleKind:
    facts = {fact.kind for fact in answer.facts}
    if score.value is Value.DRAW:
        return PuzzleKind.STOP_FORK if FactKind.STOPS_FORK in facts else PuzzleKind.DRAW
    if FactKind.FORKS in facts:
        return PuzzleKind.FORK
    if score.plies is not None and score.plies >= LONG and facts & WAITS:
        return PuzzleKind.ZUGZWANG
    return PuzzleKind.WIN


def _reading(analysis: Analysis) -> int | None:
    """Return how many plies one has to see: the win, or for a draw the longest known loss."""
    if analysis.value is Value.WIN:
        return analysis.plies
    scores = [move.score for move in analysis.moves]
    return max((each.plies or 1 for each in scores if isinstance(each, Score)), default=1)


def _by_fours(game: Sequence[Position]) -> Iterator[MovePuzzle]:
    """Yield the puzzles about fours: no two of a kind with the same answer."""
    seen = set()
    for position in game:
        try:
            puzzle = fours_puzzle_of(position)
        except LimitReachedError:
            continue
        if puzzle is not None and (puzzle.kind, puzzle.answer) not in seen:
            seen.add((puzzle.kind, puzzle.answer))
            yield puzzle


def fours_puzzle_of(position: Position) -> MovePuzzle | None:
    """Return the puzzle about fours of a position, if one move alone starts such a win.

    Raises:
        LimitReachedError: There are too many sequences of fours to try them all.
    """
    if position.outcome is not None or completions(position, position.turn):
        return None
    search = ExhaustiveVcf(position)
    if search.line():
        kind = PuzzleKind.VCF
        lines = {cell: line for cell in search.made() if (line := search.starting(cell))}
    elif completions(position, position.turn.other):
        return None
    else:
        kind = PuzzleKind.VCT
        after = {cell: search.threatening(cell) for cell in position.legal}
        lines = {cell: found.line for cell, found in after.items() if found.holds}
    if len(lines) != 1:
        return None
    ((answer, line),) = lines.items()
    difficulty = missed(position, lines, len(line))
    return MovePuzzle(kind, position, answer, line, len(line), difficulty)


def _some_winner(analyses: Sequence[Analysis], draw: Random, prove: Prove) -> WinnerPuzzle | None:
    """Return the question who wins one position of a game: each answer is equally likely."""
    by_answer: dict[Mark | None, list[Analysis]] = {}
    for each in analyses:
        if _is_open(each):
            by_answer.setdefault(_who(each), []).append(each)
    if not by_answer:
        return None
    answer = draw.choice(sorted(by_answer, key=str))
    return _winner(draw.choice(by_answer[answer]), prove)


def _is_open(analysis: Analysis) -> bool:
    """Whether it takes a thought to see who wins."""
    at_once = analysis.value is not Value.DRAW and (analysis.plies is None or analysis.plies < 3)
    return len(analysis.position.legal) >= FEWEST_MOVES and not at_once


def _winner(analysis: Analysis, prove: Prove) -> WinnerPuzzle | None:
    # A lost position is hard if it is hard to punish.
    asked = analysis if analysis.value is not Value.LOSS else _after(analysis, prove)
    if asked is None or len(asked.keeping) == len(asked.moves):
        return None
    return WinnerPuzzle(
        PuzzleKind.WHO_WINS,
        analysis.position,
        _who(analysis),
        analysis.moves[0].line,
        analysis.plies,
        missed(asked.position, asked.keeping, _reading(asked)),
    )


def winner_puzzle_of(position: Position) -> WinnerPuzzle | None:
    """Return the question who wins a position; None if every move or the next one decides it.

    >>> winner_puzzle_of(Position.parse("X../.O./..X")).answer
    """
    prove = prover_of(position.rules)
    analysis = prove(position)
    return _winner(analysis, prove) if _is_open(analysis) else None


def lost_move_puzzle_of(start: Position, moves: Sequence[int]) -> LostMovePuzzle | None:
    """Return the question which move lost a game, if one move alone gave the value away.

    >>> lost_move_puzzle_of(Position("3,3,3"), (0, 1, 3, 2, 6)).answer
    2
    """
    game = [start]
    for cell in moves:
        game.append(game[-1].play(cell))
    prove = prover_of(start.rules)
    analyses = [prove(position) for position in reversed(game[:-1])][::-1]
    return _lost_move(analyses, tuple(moves), game[-1])


def _after(analysis: Analysis, prove: Prove) -> Analysis | None:
    """Return the analysis after the best move; None if that ends the game."""
    child = analysis.position.play(analysis.moves[0].cell)
    return None if child.outcome is not None else prove(child)


def _who(analysis: Analysis) -> Mark | None:
    """Return who wins; None if nobody does."""
    turn = analysis.position.turn
    return {Value.WIN: turn, Value.LOSS: turn.other}.get(cast("Value", analysis.value))


def _lost_move(
    analyses: Sequence[Analysis], moves: tuple[int, ...], end: Position
) -> LostMovePuzzle | None:
    if len(moves) < FEWEST_SHOWN or end.outcome is None:
        return None
    wins: list[Mark | None] = [*map(_who, analyses), end.outcome.winner]
    lost = [at for at in range(len(moves)) if wins[at] is not wins[at + 1]]
    if len(lost) != 1 or wins[-1] is None or lost[0] + 1 == len(moves):
        return None
    at = lost[0]
    before, after = analyses[at : at + 2]
    return LostMovePuzzle(
        PuzzleKind.LOST_MOVE,
        analyses[0].position,
        moves,
        at + 1,
        after.moves[0].line,
        after.plies,
        missed(before.position, before.keeping, _reading(before)),
    )

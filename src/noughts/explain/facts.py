"""Why a move is good, what it threatens and what refutes it, as facts.

An engine returns scores and lines. Nothing here searches; the engine has already done that.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple, Protocol

from noughts.core.forks import blocked, completions, forks, threats_after, waiting
from noughts.core.position import Position
from noughts.core.score import MOST_POINTS, Estimate, Score, Value
from noughts.core.zugzwang import answered, row_from_below

# Needed for every move of a position, and slow on a wide board.
_forks = lru_cache(maxsize=16)(forks)
_completions = lru_cache(maxsize=16)(completions)


class FactKind(StrEnum):
    """The kinds of facts about a move. `cells`, `lines` and `plies` are fields of the `Fact`."""

    # What the move does.
    WINS_AT_ONCE = "wins at once"  #: completes the one of `lines`
    LOSES_AT_ONCE = "loses at once"  #: completes it in misère
    FILLS_BOARD = "fills board"  #: with a draw
    BLOCKS = "blocks"  #: stops the opponent's `lines`, which each lacked one stone
    FORKS = "forks"  #: completes a line next on any of the `cells`
    THREATENS = "threatens"  #: completes the one of `lines` next
    STOPS_FORK = "stops fork"  #: the opponent had forks on the `cells` and now has none
    ODD_THREAT = "odd threat"  #: with gravity: will complete a line on the one of `cells`
    EVEN_THREAT = "even threat"  #: the same, on an even row from below
    ANSWERS = "answers"  #: with gravity: can answer every stone, so the opponent gets no line
    ANSWERS_AND_WINS = "answers and wins"  #: the same, and gets the one of `lines`
    # What it leads to.
    WINS = "wins"  #: in `plies`, by the one of `lines`, a principal variation: as far as known
    LOSES = "loses"  #: the same for a loss; the line is that of the reply, if there is one
    LOSES_AS_ALL_DO = "loses as all do"
    KEEPS_DRAW = "keeps draw"
    MISSES_WIN = "misses win"
    LOOKS_WON = "looks won"  #: this and the next four: not proved, from the engine's `estimate`
    LOOKS_LOST = "looks lost"
    LOOKS_BETTER = "looks better"
    LOOKS_WORSE = "looks worse"
    LOOKS_LEVEL = "looks level"
    AT_BEST = "at best"  #: the estimate is an upper bound
    AT_WORST = "at worst"  #: the estimate is a lower bound
    # How the opponent punishes it.
    ALLOWS_LINE = "allows line"  #: completes the one of `lines`
    ALLOWS_LINES = "allows lines"  #: completes a line on any of the `cells`
    ALLOWS_FORK = "allows fork"  #: forks on the one of `cells`, followed by the one of `lines`
    ANSWERED = "answered"  #: plays the one of `cells`, followed by the one of `lines`


class Fact(NamedTuple):
    """One fact about a move.

    Attributes:
        kind: what.
        cells: the cells it is about.
        lines: the lines it is about, each as its cells.
        plies: in how many plies the game ends, where that is known.
        estimate: what the engine guesses, where nothing is proved.
    """

    kind: FactKind
    cells: tuple[int, ...] = ()
    lines: tuple[tuple[int, ...], ...] = ()
    plies: int | None = None
    estimate: int | None = None


class Move(Protocol):
    """A move and its value: `noughts.engines.MoveValue`."""

    @property
    def cell(self) -> int:
        """The cell it plays on."""

    @property
    def score(self) -> Score | Estimate | None:
        """Its value."""

    @property
    def line(self) -> tuple[int, ...]:
        """The moves expected, this one first."""

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What the move does and leads to."""


class Found(Protocol):
    """A position and its value: `noughts.engines.Analysis`."""

    @property
    def position(self) -> Position:
        """The position."""

    @property
    def score(self) -> Score | Estimate | None:
        """Its value."""

    @property
    def moves(self) -> Sequence[Move]:
        """Every legal move, best first."""


def facts_of(analysis: Found, move: Move) -> tuple[Fact, ...]:
    """Return what a move does and leads to: first its deeds, then a verdict, then a refutation.

    >>> from noughts import Position
    >>> from noughts.engines import Perfect
    >>> analysis = Perfect().analyse(Position.parse("X../.O./..X"))
    >>> [fact.kind.value for fact in facts_of(analysis, analysis.moves[0])]
    ['threatens', 'stops fork']
    >>> facts_of(analysis, analysis.moves[-1])[0]
    Fact(kind=<FactKind.THREATENS: 'threatens'>, cells=(2,), lines=((2, 4, 6),), plies=None, \
estimate=None)
    """
    outcome = analysis.position.play(move.cell).outcome
    if outcome is None:
        deeds = tuple(_deeds(analysis.position, move))
        return (*deeds, *_verdict(analysis, move, silent=bool(deeds)))
    if outcome.line is None:
        return (Fact(FactKind.FILLS_BOARD),)
    won = outcome.winner is analysis.position.turn
    kind = FactKind.WINS_AT_ONCE if won else FactKind.LOSES_AT_ONCE
    return (Fact(kind, (), (outcome.line,), 1),)


def _deeds(position: Position, move: Move) -> Iterator[Fact]:
    """Yield what a move that does not end the game does to the lines; nothing in misère."""
    if position.rules.misere:
        return
    me, opponent = position.turn, position.turn.other
    child = position.play(move.cell)
    stopped = blocked(position, move.cell, _completions(position, opponent))
    if stopped:
        yield Fact(FactKind.BLOCKS, (), stopped)
    mine = completions(child, me)
    if len(mine) > 1:
        yield Fact(FactKind.FORKS, tuple(mine), tuple(mine.values()))
    elif mine and not stopped:
        yield Fact(FactKind.THREATENS, tuple(mine), tuple(mine.values()))
    decided = isinstance(move.score, Score) and move.score.value is not Value.DRAW
    theirs = completions(child, opponent)
    if not (decided or stopped or theirs):
        forked = _forks(position, opponent)
        # The forks that are left: after a forcing move, only those that are a reply to it.
        left = forks(child, opponent).keys() & (mine or set(child.legal)) if forked else ()
        if forked and not left:
            yield Fact(FactKind.STOPS_FORK, tuple(forked))
    if position.rules.gravity and not theirs:
        for cell in sorted(waiting(child, me).keys() - waiting(position, me).keys()):
            odd = row_from_below(position.rules, cell) % 2
            yield Fact(FactKind.ODD_THREAT if odd else FactKind.EVEN_THREAT, (cell,))
        line = answered(child)
        if line:
            yield Fact(FactKind.ANSWERS_AND_WINS, (), (line,))
        elif line is not None:
            yield Fact(FactKind.ANSWERS)


def _verdict(analysis: Found, move: Move, *, silent: bool) -> Iterator[Fact]:
    """Yield the value of the move; an obvious draw may be left out."""
    score = move.score
    if score is None:
        return
    if isinstance(score, Estimate):
        yield Fact(_looks(score), estimate=score.points)
    elif score.value is Value.WIN:
        yield Fact(FactKind.WINS, (), (move.line,) if move.line[1:] else (), score.plies)
    elif score.value is Value.LOSS:
        yield from _loss(analysis, move, score)
    elif isinstance(best := analysis.moves[0].score, Score) and best.value is Value.WIN:
        yield Fact(FactKind.MISSES_WIN)
    elif not silent:
        yield Fact(FactKind.KEEPS_DRAW)


def _looks(score: Estimate) -> FactKind:
    """Return what a move looks like."""
    if score.points == MOST_POINTS and score.bound != "upper":
        return FactKind.LOOKS_WON
    if score.points == -MOST_POINTS and score.bound != "lower":
        return FactKind.LOOKS_LOST
    if score.bound is not None:
        return FactKind.AT_BEST if score.bound == "upper" else FactKind.AT_WORST
    if score.points == 0:
        return FactKind.LOOKS_LEVEL
    return FactKind.LOOKS_BETTER if score.points > 0 else FactKind.LOOKS_WORSE


def _loss(analysis: Found, move: Move, score: Score) -> Iterator[Fact]:
    """Yield a loss and, if known, how the opponent punishes the move."""
    position, opponent = analysis.position, analysis.position.turn.other
    replies = move.line[1:]
    child = position.play(move.cell)
    wins = {} if position.rules.misere else completions(child, opponent)
    if position.rules.misere or not (wins or replies):
        if score == analysis.score and score.plies is None and not replies:
            yield Fact(FactKind.LOSES_AS_ALL_DO)
        else:
            yield Fact(FactKind.LOSES, (), (replies,) if replies else (), score.plies)
        return
    yield Fact(FactKind.LOSES, plies=score.plies)
    if wins:
        kind = FactKind.ALLOWS_LINE if len(wins) == 1 else FactKind.ALLOWS_LINES
        yield Fact(kind, tuple(wins), tuple(wins.values()))
    else:
        forked = len(threats_after(child, replies[0], opponent)) > 1
        kind = FactKind.ALLOWS_FORK if forked else FactKind.ANSWERED
        yield Fact(kind, replies[:1], (replies,))

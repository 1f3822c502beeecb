"""Reasons in words: why a move is good, what it threatens, what refutes it.

An engine returns scores and lines. Here they become sentences. Nothing is searched here: the engine
has done that.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache, partial
from typing import TYPE_CHECKING, NamedTuple

from noughts.core.forks import blocked, completions, forks, threats_after
from noughts.core.score import Estimate, Score, Value
from noughts.core.zugzwang import answered, row_from_below, waiting

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from noughts.core.position import Position
    from noughts.engines.base import Analysis, MoveValue

# Asked again for every move of one position, and costly on a wide board.
_forks = lru_cache(maxsize=16)(forks)
_completions = lru_cache(maxsize=16)(completions)


def reason(analysis: Analysis, move: MoveValue) -> str:
    """Say in words what a move does and what it leads to.

    >>> from noughts import Position
    >>> from noughts.engines import Perfect
    >>> analysis = Perfect().analyse(Position.parse("X../.O./..X"))
    >>> for move in analysis.moves[::3]:
    ...     print(analysis.position.rules.name(move.cell), reason(analysis, move))
    b1 threatens b1 b2 b3 and stops X's fork
    b3 threatens b1 b2 b3 and stops X's fork
    """
    position = analysis.position
    end = _ending(position, move.cell)
    if end:
        return end
    deeds = list(map(partial(_told, position), deeds_of(analysis, move)))
    verdict = _verdict(analysis, move, silent=bool(deeds))
    if not deeds or not verdict:
        return listed(deeds) or verdict
    lost = isinstance(move.score, Score) and move.score.value is Value.LOSS
    return f"{listed(deeds)}{', but' if lost else ';'} {verdict}"


def _ending(position: Position, cell: int) -> str | None:
    """Describe a move that ends the game."""
    child = position.play(cell)
    if child.outcome is None:
        return None
    if child.outcome.line is None:
        return "fills the board: a draw"
    line = position.rules.names(child.outcome.line)
    if child.outcome.winner is position.turn:
        return f"wins at once with {line}"
    return f"completes {line} and loses at once"


class Does(Enum):
    """What a move may do on the lines."""

    BLOCKS = "blocks"  #: the opponent's `lines`, each of which lacked one stone
    FORKS = "forks"  #: completes a line next on any of the `cells`
    THREATENS = "threatens"  #: completes the one of `lines` next
    STOPS_FORK = "stops fork"  #: the opponent, who had forks on the `cells`, has none to play now
    WAITS = "waits"  #: with gravity: completes a line on each of the `cells` once it can be played
    ANSWERS = "answers"  #: with gravity: answers every stone from here on, and gets the `lines`


class Deed(NamedTuple):
    """One thing that a move does, as a fact: what, with which cells, on which lines."""

    does: Does
    cells: tuple[int, ...] = ()
    lines: tuple[tuple[int, ...], ...] = ()


def deeds_of(analysis: Analysis, move: MoveValue) -> Iterator[Deed]:
    """Yield what a move that does not end the game does on the lines; nothing in misère.

    >>> from noughts import Position
    >>> from noughts.engines import Perfect
    >>> analysis = Perfect().analyse(Position.parse("X../.O./..X"))
    >>> [deed.does.value for deed in deeds_of(analysis, analysis.moves[0])]
    ['threatens', 'stops fork']
    """
    position = analysis.position
    if position.rules.misere:
        return
    me, opponent = position.turn, position.turn.other
    child = position.play(move.cell)
    stopped = blocked(position, move.cell, _completions(position, opponent))
    if stopped:
        yield Deed(Does.BLOCKS, (), stopped)
    mine = completions(child, me)
    if len(mine) > 1:
        yield Deed(Does.FORKS, tuple(mine), tuple(mine.values()))
    elif mine and not stopped:
        yield Deed(Does.THREATENS, tuple(mine), tuple(mine.values()))
    decided = isinstance(move.score, Score) and move.score.value is not Value.DRAW
    theirs = completions(child, opponent)
    if not (decided or stopped or theirs):
        forked = _forks(position, opponent)
        # Those that are left: of a move that forces, the ones that are a reply to it.
        left = forks(child, opponent).keys() & (mine or set(child.legal)) if forked else ()
        if forked and not left:
            yield Deed(Does.STOPS_FORK, tuple(forked))
    if position.rules.gravity and not theirs:
        new = waiting(child, me).keys() - waiting(position, me).keys()
        if new:
            yield Deed(Does.WAITS, tuple(sorted(new)))
        line = answered(child)
        if line is not None:
            yield Deed(Does.ANSWERS, (), (line,) if line else ())


def _told(position: Position, deed: Deed) -> str:
    """Say in words what a move does."""
    rules, me, opponent = position.rules, position.turn, position.turn.other
    match deed.does:
        case Does.BLOCKS:
            return f"blocks {opponent}'s line {listed(map(rules.names, deed.lines))}"
        case Does.FORKS:
            return f"makes a fork at {listed(map(rules.name, deed.cells))}"
        case Does.THREATENS:
            return f"threatens {rules.names(deed.lines[0])}"
        case Does.STOPS_FORK:
            return f"stops {opponent}'s fork"
        case Does.WAITS:
            threats = []
            for cell in deed.cells:
                row = row_from_below(rules, cell)
                kind = "odd" if row % 2 else "even"
                threats.append(f"an {kind} threat at {rules.name(cell)} (row {row} from below)")
            return f"makes {' and '.join(threats)}"
        case Does.ANSWERS:
            lines = [f"{me} gets {rules.names(line)} at the latest" for line in deed.lines]
            return (
                "can answer every stone from here on, so that "
                f"{listed(lines) or f'{opponent} gets no line'}"
            )


def _verdict(analysis: Analysis, move: MoveValue, *, silent: bool) -> str:
    """Say what the move is worth; a draw that nobody disputes may stay silent."""
    rules, score = analysis.position.rules, move.score
    if score is None:
        return ""
    if isinstance(score, Estimate):
        return f"{_guessed(score)}, not proved"
    length = "" if score.plies is None else f" in {score.plies} plies"
    line = rules.names(move.line)
    if score.value is Value.WIN:
        return f"wins{length}: {line}"
    if score.value is Value.LOSS:
        because = _refutation(analysis.position, move)
        every = ", as every move does" if analysis.score == score and not length else ""
        return f"loses{length} because {because}" if because else f"loses{length}{every}"
    best = analysis.moves[0].score
    if isinstance(best, Score) and best.value is Value.WIN:
        return "misses the win: only a draw"
    return "" if silent else "keeps the draw"


def _guessed(score: Estimate) -> str:
    """Say what a move looks like."""
    if str(score).startswith("looks"):
        return str(score)
    if score.bound is not None:
        return f"looks no {'better' if score.bound == 'upper' else 'worse'} than {score.points:+d}"
    trend = "better" if score.points > 0 else "worse" if score.points < 0 else "level"
    return f"looks {trend} ({score.points:+d})"


def _refutation(position: Position, move: MoveValue) -> str:
    """Say how the opponent punishes a losing move, with the whole line, if that is known."""
    rules, opponent = position.rules, position.turn.other
    child = position.play(move.cell)
    line = rules.names(move.line[1:])
    if rules.misere:
        return f"of {line}" if line else ""
    wins = completions(child, opponent)
    if len(wins) > 1:
        return f"{opponent} can complete lines at {listed(map(rules.name, wins))}"
    if wins:
        return f"{opponent} completes {rules.names(next(iter(wins.values())))}"
    if not line:
        return ""
    answer = move.line[1]
    threats = threats_after(child, answer, opponent)
    if len(threats) > 1:
        return f"{opponent} forks at {rules.name(answer)}: {line}"
    return f"{opponent} answers {rules.name(answer)}: {line}"


def listed(words: Iterable[str]) -> str:
    """List words as a sentence does.

    >>> listed(["b1"]), listed(["b1", "b3"]), listed(["b1", "b3", "c3"])
    ('b1', 'b1 and b3', 'b1, b3 and c3')
    """
    *others, last = [*words] or [""]
    return f"{', '.join(others)} and {last}" if others else last

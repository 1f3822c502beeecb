"""Finds wins by fours that a player of a game threw away, proved on both sides of the move."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from noughts.core.errors import LimitReachedError
from noughts.core.forks import completions
from noughts.core.limit import Limit, Meter
from noughts.core.position import Mark, Position
from noughts.json import shapes
from noughts.puzzles.exhaustive_vcf import ExhaustiveVcf, fours_force

MOST_MOVES = 30  #: of the player, the last ones: earlier ones hardly ever have such wins


class ThrownWin(NamedTuple):
    """A move after which the opponent wins by fours, where the player could have done so."""

    number: int  #: of the move, from 1
    answers: tuple[int, ...]  #: all moves that start a win by fours, or complete a line
    line: tuple[int, ...]  #: such a win to the end, the first of the answers first

    def as_json(self, start: Position) -> shapes.ThrownWin:
        """Return it as JSON."""
        name = start.rules.name
        return {
            "number": self.number,
            "answers": list(map(name, self.answers)),
            "line": list(map(name, self.line)),
        }


def thrown_wins(
    start: Position, moves: Sequence[int], mark: Mark, limit: Limit | None = None
) -> Iterator[ThrownWin]:
    """Yield the wins by fours that a player threw away, the last first, until the limit.

    Both are proved: the player could have won by fours, and after the move the opponent can. So a
    move that only looks like a mistake is never among them.

    >>> from noughts import Mark, Position
    >>> start = Position.parse("XXX.../OOO.../....../....../....../......", "6,6,4")
    >>> list(thrown_wins(start, [35, 9], Mark.X))
    [ThrownWin(number=1, answers=(3,), line=(3,))]
    """
    if not fours_force(start.rules):
        return
    meter = Meter()
    game = [start]
    for cell in moves:
        game.append(game[-1].play(cell))
    own = [at for at in range(len(moves)) if game[at].turn is mark]
    for at in reversed(own[-MOST_MOVES:]):
        if limit is not None and limit.seconds is not None and meter.seconds > limit.seconds:
            return
        try:
            found = _thrown(game[at], moves[at], at + 1)
        except LimitReachedError:
            continue
        if found is not None:
            yield found


def _thrown(position: Position, played: int, number: int) -> ThrownWin | None:
    child = position.play(played)
    if child.outcome is not None:
        return None
    ends = tuple(completions(position, position.turn))
    if played in ends or not (_wins(child) and (ends or ExhaustiveVcf(position).line())):
        return None
    if ends:
        return ThrownWin(number, ends, ends[:1])
    search = ExhaustiveVcf(position)
    lines = {cell: line for cell in search.made() if (line := search.starting(cell))}
    if not lines or played in lines:
        return None
    first = min(lines, key=lambda cell: (len(lines[cell]), cell))
    others = [cell for cell in lines if cell != first]
    return ThrownWin(number, (first, *others), lines[first])


def _wins(position: Position) -> bool:
    """Whether the side to move wins by fours, or at once."""
    if completions(position, position.turn):
        return True
    search = ExhaustiveVcf(position)
    return any(search.starting(cell) for cell in search.made())

"""The positions of a benchmark's questions.

Each set belongs to one game. A seed determines its positions, on every machine: no clock is
involved. Every value is proved, of the position and of each move. Some moves keep the value and
others give it away, so that each question has right and wrong answers.
"""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from noughts.core.errors import LimitReachedError, UnknownNameError
from noughts.core.forks import completions
from noughts.core.limit import Limit
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.core.score import Score, Value
from noughts.engines import Analysis, Perfect

WINDOW = 7  #: on large boards, the side of the square that holds all stones
MOST_SOLVED = 64  #: cells of a board whose values the solver proves
LARGE_LIMIT = Limit(nodes=20_000)  #: on large boards: nodes, so that every machine proves the same
TRIES = 50_000  #: random games for a set, before it gives up


class PositionSet(NamedTuple):
    """The positions of one game."""

    name: str  #: the game
    least: int  #: the fewest stones
    most: int  #: the most stones
    #: the kinds of positions in it, in turn: "at once" and "win" for the side to move, and "draw"
    kinds: tuple[str, ...] = ("at once", "win", "draw")

    @property
    def rules(self) -> Rules:
        """The game."""
        return Rules.parse(self.name)


#: All sets, in the order of the report. Most games are solved, the last by threats.
SETS = (
    PositionSet("3,3,3", 2, 6),
    PositionSet("3,3,3 misere", 2, 6, ("win", "draw")),
    PositionSet("3,3,3 torus", 1, 6, ("at once", "win")),
    PositionSet("4,3,3", 2, 8),
    PositionSet("4,4,3", 1, 10, ("at once", "win")),
    PositionSet("4,4,4", 4, 13),
    PositionSet("5,4,4", 6, 16),
    PositionSet("4,4,4 gravity", 4, 13),
    PositionSet("7,6,4 gravity", 14, 34),
    PositionSet("6,6,4", 8, 26),
    PositionSet("4,4,4,4", 36, 50, ("at once", "win")),
    PositionSet("15,15,5", 12, 22, ("at once", "win")),
)


class Labelled(NamedTuple):
    """A position of a set, and its proved values."""

    set: str  #: the set's name
    number: int  #: which of the set, from 1
    moves: tuple[int, ...]  #: the cells that were played, in order
    analysis: Analysis  #: the position, and the value of each move

    @property
    def position(self) -> Position:
        """The position."""
        return self.analysis.position

    @property
    def value(self) -> Value:
        """The position's value for the side to move."""
        return _value(self.analysis.score)

    def value_of(self, cell: int) -> Value:
        """Return the value of a legal move, for the side that makes it."""
        return next(_value(move.score) for move in self.analysis.moves if move.cell == cell)


def _value(score: object) -> Value:
    if not isinstance(score, Score):
        raise TypeError("only proved positions are in a set")
    return score.value


def find_set(name: str) -> PositionSet:
    """Return a set by name.

    Raises:
        UnknownNameError: No set has this name.

    >>> find_set("connect-four").most
    34
    """
    wanted = str(Rules.parse(name))
    for each in SETS:
        if str(each.rules) == wanted:
            return each
    raise UnknownNameError.of("set", name, [each.name for each in SETS])


def labelled(which: PositionSet, count: int, seed: int = 0) -> list[Labelled]:
    """Return the first positions of a set; more of them begin with the same ones.

    Raises:
        LimitReachedError: There are fewer such positions, or a value could not be proved.

    >>> [str(each.analysis.score) for each in labelled(find_set("3,3,3"), 3)]
    ['win in 1', 'win in 3', 'draw']
    """
    found: list[Labelled] = []
    waiting: dict[str, list[Labelled]] = {kind: [] for kind in which.kinds}
    games = _games(which, Random(f"{which.name}/{seed}"))
    while len(found) < count:
        kind = which.kinds[len(found) % len(which.kinds)]
        while not waiting[kind]:
            moves, position = next(games, ((), None))
            if position is None:
                raise LimitReachedError.said("benchmark", "few", set=which.name, number=count)
            wins = not position.rules.misere and completions(position, position.turn)
            if wins and len(waiting["at once"]) == count:
                continue  # there are many of them, and it takes long to value all moves
            analysis = _valued(position)
            own = "at once" if wins else str(analysis.value)
            if _informative(analysis) and own in waiting and len(waiting[own]) < count:
                waiting[own].append(Labelled(which.name, 0, moves, analysis))
        found.append(waiting[kind].pop(0)._replace(number=len(found) + 1))
    return found


def _valued(position: Position) -> Analysis:
    """Value every move; on large boards, some may stay unproved."""
    large = position.rules.cells > MOST_SOLVED
    analysis = Perfect().analyse(position, LARGE_LIMIT if large else Limit())
    if not large and not all(isinstance(move.score, Score) for move in analysis.moves):
        rules = position.rules
        raise LimitReachedError.said("benchmark", "not proved", position=position, rules=rules)
    return analysis


def _informative(analysis: Analysis) -> bool:
    """Whether everything is proved, and some moves keep the value and others do not."""
    proved = all(isinstance(move.score, Score) for move in analysis.moves)
    return proved and 0 < len(analysis.keeping) < len(analysis.moves)


def _games(which: PositionSet, random: Random) -> Iterator[tuple[tuple[int, ...], Position]]:
    """Yield different positions after random games, with their moves."""
    rules, seen = which.rules, set[Position]()
    for _ in range(TRIES):
        plies = random.randint(which.least, which.most)
        large = rules.cells > MOST_SOLVED
        moves = _crowd(rules, random, plies) if large else _game(rules, random, plies)
        position = Position(rules)
        for cell in moves:
            if position.outcome is None:
                position = position.play(cell)
        if position.outcome is None and position not in seen:
            seen.add(position)
            yield tuple(moves), position


def _crowd(rules: Rules, random: Random, plies: int) -> list[int]:
    """Return moves near one another: elsewhere on a large board, nothing would be decided."""
    left, top = (random.randrange(side - WINDOW + 1) for side in rules.shape)
    cells = [
        rules.cell_at(left + column, top + row) for row in range(WINDOW) for column in range(WINDOW)
    ]
    return random.sample(cells, plies)


def _game(rules: Rules, random: Random, plies: int) -> list[int]:
    """Return the moves of a random game; in half of the games, both sides block.

    Without the blocks, almost all positions with many stones could be won at once.
    """
    position, moves = Position(rules), list[int]()
    blocks = random.random() < 0.5 and not rules.misere
    while len(moves) < plies and position.outcome is None:
        urgent = list(completions(position, position.turn.other)) if blocks else []
        moves.append(random.choice(urgent or position.legal))
        position = position.play(moves[-1])
    return moves

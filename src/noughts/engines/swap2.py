"""The swap2 opening, which makes games on large boards fair: one opens, the other chooses.

The first player places three stones: X, O and X. The second player then plays on as O, or takes X,
or places two more stones, O and X, and lets the first player choose a side.

An engine has no reason to place two more. If the position is worth v to the side to move, the
better side is worth |v|, which is at least 0. Letting the other choose is worth -|v'| after the two
stones, which is at most 0.

A record has a header for the opening: ``Opening: swap2, 3 stones, X taken``.
"""

import re
from collections.abc import Callable
from math import inf
from typing import NamedTuple

from noughts.core.errors import PositionError, RulesError
from noughts.core.position import Mark, Position
from noughts.core.record import Record
from noughts.core.rules import Rules
from noughts.core.score import Estimate, Score
from noughts.engines.base import Choice, generator

Think = Callable[[Position], Choice]

DRAWS = 12  #: openings to try
REACH = 4  #: the stones' greatest distance from the middle, in columns and rows
FEWEST = 5  #: in a row: with fewer, three stones may be a line
CHOICES = (3, 5)  #: stones after which a side is chosen
HEADER = "Opening"  #: of a record
_OPENING = re.compile(r"swap2, ([35]) stones, ([XO]) taken")


class Taken(NamedTuple):
    """The side taken, and the best move found for the side to move, with its value."""

    mark: Mark
    choice: Choice


class Opening(NamedTuple):
    """How a swap2 game is opened: the stones before the choice, and the side taken.

    After 3 stones the second player chooses, after 5 the first. Until a side is taken, the player
    of the first three stones counts as X.

    Attributes:
        stones: 3, or 5 after the decision to place two more.
        taken: the side taken; None before the choice.

    >>> Opening(), Opening(3, Mark.X).swapped
    (Opening(stones=3, taken=None), True)
    >>> str(Opening(3, Mark.X))
    'swap2, 3 stones, X taken'
    """

    stones: int = 3
    taken: Mark | None = None

    def __str__(self) -> str:
        taken = f", {self.taken} taken" if self.taken else ""
        return f"swap2, {self.stones} stones{taken}"

    @property
    def swapped(self) -> bool:
        """Whether the player of the first three stones plays on as O."""
        return self.taken is not None and (self.stones == CHOICES[0]) is (self.taken is Mark.X)

    def chooses(self, ply: int) -> bool:
        """Return whether a side is chosen after this many stones."""
        return self.taken is None and ply == self.stones

    def player(self, ply: int) -> int | None:
        """Return the player who places the next stone or chooses a side.

        0 is the first player, 1 the second. None means that the opening is over, and the sides
        decide.

        >>> [Opening(5).player(ply) for ply in range(6)], Opening(3, Mark.O).player(3)
        ([0, 0, 0, 1, 1, 0], None)
        """
        if ply < self.stones or self.chooses(ply):
            return 0 if ply < CHOICES[0] or ply == CHOICES[1] else 1
        return None


def opening_of(record: Record) -> Opening | None:
    r"""Return how a swap2 game was opened; None if its header does not say.

    >>> from noughts import Record
    >>> text = "Rules: 15,15,5\nOpening: swap2, 3 stones, X taken\n\nh8 a1 i8 *"
    >>> opening_of(Record.parse(text))
    Opening(stones=3, taken=<Mark.X: 'X'>)
    """
    said = _OPENING.fullmatch(dict(record.headers).get(HEADER, ""))
    if said is None or record.start.ply or len(record.moves) < int(said[1]):
        return None
    return Opening(int(said[1]), Mark(said[2]))


def three_stones(rules: Rules, think: Think, seed: int | None = None) -> tuple[int, ...]:
    """Return three stones after which neither side is better, as far as `think` can judge.

    They are random, around the middle; `think` judges twelve openings. An opening that one side is
    known to win is not chosen, unless all twelve are.

    Raises:
        RulesError: This game has no swap2 opening.

    >>> from noughts import Limit, Rules
    >>> from noughts.engines import Perfect
    >>> rules = Rules.parse("15,15,5")
    >>> stones = three_stones(rules, lambda at: Perfect().play(at, Limit(nodes=100)), seed=1)
    >>> placed(rules, stones).ply
    3
    """
    check(rules)
    random = generator(seed)
    middle = [side // 2 for side in rules.shape]
    near = [
        cell
        for cell in range(rules.cells)
        if all(abs(at - mid) <= REACH for at, mid in zip(rules.place(cell), middle, strict=True))
    ]
    found: list[tuple[float, tuple[int, ...]]] = []
    for _ in range(DRAWS):
        drawn = tuple(random.sample(near, 3))
        worth = think(placed(rules, drawn)).score
        if worth is None:  # it plays at random
            return drawn
        won = inf if isinstance(worth, Score) and worth.sign else 0
        found.append((abs(worth.points) if isinstance(worth, Estimate) else won, drawn))
    return min(found, key=lambda each: each[0])[1]


def take_side(position: Position, think: Think, seed: int | None = None) -> Taken:
    r"""Choose a side after three or five stones; at random if `think` does not value its move.

    Raises:
        PositionError: There are fewer or more stones.
        RulesError: This game has no swap2 opening.

    >>> from noughts import Limit, Record
    >>> from noughts.engines import Perfect
    >>> opened = Record.parse("Rules: 15,15,5\n\nh8 a1 i8 a2 j8")
    >>> take_side(opened.position, lambda at: Perfect().play(at, Limit(nodes=100))).mark
    <Mark.X: 'X'>
    """
    check(position.rules)
    if position.ply not in CHOICES:
        raise PositionError.said("engine", "swap2", count=position.ply)
    choice, turn = think(position), position.turn
    worth = choice.score
    if worth is None:
        return Taken(generator(seed).choice([Mark.X, Mark.O]), choice)
    points = worth.points if isinstance(worth, Estimate) else int(worth)
    return Taken(turn if points >= 0 else turn.other, choice)


def check(rules: Rules) -> None:
    """Reject a game that has no swap2 opening.

    Raises:
        RulesError: The game has layers, misère, gravity, custom lines, or fewer than 5 in a row.
    """
    known = len(rules.shape) == 2 and not rules.misere and not rules.gravity
    if not known or rules.k is None or rules.k < FEWEST or not rules.lines:
        raise RulesError.said("rules text", "swap2", rules=rules, fewest=FEWEST)


def placed(rules: Rules, cells: tuple[int, ...]) -> Position:
    """Return the position after these moves.

    Raises:
        IllegalMoveError: A move is against the rules.
    """
    position = Position(rules)
    for cell in cells:
        position = position.play(cell)
    return position

"""The levels that players choose: easy, medium, hard. One engine plays all three."""

from __future__ import annotations

from enum import Enum
from itertools import product
from typing import TYPE_CHECKING

from noughts.core.bits import bits
from noughts.core.errors import UnknownNameError
from noughts.engines.base import Analysis, Choice, Engine, draw, generator, refuse_finished
from noughts.engines.perfect import Perfect

if TYPE_CHECKING:
    from noughts.core.limit import Limit
    from noughts.core.position import Position


LARGE = 36  #: cells; on larger boards, random moves are near the stones
NEAR = 2  #: the most cells from a stone


class Level(Enum):
    """How well the computer plays; the value is its `Skill`."""

    EASY = 0.0
    MEDIUM = 0.5
    HARD = 1.0

    def __str__(self) -> str:
        return self.name.lower()

    @staticmethod
    def parse(name: str | Level) -> Level:
        """Find a level by name; a level is returned unchanged.

        Raises:
            UnknownNameError: No level has this name.

        >>> Level.parse("Hard")
        <Level.HARD: 1.0>
        """
        for level in Level:
            if str(level) == str(name).strip().lower():
                return level
        raise UnknownNameError.of("level", str(name), map(str, Level))

    def engine(self, *, seed: int | None = None, keeps: bool = False) -> Skill:
        """Return the engine that plays at this level; `keeps` as for `Perfect`."""
        return Skill(self.value, seed=seed, name=str(self), keeps=keeps)


class Skill(Engine):
    """Plays each move perfectly with probability `p`, otherwise at random.

    On boards of more than 36 cells, a random move is within two cells of a stone, or of the middle
    of an empty board. Any other move would be wasted. The engine of a level has the level's name.

    Raises:
        ValueError: p is not between 0 and 1.

    >>> from noughts import Position
    >>> Skill(0.5).weights(Position.parse("XX./OO./..."))
    {2: 6, 5: 1, 6: 1, 7: 1, 8: 1}
    """

    name: str

    def __init__(
        self, p: float, *, seed: int | None = None, name: str = "skill", keeps: bool = False
    ) -> None:
        if not 0 <= p <= 1:
            raise ValueError(f"a skill of {p}: it must be a probability from 0 to 1")
        self.p = p
        self.name = name
        self.randomised: bool = p < 1
        self.limits: frozenset[str] = Perfect.limits if p else frozenset()
        self._perfect = Perfect(keeps=keeps)
        self._random = generator(seed)

    def play(self, position: Position, limit: Limit | None = None) -> Choice:
        """Play a perfect move or a random one."""
        refuse_finished(position)
        if self._random.random() < self.p:
            return self._perfect.play(position, limit)
        return Choice(position, draw(dict.fromkeys(sensible(position), 1), self._random))

    def forget(self) -> None:
        """Forget the game, as the perfect player does."""
        self._perfect.forget()

    def analyse(self, position: Position, limit: Limit | None = None) -> Analysis:
        """Value every move, as the perfect player does."""
        return self._perfect.analyse(position, limit)

    def weights(self, position: Position, limit: Limit | None = None) -> dict[int, int]:
        """Return the odds of each move, as whole numbers."""
        refuse_finished(position)
        hits, of = self.p.as_integer_ratio()
        cells = sensible(position)
        weights = dict.fromkeys(cells, of - hits)
        if hits:
            best = self._perfect.play(position, limit).cell
            weights[best] = weights.get(best, 0) + hits * len(cells)
        return {cell: weight for cell, weight in weights.items() if weight}


def sensible(position: Position) -> tuple[int, ...]:
    """Return the moves from which a level chooses at random.

    >>> from noughts import Position, Rules
    >>> large = Position(Rules.parse("15,15,5")).play("h8")
    >>> len(sensible(large)), len(sensible(Position(Rules.parse("3,3,3"))))
    (24, 9)
    """
    rules, taken = position.rules, position.x | position.o
    if rules.cells <= LARGE or rules.gravity:
        return position.legal
    stones = [rules.place(cell) for cell in bits(taken)]
    steps = tuple(product(range(-NEAR, NEAR + 1), repeat=len(rules.shape)))
    near = {
        tuple(map(sum, zip(stone, step, strict=True)))
        for stone in stones or [tuple(side // 2 for side in rules.shape)]
        for step in steps
    }
    return tuple(cell for cell in position.legal if rules.place(cell) in near) or position.legal

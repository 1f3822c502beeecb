"""What a person chooses: easy, medium, hard; one engine plays all three."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from noughts.engines.base import Analysis, Choice, Engine, draw, generator, refuse_finished
from noughts.engines.perfect import Perfect
from noughts.errors import UnknownNameError

if TYPE_CHECKING:
    from noughts.limit import Limit
    from noughts.position import Position


class Level(Enum):
    """How well the computer plays; the value is its `Skill`."""

    EASY = 0.0
    MEDIUM = 0.5
    HARD = 1.0

    def __str__(self) -> str:
        return self.name.lower()

    @staticmethod
    def parse(name: str) -> Level:
        """Find a level by name.

        Raises:
            UnknownNameError: there is no such level.

        >>> Level.parse("Hard")
        <Level.HARD: 1.0>
        """
        for level in Level:
            if str(level) == name.strip().lower():
                return level
        raise UnknownNameError.of("level", name, map(str, Level))

    def engine(self, *, seed: int | None = None) -> Skill:
        """Return the engine that plays at this level."""
        return Skill(self.value, seed=seed, name=str(self))


class Skill(Engine):
    """Plays each move perfectly with probability `p`, else at random.

    A level's engine goes by the name of the level.

    Raises:
        ValueError: p is not from 0 to 1.

    >>> from noughts import Position
    >>> Skill(0.5).weights(Position.parse("XX./OO./..."))
    {2: 6, 5: 1, 6: 1, 7: 1, 8: 1}
    """

    name: str

    def __init__(self, p: float, *, seed: int | None = None, name: str = "skill") -> None:
        if not 0 <= p <= 1:
            raise ValueError(f"a skill of {p}: it is a probability, from 0 to 1")
        self.p = p
        self.name = name
        self.randomised: bool = p < 1
        self.limits: frozenset[str] = Perfect.limits if p else frozenset()
        self._perfect = Perfect()
        self._random = generator(seed)

    def play(self, position: Position, limit: Limit | None = None) -> Choice:
        """Play a perfect move or a random one."""
        refuse_finished(position)
        if self._random.random() < self.p:
            return self._perfect.play(position, limit)
        return Choice(position, draw(dict.fromkeys(position.legal, 1), self._random))

    def analyse(self, position: Position, limit: Limit | None = None) -> Analysis:
        """Value every move, as the perfect player does."""
        return self._perfect.analyse(position, limit)

    def weights(self, position: Position, limit: Limit | None = None) -> dict[int, int]:
        """Return the odds of each move, as whole numbers."""
        refuse_finished(position)
        hits, of = self.p.as_integer_ratio()
        weights = dict.fromkeys(position.legal, of - hits)
        if hits:
            weights[self._perfect.play(position, limit).cell] += hits * len(weights)
        return {cell: weight for cell, weight in weights.items() if weight}

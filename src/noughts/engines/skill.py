"""Players that play perfectly at some moves, and err at others."""

from noughts.core.limit import Limit
from noughts.core.position import Position
from noughts.engines.base import Analysis, Choice, Engine, draw, generator
from noughts.engines.perfect import Perfect
from noughts.engines.random import sensible


class Fallible(Engine):
    """An engine that plays as the perfect player does, but for its errors.

    Args:
        chance: the probability that it does not err in a step.
        seed: for repeatable games.
        name: what it is called.
        keeps: as for `Perfect`.

    Raises:
        ValueError: the chance is not from 0 to 1.
    """

    name: str = "fallible"

    def __init__(
        self, chance: float, *, seed: int | None = None, name: str = "", keeps: bool = False
    ) -> None:
        if not 0 <= chance <= 1:
            raise ValueError(f"{type(self).__name__}({chance}): a probability is from 0 to 1")
        self.chance = chance
        self.name = name or type(self).name
        self.randomised: bool = chance < 1
        self.limits: frozenset[str] = Perfect.limits if chance else frozenset()
        self._perfect = Perfect(keeps=keeps)
        self._random = generator(seed)

    def forget(self) -> None:
        """Forget the game, as the perfect player does."""
        self._perfect.forget()

    def analyse(self, position: Position, limit: Limit | None = None) -> Analysis:
        """Value every move, as the perfect player does."""
        return self._perfect.analyse(position, limit)


class Skill(Fallible):
    """Plays each move perfectly with probability `chance`, else at random.

    On boards of more than 36 cells, a random move is within two cells of a stone, or of the middle
    of an empty board. Any other move would be wasted.

    >>> from noughts import Position
    >>> Skill(0.5).weights(Position.parse("XX./OO./..."))
    {2: 6, 5: 1, 6: 1, 7: 1, 8: 1}
    """

    name: str = "skill"

    def play(self, position: Position, limit: Limit | None = None) -> Choice:
        """Play a perfect move or a random one."""
        if self._random.random() < self.chance:
            return self._perfect.play(position, limit)
        return Choice(position, draw(dict.fromkeys(sensible(position), 1), self._random))

    def weights(self, position: Position, limit: Limit | None = None) -> dict[int, int]:
        """Return the odds of each move, as whole numbers."""
        hits, of = self.chance.as_integer_ratio()
        cells = sensible(position)
        weights = dict.fromkeys(cells, of - hits)
        if hits:
            best = self._perfect.play(position, limit).cell
            weights[best] = weights.get(best, 0) + hits * len(cells)
        return {cell: weight for cell, weight in weights.items() if weight}

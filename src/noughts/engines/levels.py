"""The levels that players choose."""

from __future__ import annotations

from noughts.core.errors import UnknownNameError
from noughts.core.outcome import Named
from noughts.engines.skill import Fallible, Skill


class Level(Named):
    """How the computer plays, the weakest first.

    `easy`, `medium` and `hard` play none, half and all of their moves perfectly, the others at
    random (`Skill`). The other levels err as people do (`Person`).
    """

    EASY = "easy"
    BEGINNER = "beginner"
    CASUAL = "casual"
    MEDIUM = "medium"
    STEADY = "steady"
    SHARP = "sharp"
    EXPERT = "expert"
    HARD = "hard"

    @staticmethod
    def parse(name: str) -> Level:
        """Find a level by name; a level is returned unchanged.

        Raises:
            UnknownNameError: No level has this name.

        >>> Level.parse("Hard")
        <Level.HARD: 'hard'>
        """
        try:
            return Level(str(name).strip().lower())
        except ValueError:
            raise UnknownNameError.of("level", str(name), Level) from None

    def engine(self, *, seed: int | None = None, keeps: bool = False) -> Fallible:
        """Return the engine that plays at this level; `keeps` as for `Perfect`."""
        if self in SIGHT:
            from noughts.engines.person import Person  # noqa: PLC0415  (few games need it)

            return Person(SIGHT[self], seed=seed, name=str(self), keeps=keeps)
        return Skill(SKILL[self], seed=seed, name=str(self), keeps=keeps)


#: The probability that a level plays a move perfectly.
SKILL = {Level.EASY: 0.0, Level.MEDIUM: 0.5, Level.HARD: 1.0}
#: The levels that err as people do, and the sight of each.
SIGHT = {
    Level.BEGINNER: 0.45,
    Level.CASUAL: 0.6,
    Level.STEADY: 0.8,
    Level.SHARP: 0.92,
    Level.EXPERT: 0.98,
}

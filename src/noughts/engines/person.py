"""A player that errs as people do: the deeper a threat lies, the more often it is missed.

Before each move a depth is drawn: each step further down this list is taken with the same
probability, the player's *sight*.

0. nothing: a random move,
1. *win*: a line to complete,
2. *block*: a line that the opponent would complete next,
3. *fork*: a move that makes two threats,
4. *stop a fork* of the opponent,
5. everything: the perfect player's move.

A person who sees a fork has therefore seen every win and every block before it. If nothing within
its sight decides, it plays where many lines are open, and prefers lines with stones.

Source of the order: Crowley and Siegler, "Flexible Strategy Use in Young Children's Tic-Tac-Toe",
Cognitive Science 17, 1993: children win before they block, and block before they fork.
"""

from collections.abc import Mapping
from math import lcm

from noughts.core.forks import completions, forks
from noughts.core.limit import Limit
from noughts.core.position import Position
from noughts.engines.base import Choice, draw
from noughts.engines.random import sensible
from noughts.engines.skill import Fallible
from noughts.engines.tactics import stop_fork

DEPTHS = 5  #: the deepest sight: everything
_FARTHER = 4  # a line with one stone more draws a move this many times as strongly


class Person(Fallible):
    """Plays as a person of a given sight, from 0 (at random) to 1 (perfectly).

    >>> from noughts import Position
    >>> odds = Person(0.5).weights(Position.parse("XX./OO./..."))
    >>> max(odds, key=odds.get)
    2
    """

    name: str = "person"

    def play(self, position: Position, limit: Limit | None = None) -> Choice:
        """Draw how deep to look, then play the best move seen."""
        depth = 0
        while depth < DEPTHS and self._random.random() < self.chance:
            depth += 1
        if depth == DEPTHS:
            return self._perfect.play(position, limit)
        return Choice(position, draw(seen(position, depth), self._random))

    def weights(self, position: Position, limit: Limit | None = None) -> dict[int, int]:
        """Return the odds of each move, as whole numbers."""
        views: list[Mapping[int, int]] = [seen(position, depth) for depth in range(DEPTHS)]
        views.append({self._perfect.play(position, limit).cell: 1})
        # The odds of depth k are s^k (1 - s), and s^5 of the deepest; all with one denominator.
        hits, of = self.chance.as_integer_ratio()
        odds = [hits**k * (of - hits) * of ** (DEPTHS - 1 - k) for k in range(DEPTHS)]
        odds.append(hits**DEPTHS)
        whole = lcm(*(sum(view.values()) for view in views))
        weights: dict[int, int] = {}
        for share, view in zip(odds, views, strict=True):
            for cell, weight in view.items():
                weights[cell] = weights.get(cell, 0) + share * weight * whole // sum(view.values())
        return {cell: weight for cell, weight in weights.items() if weight}


def seen(position: Position, depth: int) -> dict[int, int]:
    """Return the moves that a person who looks so deep would choose from, with their odds.

    >>> from noughts import Position
    >>> position = Position.parse("XX./OO./...")
    >>> seen(position, 1), len(seen(position, 0))
    ({2: 1}, 5)
    """
    if depth == 0:
        return dict.fromkeys(sensible(position), 1)
    if position.rules.misere:
        lost = completions(position, position.turn)
        safe = [cell for cell in sensible(position) if cell not in lost]
        return dict.fromkeys(safe or position.legal, 1)
    me, opponent = position.turn, position.turn.other
    looks = (
        lambda: completions(position, me),
        lambda: completions(position, opponent),
        lambda: forks(position, me),
        lambda: () if (fired := stop_fork(position)) is None else (fired.cell,),
    )
    for look in looks[:depth]:
        if cells := look():
            return dict.fromkeys(cells, 1)
    return _taste(position)


def _taste(position: Position) -> dict[int, int]:
    """Weigh the moves by the lines through them that one side can still complete.

    >>> from noughts import Position
    >>> _taste(Position.parse(".../.../..."))
    {0: 7, 1: 5, 2: 7, 3: 5, 4: 9, 5: 5, 6: 7, 7: 5, 8: 7}
    """
    rules, sides = position.rules, (position.x, position.o)
    weights = {}
    for cell in sensible(position):
        weights[cell] = 1 + sum(
            _FARTHER ** (rules.lines[index] & own).bit_count()
            for _, _, index in rules.lines_through[cell]
            for own, other in (sides, sides[::-1])
            if not rules.lines[index] & other
        )
    return weights

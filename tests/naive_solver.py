"""The naive solver: the definition of a game's value, as code.

It has no pruning and no symmetry. Every rule of the solver is checked against it.

>>> from noughts import Position
>>> value(Position.parse("X../.../..."), {}), value(Position.parse("X../O../..."), {})
(0, 1)
"""

from collections import defaultdict

from noughts.core.bits import bits
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.core.score import Score

LONG = 100  #: more plies than in any game this can solve
_DISTANCES: defaultdict[Rules, dict[int, int]] = defaultdict(dict)  #: that any test has asked for


def value(position: Position, memory: dict[int, int]) -> int:
    """Return 1 if the side to move wins, 0 for a draw, -1 if it loses.

    `memory` is for one game only; pass the same dictionary again to reuse it.
    """
    known = memory.get(position.key)
    if known is None:
        outcome = position.outcome
        if outcome is None:
            known = max(-value(child, memory) for _, child in position.children())
        elif outcome.winner is None:
            known = 0
        else:
            known = 1 if outcome.winner is position.turn else -1
        memory[position.key] = known
    return known


def distance(position: Position, memory: dict[int, int]) -> int:
    """Return how far the end is: the winner is fast, the loser delays.

    A win of the side to move in p plies is `LONG` - p, a draw 0, a loss in p plies p - `LONG`.

    >>> from noughts import Position
    >>> distance(Position.parse("X../O../..."), {}), distance(Position.parse("XXX/OO./..."), {})
    (95, -100)
    """
    known = memory.get(position.key)
    if known is None:
        outcome = position.outcome
        if outcome is None:
            known = max(-distance(child, memory) for _, child in position.children())
            known -= (known > 0) - (known < 0)  # a ply further away
        elif outcome.winner is None:
            known = 0
        else:
            known = LONG if outcome.winner is position.turn else -LONG
        memory[position.key] = known
    return known


def score(position: Position) -> Score:
    """Return the same as a score; what is known of a game is kept for the next caller.

    >>> from noughts import Position
    >>> score(Position.parse("X../O../..."))
    Score.win(5)
    """
    away = distance(position, _DISTANCES[position.rules])
    if away == 0:
        return Score.draw()
    return (Score.win if away > 0 else Score.loss)(LONG - abs(away))


def completes(
    rules: Rules, maker: int, breaker: int, turn: int, memory: dict[tuple[int, int], bool]
) -> bool:
    """Whether the maker completes a line if the breaker only blocks.

    Turn 0: the maker is to move, 1: the breaker. `memory` is for one game only.

    >>> from noughts import Rules
    >>> tictactoe = Rules.parse("3,3,3")
    >>> completes(tictactoe, 0, 0, 0, {}), completes(tictactoe, 0, 0, 1, {})
    (True, False)
    """
    known = memory.get((maker, breaker << 1 | turn))
    if known is None:
        empty = [1 << cell for cell in bits(rules.full & ~(maker | breaker))]
        if any(maker & line == line for line in rules.lines):
            known = True
        elif not empty:
            known = False
        elif turn == 0:
            known = any(completes(rules, maker | cell, breaker, 1, memory) for cell in empty)
        else:
            known = all(completes(rules, maker, breaker | cell, 0, memory) for cell in empty)
        memory[maker, breaker << 1 | turn] = known
    return known

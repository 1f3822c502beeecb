"""A win by fours and its zone, for ``/learn``: the only cells where a reply can matter.

A search finds the win. The same moves are then played against each reply. Where they win all the
same, the reply is outside the zone.
"""

from collections.abc import Sequence
from typing import Any

from noughts.core.forks import completions
from noughts.core.position import Position
from noughts.json import encode
from noughts.puzzles.exhaustive_vcf import ExhaustiveVcf

Json = dict[str, Any]

#: X moves to `MOVE` and threatens to win by fours. The stones are of a game of two of our levels.
POSITION = (
    "........../........../O........./........../.X.XO...../"
    "....OXXX../.....X.O../...OX...../...OO...../.........."
)
RULES = "10,10,5"
MOVE = 25


def zone() -> Json:
    """Return the position after X's move, X's plan, and the moves against each reply in its zone.

    >>> found = zone()
    >>> found["plan"]["moves"]
    [47, 38, 58, 59, 36, 14, 69]
    >>> sorted(found["zone"]) == sorted(map(str, found["plan"]["moves"]))
    True
    """
    before = Position.parse(POSITION, RULES)
    fours = ExhaustiveVcf(before)
    plan = fours.line(MOVE)
    if not fours.threatening(MOVE).holds:
        raise LookupError("some reply stops every win by fours, but the chapter says none does")
    after = before.play(MOVE)
    replies = [cell for cell in after.legal if not wins(after.play(cell), plan)]
    return {
        **encode.game(before.rules),
        "position": str(after),
        "move": MOVE,
        "free": len(after.legal),
        "plan": told(after, plan),
        "zone": {str(cell): told(after, fours.line(MOVE, cell)) for cell in replies},
    }


def wins(position: Position, plan: Sequence[int]) -> bool:
    """Whether X wins by the moves of a plan, whatever O does, where every four has one reply."""
    for cell in plan[::2]:
        if position.mark(cell) is not None or completions(position, position.turn.other):
            return False
        position = position.play(cell)
        if position.outcome is not None:
            return True
        forced = [*completions(position, position.turn.other)]
        if not forced or completions(position, position.turn):
            return False
        if len(forced) > 1:
            return True
        position = position.play(forced[0])
    return False


def told(position: Position, moves: Sequence[int]) -> Json:
    """Return X's moves and the forced replies, and the line that they complete."""
    x = [*position.stones("X"), *moves[::2]]
    lines = encode.board(position.rules)["lines"]
    won = next(line for line in lines if set(line) <= set(x))
    return {"moves": list(moves), "row": list(won)}

"""What Python says about every position of 3×3, for the TypeScript tests to agree with."""

from __future__ import annotations

from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.engines.perfect import Perfect
from noughts.engines.tactics import Tactics
from noughts.json import encode


def facts() -> dict[str, dict[str, object]]:
    """Report all 5,478 positions.

    `hard` is the cell that the perfect engine plays, `why` the reason of the player by tactics.
    """
    engine, tactics = Perfect(), Tactics()
    found: dict[str, dict[str, object]] = {}
    waiting = [Position(Rules.parse("3,3,3"))]
    while waiting:
        position = waiting.pop()
        if str(position) not in found:
            said = encode.analysis(engine.analyse(position))
            hard = None if position.outcome else engine.play(position).cell
            why = None if position.outcome else tactics.fire(position).why
            found[str(position)] = {
                "outcome": said["outcome"],
                "turn": said["turn"],
                "value": said["value"],
                "plies": said["plies"],
                "best": said["best"],
                "hard": hard,
                "why": why,
            }
            waiting += [child for _, child in position.children()]
    return found

"""What Python says about every position of 3×3, for the TypeScript tests to agree with."""

import json
import sys
from pathlib import Path

from noughts.engines.perfect import Perfect
from noughts.position import Position
from noughts.rules import Rules


def facts() -> dict[str, object]:
    """Walk all 5,478 positions."""
    found: dict[str, object] = {}
    waiting = [Position(Rules.parse("3,3,3"))]
    while waiting:
        position = waiting.pop()
        if str(position) in found:
            continue
        analysis = Perfect().analyse(position)
        outcome = position.outcome
        found[str(position)] = {
            "winner": str(outcome.winner) if outcome and outcome.winner else None,
            "line": outcome.line if outcome else None,
            "over": outcome is not None,
            "value": str(analysis.score.value),
            "plies": analysis.score.plies,
            "best": sorted(analysis.best),
            "hard": None if outcome else Perfect().play(position).cell,
        }
        waiting += [child for _, child in position.children()]
    return found


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(json.dumps(facts()))

"""The puzzles of some days, by which the page tests that it chooses the same.

`packs` has the number of easy, medium and hard puzzles of each pack, which choose those of a day.
"""

import json
from datetime import timedelta

from noughts.puzzles import Difficulty
from noughts.puzzles.shipped import FIRST_DAY, ids_of, packs

DAYS = (*range(-2, 12), 58, 59, 364, 365, 789, 1_000, 3_652, 10_000)


def text() -> str:
    """Return the JSON."""
    counts = {
        name: [
            sum(Difficulty.of(puzzle["difficulty"]) is each for puzzle in data["puzzles"])
            for each in Difficulty
        ]
        for name, data in packs().items()
    }
    days = [FIRST_DAY + timedelta(days=days) for days in DAYS]
    found = {"packs": counts, "days": {day.isoformat(): ids_of(day) for day in days}}
    return json.dumps(found) + "\n"

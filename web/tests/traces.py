"""What Python's searches tell, for the twin in TypeScript to agree with, event by event.

Each search is kept as the digest of its events, one JSON object a line with its keys in order.
"""

from __future__ import annotations

import hashlib
import json
import random
from typing import TYPE_CHECKING

from deep import sized

from noughts.core.limit import Limit
from noughts.core.rules import Rules
from noughts.json import encode
from noughts.testing import random_games
from noughts.trace import SEARCHES, Trace

if TYPE_CHECKING:
    from noughts.core.position import Position

#: Whether as many positions are searched as in `make test-deep`; otherwise half of them.
MOST_CALLS = 2_000
#: Games, how many of their positions, and the most cells that are empty there.
GAMES = (
    ("3,3,3", 40, 6),
    ("3,3,3", 4, 9),
    ("3,3,3 misere", 12, 6),
    ("3,3,3 torus", 6, 6),
    ("4,3,3", 8, 6),
    ("4,4,4", 6, 7),
    ("5,1,2 exact", 6, 5),
    ("2,2,2,2", 6, 7),
    ("3,3,3 gravity", 6, 9),
    ("4,3,3 gravity", 4, 7),
    ("2,2,2,2 gravity", 4, 7),
)
DEPTHS = (None, 1, 2, 3, 5)


def cases() -> encode.Json:
    """Trace random positions of every game with every search."""
    rng = random.Random(20)
    found = []
    for game, number, empties in GAMES:
        rules = Rules.parse(game)
        late = [
            position
            for positions in random_games(rules, games=40, seed=9)
            for position in positions
            if position.outcome is None and len(position.legal) <= empties
        ]
        for position in rng.sample(late, sized(-(-number // 2), number)):
            for search in SEARCHES:
                depth = rng.choice(DEPTHS)
                aware = search in {"memoised", "symmetric"} or rng.random() < 0.8
                found.append(_case(position, search, depth, aware=aware))
    games = {game: encode.board(Rules.parse(game)) for game, *_ in GAMES}
    symmetries = {game: Rules.parse(game).symmetries for game in games}
    return {"limit": MOST_CALLS, "rules": games, "symmetries": symmetries, "cases": found}


def _case(position: Position, search: str, depth: int | None, *, aware: bool) -> encode.Json:
    digest = hashlib.sha256()
    trace = Trace(position, search, Limit(nodes=MOST_CALLS, depth=depth), depth_aware=aware)
    number = 0

    def hear(told: object) -> None:
        nonlocal number
        number += 1
        line = encode.event(told, guesses=trace.guesses)  # type: ignore[arg-type]
        event = {key: _plain(value) for key, value in line.items()}
        event.pop("why", None)  # the page makes its sentences when they are read
        digest.update(json.dumps(event, sort_keys=True, separators=(",", ":")).encode() + b"\n")

    trace.run(hear)
    return {
        "rules": str(position.rules),
        "position": str(position),
        "search": search,
        "depth": depth,
        "depth_aware": aware,
        "events": number,
        "digest": digest.hexdigest(),
    }


def _plain(value: object) -> object:
    """Write whole numbers alike in both languages."""
    return int(value) if isinstance(value, float) and value.is_integer() else value

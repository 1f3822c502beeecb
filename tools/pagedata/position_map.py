"""The map of ``/learn``: the 765 positions of 3×3, rotations and mirror images counted once.

Positions stand layer by layer, by the number of marks. Within a layer, each stands as near as
possible under the positions it comes from, so a game runs down the map. Everything else is a list
of numbers in the same order.
"""

import json
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from noughts.core.limit import Limit
from noughts.core.position import Mark, Position
from noughts.core.rules import Rules
from noughts.core.score import Score, Value
from noughts.engines import Engine
from noughts.engines.levels import Level
from noughts.engines.naive import NaiveTactics
from noughts.engines.perfect import table
from noughts.trace import Enter, Event, Trace

Json = dict[str, Any]
Numbers = dict[Position, int]

CLASSIC = Rules.parse("3,3,3")
START = Position(CLASSIC)
#: The searches that leave positions out.
PRUNING = ("alphabeta-unordered", "alphabeta")
#: A position met by the player of X, of O, or of both: the sum.
SIDES = {Mark.X: 1, Mark.O: 2}


def build() -> Json:
    """Compute everything; this takes about a second."""
    layers = arranged()
    order = [position for layer in layers for position in layer]
    images, places = counted()
    place = {position: at for at, position in enumerate(order)}
    naive = NaiveTactics()
    return {
        "boards": " ".join(str(position).replace("/", "") for position in order),
        "layers": [len(layer) for layer in layers],
        "values": [value(position) for position in order],
        "images": [images[position] for position in order],
        "calls": {
            "minimax": [places[position] for position in order],
            **{name: in_order(order, calls(name)) for name in PRUNING},
        },
        "met": {
            "hard": in_order(order, met(Level.HARD.engine())),
            "naive": in_order(order, met(naive)),
        },
        "lapses": sorted([place[before], place[after]] for before, after in lapses(naive)),
    }


def in_order(order: Iterable[Position], numbers: Numbers) -> list[int]:
    """Return each position's number; a position without one has 0."""
    return [numbers.get(position, 0) for position in order]


def least(position: Position) -> Position:
    """Return the position that stands for its rotations and mirror images."""
    return position.canonical()[0]


def arranged() -> list[list[Position]]:
    """Return the positions of each layer, from left to right.

    >>> [len(layer) for layer in arranged()]
    [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]
    """
    layers = [[START]]
    while True:
        above: dict[Position, list[int]] = {}
        for at, position in enumerate(layers[-1]):
            for child in {least(child) for _, child in position.children()}:
                above.setdefault(child, []).append(at)
        if not above:
            return layers
        mean = {child: Fraction(sum(xs), len(xs)) for child, xs in above.items()}
        layers.append(sorted(above, key=lambda child: (mean[child], str(child))))


def counted() -> tuple[Numbers, Numbers]:
    """Return how many positions each one stands for, and at how many places of the tree.

    >>> images, places = counted()
    >>> sum(images.values()), sum(places.values())
    (5478, 549946)
    """
    images: Numbers = {}
    places: Numbers = {}
    layer = {START: 1}
    while layer:
        following: Numbers = {}
        for position, ways in layer.items():
            one = least(position)
            images[one] = images.get(one, 0) + 1
            places[one] = places.get(one, 0) + ways
            for _, child in position.children():
                following[child] = following.get(child, 0) + ways
        layer = following
    return images, places


def value(position: Position) -> int:
    """Return the value for X: 10 less the plies to a win, the opposite for O, or 0.

    >>> value(START), value(Position.parse("XX./OO./...")), value(Position.parse("XXX/OO./..."))
    (0, 9, 10)
    """
    if position.outcome is None:
        score = Score.from_int(table(CLASSIC)[position.key][0])
    else:
        score = Score.draw() if position.outcome.winner is None else Score.loss(0)
    if score.value is Value.DRAW:
        return 0
    winner = position.turn if score.value is Value.WIN else position.turn.other
    size = CLASSIC.cells + 1 - (score.plies or 0)
    return size if winner is Mark.X else -size


def calls(search: str) -> Numbers:
    """Return how often a search from the empty board is called for each position.

    >>> sum(calls("alphabeta").values())
    7275
    """
    found: Numbers = {}
    path: list[Position] = []

    def observe(event: Event) -> None:
        if isinstance(event, Enter):
            del path[event.depth :]
            path.append(path[-1].play(event.cell) if event.cell is not None else START)
            one = least(path[-1])
            found[one] = found.get(one, 0) + 1

    Trace(START, search, Limit(nodes=10**6), depth_aware=False).run(observe)
    return found


def met(engine: Engine) -> Numbers:
    """Return the sides for which a player can come to each position, in any of its games.

    >>> met(Level.HARD.engine())[START]
    3
    """
    found: Numbers = {}
    for mark, bit in SIDES.items():
        layer = {START}
        while layer:
            for position in layer:
                found[least(position)] = found.get(least(position), 0) | bit
            layer = {after for before in layer for after in following(engine, before, mark)}
    return found


def following(engine: Engine, position: Position, mark: Mark) -> list[Position]:
    """Return the positions after the moves that can be played where an engine plays one side."""
    if position.outcome is not None:
        return []
    moves = engine.weights(position) if position.turn is mark else position.legal
    return [position.play(cell) for cell in moves]


def lapses(engine: Engine) -> set[tuple[Position, Position]]:
    """Return where a player can lose a game that it need not: each position before and after."""
    found = set()
    for mark in Mark:
        worst = -1 if mark is Mark.X else 1
        layer = {START}
        while layer:
            for before in layer:
                for after in following(engine, before, mark):
                    spoiled = value(after) * worst > 0 >= value(before) * worst
                    if before.turn is mark and spoiled:
                        found.add((least(before), least(after)))
            layer = {after for before in layer for after in following(engine, before, mark)}
    return found


def text() -> str:
    """Write it as JSON."""
    return json.dumps(build(), separators=(",", ":")) + "\n"

"""What Python proves of positions in which stones fall, for the page's search to agree with.

Each with the customary score: n if the side to move wins with its n-th stone from the end, -n if
the other side does, 0 for a draw.
"""

from __future__ import annotations

import base64
import random
import tempfile
from pathlib import Path
from typing import Any

from deep import sized

from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.core.score import Value
from noughts.engines.perfect import Perfect
from noughts.json import encode
from noughts.solver import book_building
from noughts.solver.book_building import add_plies, build_book
from noughts.solver.gravity import GravitySolver
from noughts.solver.opening_book import shipped
from noughts.solver.ranking import Places

#: The games, and with how many stones positions are valued exactly: from, below, and how many each.
EXACT = {
    "7,6,4 gravity": (14, 42, 12),
    "6,5,4 gravity": (10, 30, 6),
    "5,4,4 gravity": (0, 20, 4),
    "8,7,4 gravity": (36, 56, 4),
    "7,7,4 gravity": (29, 49, 3),
    "4,4,3 gravity": (0, 16, 4),
    "6,6,5 gravity": (20, 36, 3),
    "5,4,5 gravity": (0, 2, 1),
    "5,3,4 gravity": (0, 2, 1),
    "4,15,4 gravity": (40, 60, 2),
    "3,20,4 gravity": (44, 60, 2),
    "2,26,3 gravity": (40, 52, 2),
    "9,4,2 gravity": (0, 4, 3),
    "8,8,4 gravity": (48, 64, 3),
    "5,5,5 torus gravity": (8, 25, 3),
    "4,4,4 torus gravity": (0, 16, 4),
    "5,4,4 misere gravity": (2, 20, 4),
    "6,5,4 exact gravity": (12, 30, 3),
    "4,5,3 exact misere gravity": (4, 20, 3),
    "6,4,4 torus exact gravity": (6, 24, 3),
    "5,5,4 torus misere gravity": (10, 25, 3),
    "5,3,3 torus exact misere gravity": (0, 15, 3),
}
#: Bytes of the table that both have: so few that it grows twice, and positions give way to others.
MEMORY = 1 << 19
#: Positions that are analysed: the game, with how many stones, and how many each.
ANALYSED = (
    ("7,6,4 gravity", range(22, 42, 2), 2),
    ("4,4,4 gravity", range(16), 2),
    ("5,3,3 misere gravity", range(4, 15), 2),
    ("4,4,3 torus exact gravity", range(4, 16), 2),
)
#: Whether as many positions are valued as in `make test-deep`.
#: Positions of which each move is valued, for the law of engines: how many stones, how many each.
LAW = {
    "7,6,4 gravity": (range(10, 31), sized(2, 4)),
    "5,4,4 gravity": (range(2, 18), 8),
    "4,4,3 gravity": (range(1, 14), 8),
    "4,4,4 gravity": (range(15), 8),
    "5,4,4 misere gravity": (range(4, 18), 4),
    "4,4,4 torus gravity": (range(3, 14), 4),
}
#: Of this one, who wins early positions is in the book: how many with each number of stones.
BOOKED, EACH = "7,6,4 gravity", 40
#: Of it, how many positions with 8 stones are valued exactly.
EARLY = 3
#: A small book that is built for the tests, of every position with up to so many stones, and which
#: positions with one more, or two, are slow: those that need more nodes.
SMALL, SMALL_STONES, SMALL_SLOW = "5,4,4 gravity", 6, 200
SMALL_VALUED = 4  #: stones: with so many, the book has whole values


def at_random(rules: Rules, stones: int, draw: random.Random) -> Position:
    """Play so many moves at random, of which only the last may end the game."""
    while True:
        position = Position(rules)
        for ply in range(1, stones + 1):
            moves = [child for _, child in position.children()]
            going_on = [child for child in moves if ply == stones or child.outcome is None]
            if not going_on:
                break
            position = draw.choice(going_on)
        if position.ply == stones:
            return position


def exact() -> list[dict[str, Any]]:
    """Value positions, finished ones among them, and count what was looked at so far."""
    found = []
    for name, (first, end, each) in EXACT.items():
        rules, draw = Rules.parse(name), random.Random(name)
        drawn = [
            at_random(rules, stones, draw) for stones in range(first, end) for _ in range(each)
        ]
        positions = {str(position): position for position in drawn}
        solver = GravitySolver(rules, memory=MEMORY, book=False)
        values = {}
        for text, position in positions.items():
            value, _ = solver.bounds(position, -rules.cells, rules.cells)
            values[text] = {"value": value, "nodes": solver.total}
        for text, position in positions.items():
            score = solver.score(position)
            values[text]["plies"] = None if score is None else score.plies
        found.append({"board": encode.board(rules), "values": values})
    return found


def booked() -> dict[str, int]:
    """Tell who wins early positions."""
    rules, draw = Rules.parse(BOOKED), random.Random(BOOKED)
    known = shipped(rules)
    assert known is not None  # noqa: S101  (it comes with Noughts)
    counts = range(known.stones + 1)
    positions = [at_random(rules, stones, draw) for stones in counts for _ in range(EACH)]
    found = {str(position): known.find(position) for position in positions}
    return {text: sign for text, sign in found.items() if sign is not None}


def early() -> dict[str, dict[str, int]]:
    """Value early positions exactly, and count what was looked at so far."""
    rules, draw = Rules.parse(BOOKED), random.Random(BOOKED)
    solver = GravitySolver(rules, memory=MEMORY)
    found = {}
    for position in [at_random(rules, 8, draw) for _ in range(EARLY)]:
        value, _ = solver.bounds(position, -rules.cells, rules.cells)
        found[str(position)] = {"value": value, "nodes": solver.total}
    return found


def small() -> dict[str, Any]:
    """Build a book, and tell all that is in it."""
    rules = Rules.parse(SMALL)
    book_building.SLOW = SMALL_SLOW
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "book")
        built = build_book(rules, SMALL_STONES, path, memory=1 << 24, slow=True)
        built = add_plies(built, SMALL_VALUED, path, memory=1 << 24)
        file = base64.b64encode(path.read_bytes()).decode()
    positions = Places(rules, range(SMALL_STONES, -1, -1)).positions()
    early = [each for each in positions if each is not None]
    signs = {str(each): built.find(each) for each in early}
    values = {str(each): built.values.find(each) for each in early}
    beyond = Places(rules, range(SMALL_STONES + 1, SMALL_STONES + 4)).positions()
    bounds = {str(each): built.bounds(each) for each in beyond if each is not None}
    known = {"signs": signs, "values": values, "bounds": bounds}
    return {"board": encode.board(rules), "file": file, **known}


def analyses() -> list[dict[str, Any]]:
    """Analyse positions, every move of them proved to its end."""
    found = []
    for name, stones, each in ANALYSED:
        rules, draw = Rules.parse(name), random.Random(name)
        positions = [at_random(rules, count, draw) for count in stones for _ in range(each)]
        told = {str(p): encode.analysis(Perfect().analyse(p)) for p in positions if not p.outcome}
        found.append({"board": encode.board(rules), "analyses": told})
    return found


def law() -> list[dict[str, Any]]:
    """Value each move of many positions: plies of a win, minus those of a loss, 0 for a draw."""
    found = []
    for name, (stones, each) in LAW.items():
        rules, draw = Rules.parse(name), random.Random(f"law of {name}")
        positions = [at_random(rules, count, draw) for count in stones for _ in range(each)]
        solver = GravitySolver(rules)
        values = {str(p): _moves(solver, p) for p in positions if not p.outcome}
        found.append({"board": encode.board(rules), "values": values})
    return found


def _moves(solver: GravitySolver, position: Position) -> dict[int, int]:
    found = {}
    for cell, child in position.children():
        score = solver.score(child)
        assert score is not None  # noqa: S101  (it has no limit)
        # What the other side wins in n plies, the mover loses in n + 1.
        sign = -1 if score.value is Value.WIN else 1
        found[cell] = 0 if score.plies is None else sign * (score.plies + 1)
    return found


def gravity() -> dict[str, Any]:
    """Return all of that, by what it is called."""
    parts = (exact, booked, early, small, analyses, law)
    return {part.__name__: part() for part in parts}

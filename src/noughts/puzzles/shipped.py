"""The puzzles that come with Noughts: by their id, by chance, and the three of a day.

A pack's file has the easiest puzzles first. An *id* such as `connect-four/17` is the name of the
pack and the puzzle's place in it, from 0.

The three of a day come from the date alone, and are of three games. For that, the games are dealt
into three groups, the largest game first: each goes where the fullest difficulty, as a share of all
puzzles of that difficulty, stays least full. Each day, each difficulty has another group::

    days = days since 2026-01-01;  d = 0 (easy), 1 or 2 (hard)
    group = (days + d) mod 3;  turn = floor(days / 3)

The puzzles of a group and a difficulty, from one pack after the other by name, make a list. A fixed
step leads through it, and visits each puzzle once before any comes back::

    n = the length of the list
    step = the least number from 618 * n // 1000 on without a common divisor with n
    the place in the list = turn * step mod n
"""

import json
import re
from datetime import date
from functools import cache
from itertools import count
from math import gcd
from pathlib import Path
from random import Random
from typing import NamedTuple

from noughts.core.catalogue import say
from noughts.core.errors import shorten
from noughts.core.rules import Rules
from noughts.json import shapes
from noughts.puzzles import pack
from noughts.puzzles.difficulty import Difficulty
from noughts.puzzles.puzzle_types import Puzzle, PuzzleError, PuzzleKind

FOLDER = Path(__file__).with_name("packs")
FIRST_DAY = date(2026, 1, 1)
A_DAY = 3  #: puzzles a day: one of each difficulty


class ShippedPuzzle(NamedTuple):
    """A puzzle and its id."""

    id: str | None  #: the name of its pack, and its place there; None if no pack of Noughts has it
    puzzle: Puzzle


@cache
def packs() -> dict[str, shapes.PuzzlePack]:
    """Return the JSON of all packs, by their names. The tests check them; this does not."""
    paths = sorted(FOLDER.glob("*.json"), key=lambda path: path.stem)
    return {path.stem: json.loads(path.read_bytes()) for path in paths}


@cache
def lists() -> dict[tuple[Difficulty, int], list[str]]:
    """Return the ids of the puzzles of each difficulty and group."""
    group = groups()
    found: dict[tuple[Difficulty, int], list[str]] = {
        (difficulty, at): [] for difficulty in Difficulty for at in range(A_DAY)
    }
    for name, data in packs().items():
        for number, puzzle in enumerate(data["puzzles"]):
            key = Difficulty.of(puzzle["difficulty"]), group[data["rules"]]
            found[key].append(f"{name}/{number}")
    return found


@cache
def groups() -> dict[str, int]:
    """Return the group of each game.

    >>> sorted(set(groups().values()))
    [0, 1, 2]
    """
    games: dict[str, list[int]] = {}
    for data in packs().values():
        counts = games.setdefault(data["rules"], [0] * A_DAY)
        for puzzle in data["puzzles"]:
            counts[[*Difficulty].index(Difficulty.of(puzzle["difficulty"]))] += 1
    every = list(map(sum, zip(*games.values(), strict=True)))
    loads = [[0] * A_DAY for _ in range(A_DAY)]
    found = {}
    for rules, counts in sorted(games.items(), key=lambda each: (-sum(each[1]), each[0])):
        # Whole numbers, so that the page gets the same.
        fullest = [
            max(
                (load + more) * every[(d + 1) % A_DAY] * every[(d + 2) % A_DAY]
                for d, (load, more) in enumerate(zip(group, counts, strict=True))
            )
            for group in loads
        ]
        at = fullest.index(min(fullest))
        loads[at] = list(map(sum, zip(loads[at], counts, strict=True)))
        found[rules] = at
    return found


def by_id(id_: str) -> ShippedPuzzle:
    """Return a puzzle by its id.

    Raises:
        PuzzleError: The puzzle does not exist.

    >>> by_id("3x3/0").puzzle.position.rules
    Rules.parse('3,3,3')
    """
    name, _, number = id_.partition("/")
    puzzles = packs()[name]["puzzles"] if name in packs() else []
    if not re.fullmatch("0|[1-9][0-9]{0,5}", number) or int(number) >= len(puzzles):
        raise PuzzleError.said("puzzles", "no puzzle", id=shorten(id_))
    rules = Rules.parse(packs()[name]["rules"])
    return ShippedPuzzle(id_, pack.read(puzzles[int(number)], rules))


def ids_of(day: date) -> list[str]:
    """Return the ids of the puzzles of a day, the easiest first.

    >>> len(set(ids_of(date(2026, 12, 1)) + ids_of(date(2026, 12, 2))))
    6
    """
    days = (day - FIRST_DAY).days
    found = []
    for third, difficulty in enumerate(Difficulty):
        ids = lists()[difficulty, (days + third) % A_DAY]
        size = len(ids)
        step = next(n for n in count(618 * size // 1000) if gcd(n, size) == 1)
        found.append(ids[days // A_DAY * step % size])
    return found


def day_of(text: str) -> date:
    """Return the day that a text names as `daily` takes it.

    Raises:
        ValueError: It is written otherwise, or there is no such day.

    >>> day_of("2026-12-01")
    datetime.date(2026, 12, 1)
    """
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or day.isoformat() != text:
        raise ValueError(say("problem", "day", day=shorten(text)))
    return day


def daily(day: date) -> tuple[ShippedPuzzle, ...]:
    """Return the puzzles of a day, of three games: an easy, a medium and a hard one.

    They are the same for everybody.

    >>> [Difficulty.of(each.puzzle.difficulty).value for each in daily(date(2026, 12, 1))]
    ['easy', 'medium', 'hard']
    """
    return tuple(map(by_id, ids_of(day)))


def choose(
    number: int,
    *,
    kind: PuzzleKind | None = None,
    difficulty: Difficulty | None = None,
    rules: Rules | None = None,
    seed: int | None = None,
) -> list[ShippedPuzzle]:
    """Return random puzzles of a kind, a difficulty and a game, the easiest first.

    >>> from noughts.puzzles import PuzzleKind
    >>> [found] = choose(1, kind=PuzzleKind.ZUGZWANG, seed=1)
    >>> found.puzzle.kind
    <PuzzleKind.ZUGZWANG: 'zugzwang'>
    """
    every = [
        f"{name}/{at}"
        for name, data in packs().items()
        if rules is None or data["rules"] == str(rules)
        for at, puzzle in enumerate(data["puzzles"])
        if kind in {None, puzzle["kind"]}
        and difficulty in {None, Difficulty.of(puzzle["difficulty"])}
    ]
    chosen = Random(seed).sample(every, min(number, len(every)))
    return sorted(map(by_id, chosen), key=lambda each: each.puzzle.difficulty)


def set_as_json(id_: str | None, puzzle: Puzzle) -> shapes.SetPuzzle:
    """Return a puzzle on its own as JSON."""
    return {
        "id": id_,
        "rules": str(puzzle.position.rules),
        "puzzle": pack.as_json(puzzle),
        "task": puzzle.task,
        "hints": list(puzzle.hints()),
    }

"""Packs of puzzles: files of JSON, those that come with Noughts, and the three of a day."""

from __future__ import annotations

import json
from datetime import date
from functools import cache
from math import gcd
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.json import decode, shapes
from noughts.puzzles.finding import find
from noughts.puzzles.puzzle_types import Puzzle, PuzzleKind

if TYPE_CHECKING:
    from collections.abc import Callable

FOLDER = Path(__file__).with_name("packs")
FIRST_DAY = date(2026, 1, 1)
A_DAY = 3  #: puzzles
GOLDEN = 0.618  #: days in a row should not have puzzles from one corner of the list
EASY = 20  #: up to this difficulty, most people see the answer
MOST_EASY = 5  #: one puzzle in so many may be easy


class Pack(NamedTuple):
    """Puzzles of one game, the easiest first.

    Attributes:
        rules: the game.
        seed: of the games that the puzzles come from.
        puzzles: the puzzles.
    """

    rules: Rules
    seed: int
    puzzles: tuple[Puzzle, ...]

    @staticmethod
    def parse(text: str | bytes) -> Pack:
        """Read a pack from JSON.

        Raises:
            ReportError: It is not a pack, or something in it cannot be right.
        """
        return decode.read("a pack of puzzles", text, shapes.PuzzlePack, _pack, Pack.as_json)

    def as_json(self) -> shapes.PuzzlePack:
        """Return the pack as JSON."""
        return {
            "noughts": "puzzles 1",
            "rules": str(self.rules),
            "seed": self.seed,
            "puzzles": [puzzle_as_json(puzzle) for puzzle in self.puzzles],
        }

    def __str__(self) -> str:
        """Return the text of the pack's file: a line a puzzle."""
        head = json.dumps({**self.as_json(), "puzzles": []})
        lines = ",\n".join(
            json.dumps(puzzle, ensure_ascii=False) for puzzle in self.as_json()["puzzles"]
        )
        return f"{head.removesuffix(']}')}\n{lines}\n]}}\n"

    @staticmethod
    def make(
        rules: Rules, size: int, seed: int = 1, on_found: Callable[[int], None] = lambda _: None
    ) -> Pack:
        """Find puzzles for a pack; at most one in five is easy.

        It ends early if games bring nothing new.

        Raises:
            RulesError: The game is too large to be solved.
        """
        chosen: list[Puzzle] = []
        easy = 0
        for puzzle in find(rules, seed):
            if puzzle.difficulty <= EASY:
                easy += 1
                if easy > size // MOST_EASY:
                    continue
            chosen.append(puzzle)
            on_found(len(chosen))
            if len(chosen) == size:
                break
        return Pack(rules, seed, tuple(sorted(chosen, key=_order)))


def puzzle_as_json(puzzle: Puzzle) -> shapes.Puzzle:
    """Return a puzzle as JSON."""
    name = puzzle.position.rules.name
    return {
        "kind": puzzle.kind.value,
        "position": str(puzzle.position),
        "answer": name(puzzle.answer),
        "line": [name(cell) for cell in puzzle.line],
        "plies": puzzle.plies,
        "difficulty": puzzle.difficulty,
    }


def set_puzzle_as_json(puzzle: Puzzle) -> shapes.SetPuzzle:
    """Return a puzzle on its own as JSON."""
    rules = str(puzzle.position.rules)
    return {**puzzle_as_json(puzzle), "rules": rules, "task": puzzle.task}


def _pack(data: shapes.PuzzlePack) -> Pack:
    rules = Rules.parse(data["rules"])
    return Pack(rules, data["seed"], tuple(_puzzle(each, rules) for each in data["puzzles"]))


def _puzzle(data: shapes.Puzzle, rules: Rules) -> Puzzle:
    position = Position.parse(data["position"], rules)
    line = tuple(map(rules.cell, data["line"]))
    after = position
    for cell in line:
        after = after.play(cell)  # raises if it is not legal
    if line[:1] != (rules.cell(data["answer"]),):
        raise ValueError(f"the line of {position} does not begin with the answer")
    kind = PuzzleKind(data["kind"])
    return Puzzle(kind, position, line[0], line, data["plies"], data["difficulty"])


def _order(puzzle: Puzzle) -> tuple[int, int, str]:
    return puzzle.difficulty, puzzle.plies or 0, str(puzzle.position)


@cache
def shipped() -> tuple[Pack, ...]:
    """Return the packs that come with Noughts.

    >>> sum(len(pack.puzzles) for pack in shipped()) > 500
    True
    """
    return tuple(Pack.parse(path.read_bytes()) for path in sorted(FOLDER.glob("*.json")))


@cache
def _by_difficulty() -> list[Puzzle]:
    return sorted((each for pack in shipped() for each in pack.puzzles), key=_order)


def daily(day: date) -> tuple[Puzzle, ...]:
    """Return the puzzles of a day, the easiest first: the same for everybody.

    The puzzles of all packs by difficulty are cut into three lists. Each list is walked through in
    steps that visit every puzzle once before any comes back.

    >>> [puzzle.difficulty for puzzle in daily(date(2026, 12, 1))] == sorted(
    ...     puzzle.difficulty for puzzle in daily(date(2026, 12, 1))
    ... )
    True
    """
    every = _by_difficulty()
    size = len(every) // A_DAY
    step = next(n for n in range(int(GOLDEN * size), size) if gcd(n, size) == 1)
    at = (day - FIRST_DAY).days * step % size
    return tuple(every[third * size + at] for third in range(A_DAY))

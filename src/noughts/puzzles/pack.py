"""Packs of puzzles: files of JSON, with puzzles of one game."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import reduce
from typing import NamedTuple, cast

from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.json import decode, shapes
from noughts.puzzles.puzzle_types import (
    LostMovePuzzle,
    MovePuzzle,
    Puzzle,
    PuzzleKind,
    WinnerPuzzle,
)


class Pack(NamedTuple):
    """Puzzles of one game, the easiest first."""

    rules: Rules
    seed: int  #: of the games that the puzzles come from
    puzzles: tuple[Puzzle, ...]

    @staticmethod
    def of(rules: Rules, seed: int, puzzles: Iterable[Puzzle]) -> Pack:
        """Return a pack of puzzles in any order."""
        return Pack(rules, seed, tuple(sorted(puzzles, key=_order)))

    @staticmethod
    def parse(text: str | bytes) -> Pack:
        """Read a pack from JSON.

        Raises:
            ReportError: It is not a pack, or something in it cannot be right.
        """
        return decode.read("pack", text, shapes.PuzzlePack, _pack, Pack.as_json)

    def as_json(self) -> shapes.PuzzlePack:
        """Return the pack as JSON."""
        return {
            "noughts": "puzzles 2",
            "rules": str(self.rules),
            "seed": self.seed,
            "puzzles": [as_json(puzzle) for puzzle in self.puzzles],
        }

    def __str__(self) -> str:
        """Return the text of the pack's file: a line a puzzle."""
        head = json.dumps({**self.as_json(), "puzzles": []})
        lines = ",\n".join(line(puzzle) for puzzle in self.puzzles)
        return f"{head.removesuffix(']}')}\n{lines}\n]}}\n"


def line(puzzle: Puzzle) -> str:
    """Return a puzzle's line in a file of a pack."""
    return json.dumps(as_json(puzzle), separators=(",", ":"))


def as_json(puzzle: Puzzle) -> shapes.Puzzle:
    """Return a puzzle as JSON."""
    name = puzzle.position.rules.name
    kind, position = puzzle.kind.value, str(puzzle.position)
    line = [name(cell) for cell in puzzle.line]
    plies, difficulty = puzzle.plies, puzzle.difficulty
    found: dict[str, object] = {
        "kind": kind,
        "position": position,
        "answer": puzzle.named(puzzle.answer),
        "line": line,
        "plies": plies,
        "difficulty": difficulty,
    }
    if isinstance(puzzle, LostMovePuzzle):
        shown = [name(cell) for cell in puzzle.moves]
        found = {"kind": kind, "position": position, "moves": shown, **found}
        found["answer"] = puzzle.answer
    if not isinstance(puzzle, WinnerPuzzle) and puzzle.refutations:
        found["refutations"] = list(map(puzzle.position.rules.names, puzzle.refutations))
    return cast("shapes.Puzzle", found)


def read(data: shapes.Puzzle, rules: Rules) -> Puzzle:
    """Read a puzzle of a game.

    Raises:
        NoughtsError: It cannot be right.
        ValueError: Likewise.
    """
    position = Position.parse(data["position"], rules)
    moves = tuple(map(rules.cell, data["line"]))
    kind, plies, difficulty = PuzzleKind(data["kind"]), data["plies"], data["difficulty"]
    refutations = tuple(
        tuple(map(rules.cell, each.split()))
        for each in cast("dict[str, list[str]]", data).get("refutations", [])
    )
    if () in refutations:
        raise ValueError(f"a refutation without a move: {position}")
    after = position
    puzzle: Puzzle
    if kind is PuzzleKind.LOST_MOVE:
        shown = tuple(map(rules.cell, cast("dict[str, list[str]]", data)["moves"]))
        reduce(Position.play, shown, position)  # raises if one is not legal
        lost = LostMovePuzzle(kind, position, shown, 1, moves, plies, difficulty, refutations)
        puzzle = lost._replace(answer=lost.read(str(data["answer"])))
        after = lost.before(puzzle.answer + 1)
        wrong = [number for number in range(1, len(shown) + 1) if number != puzzle.answer]
        if refutations and len(refutations) != len(wrong):
            raise ValueError(f"not a refutation of each wrong number: {position}")
        for number, refutation in zip(wrong, refutations, strict=False):
            reduce(Position.play, refutation, puzzle.where(number))
    elif kind is PuzzleKind.WHO_WINS:
        unread = WinnerPuzzle(kind, position, None, moves, plies, difficulty)
        puzzle = unread._replace(answer=unread.read(str(data["answer"])))
    else:
        answer = rules.cell(str(data["answer"]))
        puzzle = MovePuzzle(kind, position, answer, moves, plies, difficulty, refutations)
        if moves[:1] != (answer,):
            raise ValueError(f"the line of {position} does not begin with the answer")
        refuted = [refutation[0] for refutation in refutations]
        if len({*refuted, answer}) != len(refuted) + 1:
            raise ValueError(f"two refutations of a move, or one of the answer: {position}")
        for refutation in refutations:
            reduce(Position.play, refutation, position)
    reduce(Position.play, moves, after)  # likewise
    if not moves:
        raise ValueError(f"a puzzle without a line: {position}")
    return puzzle


def _pack(data: shapes.PuzzlePack) -> Pack:
    rules = Rules.parse(data["rules"])
    return Pack(rules, data["seed"], tuple(read(each, rules) for each in data["puzzles"]))


def _order(puzzle: Puzzle) -> tuple[int, int, str]:
    return puzzle.difficulty, puzzle.plies or 0, line(puzzle)

"""Gathers puzzles for a pack, game after game; what is found is kept, so it can be resumed."""

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

from noughts.core.errors import ReportError, whole_number
from noughts.core.rules import Rules
from noughts.core.whole_file import naming
from noughts.json import decode, shapes
from noughts.puzzles import finding, pack, refuting
from noughts.puzzles.difficulty import Difficulty
from noughts.puzzles.puzzle_types import LostMovePuzzle, Puzzle, PuzzleKind

IN_VAIN = 1_000  #: games in a row without a new puzzle
#: The most puzzles of a pack that are easy, or of a kind that every game has: one in this many.
ONE_IN = 3
EVERYWHERE = (PuzzleKind.WHO_WINS, PuzzleKind.LOST_MOVE)


def games(rules: Rules, seed: int, kept: Path | None = None) -> Iterator[list[Puzzle]]:
    """Yield the puzzles of one game after another; those of earlier calls are read from a file.

    Raises:
        ReportError: The file holds something else.
    """

    def read(data: list[shapes.Puzzle]) -> list[Puzzle]:
        return [pack.read(each, rules) for each in data]

    head = json.dumps({"noughts": "games with puzzles", "rules": str(rules), "seed": seed})
    number = 0
    if kept is None:
        while True:
            yield finding.of_game(rules, seed, number)
            number += 1
    found_there = kept.read_bytes() if kept.exists() else b""
    if head.encode().startswith(found_there):  # nothing, or a torn first line
        with naming(kept):
            kept.write_text(f"{head}\n")
    else:
        whole = found_there[: found_there.rfind(b"\n") + 1]  # the last line may be torn
        first, *lines = whole.decode(errors="replace").split("\n")
        if first != head:
            raise ReportError.said("convert", "other games", file=kept)
        os.truncate(kept, len(whole))
        for line in lines[:-1]:
            yield decode.read("puzzles", line, list[shapes.Puzzle], read)
            number += 1
    while True:
        found = finding.of_game(rules, seed, number)
        with naming(kept), kept.open("a") as file:
            file.write(f"[{','.join(map(pack.line, found))}]\n")
        yield found
        number += 1


def gather(
    rules: Rules,
    size: int,
    seed: int = 1,
    kept: Path | None = None,
    on_found: Callable[[int], None] = lambda _: None,
) -> pack.Pack:
    """Return a pack of puzzles, no two of them rotations or mirror images.

    It has fewer than `size` if games bring nothing new for a long time. `kept` is the file with the
    games so far, to resume there; `on_found` is called with the number of puzzles.

    Raises:
        ReportError: The file holds something else.
        ValueError: The size is below 1.

    >>> from noughts import Rules
    >>> [puzzle.kind.value for puzzle in gather(Rules("3,3,3"), 4).puzzles]
    ['draw', 'draw', 'draw', 'who wins']
    """
    size = whole_number(size, "size", 1)
    chosen: dict[object, Puzzle] = {}
    often = dict.fromkeys((Difficulty.EASY, *EVERYWHERE), size // ONE_IN)
    vain = 0
    for found in games(rules, seed, kept):
        vain += 1
        for puzzle in found:
            own = key(puzzle)
            tags = {puzzle.kind, Difficulty.of(puzzle.difficulty)} & often.keys()
            if own in chosen or not all(often[tag] for tag in tags):
                continue
            for tag in tags:
                often[tag] -= 1
            vain = 0
            chosen[own] = puzzle
            on_found(len(chosen))
            if len(chosen) == size:
                break
        if vain == IN_VAIN or len(chosen) == size:
            break
    return pack.Pack.of(rules, seed, map(refuting.refuted, chosen.values()))


def key(puzzle: Puzzle) -> object:
    """Return what a puzzle has in common with its rotations and mirror images."""
    if not isinstance(puzzle, LostMovePuzzle):
        return type(puzzle), puzzle.position.canonical()[0].key
    return min(
        (puzzle.position.transformed(symmetry).key, tuple(symmetry[cell] for cell in puzzle.moves))
        for symmetry in puzzle.position.rules.symmetries
    )

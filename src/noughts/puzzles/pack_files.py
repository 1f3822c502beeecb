"""Packs of puzzles as files of JSON or SGF.

In SGF, a puzzle is a game: the line to show, or the game that was lost.

The kind is the name of the game (``GN``), the task its comment (``GC``). The answer is not read but
proved again, so that a file of another program gives proved puzzles too.
"""

from __future__ import annotations

from pathlib import Path

from noughts import formats
from noughts.core.catalogue import ENGLISH, say, speaking
from noughts.core.errors import LimitReachedError, NoughtsError, ReportError
from noughts.core.record import Record
from noughts.formats import sgf, sgf_tree
from noughts.puzzles import finding
from noughts.puzzles.pack import Pack
from noughts.puzzles.puzzle_types import FOURS, LostMovePuzzle, Puzzle, PuzzleKind
from noughts.puzzles.refuting import refuted


def load(path: Path) -> Pack:
    """Read a pack from a file of JSON or SGF.

    Raises:
        ReportError: It is not a pack, or something in it cannot be right.
        RecordError: A game in the SGF cannot be read.
    """
    data = path.read_bytes()
    return read(data) if sgf.looks(data) else Pack.parse(data)


def encoded(pack: Pack, file: str) -> bytes:
    """Return the content of a file of this name: SGF if it ends so, else JSON.

    Raises:
        RecordError: The game is in a box, which SGF does not hold.
    """
    return write(pack) if formats.named(file) == "sgf" else str(pack).encode()


def write(pack: Pack) -> bytes:
    """Return a pack as SGF.

    Raises:
        RecordError: The game is in a box, which SGF does not hold.

    >>> from noughts import Position
    >>> from noughts.puzzles import puzzle_of
    >>> puzzle = refuted(puzzle_of(Position.parse("XX./OO./...")))
    >>> pack = Pack.of(puzzle.position.rules, 0, [puzzle])
    >>> read(write(pack)) == pack
    True
    """
    with speaking(ENGLISH):  # the same pack is the same file everywhere
        return b"".join(formats.write(_record(puzzle), "sgf", notes=[]) for puzzle in pack.puzzles)


def _record(puzzle: Puzzle) -> Record:
    moves = puzzle.moves if isinstance(puzzle, LostMovePuzzle) else puzzle.line
    headers = (("Game", puzzle.kind.value), ("Comment", puzzle.task))
    return Record(puzzle.position, moves, None, (), headers)


def read(data: bytes) -> Pack:
    """Return the pack of SGF, each puzzle proved; its seed is 0.

    Raises:
        ReportError: A game is not a puzzle, or of other rules than the first; the message names it.
        RecordError: The file is not SGF.
    """
    text = sgf_tree.decoded(data, [])
    puzzles: list[Puzzle] = []
    for number, (begin, end) in enumerate(sgf_tree.games(text, []), 1):
        record = formats.read(text[begin:end].encode(), "sgf")
        try:
            puzzle = _proved(record)
        except NoughtsError as error:
            raise ReportError.said("convert", "no puzzle", number=number, problem=error) from None
        if puzzle is None:
            why = say("convert", "two answers")
            raise ReportError.said("convert", "no puzzle", number=number, problem=why)
        rules = puzzle.position.rules
        if puzzles and puzzles[0].position.rules != rules:
            raise ReportError.said("convert", "other rules", number=number, rules=rules)
        puzzles.append(refuted(puzzle))
    return Pack.of(puzzles[0].position.rules, 0, puzzles)


def _proved(record: Record) -> Puzzle | None:
    """Return the puzzle that a game asks for, if its answer is the only one."""
    start, said = record.start, dict(record.headers).get("Game", "")
    kind = PuzzleKind(said) if said in [*PuzzleKind] else None
    found: Puzzle | None
    if kind in FOURS or (kind is None and not finding.provable(start)):
        found = finding.fours_puzzle_of(start)
    elif not finding.provable(start):
        raise LimitReachedError.said("convert", "too large", rules=start.rules)
    elif kind is PuzzleKind.WHO_WINS:
        found = finding.winner_puzzle_of(start)
    elif kind is PuzzleKind.LOST_MOVE:
        found = finding.lost_move_puzzle_of(start, record.moves)
    else:
        found = finding.puzzle_of(start)
    return found if kind is None or found is None or found.kind is kind else None

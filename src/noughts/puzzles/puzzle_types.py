"""The types of puzzles. All are proved; what exactly is claimed depends on the kind.

| kind | type | the one right answer |
|---|---|---|
| `win`, `fork`, `zugzwang` | `MovePuzzle` | the only move that wins |
| `draw`, `stop fork` | `MovePuzzle` | the only move that does not lose |
| `vcf` | `MovePuzzle` | the only move that starts a win by fours |
| `vct` | `MovePuzzle` | the only move after which fours win against every reply |
| `who wins` | `WinnerPuzzle` | `X`, `O` or `draw`, if both sides play their best |
| `which move lost` | `LostMovePuzzle` | the number of the only move that gave the value away |

A *four* is a move that threatens to complete a line. It leaves one reply. So in `vcf` and `vct`
other moves may win too, but not by fours, or not against every reply.

In JSON (`noughts.json.shapes.Puzzle`) the types differ by their kind. One of each::

    {"kind": "win", "position": "X.O/.../X.O", "answer": "a2", "line": ["a2"], "plies": 1,
     "difficulty": 20, "refutations": ["b1 a2", ...]}
    {"kind": "who wins", "position": "X../.../...", "answer": "draw", "line": ["b2"],
     "plies": null, "difficulty": 53}
    {"kind": "which move lost", "position": ".../.../...", "moves": ["a1", "b1", "a2", "a3", "b2",
     "c2", "c3"], "answer": 2, "line": ["b2", "c3", "a2"], "plies": 5, "difficulty": 47}

`line` is best play from the position on; in `which move lost` it follows the lost move, and
punishes it. `answer` is then that move's number in `moves`, from 1. A pack's puzzle may have
`refutations`: lines as text, which show why wrong answers are wrong.
"""

from enum import StrEnum
from functools import reduce
from typing import NamedTuple, TypeAlias, cast

from noughts.core.catalogue import say
from noughts.core.errors import NoughtsError, shorten
from noughts.core.position import Mark, Position

#: Of a move puzzle a cell, of a lost move its number, of a winner X, O or None.
Answer: TypeAlias = "int | Mark | None"


class PuzzleError(NoughtsError, ValueError):
    """The puzzle does not exist, or an answer is not possible."""


class PuzzleKind(StrEnum):
    """The task of a puzzle."""

    WIN = "win"  #: find the only move that wins
    FORK = "fork"  #: the same, and it makes two threats
    ZUGZWANG = "zugzwang"  #: with gravity: the same, and the win waits for the board to fill
    DRAW = "draw"  #: find the only move that does not lose
    STOP_FORK = "stop fork"  #: the same, and it stops a fork
    VCF = "vcf"  #: find the only move that starts a win by fours
    VCT = "vct"  #: find the only move after which fours win against every reply
    WHO_WINS = "who wins"  #: say what the position is worth
    LOST_MOVE = "which move lost"  #: find the only move of a game that gave the value away


#: The kinds about fours.
FOURS = (PuzzleKind.VCF, PuzzleKind.VCT)


class MovePuzzle(NamedTuple):
    """Find the one right move."""

    kind: PuzzleKind
    position: Position  #: the position; the solver plays the side to move
    answer: int  #: the right cell
    #: the moves that follow, the answer first. They keep the value and its plies; in `vcf` and
    #: `vct` the replies hold out long.
    line: tuple[int, ...]
    #: until the win, if the loser holds out; None for a draw. In `vcf` and `vct`, those of the
    #: line.
    plies: int | None
    difficulty: int  #: of 100 people, how many miss the answer (`noughts.puzzles.difficulty`)
    #: lines that each begin with a wrong move and show why it is wrong (`noughts.puzzles.refuting`)
    refutations: tuple[tuple[int, ...], ...] = ()

    @property
    def task(self) -> str:
        """What to do, in words.

        >>> from noughts import Position
        >>> from noughts.puzzles import puzzle_of
        >>> puzzle_of(Position.parse("X.O/.../X.O")).task
        'X to move. Win with this move.'
        """
        turn = self.position.turn
        if self.kind in FOURS:
            return say("puzzle", self.kind.value, turn=turn, other=turn.other)
        kind = "draw" if self.plies is None else "win"
        return say("puzzle", kind, turn=turn, count=self.plies)

    def hints(self) -> tuple[str, str, str]:
        """Return three hints, each telling more than the one before.

        >>> from noughts import Position
        >>> from noughts.puzzles import puzzle_of
        >>> puzzle_of(Position.parse("X.O/.../X.O")).hints()
        ('Can a line be completed?', 'The answer is in column a.', 'The answer is a2.')
        """
        name = self.position.rules.name(self.answer)
        return (
            say("puzzle hint", "at once" if self.plies == 1 else self.kind.value),
            say("puzzle hint", "column", column=name[0]),
            say("puzzle hint", "answer", answer=name),
        )

    def read(self, text: str) -> int:
        """Read an answer.

        Raises:
            IllegalMoveError: It is not a legal move.
        """
        cell = self.position.cell(text)
        self.position.play(cell)
        return cell

    def named(self, answer: Answer) -> str:
        """Return an answer as text."""
        return self.position.rules.name(cast("int", answer))


class WinnerPuzzle(NamedTuple):
    """Say who wins if both sides play their best."""

    kind: PuzzleKind  #: `PuzzleKind.WHO_WINS`
    position: Position
    answer: Mark | None  #: X, O, or None for a draw
    line: tuple[int, ...]  #: best play from here
    plies: int | None  #: until the win; None for a draw
    difficulty: int  #: as in `MovePuzzle`: how many play on and do not keep the value

    @property
    def task(self) -> str:
        """What to do, in words."""
        return say("puzzle", self.kind.value, turn=self.position.turn)

    def hints(self) -> tuple[str, str, str]:
        """Return three hints, each telling more than the one before."""
        first = self.position.rules.name(self.line[0])
        return (
            say("puzzle hint", self.kind.value),
            say("puzzle hint", "begins", turn=self.position.turn, move=first),
            say("puzzle hint", "answer", answer=self.named(self.answer)),
        )

    def read(self, text: str) -> Mark | None:
        """Read an answer: X, O or draw.

        Raises:
            PuzzleError: It is something else.
        """
        answers: dict[str, Mark | None] = {"X": Mark.X, "O": Mark.O, "draw": None}
        for name, answer in answers.items():
            if text.strip().lower() == name.lower():
                return answer
        raise PuzzleError.said("puzzles", "no answer", text=shorten(text))

    def named(self, answer: Answer) -> str:
        """Return an answer as text."""
        return "draw" if answer is None else str(answer)


class LostMovePuzzle(NamedTuple):
    """Find the one move of a game that gave the value away: it made a draw or a win a loss."""

    kind: PuzzleKind  #: `PuzzleKind.LOST_MOVE`
    position: Position  #: where the shown moves begin
    moves: tuple[int, ...]  #: the moves shown, up to the end of the game
    answer: int  #: the number of the move, from 1
    line: tuple[int, ...]  #: best play after that move
    plies: int | None  #: from that move on until the win
    difficulty: int  #: as in `MovePuzzle`: how many give the value away there as well
    #: a line for each wrong number: after an earlier move, how play could go on, and instead of a
    #: later one, how the game is lost anyway; empty if there are none
    refutations: tuple[tuple[int, ...], ...] = ()

    @property
    def task(self) -> str:
        """What to do, in words."""
        return say("puzzle", self.kind.value)

    def hints(self) -> tuple[str, str, str]:
        """Return three hints, each telling more than the one before."""
        return (
            say("puzzle hint", self.kind.value),
            say("puzzle hint", "by", turn=self.before(self.answer).turn),
            say("puzzle hint", "answer", answer=self.named(self.answer)),
        )

    def read(self, text: str) -> int:
        """Read an answer: the number of a move.

        Raises:
            PuzzleError: The move does not exist.
        """
        numbers = {str(number): number for number in range(1, len(self.moves) + 1)}
        if text.strip() not in numbers:
            last = len(self.moves)
            raise PuzzleError.said("puzzles", "no number", text=shorten(text), last=last)
        return numbers[text.strip()]

    def named(self, answer: Answer) -> str:
        """Return an answer as text."""
        return str(answer)

    def before(self, number: int) -> Position:
        """Return the position before a move."""
        return reduce(Position.play, self.moves[: number - 1], self.position)

    def where(self, number: int) -> Position:
        """Return where the refutation of a wrong number begins: after the move, or before it."""
        return self.before(number + (number < self.answer))


Puzzle: TypeAlias = "MovePuzzle | WinnerPuzzle | LostMovePuzzle"

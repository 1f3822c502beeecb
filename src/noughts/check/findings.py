"""What a check finds, as data: stages, findings, the report."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from noughts.check.checked_game import TICTACTOE, CheckedGame, FindingKind

if TYPE_CHECKING:
    from noughts.lab.statistics import Tally

__all__ = ["CheckedSample", "Finding", "FindingKind", "Report", "Stage", "about_move"]


class Finding(NamedTuple):
    """One fault, or one piece of advice.

    Attributes:
        kind: what.
        text: in words, a sentence or more.
        moves: the shortest game that shows it, as its cells.
        board: where it shows, one sign for each cell.
        move: the cell that the program played there.
        code: the line of the program that raised an error; of a command, what it wrote about it.
        best: the best moves instead, if the move is legal, as far as they are proved.
        why: why the move is bad and the first of the best is good, in the words of `analyse`.
        changes: whether a function for the rules, or one that loses, changes the board that it
            gets.
        line: the number of the program's line that raised an error.
        asks: whether the program asks for input, so that it may be a game in the terminal.
        late: whether it was stopped because it had no answer in time.
        remembers: whether what it keeps from earlier moves may change its answer.
    """

    kind: FindingKind
    text: str
    moves: tuple[int, ...] = ()
    board: str | None = None
    move: int | None = None
    code: str = ""
    best: tuple[int, ...] = ()
    why: tuple[tuple[int, str], ...] = ()
    changes: bool = False
    line: int | None = None
    asks: bool = False
    late: bool = False
    remembers: bool = False

    @property
    def reasons(self) -> dict[int, str]:
        """The reasons by their cells: the program's move, and the first of the best."""
        return dict(self.why)


def about_move(
    game: CheckedGame, kind: FindingKind, text: str, moves: tuple[int, ...], board: str, move: int
) -> Finding:
    """Return a finding about a legal move, with the best moves and the reasons."""
    best = tuple(game.best(board))
    reasons = game.reasons(board, (move, *best[:1]))
    return Finding(kind, text, moves, board, move, "", best, tuple(reasons.items()))


class Stage(NamedTuple):
    """A part of a check.

    Attributes:
        name: what is checked.
        passed: None: it was not done.
        said: the result in words.
        applies: False: the program has nothing to check there.
    """

    name: str
    passed: bool | None
    said: str
    applies: bool = True


class CheckedSample(NamedTuple):
    """The sample of a game that is too large to ask everywhere.

    >>> CheckedSample(0, 500, 300, 0, "").at_most
    0.00993...
    """

    seed: int  #: of the random positions and games
    positions: int  #: random positions, each drawn on its own
    judged: int  #: those whose answer was proved right or wrong
    errors: int  #: those whose answer was wrong
    played_out: str  #: the sides as which every possible game was played nevertheless

    @property
    def at_most(self) -> float | None:
        """The rate of errors that 95 % confidence excludes if none was found; None otherwise.

        A program with this rate makes no error in `judged` positions once in 20 times.
        """
        if self.errors or not self.judged:
            return None
        return float(1 - 0.05 ** (1 / self.judged))


class Report(NamedTuple):
    """What a check says of a program.

    Attributes:
        interface: how the check calls the program.
        unbeatable: True: every possible game was played and none was lost. False: a game is lost.
            None: neither is proved.
        stages: in order; those after the finding are not done.
        games: by side, all games that can be played against it; in a sample, the random games.
        finding: what is wrong with it; None if nothing was found.
        advice: what could be better in a program without a finding.
        mistakes: the known mistakes that answer alike in every position; usually one or none.
        answers: its move in every position where it has one.
        game: what is played.
        sample: what was asked, if not everything.
        orders: whether the order of the moves to a position could change its answer there. It
            answered in each position, but not after every order of moves.
        watched: whether the check would have noticed if the program had drawn at random.
    """

    interface: str
    unbeatable: bool | None
    stages: tuple[Stage, ...]
    games: dict[str, Tally]
    finding: Finding | None
    advice: Finding | None
    mistakes: tuple[str, ...]
    answers: dict[str, int]
    game: CheckedGame = TICTACTOE
    sample: CheckedSample | None = None
    orders: bool = False
    watched: bool = True

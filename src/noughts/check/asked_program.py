"""`AskedProgram`: a program that a check has loaded, and asks for its moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

from noughts.check.answer_styles import decode
from noughts.check.board_forms import is_plain
from noughts.check.checked_game import CheckedGame
from noughts.check.findings import Finding, FindingKind, Stage
from noughts.check.program import Program, StoppedError, line_of, told_error
from noughts.check.program_interface import FindingEnd, ProgramInterface, Progress
from noughts.core.catalogue import say

if TYPE_CHECKING:
    from noughts.check.played_games import Reached
    from noughts.lab.statistics import Tally


class Fault(NamedTuple):
    """No legal move in a position, and why."""

    kind: FindingKind
    text: str
    code: str = ""
    answer: object = None
    line: int | None = None


class AskedProgram(ProgramInterface):
    """A program under check: its moves, and what they show."""

    def __init__(
        self,
        program: Program,
        sides: Sequence[str],
        progress: Progress | None,
        heard: Callable[[Stage], None] | None,
        game: CheckedGame,
    ) -> None:
        super().__init__(program, sides, progress, heard, game)
        self.first_calls = 0  # of the remembered functions, for the first move
        self.spent = 0, 0.0  # calls and seconds of the last answer
        self.once = 0  # positions in which that was asked only once, for lack of time
        self.faults: dict[str, Fault] = {}
        #: Where it draws lots: its other moves. If the check asks everywhere, the worst is kept.
        self.others: dict[str, list[int]] = {}
        #: What gives it random numbers where not all of its moves can be known.
        self.drawn: dict[str, str] = {}
        self.lost = ""  # where it may keep what is not put back
        self.changed: list[str] = []  # boards that it left with its move
        self.spoiled: list[str] = []  # boards that it left with more than that
        #: What it may remember after each of its last moves; and whether that was ever known.
        self.left: dict[int, set[int]] = {}
        self.recalls = False
        self.answers: dict[str, int] = {}
        self.call_seconds: float | None = None
        self.fresh = False  # every game was played from a fresh start of the program
        self.seen: dict[str, Reached] = {}  # by side, the positions of its games
        self.games: dict[str, Tally] = {}
        self.played_out = ""  # the sides as which every possible game is played

    def move(self, board: str, *, memory: bool = True, after: int | None = None) -> int | Fault:
        """Ask for a move, as `Program` has it."""
        game = self.game
        form = None if self.probed is None or self.probed.form is None else (*self.probed.form,)
        try:
            said = self.program.move(board, game.mover(board), form, memory=memory, after=after)
        except StoppedError as error:
            text = say("check", "stopped", position=game.rows(board), error=error)
            kind, code = FindingKind.STOPPED, error.code
            stopped = Finding(kind, text, (), board, code=code, late=error.late)
            raise self.found("moves", stopped) from None
        self.end_if_found(said)
        if "error" in said:
            return Fault(FindingKind.ERROR, told_error(said), said["code"], line=line_of(said))
        self.once += said.get("once", False)
        if said.get("changed"):
            (self.spoiled if said["changed"] == "spoiled" else self.changed).append(board)
        if board == game.empty:
            self.first_calls = said.get("calls", 0)
        self.spent = said.get("calls", 0), said.get("seconds", 0.0)
        if "drawn" in said:
            self.drawn[board] = said["drawn"]
        self.lost = said.get("lost", self.lost)
        cells: list[int] = []
        self.left = {}
        answers = said.get("chance", [said["answer"]])
        for answer, left in zip_longest(answers, said.get("left", ())):
            cell = decode(answer, self.style, game.rules, board)
            why = illegal(game, board, cell)
            if cell is None:
                shown = said["shown"] if answer == said["answer"] else repr(answer)
                why = say("check", "answers no move", answer=shown)
            if cell is None or why:
                return Fault(FindingKind.NO_MOVE, why, said.get("code", ""), answer)
            cells.append(cell)
            if left is not None:
                self.left.setdefault(cell, set()).add(left)
                self.recalls = True
        first, *others = dict.fromkeys(cells)
        if others and game.exhaustive:
            first, *others = sorted([first, *others], key=lambda cell: self._worth(board, cell))
        if others:
            self.others[board] = others
        return first

    def _worth(self, board: str, cell: int) -> int:
        score = self.game.move_score(board, cell)
        return 0 if score is None else int(score)

    def end_if_found(self, said: dict[str, Any]) -> None:
        """End the check if an answer of a game in the terminal is a finding.

        Raises:
            FindingEnd: it is.
        """
        if "finding" in said:
            kind = FindingKind(said["finding"])
            stage = "again" if kind is FindingKind.TWO_ANSWERS else "rules"
            found = Finding(kind, said["text"], tuple(said["moves"]), said["board"])
            if kind is FindingKind.ERROR:
                found = found._replace(code=said["code"], line=line_of(said))
            raise self.found(stage, found)

    def failed(self, stage: str, board: str, moves: tuple[int, ...]) -> FindingEnd:
        """Return the finding that it has no legal move in a position."""
        fault = self.faults[board]
        text = say(
            "check",
            "no move after" if moves else "no move",
            position=self.game.rows(board),
            moves=self.game.names(moves),
            error=fault.text,
        )
        found = Finding(fault.kind, text, moves, board, code=fault.code, line=fault.line)
        return self.found(stage, found)


def illegal(game: CheckedGame, board: str, cell: int | None) -> str:
    """Say why a cell may not be played; nothing if it may.

    >>> illegal(CheckedGame("3,3,3"), "X........", 0)
    'it plays a1, which is taken by X'
    """
    if cell is None or cell in game.free(board):
        return ""
    name = game.names([cell])
    columns = game.rules.gravity and is_plain(game.rules)
    if columns and board[cell % game.rules.shape[0]] != ".":
        return say("check", "column full", column=name[0])
    if board[cell] == ".":
        return say("check", "floats", cell=name)
    return say("check", "taken", cell=name, mark=board[cell])

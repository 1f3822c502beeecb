"""`AskedProgram`: a program that a check has loaded, and asks for its moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from noughts.check import probing
from noughts.check.board_forms import CS50, Form, decode, is_plain, likely_forms, refused, styles
from noughts.check.checked_game import TICTACTOE, CheckedGame
from noughts.check.cs50_rules import differing
from noughts.check.findings import Finding, FindingKind, Stage
from noughts.check.program import StoppedError, UncheckableError
from noughts.core.errors import shorten

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from noughts.check.program import Program

    #: Is told the stage, and how many of its questions are answered.
    Progress = Callable[[str, int, int], None]


ASKS_INPUT = "it may be asking for input"


class FindingEnd(Exception):  # noqa: N818  (not an error: how a stage ends the check)
    """A finding that ends the check."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.text)
        self.finding: Finding = finding


class Fault(NamedTuple):
    """No legal move in a position, and why."""

    kind: FindingKind
    text: str
    code: str = ""
    answer: object = None


class AskedProgram:
    """A program under check: its interface, its moves, and the stages that are done."""

    def __init__(
        self,
        program: Program,
        sides: Sequence[str],
        progress: Progress | None,
        heard: Callable[[Stage], None] | None,
        game: CheckedGame,
    ) -> None:
        self.program = program
        self.game = game
        self.sides = sides
        self.progress = progress or (lambda *_: None)
        self.heard = heard or (lambda _: None)
        self.remembered: tuple[str, ...] = ()
        self.first_calls = 0  # of the remembered functions, for the first move
        self.lives = True  # not started for each move
        self.spent = 0, 0.0  # calls and seconds of the last answer
        self.stages: list[Stage] = []
        self.interface = ""
        self.probed: probing.Probed | None = None
        self.style = ""
        self.fixed = False  # a function that is not told who moves
        self.console = False  # a game in the terminal
        self.once = 0  # positions in which that was asked only once, for lack of time
        self.faults: dict[str, Fault] = {}
        self.changed: list[str] = []

    def did(self, stage: Stage) -> None:
        """Note a stage that is done."""
        self.stages.append(stage)
        self.heard(stage)

    def load(self, name: str | None, *, rules: bool = True) -> None:
        """Load the program, find its interface, and compare its rules."""
        try:
            found = self.program.load(name, str(self.game.rules))
        except StoppedError as error:
            hint = _main(late=error.late) if self.program.python else ""
            text = f"It cannot be loaded: {error}.{hint}"
            raise FindingEnd(Finding(FindingKind.NOT_LOADED, text)) from None
        if "error" in found:
            where = f" ({found['line']})" if found["line"] else ""
            hint = _main(late=False) if found["error"].startswith("EOFError") else ""
            text = f"It cannot be loaded: {found['error']}{where}.{hint}"
            raise FindingEnd(Finding(FindingKind.NOT_LOADED, text, code=found["code"]))
        if "none" in found:
            self._refuse(found)
        kind = found["kind"]
        if why := refused(self.game.rules, kind):
            raise UncheckableError(f"{shorten(self.program.target)} cannot be checked: {why}")
        self.remembered = tuple(found.get("remembered", ()))
        if kind == "cs50":
            self.interface, self.style = "the seven functions of CS50 AI", "(row, column) from 0"
            if rules:
                self._rules()
        elif kind == "engine":
            self.interface = f"the noughts.Engine {found['name']}"
            self.style = styles(self.game.rules, cells=True)[0]
            if found["randomised"]:
                text = (
                    "It says randomised = True. A program that chooses at random can be checked "
                    "with noughts prove, which plays every move that it may choose."
                )
                raise FindingEnd(Finding(FindingKind.TWO_ANSWERS, text))
        elif kind == "command":
            self.lives = found["lives"]
            lives = "it lives on" if self.lives else "it is started for each move"
            self.interface = f"a line in, such as {_line(self.game)}, a line out; {lives}"
            self._probe("it", (None,))
            self.interface += f"; it answers {self.style}"
        elif kind == "console":
            self._console(found)
        else:
            self.fixed = not found["mark"]
            self.interface = f"the function {found['name']}"
            form = self._probe(
                found["name"], likely_forms(found.get("written", ()), self.game.rules)
            )
            mark = "" if self.fixed else " and the mark that moves"
            words = form.words(self.game.rules)
            self.interface += f": it gets {words}{mark}; it answers {self.style}"

    def _console(self, found: dict[str, Any]) -> None:
        """Take a game in the terminal."""
        if not self.game.exhaustive:
            raise UncheckableError("a game in the terminal is checked in all its games")
        self.console, self.lives = True, False
        self.interface = found["interface"]
        self.style = styles(self.game.rules, cells=True)[0]
        self.sides = [side for side in self.sides if side in found["sides"]]
        if not self.sides:
            raise UncheckableError(f"{shorten(self.program.target)} plays {found['sides']} only")

    def _refuse(self, found: dict[str, Any]) -> None:
        target = shorten(self.program.target)
        if found["none"]:
            raise UncheckableError(f"{target} cannot be checked: {found['none']}")
        known = ", ".join(found["functions"])
        instead = (
            f"name the one that chooses a move, as FILE.py:FUNCTION; there are: {known}"
            if known
            else "it defines no function"
        )
        raise UncheckableError(
            f"{target} has neither CS50's seven functions nor a function such as best_move nor a "
            f"noughts.Engine; {instead}",
            found["functions"],
        )

    def _rules(self) -> None:
        try:
            positions = self.game.positions
            finding = differing(self.program, self.game, self.told("rules", positions))
        except StoppedError as error:
            text = f"Its functions for the rules were stopped: {error}."
            finding = Finding(FindingKind.STOPPED, text)
        if finding is not None:
            self.did(Stage("rules", passed=False, said=finding.text))
            raise FindingEnd(finding)
        self.did(Stage("rules", passed=True, said=f"{len(positions):,} positions, all agree"))

    def _probe(self, name: str, forms: Sequence[Form | None]) -> Form:
        try:
            self.probed = probing.probe(self.program, self.game, self.sides, forms)
        except StoppedError as error:
            text = f"{name} has no answer near the end of a game: {error}."
            raise FindingEnd(Finding(FindingKind.STOPPED, text)) from None
        except probing.NotFoundError as error:
            tried = ""
            if forms[0] is not None:
                tried = f" with any of {len(forms)} forms of the board, such as "
                tried += forms[0].words(self.game.rules)
            text = f"{name} makes no legal move{tried}: {error}."
            raise FindingEnd(Finding(FindingKind.NO_MOVE, text)) from None
        self.style = self.probed.style
        self.did(Stage("rules", None, "it has no functions for the rules"))
        return self.probed.form or CS50

    def told(self, stage: str, boards: Sequence[str]) -> Iterator[str]:
        """Yield boards, and tell how many are done."""
        for number, board in enumerate(boards):
            self.progress(stage, number, len(boards))
            yield board

    def move(self, board: str, *, memory: bool = True) -> int | Fault:
        """Ask for a move."""
        game = self.game
        form = None if self.probed is None or self.probed.form is None else (*self.probed.form,)
        try:
            said = self.program.move(board, game.mover(board), form, memory=memory)
        except StoppedError as error:
            text = f"In {game.rows(board)} it was stopped: {error}."
            raise self.found("moves", FindingKind.STOPPED, text, board) from None
        self.end_if_found(said)
        if "error" in said:
            where = f" ({said['line']})" if said["line"] else ""
            return Fault(FindingKind.ERROR, f"{said['error']}{where}", said["code"])
        self.once += said.get("once", False)
        if said.get("changed"):
            self.changed.append(board)
        if board == game.empty:
            self.first_calls = said.get("calls", 0)
        self.spent = said.get("calls", 0), said.get("seconds", 0.0)
        cell = decode(said["answer"], self.style, game.rules, board)
        why = illegal(game, board, cell)
        if cell is None:
            why = f"it answers {said['shown']}, not a move"
        return Fault(FindingKind.NO_MOVE, why, "", said["answer"]) if cell is None or why else cell

    def end_if_found(self, said: dict[str, Any]) -> None:
        """End the check if an answer of a game in the terminal is a finding.

        Raises:
            FindingEnd: it is.
        """
        if "finding" in said:
            kind = FindingKind(said["finding"])
            stage = "again" if kind is FindingKind.TWO_ANSWERS else "rules"
            raise self.found(stage, kind, said["text"], said["board"], tuple(said["moves"]))

    def failed(self, stage: str, board: str, moves: tuple[int, ...]) -> FindingEnd:
        """Return the finding that it has no legal move in a position."""
        fault = self.faults[board]
        after = f" (after {self.game.names(moves)})" if moves else ""
        text = f"It has no move in {self.game.rows(board)}{after}: {fault.text}."
        return self.found(stage, fault.kind, text, board, moves, fault.code)

    def found(
        self,
        stage: str,
        kind: FindingKind,
        text: str,
        board: str | None = None,
        moves: tuple[int, ...] = (),
        code: str = "",
    ) -> FindingEnd:
        """Return a finding that ends the check in a stage."""
        self.did(Stage(stage, passed=False, said=text))
        return FindingEnd(Finding(kind, text, moves, board, code=code))


def illegal(game: CheckedGame, board: str, cell: int | None) -> str:
    """Say why a cell may not be played; nothing if it may.

    >>> illegal(TICTACTOE, "X........", 0)
    'it plays a1, which is taken by X'
    """
    if cell is None or cell in game.free(board):
        return ""
    name = game.names([cell])
    columns = game.rules.gravity and is_plain(game.rules)
    if columns and board[cell % game.rules.shape[0]] != ".":
        return f"it plays {name[0]}, a column that is full"
    if board[cell] == ".":
        return f"it plays {name}, which has nothing below it"
    return f"it plays {name}, which is taken by {board[cell]}"


def _line(game: CheckedGame) -> str:
    """Return a position as a command gets it."""
    shown = "X.O.X...." if game.rules == TICTACTOE.rules else "XO" + game.empty[2:]
    return shown if len(shown) <= 42 else f"{shown[:20]}... ({len(shown)} signs)"


def _main(*, late: bool) -> str:
    """Say what a program has probably forgotten that plays when it is loaded."""
    what = "it may be playing a game" if late else ASKS_INPUT
    return f' While it loads, {what}: put that below if __name__ == "__main__".'

"""`check`: ask a program in every position, play every possible game, and say what is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from noughts.check import advising, probing
from noughts.check.board_forms import FORMS, NAMES, Form, decode, likely_forms
from noughts.check.cs50_rules import differing
from noughts.check.fault_mistakes import explain
from noughts.check.findings import Finding, FindingKind, Report, Stage, names
from noughts.check.known_mistakes import alike
from noughts.check.played_games import reached, tally
from noughts.check.program import StoppedError, UncheckableError
from noughts.check.three_by_three import (
    EMPTY,
    move_score,
    mover,
    over,
    place,
    positions,
    rows,
    score,
    winner,
)
from noughts.core.errors import shorten

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from noughts.check.program import Program
    from noughts.lab.statistics import Tally

    #: Is told the stage, and how many of its questions are answered.
    Progress = Callable[[str, int, int], None]

#: Findings that a known mistake may explain.
_PLAY = {FindingKind.LOSES, FindingKind.GIVES_AWAY, FindingKind.DAWDLES}
_STAGES = ("rules", "moves", "again", "as X", "as O")
_MANY_FAULTS = 20  # after which its games are asked first
_SMALL = 3  # free cells up to which a program is asked without a memory as well


class _Found(Exception):  # noqa: N818  (not an error: how a stage ends the check)
    """A finding that ends the check."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.text)
        self.finding: Finding = finding


class _Fault(NamedTuple):
    """No legal move in a position, and why."""

    kind: FindingKind
    text: str
    code: str = ""
    answer: object = None


def check(
    program: Program,
    name: str | None = None,
    sides: Sequence[str] = "XO",
    progress: Progress | None = None,
    heard: Callable[[Stage], None] | None = None,
) -> Report:
    """Check a program for tic-tac-toe.

    Args:
        program: the program.
        name: a function or an engine in it; found unless given.
        sides: as whom it plays.
        progress: called after every question with the stage, what is done, and of how many.
        heard: called with every stage that is done.

    Raises:
        UncheckableError: The program has no way to choose a move.
    """
    return _Check(program, sides, progress, heard).run(name)


def ask(program: Program, board: str, name: str | None = None) -> Asked:
    """Ask a program for its move in one position.

    Args:
        program: the program.
        board: nine characters; the game is not over.
        name: a function or an engine in it; found unless given.

    Raises:
        UncheckableError: The program has no way to choose a move.
    """
    return _Check(program, mover(board), None, None).ask(board, name)


class Asked(NamedTuple):
    """What a program plays in one position.

    Attributes:
        interface: how the check calls it.
        cell: its move; None if it has none.
        finding: why it has none.
    """

    interface: str
    cell: int | None
    finding: Finding | None


class _Check:
    """One check, stage by stage."""

    def __init__(
        self,
        program: Program,
        sides: Sequence[str],
        progress: Progress | None,
        heard: Callable[[Stage], None] | None,
    ) -> None:
        self.program = program
        self.sides = sides
        self.progress = progress or (lambda *_: None)
        self.heard = heard or (lambda _: None)
        self.remembered: tuple[str, ...] = ()
        self.first_calls = 0  # of the remembered functions, for the first move
        self.call_seconds: float | None = None
        self.lives = True  # not started for each move
        self.spent = 0, 0.0  # calls and seconds of the last answer
        self.stages: list[Stage] = []
        self.interface = ""
        self.probed: probing.Probed | None = None
        self.style = ""
        self.fixed = False  # a function that is not told who moves
        self.answers: dict[str, int] = {}
        self.faults: dict[str, _Fault] = {}
        self.asked_all = False  # without an error
        self.changed: list[str] = []
        self.games: dict[str, Tally] = {}

    def ask(self, board: str, name: str | None) -> Asked:
        """Ask for one move."""
        try:
            self._load(name, rules=False)
            got = self._move(board)
            if isinstance(got, int):
                return Asked(self.interface, got, None)
            self.faults[board] = got
            raise self._failed("moves", board, ())
        except _Found as found:
            return Asked(self.interface, None, found.finding)

    def run(self, name: str | None) -> Report:
        """Do all stages, until one has a finding."""
        finding = advice = None
        try:
            self._load(name)
            self._ask()
            self._ask_again()
            self._play()
            advice = self._advice()
        except _Found as found:
            finding = found.finding
        done = {stage.name for stage in self.stages}
        for left in _STAGES:
            if left not in done and (left[3:] in self.sides or left[:2] != "as"):
                self._did(Stage(left, None, "not done"))
        lost = any(games.losses for games in self.games.values())
        unbeatable = False if lost else True if finding is None else None
        order = (*_STAGES, "value", "quickest", "calls")
        stages = sorted(self.stages, key=lambda stage: order.index(stage.name))
        mistakes: tuple[str, ...] = ()
        shown = finding or advice
        if shown is not None and shown.kind in _PLAY and not self.faults:
            mistakes = alike(self.answers)
        if shown is not None and shown.kind is FindingKind.NO_MOVE and self.asked_all:
            faults = {board: fault.answer for board, fault in self.faults.items()}
            mistakes = explain(self.answers, faults)
        games = dict(self.games)
        return Report(self.interface, unbeatable, tuple(stages), games, finding, advice, mistakes)

    # -- the stages ------------------------------------------------------------------------------

    def _did(self, stage: Stage) -> None:
        self.stages.append(stage)
        self.heard(stage)

    def _load(self, name: str | None, *, rules: bool = True) -> None:
        try:
            found = self.program.load(name)
        except StoppedError as error:
            text = f"It cannot be loaded: {error}.{_main(late=error.late)}"
            raise _Found(Finding(FindingKind.NOT_LOADED, text)) from None
        if "error" in found:
            where = f" ({found['line']})" if found["line"] else ""
            hint = _main(late=False) if found["error"].startswith("EOFError") else ""
            text = f"It cannot be loaded: {found['error']}{where}.{hint}"
            raise _Found(Finding(FindingKind.NOT_LOADED, text, code=found["code"]))
        if "none" in found:
            self._refuse(found)
        kind = found["kind"]
        self.remembered = tuple(found.get("remembered", ()))
        if kind == "cs50":
            self.interface, self.style = "the seven functions of CS50 AI", "(row, column) from 0"
            if rules:
                self._rules()
        elif kind == "engine":
            self.interface, self.style = f"the noughts.Engine {found['name']}", "0-8"
            if found["randomised"]:
                text = (
                    "It says randomised = True. A program that chooses at random can be checked "
                    "with noughts prove, which plays every move that it may choose."
                )
                raise _Found(Finding(FindingKind.TWO_ANSWERS, text))
        elif kind == "command":
            self.lives = found["lives"]
            lives = "it lives on" if self.lives else "it is started for each move"
            self.interface = f"a line in, such as X.O.X...., a line out; {lives}"
            self._probe("it", (None,))
            self.interface += f"; it answers {self.style}"
        else:
            self.fixed = not found["mark"]
            self.interface = f"the function {found['name']}"
            form = self._probe(found["name"], likely_forms(found.get("written", ())))
            mark = "" if self.fixed else " and the mark that moves"
            self.interface += f": it gets {form.words}{mark}; it answers {self.style}"

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
            boards = self._told("rules", positions())
            finding = differing(self.program, boards)
        except StoppedError as error:
            text = f"Its functions for the rules were stopped: {error}."
            finding = Finding(FindingKind.STOPPED, text)
        if finding is not None:
            self._did(Stage("rules", passed=False, said=finding.text))
            raise _Found(finding)
        self._did(Stage("rules", passed=True, said="5,478 positions, all agree"))

    def _probe(self, name: str, forms: Sequence[Form | None]) -> Form:
        try:
            self.probed = probing.probe(self.program, self.sides, forms)
        except StoppedError as error:
            text = f"{name} has no answer near the end of a game: {error}."
            raise _Found(Finding(FindingKind.STOPPED, text)) from None
        except probing.NotFoundError as error:
            tried = ""
            if forms[0] is not None:
                tried = f" with any of {len(forms)} forms of the board, such as {forms[0].words}"
            text = f"{name} makes no legal move{tried}: {error}."
            raise _Found(Finding(FindingKind.NO_MOVE, text)) from None
        self.style = self.probed.style
        self._did(Stage("rules", None, "it has no functions for the rules"))
        return self.probed.form or FORMS[0]

    def _ask(self) -> None:
        """Ask in every position, the last first: those are quick."""
        if self.style == "0-8" and self.probed is None:
            self._did(Stage("rules", None, "those of Noughts"))
        if not self.lives:
            self._ask_games()
        asked = [b for b in reversed(positions()) if not over(b) and mover(b) in self.sides]
        if not self.lives:
            asked = [b for b in asked if b in self.answers]
        for board in self._told("moves", asked):
            self._keep(board)
            if len(self.faults) == _MANY_FAULTS and self._only_errors():
                self._ask_games()
        self.asked_all = self.lives and not any(
            fault.kind is FindingKind.ERROR for fault in self.faults.values()
        )
        failed = self._first_fault()
        if failed is not None:
            raise failed
        faulty = len(self.faults)
        said = f"{len(asked):,} positions, all answers legal"
        if faulty:
            said = (
                f"{len(asked):,} positions, {faulty:,} without a legal move; its games reach none"
            )
        self._did(Stage("moves", not faulty, said))

    def _only_errors(self) -> bool:
        return all(fault.kind is FindingKind.ERROR for fault in self.faults.values())

    def _ask_games(self) -> None:
        """Ask in its games alone, from the start: one of the faults may be there."""
        for side in self.sides:
            seen = -1
            while seen < len(self.answers):
                seen = len(self.answers)
                for board in reached(self.answers, side):
                    if not over(board):
                        self._keep(board)
                    if board in self.faults:
                        raise self._failed("moves", board, reached(self.answers, side)[board])

    def _keep(self, board: str) -> None:
        if board not in self.answers and board not in self.faults:
            if not self.lives:
                self.progress("moves", len(self.answers), 0)
            got = self._move(board)
            if isinstance(got, int):
                self.answers[board] = got
            else:
                self.faults[board] = got

    def _first_fault(self) -> _Found | None:
        """Return the fault of its shortest game to one."""
        failed = [
            (moves, board)
            for side in self.sides
            for board, moves in reached(self.answers, side).items()
            if board in self.faults
        ]
        if not failed:
            return None
        moves, board = min(failed, key=lambda each: len(each[0]))
        return self._failed("moves", board, moves)

    def _told(self, stage: str, boards: Sequence[str]) -> Iterator[str]:
        """Yield boards, and tell how many are done."""
        for number, board in enumerate(boards):
            self.progress(stage, number, len(boards))
            yield board

    def _move(self, board: str, *, memory: bool = True) -> int | _Fault:
        form = None if self.probed is None or self.probed.form is None else (*self.probed.form,)
        try:
            said = self.program.move(board, mover(board), form, memory=memory)
        except StoppedError as error:
            text = f"In {rows(board)} it was stopped: {error}."
            raise self._found("moves", FindingKind.STOPPED, text, board) from None
        if "error" in said:
            where = f" ({said['line']})" if said["line"] else ""
            return _Fault(FindingKind.ERROR, f"{said['error']}{where}", said["code"])
        if said.get("changed"):
            self.changed.append(board)
        if board == EMPTY:
            self.first_calls = said.get("calls", 0)
        self.spent = said.get("calls", 0), said.get("seconds", 0.0)
        cell = decode(said["answer"], self.style)
        if cell is None:
            text = f"it answers {said['shown']}, not a move"
            return _Fault(FindingKind.NO_MOVE, text, "", said["answer"])
        if board[cell] != ".":
            text = f"it plays {NAMES[cell]}, which is taken by {board[cell]}"
            return _Fault(FindingKind.NO_MOVE, text, "", said["answer"])
        return cell

    def _failed(self, stage: str, board: str, moves: tuple[int, ...]) -> _Found:
        fault = self.faults[board]
        after = f" (after {names(moves)})" if moves else ""
        text = f"It has no move in {rows(board)}{after}: {fault.text}."
        return self._found(stage, fault.kind, text, board, moves, fault.code)

    def _found(
        self,
        stage: str,
        kind: FindingKind,
        text: str,
        board: str | None = None,
        moves: tuple[int, ...] = (),
        code: str = "",
    ) -> _Found:
        self._did(Stage(stage, passed=False, said=text))
        return _Found(Finding(kind, text, moves, board, code=code))

    def _ask_again(self) -> None:
        """Ask a fresh process once more in every position that its games reach.

        Where the answers of its functions are kept, ask near the end without that, too.
        """
        seen: dict[str, tuple[int, ...]] = {}
        for side in self.sides:
            seen |= {b: m for b, m in reached(self.answers, side).items() if b in self.answers}
        again = sorted(seen, key=lambda each: (len(seen[each]), each))
        small = [board for board in again if board.count(".") <= _SMALL] * bool(self.remembered)
        try:
            self.program.restart()
        except StoppedError as error:
            text = f"It was loaded once, but a second time it was stopped: {error}."
            raise _Found(Finding(FindingKind.NOT_LOADED, text)) from None
        calls, seconds = 0, 0.0
        for number, board in enumerate(self._told("again", again + small)):
            memory = number < len(again)
            got = self._move(board, memory=memory)
            calls += self.spent[0] if memory and board.count(".") <= _SMALL else 0
            seconds += 0 if memory else self.spent[1]
            if got != self.answers[board]:
                other = NAMES[got] if isinstance(got, int) else got.text
                text = (
                    f"Asked twice in {rows(board)}, it answers {NAMES[self.answers[board]]} and "
                    f"then {other}. So not every game can be played, and nothing is proved."
                )
                raise self._found("again", FindingKind.TWO_ANSWERS, text, board, seen[board])
        self.call_seconds = seconds / calls if calls else None
        said = f"the same answer twice in all {len(again):,} positions that its games reach"
        if small:
            said += f"; {len(small):,} of them without kept answers"
        self._did(Stage("again", passed=True, said=said))

    def _play(self) -> None:
        lost: list[tuple[tuple[int, ...], str]] = []
        for side in self.sides:
            found = tally(self.answers, side)
            self.games[side] = found
            said = (
                f"{found.games:,} games: {found.wins:,} won, {found.draws:,} drawn, "
                f"{found.losses:,} lost"
            )
            self._did(Stage(f"as {side}", not found.losses, said))
            for board, moves in reached(self.answers, side).items():
                if winner(board) not in {None, side}:
                    lost.append((moves, side))
                    break
        if lost:
            moves, side = min(lost, key=lambda each: len(each[0]))
            raise _Found(self._loss(moves, side))

    def _loss(self, moves: tuple[int, ...], side: str) -> Finding:
        """Return the shortest lost game with the first move that loses it."""
        board = EMPTY
        for cell in moves:
            if mover(board) == side and move_score(board, cell) < 0 <= score(board):
                break
            board = place(board, cell)
        text = f"As {side} it loses this game: {names(moves)}. Its mistake is {NAMES[cell]}."
        other = [each for each in self.sides if each != side]
        if self.fixed and other and not self.games[other[0]].losses:
            text += (
                f" It is not told who moves; if it only ever plays {other[0]}, check it with --as "
                f"{other[0]}."
            )
        return Finding(FindingKind.LOSES, text, moves, board, cell)

    def _advice(self) -> Finding | None:
        """Return what could be better in a program that never loses."""
        seen: dict[str, tuple[int, ...]] = {}
        for side in self.sides:
            seen |= reached(self.answers, side)
        stages, first, second = advising.advise(self.answers, seen)
        for stage in stages:
            self._did(stage)
        if self.first_calls:
            stage = advising.calls(self.remembered, self.first_calls, self.call_seconds)
            self._did(stage)
        if first is not None:
            return first
        if self.faults:
            board = min(self.faults, key=lambda each: (-each.count("."), each))
            fault = self.faults[board]
            text = f"Its games never get there, but in {rows(board)} it has no move: {fault.text}."
            return Finding(fault.kind, text, (), board, code=fault.code)
        if self.changed:
            text = (
                f"It changes the board that it gets, such as {rows(self.changed[-1])}. That harms "
                "every caller that still needs the board."
            )
            return Finding(FindingKind.CHANGES_BOARD, text, (), self.changed[-1])
        return second


def _main(*, late: bool) -> str:
    """Say what a program has probably forgotten that plays when it is loaded."""
    what = "it may be playing a game" if late else "it may be asking for input"
    return f' While it loads, {what}: put that below if __name__ == "__main__".'

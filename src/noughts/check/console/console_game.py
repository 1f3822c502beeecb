"""`ConsoleGame`: one game in the terminal, played against a program as a person plays it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from noughts.check.checked_game import TICTACTOE
from noughts.check.console.console_prompts import (
    DECIDING,
    ENDING,
    Prompt,
    QuestionKind,
    announced,
    is_option,
    read_prompt,
)
from noughts.check.console.drawn_boards import DrawnBoard, drawn_boards, plain_lines
from noughts.core.catalogue import listed, say

if TYPE_CHECKING:
    from noughts.check.console.console_numbering import Numbering
    from noughts.check.processes.limited_process import LimitedProcess

_MOST_QUESTIONS = 12  # before a game begins
_BLANK = re.compile(r"[\W_]*")
_MARKS = {*"XOxo"}
_ITS_MOVE = re.compile(
    r"\b(computer|ai|bot|cpu|opponent|machine|program|robot|i|my)\b", re.IGNORECASE
)
_ASKS = re.compile(r"\b(please|enter|name)\b", re.IGNORECASE)  #: it tells of no move
_TRACE = re.compile(r'\s*File "(?P<file>.+)", line (?P<line>\d+)')
_ERROR = re.compile(r"(?:\w+\.)*(?:[A-Z]\w*(?:Error|Exception|Interrupt|Exit))\b(?::.*)?")
_CRASHED = re.compile(
    r"\b(segmentation fault|exception|traceback|panicked|core dumped)\b", re.IGNORECASE
)


class Seen(NamedTuple):
    """What a program has written until it asks or ends."""

    lines: list[str]  #: all of it
    boards: list[DrawnBoard]  #: the boards in it
    prompt: Prompt | None  #: what it asks at the end; None: it has ended

    @property
    def last(self) -> str:
        """The last thing that it says."""
        after = self.boards[-1].after if self.boards else 0
        said = [line.strip() for line in self.lines[after:] if line.strip()]
        return said[-1][:100] if said else ""


class GameError(Exception):
    """A game cannot go on; `finding` says why, as a part of an answer."""

    def __init__(self, **finding: Any) -> None:
        super().__init__(finding)
        self.finding: dict[str, Any] = finding


class ConsoleGame:
    """A game against a program in a terminal.

    Args:
        process: the program.
        seconds: how long it may think.
        plan: which of its options each deciding question gets.
        endings: how its output ended when it asked; it grows.
        free: what it writes in its free cells, if that is known.
    """

    def __init__(
        self,
        process: LimitedProcess,
        seconds: float,
        plan: Sequence[int],
        endings: set[bytes],
        free: Sequence[str] | None = None,
    ) -> None:
        self._process = process
        self._seconds = seconds
        self._plan = plan
        self._endings = endings
        self.free: tuple[str, ...] | None = None if free is None else tuple(free)
        #: what it writes in its cells while all are free, also on a board of examples
        self.labels: tuple[str, ...] = ("",) * 9
        #: the deciding questions, with the answers that were given
        self.asked: list[tuple[Prompt, str]] = []
        self.options: list[int] = []  #: how many answers each of them has
        self.side = "O"  #: the side of the program, "X" if it moves first
        self.board = TICTACTOE.empty  #: the position
        self.moves: list[int] = []  #: the moves that led there
        self.marks = {"person": "", "program": ""}
        self.seen = Seen([], [], None)  #: what it wrote last
        self.question = Prompt(QuestionKind.MOVE, (), "")  #: how it asks for a move

    # -- the start -------------------------------------------------------------------------------

    def begin(self, typed: str | None = None) -> None:
        """Answer its questions until it asks for a move.

        Args:
            typed: what to type first; nothing unless given.

        Raises:
            GameError: it does not.
        """
        if typed is not None:
            self._type(typed)
        lines: list[str] = []
        for _ in range(_MOST_QUESTIONS):
            self.seen = self._read()
            lines += self.seen.lines
            if self.seen.prompt is None:
                said = say("console", "ends before", said=repr(self.seen.last))
                raise GameError(**(self.crash() or {"none": said}))
            self.question = self.seen.prompt
            again = self.question.kind is QuestionKind.AGAIN and drawn_boards(lines)
            if again or self.question.kind is QuestionKind.MOVE:
                self._take_in(lines)
                return
            self._type(self._chosen(self.question))
        question = repr(self.question.text)
        raise GameError(none=say("console", "not understood", question=question))

    def _chosen(self, prompt: Prompt) -> str:
        """Return the answer to a question before the game."""
        if prompt.kind not in DECIDING:
            return prompt.options[0]
        at = len(self.options)
        self.options.append(len(prompt.options))
        option = prompt.options[
            min(self._plan[at] if at < len(self._plan) else 0, self.options[at] - 1)
        ]
        self.asked.append((prompt, option))
        return option

    def _take_in(self, lines: list[str]) -> None:
        """Look at the first boards: what is free, and did the program begin?"""
        boards = drawn_boards(lines)
        for drawn in boards:
            stones = [cell for cell in range(9) if drawn.cells[cell] in _MARKS]
            if not stones:
                self.free = drawn.cells if self.free is None or self.seen.boards else self.free
                if len({*drawn.cells}) == 9:
                    self.labels = drawn.cells
        if not self.seen.boards:  # those before its last question may be examples
            return
        last = self.seen.boards[-1].cells
        if self.free is not None:
            new = [cell for cell in range(9) if self._is_mark(last[cell], cell)]
        else:
            new = [cell for cell in range(9) if last[cell] in _MARKS]
            if len(new) == 1:
                self._guess_free(last, new[0])
        if len(new) == 1:
            self.side = "X"
            self.marks["program"] = last[new[0]]
            self.board, self.moves = TICTACTOE.place(TICTACTOE.empty, new[0]), [new[0]]

    def _guess_free(self, cells: tuple[str, ...], taken: int) -> None:
        """Work out what stood in the one cell that is taken."""
        rest = [cells[cell] for cell in range(9) if cell != taken]
        free = [*cells]
        if len({*rest}) == 1:
            free[taken] = rest[0]
        elif all(each.isdigit() for each in rest):
            first = "9" in rest or taken > 0
            free[taken] = next(str(n) for n in range(first, 10) if str(n) not in rest)
        else:
            free[taken] = ""
        self.free = tuple(free)
        if len({*rest}) == 8:
            self.labels = tuple(free)

    # -- moves -----------------------------------------------------------------------------------

    def play(self, cell: int, numbering: Numbering) -> int | None:
        """Make a move; return the program's reply, or None if the game is over.

        Raises:
            GameError: the program refuses it, or no reply is legal.
        """
        before, lines = self.board, []
        for number, typed in enumerate(numbering.inputs[cell]):
            if number:
                lines += self.seen.lines
                if self.seen.prompt is None or self._placed(self.seen):
                    break
            self._type(typed)
            self.seen = self._read()
            while (
                self.seen.prompt is not None
                and self.seen.prompt.kind is QuestionKind.ENTER
                and not announced(self.seen.lines, **self.marks)
            ):
                lines += self.seen.lines
                self._type("")
                self.seen = self._read()
        if lines:
            all_ = [*lines, *self.seen.lines]
            self.seen = Seen(all_, drawn_boards(all_), self.seen.prompt)
        self.board = TICTACTOE.place(before, cell)
        self.moves.append(cell)
        if TICTACTOE.over(self.board):
            return None
        reply = self._reply(before, cell, numbering)
        self.board = TICTACTOE.place(self.board, reply)
        self.moves.append(reply)
        if self._ended and not TICTACTOE.over(self.board):
            raise self._too_soon()
        return reply

    @property
    def _ended(self) -> bool:
        return self.seen.prompt is None or self.seen.prompt.kind in ENDING

    def _too_soon(self) -> GameError:
        """Return the error of a game that ends before it is over."""
        said = next(iter(announced(self.seen.lines, **self.marks).values()), self.seen.last)
        text = say(
            "console",
            "too soon says" if said else "too soon",
            position=TICTACTOE.rows(self.board),
            moves=TICTACTOE.names(self.moves),
            said=repr(said),
        )
        return GameError(finding="other rules", text=text)

    def _reply(self, before: str, cell: int, numbering: Numbering) -> int:
        """Return the program's move after one of the person."""
        stopped = self.crash()
        if stopped:
            raise GameError(**stopped)
        for drawn in reversed(self.seen.boards):
            new = self._new(drawn, before, cell)
            if new is None:
                continue
            if len(new) == 1:
                mark = drawn.cells[new[0]]
                self.marks = {"person": drawn.cells[cell], "program": mark}
                return new[0]
            if len(new) > 1:
                many = listed(TICTACTOE.names([each]) for each in new)
                text = say("console", "many moves", cells=many)
                raise GameError(error=text, line="", code="")
            break
        placed = self._placed(self.seen, cell)
        told = self._told(numbering)
        results = announced(self.seen.lines, **self.marks)
        if told is not None and (placed or not self.seen.boards):
            if self.board[told] != ".":
                raise GameError(answer=told)
            return told
        last = self._undrawn(results)
        if self._ended and last is not None:
            return last
        if self._ended or (results and placed):
            raise self._too_soon()
        taken = self._overwritten(before, cell)
        if taken is not None:
            raise GameError(answer=taken)
        if self.free is not None and not placed:
            text = say(
                "console",
                "refuses",
                cell=TICTACTOE.names([cell]),
                position=TICTACTOE.rows(before),
                typed=listed(map(repr, numbering.inputs[cell])),
                said=repr(self._words()),
            )
            raise GameError(finding="other rules", text=text, refused=True)
        raise GameError(answer=None, shown=self._words(), silent=True)

    def _undrawn(self, results: dict[str, str]) -> int | None:
        """Return a last move that makes a result true, for programs that do not draw it."""
        for cell in TICTACTOE.free(self.board):
            after = TICTACTOE.place(self.board, cell)
            won = TICTACTOE.winner(after) == self.side
            if TICTACTOE.over(after) and [*results] == ["program" if won else "draw"]:
                return cell
        return None

    def _words(self) -> str:
        """Return what it says beside its board and its question."""
        question = self.question.text
        said = [line.strip() for line in self.seen.lines if re.search(r"[a-z]{2}", line)]
        said = [line for line in said if line != question] or [question]
        return said[0][:100]

    def _new(self, drawn: DrawnBoard, before: str, cell: int) -> list[int] | None:
        """Return the new stones on a board; None if it is not the present one."""
        taken = [each for each in range(9) if self._is_mark(drawn.cells[each], each)]
        if not {each for each in range(9) if before[each] != "."} | {cell} <= {*taken}:
            return None
        return [each for each in taken if before[each] == "." and each != cell]

    def _placed(self, seen: Seen, cell: int | None = None) -> bool:
        """Whether a board shows a stone there; without a cell, whether it shows more stones."""
        for drawn in seen.boards:
            if cell is not None and self._is_mark(drawn.cells[cell], cell):
                return True
            marks = sum(self._is_mark(drawn.cells[each], each) for each in range(9))
            if cell is None and marks > len(self.moves):
                return True
        return False

    def shows(self, cell: int) -> bool:
        """Whether its last board shows a mark in a cell."""
        return self._placed(self.seen, cell)

    def _overwritten(self, before: str, cell: int) -> int | None:
        """Return a cell of the person that the program has taken over."""
        mine, its = self.marks["person"], self.marks["program"]
        person = TICTACTOE.mover(before)
        for drawn in reversed(self.seen.boards):
            for each in range(9):
                own = before[each] == person or each == cell
                if own and mine != its and its and drawn.cells[each] == its:
                    return each
        return None

    def _told(self, numbering: Numbering) -> int | None:
        """Return the move that the program says it makes."""
        for line in reversed(self.seen.lines):
            if (
                _ITS_MOVE.search(line)
                and line.strip() != self.question.text
                and not is_option(line)
                and not _ASKS.search(line)
            ):
                cell = numbering.cell(line)
                if cell is not None:
                    return cell
        return None

    def opening(self, numbering: Numbering) -> None:
        """See whether the program, which draws no board, says that it has begun."""
        if not self.moves and (cell := self._told(numbering)) is not None:
            self.side = "X"
            self.board, self.moves = TICTACTOE.place(TICTACTOE.empty, cell), [cell]

    def _is_mark(self, text: str, cell: int) -> bool:
        """Whether a cell holds a mark."""
        free = self.free
        if free is not None and text == free[cell]:
            return False
        if text in _MARKS or (text == "0" and (free is None or not {"0", "1"} & {*free})):
            return True
        if free is None or text in free or text.isdigit():
            return False
        return not _BLANK.fullmatch(text) or (text != "" and _BLANK.fullmatch(free[cell]) is None)

    # -- talking ---------------------------------------------------------------------------------

    def result(self) -> tuple[dict[str, str], bool]:
        """Return which results it announces at the end, and whether it asks for a move instead."""
        prompt = self.seen.prompt
        plays_on = (
            prompt is not None
            and prompt.kind is QuestionKind.MOVE
            and prompt.text == self.question.text
        )
        return announced(self.seen.lines, **self.marks), plays_on

    def _type(self, text: str) -> None:
        self._process.send(text + "\n")

    def _read(self) -> Seen:
        lines = plain_lines(self._process.until_input(self._seconds, self._endings))
        boards = drawn_boards(lines)
        if self._process.ended:
            return Seen(lines, boards, None)
        return Seen(lines, boards, read_prompt(lines[boards[-1].after if boards else 0 :]))

    def crash(self) -> dict[str, str] | None:
        """Return the error with which a program ended, with its line if it says so."""
        seen = self.seen
        if seen.prompt is not None:
            return None
        line = code = ""
        for at, text in enumerate(seen.lines):
            if found := _TRACE.match(text):
                name = found["file"].replace("\\", "/").rpartition("/")[2]
                line = f"{name}, line {found['line']}"
                code = seen.lines[at + 1].strip() if at + 1 < len(seen.lines) else ""
        errors = [each for each in map(str.strip, seen.lines) if _ERROR.match(each)]
        crashed = [each for each in map(str.strip, seen.lines) if _CRASHED.search(each)]
        if not errors and not crashed:
            return None
        return {"error": (errors or crashed)[-1][:200], "line": line, "code": code}

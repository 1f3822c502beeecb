"""`ConsoleProcess`: a game in the terminal as a `Program`. It is played as a person plays it.

To ask for a move in a position, a game is played to that position; all that happens in it is kept.
The program is started for each game, or plays another one if it offers that.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import product
from math import inf
from time import monotonic
from typing import Any, Self

from noughts.check.checked_game import TICTACTOE
from noughts.check.console.console_game import ConsoleGame, GameError
from noughts.check.console.console_numbering import Numbering, numberings
from noughts.check.console.console_prompts import ENDING, QuestionKind
from noughts.check.processes.limited_process import LimitedProcess, Limits
from noughts.check.program import TOTAL, StoppedError, told_error
from noughts.core.catalogue import say

_START_SECONDS = 5.0  # beside the time of an answer
_MOST_PLANS = 8  # ways to answer its questions
_MOST_NUMBERINGS = 16
_MOST_STARTS = 30  # until a program that draws lots lets the right side begin
_TRIAL_GAMES = 5  # games that are begun to see whether chance decides who starts
_PROBED = (1, 5, 3, 2, 8, 0, 6, 7, 4)  # cells that tell numberings apart
_ENVIRONMENT = {
    "TERM": "dumb",
    "NO_COLOR": "1",
    "COLUMNS": "80",
    "LINES": "50",
    "PYTHONUNBUFFERED": "1",
}


class ConsoleProcess:
    """A `Program` that is a game in the terminal.

    Args:
        command: the program and its arguments.
        limits: what it may spend.
        otherwise: what is wrong with it as a program that reads positions, if that was tried.

    Use it in a `with` statement: its process ends there.
    """

    def __init__(self, command: Sequence[str], limits: Limits, otherwise: str = "") -> None:
        self.target: str = " ".join(command)
        self.python: bool = False
        self._command = command
        self.until: float = inf  # it asks less often if there is no time
        self._limits = limits
        self._otherwise = otherwise
        self._process: LimitedProcess | None = None
        #: What to type for another game in the same process; of a command, which says who
        #: begins, all options.
        self._again: tuple[str, ...] = ()
        self._keeps = True  # whether another game in the same process begins like the first
        self._marks: dict[str, dict[str, str]] = {}
        self._endings: set[bytes] = set()
        self._free: tuple[str, ...] | None = None
        self._plans: dict[str, tuple[int, ...]] = {}
        self._numbering: Numbering | None = None
        self._wanted = 1  # how often each position is reached
        self._doubted: set[str] = set()  # what went wrong there is seen twice before it is believed
        self._times: Counter[str] = Counter()
        self._answers: dict[str, dict[str, Any] | StoppedError] = {}
        self._ends: dict[str, dict[str, Any]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()
        self._limits.close()

    def asks(self) -> bool:
        """Whether it waits for somebody to type, instead of ending."""
        try:
            seen = self._open().until_input(self._limits.seconds + _START_SECONDS, set())
            return bool(seen) and self._process is not None and not self._process.ended
        except StoppedError:
            self._process = None
            return False
        finally:
            self._end()

    # -- a Program -------------------------------------------------------------------------------

    def load(self, name: str | None, rules: str) -> dict[str, Any]:
        """Find out what it asks, how it numbers the cells, and which sides it can play."""
        del name
        if rules != str(TICTACTOE.rules):
            return self._refused(say("console", "only tic-tac-toe"))
        try:
            game = self._start(())
        except GameError as error:
            return self._refused(say("console", "as game", why=_why(error)))
        question, asked = game.question.text, [*game.asked]
        plans = product(*(range(min(count, 4)) for count in game.options))
        tried: list[str] = []
        for plan in [*plans][:_MOST_PLANS]:
            if len(self._plans) == 2:
                break
            try:
                self._probe(plan, tried)
            except GameError as error:
                tried.append(_why(error))
        if len(self._plans) == 1:
            with suppress(GameError):
                self._find_other_side()
        if self._numbering is None:
            said = [*tried, say("console", "no move taken")][0]
            if sys.platform == "win32":
                said = say("console", "flush", text=said)
            return self._refused(say("console", "as game", why=said))
        asks, sides = "asks" if question else "waits", sorted(self._plans, reverse=True)
        words = [say("console", asks, question=repr(question), cells=self._numbering.words)]
        words += [
            say("console", "gets", question=repr(prompt.text), answer=repr(answer))
            for prompt, answer in asked
        ]
        words.append(say("console", "plays both" if len(sides) == 2 else "plays", side=sides[0]))
        return {"kind": "console", "sides": "".join(sides), "interface": _joined(words)}

    def _refused(self, why: str) -> dict[str, Any]:
        """Return why it is not a program that can be checked, neither so nor otherwise."""
        return {"none": _joined(filter(None, (self._otherwise, why)))}

    def move(
        self, board: str, turn: str, form: tuple[Any, ...] | None, **_: object
    ) -> dict[str, Any]:
        """Play to a position, and return the move there."""
        del form
        if self._times[board] < self._wanted and not self._late():
            found = self._play_to(board, turn)
            if found is not None:
                return found
        answer = self._answers[board]
        if isinstance(answer, StoppedError):
            raise answer
        return answer | {"once": self._times[board] < self._wanted}

    def rules(self, board: str) -> dict[str, Any]:
        """Play to the end of a game; return what it announces there."""
        if board not in self._ends:
            for side in self._plans:
                found = self._play_to(board, side)
                if board in self._ends:
                    break
                if found is not None and "finding" in found:
                    return found
        return self._ends.get(board, {})

    def restart(self) -> None:
        """Ask twice from now on, after another order of moves if there is one."""
        self._end()
        self._wanted = 2

    def _late(self) -> bool:
        """Whether the time to ask again is up."""
        total = self._limits.seconds * TOTAL
        return self._wanted > 1 and monotonic() > self._limits.until - total / 2

    # -- what it is ------------------------------------------------------------------------------

    def _probe(self, plan: tuple[int, ...], tried: list[str]) -> None:
        """Find which side it plays if its questions are answered so, and how it numbers cells."""
        game = self._start(plan)
        labels = game.labels if any(game.labels) else game.free or ("",) * 9
        known = [self._numbering] if self._numbering else []
        guesses = known or numberings(game.question.text, " ".join(game.seen.lines), labels)
        best: tuple[int, str, Numbering] | None = None
        for numbering in guesses[:_MOST_NUMBERINGS]:
            game = self._start(plan)
            game.opening(numbering)
            if game.side in self._plans:
                return
            placed, whole, said = _try(game, numbering)
            if said:
                tried.append(said)
            if best is None or placed > best[0]:
                best = placed, game.side, numbering
            if whole:
                break
        self._end()
        if best is not None and best[0]:
            self._numbering = best[2]
            self._plans[best[1]] = plan

    def _find_other_side(self) -> None:
        """Begin a few more games: chance may decide who starts, or it changes with every game."""
        plan = next(iter(self._plans.values()))
        for _ in range(_TRIAL_GAMES):
            game = self._start(plan)
            if self._numbering is not None:
                game.opening(self._numbering)
            self._end()
            if game.side not in self._plans:
                self._plans[game.side] = plan
                break

    # -- games -----------------------------------------------------------------------------------

    def _end(self) -> None:
        if self._process is not None:
            self._process.end()
        self._process, self._again = None, ()

    def _open(self) -> LimitedProcess:
        """Return its process, started if there is none."""
        if self._process is None:
            self._process = LimitedProcess(
                self._command, self._limits, environment=_ENVIRONMENT, terminal=True
            )
        return self._process

    def _start(self, plan: Sequence[int]) -> ConsoleGame:
        """Begin a game, in the same process if it offers that."""
        typed = None
        if self._again and self._keeps:
            typed = self._again[plan[0] if plan and self._again[1:] else 0]
        if typed is None:
            self._end()
        self._again = ()
        wait = self._limits.seconds + _START_SECONDS
        game = ConsoleGame(self._open(), wait, plan, self._endings, self._free)
        try:
            game.begin(typed)
        except (GameError, StoppedError):
            self._end()
            if typed is None:
                raise
            self._keeps = False  # it is started for each game from now on
            return self._start(plan)
        self._free = game.free
        return game

    def _start_as(self, side: str) -> ConsoleGame:
        """Begin a game in which the program plays a side."""
        assert self._numbering is not None  # noqa: S101  (for the type checker)
        for _ in range(_MOST_STARTS):
            kept = bool(self._again) and self._keeps
            game = self._start(self._plans[side])
            game.opening(self._numbering)
            if game.side == side:
                game.marks = self._marks.get(side, game.marks)
                return game
            self._keeps = self._keeps and not kept
            self._end()
        raise GameError(finding="other rules", text=say("console", "no longer", side=side))

    def _paths(self, target: str, side: str, board: str = TICTACTOE.empty) -> Iterator[list[int]]:
        """Yield the moves that lead to a position: any of the person's, the program's own."""
        if board == target:
            yield []
            return
        if TICTACTOE.over(board):
            return
        if TICTACTOE.mover(board) == side:
            answer = self._answers.get(board) or self.move(board, side, None)
            cell = None if isinstance(answer, StoppedError) else answer.get("answer")
            cells: tuple[int, ...] = (cell,) if isinstance(cell, int) else ()
        else:
            cells = TICTACTOE.free(board)[:: 1 if self._wanted == 1 else -1]
        for cell in cells:
            if board[cell] == "." and target[cell] == TICTACTOE.mover(board):
                for rest in self._paths(target, side, TICTACTOE.place(board, cell)):
                    yield [cell, *rest]

    def _play_to(self, target: str, side: str) -> dict[str, Any] | None:
        """Play a game to a position and on to its end; return why that is not possible."""
        if side not in self._plans:
            return {"none": say("console", "not side", side=side)}
        if target == TICTACTOE.empty:
            path: list[int] | None = []
        else:
            path = next(self._paths(target, side), None)
        if self._times[target] >= self._wanted:
            return None
        if path is None:
            return {"error": say("console", "never there"), "line": "", "code": ""}
        try:
            return self._follow(self._start_as(side), path, len(path))
        except GameError as error:
            return _faulty(error.finding, TICTACTOE.empty, ())

    def _follow(self, game: ConsoleGame, path: Sequence[int], needed: int) -> dict[str, Any] | None:
        """Play a game along a path and on to its end; keep what happens.

        Returns:
            Why it does not get as far as needed.
        """
        assert self._numbering is not None  # noqa: S101  (for the type checker)
        conflict = None
        if game.side == "X":
            conflict = self._keep(TICTACTOE.empty, game.moves[0])
        while not TICTACTOE.over(game.board) and conflict is None:
            done = len(game.moves)
            cell = path[done] if done < len(path) else self._unseen(game.board)
            after, moves = TICTACTOE.place(game.board, cell), (*game.moves, cell)
            try:
                reply = game.play(cell, self._numbering)
            except GameError as error:
                self._end()
                if after not in self._doubted:  # a busy machine may have shown half of its answer
                    self._doubted.add(after)
                    path = [*moves, *path[len(moves) :]]
                    return self._follow(self._start_as(game.side), path, needed)
                found = _faulty(error.finding, after, moves)
                self._put(after, found)
                return found if done < needed else None
            except StoppedError as error:
                self._process = None
                self._put(after, error)
                return None
            self._marks[game.side] = game.marks
            if reply is not None:
                conflict = self._keep(after, reply)
        if conflict is not None:
            self._end()
            return conflict
        self._ends.setdefault(game.board, _result(game))
        self._times[game.board] += 1
        prompt = game.seen.prompt
        self._again = ()
        if prompt is None or prompt.kind not in ENDING:
            self._end()
        else:
            self._again = prompt.options[: None if prompt.kind is QuestionKind.COMMAND else 1]
        return None

    def _put(
        self, board: str, answer: dict[str, Any] | StoppedError
    ) -> dict[str, Any] | StoppedError:
        """Keep what happened in a position; return what happened there first."""
        self._times[board] += 1
        return self._answers.setdefault(board, answer)

    def _keep(self, board: str, cell: int) -> dict[str, Any] | None:
        """Keep an answer; return a finding if there was another one before."""
        before = self._put(board, {"answer": cell, "shown": TICTACTOE.names([cell])})
        if isinstance(before, StoppedError) or before.get("answer") == cell:
            return None
        other = TICTACTOE.names([cell])
        shown, first = TICTACTOE.rows(board), before["shown"]
        text = say("console", "two answers", position=shown, first=first, other=other)
        return {"finding": "two answers", "text": text, "board": board, "moves": ()}

    def _unseen(self, board: str) -> int:
        """Return a move of the person, to a position that was not reached if there is one."""
        cells = TICTACTOE.free(board)[:: 1 if self._wanted == 1 else -1]
        return min(cells, key=lambda cell: self._times[TICTACTOE.place(board, cell)])


def _why(error: GameError) -> str:
    found = error.finding
    return str(found.get("none") or say("console", "stops", error=found.get("error")))


def _joined(parts: Iterable[str]) -> str:
    """Join parts of a sentence."""
    first, *others = parts
    for each in others:
        first = say("console", "then", before=first, next=each)
    return first


def _try(game: ConsoleGame, numbering: Numbering) -> tuple[int, bool, str]:
    """Play a game; return how many moves of the person went where they should, and what failed."""
    placed = 0
    try:
        while not TICTACTOE.over(game.board):
            cell = next(each for each in _PROBED if game.board[each] == ".")
            game.play(cell, numbering)
            placed += 1
    except GameError as error:
        found = error.finding
        said = str(found.get("text") or found.get("error") or "")
        taken = not found.get("refused") and "error" not in found
        if placed == 0 and (found.get("silent") or (taken and not game.seen.boards)):
            why = "both sides" if game.seen.boards else "unseen"
            return 0, False, say("console", why, said=repr(found.get("shown", game.seen.last)))
        seen = placed or game.shows(game.moves[-1])  # or the move was not even understood
        return placed + bool(taken and seen), False, said
    except StoppedError as error:
        return placed, False, str(error)
    return placed, True, ""


def _faulty(finding: dict[str, Any], board: str, moves: tuple[int, ...]) -> dict[str, Any]:
    """Return why a game cannot go on as an answer."""
    if "answer" in finding:
        return {"shown": say("command", "nothing")} | finding
    return finding | {"board": board, "moves": moves}


def _result(game: ConsoleGame) -> dict[str, Any]:
    """Return what is wrong at the end of a game, and what it announces."""
    said, plays_on = game.result()
    won = TICTACTOE.winner(game.board)
    right = "draw" if won is None else "program" if won == game.side else "person"
    moves = tuple(game.moves)
    if crash := game.crash():
        text = say("check", "fails", position=TICTACTOE.rows(game.board), error=told_error(crash))
        return {"finding": "error", "text": text, "board": game.board, "moves": moves} | crash
    if plays_on or (len(said) == 1 and right not in said):
        text = say(
            "console",
            f"{'won' if won else 'full'} {'asks' if plays_on else 'says'}",
            position=TICTACTOE.rows(game.board),
            winner=won,
            moves=TICTACTOE.names(moves),
            said=repr(next(iter(said.values()), "")[:100]),
        )
        return {"finding": "other rules", "text": text, "board": game.board, "moves": moves}
    return {"announced": right in said}

"""The engine's end of the protocol: a line in, the lines of the answer out.

If a command fails, the answer is ERROR with the reason, and nothing changes. The answer to an
unknown word is UNKNOWN. INFO has no answer: if something is wrong with it, the next command's
answer begins with a MESSAGE.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from threading import Lock
from time import perf_counter
from typing import NamedTuple

from noughts.bridges.gomocup.manager_settings import GomocupError, ManagerSettings
from noughts.bridges.gomocup.stream import MOST
from noughts.core.errors import NoughtsError, shorten
from noughts.core.limit import StoppableLimit
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.engines import Choice, Engine, Perfect
from noughts.engines.swap2 import CHOICES, DRAWS, placed, take_side, three_stones

K = 5  #: in a row
OWN, OPPONENT = 1, 2  #: BOARD: whose stone
STOPS = ("END", "YXSTOP")  #: commands that stop the thinking
WHENEVER = ("ABOUT", "INFO", *STOPS)  #: commands that do not need the game
_INTEGERS = re.compile(r"-?[0-9]{1,20}(?:\s*,\s*-?[0-9]{1,20})*")


class Stopping:
    """The requested stops, and the limit that they end.

    From the request until its turn among the commands, a stop ends all thinking, so no stop is lost
    between two moves.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._asked = 0
        self._limit: StoppableLimit | None = None

    def ask(self) -> None:
        """Request a stop."""
        with self._lock:
            self._asked += 1
            if self._limit is not None:
                self._limit.stop()

    def done(self) -> None:
        """Record that a stop's turn has come."""
        with self._lock:
            self._asked = max(0, self._asked - 1)

    @contextmanager
    def ends(self, limit: StoppableLimit) -> Iterator[None]:
        """Let the stops end this limit."""
        with self._lock:
            self._limit = limit
            if self._asked:
                limit.stop()
        try:
            yield
        finally:
            with self._lock:
                self._limit = None


class _Lines(NamedTuple):
    """The lines of a board as they arrive, and the error of the first wrong one."""

    command: str
    numbers: list[tuple[int, ...]]
    wrong: list[str]


class Brain:
    """An engine that plays by the protocol; `seed` is for the openings that it places.

    >>> brain = Brain()
    >>> for line in ("TURN 7,7", "START 15", "INFO timeout_turn 0", "BEGIN", "SING"):
    ...     print(line, list(brain.answer(line))[-1:])
    TURN 7,7 ['ERROR no board yet: send START before TURN']
    START 15 ['OK']
    INFO timeout_turn 0 []
    BEGIN ['7,7']
    SING ["UNKNOWN command 'SING'"]
    """

    def __init__(self, engine: Engine | None = None, *, seed: int | None = None) -> None:
        self.ended: bool = False  #: whether END has come
        self._engine: Engine = engine or Perfect(keeps=True)
        self._seed = seed
        self._settings = ManagerSettings()
        self._stopping = Stopping()
        self._position: Position | None = None
        self._lines: _Lines | None = None
        self._arrived = 0.0
        self._ready = 0.0
        self._commands: dict[str, Callable[[str], Iterator[str]]] = {
            "ABOUT": self._about,
            "BEGIN": self._begin,
            "BOARD": lambda _: self._collect("BOARD"),
            "DONE": self._done,
            "END": self._end,
            "INFO": self._info,
            "PLAY": self._play,
            "RECTSTART": self._rectstart,
            "RESTART": self._restart,
            "START": self._start,
            "SWAP2BOARD": lambda _: self._collect("SWAP2BOARD"),
            "TAKEBACK": self._takeback,
            "TURN": self._turn,
            "YXBOARD": lambda _: self._collect("YXBOARD"),
            "YXHASHCLEAR": self._forget,
            "YXSHOWFORBID": lambda _: iter(["FORBID ."]),
            "YXSTOP": lambda _: iter(()),
        }

    def heed(self, line: str) -> None:
        """See a line before its turn: if it stops the thinking, stop now.

        Another thread may call this while `answer` runs; call `answer` for the line afterwards.
        """
        if _word(line) in STOPS:
            self._stopping.ask()

    def answer(self, line: str, arrived: float | None = None) -> Iterator[str]:
        """Execute a line, and yield the lines of the answer in ASCII.

        `arrived`: the `time.perf_counter` of its arrival, by default now.
        """
        self._arrived = perf_counter() if arrived is None else arrived
        for said in self._answer(line):
            yield said.encode("ascii", "backslashreplace").decode()

    def _answer(self, line: str) -> Iterator[str]:
        command = _word(line)
        if command in STOPS:
            self._stopping.done()
        try:
            if self._lines is not None and command not in self._commands:
                self._take_stone(line, self._lines)
            elif len(line) > MOST:
                raise GomocupError(f"a line of more than {MOST:,} characters")
            elif command not in self._commands:
                yield f"UNKNOWN command {shorten(line)}"
            else:
                yield from self._obey(command, line.strip()[len(command) :].strip())
        except NoughtsError as error:
            yield f"ERROR {error}"
        finally:
            self._ready = perf_counter()

    def _obey(self, command: str, rest: str) -> Iterator[str]:
        if command not in WHENEVER:
            if self._lines is not None and command != "DONE":
                opened, self._lines = self._lines.command, None
                yield f"ERROR {opened} was not closed by DONE"
            yield from self._noted()
        yield from self._commands[command](rest)

    def _noted(self) -> Iterator[str]:
        """Yield what is wrong with the INFO commands, once."""
        yield from (f"MESSAGE {note}" for note in self._settings.notes)
        self._settings.notes.clear()

    # -- at any time -------------------------------------------------------------------------

    def _about(self, _: str) -> Iterator[str]:
        yield (f'name="Noughts", version="{version("noughts")}", author="The Noughts contributors"')

    def _forget(self, _: str) -> Iterator[str]:
        self._engine.forget()
        return iter(())

    def _end(self, _: str) -> Iterator[str]:
        self.ended = True
        return iter(())

    def _info(self, rest: str) -> Iterator[str]:
        self._settings.info(rest)
        if self._position is not None:
            self._settings.check_memory(self._position.rules.cells)
        return iter(())

    # -- a board -----------------------------------------------------------------------------

    def _start(self, rest: str) -> Iterator[str]:
        (side,) = _integers(rest, 1, "START needs the size of the board, such as 15")
        return self._empty_board((side, side))

    def _rectstart(self, rest: str) -> Iterator[str]:
        width, height = _integers(rest, 2, "RECTSTART needs width,height, such as 20,15")
        return self._empty_board((width, height))

    def _restart(self, _: str) -> Iterator[str]:
        columns, rows = self._known("RESTART").rules.shape
        return self._empty_board((columns, rows))

    def _empty_board(self, shape: tuple[int, int]) -> Iterator[str]:
        rules = self._rules(shape)
        if not rules.lines:
            raise GomocupError(f"no {K} in a row fit on a board of {shape[0]} by {shape[1]}")
        self._position = Position(rules)
        self._engine.forget()
        self._settings.clock.restart()
        self._settings.check_memory(rules.cells)
        yield from self._noted()
        yield "OK"

    def _rules(self, shape: tuple[int, ...]) -> Rules:
        said = self._settings
        said.check()
        return Rules.grid(shape, K, exact=said.exact, caro=said.caro)

    def _known(self, command: str) -> Position:
        """Return the position under the current rule."""
        if self._position is None:
            raise GomocupError(f"no board yet: send START before {command}")
        position = self._position
        rules = self._rules(position.rules.shape)
        if position.rules is not rules:
            position = self._position = Position(rules, position.x, position.o)
        return position

    # -- moves -------------------------------------------------------------------------------

    def _begin(self, _: str) -> Iterator[str]:
        position = self._known("BEGIN")
        if position.ply:
            raise GomocupError("BEGIN is for an empty board; RESTART clears it")
        return self._move(position)

    def _turn(self, rest: str) -> Iterator[str]:
        position = self._known("TURN")
        return self._move(position.play(_cell(position.rules, rest, "TURN")))

    def _play(self, rest: str) -> Iterator[str]:
        position = self._known("PLAY")
        cell = _cell(position.rules, rest, "PLAY")
        self._position = position.play(cell)
        yield _place(position.rules, cell)

    def _takeback(self, rest: str) -> Iterator[str]:
        position = self._known("TAKEBACK")
        cell = _cell(position.rules, rest, "TAKEBACK")
        if position.mark(cell) is not position.turn.other:
            raise GomocupError(f"the last stone is not on {rest}")
        others = ~(1 << cell)
        self._position = Position(position.rules, position.x & others, position.o & others)
        yield "OK"

    def _move(self, position: Position) -> Iterator[str]:
        """Make a move; when it is found, the position becomes the game's."""
        if position.outcome is not None:
            raise GomocupError(f"the game is over: {position.outcome}")
        choice = self._think(position)
        self._position = position.play(choice.cell)
        if choice.score is not None:
            proved = "proved" if choice.proven else "not proved"
            nodes = f"{choice.nodes:,} node{'s' * (choice.nodes != 1)}"
            yield f"MESSAGE {choice.score}, {proved}; {nodes}"
        yield _place(position.rules, choice.cell)

    def _think(self, position: Position, share: float = 1.0) -> Choice:
        """Ask the engine, with the time for a move or a share of it.

        A command that waited for another one has lost no time: its turn began afterwards.
        """
        clock, started = self._settings.clock, perf_counter()
        late = started - max(self._arrived, self._ready) if share == 1 else 0.0
        limit = clock.limit(position.ply // 2, late, share)
        with self._stopping.ends(limit):
            choice = self._engine.play(position, limit)
        clock.spend(perf_counter() - started)
        return choice

    # -- many stones at once -----------------------------------------------------------------

    def _collect(self, command: str) -> Iterator[str]:
        self._known(command)
        self._lines = _Lines(command, [], [])
        return iter(())

    def _take_stone(self, line: str, lines: _Lines) -> None:
        count = 2 if lines.command == "SWAP2BOARD" else 3
        wants = "x,y" if count == 2 else "x,y,1 or x,y,2"
        rules = self._known(lines.command).rules
        try:
            lines.numbers.append(
                _integers(line, count, f"{shorten(line)} is not a stone; {wants} is")
            )
            if len(lines.numbers) > rules.cells:
                raise GomocupError(f"more stones than the {rules.cells} cells")
        except NoughtsError as error:
            lines.wrong.append(str(error))

    def _done(self, _: str) -> Iterator[str]:
        if self._lines is None:
            raise GomocupError("DONE without BOARD")
        (command, numbers, wrong), self._lines = self._lines, None
        rules = self._known(command).rules
        if wrong:
            raise GomocupError(wrong[0])
        if command == "SWAP2BOARD":
            yield from self._swap2(rules, tuple(rules.cell_at(*place) for place in numbers))
            return
        position = _position(rules, numbers)
        if command == "YXBOARD":
            self._position = position
            return
        mine = sum(owner == OWN for *_, owner in numbers)
        if 2 * mine > len(numbers):
            raise GomocupError("it is the opponent's move in that position")
        yield from self._move(position)

    def _swap2(self, rules: Rules, cells: tuple[int, ...]) -> Iterator[str]:
        if not cells:
            stones = three_stones(rules, lambda at: self._think(at, 1 / DRAWS), self._seed)
            yield " ".join(_place(rules, cell) for cell in stones)
        elif len(cells) in CHOICES:
            position = placed(rules, cells)
            mark, choice = take_side(position, self._think, self._seed)
            yield _place(rules, choice.cell) if mark is position.turn else "SWAP"
        else:
            raise GomocupError(f"SWAP2BOARD has 0, 3 or 5 stones, not {len(cells)}")


def _word(line: str) -> str:
    """Return a line's first word, in upper case."""
    return (line.split(maxsplit=1) or [""])[0].upper()


def _integers(text: str, count: int, wanted: str) -> tuple[int, ...]:
    found = tuple(map(int, text.split(","))) if _INTEGERS.fullmatch(text.strip()) else ()
    if len(found) != count:
        raise GomocupError(wanted)
    return found


def _cell(rules: Rules, text: str, command: str) -> int:
    column, row = _integers(text, 2, f"{command} needs x,y, such as 7,7; not {shorten(text)}")
    return rules.cell_at(column, row)


def _place(rules: Rules, cell: int) -> str:
    return ",".join(map(str, rules.place(cell)))


def _position(rules: Rules, numbers: list[tuple[int, ...]]) -> Position:
    """Return the position of these stones; the side with fewer stones, or to move, is X.

    Raises:
        NoughtsError: A stone has no owner, or the stones are impossible.
    """
    boards = {OWN: 0, OPPONENT: 0}
    for column, row, owner in numbers:
        cell = 1 << rules.cell_at(column, row)
        if owner not in boards:
            raise GomocupError(f"the stone on {column},{row} belongs to {owner}: it must be 1 or 2")
        if (boards[OWN] | boards[OPPONENT]) & cell:
            raise GomocupError(f"two stones on {column},{row}")
        boards[owner] |= cell
    mine, others = boards[OWN], boards[OPPONENT]
    if mine.bit_count() < others.bit_count():
        return Position(rules, others, mine)
    return Position(rules, mine, others)

"""`Guest`: your own engine, ``module:Class``, run in a separate process.

Its code cannot crash this program. At its limit, the process is killed. Its output goes to stderr,
and its exceptions come back as an `EngineError` with the line that raised it. One process serves
all engines of one class, so a match starts it once.

Both ends are in this module. They exchange pickled tuples through a pipe:

- to the process: the question, the number of the engine, and the arguments;
- back: ``done`` and the answer, or the kind of error and its text.
"""

import os
import pickle
import subprocess
import sys
import traceback
import weakref
from collections.abc import Mapping
from functools import cache
from math import inf
from pathlib import Path
from queue import SimpleQueue
from threading import Thread, Timer
from time import monotonic
from typing import Any, BinaryIO

from noughts.core.catalogue import language, say, speaking
from noughts.core.errors import EngineError, LimitReachedError, UnknownNameError
from noughts.core.limit import Limit
from noughts.core.position import Position
from noughts.engines import checked, load_engine
from noughts.engines.base import Analysis, Choice, Engine

#: What is asked, its arguments, the engines that are no longer used, and the language.
_Question = tuple[str, tuple[Any, ...], list[int], str]

GRACE = 1.0  #: seconds of delay allowed for an answer after its limit
START = 10.0  #: seconds that a process may take to start, on a busy machine
TRACEBACK = "NOUGHTS_TRACEBACK"
#: Gives the child process this process's module search path.
_START = (
    "import sys; name = sys.argv[1]; sys.path[:] = sys.argv[2:]; del sys.argv[1:]; "
    f"from {__name__} import serve; serve(name)"
)
_ERRORS = {"limit": LimitReachedError, "engine": EngineError, "name": UnknownNameError}


class Guest(Engine):
    """Your own engine, run in another process.

    Args:
        name: ``module:Class``; the module may be in the current folder.
        seed: makes its random choices repeatable.
        limit: its seconds also limit the loading of the module.
        total: whether the seconds limit all answers together.

    Raises:
        UnknownNameError: The engine does not exist, or cannot be created.
        LimitReachedError: An answer or the engine's creation took too long. The process is then
            killed, and no further answer comes.
        EngineError: (from every answer) The engine raised an error, or its answer cannot be played.
    """

    def __init__(
        self, name: str, *, seed: int | None = None, limit: Limit | None = None, total: bool = False
    ) -> None:
        self.name: str = name
        self._host = _host(name, os.getpid())
        seconds = None if limit is None else limit.seconds
        self._until = inf if seconds is None or not total else monotonic() + seconds
        self._late = "" if limit is None else limit.reached()
        wait = None if seconds is None else max(seconds, START)
        made = self._host.ask("make", (seed,), wait, say("engine", "slow", engine=name))
        self._number: int = made[0]
        self.randomised: bool = made[1]
        self.limits: frozenset[str] = made[2] | {"seconds"}  # it is stopped at those
        weakref.finalize(self, self._host.unneeded.append, self._number)

    def play(self, position: Position, limit: Limit | None = None) -> Choice:
        """Choose a move."""
        answer: Choice = self._ask("play", position, limit)
        return answer

    def weights(self, position: Position, limit: Limit | None = None) -> Mapping[int, int]:
        """Return each cell that it may play, with its odds."""
        answer: Mapping[int, int] = self._ask("weights", position, limit)
        return answer

    def analyse(self, position: Position, limit: Limit | None = None) -> Analysis:
        """Value the position and every move in it."""
        answer: Analysis = self._ask("analyse", position, limit)
        return answer

    def forget(self) -> None:
        """Forget the results of earlier moves."""
        self._host.ask("forget", (self._number,), None, "")

    def _ask(self, what: str, position: Position, limit: Limit | None) -> Any:
        wait, late = None, ""
        if limit is not None and limit.seconds is not None:
            wait, late = limit.seconds + GRACE, limit.reached()
        left = self._until - monotonic()
        if left < (wait or inf):
            wait, late = max(1e-3, left), self._late
        late = say("engine", "late", engine=self.name, position=position, problem=late)
        return self._host.ask(what, (self._number, position, limit), wait, late)


# -- this end ------------------------------------------------------------------------------------


class _Host:
    """The process of all engines of one class; it ends with this process."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.unneeded: list[int] = []  #: the numbers of engines that are no longer used
        self._killed = False
        self._process = subprocess.Popen(  # noqa: S603  (this very Python)
            [sys.executable, "-c", _START, name, *sys.path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        weakref.finalize(self, _end, self._process)

    def ask(self, what: str, arguments: tuple[Any, ...], wait: float | None, late: str) -> Any:
        """Return an answer.

        Args:
            what: the question.
            arguments: its arguments.
            wait: seconds until the process is killed.
            late: what to say then.

        Raises:
            NoughtsError: The error that happened in the process.
        """
        timer = None if wait is None else Timer(wait, self._kill)
        if timer is not None:
            timer.daemon = True
            timer.start()
        try:
            kind, answer = self._exchange((what, arguments, self.unneeded[:], language()))
        except (EOFError, OSError):
            if self._killed and wait is not None:
                raise LimitReachedError(late) from None
            _host.cache_clear()
            code = self._process.wait()
            raise EngineError.said("engine", "ended", engine=self.name, code=code) from None
        except BaseException:  # Ctrl-C: otherwise its answer would be read as the next one
            self._kill()
            raise
        finally:
            if timer is not None:
                timer.cancel()
        if kind != "done":
            raise _ERRORS[kind](answer)
        return answer

    def _exchange(self, question: _Question) -> tuple[str, Any]:
        to, back = self._process.stdin, self._process.stdout
        assert to is not None  # noqa: S101  (for the type checker: both are pipes)
        assert back is not None  # noqa: S101
        pickle.dump(question, to)
        to.flush()
        del self.unneeded[: len(question[2])]
        answer: tuple[str, Any] = pickle.load(back)  # noqa: S301  (of our own process)
        return answer

    def _kill(self) -> None:
        self._killed = True
        _host.cache_clear()  # the next engine starts another process
        self._process.kill()


@cache
def _host(name: str, process: int) -> _Host:
    """Return the process of a class; a fork of this process has its own."""
    del process
    return _Host(name)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            try:
                pipe.close()
            except OSError:  # unsent data has no reader
                continue


# -- the other end -------------------------------------------------------------------------------


def serve(name: str) -> None:
    """Answer questions to the engines of a class, until the parent process ends."""
    questions: SimpleQueue[_Question] = SimpleQueue()
    source, to = _channels()
    Thread(target=_read, args=(source, questions), daemon=True).start()
    engines: dict[int, Engine] = {}
    try:
        while True:
            what, arguments, unneeded, spoken = questions.get()
            for number in unneeded:
                engines.pop(number, None)
            with speaking(spoken):
                found = _answer(name, engines, what, arguments)
            pickle.dump(found, to)
            to.flush()
    except (KeyboardInterrupt, OSError):
        os._exit(130)


def _channels() -> tuple[BinaryIO, BinaryIO]:
    """Keep the pipes private: the engine reads from the terminal and prints on stderr."""
    source, to = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    try:
        terminal = os.open("CONIN$" if os.name == "nt" else "/dev/tty", os.O_RDWR)
    except OSError:
        terminal = os.open(os.devnull, os.O_RDONLY)
    os.dup2(terminal, 0)
    os.dup2(2, 1)
    return source, to


def _read(source: BinaryIO, questions: SimpleQueue[_Question]) -> None:
    """Pass on questions; exit, whatever the engine is doing, when the parent ends."""
    try:
        while True:
            questions.put(pickle.load(source))  # noqa: S301  (of the process that began this one)
    except (EOFError, OSError):
        os._exit(0)


def _answer(
    name: str, engines: dict[int, Engine], what: str, arguments: tuple[Any, ...]
) -> tuple[str, Any]:
    """Return the answer, or the kind of error and its text."""
    try:
        return "done", _done(name, engines, what, arguments)
    except LimitReachedError as error:
        return "limit", str(error)
    except EngineError as error:
        return "engine", str(error)
    except (Exception, SystemExit) as error:  # noqa: BLE001  (whatever an engine may raise)
        made = isinstance(error, UnknownNameError) and what == "make"
        cause = error.__cause__ if made else error
        if os.environ.get(TRACEBACK) and cause is not None:
            traceback.print_exception(cause)
        place = _place(cause, name)
        if made:
            return "name", f"{error}{place}"
        why = f"{type(error).__name__}: {error}{place}"
        if len(arguments) == 1:
            return "engine", say("sentence", "about", name=name, problem=why)
        return "engine", say("engine", "fails", engine=name, position=arguments[1], problem=why)


def _done(name: str, engines: dict[int, Engine], what: str, arguments: tuple[Any, ...]) -> Any:
    if what == "make":
        return _make(name, engines, *arguments)
    engine = engines[arguments[0]]
    if what == "forget":
        engine.forget()
        return None
    ask = {"play": checked.choose, "weights": checked.odds, "analyse": checked.analyse}[what]
    return ask(engine, *arguments[1:], name=name)


def _make(
    name: str, engines: dict[int, Engine], seed: int | None
) -> tuple[int, bool, frozenset[str]]:
    if sys.path[:1] != [""]:
        sys.path.insert(0, "")  # as Python does: the current folder comes first
    engine = load_engine(name, seed=seed)
    number = 1 + max(engines, default=0)
    engines[number] = engine
    return number, bool(engine.randomised), frozenset(engine.limits)


def _place(error: BaseException | None, name: str) -> str:
    """Return the line in the engine's folder that raised an error, with its code; or nothing."""
    if error is None:
        return ""
    module = sys.modules.get(name.partition(":")[0])
    own = Path(getattr(module, "__file__", None) or "x").resolve().parent
    for step in reversed(traceback.extract_tb(error.__traceback__)):
        file = Path(step.filename).resolve()
        if file.parent == own and not step.filename.startswith("<"):
            shown = file.relative_to(Path.cwd()) if file.is_relative_to(Path.cwd()) else file
            return f" ({shown}:{step.lineno}: {step.line})"
    return ""

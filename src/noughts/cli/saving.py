"""Games as files: saved after each move, loaded again, and printed at the end.

A saved game is the text of its `Record`, which `noughts review` and the page can read. Everything
else in a session is in header lines::

    Rules: 3,3,3
    X: person
    O: hard
    Best of: 3
    Starts: alternate
    Won: 1 draw

    b2 a1 *

`Won` lists the results of earlier games: 1, 2 or draw; player 1 is the person.
"""

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path

from noughts import formats
from noughts.cli import files
from noughts.cli.chosen_engine import is_certificate
from noughts.cli.session import Session, Setup
from noughts.core.catalogue import say
from noughts.core.errors import NoughtsError, RecordError, UnknownNameError, shorten
from noughts.core.position import Mark
from noughts.core.record import Record
from noughts.core.series import Starts
from noughts.engines import Level

_WINNERS = {"1": 0, "2": 1, "draw": None}


class OverwriteError(RecordError):
    """A file with other content."""


def state_folder() -> Path:
    """Return the user's folder for the state of programs."""
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local") / "noughts"
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support/noughts"
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local/state") / "noughts"


class GameFiles:
    """Where the games of a run are saved."""

    def __init__(self, file: Path | None = None, *, resumed: bool = False) -> None:
        #: the file with the last game; the earlier run's becomes previous-game.txt
        self.last: Path = state_folder() / "last-game.txt"
        self.file = file  #: another file, named by the user
        #: why the game could not be written there; None if it could
        self.problem: str | None = None
        self._is_ours = resumed

    def check(self, session: Session, *, force: bool) -> None:
        """Check that the user's file can be written, and has no other game.

        Raises:
            click.ClickException: It cannot, or it has another game.
        """
        if self.file is not None:
            own = partial(_other_than, self.file, session)
            files.check_target(self.file, force=force, own=own)

    def keep(self, session: Session) -> None:
        """Write the game, once a move has been made."""
        if not session.record.moves:
            return
        text = as_text(session)
        with suppress(OSError):  # without a state folder, the game just cannot be resumed
            self.last.parent.mkdir(parents=True, exist_ok=True)
            if not self._is_ours and self.last.exists():
                self.last.replace(self.last.with_name("previous-game.txt"))
            self._is_ours = True
            _write(self.last, text)
        if self.file is not None:
            try:
                _write(self.file, text)
                self.problem = None
            except OSError as error:
                self.problem = say("saved", "failed", file=self.file, problem=error.strerror)


def write(session: Session, file: Path, *, force: bool = False) -> str:
    """Write the game into a file that the user named; say so.

    Raises:
        OverwriteError: The file has other content, and `force` is False.
        RecordError: The file cannot be written.
    """
    if not force and file.is_file() and file.stat().st_size:
        why = _other_than(file, session)
        if why is not None:
            raise OverwriteError.said("sentence", "with file", file=file, problem=why)
    try:
        _write(file, as_text(session))
    except OSError as error:
        why = error.strerror
        raise RecordError.said("saved", "refused", file=file, problem=why) from None
    return say("saved", "in", file=file)


def _other_than(file: Path, session: Session) -> str | None:
    """Return what a file is, if it is not an earlier state of this game."""
    try:
        record = formats.load(file)
    except NoughtsError:
        return say("saved", "foreign")
    own = session.record
    same = record.start == own.start and record.moves == own.moves[: len(record.moves)]
    return None if same and record.moves else say("saved", "another")


def farewell(session: Session, store: GameFiles) -> str:
    """Return the text to print at the end: the game's record, and how to resume."""
    if not session.record.moves:
        return ""
    lines = ["", as_text(session)]
    if store.problem:
        lines.append(f"\n{store.problem}")
    elif not session.over:
        lines += ["", say("saved", "resume")]
    return "\n".join(lines) + "\n"


def as_text(session: Session) -> str:
    """Return the game with the headers of its series."""
    setup, record = session.setup, session.record
    headers = {
        str(mark): "person" if session.is_person(mark) else str(setup.level) for mark in Mark
    }
    headers |= {key: value for key, value in record.headers if key not in headers}
    for name in ("Best of", "Starts", "Won"):
        headers.pop(name, None)
    if setup.best_of > 1:
        headers["Best of"] = str(setup.best_of)
    if setup.best_of > 1 or setup.starts is Starts.ALTERNATE:
        headers["Starts"] = str(setup.starts)
    if session.earlier:
        names = {winner: text for text, winner in _WINNERS.items()}
        headers["Won"] = " ".join(names[winner] for winner in session.earlier)
    return str(
        Record(record.start, record.moves, record.at, record.branches, tuple(headers.items()))
    )


def load(file: Path, seconds: float | None = None, notes: list[str] | None = None) -> Session:
    """Read a saved game or any other record, and resume it.

    `notes` receives what is left out or changed.

    Raises:
        RecordError: The file cannot be read, or has no game.
    """
    record = formats.load(file, notes=notes)
    if notes is not None:
        headers = dict(record.headers)
        names = [headers.get(str(mark), "") for mark in Mark]
        missing = [name for name in names if is_certificate(name) and not Path(name).is_file()]
        notes += [say("saved", "no opponent", file=name) for name in missing]
    return session_of(record, seconds)


def session_of(record: Record, seconds: float | None = None) -> Session:
    """Resume a game.

    Raises:
        RecordError: A header is invalid.
    """
    headers = dict(record.headers)
    levels = {mark: _level(headers.get(str(mark), "")) for mark in Mark}
    against = [mark for mark in Mark if levels[mark]]
    level = levels[against[0]] if len(against) == 1 else None
    best_of, won, starts = _series(headers)
    if starts is None:
        starts = Starts.SECOND if against == [Mark.X] else Starts.FIRST
    try:
        session = Session(Setup(record.start.rules, level, starts, best_of, None, seconds))
        session.go_on(record, won)
    except ValueError as error:
        raise RecordError.said("record text", "header", problem=error) from None
    return session


def _series(headers: Mapping[str, str]) -> tuple[int, tuple[int | None, ...], Starts | None]:
    """Read the headers of a series.

    Raises:
        RecordError: A header is invalid.
    """
    best_of, won, starts = (headers.get(name, "") for name in ("Best of", "Won", "Starts"))
    if best_of and not best_of.isdecimal():
        raise _wrong_header("best of", best_of)
    words = won.split()
    if not set(words) <= set(_WINNERS):
        raise _wrong_header("won", won)
    if starts and starts not in set(map(str, Starts)):
        raise _wrong_header("starts", starts)
    return (
        int(best_of[:9]) if best_of else 1,
        tuple(_WINNERS[word] for word in words),
        Starts(starts) if starts else None,
    )


def _wrong_header(name: str, text: str) -> RecordError:
    why = say("saved", name, text=shorten(text))
    return RecordError.said("record text", "header", problem=why)


def _level(name: str) -> str | None:
    if is_certificate(name) and Path(name).is_file():
        return name
    with suppress(UnknownNameError):
        return Level.parse(name)
    return None


def _write(file: Path, text: str) -> None:
    files.write(file, f"{text}\n".encode())

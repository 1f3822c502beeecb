"""Games as files of other programs: read into a `Record`, or written from one.

=======  ==================  =======================================================================
name     usual ending        what it is
=======  ==================  =======================================================================
text     .txt                Noughts' own: any game, branches, where it was gone back to
sgf      .sgf                Smart Game Format, GM[4]: any board, a position to start from, branches
psq      .psq                Piskvork's: five in a row, one line of moves
pos      .pos                moves without blanks, ``h8i9g7``: one line on a board that is agreed on
lib      .lib                RenLib's libraries on 15×15, with branches: only read
=======  ==================  =======================================================================

The caller must supply what a format does not say. Without `rules`, sgf, psq, pos and lib mean five
in a row, pos and lib on 15×15. A reader or writer raises an error rather than change the game into
another one. It adds a sentence to the list `notes` for anything else that it leaves out or changes.
"""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from noughts.core.catalogue import grouped
from noughts.core.errors import NoughtsError, RecordError, UnknownNameError
from noughts.core.record import Record
from noughts.core.rules import Rules
from noughts.formats import lib, pos, psq, sgf, text
from noughts.formats.notes import Notes, ReadOptions, left_out, printable, thing

__all__ = ["FORMATS", "MAX_BYTES", "Format", "load", "named", "read", "write"]

MAX_BYTES = 1 << 20  #: of a psq or pos file; longer ones are rejected


class Format(NamedTuple):
    """A kind of file.

    Attributes:
        read: reads a file's bytes; also takes the caller's request, and a list for notes.
        write: also takes a list for notes; None if the format is read-only.
        looks: whether bytes look like the start of such a file.
        branches: whether it can hold more than one line of moves.
        most: the most bytes read.
        games: whether a file may hold several games.
    """

    read: Callable[[bytes, ReadOptions, Notes], Record]
    write: Callable[[Record, Notes], bytes] | None
    looks: Callable[[bytes], bool]
    branches: bool
    most: int = MAX_BYTES
    games: bool = False


#: By name; data that looks like no other format is text. Reading the most bytes takes about ten
#: seconds: a match of ten thousand games, a library of two million moves, and its text.
FORMATS = {
    "sgf": Format(sgf.read, sgf.write, sgf.looks, branches=True, most=1 << 24, games=True),
    "psq": Format(psq.read, psq.write, psq.looks, branches=False),
    "pos": Format(pos.read, pos.write, pos.looks, branches=False),
    "lib": Format(lib.read, None, lib.looks, branches=True, most=1 << 22),
    "text": Format(text.read, text.write, lambda _: True, branches=True, most=1 << 27),
}


def named(file: str) -> str | None:
    """Return the format's name for a file's ending; None if there is none.

    >>> named("game.SGF"), named("game")
    ('sgf', None)
    """
    ending = Path(file).suffix.lower()[1:]
    return {"txt": "text"}.get(ending) or (ending if ending in FORMATS else None)


def read(
    data: bytes,
    name: str | None = None,
    rules: Rules | None = None,
    *,
    game: int | None = None,
    from_bottom: bool = False,
    notes: list[str] | None = None,
) -> Record:
    r"""Read a game in the named format, or else in the format it looks like.

    Args:
        data: the file.
        name: the name of the format.
        rules: the game, instead of the one named by the file or assumed.
        game: which game of a file with several, from 1; the first by default.
        from_bottom: whether the rows of a pos file are counted from the bottom.
        notes: gets a sentence for everything left out or changed.

    Raises:
        RecordError: The file has another format, or its game cannot be replayed; says where and
        why.
        UnknownNameError: No format has this name.

    >>> read(b"(;GM[4]SZ[15];B[hh];W[ii])").played
    (112, 128)
    >>> print(read(b"h8i9"))
    Rules: 15,15,5
    <BLANKLINE>
    h8 i9 *
    >>> notes = []
    >>> read(b"(;GM[4]SZ[15];W[hh]C[good])", notes=notes).played
    (112,)
    >>> notes
    ['White began: the marks are swapped, X is White and O is Black', 'left out: 1 comment']
    """
    if name is None:
        name = next(name for name, known in FORMATS.items() if known.looks(data))
    known = _format(name)
    if len(data) > known.most:
        raise RecordError.said("file format", "too long", name=name, most=grouped(known.most))
    noted: list[str] = []
    try:
        if game is not None and game > 1 and not known.games:
            raise RecordError.said("file format", "no game", number=game, count=1, games=1)
        if from_bottom and name != "pos":
            raise RecordError.said("file format", "from bottom")
        record = known.read(data, ReadOptions(rules, game, from_bottom), noted)
    except NoughtsError as error:
        why = printable(str(error))
        raise RecordError.said("file format", "unreadable", name=name, problem=why) from None
    if notes is not None:
        notes += map(printable, noted)
    return record


def write(record: Record, name: str = "text", *, notes: list[str] | None = None) -> bytes:
    """Return a game in the named format.

    Args:
        record: the game.
        name: the name of the format.
        notes: gets a sentence for everything that the format cannot hold.

    Raises:
        RecordError: The format cannot hold such a game.
        UnknownNameError: No format has this name.

    >>> from noughts import Record
    >>> notes = []
    >>> write(Record.of("15,15,5", {"X": "Ada"}).play("h8").play("i9"), "pos", notes=notes)
    b'h8i9'
    >>> notes
    ['left out: the header X']
    """
    known = _format(name)
    if known.write is None:
        raise RecordError.said("file format", "read-only", name=name)
    noted: list[str] = [] if notes is None else notes
    written = known.write(record, noted)
    if record.branches and not known.branches:
        left_out(noted, [thing("branch", len(record.branches))])
    return written


def load(
    file: Path,
    name: str | None = None,
    rules: Rules | None = None,
    *,
    game: int | None = None,
    from_bottom: bool = False,
    notes: list[str] | None = None,
) -> Record:
    """Read a game from a file, by the named format, else by its ending, else by its content.

    The arguments are those of `read`.

    Raises:
        RecordError: The file cannot be read, or its game cannot.
    """
    try:
        with file.open("rb") as stream:
            data = stream.read(max(known.most for known in FORMATS.values()) + 1)
    except FileNotFoundError:
        raise RecordError.said("file format", "no file", file=file) from None
    except OSError as error:
        raise RecordError.said("usage", "unreadable", file=file, problem=error.strerror) from None
    try:
        return read(
            data, name or named(file.name), rules, game=game, from_bottom=from_bottom, notes=notes
        )
    except RecordError as error:
        raise RecordError.said("sentence", "about", name=file, problem=error) from None


def _format(name: str) -> Format:
    try:
        return FORMATS[name]
    except KeyError:
        raise UnknownNameError.of("format", name, FORMATS) from None

"""Games as files of other programs: read into a `Record`, written from one.

=======  ==================  =======================================================================
name     usual ending        what it is
=======  ==================  =======================================================================
text     .txt                Noughts' own: any game, branches, where it was gone back to
sgf      .sgf                Smart Game Format, GM[4]: any board, a position to start from, branches
psq      .psq                Piskvork's: five in a row, one line of moves
pos      .pos                moves without blanks, ``h8i9g7``: one line on a board that is agreed on
lib      .lib                RenLib's libraries on 15×15, with branches: only read
=======  ==================  =======================================================================

What a format does not say, the caller has to: without `rules`, sgf, psq, pos and lib are five in a
row, pos and lib on 15×15. What a format cannot hold is left out (who played, branches) or, where
the game would be another one, refused.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from noughts.errors import NoughtsError, RecordError, UnknownNameError
from noughts.formats import lib, pos, psq, sgf, text

if TYPE_CHECKING:
    from collections.abc import Callable

    from noughts.record import Record
    from noughts.rules import Rules

__all__ = ["FORMATS", "MAX_BYTES", "Format", "load", "named", "read", "write"]

MAX_BYTES = 1 << 20  #: of a file; longer ones are refused unread


class Format(NamedTuple):
    """A kind of file.

    Attributes:
        read: from a file's bytes and, where the file does not say them, the rules.
        write: None where it is only read.
        looks: whether bytes look like the beginning of such a file.
        branches: whether it holds more than one line of moves.
    """

    read: Callable[[bytes, Rules | None], Record]
    write: Callable[[Record], bytes] | None
    looks: Callable[[bytes], bool]
    branches: bool


#: By name; what looks like none of the others is text.
FORMATS = {
    "sgf": Format(sgf.read, sgf.write, sgf.looks, branches=True),
    "psq": Format(psq.read, psq.write, psq.looks, branches=False),
    "pos": Format(pos.read, pos.write, pos.looks, branches=False),
    "lib": Format(lib.read, None, lib.looks, branches=True),
    "text": Format(text.read, text.write, lambda _: True, branches=True),
}


def named(file: str) -> str | None:
    """Return the name of the format that a file's ending means, None if it means none.

    >>> named("game.SGF"), named("game")
    ('sgf', None)
    """
    ending = Path(file).suffix.lower()[1:]
    return {"txt": "text"}.get(ending) or (ending if ending in FORMATS else None)


def read(data: bytes, name: str | None = None, rules: Rules | None = None) -> Record:
    r"""Read a game in the format of that name, or else in the one that it looks like.

    Raises:
        RecordError: it is no such file, or no game that can be replayed; says where and why.
        UnknownNameError: there is no format of that name.

    >>> read(b"(;GM[4]SZ[15];B[hh];W[ii])").played
    (112, 128)
    >>> print(read(b"h8i9"))
    Rules: 15,15,5
    <BLANKLINE>
    h8 i9 *
    """
    if len(data) > MAX_BYTES:
        raise RecordError(f"more than {MAX_BYTES:,} bytes are too many for a game")
    if name is None:
        name = next(name for name, known in FORMATS.items() if known.looks(data))
    try:
        return _format(name).read(data, rules)
    except UnknownNameError:
        raise
    except NoughtsError as error:
        raise RecordError(f"no game in the format {name}: {error}") from None


def write(record: Record, name: str = "text") -> bytes:
    """Return a game in the format of that name.

    Raises:
        RecordError: the format cannot hold such a game.
        UnknownNameError: there is no format of that name.

    >>> from noughts import Record
    >>> write(Record.of("15,15,5").play("h8").play("i9"), "pos")
    b'h8i9'
    """
    how = _format(name).write
    if how is None:
        raise RecordError(f"the format {name} is only read, not written")
    return how(record)


def load(file: Path, name: str | None = None, rules: Rules | None = None) -> Record:
    """Read a game from a file, in the format of that name, else of its ending, else of its looks.

    Raises:
        RecordError: the file cannot be read, or holds no such game.
    """
    try:
        with file.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise RecordError(f"no game is saved in {file}") from None
    except OSError as error:
        raise RecordError(f"{file} cannot be read: {error.strerror}") from None
    try:
        return read(data, name or named(file.name), rules)
    except RecordError as error:
        raise RecordError(f"{file}: {error}") from None


def _format(name: str) -> Format:
    try:
        return FORMATS[name]
    except KeyError:
        raise UnknownNameError.of("format", name, FORMATS) from None

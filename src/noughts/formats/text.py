"""Noughts' own games: the text of a `Record`."""

from noughts.core.catalogue import grouped
from noughts.core.errors import RecordError
from noughts.core.record import Record
from noughts.formats.notes import Notes, ReadOptions

#: The most characters of a game's text, as for the largest library.
MOST_CHARACTERS = 1 << 27


def decoded(data: bytes) -> str:
    """Return the text of a file.

    Raises:
        RecordError: The data is not UTF-8.
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError.said("file format", "not UTF-8", byte=grouped(error.start)) from None


def read(data: bytes, asked: ReadOptions, notes: Notes) -> Record:
    """Read a record.

    Raises:
        RecordError: The text is not a record, or has other rules than these.
    """
    del notes  # text leaves nothing out
    text = decoded(data)
    if not text.strip():
        raise RecordError.said("file format", "empty")
    record = Record.parse(text, asked.rules or "3,3,3", MOST_CHARACTERS)
    if asked.rules is not None and record.start.rules != asked.rules:
        own = record.start.rules
        raise RecordError.said("file format", "other rules", rules=own, asked=asked.rules)
    return record


def write(record: Record, notes: Notes) -> bytes:
    """Return a record as UTF-8."""
    del notes
    return f"{record}\n".encode()

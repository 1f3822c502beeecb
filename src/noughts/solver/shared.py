"""Memory in which processes of one machine keep their transposition tables together.

It is made before they begin and handed to each: a file without a name, which ends with the last
process that has it. What one has learnt another finds, and what one that dies had learnt stays.
Where that cannot be had, each has tables of its own.
"""

from __future__ import annotations

import mmap
import os
import tempfile
from multiprocessing import reduction
from typing import Any

from noughts.core.position import Mark
from noughts.kernel import shared_table
from noughts.kernel.shared_table import SharedTable, shared_bytes

#: The tables that the searches may have that answer parts of a question (`Solver.table`).
NAMES: tuple[str, ...] = tuple(
    f"{method} {mark}"
    for method in ("alpha-beta", "proof-number search", "plain search")
    for mark in Mark
)


class SharedMemory:
    """The tables of so many processes; it can be sent to those that a process begins.

    Args:
        each: bytes that a table may take.
        sharers: how many processes there will be.
        file: where they are, if they have been made.
    """

    def __init__(self, each: int, sharers: int, file: int | None = None) -> None:
        self._each = each
        self._sharers = sharers
        self._bytes = shared_bytes(each)
        self._file = _nameless(self._bytes * len(NAMES)) if file is None else file

    def table(self, name: str) -> SharedTable | None:
        """Return the table with a name, None if it is not one of `NAMES`."""
        if name not in NAMES:
            return None
        start = self._bytes * NAMES.index(name)
        return SharedTable(mmap.mmap(self._file, self._bytes, offset=start), self._sharers)

    def close(self) -> None:
        """Hand it to nobody any more."""
        os.close(self._file)

    def __reduce__(self) -> tuple[object, ...]:
        """Tell a process that is being begun where the tables are."""
        return _sent, (self._each, self._sharers, reduction.DupFd(self._file))


def shared_memory(each: int, sharers: int) -> SharedMemory | None:
    """Return memory for so many processes' tables, None where it cannot be had.

    Args:
        each: bytes that a table may take.
        sharers: how many processes there will be.
    """
    if os.name != "posix" or not shared_table.ACROSS_PROCESSES:
        return None
    try:
        return SharedMemory(each, sharers)
    except OSError:
        return None


def _sent(each: int, sharers: int, file: Any) -> SharedMemory:
    return SharedMemory(each, sharers, file.detach())


def _nameless(size: int) -> int:
    """Return a file of so many bytes, all zero, in memory if the system has such."""
    if hasattr(os, "memfd_create"):
        file = os.memfd_create("noughts")
    else:
        with tempfile.TemporaryFile() as made:
            file = os.dup(made.fileno())
    try:
        os.ftruncate(file, size)
    except OSError:
        os.close(file)
        raise
    return file

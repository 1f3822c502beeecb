"""Memory in which the processes of one machine share their transposition tables.

The memory is created first and passed to each process: a file without a name, which ends with the
last process that has it. Every process can use the results of the others, even of one that died. If
the system does not support this, each process has its own tables.
"""

import mmap
import os
import tempfile
from multiprocessing import reduction
from typing import Any

from noughts.core.position import Mark
from noughts.kernel import shared_table
from noughts.kernel.shared_table import SharedTable, shared_bytes

#: The tables of searches that answer parts of a question (`Solver.table`).
NAMES: tuple[str, ...] = tuple(
    f"{method} {mark}"
    for method in ("alpha-beta", "proof-number search", "plain search")
    for mark in Mark
)


class SharedMemory:
    """The tables of this many processes, of `each` bytes at most; child processes can get it."""

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
        """Close the file; processes that have it keep the memory."""
        os.close(self._file)

    def __reduce__(self) -> tuple[object, ...]:
        """Tell a new process where the tables are."""
        return _sent, (self._each, self._sharers, reduction.DupFd(self._file))


def shared_memory(each: int, sharers: int) -> SharedMemory | None:
    """Return memory for this many processes' tables; None if the system does not support it."""
    if os.name != "posix" or not shared_table.ACROSS_PROCESSES:
        return None
    try:
        return SharedMemory(each, sharers)
    except OSError:
        return None


def _sent(each: int, sharers: int, file: Any) -> SharedMemory:
    return SharedMemory(each, sharers, file.detach())


def _nameless(size: int) -> int:
    """Return a file of this many zero bytes, in memory if the system supports it."""
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

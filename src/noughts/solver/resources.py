"""The machine's memory."""

import os
from pathlib import Path

from noughts.core.catalogue import counted, grouped
from noughts.core.errors import RulesError

MIB = 1 << 20
FALLBACK = 1 << 30  #: bytes, if the system does not say how much memory it has


def machine_memory() -> int:
    """Return the bytes of memory that the machine has.

    >>> machine_memory() > 0
    True
    """
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):
        return FALLBACK


def default_memory() -> int:
    """Return the solver's default memory in bytes: a quarter of the machine's.

    >>> default_memory() > 0
    True
    """
    return machine_memory() // 4


def granted_memory(memory: int | None) -> int:
    """Return the allowed bytes: the given number, by default a quarter of the machine's.

    >>> granted_memory(1 << 20), granted_memory(None) == default_memory()
    (1048576, True)

    Raises:
        RulesError: It is more than the machine has.
    """
    size = default_memory() if memory is None else memory
    if size > machine_memory():
        machine = in_words(machine_memory())
        raise RulesError.said("solver", "much memory", memory=in_words(size), machine=machine)
    return size


def in_words(memory: int) -> str:
    """Write bytes as `--memory` takes them: whole MiB, rounded down; less than one, as bytes.

    >>> in_words(16_106_127_360), in_words(1000)
    ('15,360 MiB', '1,000 bytes')
    """
    return f"{grouped(memory // MIB)} MiB" if memory >= MIB else counted("byte", memory)


def free_memory() -> int:
    """Return the bytes that are free now.

    >>> 0 < free_memory() <= machine_memory()
    True
    """
    try:
        with Path("/proc/meminfo").open() as lines:
            amounts = dict(line.split(":", 1) for line in lines)
        return int(amounts["MemAvailable"].split()[0]) * 1024
    except (OSError, KeyError, ValueError):
        return machine_memory()

"""What the machine has to give."""

from __future__ import annotations

import os

FALLBACK = 1 << 30  #: bytes, where the system does not say how much memory it has


def default_memory() -> int:
    """Return the bytes that the solver takes unless told: a quarter of the machine's memory.

    >>> default_memory() > 0
    True
    """
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 4
    except (AttributeError, ValueError, OSError):
        return FALLBACK // 4

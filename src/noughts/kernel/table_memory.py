"""Memory for the tables of searches, in pages as large as the system has.

A search reads its table in no order. With pages of 4 KiB, the processor must look up where almost
every page is, which takes longer than the search's own work. A large page is filled with zeros when
it is first used. So this is for tables that grow with their contents, or that a long search fills.
"""

from __future__ import annotations

import contextlib
import mmap
import sys
from typing import Final

#: A table that stays this small, in bytes, gets pages of the usual size.
SMALL: Final = 1 << 21


def table_memory(size: int) -> mmap.mmap:
    """Return this many bytes, all 0, of which those not yet written take no memory.

    >>> memory = table_memory(1 << 30)
    >>> len(memory), memory[12345]
    (1073741824, 0)
    """
    if sys.platform != "linux":
        return mmap.mmap(-1, size)
    # Memory that processes share has no large pages.
    block = mmap.mmap(-1, size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    if size > SMALL:
        with contextlib.suppress(OSError):  # a system without large pages
            block.madvise(mmap.MADV_HUGEPAGE, SMALL)
    return block

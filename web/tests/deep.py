"""How much the tests of the page look at: all of it in `make test-deep`, which sets `DEEP`."""

from __future__ import annotations

import os

DEEP = "DEEP" in os.environ


def sized(usual: int, deep: int) -> int:
    """Return the size of a sample in `make test`, or in `make test-deep`."""
    return deep if DEEP else usual

"""Waiting for what will be: a program, or something that becomes true."""

import time
from collections.abc import Callable

#: Seconds until a program is taken to be dead: it may share the machine with many others.
PATIENCE = 600


def until(true: Callable[[], object]) -> None:
    """Wait until something is true."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)

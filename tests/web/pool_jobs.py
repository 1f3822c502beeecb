"""Jobs for a pool. Its processes import this module: it is small, so they start quickly."""

import os
import signal
import time
from pathlib import Path

from tests.waiting import until


def rest(seconds: float) -> bytes:
    time.sleep(seconds)
    return b"rested"


def pid() -> bytes:
    return str(os.getpid()).encode()


def die() -> bytes:
    os.kill(os.getpid(), signal.SIGKILL)
    return b""


def fail() -> bytes:
    raise ZeroDivisionError


def hold(gate: str, *_: object) -> bytes:
    """Work until the file `gate` is there; `begun` tells that it has begun."""
    Path(f"{gate}.begun").touch()
    until(Path(gate).exists)
    return b"{}"


def begun(gate: Path) -> None:
    """Wait until somebody works on `hold`."""
    until(Path(f"{gate}.begun").exists)

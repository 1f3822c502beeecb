"""`working`: a line on stderr that shows what takes time, and for how long."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import copy_context
from time import monotonic

import click

from noughts.core.catalogue import grouped, say
from noughts.core.limit import Limit

FIRST = 1.0  # seconds before the line appears
EVERY = 0.5  # seconds between two of them
_CLEAR = "\r\033[K"


class Line:
    """The work that the line names."""

    def __init__(self, what: str) -> None:
        self.what: str = what

    def count(self, stage: str, done: int, total: int) -> None:
        """Say how far a stage is; a total of 0 is not known."""
        name, of = "progress of" if total else "progress", grouped(total)
        self.what = say("answer", name, stage=stage, done=grouped(done), total=of)


@contextmanager
def working(what: str, limit: Limit | None = None) -> Iterator[Line]:
    """On a terminal, after a second, show the work in progress and its duration."""
    line = Line(what)
    if not sys.stderr.isatty():
        yield line
        return
    done = threading.Event()
    most = f"{limit.seconds:g}" if limit and limit.seconds else ""
    name = "working at most" if most else "working"
    context = copy_context()  # with the language
    started = monotonic()

    def show() -> None:
        wait = FIRST
        while not done.wait(wait):
            wait = EVERY
            seconds = round(monotonic() - started)
            tell(say("answer", name, work=line.what, seconds=seconds, most=most))

    thread = threading.Thread(target=context.run, args=(show,), daemon=True)
    thread.start()
    try:
        yield line
    finally:
        done.set()
        thread.join()
        if monotonic() - started >= FIRST:
            clear()


def tell(line: str) -> None:
    """Replace the line before."""
    click.echo(f"{_CLEAR}{line}", nl=False, err=True)


def clear() -> None:
    """Remove the line."""
    click.echo(_CLEAR, nl=False, err=True)

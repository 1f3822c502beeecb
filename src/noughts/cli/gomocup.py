"""`noughts gomocup`: the engine for tournament managers."""

import os
import sys
from functools import partial
from queue import SimpleQueue
from threading import Thread
from time import perf_counter

import click

from noughts.bridges.gomocup import Brain, lines
from noughts.cli import chosen_engine, parameters, reading
from noughts.cli.command import Command
from noughts.core.catalogue import say

_PIECE = 1 << 16  #: bytes read at once


@click.command(
    "gomocup",
    cls=Command,
    examples=[
        ("noughts gomocup", "waits for START, TURN, BOARD ... on stdin"),
        ("noughts gomocup --level easy", "an easy opponent for Piskvork"),
        ("noughts gomocup --level win.cert", "plays a certificate where it has a move"),
    ],
)
@parameters.level_option
@parameters.seed_option
def command(level: str, seed: int | None) -> None:
    """Speak the Gomocup protocol (Piskvork's) on stdin and stdout, until END.

    The rules are freestyle, exactly five in a row, and caro, on boards of up to 26 by 26; the
    manager sets the size, the rule and the time.
    """
    reading.tell_waiting(say("usage", "reading manager"))
    brain = Brain(chosen_engine.opponent(level, seed=seed, keeps=True), seed=seed)
    waiting: SimpleQueue[tuple[str, float] | None] = SimpleQueue()
    Thread(target=_read, args=(brain, waiting), daemon=True).start()
    while not brain.ended and (line := waiting.get()) is not None:
        for said in brain.answer(*line):
            click.echo(said)  # which flushes


def _read(brain: Brain, waiting: SimpleQueue[tuple[str, float] | None]) -> None:
    """Pass on the lines of stdin as they arrive, so that one can stop the thinking."""
    try:
        # Not through sys.stdin: a thread that waits there holds its lock when the program ends.
        for line in lines(partial(os.read, sys.stdin.fileno(), _PIECE)):
            brain.heed(line)
            waiting.put((line, perf_counter()))
    finally:
        waiting.put(None)

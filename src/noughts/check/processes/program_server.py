"""The process of a Python program under check: loads the program, asks it, a line of JSON each.

What the program prints is thrown away, and it has no stdin.
"""

import json
import os
import time

from noughts.check.loaded.loaded_program import LoadedProgram
from noughts.check.processes.no_processes import forbid_processes
from noughts.core.catalogue import speak

_read, _write = json.loads, json.dumps  # before the program can change them


def _limit(memory: int, seconds: int) -> None:
    """Set this process's limits, where the system has them."""
    try:
        import resource  # noqa: PLC0415  (not on Windows)
    except ImportError:
        return
    forbidden = forbid_processes()
    for kind, most in (
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_FSIZE, 1 << 20),
        (resource.RLIMIT_CORE, 0),
        *([] if forbidden else [(resource.RLIMIT_NPROC, 0)]),
    ):
        _, hard = resource.getrlimit(kind)
        if hard == resource.RLIM_INFINITY or most < hard:
            resource.setrlimit(kind, (most, most))


def serve(memory: int, seconds: int, language: str) -> None:
    """Answer in a language until nobody asks any more."""
    speak(language)
    questions, answers = os.fdopen(os.dup(0), "r"), os.fdopen(os.dup(1), "w")
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)
    _limit(memory, seconds)
    time.sleep = lambda _: None  # a program may wait before it moves, as a person would
    program = LoadedProgram()
    for question in questions:
        what, *arguments = _read(question)
        answers.write(_write(program.ask(what, *arguments)) + "\n")
        answers.flush()
    os._exit(0)

"""Run another program, and measure the time of the processor that it takes."""

import resource
import subprocess
from pathlib import Path


def run(program: str | Path, text: str = "") -> tuple[str, float]:
    """Return what a program writes for a text on its stdin, and its seconds of the processor."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [program],
        input=text,
        check=True,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done.stdout, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

"""Run one step of `make`: one line with its time, and its output only if it fails.

    python tools/step.py [--plain] LABEL COMMAND [ARGUMENT ...]

On a terminal the line counts the seconds while the command runs, unless it is to be plain: then
another program writes to the terminal at the same time. Needs only the standard library:
it runs before anything is installed.
"""

import subprocess
import sys
import tempfile
import time
from typing import IO

#: How often a terminal is told that a step is still running, in seconds.
EVERY = 2.0
WIDTH = 28


def run(label: str, command: list[str], screen: IO[str], *, plain: bool = False) -> int:
    """Run a command and return its exit code; write to the screen how long it took."""
    terminal = screen.isatty() and not plain
    clear = "\r\033[K" if terminal else ""
    began = time.monotonic()

    def show(end: str) -> None:
        screen.write(f"{clear}{label:<{WIDTH}} {time.monotonic() - began:3.0f} s{end}")
        screen.flush()

    with tempfile.TemporaryFile() as output:
        try:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT
            )
        except OSError as error:
            screen.write(f"{clear}{label}: {error}\n")
            return 127
        while True:
            if terminal:
                show(" ...")
            try:
                code = process.wait(EVERY)
                break
            except subprocess.TimeoutExpired:
                continue
            except KeyboardInterrupt:
                process.wait()
                screen.write(f"{clear}{label}: stopped\n")
                return 130
        if code == 0:
            show("\n")
            return 0
        show(", failed:\n")
        output.seek(0)
        screen.write(output.read().decode(errors="replace"))
        screen.flush()
        # A signal that ended it is a negative number, which no program can exit with.
        return code if code > 0 else 128 - code


if __name__ == "__main__":
    plain = sys.argv[1:2] == ["--plain"]
    label, *command = sys.argv[1 + plain :] or [""]
    if not command:
        sys.exit("usage: python tools/step.py [--plain] LABEL COMMAND [ARGUMENT ...]")
    sys.exit(run(label, command, sys.stdout, plain=plain))

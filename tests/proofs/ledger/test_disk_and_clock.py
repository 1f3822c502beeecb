"""A disk that is really full, and a clock that jumps: one line, or nothing at all; nothing lost."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from noughts import Position, Rules
from noughts.proofs.ledger import look, url
from tests.waiting import PATIENCE

GAME, SMALL = "7,4,4", "5,4,4"

#: On a file system of 256 KiB, which has more room later.
ON_A_SMALL_DISK = """
import json, subprocess, sys
from pathlib import Path
from noughts import Position, Rules
from noughts.cli import run
from noughts.proofs.ledger import Ledger, look, prove, url, workers
from noughts.proofs.ledger import run as running
from noughts.core.limit import Limit

folder, game = sys.argv[1:]
place = str(Path(folder) / "a.ledger")
running.least, running.EVERY, running.parts = lambda *_: 64, 0.01, lambda *_: 1 << 20
solve = ["solve", game, "--ledger", place]
assert run(solve) == 2
with look(url(place)) as kept:  # as the server does, where nothing can be written
    before = kept.answers()
assert len(before) > 3
assert run([*solve, "--status"]) == 0
subprocess.run(["mount", "-o", "remount,size=16m", folder], check=True)
position = Position(Rules.parse(game))
with workers(position, 1 << 24) as crew, Ledger(url(place), position) as ledger:
    assert ledger.answers() == before
    prove(ledger, crew, Limit(nodes=1))
    assert ledger.answers()[: len(before)] == before
    assert len(ledger.answers()) == len(before) + 1
"""

#: Whoever asks for the time of day is told a year too early and a year too late, in turns.
JUMPING = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sys/time.h>
#include <time.h>

static long jump(void) {
    static int calls;
    return (__sync_fetch_and_add(&calls, 1) & 1 ? 1 : -1) * 365L * 86400;
}
int clock_gettime(clockid_t id, struct timespec *at) {
    int (*real)(clockid_t, struct timespec *) = dlsym(RTLD_NEXT, "clock_gettime");
    int found = real(id, at);
    if (id == CLOCK_REALTIME) at->tv_sec += jump();
    return found;
}
int gettimeofday(struct timeval *at, void *zone) {
    int (*real)(struct timeval *, void *) = dlsym(RTLD_NEXT, "gettimeofday");
    int found = real(at, zone);
    at->tv_sec += jump();
    return found;
}
time_t time(time_t *at) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (at) *at = now.tv_sec;
    return now.tv_sec;
}
"""
BY_TWO = """
import sys, time
from noughts.cli import run
from noughts.proofs.ledger import run as running

if __name__ == "__main__":
    assert abs(time.time() - time.time()) > 86400, "the clock does not jump"
    running.least, running.parts = lambda *_: 32, lambda *_: 16
    sys.exit(run(sys.argv[1:]))
"""


@pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0 or not shutil.which("unshare"),
    reason="mounting a file system needs root on Linux",
)
def test_a_full_disk_is_one_line_and_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What measures coverage writes files too, and none of them has room here.
    monkeypatch.delenv("COVERAGE_PROCESS_CONFIG", raising=False)
    folder = str(tmp_path)
    apart = ["unshare", "--mount", "sh", "-c"]
    mount = 'mount -t tmpfs -o size=256k none "$0"'
    if subprocess.run([*apart, mount, folder], capture_output=True, check=False).returncode:
        pytest.skip("no file system can be mounted here")
    program = [sys.executable, "-c", ON_A_SMALL_DISK, folder, GAME]
    done = subprocess.run(
        [*apart, f'{mount} && exec "$@"', folder, *program],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stderr) == (
        0,
        "noughts: the database refuses the change: database or disk is full\n",
    )


@pytest.mark.skipif(
    sys.platform != "linux" or not shutil.which("cc"), reason="another clock takes a compiler"
)
def test_a_clock_that_jumps_changes_nothing(tmp_path: Path) -> None:
    names = ("clock.c", "clock.so", "two.py", "a.ledger")
    source, clock, program, place = (str(tmp_path / name) for name in names)
    Path(source).write_text(JUMPING)
    Path(program).write_text(BY_TWO)
    subprocess.run(["cc", "-shared", "-fPIC", "-o", clock, source, "-ldl"], check=True)
    command = [sys.executable, program, "solve", SMALL, "--ledger", place, "--jobs", "2"]
    done = subprocess.run(
        [*command, "--seconds", str(PATIENCE)],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
        env={**os.environ, "LD_PRELOAD": clock},
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"{SMALL}: draw, proved")
    with look(url(place), Position(Rules.parse(SMALL))) as kept:
        answers = [answer for _, answer in kept.answers()]
    assert len(answers) > 10
    assert all(0 <= answer.seconds < PATIENCE for answer in answers)

"""A proof by two processes in which anything is killed at any time: the same value all the same."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from noughts import Position, Rules
from noughts.ledger import Ledger, prove, url

if TYPE_CHECKING:
    from noughts.ledger.worker import Answer, Job
    from tests.postgres import Postgres

MEMORY = 1 << 24
GAME = Position(Rules.parse("7,4,4"))
SMALL_JOBS = """
import sys
from noughts.cli import run
from noughts.ledger import run as running
if __name__ == "__main__":
    running.LEAST, running.EVERY = 1024, 0.01
    sys.exit(run(sys.argv[1:]))
"""


def workers(process: subprocess.Popen[bytes]) -> list[int]:
    """Return the processes that a process has begun, those of multiprocessing's own aside."""
    found = []
    for task in Path(f"/proc/{process.pid}/task").glob("*/children"):
        for child in map(int, task.read_text().split()):
            line = Path(f"/proc/{child}/cmdline")
            if line.exists() and b"spawn_main" in line.read_bytes():
                found.append(child)
    return found


def stormed(place: str, kills: int, seed: int, folder: Path, server: Postgres | None) -> None:
    """Kill a worker, the command or the database so often; then let it come to its end."""
    dice = random.Random(seed)
    program = folder / "small.py"
    program.write_text(SMALL_JOBS)
    command = [sys.executable, str(program), "solve", str(GAME.rules), "--ledger", place]
    before: list[tuple[Job, Answer]] = []
    victims = ["worker", "command"] + ["database"] * (server is not None)
    process: subprocess.Popen[bytes] | None = None
    for number in range(kills):
        if process is None or process.poll() is not None:
            process = subprocess.Popen([*command, "--jobs", "2"], stderr=subprocess.DEVNULL)
            while process.poll() is None and len(workers(process)) < 2:
                time.sleep(0.02)
        time.sleep(dice.uniform(0, 0.5))
        victim = victims[number % len(victims)]
        if victim == "database":
            assert server is not None
            server.kill()
            server.start()
            process.wait()
        elif victim == "command":
            process.kill()
            process.wait()
        elif known := workers(process):
            os.kill(dice.choice(known), signal.SIGKILL)
            continue
        with Ledger(url(place), GAME) as ledger:
            now = ledger.answers()
        assert now[: len(before)] == before, "what is kept stays"
        before = now
    if process is not None:
        process.kill()
        process.wait()
    with Ledger(url(place), GAME) as ledger:
        assert str(prove(ledger, memory=MEMORY, jobs=2).value) == "draw"
        kept = ledger.answers()
        assert kept[: len(before)] == before
        asked = [job[:2] for job, _ in kept]
        assert len(asked) == len(set(asked)), "no job is asked twice"


def test_a_proof_by_two_survives_whatever_is_killed(tmp_path: Path, postgres: Postgres) -> None:
    stormed(postgres.database(), 3, 1, tmp_path, postgres)


@pytest.mark.deep
@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_a_proof_by_two_survives_fifty_kills(
    database: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    server = request.getfixturevalue("postgres") if database == "postgresql" else None
    place = server.database() if server else str(tmp_path / "proof.ledger")
    stormed(place, 50, 50, tmp_path, server)

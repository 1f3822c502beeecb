"""A proof by two processes in which anything is killed at any time: the same value all the same."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from noughts import Position, Rules
from noughts.core.errors import LedgerError, StorageError
from noughts.proofs.ledger import Ledger, look, url
from noughts.proofs.ledger.worker import Job, JobResult
from tests import actors
from tests.postgres import Postgres
from tests.proofs.ledger.making import asked_again, prove

SHORT, LONG = (Position(Rules.parse(game)) for game in ("7,4,4", "8,4,4"))
# However fast the machine is, and however late we look: a few dozen of such jobs prove neither
# game, and each takes its time. (Workers read the program as well, those of Ray do not.)
SMALL_JOBS = """
import sys, time
from noughts.cli import run
from noughts.proofs.ledger import run as running
from noughts.proofs.ledger.worker import Worker
answer = Worker.answer
def slowly(worker, job, limit=None):
    time.sleep(0.1)
    return answer(worker, job, limit)
Worker.answer = slowly
if __name__ == "__main__":
    running.least, running.parts, running.EVERY = lambda *_: 1024, lambda *_: 8, 0.01
    sys.exit(run(sys.argv[1:]))
"""
SOON = 5  #: answers after which something is killed, at most
VAIN = 9  #: commands that end by themselves before that, at most


def workers(process: subprocess.Popen[bytes]) -> list[int]:
    """Return the processes that a process has begun, those of multiprocessing's own aside."""
    found = []
    for task in Path(f"/proc/{process.pid}/task").glob("*/children"):
        for child in map(int, task.read_text().split()):
            line = Path(f"/proc/{child}/cmdline")
            if line.exists() and b"spawn_main" in line.read_bytes():
                found.append(child)
    return found


def answered(place: str) -> int:
    """Return how many answers are kept."""
    try:
        with look(url(place)) as kept:
            return kept.counted(0)[1]
    except (LedgerError, StorageError):  # there is none yet
        return 0


class Command:
    """A proof by two workers, in a process that is begun again whenever it has ended."""

    def __init__(self, game: Position, place: str, program: Path, *, on_ray: bool) -> None:
        self._line = [sys.executable, str(program), "solve", str(game.rules), "--ledger", place]
        self._line += ["--jobs", "2", *(["--cluster", "local"] if on_ray else [])]
        self._place = place
        self._on_ray = on_ray
        self._ended: list[int] = []
        self.begin()

    def begin(self) -> None:
        # Ray ends a process that has lost its head, but only after a minute unless told otherwise.
        hasty = {**os.environ, "RAY_gcs_rpc_server_reconnect_timeout_s": "2"}
        self.process = subprocess.Popen(self._line, stderr=subprocess.DEVNULL, env=hasty)

    def wait_for_answers(self, more: int) -> None:
        """Wait until this many more answers are kept."""
        self._ended.clear()
        enough = answered(self._place) + more
        while answered(self._place) < enough:
            self._go_on()

    def workers(self) -> list[int]:
        """Return the processes of the workers, once there are any."""
        while True:
            pid = self.process.pid
            found = sorted(actors.workers(pid)) if self._on_ray else workers(self.process)
            if found:
                return found
            self._go_on()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def _go_on(self) -> None:
        """Let it go on; begin it again where it has met a database that was away, or Ray's head."""
        if self.process.poll() is not None:
            self._ended.append(self.process.returncode)
            assert self._ended[-1] in ({1, 2} if self._on_ray else {2})  # 1 is Ray's
            assert len(self._ended) <= VAIN
            self.begin()
        time.sleep(0.02)


def stormed(
    game: Position,
    place: str,
    kills: int,
    seed: int,
    folder: Path,
    server: Postgres | None,
    *,
    on_ray: bool = False,
) -> None:
    """Kill a worker, the command, the database or Ray's head so often; then let it come to its end.

    Each of them is killed at work: some answers after what was killed before.
    """
    dice = random.Random(seed)
    program = folder / "small.py"
    program.write_text(SMALL_JOBS)
    before: list[tuple[Job, JobResult]] = []
    victims = ["worker", "command"] + ["database"] * (server is not None) + ["head"] * on_ray
    command = Command(game, place, program, on_ray=on_ray)
    for number in range(kills):
        command.wait_for_answers(dice.randint(1, SOON))
        victim = victims[number % len(victims)]
        if victim == "worker":
            os.kill(dice.choice(command.workers()), signal.SIGKILL)
            continue
        if victim == "head":
            for head in actors.heads(command.process.pid):
                os.kill(head, signal.SIGKILL)
            continue
        if victim == "command":
            command.kill()
            command.begin()
        else:
            assert server is not None
            server.kill()
            server.start()
        with look(url(place)) as ledger:
            now = ledger.answers()
        assert now[: len(before)] == before, "what is kept stays"
        assert len(now) > len(before)
        before = now
    command.kill()
    with Ledger(url(place), game) as ledger:
        assert str(prove(ledger, jobs=2).value) == "draw"
        kept = ledger.answers()
        assert kept[: len(before)] == before
        asked_again([job for job, _ in kept])


def test_a_proof_by_two_survives_whatever_is_killed(tmp_path: Path, postgres: Postgres) -> None:
    stormed(SHORT, postgres.database(), 3, 1, tmp_path, postgres)


@pytest.mark.deep
@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_a_proof_by_two_survives_fifty_kills(
    database: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    server = request.getfixturevalue("postgres") if database == "postgresql" else None
    place = server.database() if server else str(tmp_path / "proof.ledger")
    stormed(LONG, place, 50, 50, tmp_path, server)


@pytest.mark.deep
def test_a_proof_on_ray_survives_fifty_kills(tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="Ray is not installed")
    stormed(LONG, str(tmp_path / "proof.ledger"), 50, 51, tmp_path, None, on_ray=True)

"""A private PostgreSQL in a folder, for tests that need the real thing."""

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

_OWNER = "postgres"  # it refuses to run as root; Debian's package brings this user


def programs() -> Path | None:
    """Return the folder of PostgreSQL's programs, the newest there is."""
    found = [*Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    found.sort(key=lambda program: float(program.parts[-3]))
    on_path = shutil.which("initdb")
    return found[-1].parent if found else Path(on_path).parent if on_path else None


class Postgres:
    """A server that can be stopped and started again.

    Attributes:
        port: on this machine.
    """

    def __init__(self, folder: Path, programs: Path) -> None:
        self._data = folder / "data"
        self._programs = programs
        self._owner = _OWNER if os.geteuid() == 0 else None
        folder.chmod(0o755)
        if self._owner:
            shutil.chown(folder, self._owner)
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self._made = 0
        options = ["--auth=trust", "--username=noughts", "--encoding=UTF8", "--no-sync"]
        self._run("initdb", *options, f"--pgdata={self._data}")

    def start(self) -> None:
        # Tests end processes, not machines: what is written is kept without waiting for the disk.
        # Nor does it start a process for each database again and again, to clean it.
        options = (
            f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= "
            "-c fsync=off -c autovacuum=off"
        )
        log = f"--log={self._data / 'log'}"
        self._run("pg_ctl", "start", "--wait", log, f"--pgdata={self._data}", "-o", options)

    def database(self) -> str:
        """Make a database, and return its URL."""
        self._made += 1
        name = f"noughts_{self._made}"
        place = f"postgresql://noughts@127.0.0.1:{self.port}"
        with psycopg.connect(f"{place}/postgres", autocommit=True) as connection:
            connection.execute(sql.SQL("create database {}").format(sql.Identifier(name)))
        return f"{place}/{name}"

    def kill(self) -> None:
        """End it at once; what it had not made sure of is lost."""
        self._run("pg_ctl", "stop", "--mode=immediate", f"--pgdata={self._data}")

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [self._programs / program, *arguments],
            check=True,
            stdout=subprocess.DEVNULL,
            user=self._owner,
            cwd=self._data.parent,
        )


@contextmanager
def running() -> Iterator[Postgres]:
    """Run a server in a new folder; skip the test without PostgreSQL.

    The folder is none of pytest's: those may be entered by nobody else, and root may not run it.
    """
    found = programs()
    if found is None:
        pytest.skip("there is no PostgreSQL here")
    with tempfile.TemporaryDirectory() as folder:
        server = Postgres(Path(folder), found)
        server.start()
        try:
            yield server
        finally:
            server.kill()

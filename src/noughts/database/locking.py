"""A lock on a SQLite file, for as long as a server runs.

The lock is on a file beside the database, because the first close of the database would release a
lock on the database itself. The system releases the lock when the process ends, however it ends.
"""

import os
import sys
from contextlib import suppress
from pathlib import Path

from sqlalchemy.engine import URL

from noughts.core.errors import StorageError
from noughts.database.parts import POSTGRESQL


class InUseError(StorageError):
    """Another server uses the database."""


class Lock:
    """The lock on a database file; PostgreSQL and databases in memory need none.

    Raises:
        InUseError: Another server has the lock.
    """

    def __init__(self, url: URL) -> None:
        self._file: int | None = None
        name = url.database or ""
        if url.get_backend_name() != "sqlite" or name in {"", ":memory:"}:
            return
        path = Path(name).resolve()
        self._file = os.open(f"{path}-server", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(self._file)
        except OSError:
            self.close()
            raise InUseError.said(
                "database", "in use", file=path.name, option=f"--database {POSTGRESQL}"
            ) from None

    def close(self) -> None:
        """Release the lock."""
        if self._file is not None:
            with suppress(OSError):
                os.close(self._file)
            self._file = None


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

"""A lock on a file of SQLite's, for as long as a server runs.

It stands in a file beside the database: SQLite has locks of its own on the database, which the
first close of it would lift. The system lifts the lock when the process ends, however that is.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from noughts.core.errors import StorageError

if TYPE_CHECKING:
    from sqlalchemy.engine import URL


class InUseError(StorageError):
    """Another server has the database."""


class Lock:
    """The lock on a database; of one that is no file, and of PostgreSQL, there is none.

    Raises:
        InUseError: another server has it.
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
            raise InUseError(
                f"{path.name} is in use by another noughts serve; one SQLite file is for one "
                "server, and several servers share a PostgreSQL database "
                "(--database postgresql://USER:PASSWORD@HOST/NAME)"
            ) from None

    def close(self) -> None:
        """Lift the lock."""
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

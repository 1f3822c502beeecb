"""Writing a file completely or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Yield a file beside `path`; it replaces `path` if the block ends without an error.

    An old file's permissions stay, and so does a link to it. Errors name `path`, which the user
    knows, and not the file beside it.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     with whole_file(Path(folder, "game.txt")) as part:
    ...         _ = part.write_text("b2 a1")
    ...     [(file.name, file.read_text()) for file in Path(folder).iterdir()]
    [('game.txt', 'b2 a1')]
    """
    target = path.resolve()  # replace the target of a link, not the link
    part = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        with naming(path, part):
            yield part
            if target.exists():
                part.chmod(target.stat().st_mode)
            part.replace(target)
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def naming(path: Path, part: Path | None = None) -> Iterator[None]:
    """Name the file in an error that names none, such as that of a full disk, or that names `part`.

    >>> from pathlib import Path
    >>> with naming(Path("game.txt")):
    ...     raise OSError(28, "No space left on device")
    Traceback (most recent call last):
    OSError: [Errno 28] No space left on device: 'game.txt'
    """
    try:
        yield
    except OSError as error:
        if error.filename in {None, str(part), part}:
            error.filename = str(path)
        raise

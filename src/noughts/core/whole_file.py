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
        yield part
        if target.exists():
            part.chmod(target.stat().st_mode)
        part.replace(target)
    except OSError as error:
        if error.filename in {None, str(part), part}:
            error.filename = str(path)
        raise
    finally:
        part.unlink(missing_ok=True)

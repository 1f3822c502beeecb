"""`whole_file`: an error names the file that the user asked for."""

import errno
import os
from pathlib import Path

import pytest

from noughts.core.whole_file import whole_file


def test_an_error_names_the_file_that_was_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "missing" / "game.txt"
    with pytest.raises(FileNotFoundError) as caught, whole_file(path) as part:
        part.write_text("b2")
    assert caught.value.filename == str(path)


def test_a_full_disk_names_the_file_too(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    with pytest.raises(OSError, match="No space left") as caught, whole_file(path):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    assert caught.value.filename == str(path)
    assert not list(tmp_path.iterdir())


def test_an_error_of_another_file_stays(tmp_path: Path) -> None:
    other = tmp_path / "other"
    with pytest.raises(FileNotFoundError) as caught, whole_file(tmp_path / "game.txt"):
        other.read_text()
    assert caught.value.filename == str(other)

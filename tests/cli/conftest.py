import re
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep the games of a test out of the folder in which the user's are kept."""
    for name in ("XDG_STATE_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / "state"))
    return tmp_path / "state" / "noughts"


@pytest.fixture(autouse=True)
def no_colour_unless_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the environment of the tests says of colours."""
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)


def foreign(text: str) -> str:
    """Return a message as no language writes it, with its placeholders."""
    pieces = re.split(r"(\{\w[^{}]*\})", text)
    letters = {each: each - ord("a") + 0x3B1 for each in range(ord("a"), ord("z") + 1)}
    pieces[::2] = [each.translate(letters) for each in pieces[::2]]
    return "".join(pieces)

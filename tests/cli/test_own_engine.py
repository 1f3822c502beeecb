"""Engines of one's own, as module:Class."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ENGINE = """
from noughts import Choice, Engine

class First(Engine):
    name = "first"

    def play(self, position, limit=None):
        return Choice(position, position.legal[0])

class Broken:
    pass

class Wrong(First):
    def play(self, position, limit=None):
        return 1 / 0
"""


Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def noughts(tmp_path: Path) -> Run:
    (tmp_path / "mine.py").write_text(ENGINE)

    def command(*arguments: str, text: str = "") -> tuple[int, str, str]:
        script = Path(sys.executable).with_name("noughts")  # as a user calls it
        done = subprocess.run(
            [str(script), *arguments],
            cwd=tmp_path,
            input=text,
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        )
        return done.returncode, done.stdout, done.stderr

    return command


def test_every_command_takes_an_engine_of_ones_own(noughts: Run) -> None:
    code, out, err = noughts("move", ".X./.../...", "--engine", "mine:First", "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)["move"] == "a1"
    assert json.loads(out)["engine"] == "mine:First"
    code, out, _ = noughts("analyse", ".X./.../...", "--engine", "mine:First", "--json")
    assert json.loads(out)["moves"][0]["move"] == "a1"
    code, out, _ = noughts("prove", "--engine", "mine:First", "--as", "O")
    assert code == 1
    assert out.startswith("mine:First as O on 3,3,3: ")
    code, out, _ = noughts("match", "hard", "mine:First", "--games", "4")
    assert code == 0
    assert out.startswith("hard against mine:First on 3,3,3: 4 games")
    lines = ".X./.../...\n" * 40
    code, out, _ = noughts("analyse", "-", "--engine", "mine:First", "--json", text=lines)
    assert (code, out.count('"engine": "mine:First"')) == (0, 40)


@pytest.mark.parametrize(
    "name",
    ["mine:Second", "yours:First", "mine:Broken", "mine:", ":First", "os:path", "sys:exit"],
)
def test_what_is_no_engine_is_one_line(noughts: Run, name: str) -> None:
    for arguments in (
        ["move", ".../.../...", "--engine", name],
        ["analyse", ".../.../...", "--engine", name],
        ["prove", "--engine", name],
        ["match", "hard", name],
    ):
        code, out, err = noughts(*arguments)
        assert (code, out) == (2, "")
        assert err.count("\n") == 1
        assert name in err
        assert "TypeError" not in err
        assert len(err) < 300


def test_a_fault_in_it_is_not_called_a_bug_in_noughts(noughts: Run) -> None:
    code, out, err = noughts("move", ".../.../...", "--engine", "mine:Wrong")
    assert (code, out) == (2, "")
    assert "mine.py, line 15: ZeroDivisionError: division by zero" in err
    assert "a bug in Noughts" not in err
    assert err.count("\n") == 1

"""`noughts certify` and `noughts verify`, as typed."""

import json
import os
from pathlib import Path

import pytest

from noughts.cli import run
from tests.proofs.certificate.files import read
from tests.proofs.certificate.files import verdict as write


def test_there_and_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(tmp_path / "win.cert")
    assert run(["certify", "6,5,4", file]) == 0
    assert capsys.readouterr().out.startswith("6,5,4: X wins   ")
    assert run(["verify", file, "--play", "4"]) == 0
    out = capsys.readouterr().out
    assert "X wins, and every claim of it holds" in out
    assert "no game is lost by it" in out
    assert run(["verify", file, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["holds"], told["value"], told["why"]) == (True, "X wins", None)
    assert run(["verify", file, "--expand", "--most", "5"]) == 3
    capsys.readouterr()
    file = str(tmp_path / "position.cert")
    args = ["certify", "3,3,3", file, "--position", "X../O../...", "--json"]
    assert run(args) == 0
    assert json.loads(capsys.readouterr().out)["statements"] == ["X wins"]
    assert run(["verify", file, "--expand"]) == 0
    assert "no reply refutes it" in capsys.readouterr().out


def test_what_does_not_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "draw.cert"
    assert run(["certify", "3,3,3", str(path)]) == 0
    capsys.readouterr()
    lines = read(path)
    ended = next(at for at, line in enumerate(lines) if line.startswith("X "))
    write(path, lines[: ended + 1])  # a certificate of less
    assert run(["verify", str(path)]) == 0
    assert "X does not win, and every claim of it holds; whether O wins it does not say" in (
        capsys.readouterr().out
    )
    at = next(at for at, line in enumerate(lines) if line.startswith("h "))
    write(path, [*lines[:at], *lines[at + 1 :]])
    assert run(["verify", str(path)]) == 1
    found = capsys.readouterr()
    assert found.err.count("\n") == 1
    assert "does not hold: line " in found.err
    assert run(["verify", str(path), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["holds"] is False
    for bad in (tmp_path, tmp_path / "none", __file__):
        assert run(["verify", str(bad)]) == 2
        assert capsys.readouterr().err.count("\n") == 1
    assert run(["certify", "3,3,3", str(tmp_path / "no" / "folder.cert")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert run(["certify", "3,3,3", str(path), "--memory", "1000000"]) == 2
    assert "noughts: 1,000,000 MiB of memory: this machine has " in capsys.readouterr().err
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert run(["certify", "3,3,3", str(pipe)]) == 2
    assert "a certificate is an ordinary file" in capsys.readouterr().err
    assert pipe.is_fifo()  # and no file has taken its place
    assert run(["certify", "3,3,10000", str(path)]) == 2
    note, error = capsys.readouterr().err.splitlines()
    assert note.startswith("note: ")
    assert "k is at most 9,999" in error

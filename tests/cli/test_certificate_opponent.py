"""A certificate's file as an engine and as a level, in every command that takes them."""

import io
import json
import shutil
from pathlib import Path

import pytest

from noughts.cli import run
from noughts.proofs.certificate.makers.claims import save


@pytest.fixture
def win(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    shutil.copy("certificates/4,3,3.cert", tmp_path / "win.cert")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return str(tmp_path / "win.cert")


@pytest.mark.parametrize("option", ["--level", "--engine"])
def test_move_says_that_it_is_proved(
    option: str, win: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["move", "..../..../....", "--rules", "4,3,3", option, win]) == 0
    assert capsys.readouterr().out == "b2  proved: the certificate lists this move\n"


def test_it_wins_every_game_of_a_match_and_of_prove(
    win: str, capsys: pytest.CaptureFixture[str]
) -> None:
    match = ["match", win, "easy", "--rules", "4,3,3", "--starts", "first", "--seed", "1"]
    assert run([*match, "--games", "30", "--json"]) == 0
    pair = json.loads(capsys.readouterr().out)["pairs"][0]
    assert (pair["games"], pair["wins"]) == (30, 30)
    assert run(["prove", "--engine", win, "--rules", "4,3,3", "--as", "X"]) == 0
    assert "117 won, 0 drawn, 0 lost" in capsys.readouterr().out


def typed(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


def test_play_takes_game_and_side_from_the_certificate_and_resumes(
    win: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed("a1\nquit\n", monkeypatch)
    assert run(["play", "--plain", "--level", win]) == 0
    said = capsys.readouterr().out
    assert "You are O, the computer moves first. Level: win.cert." in said
    assert "The computer plays b2. (perfect)" in said
    typed("quit\n", monkeypatch)
    assert run(["play", "--plain", "--resume"]) == 0
    assert "Level: win.cert." in capsys.readouterr().out
    assert run(["play", "--plain", "--level", win, "--rules", "3,3,3"]) == 2
    assert "is about 4,3,3, not about 3,3,3" in capsys.readouterr().err
    Path(win).unlink()
    typed("quit\n", monkeypatch)
    assert run(["play", "--plain", "--resume"]) == 0
    assert f"{win} is not there, so two people play" in capsys.readouterr().err


def test_play_begins_at_the_certificates_position(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    position = "...../O..../.XXX./..O../....."
    lines = ["noughts certificate 5", "rules 5,5,4", f"position {position}", "X wins"]
    save(tmp_path / "win.cert", [*lines, "-:", "ac:", "ec:", ")"])
    typed("a3\nquit\n", monkeypatch)
    assert run(["play", "--plain", "--level", str(tmp_path / "win.cert")]) == 0
    said = capsys.readouterr().out
    assert f"Start: {position}" in said
    assert "a3 e3 X wins" in said


def test_a_missing_file_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    for command in (["match", "none.cert", "hard"], ["gomocup", "--level", "none.cert"]):
        assert run(command) != 0
        assert "none.cert" in capsys.readouterr().err

"""Commands never overwrite other files, and never leave one half written."""

import io
import os
import sqlite3
import sys
from pathlib import Path

import click
import pytest

from noughts import Record
from noughts.cli import COMMANDS, cli, files, run, saving
from noughts.cli.line_ui import LineMode
from noughts.cli.session import Session, Setup

PRECIOUS = "name,mark\nAda,1\n"
GAME = "Rules: 3,3,3\nX: Ada\nO: Bob\n\nb2 a1 c3 *\n"
#: Every command that writes a file. {at} is the file, {cert} a certificate of 3,3,3.
WRITE = [
    ["certify", "3,3,3", "{at}"],
    ["verify", "{cert}", "--small", "{at}"],
    ["table", "build", "3,3,3", "{at}"],
    ["book", "4,4,3 gravity", "{at}", "--stones", "1", "--memory", "1"],
    ["convert", "{game}", "{at}", "--to", "pos"],
    ["solve", "3,3,3", "--ledger", "{folder}/a.ledger", "--certificate", "{at}"],
    ["play", "--plain", "--two", "--save", "{at}"],
    ["trace", "XX./OO./X.O", "--svg", "{at}"],
]


@pytest.fixture(autouse=True)
def moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"b2\nquit\n")))


def words(command: list[str], at: Path) -> list[str]:
    folder = at.parent
    (folder / "game.txt").write_text(GAME)
    if not (folder / "draw.cert").exists():
        assert run(["certify", "3,3,3", str(folder / "draw.cert")]) == 0
    known = {"at": at, "folder": folder, "cert": folder / "draw.cert", "game": folder / "game.txt"}
    return [word.format(**known) for word in command]


@pytest.mark.parametrize("command", WRITE, ids=lambda command: command[0])
def test_no_file_of_somebody_else_is_overwritten(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    at = tmp_path / "precious.csv"
    at.write_text(PRECIOUS)
    asked = words(command, at)
    capsys.readouterr()
    assert run(asked) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert f"{at} " in err
    assert err.endswith("; --force overwrites it\n")
    assert at.read_text() == PRECIOUS
    assert run([*asked, "--force"]) == 0
    assert PRECIOUS.encode() not in at.read_bytes()
    assert not list(tmp_path.glob("*.part*")), "nothing is left beside it"


@pytest.mark.parametrize("command", WRITE, ids=lambda command: command[0])
def test_a_file_of_the_same_game_is_replaced_or_gone_on_with(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = tmp_path / "made"
    at.write_text("")  # an empty file loses nothing
    asked = words(command, at)
    assert run(asked) == 0
    if command[0] in {"convert", "play", "trace"}:  # nothing says that it is the same
        assert run(asked) == 2
        return
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"")))
    assert run(asked) == 0


def test_every_command_that_writes_a_file_asks_before_it_overwrites_one() -> None:
    writing = set()
    root = click.Context(cli)
    for name in COMMANDS:
        command = cli.get_command(root, name)
        assert command
        inner = command.commands.values() if isinstance(command, click.Group) else [command]
        for each in inner:
            if any(parameter.name == "force" for parameter in each.params):
                writing.add(name)
            paths = [
                parameter
                for parameter in each.params
                if isinstance(parameter.type, click.Path) and not parameter.type.exists
            ]
            reading = {("verify", "file"), ("table", "file"), ("convert", "source")}
            for parameter in paths:
                if (name, parameter.name) not in reading or each.name == "build":
                    assert any(other.name == "force" for other in each.params), each.name
    assert writing >= {command[0] for command in WRITE}


def test_another_game_or_another_kind_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cert, table, book = (str(tmp_path / name) for name in ("a.cert", "a.table", "a.book"))
    assert run(["certify", "4,3,3", cert]) == 0
    assert run(["table", "build", "3,3,3", table]) == 0
    assert run(["book", "4,4,3 gravity", book, "--stones", "1", "--memory", "1"]) == 0
    capsys.readouterr()
    for asked, why in (
        (["certify", "3,3,3", cert], "a certificate of 4,3,3"),
        (["table", "build", "4,3,3", table], "is a table of 3,3,3 (plies)"),
        (["table", "build", "3,3,3", table, "--entry", "value"], "is a table of 3,3,3 (plies)"),
        (["book", "4,4,4 gravity", book], "is a book of 4,4,3 gravity up to 1 stone"),
        (["certify", "3,3,3", table], "is not a certificate"),
    ):
        assert run(asked) == 2
        assert why in capsys.readouterr().err


def test_a_database_of_another_program_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "people.sqlite"
    connection = sqlite3.connect(file)
    connection.execute("create table people (name)")
    connection.close()
    before = file.read_bytes()
    assert run(["solve", "3,3,3", "--ledger", str(file)]) == 2
    assert "belongs to another program" in capsys.readouterr().err
    assert file.read_bytes() == before


def test_a_game_is_saved_over_its_own_earlier_moves_and_no_other(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(GAME)
    said: list[str] = []
    ours = saving.session_of(Record.parse(GAME))
    ours.play(ours.rules.cell("a3"))
    LineMode(ours, said.append).run(io.BytesIO(f"save {file}\nquit\n".encode()))
    assert f"The game is in {file}." in said
    assert "b2 a1 c3 a3 *" in file.read_text()
    said.clear()
    kept = file.read_text()
    lines = f"b1\nsave {file}\nboard\nsave {file}\nquit\n"
    LineMode(Session(Setup(level=None)), said.append).run(io.BytesIO(lines.encode()))
    told = f"{file} is already there: another game. Type save {file} once more to overwrite it."
    assert said.count(told) == 2, "another question came in between"
    assert file.read_text() == kept
    lines = f"b1\nsave {file}\nsave {file}\nquit\n"
    LineMode(Session(Setup(level=None)), said.append).run(io.BytesIO(lines.encode()))
    assert "\n\nb1 *" in file.read_text()


@pytest.mark.skipif(os.name != "posix", reason="rights and links of POSIX")
def test_what_is_written_keeps_its_rights_and_its_link(tmp_path: Path) -> None:
    file, link = tmp_path / "file", tmp_path / "link"
    file.write_text("before")
    file.chmod(0o640)
    link.symlink_to(file)
    files.write(link, b"after")
    assert link.is_symlink()
    assert file.read_bytes() == b"after"
    assert file.stat().st_mode & 0o777 == 0o640
    files.write(tmp_path / "new", b"")
    mask = os.umask(0)
    os.umask(mask)
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o666 & ~mask
    files.write(tmp_path / sys.platform, b"x")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        ["file", "link", "new", sys.platform]
    )

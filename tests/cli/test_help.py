"""Help, suggestions and completion."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click
import pytest

from noughts.cli import COMMANDS, cli, manual, run
from noughts.cli.command import Command, Group

if TYPE_CHECKING:
    from collections.abc import Iterator

Run = Callable[..., str]


@pytest.fixture
def noughts(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command in this process that has nothing to complain of; return stdout."""

    def command(*arguments: str) -> str:
        code = run(list(arguments))
        out, err = capsys.readouterr()
        assert (code, err) == (0, "")
        return out

    return command


def every_command() -> Iterator[tuple[tuple[str, ...], Command | Group]]:
    root = click.Context(cli)
    for name in COMMANDS:
        command = cli.get_command(root, name)
        assert isinstance(command, Command | Group)
        yield (name,), command
        if isinstance(command, Group):
            for inner in command.commands.values():
                assert isinstance(inner, Command)
                yield (name, str(inner.name)), inner


@pytest.mark.parametrize("width", [40, 50, 80, 200])
def test_help_is_whole_at_every_width(
    noughts: Run, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    overview = " ".join(noughts("--help").split())
    for words, command in every_command():
        text = noughts("help", *words)
        assert text == noughts(*words, "--help")
        whole = " ".join(text.split())
        assert not re.search(r"[a-z]\.\.\.", whole), "a sentence is cut short"
        assert not re.search(r"\b(TEXT|INTEGER|FLOAT|RANGE|BOOLEAN)\b", text)
        assert "Exit codes: 0 done" in whole
        if any(each.human_readable_name == "RULES" for each in command.params):
            assert "RULES are columns,rows,k for k in a row" in whole
        assert command.short_help
        if len(words) == 1:
            assert f"{words[0]} {command.short_help}" in overview
        typed = {f"  {example}" for example, _ in command.examples}
        lines = text.splitlines()
        told = text.partition("\n\n")[2].partition("Options:")[0]
        assert "\n   " not in told, "no paragraph is set in"
        assert typed
        assert typed <= set(lines)
        assert all(len(line.rstrip()) <= width or line in typed for line in lines)


def test_every_example_is_understood() -> None:
    for _, documented in every_command():
        for example, _ in documented.examples:
            text = re.sub(r"^.*\| | [<>].*$", "", example)
            text = text.replace("mine:Engine", "random").replace("game.txt", __file__)
            arguments = shlex.split(text)[1:]
            command: click.Command = cli
            while arguments and isinstance(command, click.Group):
                found = command.get_command(click.Context(command), arguments.pop(0))
                assert found
                command = found
            command.make_context("", arguments)  # raises if it makes no sense


def test_a_group_alone_shows_its_help(noughts: Run) -> None:
    assert noughts("table") == noughts("help", "table") == noughts("table", "--help")
    assert noughts("help") == noughts("--help")


def test_analyze_is_analyse(noughts: Run) -> None:
    assert noughts("analyze", "X.O/.X./..O").startswith("     a  b  c")


BASH = r"""
eval "$(_NOUGHTS_COMPLETE=bash_source {command})"
COMP_WORDS=(noughts solve {typed}); COMP_CWORD=2
_noughts_completion {command}
printf '%s\n' "${{COMPREPLY[@]}}"
"""


@pytest.mark.parametrize(
    ("typed", "offered"), [(r"'3,3,3\ m'", r"3,3,3\ misere"), ("'\"3,3,3 m'", "3,3,3 misere")]
)
def test_what_is_completed_in_bash_stays_one_word(typed: str, offered: str) -> None:
    command = Path(sys.executable).with_name("noughts")
    script = BASH.format(command=command, typed=typed)
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
    assert done.stdout == f"{offered}\n", done.stderr


def test_every_command_has_a_manual_page_without_fault(tmp_path: Path) -> None:
    written = {file.stem for file in manual.write(tmp_path)}
    expected = {"-".join(["noughts", *words]) for words, _ in every_command()} | {"noughts"}
    assert written == expected
    text = (tmp_path / "noughts-solve.1").read_text()
    for section in ("NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES", "EXIT STATUS"):
        assert f".SH {section}\n" in text
    if shutil.which("groff"):
        for file in tmp_path.iterdir():
            done = subprocess.run(
                ["groff", "-man", "-ww", "-z", "-Tutf8", str(file)],
                capture_output=True,
                text=True,
                check=True,
            )
            assert done.stderr == "", file.name

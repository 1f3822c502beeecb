"""Help, suggestions and completion."""

from __future__ import annotations

import inspect
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

from noughts.cli import COMMANDS, addresses, cli, compiled, manual, run
from noughts.cli.command import _FILLED as FILLED
from noughts.cli.command import COMMANDS as OVERVIEW
from noughts.cli.command import Command, Group
from noughts.cli.widths import columns
from noughts.core.catalogue import languages, speaking, texts, worded
from tests.cli.conftest import foreign

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
        assert not re.search(r"\[[^\]]*[<>]=?", text), "a range, which its error says"
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
        told = re.split(r"\n[A-Z][a-z ]*:\n", text.partition("\n\n")[2])[0]
        assert "\n   " not in told, "no paragraph is set in"
        assert typed
        assert typed <= set(lines)
        assert all(len(line.rstrip()) <= width or line in typed for line in lines)


def test_every_example_is_understood() -> None:
    for _, documented in every_command():
        for example, _ in documented.examples:
            text = re.sub(r"^.*\| | [<>].*$", "", example)
            text = text.replace("mine:Engine", "random").replace("game.txt", __file__)
            text = text.replace("--pack pack.json", f"--pack {__file__}")
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
    expected = {"-".join(["noughts", *words]) for words, _ in every_command()}
    assert written == expected | {"noughts", "noughts-help"}
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


def test_every_option_stands_under_one_heading() -> None:
    for words, command in every_command():
        context = command.context_class(command, info_name=words[-1])
        headings = dict(command.grouped(context))
        shown = [typed for below in headings.values() for typed, _ in below]
        options = [each for each in command.get_params(context) if isinstance(each, click.Option)]
        assert len(shown) == len(set(shown)) == len(options), words
        assert max(map(len, headings.values())) <= 9, f"{words}: a list too long to read"
        for names in command.groups.values():
            assert set(names) <= {each.name for each in options}, words


def test_the_overview_has_every_command_in_a_group(noughts: Run) -> None:
    text = noughts("--help")
    places = [text.index(f"\n{heading}:\n") for heading in (*OVERVIEW, "Options")[:-1]]
    assert places == sorted(places)
    for name in COMMANDS:
        assert len(re.findall(rf"^  {name} ", text, re.MULTILINE)) == 1
    assert list(OVERVIEW) == ["Play", "Analyse", "Prove", "Files", "Other programs", "Help"]


LOADED = """
import sys
from noughts.cli import run
code = run({words})
print(code, *sorted(sys.modules), file=sys.stderr)
"""


def loaded(*words: str) -> set[str]:
    """Return the modules that a command loads."""
    script = LOADED.format(words=list(words))
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    code, *modules = done.stderr.split()
    assert code == "0"
    return set(modules)


def test_help_and_version_load_no_more_than_a_move_does() -> None:
    """So they do not cost more, on any machine."""
    move = loaded("move", "X.O/.X./..O")
    for words in (["--help"], ["--version"], ["-V"]):
        more = loaded(*words) - move
        assert not {name for name in more if name.startswith("noughts")}, words
        # What pathlib and the writing of paragraphs need.
        paths = {"pathlib", "fnmatch", "ntpath", "urllib", "urllib.parse", "ipaddress"}
        assert more <= paths | {"textwrap", "click._textwrap"}
    late = {"noughts.json.encode.positions", "noughts.solver.portfolio", "importlib.metadata"}
    assert not late & move


def test_the_version_and_whether_the_solver_is_compiled(noughts: Run) -> None:
    from importlib.metadata import version

    from noughts.solver import COMPILED

    assert compiled() == COMPILED
    assert noughts("-V") == noughts("--version")
    assert noughts("-V").startswith(f"noughts {version('noughts')} (solver ")


def test_the_addresses_are_those_of_the_project(
    noughts: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "noughts-9.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(
        "Name: noughts\nVersion: 9\nProject-URL: Source, https://example.org/noughts\n"
        "Project-URL: Issues, https://example.org/bugs\n\nProject-URL: Not, a header\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    end = noughts("--help").partition("\nMore:\n")[2]
    assert end == "  Source  https://example.org/noughts\n  Issues  https://example.org/bugs\n"
    (folder / "METADATA").write_text("Name: noughts\nVersion: 9\n\n")
    assert noughts("--help").endswith("  docs  `noughts help COMMAND`, and docs/ in the source\n")


@pytest.mark.parametrize(
    ("environment", "words", "coloured"),
    [
        ({}, [], False),  # no terminal here
        ({}, ["--color", "always"], True),
        ({"FORCE_COLOR": "1"}, [], True),
        ({"FORCE_COLOR": "0"}, [], False),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, [], False),
        ({"NO_COLOR": "1"}, ["--color", "always"], True),
        ({"FORCE_COLOR": "1"}, ["--color", "never"], False),
        ({"FORCE_COLOR": "1"}, ["--color", "auto"], True),
    ],
)
def test_colours_are_where_they_are_asked_for(
    noughts: Run,
    monkeypatch: pytest.MonkeyPatch,
    environment: dict[str, str],
    words: list[str],
    *,
    coloured: bool,
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    for asked in (["analyse", "X../.O./..X"], ["solve", "-h"]):
        plain = noughts(*asked)
        name, *rest = asked
        for text in (
            noughts(name, *words, *rest),
            noughts(*words, *asked),
            noughts(*asked, *words),
        ):
            assert ("\x1b[" in text) == coloured
            # The last line has the time that it took.
            assert click.unstyle(text).splitlines()[:-1] == click.unstyle(plain).splitlines()[:-1]
    assert "\x1b[" not in noughts("analyse", "X../.O./..X", "--json", *words)


def test_proved_and_estimated_differ_without_colours(noughts: Run) -> None:
    wide = "/".join(["......"] * 6)
    guessed = noughts("analyse", wide, "--rules", "6,6,5", "--nodes", "50", "--color", "always")
    proved = noughts("analyse", "X../.O./..X", "--color", "always")
    assert "\x1b[2mabout" in guessed
    assert "\x1b[1mdraw, proved" in proved
    assert ", not proved" in click.unstyle(guessed)
    assert "about" not in click.unstyle(proved)


#: The commands whose help is in every language.
SPOKEN = ("analyse", "check", "move", "play", "puzzle", "review", "serve", "solve")


@pytest.mark.parametrize("tag", languages()[1:])
def test_help_speaks_the_readers_language(
    tag: str, noughts: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    english = {words: noughts("help", *words) for words in ((), *((each,) for each in SPOKEN))}
    monkeypatch.setenv("LC_ALL", f"{tag.replace('-', '_')}.UTF-8")
    for width in (40, 80):
        monkeypatch.setenv("COLUMNS", str(width))
        for words, before in english.items():
            text = noughts("help", *words)
            assert text == noughts(*words, "--help")
            assert "[default" not in text
            examples = {line for line in before.splitlines() if line.startswith("  noughts ")}
            lines = set(text.splitlines())
            assert not {"Examples:", "Exit codes:"} & lines
            assert examples <= lines
            # Neither a command nor an address is broken.
            wide = [line for line in lines if columns(line) > width]
            assert all(re.search(r"\bnoughts |://", line) for line in wide)
    with speaking(tag):
        assert worded("done", "help text") in text


def test_each_text_of_a_help_is_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = set()

    def replaced(text: str, context: str = "") -> str:
        """Say a message as no language does."""
        asked.add(text)
        known = context != "help text" or text in texts(context)
        return foreign(text) if known else text

    contexts = list(manual.contexts())  # no module is loaded with the other words
    monkeypatch.setattr("noughts.core.catalogue.worded", replaced)
    for context in contexts:
        # What is left is typed, or a name.
        left = set(re.findall(r"[a-z]{3,}", context.get_help()))
        assert left <= typed(context), context.command_path
    assert texts("help text") <= asked


def typed(context: click.Context) -> set[str]:
    """Return the words of a command's help that are the same in every language."""
    command = context.command
    assert isinstance(command, Command)
    words = [context.command_path]
    for parameter in command.get_params(context):
        values = getattr(parameter.type, "choices", ())
        words += [*parameter.opts, parameter.make_metavar(context), str(parameter.default), *values]
    words += [example for example, _ in command.examples]
    for address in addresses():
        words += address
    filled = {value for _, values in FILLED.values() for value in values.values()}
    words += filled - texts("help text")
    if isinstance(command, Group):
        words += command.list_commands(context)
    return set(re.findall(r"[a-z]{3,}", " ".join(words)))


def test_every_translated_word_of_click_is_one_that_it_says() -> None:
    source = ""
    for module in (click.core, click.exceptions, click.parser, click.types):
        source += inspect.getsource(module)
    assert not [text for text in texts("click") if f'"{text}"' not in source]

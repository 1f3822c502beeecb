"""`noughts check` in the reader's language: every sentence, and the same facts."""

import io
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from noughts.check.console.console_numbering import KEYPAD, numberings
from noughts.check.processes.limited_process import Limits, unlimited
from noughts.check.processes.python_process import PythonProcess
from noughts.check.program import StoppedError
from noughts.check.reports.program_hints import CHAPTERS
from noughts.cli import run
from noughts.core.catalogue import languages, messages, say, speaking, translations, worded
from tests.check.here import Opened

OTHERS = languages()[1:]
TACTICS = "noughts.engines.tactics:Tactics"
GAME = """
board = [str(number) for number in range(1, 10)]
while True:
    for row in range(3):
        print(" | ".join(board[3 * row : 3 * row + 3]))
    board[int(input("Your move (1-9): ")) - 1] = "X"
    free = [cell for cell in range(9) if board[cell] not in "XO"]
    if len(free) < 8:
        print("It is a draw")
        break
    board[free[0]] = "O"
"""
ECHO = "import sys; print(sys.stdin.readline())"
FIRST_FREE = "def best_move(board):\n    return board.index(' ')\n"
READS = "input('move? ')\n"
FAILS = "def best_move(board):\n    raise KeyError('lost')\n"
#: What is not a sentence in a report for another tool.
FACTS = r'name="[^"]*"|tests="\d+"|failures="\d+"|"name": "[^"]*"|,line=\d+|^late.py,[\w ]+,\w*,'


def fragments(*groups: str) -> list[str]:
    """Return the longest piece of each English sentence between its placeholders."""
    found = []
    for group in groups:
        for message in messages()[group].values():
            for english in [message] if isinstance(message, str) else message.values():
                longest = max(re.split(r"\{\w+\}", english), key=len).strip(" .,;:")
                if len(longest) > 9:
                    found.append(longest)
    return found


ENGLISH = fragments("check", "sample", "judged", "console", "command", "checked", "advice")


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, source in {
        "first.py": FIRST_FREE,
        "reads.py": READS,
        "fails.py": FAILS,
        "game.py": GAME,
    }.items():
        (tmp_path / name).write_text(source)
    return tmp_path


@pytest.fixture
def here(programs: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of programs, which run in this process, where nobody types."""
    monkeypatch.setattr("noughts.cli.check.PythonProcess", Opened)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    return programs


def said(words: list[str], tag: str, capsys: pytest.CaptureFixture[str]) -> str:
    at = words.index("--") if "--" in words else len(words)
    run(["check", *words[:at], "--language", tag, *words[at:]])
    return "".join(capsys.readouterr())


@pytest.mark.parametrize(
    "words",
    [
        ["first.py", "--hint"],
        ["reads.py"],
        ["first.py", "--at", "X../.O./..."],
        ["first.py", "--at", "XO./.X./..."],
        ["first.py", "--at", "X../.../..."],
        ["first.py", "--at", "XXX/OO./..."],
        ["fails.py", "--at", "X../.../..."],
        [TACTICS, "--rules", "connect-four", "--sample", "3", "--seed", "1", "--hint"],
        [TACTICS, "--rules", "4,4,4", "--sample", "3", "--seed", "1", "--as", "O"],
        ["--", sys.executable, "-IS", "game.py"],
        ["--", sys.executable, "-c", ECHO],
        ["--", "no-such-program"],
        ["missing.py"],
        ["nothing"],
        ["."],
        ["first.py", "--console"],
        ["first.py", "--csv", "--json"],
        [],
    ],
    ids=" ".join,
)
@pytest.mark.parametrize(
    "tag", [pytest.param(tag, marks=() if tag == "ja" else pytest.mark.deep) for tag in OTHERS]
)
@pytest.mark.usefixtures("here")
def test_it_says_nothing_in_english(
    words: list[str], tag: str, capsys: pytest.CaptureFixture[str]
) -> None:
    english = said(words, "en", capsys)
    assert any(each in english for each in ENGLISH)
    text = said(words, tag, capsys)
    assert [each for each in ENGLISH if each in text] == []


@pytest.mark.parametrize("tag", OTHERS)
@pytest.mark.usefixtures("here")
def test_a_report_speaks_each_language(tag: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = said(["first.py", "--hint", "--as", "O"], tag, capsys)
    with speaking(tag):
        assert say("checked", "hint", text=say("advice", "two rules")) in text
        title = worded(CHAPTERS["rules"])
        assert title != CHAPTERS["rules"]
        assert say("checked", "read", address="/learn/rules", title=title) in text
        assert f"  {say('checked', 'no')} " in text


@pytest.mark.parametrize("title", CHAPTERS.values())
def test_the_titles_of_chapters_are_those_of_the_page(title: str) -> None:
    assert all(("", title) in translations(tag).forms for tag in OTHERS)


def leaves(document: object, path: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], object]]:
    if isinstance(document, dict):
        return [leaf for name, value in document.items() for leaf in leaves(value, (*path, name))]
    if isinstance(document, list):
        return [leaf for value in document for leaf in leaves(value, path)]
    return [(path, document)]


@pytest.mark.parametrize(
    ("words", "sentences"),
    [
        (["first.py", "--hint"], {"interface", "said", "text", "reason"}),
        (["reads.py"], {"said", "text"}),
        (["first.py", "--at", "XO./.X./..."], {"interface", "text"}),
    ],
)
@pytest.mark.usefixtures("here")
def test_json_only_differs_in_its_sentences(
    words: list[str], sentences: set[str], capsys: pytest.CaptureFixture[str]
) -> None:
    english = leaves(json.loads(said([*words, "--json"], "en", capsys)))
    french = leaves(json.loads(said([*words, "--json"], "fr", capsys)))
    assert [path for path, _ in english] == [path for path, _ in french]
    pairs = zip(english, french, strict=True)
    assert {here[0][-1] for here, there in pairs if here != there} == sentences


@pytest.mark.parametrize("written", ["csv", "junit", "github", "gradescope"])
def test_reports_for_other_tools_have_the_same_facts(
    written: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An error's line and a stage that does not apply are facts, in whatever language."""
    (here / "late.py").write_text("def best_move(board):\n    return 0 if x else 1\n")
    shapes = []
    for tag in ("en", "ja"):
        text = said(["late.py", "--format", written], tag, capsys)
        shapes.append(re.findall(FACTS, text, re.MULTILINE))
    assert shapes[0] == shapes[1] != []


@pytest.mark.usefixtures("here")
def test_a_finding_has_its_facts(capsys: pytest.CaptureFixture[str]) -> None:
    found: dict[str, Any] = json.loads(said(["reads.py", "--json"], "de", capsys))["finding"]
    assert (found["asks"], found["line"], found["code"]) == (True, 1, READS.strip())
    report = json.loads(said(["first.py", "--json"], "de", capsys))
    assert [each["name"] for each in report["stages"] if not each["applies"]] == ["rules"]


@pytest.mark.usefixtures("programs")
def test_the_process_of_a_program_speaks_it_too() -> None:
    with speaking("ja"), PythonProcess("first.py", Limits()) as program:
        told = program.load("none", "3,3,3")
        assert told == {"none": say("check", "without", name="'none'")}


@pytest.mark.parametrize("tag", OTHERS)
def test_limits_and_numberings_speak_it(tag: str, programs: Path) -> None:
    (programs / "writes.py").write_text("import os\nwhile True:\n    os.write(4, b'x' * 9999)\n")
    with speaking(tag):
        with (
            PythonProcess("writes.py", Limits()) as program,
            pytest.raises(StoppedError, match=re.escape(say("command", "output", most=1))),
        ):
            program.load(None, "3,3,3")
        assert unlimited("win32", command=True) == say("command", "Windows")
        assert KEYPAD.words == say("console", "keypad")
        [first, *_] = numberings("Row (1-3)?", "", [""] * 9)
        assert first.words == say("console", "row column apart", first="1")

"""The language of the terminal game and of answers: chosen by the environment or an option."""

from __future__ import annotations

import io
import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from rich.cells import cell_len
from textual.widgets._footer import FooterKey

from noughts import Rules
from noughts.cli import run
from noughts.cli.line_ui import LineMode
from noughts.cli.session import Session, Setup
from noughts.cli.tui.dialogs import HelpDialog
from noughts.cli.widths import columns, wrapped
from noughts.core.catalogue import (
    counted,
    language,
    languages,
    messages,
    say,
    speaking,
    translations,
)
from tests.cli.test_tui import Driver, drawn, play, screen

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    Leaf = tuple[tuple[str, ...], object]

VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
GAME = "Rules: 3,3,3\n\nb2 b1 a1 c3 a3\n"


@pytest.fixture(autouse=True)
def no_locale(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("environment", "options", "said"),
    [
        ({}, [], "c1  win in 1 ply, proved\n"),
        ({"LANG": "de_AT.UTF-8"}, [], "c1  Sieg in 1 Halbzug, bewiesen\n"),
        ({"LANG": "de_AT.UTF-8", "LC_MESSAGES": "es_ES"}, [], "c1  victoria en 1 turno, demo"),
        ({"LANG": "de_DE", "LC_ALL": "C"}, [], "c1  win in 1 ply, proved\n"),
        ({"LANG": "en_US.UTF-8", "LANGUAGE": "sv:pt:de"}, [], "c1  vitória em 1 meio-lance"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "de"}, [], "c1  win in 1 ply, proved\n"),
        ({"LANG": "tlh"}, [], "c1  win in 1 ply, proved\n"),
        ({"LANG": "de_DE"}, ["--language", "VI"], "c1  thắng sau 1 nước, đã chứng minh\n"),
        ({"LANG": "de_DE"}, ["--language", "en"], "c1  win in 1 ply, proved\n"),
    ],
)
def test_the_environment_or_an_option_chooses_the_language(
    environment: dict[str, str],
    options: list[str],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert run(["move", "XX./OO./...", *options]) == 0
    assert capsys.readouterr().out.startswith(said)
    assert language() == "en"  # it ends with the command


def test_an_unknown_language_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["move", "XX./OO./...", "--language", "tlh"]) == 2
    assert "'tlh' is not one of 'en', 'de', 'es', 'fr'," in capsys.readouterr().err


ERRORS = [
    ["move"],
    ["move", "X"],
    ["move", "XX./.../..."],
    ["move", "X../.../...", "--seed", "x"],
    ["move", "X../.../...", "--seed", "5"],
    ["move", "X../.../...", "--nodes", "0"],
    ["move", "X../.../...", "--seconds", "0"],
    ["move", "X../.../...", "--level", "impossible"],
    ["move", "X../.../...", "--engine", "hrad"],
    ["move", "X../.../...", "--rules", "gomuku"],
    ["move", "X../.../...", "--rules", "3,3,3 sideways"],
    ["move", "X../.../...", "more"],
    ["play", "--two", "--seed", "1"],
    ["play", "--nonsense"],
    ["play", "--best-of"],
    ["play", "--load", "no-such-file"],
    ["puzzle", "--daily", "tomorrow"],
    ["puzzle", "--daily", "2026-12-01", "--kind", "win"],
    ["review", "game.txt"],
    ["solve", "27,3,3"],
    ["solve", "3,3,3", "--status"],
    ["serve", "--no-games", "--lobby"],
    ["mvoe"],
]


@pytest.mark.parametrize("words", ERRORS, ids=" ".join)
def test_errors_speak_the_language(
    words: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.txt").write_text("Rules: 3,3,3\n\nb2 b2\n")

    def error(tag: str) -> str:
        monkeypatch.setenv("LC_ALL", tag.replace("-", "_"))
        assert run(words) == 2
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        return err

    said = {tag: error(tag) for tag in languages()}
    assert len(set(said.values())) == len(said)
    # No placeholder is left, and the facts are the same: options, quoted words and numbers.
    facts = re.findall(r"--[a-z-]+|'[^' ]+'|\d+", said["en"])
    for text in said.values():
        assert text.startswith("noughts: ")
        assert not re.search(r"\{\w*\}", text)
        assert [fact for fact in facts if fact not in text] == []


def test_the_option_chooses_the_language_of_errors_before_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["play", "--nonsense", "--language", "de"]) == 2
    assert "Die Option '--nonsense' gibt es nicht" in capsys.readouterr().err
    assert run(["--language", "de", "move", "X"]) == 2
    assert "'X' hat 1 Zeile" in capsys.readouterr().err
    assert run(["--help", "--language", "de"]) == 0
    assert capsys.readouterr().out.startswith("Aufruf: ")


@pytest.mark.parametrize("tag", languages())
def test_what_is_solved_is_said_in_the_language(
    tag: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["solve", "4,3,3", "--first-moves", "--language", tag]) == 0
    assert run(["solve", "3,3,3", "--position", "XXX/OO./...", "--language", tag]) == 0
    assert run(["solve", "5,5,4", "--nodes", "9", "--language", tag]) == 3
    out, err = capsys.readouterr()
    with speaking(tag):
        assert say("solved", "wins in", winner="X", count=7) in out
        assert say("solved", "line", cells="b2 c2 c1 a3 b1 b3 d1") in out
        assert say("solved", "over", rules="3,3,3", value=say("solved", "wins", winner="X")) in out
        assert say("solved", "does not win", mark="O") in out
        assert counted("node", 9) in err


def leaves(document: object, path: tuple[str, ...] = ()) -> Iterator[Leaf]:
    if isinstance(document, dict):
        for name, value in document.items():
            yield from leaves(value, (*path, name))
    elif isinstance(document, list):
        for value in document:
            yield from leaves(value, path)
    else:
        yield path, document


@pytest.mark.parametrize(
    ("command", "sentences"),
    [
        (["analyse", "X.O/.X./..."], {"reason"}),
        (["analyse", ".O./.../...", "--turn", "X"], {"reason", "notes"}),
        (["analyse", "XXX/OO./..."], set()),
        (["move", "XX./OO./..."], set()),
        (["review", "game.txt"], {"reason", "better"}),
        (["puzzle", "--daily", "2026-12-01"], {"task", "hints"}),
    ],
)
def test_json_only_differs_in_its_sentences(
    command: list[str],
    sentences: set[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.txt").write_text(GAME)

    def answers(tag: str) -> list[Leaf]:
        assert run([*command, "--json", "--language", tag]) == 0
        documents: list[Any] = list(map(json.loads, capsys.readouterr().out.splitlines()))
        return [each for each in leaves(documents) if each[0][-1] != "seconds"]

    english, japanese = answers("en"), answers("ja")
    assert [path for path, _ in english] == [path for path, _ in japanese]
    differing = {
        here[0][-1] for here, there in zip(english, japanese, strict=True) if here != there
    }
    assert differing == sentences


def test_positions_of_stdin_are_analysed_in_the_language(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"XX./OO./...\n" * 9)))
    assert run(["analyse", "-", "--language", "fr"]) == 0
    assert capsys.readouterr().out.count("gagne tout de suite avec a1 b1 c1") == 9


def test_a_table_of_wide_characters_lines_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["analyse", "XX./OO./...", "--language", "ja"]) == 0
    rows = capsys.readouterr().out.splitlines()[7:-2]
    starts = [match.end() for row in rows if (match := re.match(r".{7}\S+ +", row))]
    assert len(starts) == len(rows) == 5
    assert {columns(row[:start]) for row, start in zip(rows, starts, strict=True)} == {18}


@pytest.mark.parametrize("tag", languages())
def test_a_review_and_a_puzzle_speak_the_language(
    tag: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.txt"
    file.write_text(GAME)
    assert run(["review", str(file), "--language", tag]) == 0
    monkeypatch.setattr("sys.stdin", io.StringIO("zz\ngive up\nquit\n"))
    assert run(["puzzle", "--kind", "win", "--count", "2", "--seed", "1", "--language", tag]) == 0
    said = capsys.readouterr().out
    with speaking(tag):
        for text in (
            say("graded", "decided"),
            say("grade", "threw away the draw"),
            say("puzzles", "solved", solved=0, last=2, first=0),
        ):
            assert text in said


@pytest.mark.parametrize("tag", languages()[1:])
def test_a_game_line_by_line_has_no_english(tag: str) -> None:
    """Every sentence that the other language has its own words for is in that language."""
    said: list[str] = []
    lines = "help;hint;hint;values;zz;a1;a1;review;again;undo;redo;level easy;save;new"
    with speaking(tag):
        LineMode(Session(Setup(Rules.parse("3,3,3"), best_of=3)), said.append).run(
            io.BytesIO(lines.replace(";", "\n").encode())
        )
        assert say("line mode", "end of input") == said[-1]
        assert say("news", "level", level=say("level", "easy")) in said
    text = "\n".join(said)
    for group in ("line mode", "news", "played", "hint", "score", "illegal"):
        for message in messages()[group].values():
            english = message if isinstance(message, str) else message["other"]
            longest = max(english.replace("}", "{").split("{")[::2], key=len)
            if len(longest.strip(", ")) > 9:
                assert longest not in text


#: The widest characters; English is tested in tests/cli/test_tui.py.
ROOMY = {"ja"}


@pytest.mark.parametrize(
    "tag", [pytest.param(t, marks=() if t in ROOMY else pytest.mark.deep) for t in languages()]
)
def test_the_screen_has_room_for_the_language(tag: str) -> None:
    async def script(driver: Driver) -> None:
        foot = driver.app.query_one("KeysWidget")
        keys = list(foot.query(FooterKey))
        assert len(keys) == 10
        assert max(key.region.right for key in keys) <= foot.region.right
        await drawn(driver, say("key", "file"))
        await driver.press("1", "2", "h")
        assert say("hint", "wins in", count=5) in driver.text("note")
        await driver.press("s")
        for name in ("game", "against", "seat", "series", "first", "second", "alternate", "keys"):
            await drawn(driver, say("setup", name))
        await driver.press("escape", "f")
        for name in ("file", "deed", "save", "load", "file keys"):
            await drawn(driver, say("setup", name))
        await driver.press("escape", "e")
        await drawn(driver, say("screen", "review keys").partition("\n")[0])
        await driver.press("escape", "?")
        for name in (*HelpDialog.ON_BOARD, *"HVEFURNSLMTQ", "back", "play"):
            await drawn(driver, say("help", name))
        for name in HelpDialog.ON_BOARD:
            row = next(row for row in screen(driver).splitlines() if say("help", name) in row)
            assert f"  {say('help', f'{name} does')}" in row

    with speaking(tag):
        play(Setup(level=None), script, size=(80, 40))


@pytest.mark.parametrize("tag", ["de", "fr", "ja"])
def test_a_small_window_has_room_too(tag: str) -> None:
    async def script(driver: Driver) -> None:
        await drawn(driver, say("key", "quit"))
        await driver.press("s")
        for name in ("game", "against", "seat", "series"):
            await drawn(driver, say("setup", name))
        await driver.press("down", "right")
        await drawn(driver, say("setup", "two"))

    with speaking(tag):
        play(Setup(), script, size=(40, 20))


@pytest.mark.parametrize("tag", languages()[1:])
def test_widths_are_those_of_the_terminal(tag: str) -> None:
    """`columns` counts as rich does, which draws the screen; and lines of a text keep to them."""
    forms = translations(tag).forms.values()
    for line in "\n".join(text for texts in forms for text in texts).splitlines():
        assert columns(line) == cell_len(line)
        parts = wrapped(line, 40)
        assert max(map(columns, parts)) <= 40
        assert "".join("".join(parts).split()) == "".join(line.split())

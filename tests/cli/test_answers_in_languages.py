"""What commands print is made of messages: with other letters in each of them, no word is left."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from noughts import Record, formats
from noughts.cli import run
from noughts.core import catalogue
from tests.cli.conftest import foreign

_WORD = re.compile(r"[a-z]{3,}")


class Foreign(dict[tuple[str, str], list[str]]):
    """All messages of the language."""

    def get(self, key: tuple[str, str], _: object = None) -> list[str]:
        typed = key == ("click", "file")  # FILE in a usage line: no language has another word
        return [key[1] if typed else foreign(key[1])]


@pytest.fixture
def foreign_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(catalogue, "translations", lambda _: SimpleNamespace(forms=Foreign()))
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    monkeypatch.chdir(tmp_path)
    record = Record.of("15,15,5", {"Round": "3"}).play("h8").play("i9")
    (tmp_path / "a.txt").write_bytes(formats.write(record))
    (tmp_path / "bad.txt").write_text("Best of: x\n\nb2 b2")
    (tmp_path / "cut.sgf").write_text("(;GM[4]SZ[15];B[hh]")
    (tmp_path / "many.sgf").write_text("(;SZ[15];W[hh]C[x];B[ii]XX[1])(;GM[4]SZ[15];B[hh])")
    (tmp_path / "late.psq").write_text("Piskvorky 15x15, 0:0, 0\n8,8,0\n-1\n9,9,0\n")
    (tmp_path / "bad.pos").write_text("h8i99")
    (tmp_path / "tree.json").write_text(json.dumps({"a1": {"z9": 3}}))
    (tmp_path / "answers").write_text("hello\n")
    with catalogue.speaking("de"):  # and then as before
        yield


#: What is typed, and the words in its answer that are the same in every language.
ANSWERS = [
    ("match hard easy --games 20 --seed 7", "hard easy all wins"),
    ("match perfect tactics --games 4", "perfect tactics opening"),
    ("match easy hard tactics --games 4 --seed 2", "easy hard tactics all wins"),
    ("match minimax easy --nodes 100", "minimax easy noughts"),
    ("match hard", "noughts match help"),
    ("match hard easy --opening 9", "noughts"),
    ("match hard perfect --seed 5", "noughts match help seed opening"),
    ("match easy tactics --depth 5", "noughts match help depth"),
    ("match hard easy --all --json", "noughts match help all"),
    ("convert a.txt a.psq", "ound"),
    ("convert a.txt a.doc", "noughts convert help doc sgf psq pos text"),
    ("convert cut.sgf b.txt", "noughts cut sgf"),
    ("convert many.sgf b.txt", "game"),
    ("convert many.sgf b.txt --game 9", "noughts many sgf"),
    ("convert late.psq b.txt", "noughts late psq"),
    ("convert bad.pos b.txt", "noughts bad pos"),
    ("convert a.txt a.txt", "noughts txt force"),
    ("dataset 3,3,3 ttt.ndjson", "ttt ndjson"),
    ("dataset 3,3,3 ttt.csv", "noughts ttt csv ndjson parquet"),
    ("dataset 3,3,3 t.ndjson --stones x", "noughts dataset help stones"),
    ("dataset 3,3,3 t.ndjson --stones 5-9", "noughts stones"),
    ("dataset 3,3,3 t.ndjson --nodes 5", "noughts dataset help nodes"),
    ("dataset 5,5,4 t.ndjson --moves", "noughts dataset help moves"),
    ("puzzles 3,3,3 p.json --count 2", "json"),
    ("trace X.O/.X./..O", ""),
    ("trace X.O/.X./... --engine memoised --depth 1", ""),
    ("trace X.O/.X./... --engine alphabeta --depth 2", "inf"),
    ("trace .../.../... --nodes 9", "noughts"),
    ("trace .../.../... --svg -", "noughts"),
    ("trace .../.../... --rules gomoku", "noughts"),
    ("trace .../.../... --svg - --json", "noughts trace help svg json"),
    ("benchmark --set 3,3,3 --positions 1", "easy hard medium perfect random tactics"),
    ("benchmark --name m", "noughts benchmark help name model"),
    ("benchmark --model http://h/v1", "noughts benchmark help model name"),
    ("benchmark --model ftp://h --name m --answers x", "noughts https host"),
    ("play --load bad.txt", "noughts bad txt text"),
    ("solve 15,15,5 --hint tree.json", "noughts tree json"),
    ("solve 4,3,3", ""),
    ("count", ""),
    pytest.param("count --calls", "", marks=pytest.mark.deep),
    ("count 4,4,4 --plies 3", ""),
    ("count 5,5,4", "noughts count help plies seconds"),
    ("count --calls --plies 3", "noughts count help calls plies"),
    ("table build 4,4,4 t.table --plan", ""),
    ("table build 3,3,3 t.table", ""),
]


@pytest.mark.usefixtures("foreign_language")
@pytest.mark.parametrize(("typed", "known"), ANSWERS)
def test_no_word_of_an_answer_is_left(
    typed: str, known: str, capsys: pytest.CaptureFixture[str]
) -> None:
    run(typed.split())
    out, err = capsys.readouterr()
    assert out or err or typed.startswith("convert")
    assert set(_WORD.findall(out + err)) <= set(known.split())


def test_a_file_of_puzzles_is_the_same_in_every_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    tags = [(), ("--language", "de")]
    for number, options in enumerate(tags):
        assert run(["puzzles", "3,3,3", f"{number}.sgf", "--count", "2", *options]) == 0
    first, second = (Path(f"{number}.sgf").read_bytes() for number in range(2))
    assert first == second
    assert b" to move." in first


@pytest.mark.usefixtures("foreign_language")
def test_no_word_of_a_ledger_is_left(capsys: pytest.CaptureFixture[str]) -> None:
    solve = ["solve", "4,4,4", "--ledger", "a.ledger"]
    for options in (["--nodes", "1000"], ["--status"]):
        run([*solve, *options])
        out, err = capsys.readouterr()
        assert out
        assert set(_WORD.findall(out + err)) <= {"noughts", socket.gethostname()}

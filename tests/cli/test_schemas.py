"""What the commands print with --json is what the schemas say."""

import copy
import json
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

import noughts
from noughts.cli import COMMANDS, cli, run
from noughts.cli.command import Group
from noughts.json import schema as jsonschema

FILE = Path(noughts.__file__).parent / "schemas" / "commands.json"


@cache
def schemas() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(FILE.read_text())
    return document


@cache
def validator(name: str) -> jsonschema_rs.Draft202012Validator:
    schema = {"$ref": f"#/$defs/{name.replace(' ', '%20')}", **schemas()}
    return jsonschema_rs.Draft202012Validator(schema)


def check(name: str, document: object) -> None:
    validator(name).validate(document)


EMPTY_66 = "/".join(["......"] * 6)
CASES = [
    ("analyse", ["analyse", "X.O/.X./..O"]),
    ("analyse", ["analyse", "XXX/OO./..."]),
    ("analyse", ["analyse", "XOX/XOO/OXX"]),
    ("analyse", ["analyse", EMPTY_66, "--rules", "6,6,5", "--nodes", "50"]),
    ("analyse", ["analyse", "X../.../...//.O./.X./...//.../.O./..X", "--rules", "3,3,3,3"]),
    ("analyse", ["analyse", "X../.../...", "--engine", "tactics"]),
    ("analyse", ["analyse", "O../.../...", "--turn", "X"]),
    ("move", ["move", "O../.../...", "--turn", "X"]),
    ("analyse", ["analyse", ".../.../.X.", "--rules", "3,3,3 gravity", "--engine", "minimax"]),
    ("move", ["move", "X.O/.X./..O"]),
    ("move", ["move", "X.O/.X./..O", "--level", "easy"]),
    ("move", ["move", "X.O/.X./..O", "--engine", "tactics"]),
    ("move", ["move", EMPTY_66, "--rules", "6,6,5", "--nodes", "50"]),
    ("solve", ["solve", "4,3,3"]),
    ("solve", ["solve", "3,3,3", "--first-moves"]),
    ("solve", ["solve", "--position", "XXX/OO./..."]),
    ("solve", ["solve", "7,7,4", "--distance", "--nodes", "1000"]),
    ("solve", ["solve", "9,4,4", "--nodes", "5000"]),
    ("count", ["count"]),
    ("calls", ["count", "2,2,2", "--calls"]),
    ("plies", ["count", "connect-four", "--plies", "3"]),
    ("prove", ["prove"]),
    ("check", ["check", "noughts.engines.naive:NaiveTactics", "--as", "O"]),
    ("check", ["check", "noughts.engines.tactics:Tactics", "--as", "O"]),
    ("prove", ["prove", "--engine", "tactics-naive", "--as", "O"]),
    ("atlas", ["atlas", "6,5,4"]),
    ("atlas", ["atlas", "9,9,9"]),
    ("benchmark", ["benchmark", "--set", "3,3,3", "--positions", "2"]),
    ("match", ["match", "hard", "easy", "medium", "--games", "4"]),
    ("match", ["match", "hard", "tactics", "--games", "4"]),
]


@pytest.mark.parametrize(("name", "arguments"), CASES, ids=lambda v: str(v)[:50])
def test_every_command_keeps_to_its_schema(
    name: str, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*arguments, "--json"]) in {0, 1, 3}
    document = json.loads(capsys.readouterr().out)
    check(name, document)
    # ... and the schema leaves nothing open: without any of its keys it is another document.
    for key in document:
        if key not in {"estimate", "notes", "X", "O"}:
            less = copy.copy(document)
            del less[key]
            with pytest.raises(jsonschema_rs.ValidationError):
                check(name, less)
    with pytest.raises(jsonschema_rs.ValidationError):
        check(name, document | {"another": 1})


def test_reviews_and_tables_keep_to_theirs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for text in ("b2 b1 a1 c3 a3", "b2 b1 a1 c3 a3 c1 a2", "Rules: 5,5,4\n\nc3 c4"):
        (tmp_path / "game").write_text(text)
        assert run(["review", str(tmp_path / "game"), "--json"]) == 0
        check("review", json.loads(capsys.readouterr().out))
    table = str(tmp_path / "table")
    assert run(["table", "build", "3,3,3", table]) == 0
    capsys.readouterr()
    for position in (".../.../...", "XX./OO./..."):
        assert run(["table", "probe", table, position, "--json"]) == 0
        check("table probe", json.loads(capsys.readouterr().out))


def test_certificates_keep_to_theirs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "c.cert"
    assert run(["certify", "3,3,3", str(file), "--json"]) == 0
    check("certify", json.loads(capsys.readouterr().out))
    assert run(["verify", str(file), "--json"]) == 0
    check("verify", json.loads(capsys.readouterr().out))


@pytest.mark.parametrize("engine", ["minimax", "alphabeta", "memoised", "symmetric"])
def test_every_line_of_a_trace_keeps_to_its_schema(
    engine: str, capsys: pytest.CaptureFixture[str]
) -> None:
    seen = set()
    for extra in ([], ["--nodes", "20"], ["--depth", "2"]):
        position = ".../.../..." if extra else "XX./O../..O"
        assert run(["trace", position, "--engine", engine, "--json", *extra]) in {0, 3}
        for line in capsys.readouterr().out.splitlines():
            event = json.loads(line)
            seen.add(event["event"])
            check("trace", event)
    assert {"search", "enter", "try", "value", "leave", "done", "stopped"} <= seen


def test_a_line_that_is_not_answered_keeps_to_its_schema() -> None:
    check("unanswered", {"line": 3, "error": "'X' has 1 row"})


def test_the_file_is_what_the_shapes_give() -> None:
    assert FILE.read_text(encoding="utf-8") == jsonschema.text()


def test_every_command_that_prints_json_has_a_schema() -> None:
    context = cli.make_context("noughts", ["count"])
    for name in COMMANDS:
        command = cli.get_command(context, name)
        assert command
        inner = command.commands.items() if isinstance(command, Group) else [("", command)]
        for second, each in inner:
            if any(parameter.name == "as_json" for parameter in each.params):
                assert f"{name} {second}".strip() in schemas()["$defs"]

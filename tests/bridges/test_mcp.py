"""The tools for assistants, asked by the official client."""

import base64
import json
import os
import pty
import re
import signal
import subprocess
import sys
import tomllib
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio
import pytest
from jsonschema_rs import validator_for

from noughts import Level, Record
from noughts.cli import run
from noughts.json import schema
from noughts.proofs.certificate import verify

if TYPE_CHECKING:
    from mcp import Client

ROOT = Path(__file__).parent.parent.parent
MISERE = "/".join(["X........", *["." * 9] * 7])


def connected() -> "Client":
    """Return a client of the server.

    `mcp` is imported here: it takes a second, and each process of the tests reads this file.
    """
    from mcp import Client

    from noughts.bridges.mcp_server import server

    return Client(server())


def ask(tool: str, **arguments: Any) -> tuple[bool, str]:
    """Call a tool; return whether it failed, and its text."""

    async def asked() -> tuple[bool, str]:
        async with connected() as client:
            answer = await client.call_tool(tool, arguments)
            content, *pictures = answer.content
            assert {each.type for each in pictures} <= {"image"}
            assert content.type == "text"
            return bool(answer.is_error), content.text

    return anyio.run(asked)


def test_the_tools_answer_as_the_commands_do(tmp_path: Path) -> None:
    failed, text = ask("analyse", position="X.O/.X./..O")
    found = json.loads(text)
    assert (failed, found["proven"], found["value"], found["best"]) == (False, True, "draw", ["c2"])
    failed, text = ask("play", position="XX./OO./...", level="HARD")
    assert (failed, json.loads(text)["move"]) == (False, "c1")
    failed, text = ask("solve", rules="4,3,3")
    assert (failed, json.loads(text)["winner"]) == (False, "X")
    failed, text = ask("solve", rules="3,3,3", position="X../.O./..X")
    assert (failed, json.loads(text)["value"]) == (False, "draw")
    failed, text = ask("solve", rules="8,8,5", seconds=0.01)
    assert (failed, json.loads(text)["proven"]) == (False, False)
    failed, text = ask("certificate", rules="3,3,3")
    assert not failed
    shown = json.loads(text)
    (tmp_path / "proof.cert").write_bytes(base64.b64decode(shown["base64"]))
    assert verify(tmp_path / "proof.cert").holds
    assert shown["bytes"] == (tmp_path / "proof.cert").stat().st_size


@pytest.mark.parametrize(
    ("moves", "value"),
    [("", "win"), ("g7", "loss"), pytest.param("g7 k7", "win", marks=pytest.mark.deep)],
)
def test_on_more_than_64_cells_wins_and_losses_by_threats_are_proved(
    moves: str, value: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """`solve` as the command, `analyse` likewise; `won` is three in an open row, to move."""
    won = Record.parse("Rules: 15,15,5\n\nh7 a1 i7 b1 j7 o1")
    position = str(reduce(Record.play, moves.split(), won).position)
    failed, text = ask("solve", rules="gomoku", position=position)
    found = json.loads(text)
    assert (failed, found["proven"], found["value"]) == (False, True, value)
    assert run(["solve", "gomoku", "--json", "--position", position]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {**found, "seconds": 0} == {**told, "seconds": 0}
    # A win is seen at once, and the time goes into the other moves.
    seconds = 3 if value == "loss" else 0.5
    failed, text = ask("analyse", rules="gomoku", position=position, seconds=seconds)
    valued = json.loads(text)
    assert (failed, valued["proven"], valued["value"]) == (False, True, value)
    worths = [move.get("value") for move in valued["moves"]]
    assert worths[0] == value
    if value == "loss":
        assert set(worths) == {"loss"}
    assert all((move["value"] is None) == ("estimate" in move) for move in valued["moves"])


@pytest.mark.parametrize(
    ("tool", "arguments", "why"),
    [
        ("analyse", {"position": "X"}, "1 row"),
        ("analyse", {"position": "X../.../...", "seconds": 1e9}, "less than or equal to 60"),
        ("analyse", {"position": "." * 5_000}, "at most 2000 characters"),
        ("analyse", {}, "position: Field required"),
        ("analyse", {"position": "X../.../...", "rule": "3,3,3 misere"}, "rule: Extra inputs"),
        ("play", {"position": "XXX/OO./..."}, "the game is over"),
        ("play", {"position": "X../.../...", "level": "godlike"}, "unknown level 'godlike'"),
        ("explain", {"position": "X../.../...", "move": "a1"}, "a1 is taken"),
        ("explain", {"position": "X../.../...", "move": "z"}, "'z' is not a cell"),
        ("explain", {"position": "XXX/OO./...", "move": "c3"}, "after the end"),
        ("review", {"game": ""}, "it is empty"),
        ("review", {"game": "b2 b2"}, "b2"),
        ("review", {"game": "b2" * 20_000}, "at most 20000 characters"),
        ("check", {"answers": []}, "at least 1 item"),
        ("check", {"answers": [{"position": "X../.../...", "move": "b2"}] * 201}, "at most 200"),
        ("check", {"answers": [{"position": "XXX/OO./...", "move": "b2"}]}, "the game is over"),
        ("check", {"answers": [{"position": "X../.../...", "move": "b2", "rules": "3"}]}, "Extra"),
        ("atlas", {"rules": "chess"}, "unknown game 'chess'"),
        ("solve", {"rules": "chess"}, "unknown game 'chess'"),
        ("solve", {"rules": "15,15,5"}, "64"),
        ("solve", {"rules": "9,8,5 misere", "position": MISERE}, "without misère"),
        ("certificate", {"rules": "6,6,5", "seconds": 0.001}, "stopped"),
    ],
)
def test_what_cannot_be_done_is_a_tools_error(
    tool: str, arguments: dict[str, Any], why: str
) -> None:
    failed, text = ask(tool, **arguments)
    assert failed
    assert why in text
    assert "\n" not in text


def test_a_large_certificate_is_told_but_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    from noughts.bridges import mcp_tools

    assert mcp_tools.MOST_CERTIFICATE > 100
    monkeypatch.setattr(mcp_tools, "MOST_CERTIFICATE", 100)
    failed, text = ask("certificate", rules="3,3,3")
    assert failed
    assert "more than are shown (100)" in text


def test_the_tools_say_what_they_do_and_answer() -> None:
    """Each answer is structured, and as its schema says; the text is the same JSON."""

    async def asked() -> dict[str, Any]:
        async with connected() as client:
            found = {}
            for tool in (await client.list_tools()).tools:
                answer = await client.call_tool(tool.name, CALLS[tool.name])
                content, *pictures = answer.content
                drawn = tool.name in {"analyse", "explain", "play", "puzzle", "review"}
                assert len(pictures) == drawn
                assert content.type == "text"
                assert json.loads(content.text) == answer.structured_content
                validator_for(tool.output_schema or {}).validate(answer.structured_content)
                found[tool.name] = tool
            return found

    tools = anyio.run(asked)
    assert tools.keys() == CALLS.keys()
    for tool in tools.values():
        assert tool.annotations.title
        assert tool.annotations.read_only_hint
        assert not tool.annotations.destructive_hint
        assert not tool.annotations.open_world_hint
    assert tools["play"].input_schema["properties"]["level"]["enum"] == [
        str(level) for level in Level
    ]
    defined = schema.document()["$defs"]
    for name, kind in (("analyse", "Analysis"), ("play", "Choice"), ("solve", "Solution")):
        assert tools[name].output_schema.items() >= defined[kind].items()


CALLS: dict[str, dict[str, Any]] = {
    "analyse": {"position": "X.O/.X./..O"},
    "explain": {"position": "X.O/.X./..O", "move": "c2"},
    "play": {"position": "XX./OO./..."},
    "review": {"game": "b2 b1 a1 c3 a3"},
    "check": {"answers": [{"position": "X.O/.X./..O", "move": "c2"}]},
    "puzzle": {"day": "2026-12-01", "number": 3},
    "atlas": {"rules": "4,3,3"},
    "solve": {"rules": "4,3,3"},
    "certificate": {"rules": "3,3,3"},
}


def test_the_program_speaks_the_protocol_and_nothing_else() -> None:
    """No log of requests, and no colours, on stderr."""
    said: list[dict[str, Any]] = [
        {"id": 1, "method": "initialize", "params": HELLO},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/list"},
        {"id": 3, "method": "tools/call", "params": {"name": "play", "arguments": CALLS["play"]}},
        {"id": 4, "method": "tools/call", "params": {"name": "play", "arguments": {}}},
    ]
    answers: list[dict[str, Any]] = []
    program = [sys.executable, "-m", "noughts", "mcp"]
    with subprocess.Popen(
        program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        assert running.stderr is not None
        for each in said:
            running.stdin.write(json.dumps({"jsonrpc": "2.0", **each}) + "\n")
            running.stdin.flush()
            if "id" in each:
                answer = json.loads(running.stdout.readline())
                assert answer["id"] == each["id"]
                answers.append(answer["result"])
        running.stdin.close()
        assert running.stderr.read() == ""
        assert running.wait() == 0
    _, listed, played, refused = answers
    assert sorted(tool["name"] for tool in listed["tools"]) == sorted(CALLS)
    assert (played["isError"], refused["isError"]) == (False, True)


HELLO = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "test", "version": "1"},
}


def test_at_a_keyboard_it_says_what_it_waits_for_and_control_c_ends_it() -> None:
    ours, its = pty.openpty()
    command = [sys.executable, "-m", "noughts", "mcp"]
    with subprocess.Popen(command, stdin=its, stderr=subprocess.PIPE) as running:
        assert running.stderr is not None
        waiting = running.stderr.readline()
        running.send_signal(signal.SIGINT)
        rest = running.stderr.read()
    os.close(its)
    os.close(ours)
    assert waiting == b"note: reading an assistant's requests from the keyboard (Ctrl-C stops)\n"
    assert (running.returncode, rest) == (130, b"")


def test_a_move_is_explained_and_a_game_is_reviewed_as_the_commands_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    failed, text = ask("explain", position="X../.../...", move="b1")
    found = json.loads(text)
    assert (failed, found["grade"], found["best"]) == (False, "threw away the draw", ["b2"])
    assert found["reason"].startswith("loses in 6 plies")
    assert found["better"]
    (tmp_path / "game").write_text("b2 b1 a1 c3 a3")
    assert run(["review", str(tmp_path / "game"), "--json"]) == 0
    failed, text = ask("review", game="b2 b1 a1 c3 a3")
    assert (failed, json.loads(text)) == (False, json.loads(capsys.readouterr().out))
    failed, text = ask("review", game="b3 a3", rules="3,3,3 gravity", picture=False)
    assert (failed, json.loads(text)["moves"][0]["grade"]) == (False, "best")


def test_chosen_moves_are_judged_one_by_one() -> None:
    chosen = [("X../.../...", move) for move in ("b2", "b1", "a1", "z9")]
    chosen.append(("XX./OO./...", "a3"))
    answers = [{"position": position, "move": move} for position, move in chosen]
    failed, text = ask("check", answers=answers)
    found = json.loads(text)
    assert not failed
    assert [each["regret"] for each in found["answers"]] == [0, 1, None, None, 2]
    assert [each["legal"] for each in found["answers"]] == [True, True, False, False, True]
    assert (found["legal"], found["proven"], found["wrong"]) == (3, 3, 2)
    assert "is taken" in found["answers"][2]["why"]
    # Nothing is proved within the time: then nothing is said to be right or wrong.
    large = {"position": "/".join(["." * 15] * 15), "move": "h8"}
    failed, text = ask("check", answers=[large], rules="gomoku", seconds=0.1)
    (judged,) = json.loads(text)["answers"]
    assert (judged["legal"], judged["regret"], judged["grade"]) == (True, None, None)


def test_the_puzzle_of_a_day_is_the_terminals(capsys: pytest.CaptureFixture[str]) -> None:
    failed, text = ask("puzzle", day="2026-12-01", number=2)
    assert not failed
    assert run(["puzzle", "--daily", "2026-12-01", "--json"]) == 0
    assert json.loads(text) == json.loads(capsys.readouterr().out.splitlines()[1])
    assert ask("puzzle", day="tomorrow")[0]


def test_the_atlas_says_what_is_proved_and_what_is_only_published() -> None:
    def known(rules: str) -> list[dict[str, Any]]:
        failed, text = ask("atlas", rules=rules)
        assert not failed
        found: list[dict[str, Any]] = json.loads(text)["known"]
        return found

    draw, blocked = known("tic-tac-toe")
    assert (draw["value"], draw["proved"], draw["certificate"]) == ("draw", True, "3,3,3.cert")
    assert (blocked["game"], blocked["value"]) == ("3,3,3, O only blocks", "X wins")
    (large,) = known("gomoku")
    assert (large["proved"], large["published"], large["certificate"]) == (True, "Allis 1994", None)
    (said,) = known("5,13,4 gravity")
    assert (said["proved"], said["certificate"]) == (False, None)
    assert said["published"].startswith("Steininger")
    assert known("connect-four")[0]["value"] == "X wins"
    assert known("4,5,4") == known("5,4,4") != []
    assert known("5,4,4 torus") == known("4,5,4 torus") != []
    assert known("4,3,4 gravity")[0]["value"] == "draw"
    (open_one,) = known("8,8,6 torus")
    assert (open_one["value"], open_one["proved"]) == ("X wins or draw", False)
    assert "nodes were searched" in open_one["reason"]
    assert known("9,9,5") == []


def test_the_picture_is_of_the_position(monkeypatch: pytest.MonkeyPatch) -> None:
    async def asked(**more: Any) -> list[tuple[str, bytes]]:
        async with connected() as client:
            answer = await client.call_tool("play", {"position": "XX./OO./...", **more})
            return [
                (each.mime_type, base64.b64decode(each.data))
                for each in answer.content
                if each.type == "image"
            ]

    assert anyio.run(lambda: asked(picture=False)) == []
    ((kind, data),) = anyio.run(asked)
    assert (kind, data[:4]) == ("image/png", b"\x89PNG")
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    ((kind, data),) = anyio.run(asked)
    assert kind == "image/svg+xml"
    assert b"X at c1, the last move" in data
    assert b"var(" not in data


def test_some_pages_of_the_reference_are_resources() -> None:
    from mcp.types import TextResourceContents

    async def asked() -> dict[str, str]:
        async with connected() as client:
            found = {}
            for each in (await client.list_resources()).resources:
                (page,) = (await client.read_resource(each.uri)).contents
                assert isinstance(page, TextResourceContents)
                found[str(each.uri)] = page.text
                assert page.text.startswith(f"# {each.title}\n")
            return found

    from noughts.bridges.mcp_server import PAGES

    pages = anyio.run(asked)
    assert "# How values are written" in pages["noughts://reference/values"]
    assert list(pages) == [f"noughts://reference/{name}" for name in PAGES]
    assert f"DOCUMENTS = {PAGES}".replace("'", '"') in (ROOT / "setup.py").read_text()


def test_the_description_for_registries_is_of_this_package() -> None:
    described = json.loads((ROOT / "server.json").read_text())
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    (package,) = described["packages"]
    assert package["identifier"] == project["name"]
    assert described["version"] == package["version"] == project["version"]
    assert len(described["description"]) <= 100, "registries refuse more"
    assert re.fullmatch(r"[\w.-]+/[\w.-]+", described["name"])
    assert package["transport"] == {"type": "stdio"}
    assert [each["value"] for each in package["packageArguments"]] == ["mcp"]
    assert "registryBaseUrl" not in package

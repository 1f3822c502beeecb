"""What the API answers, beside what the command line prints."""

import base64
import gzip
import json
from functools import reduce
from itertools import combinations, islice
from typing import Any, get_args

import pytest

from noughts import Level, Limit, Position, Record, Rules
from noughts.cli import run
from noughts.core.catalogue import languages, say, speaking
from noughts.core.errors import NoughtsError
from noughts.engines.perfect import DEFAULT_LIMIT
from noughts.json import decode, shapes
from noughts.testing import check_answers
from noughts.trace import SEARCHES
from noughts.web import jobs, models
from noughts.web.answers import TABLED
from noughts.web.openapi import document
from noughts.web.presets import PRESETS
from noughts.web.settings import Settings
from tests.shapes import assert_shape
from tests.test_answers import positions
from tests.web.asking import Site

ANALYSIS = "/api/v1/analysis"
MOVE = "/api/v1/move"


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert run([*arguments, "--json"]) == 0
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def test_hand_made_rules_with_a_long_text_are_answered(site: Site) -> None:
    cells = [column + row for row in "4321" for column in "abcd"]
    lines = " ".join(map("-".join, islice(combinations(cells, 3), 60)))
    question = {"rules": f"4,4 lines {lines} gravity", "position": "..../..../..../...."}
    answer = site.ask(ANALYSIS, question)
    assert (answer.status, answer.json["value"]) == (200, "win")


def timeless(document: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in document.items() if key != "seconds"}


@pytest.mark.parametrize(
    ("rules", "position"),
    [
        ("3,3,3", "X.O/.X./..O"),
        ("3,3,3", "XXX/OO./..."),
        ("3,3,3", "XOX/XOO/OXX"),
        ("tic-tac-toe", "x__/_o_/___"),
        ("3,3,3 misere", ".../.../..."),
        ("3,3,3 torus", "X../.O./..."),
        ("3,2,3", ".../..."),
        ("4,3,3", "XO../XO../...."),
        ("2,2,2,2", "../..//../.."),
    ],
)
def test_an_analysis_is_the_command_lines(
    site: Site, capsys: pytest.CaptureFixture[str], rules: str, position: str
) -> None:
    answer = site.ask(ANALYSIS, {"rules": rules, "position": position})
    assert answer.status == 200
    assert answer.headers["content-type"] == "application/json"
    expected = printed(capsys, "analyse", position, "--rules", rules)
    assert timeless(answer.json) == timeless(expected)
    assert_shape(answer.json, shapes.Analysis)


@pytest.mark.parametrize(
    ("wanted", "spoken", "reason"),
    [
        ("", "en", "wins at once with a1 b1 c1"),
        ("sv, de-AT;q=0.8, en;q=0.5", "de", "gewinnt sofort mit a1 b1 c1"),
        ("es", "es", "gana al instante con a1 b1 c1"),
        ("pt, en;q=0.5", "pt-BR", "vence na hora com a1 b1 c1"),
        ("zh-TW, zh;q=0.9, en;q=0.8", "zh-Hans", "连成 a1 b1 c1\N{FULLWIDTH COMMA}立即获胜"),
        ("zh-TW, en;q=0.8", "en", "wins at once with a1 b1 c1"),
        ("tlh, *", "en", "wins at once with a1 b1 c1"),
    ],
)
# From the table, and from a process of the pool.
@pytest.mark.parametrize("rules", ["3,3,3", "4,3,3"])
def test_reasons_are_in_the_language_of_the_request(
    site: Site, rules: str, wanted: str, spoken: str, reason: str
) -> None:
    row = "." if rules == "4,3,3" else ""
    question = {"rules": rules, "position": f"XX.{row}/OO.{row}/...{row}"}
    answer = site.ask(ANALYSIS, question, headers={"Accept-Language": wanted})
    assert answer.headers["content-language"] == spoken
    assert "Accept-Language" in answer.headers["vary"]
    report = answer.json
    assert report["moves"][0]["reason"] == reason
    # Nothing else changes: facts, fields and names are the same.
    fact = {"kind": "wins at once", "lines": [["a1", "b1", "c1"]], "plies": 1}
    assert report["moves"][0]["facts"] == [fact]


@pytest.mark.parametrize("wanted", languages())
def test_errors_are_in_the_language_of_the_request(site: Site, wanted: str) -> None:
    for position, rules, kind in (
        ("X", "3,3,3", "position"),
        ("XX./.../...", "3,3,3", "position"),
        (".../.../...", "gomuku", "rules"),
        (".../.../...", "3,3", "rules"),
    ):
        question = {"position": position, "rules": rules}
        answer = site.ask(ANALYSIS, question, headers={"Accept-Language": wanted})
        assert (answer.status, answer.json["type"]) == (422, f"/docs#problem-{kind}")
        details = []
        for tag in ("en", wanted):
            with speaking(tag), pytest.raises(NoughtsError) as found:
                Position.parse(position, rules)
            details.append(str(found.value))
        assert answer.json["detail"] == details[1]
        assert (details[0] == details[1]) is (wanted == "en")


@pytest.mark.parametrize("wanted", languages())
def test_so_is_what_the_framework_refuses(site: Site, wanted: str) -> None:
    heard = {"Accept-Language": wanted}
    answers = [
        ("nothing", site.ask("/api/v1/nope", headers=heard)),
        ("method", site.ask(ANALYSIS, method="DELETE", headers=heard)),
        ("origin", site.ask(ANALYSIS, {}, headers=heard | {"Sec-Fetch-Site": "cross-site"})),
        ("broken JSON", site.ask(ANALYSIS, body=b"{", headers=heard)),
        ("not JSON", site.ask(ANALYSIS, body=b"{}", headers=heard | {"Content-Type": "text/html"})),
        ("long name", site.ask("/api/v1/games", {"name": 31 * "x"}, headers=heard)),
    ]
    values: dict[str, dict[str, object]] = {
        "nothing": {"address": "'/api/v1/nope'"},
        "method": {"method": "'DELETE'"},
        "broken JSON": {"reason": "Expecting property name enclosed in double quotes", "place": 1},
        "long name": {"most": 30, "length": 31},
    }
    for name, answer in answers:
        with speaking(wanted):
            detail = say("problem", name, **values.get(name, {}))
            title = say("problem title", answer.json["type"].removeprefix("/docs#problem-"))
        assert answer.json["title"] == title
        assert answer.json["detail"].endswith(detail)


def test_an_unproved_analysis_says_so(site: Site) -> None:
    answer = site.ask(ANALYSIS, {"rules": "7,7,5", "position": "/".join(["." * 7] * 7)})
    found = answer.json
    assert (answer.status, found["proven"], found["value"]) == (200, False, None)
    assert isinstance(found["estimate"], int)
    assert len(found["moves"]) == 49
    assert all(move["line"][0] == move["move"] for move in found["moves"])


@pytest.mark.parametrize(("moves", "value"), [("", "win"), ("g7", "loss"), ("g7 k7", "win")])
def test_on_a_large_board_what_threats_prove_is_said_to_be_proved(
    site: Site, moves: str, value: str
) -> None:
    """Three in an open row, and the side to move; every value is a proof or an estimate."""
    won = Record.parse("Rules: 15,15,5\n\nh7 a1 i7 b1 j7 o1")
    position = reduce(Record.play, moves.split(), won).position
    answer = site.ask(ANALYSIS, {"rules": "15,15,5", "position": str(position)})
    found = answer.json
    assert (answer.status, found["proven"], found["value"]) == (200, True, value)
    worths = [move["value"] for move in found["moves"]]
    assert (len(worths), worths[0]) == (225 - position.ply, value)
    assert all((move["value"] is None) == ("estimate" in move) for move in found["moves"])
    if value == "loss":
        assert set(worths) == {"loss"}
    chosen = site.ask(MOVE, {"rules": "15,15,5", "position": str(position)}).json
    assert (chosen["proven"], chosen["value"]) == (True, value)


@pytest.mark.parametrize(
    "game", ["3,3,3", "4,3,3 misere", "5,4,4 gravity", "connect-four", "8,8,5"]
)
def test_the_law_of_every_answer(site: Site, game: str) -> None:
    """The move that is made has the score that is reported, and no move is better."""
    for position in positions(Rules.parse(game), 3, 3, most_empty=16):
        question = {"rules": game, "position": str(position)}
        move, analysis = (site.ask(path, question).body for path in (MOVE, ANALYSIS))
        check_answers(decode.choice(move, position), decode.analysis(analysis))


def test_the_same_question_is_not_thought_over_twice(site: Site) -> None:
    question = {"rules": "6,6,5", "position": "/".join(["." * 6] * 6)}
    first, second = site.ask(ANALYSIS, question), site.ask(ANALYSIS, question)
    assert first.body == second.body


@pytest.mark.parametrize(
    ("path", "question"),
    [
        ("rules/3,3%20holes%20a1%20lines%20b1-c1", None),
        ("analysis", {"position": "X......."}),
        ("move", {"position": "X......."}),
        ("match", {"players": ["hard", "easy"]}),
        ("games", {"side": "X"}),
        ("classrooms", {}),
    ],
)
def test_boards_with_holes_are_refused_in_one_sentence(
    site: Site, path: str, question: dict[str, Any] | None
) -> None:
    if question is not None:
        question = {"rules": "3,3 holes a1 lines b1-c1", **question}
    answer = site.ask(f"/api/v1/{path}", question)
    assert answer.status == 422
    assert answer.json["detail"] == "this server does not support boards with holes"


def test_rules_may_be_left_out(site: Site) -> None:
    assert site.ask(ANALYSIS, {"position": ".../.../..."}).json["rules"] == "3,3,3"
    assert site.ask(MOVE, {"position": ".../.../..."}).json["level"] == "hard"


@pytest.mark.parametrize("level", [str(level) for level in Level])
@pytest.mark.parametrize("rules", ["3,3,3", "3,2,3"])
def test_a_move_is_the_command_lines(
    site: Site, capsys: pytest.CaptureFixture[str], level: str, rules: str
) -> None:
    position = str(Position(Rules.parse(rules)).play(1))
    for seed in range(4):
        question = {"rules": rules, "position": position, "level": level, "seed": seed}
        answer = site.ask(MOVE, question)
        # The command line refuses what would do nothing.
        seeded = () if level == "hard" else ("--seed", str(seed))
        options = ("--rules", rules, "--level", level, *seeded)
        said = printed(capsys, "move", position, *options)
        assert (answer.status, answer.json) == (200, said)
        assert_shape(answer.json, shapes.Choice)


def test_hard_never_loses_and_wins_when_it_can(site: Site) -> None:
    assert site.ask(MOVE, {"position": "XX./OO./..."}).json["move"] == "c1"
    assert site.ask(MOVE, {"position": "X.O/.X./..O"}).json["move"] == "c2"


@pytest.mark.parametrize("level", [str(level) for level in Level])
@pytest.mark.parametrize("rules", ["15,15,5", "20,20,5 exact"])
def test_a_swap2_opening(site: Site, rules: str, level: str) -> None:
    empty = Position(Rules.parse(rules))
    question = {"rules": rules, "level": level, "seed": 7}
    opened = site.ask("/api/v1/swap2", {**question, "position": str(empty)})
    assert opened.status == 200
    assert_shape(opened.json, shapes.Swap2)
    assert opened.json == site.ask("/api/v1/swap2", {**question, "position": str(empty)}).json
    assert opened.json["take"] is None
    position = reduce(Position.play, opened.json["place"], empty)
    assert opened.json["cells"] == [position.rules.cell(name) for name in opened.json["place"]]
    assert position.ply == 3
    taken = site.ask("/api/v1/swap2", {**question, "position": str(position)}).json
    assert (taken["place"], taken["take"] in {"X", "O"}, taken["proven"]) == ([], True, False)


@pytest.mark.parametrize(
    ("rules", "moves", "words"),
    [
        ("15,15,5", "h8", "after 3 or 5"),
        ("3,3,3", "", "swap2 is for 5 or more"),
        ("15,15,5 gravity", "", "without misère and gravity"),
    ],
)
def test_what_is_no_swap2_opening(site: Site, rules: str, moves: str, words: str) -> None:
    position = reduce(Position.play, moves.split(), Position(Rules.parse(rules)))
    refused = site.ask("/api/v1/swap2", {"rules": rules, "position": str(position)})
    assert refused.status == 422
    assert words in refused.json["detail"]


def test_a_file_of_another_program_is_read(site: Site) -> None:
    def ask(name: str, data: bytes) -> Any:
        return site.ask("/api/v1/file", {"name": name, "data": base64.b64encode(data).decode()})

    opened = ask("game.SGF", b"(;GM[4]SZ[15];B[hh];W[ii])")
    assert (opened.status, opened.json) == (
        200,
        {"record": "Rules: 15,15,5\n\nh8 i9 *", "notes": []},
    )
    assert ask("looks", b"h8i9").json == opened.json
    wrong = ask("game.psq", b"(;GM[4]SZ[15];B[hh])")
    assert (wrong.status, "line 1 is" in wrong.json["detail"]) == (422, True)
    large = ask("game.sgf", b"(;GM[4]SZ[26];B[hh])")
    assert large.json == {"record": "Rules: 26,26,5\n\nh8 *", "notes": []}
    assert site.ask("/api/v1/file", {"name": "a", "data": "?"}).status == 422
    assert ask("a", b"h" * (models.MOST_FILE + 6)).status == 422


def test_presets(site: Site) -> None:
    answer = site.ask("/api/v1/rules")
    assert [(game["rules"], game["name"]) for game in answer.json] == [
        (preset.rules, preset.name) for preset in PRESETS
    ]
    for game in answer.json:
        assert_shape(game, shapes.Preset)
        board = site.ask(f"/api/v1/rules/{game['rules'].replace(' ', '%20')}").json
        assert_shape(board, shapes.Board)
        assert game == game | {key: board[key] for key in shapes.Game.__required_keys__}


def test_presets_are_boards_that_the_server_takes() -> None:
    for preset in PRESETS:
        rules = Rules.parse(preset.rules)
        assert str(rules) == preset.rules
        assert jobs.read(preset.rules) == rules
    assert set(TABLED) >= {"3,3,3", "3,3,3 misere", "3,3,3 torus", "tic-tac-toe"}
    assert len(set(TABLED.values())) <= 8, "the engine keeps eight tables"


def test_a_board_is_all_that_is_needed_to_play(site: Site) -> None:
    assert site.ask("/api/v1/rules/3,3,3").json == {
        "rules": "3,3,3",
        "shape": [3, 3],
        "k": 3,
        "cells": 9,
        "misere": False,
        "torus": False,
        "exact": False,
        "caro": False,
        "gravity": False,
        "lines": [
            *([0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6]),
            *([1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]),
        ],
        "guards": [[]] * 8,
        "ends": [[]] * 8,
    }


@pytest.mark.parametrize(
    ("rules", "first_guard"),
    [
        *(("4,4,3 exact misere", [3]), ("gomoku", []), ("caro", [])),
        ("2,2%20lines%20a1-b1%20a1-b2", []),
    ],
)
def test_boards_of_every_kind(site: Site, rules: str, first_guard: list[int]) -> None:
    board = site.ask(f"/api/v1/rules/{rules.replace(' ', '%20')}").json
    game = Rules.parse(rules.replace("%20", " "))
    assert board["guards"][0] == first_guard
    assert [len(ends) for ends in board["ends"]] == [ends.bit_count() for ends in game.ends]
    assert len(board["lines"]) == len(game.lines)
    assert (board["k"], board["misere"], board["exact"]) == (game.k, game.misere, game.exact)
    assert board["caro"] is game.caro
    assert board["gravity"] is game.gravity


def test_a_count_is_the_command_lines(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    answer = site.ask("/api/v1/count/3,3,3")
    assert answer.json == printed(capsys, "count", "3,3,3")
    assert_shape(answer.json, shapes.Count)


def test_what_is_too_large_to_count_is_said(site: Site) -> None:
    answer = site.ask("/api/v1/count/6,6,6")
    assert (answer.status, answer.json["type"]) == (422, "/docs#problem-limit")
    assert "too large to count here" in answer.json["detail"]


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize(
    ("rules", "position", "depth"),
    [("3,3,3", "X.O/.X./..O", None), ("4,4,4", "X.../.O../..X./....", 2)],
)
def test_a_trace_is_the_command_lines(
    site: Site,
    capsys: pytest.CaptureFixture[str],
    search: str,
    rules: str,
    position: str,
    depth: int | None,
) -> None:
    question = {"rules": rules, "position": position, "engine": search, "depth": depth}
    answer = site.ask("/api/v1/trace", question)
    assert answer.status == 200
    assert answer.headers["content-type"] == "application/x-ndjson"
    options = [] if depth is None else ["--depth", str(depth)]
    options += ["--rules", rules, "--engine", search, "--nodes", "15000", "--json"]
    assert run(["trace", position, *options]) == 0
    sent, printed = answer.body.splitlines(), capsys.readouterr().out.splitlines()
    assert [json.loads(line) for line in sent] == [json.loads(line) for line in printed]


def test_a_trace_stops_at_the_server_s_limit(site: Site) -> None:
    question = {"position": ".../.../...", "engine": "minimax"}
    answer = site.ask("/api/v1/trace", question, headers={"Accept-Encoding": "gzip"})
    lines = gzip.decompress(answer.body).splitlines()
    assert json.loads(lines[-1])["event"] == "stopped"
    assert json.loads(lines[-1])["calls"] == 15_000
    assert "look fewer plies ahead" in json.loads(lines[-1])["why"]


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ({"position": "XXX/OO./..."}, "the game is over"),
        ({"position": "XXX/XXX/..."}, "X"),
        ({"position": ".../.../...", "depth": 0}, "depth"),
        ({"position": ".../.../...", "engine": "perfect"}, "engine"),
        ({"position": ".../.../...", "engine": "symmetric", "depth_aware": False}, "faster win"),
        ({"position": "/".join(["." * 9] * 9), "rules": "9,9,5"}, "at most 64 cells"),
    ],
)
def test_what_cannot_be_traced_is_said(site: Site, question: dict[str, Any], words: str) -> None:
    answer = site.ask("/api/v1/trace", question)
    assert answer.status == 422
    assert words in str(answer.json)


def test_health(site: Site) -> None:
    assert site.ask("/healthz").json == {"status": "ok"}
    assert site.ask("/readyz").json == {"status": "ready"}


@pytest.mark.parametrize("path", ["rules", "count"])
def test_gravity_is_said_and_counted(site: Site, path: str) -> None:
    found = site.ask(f"/api/v1/{path}/3,3,3%20gravity").json
    assert found["rules"] == "3,3,3 gravity"
    assert found.get("gravity", True) is True
    assert site.ask("/api/v1/rules/3,3,3").json["gravity"] is False


def test_with_gravity_stones_fall_in_analysis_and_moves(
    site: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    question = {"rules": "3,3,3 gravity", "position": ".../.../X.."}
    found = site.ask(ANALYSIS, question).json
    assert {move["move"] for move in found["moves"]} == {"a2", "b3", "c3"}
    expected = printed(capsys, "analyse", ".../.../X..", "--rules", "3,3,3 gravity")
    assert timeless(found) == timeless(expected)
    assert site.ask(MOVE, question).json["move"] in {"a2", "b3", "c3"}
    floating = site.ask(ANALYSIS, question | {"position": "X../.../..."})
    assert (floating.status, floating.json["type"]) == (422, "/docs#problem-position")


def test_every_object_and_field_is_explained() -> None:
    events = {"Source", "Search", *(event.__name__ for event in get_args(shapes.Event))}
    for name, each in document()["components"]["schemas"].items():
        assert each["description"], name
        for field, what in each.get("properties", {}).items():
            assert name in events or explained(what), (name, field)


def explained(what: dict[str, Any]) -> bool:
    parts = [*what.get("anyOf", []), *([what["items"]] if "items" in what else [])]
    said = what.keys() & {"description", "$ref", "examples", "enum"}
    return bool(said) or any(map(explained, parts))


# -- the same engine as everywhere ---------------------------------------------------------------


def test_an_engine_may_think_as_long_here_as_on_the_command_line() -> None:
    assert Settings().budget == DEFAULT_LIMIT


@pytest.mark.parametrize(
    ("rules", "value"),
    [
        ("4,4,4", "draw"),
        ("5,4,4", "draw"),
        ("5,5,4", "draw"),
        pytest.param("6,5,4", "win", marks=pytest.mark.deep),  # test_values.py proves it
        ("5,5,5", "draw"),
        ("6,6,5", "draw"),
        ("6,6,6", "draw"),
        ("3,3,3,3", "win"),
    ],
)
def test_what_the_solver_proves_is_proved_here(rules: str, value: str) -> None:
    position = str(Position(Rules.parse(rules)))
    # As the server's processes do it, with time enough for a busy machine.
    found = json.loads(jobs.analysis(rules, position, Limit(seconds=600)))
    assert (found["value"], found["proven"]) == (value, True)
    moved = json.loads(jobs.move(rules, position, "hard", None, Limit(seconds=600)))
    assert (moved["value"], moved["proven"]) == (value, True)
    assert moved["move"] == found["moves"][0]["move"]

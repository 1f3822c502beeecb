import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from noughts import Limit, Record, Rules, Starts
from noughts.cli import run
from noughts.json import encode as reports
from noughts.lab.matches import Match, Standing
from tests.waiting import PATIENCE

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def match(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run `noughts match` in this process; return exit code, stdout, stderr."""

    def command(*arguments: str) -> tuple[int, str, str]:
        code = run(["match", *arguments])
        return code, *capsys.readouterr()

    return command


def as_json(result: tuple[int, str, str]) -> dict[str, Any]:
    code, out, err = result
    assert (code, err) == (0, "")
    assert out.count("\n") == 1
    document: dict[str, Any] = json.loads(out)
    return document


def test_the_json_is_that_of_the_library(match: Run) -> None:
    options = ("--rules", "4,4,3", "--games", "8", "--seed", "9", "--starts", "second")
    document = as_json(
        match("medium", "tactics", "easy", *options, "--opening", "2", "--nodes", "300", "--json")
    )
    own = Match(
        Rules.parse("4,4,3"),
        ("medium", "tactics", "easy"),
        seed=9,
        starts=Starts.SECOND,
        opening=2,
        limit=Limit(nodes=300),
    )
    standing, lost = Standing(), []
    for number in range(1, 25):
        standing.add(game := own.game(number))
        lost += [game] * (game.winner is not None)
    assert document == reports.match(own, standing, lost)
    assert document["limit"] == {"seconds": None, "nodes": 300, "depth": None}
    assert [pair["games"] for pair in document["pairs"]] == [8, 8, 8]


def test_lost_games_are_records_that_review_reads(match: Run) -> None:
    document = as_json(match("easy", "hard", "--games", "5", "--seed", "1", "--json"))
    (lost, *_) = document["lost_games"]
    record = Record.parse(lost["record"])
    assert record.position.outcome is not None
    source = subprocess.run(
        [sys.executable, "-m", "noughts", "review", "-"],
        input=lost["record"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert source.stdout.count("better:") >= 1


def test_the_figures_in_words(match: Run) -> None:
    code, out, err = match("hard", "easy", "--seed", "7")
    assert (code, err) == (0, "")
    assert out.startswith("hard against easy on 3,3,3: 100 games, seed 7\n")
    document = as_json(match("hard", "easy", "--seed", "7", "--json"))
    (pair,) = document["pairs"]
    for word, name in (("won", "wins"), ("drawn", "draws"), ("lost", "losses")):
        rate = pair["rates"][name]
        numbers = (pair["X"][name], pair["O"][name], pair[name])
        shown = [f"{rate['rate']:.1%}", f"{rate['low']:.1%}", "to", f"{rate['high']:.1%}"]
        assert [word, *map(str, numbers), *shown] in [line.split() for line in out.splitlines()]
    points = pair["elo"]
    assert f"{points['difference']:+.0f}, {points['low']:+.0f} to {points['high']:+.0f}" in out
    assert out.count("lost by easy: ") == 10
    assert f"... and {pair['wins'] - 10} more lost games (--all prints them)" in out
    assert match("hard", "easy", "--seed", "7", "--all")[1].count("lost by") == pair["wins"]


def test_three_players_make_a_table_best_first(match: Run) -> None:
    code, out, _ = match("easy", "hard", "tactics", "--games", "20", "--seed", "2")
    assert code == 0
    assert re.findall(r"^\(\d\) (\S+)", out, re.MULTILINE) == ["hard", "tactics", "easy"]
    assert "hard against tactics: +0 =20 -0, 2 different, they only repeat themselves" in out
    assert re.search(r"easy against hard: \+0 =\d+ -\d+, \d+ different, Elo -\d+", out)


def test_who_repeats_is_told_so(match: Run) -> None:
    _, out, _ = match("perfect", "tactics", "--games", "6")
    assert "Different games among the 6: 2.\nNeither player moves at random" in out
    assert "interval" not in out.split("Different")[0]
    assert "Elo" not in out
    (pair,) = as_json(match("perfect", "tactics", "--games", "6", "--json"))["pairs"]
    assert pair["repeats"]
    assert pair["rates"]["draws"] == {"rate": 1.0, "low": None, "high": None}
    assert set(pair["elo"].values()) == {None}
    _, out, _ = match("perfect", "tactics", "--games", "6", "--seed", "1", "--opening", "2")
    assert "Neither" not in out


def test_without_a_seed_one_is_drawn_and_told(match: Run) -> None:
    document = as_json(match("easy", "medium", "--games", "9", "--json"))
    again = as_json(
        match("easy", "medium", "--games", "9", "--json", "--seed", str(document["seed"]))
    )
    assert again == document


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["hard"], "a match takes two players or more"),
        ([], "Missing argument"),
        (["hard", "hrad"], "no engine 'hrad'; did you mean hard?"),
        (["hard", "easy", "--games", "0"], "0 is out of range"),
        (["hard", "easy", "--opening", "9"], "an opening of 9 moves leaves no game on 3,3,3"),
        (["hard", "easy", "--opening", "-1"], "-1 is out of range"),
        (["hard", "easy", "--rules", "3,3"], "3,3"),
    ],
)
def test_bad_input(match: Run, arguments: list[str], message: str) -> None:
    code, out, err = match(*arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_a_limit_reached_first_is_exit_3_after_what_is_known(match: Run) -> None:
    code, out, err = match("minimax", "easy", "--nodes", "1000")
    assert (code, out) == (3, "")
    assert err == "noughts: game 1, move 1: minimax stopped at the limit of 1,000 nodes\n"
    code, out, err = match("random", "minimax", "minimax", "--nodes", "1", "--json")
    assert code == 3
    assert json.loads(out)["games"] == 0


PLAYING = """
import sys
from noughts.cli import run
from noughts.lab.matches import Match

def game(match, number, play=Match.game):
    if number == 10:
        print("playing", flush=True)
    return play(match, number)

Match.game = game
sys.exit(run(["match", "easy", "easy", "--games", "1000000", "--json"]))
"""


def test_ctrl_c_ends_with_what_is_known() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PLAYING], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == b"playing\n"
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=PATIENCE)
    assert (running.returncode, err.strip()) == (130, b"")
    document = json.loads(out)
    assert 0 < document["games"] < 1_000_000
    assert document["games"] == document["players"][0]["games"]


def test_progress_is_shown_on_a_terminal_only(match: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for players, shown in ((("easy", "hard"), "easy +"), (("easy", "hard", "tactics"), "of 9")):
        monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
        _, _, err = match(*players, "--games", "3", "--seed", "1")
        assert "3 of " in err
        assert shown in err
        assert err.endswith("\r\033[K")
        monkeypatch.undo()

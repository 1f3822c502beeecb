import contextlib
import json
import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from noughts.cli import COMMANDS, run
from tests.waiting import PATIENCE

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def noughts(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command in this process; return exit code, stdout, stderr."""

    def command(*arguments: str) -> tuple[int, str, str]:
        code = run(list(arguments))
        out, err = capsys.readouterr()
        return code, out, err

    return command


def as_json(result: tuple[int, str, str]) -> dict[str, Any]:
    code, out, err = result
    assert (code, err) == (0, "")
    assert out.count("\n") == 1, "one object on stdout, nothing else"
    document: dict[str, Any] = json.loads(out)
    return document


# -- answers -------------------------------------------------------------------------------------


def test_analyse_prints_the_json_of_the_design(noughts: Run) -> None:
    document = as_json(noughts("analyse", "--json", "X.O/.X./..O"))
    assert list(document) == [
        "rules",
        "position",
        "turn",
        "outcome",
        "proven",
        "value",
        "plies",
        "customary",
        "best",
        "moves",
        "engine",
        "nodes",
        "seconds",
    ]
    assert document["moves"][0] == {
        "move": "c2",
        "cell": 5,
        "value": "draw",
        "plies": None,
        "customary": None,
        "best": True,
        "facts": [{"kind": "blocks", "lines": [["c1", "c2", "c3"]]}],
        "reason": "blocks O's line c1 c2 c3",
        "line": ["c2", "a2", "b1", "b3", "a3"],
    }
    assert (document["value"], document["best"], document["turn"]) == ("draw", ["c2"], "X")
    assert (document["proven"], document["outcome"], document["rules"]) == (True, None, "3,3,3")


def test_a_finished_game_is_answered(noughts: Run) -> None:
    document = as_json(noughts("analyse", "--json", "XXX/OO./..."))
    assert document["outcome"] == {"winner": "X", "line": ["a1", "b1", "c1"]}
    assert (document["moves"], document["value"], document["plies"]) == ([], "loss", 0)
    assert as_json(noughts("analyse", "--json", "XOX/XOO/OXX"))["outcome"] == {
        "winner": None,
        "line": None,
    }
    assert "X wins with a1 b1 c1" in noughts("analyse", "XXX/OO./...")[1]


def test_a_guess_is_marked_as_one(noughts: Run) -> None:
    rows = "/".join(["......"] * 6)
    document = as_json(noughts("analyse", rows, "--rules", "6,6,5", "--nodes", "50", "--json"))
    assert (document["proven"], document["value"], document["plies"]) == (False, None, None)
    assert all(isinstance(move["estimate"], int) for move in document["moves"])
    assert "not proved" in noughts("analyse", rows, "--rules", "6,6,5", "--nodes", "50")[1]


def test_move_prints_the_json_of_the_design(noughts: Run) -> None:
    assert as_json(noughts("move", "X.O/.X./..O", "--json")) == {
        "move": "c2",
        "cell": 5,
        "value": "draw",
        "plies": None,
        "customary": None,
        "proven": True,
        "engine": "hard",
        "level": "hard",
    }
    easy = as_json(noughts("move", "X.O/.X./..O", "--level", "easy", "--seed", "1", "--json"))
    assert easy == as_json(
        noughts("move", "X.O/.X./..O", "--level", "EASY", "--seed", "1", "--json")
    )
    assert (easy["value"], easy["proven"]) == (None, False)
    assert (easy["engine"], easy["level"]) == ("easy", "easy")
    named = as_json(noughts("move", "X../.../...", "--engine", "tactics", "--json"))
    assert (named["engine"], named["level"], named["move"]) == ("tactics", None, "b2")
    assert noughts("move", "X../.../...", "--engine", "tactics")[1] == (
        "b2    centre: the centre is free\n".replace("    ", "  ")
    )


def test_count_prints_the_json_of_the_design(noughts: Run, counts: dict[str, Any]) -> None:
    document = as_json(noughts("count", "3,3,3", "--json"))
    assert document.items() >= {"rules": "3,3,3", **counts["3,3,3"]}.items()
    lines = noughts("count")[1].splitlines()
    assert lines[0] == "3,3,3"
    assert any(re.fullmatch(r"games +255,168", line) for line in lines)
    assert lines.index("move sequences of each length") == len(lines) - 11


def test_count_calls(noughts: Run) -> None:
    document = as_json(noughts("count", "2,2,2", "--calls", "--json"))
    assert (document["minimax"], document["along_a_game"]) == (41, [])
    text = noughts("count", "2,2,2", "--calls")[1]
    memory = document["memoised"], document["memoised_worked_out"]
    assert memory == (41, 29)
    assert re.search(
        r"with a memory +41\n  positions worked out +29\n  positions looked up +12\n", text
    )


def test_prove_prints_the_json_of_the_design(noughts: Run) -> None:
    document = as_json(noughts("prove", "--json"))
    assert document == {
        "engine": "hard",
        "rules": "3,3,3",
        "X": {"games": 73, "wins": 71, "draws": 2, "losses": 0},
        "O": {"games": 457, "wins": 378, "draws": 79, "losses": 0},
        "lost_games": [],
    }
    code, out, err = noughts("prove", "--engine", "tactics-naive", "--as", "o", "--json")
    assert (code, err) == (1, ""), "an engine that loses games is not proved"
    naive = json.loads(out)
    assert "X" not in naive
    assert naive["O"]["losses"] == len(naive["lost_games"]) == 44
    assert "a1 b2 c3 c1 a3 a2 b3 X wins" in naive["lost_games"]
    code, text, _ = noughts("prove", "--engine", "tactics-naive")
    assert code == 1
    assert "44 lost" in text
    assert "... and 24 more (--all prints them)" in text
    assert noughts("prove", "--engine", "tactics-naive", "--all")[1].count("lost:") == 48


def test_review_grades_a_file(noughts: Run, tmp_path: Path) -> None:
    game = tmp_path / "game.txt"
    game.write_text("b2 b1 a1 c3 a3\n")
    code, out, err = noughts("review", str(game))
    assert (code, err) == (0, "")
    assert "2 O b1   threw away the draw  <- here the game was decided" in out
    document = as_json(noughts("review", str(game), "--json"))
    assert document["decided"] == 2
    assert [move["grade"] for move in document["moves"]][1] == "threw away the draw"


def test_review_says_how_a_game_was_opened(noughts: Run, tmp_path: Path) -> None:
    game = tmp_path / "game.txt"
    game.write_text("Rules: 15,15,5\nOpening: swap2, 5 stones, X taken\n\nh8 a1 i8 a15 j8 *")
    out = noughts("review", str(game), "--nodes", "10")[1]
    assert out.startswith("Opened by swap2: after 5 stones the first player took X.\n  1 X h8")


def test_a_legal_game_that_nobody_can_win_is_accepted_and_said(noughts: Run) -> None:
    code, out, err = noughts("move", "X../.../...", "--rules", "3,3,5")
    assert code == 0
    assert out
    assert err == "note: no line fits on 3,3,5; every game of it is a draw\n"


def test_boxes_are_shown_layer_by_layer(noughts: Run) -> None:
    out = noughts("analyse", "X../.../...//.O./.X./...//.../.O./..X", "--rules", "3,3,3,3")[1]
    assert [line for line in out.splitlines() if "layer" in line] == [
        "layer a",
        "layer b",
        "layer c",
    ]


def test_help_version_and_completion(noughts: Run) -> None:
    out = noughts("--help")[1]
    assert all(f"\n  {command}" in out for command in COMMANDS)
    assert noughts("--version")[1].startswith("noughts 0.1.0 (")
    assert noughts()[1] == out  # not on a terminal: help instead of a game
    for command in COMMANDS:
        assert noughts(command, "--help")[0] == 0
    done = process(
        "",
        env={"_NOUGHTS_COMPLETE": "bash_complete", "COMP_WORDS": "noughts an", "COMP_CWORD": "1"},
    )
    assert done.stdout == "plain,analyse\n"
    games = process(
        "",
        env={
            "_NOUGHTS_COMPLETE": "bash_complete",
            "COMP_WORDS": "noughts move x --rules gom",
            "COMP_CWORD": "4",
        },
    )
    assert games.stdout == "plain,gomoku\n"


# -- refusals ------------------------------------------------------------------------------------

REFUSED = [
    (["move", "XX./.../..."], "2 X and 0 O cannot occur: X moves first"),
    (["move", "XXX/OOO/..."], "both sides have a line"),
    (["move", "XXX/OO./O.."], "X has a line, but O moved after it: the game ended before"),
    (["move", "X./.../..."], "row 1, 'X.', has 2 cells; 3 needed"),
    (["move", "X../.z./..."], "'z' at b2 is not a stone"),
    (["move", "XXX/OO./..."], "XXX/OO./... has no legal move: the game is over"),
    (["move", "X../.../...", "--rules", "0,3,3"], "0 columns: a side is from 1 to 26"),
    (["move", "X../.../...", "--rules", "3,-3,3"], "-3 rows"),
    (["move", "X../.../...", "--rules", "27,3,3"], "27 columns"),
    (["move", "X../.../...", "--rules", "gomuku"], "did you mean gomoku?"),
    (["move", "X../.../...", "--level", "grandmaster"], "'easy', 'beginner', 'casual'"),
    (["move", "X../.../...", "--engine", "stockfish"], "no engine 'stockfish'; there are: alpha"),
    (["move", "X../.../...", "--seconds", "0"], "0 is out of range"),
    (["move", "X../.../...", "--seconds", "nan"], "nan is out of range"),
    (["move", "X../.../...", "--nodes", "-1"], "-1 is out of range"),
    (["move", "X../.../...", "--seed", "x"], "'x' is not a valid integer"),
    (["move"], "Missing argument 'POSITION' (noughts move --help explains it)"),
    (["move", "X" * 10_000_000], "a position of 10,000,000 characters is too long"),
    (["move", "\udcff\udcfe"], r"'\udcff\udcfe' has 1 row "),
    (["analyse", "x\ny"], r"'x\ny' has 2 rows"),
    (["count", "999,999,999"], "999 columns"),
    (["prove", "--as", "Z"], "'Z' is not one of"),
    (["review", "no-such-file"], "File 'no-such-file' does not exist"),
    (["frobnicate"], "no command 'frobnicate'; there are: analyse, "),
    (["mvoe"], "did you mean move?"),
    (["sovle"], "did you mean solve?"),
    (["tabel"], "did you mean table?"),
    (["table", "bulid"], "did you mean build?"),
    (["help", "mvoe"], "did you mean move?"),
    (["help", "move", "on"], "noughts move has no subcommands"),
    (["move", "X../.../...", "--engine", "tactix"], "did you mean tactics"),
    (["match", "hard", "hrad"], "did you mean hard?"),
    # options that would do nothing
    (["analyse", ""], "the text of the position is empty; write its rows from the top"),
    (["verify", __file__], "is not a certificate: "),
    (["serve", "--no-browser", "--ledger", __file__], "test_commands.py is not a ledger"),
    (["count", "5,5,4"], "5,5,4 may have 20,249,378,903 positions up to symmetry, too many"),
    (["count", "gomoku"], "15,15,5 may have 10^105 positions up"),
    (["count", "connect-four"], "--plies 11 counts the positions with up to 11 stones"),
    (["count", "4,4,4", "--calls"], "nodes in its tree, too many to count: --plies"),
    (["count", "gomoku", "--plies", "9"], "--plies 3 counts the positions with up to 3 stones"),
    (["count", "--plies", "9" * 30], f"{'9' * 30} is out of range: 1 to 922"),
    (["count", "--depth", "3"], "No such option '--depth'"),
    (["analyse", "X../.../...", "--engine", "minimax", "--depth", "1"], "--seconds and --nodes"),
    (["move", "X../.../...", "--engine", "tactics", "--depth", "3"], "tactics keeps to no limit"),
    (["move", "X../.../...", "--engine", "perfect", "--seed", "5"], "chooses nothing at random"),
    (["move", "X../.../...", "--seed", "5"], "level hard chooses nothing at random"),
    (["move", "X../.../...", "--engine", "hard", "--level", "easy"], "--level would do nothing"),
    (["match", "hard", "perfect", "--seed", "5"], "no player chooses at random"),
    (["match", "easy", "tactics", "--depth", "5"], "no player obeys it"),
    (["match", "hard", "easy", "--all", "--json"], "the JSON has all lost games"),
    (["prove", "--all", "--json"], "the JSON has all lost games"),
    (["review", "/dev/null"], "/dev/null: the game cannot be read (format text): it is empty"),
    (["serve", "--host", "256.1.1.1", "--port", "0"], "--host must be an address of this machine"),
    (["solve", "x"], "noughts: Invalid value for 'RULES': unknown game 'x'; there are: "),
    (["solve", "--memory", "0"], "0 is out of range: 1 or more"),
    (["solve", "--memory", "9" * 40], " MiB of memory: this machine has"),
    (["book", "connect-four", "no-such-folder/a.book"], "no-such-folder does not exist"),
    (["--frobnicate"], "No such option"),
]


@pytest.mark.parametrize(("arguments", "complaint"), REFUSED, ids=lambda v: str(v)[:40])
def test_bad_input_gets_one_line_and_exit_code_2(
    noughts: Run, arguments: list[str], complaint: str
) -> None:
    code, out, err = noughts(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("noughts: ")
    assert err.count("\n") == 1
    assert complaint in err
    assert len(err) < 400


@pytest.mark.parametrize(
    ("game", "complaint"),
    [
        (b"b2 a1 b2", "move 3: b2 is taken by X"),
        (b"b2 j9", "move 2: j9 is off the board"),
        (b"\xff\xfe", "not UTF-8"),
        (b"a" * 200_000, "(200,000 characters) is not a cell"),
    ],
)
def test_a_wrong_record_gets_one_line(
    noughts: Run, tmp_path: Path, game: bytes, complaint: str
) -> None:
    file = tmp_path / "game.txt"
    file.write_bytes(game)
    code, out, err = noughts("review", str(file))
    assert (code, out) == (2, "")
    assert complaint in err
    assert err.count("\n") == 1


def test_a_book_is_written_and_told(noughts: Run, tmp_path: Path) -> None:
    file = tmp_path / "443.book"
    arguments = ["book", "4,4,3 gravity", str(file), "--stones", "1", "--memory", "1"]
    told = "4,4,3 gravity: who wins, up to 1 stone   {} bytes\n"
    code, out, _ = noughts(*arguments)
    assert (code, out) == (0, told.format(file.stat().st_size))


def test_a_limit_reached_first_is_exit_code_3(noughts: Run) -> None:
    rows = "/".join(["...."] * 4)
    for command in (
        ["move", rows, "--rules", "4,4,4", "--engine", "minimax", "--nodes", "50"],
        ["count", "4,4,4", "--nodes", "50"],
        ["prove", "--rules", "4,4,4", "--engine", "easy", "--seconds", "0.05"],
    ):
        code, out, err = noughts(*command)
        assert (code, out) == (3, "")
        assert err.startswith("noughts: stopped at the limit of")
        assert err.count("\n") == 1


def test_an_unforeseen_error_is_one_line_too(noughts: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("on purpose")

    monkeypatch.setattr("noughts.cli.chosen_engine.load", broken)
    code, out, err = noughts("move", "X../.../...", "--engine", "random")
    assert (code, out) == (1, "")
    assert "a bug in Noughts" in err
    assert err.count("\n") == 1
    monkeypatch.setenv("NOUGHTS_TRACEBACK", "1")
    with pytest.raises(ZeroDivisionError):
        noughts("move", "X../.../...", "--engine", "random")


# -- as a process --------------------------------------------------------------------------------


def process(
    stdin: bytes | str, *arguments: str, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    data = stdin.encode() if isinstance(stdin, str) else stdin
    done = subprocess.run(
        [sys.executable, "-c", "from noughts.cli import main; main()", *arguments],
        input=data,
        capture_output=True,
        env={**os.environ, **(env or {})},
        timeout=PATIENCE,
        check=False,
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )


def test_a_position_may_come_from_stdin() -> None:
    for begin in ("", "\ufeff"):  # as Windows writes it
        assert process(f"{begin}X.O/.X./..O\n", "move", "-").stdout == "c2  draw, proved\n"


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"\xff\xfe", "stdin is not UTF-8"),
        (b"X" * 10_000_000, "more than 100,000 bytes on stdin"),
        (b"", "stdin is empty"),
        (b" \n\n", "stdin is empty"),
        (b"\x00\x1b[31m", r"'\x00\x1b[31m' has 1 row "),
    ],
)
def test_bad_bytes_on_stdin_get_one_line(data: bytes, complaint: str) -> None:
    done = process(data, "move", "-")
    assert (done.returncode, done.stdout) == (2, "")
    assert complaint in done.stderr
    assert done.stderr.count("\n") == 1


COUNTING = """
import sys
from noughts.cli import run
from noughts.core.limit import Meter

def visit(meter, count=Meter.visit):
    if meter.nodes == 1000:
        print("counting", flush=True)
    count(meter)

Meter.visit = visit
sys.exit(run(["count", "5,5,5", "--seconds", "3600"]))
"""


def test_control_c_is_exit_code_130() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", COUNTING], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == b"counting\n"
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130
    assert out == b""
    assert b"Traceback" not in err


def test_a_reader_that_goes_away_is_no_error() -> None:
    noughts = f"{sys.executable} -c 'from noughts.cli import main; main()'"
    for arguments, first in (
        ("count", "3,3,3"),
        ("trace .../.../...", "     a  b  c"),
        ("--help", "Usage: noughts [OPTIONS] [COMMAND] [ARGS]..."),
    ):
        script = f"({noughts} {arguments}; echo $? >&2) | head -1"
        done = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=True)
        assert (done.stdout, done.stderr) == (f"{first}\n", "0\n")


@pytest.mark.parametrize(
    ("closed", "out", "err", "code"),
    [
        ("<&-", "b2", "", 0),
        ("2>&-", "b2", "", 0),
        (">&-", "", "noughts: the answer cannot be written: Bad file descriptor\n", 2),
        ("<&- >&- 2>&-", "", "", 2),
    ],
)
def test_streams_may_be_closed(closed: str, out: str, err: str, code: int) -> None:
    noughts = f"{sys.executable} -c 'from noughts.cli import main; main()'"
    script = f"{noughts} move X../.../... --engine minimax {closed}"
    done = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode == code
    assert (done.stdout[:2], done.stderr) == (out, err)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_full_disk_is_one_line() -> None:
    for arguments in (["count"], ["trace", ".../.../..."], ["analyse", "-"], ["--help"]):
        with Path("/dev/full").open("w") as full:
            done = subprocess.run(
                [sys.executable, "-c", "from noughts.cli import main; main()", *arguments],
                input="X../.../...\n" * 40,
                stdout=full,
                stderr=subprocess.PIPE,
                text=True,
                check=False,
            )
        assert done.returncode == 2
        assert done.stderr == "noughts: the answer cannot be written: No space left on device\n"


def test_what_takes_long_says_so_on_a_terminal_and_takes_it_away() -> None:
    ours, its = pty.openpty()
    code = "from noughts.cli import working; working.FIRST = 0; working.EVERY = 0.01; "
    code += "from noughts.cli import main; main(['count', '5,5,5', '--nodes', '1000000000000'])"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=its) as run:
        os.close(its)
        seen = ""
        while "1 s, Ctrl-C stops" not in seen:
            seen += os.read(ours, 65_536).decode()
        run.send_signal(signal.SIGINT)
        assert run.stdout
        assert run.stdout.read() == b""
        with contextlib.suppress(OSError):  # the end of a terminal
            while more := os.read(ours, 65_536).decode():
                seen += more
    os.close(ours)
    assert run.returncode == 130
    assert "counting 5,5,5 … 1 s, Ctrl-C stops" in seen
    assert seen.rstrip().endswith("\033[K")


@pytest.mark.parametrize("words", ["move -", "analyse -", "review -", "gomocup"])
def test_at_a_keyboard_a_command_says_what_it_reads(words: str) -> None:
    ours, its = pty.openpty()
    os.write(ours, b"END\n" if words == "gomocup" else b"\x04")  # Ctrl-D
    done = subprocess.run(
        [sys.executable, "-m", "noughts", *words.split()],
        stdin=its,
        capture_output=True,
        check=False,
    )
    os.close(its)
    os.close(ours)
    assert re.match(rb"note: reading .* from the keyboard \(.* (ends|stops)", done.stderr)

"""Every example in a command's help does what the help says, or is in NOT_RUN.

They run in this process, one folder each; a file that an example reads is made once.
"""

import re
import shlex
import sys
from pathlib import Path

import pytest

from noughts.cli import run
from noughts.formats.lib import HEAD
from tests.check.programs import RIGHT, THINK
from tests.cli.test_help import every_command

#: What each prints, or the file that it writes and how that begins.
PRINT = {
    "noughts atlas": r"\nOrdinary +34 ",
    "noughts atlas 7,7,5": r"^7,7,5: draw\n  Proved: the certificate 7,7,5\.cert ",
    "noughts benchmark --set 3,3,3 --positions 3 --html report.html": r"^positions: 3, games: 1",
    "noughts analyse X.O/.X./..O": r"\n\* c2   draw ",
    "noughts analyse ..../..../..../.... --rules 4,4,3 --json": r'^\{"rules": "4,4,3"',
    "noughts analyse - --json < positions.txt": r'^\{.*"value": "draw".*\}\n\{.*\}\n$',
    'noughts book "5,4,4 gravity" 544.book --stones 8': r"who wins, up to 8 stones",
    "noughts analyse 'O.X/.O./...' --turn X": r"O to move: draw, proved\n",
    "noughts certify --small 5,5,4 draw.cert": r"^5,5,4: X does not win",
    "noughts convert joseki.lib joseki.txt": r"^$",
    "noughts convert match.sgf third.txt --game 3": r"^$",
    "noughts count 4,3,3 --json": r'"positions": 111973,',
    "noughts count connect-four --plies 8": r" 8 +184,275\n",
    "noughts solve 15,15,5 --position - < position.txt": r"X wins in 3 plies, proved",
    "noughts table build 5,5,4 554.table --entry value --plan": r"^5,5,4: 20,378,188,636 ",
    "noughts verify draw.cert --play 1000": r"^no game is lost by it, of 1,000 ",
    "noughts certify 7,7,5 draw.cert": r"X does not win; O does not win",
    "noughts certify --maker-breaker 5,5,4 maker.cert": r"^5,5,4: X wins",
    "noughts certify 15,15,5 win.cert --position - < position.txt": r"^15,15,5: X wins   1 claim,",
    "noughts certify 3,3,3 lost.cert --position X../O../...": r"^3,3,3: X wins",
    "noughts convert game.psq game.sgf": r"^$",
    "noughts check student.py": r"\nUnbeatable: every possible game was played",
    "noughts check student.py:best_move --as O": r"^student.py:best_move: the function best_move",
    "noughts check student.py --at X../.O./...": r"Not wrong: all 7 moves draw\.\n$",
    "noughts check mine:Engine --json": r'^\{"program": "mine:Engine",.*"unbeatable": false',
    "noughts convert --to pos game.txt -": r"^b2b1a1c3a3$",
    "noughts count": r"positions +5,478\n(.*\n)*games +255,168\n",
    "noughts count --calls": r"minimax +549,946\nalpha-beta.* 18,297\n",
    "noughts dataset 3,3,3 ttt.ndjson --moves": r"5,478 positions of 3,3,3, all proved",
    "noughts match hard medium --games 200 --seed 7": r"^hard against medium .*: 200 games, seed 7",
    "noughts match easy medium hard --opening 2": r"^each against each",
    "noughts match win.cert hard --rules 4,3,3 --starts first --games 10": (
        r"\nwon +10 +0 +10 +100\.0%"
    ),
    "noughts match hard mine:Engine": r"^hard against mine:Engine",
    "noughts move X.O/.X./..O": r"^c2  draw, proved\n$",
    "noughts move X../.../... --level easy --seed 7": r"^[abc][123]\n$",
    "noughts move ..../..../.... --rules 4,3,3 --json": r'^\{"move": "b2"',
    "noughts move X../.../... --engine mine:Engine": r"^b1\n$",
    "noughts play": r"You are X .*",
    "noughts play --level win.cert": r"You are O, the computer moves first\. Level: win\.cert\.",
    "noughts play --load game.txt --save game.txt": r"\n 1   X  O  \.\n",
    "noughts play --resume": r"b2 b1 a1 c3 a3 \*",
    "noughts play --rules gomoku --level medium --you O": r"You are O",
    "noughts play --two --best-of 5": r"game 1 of at most 5\.",
    "noughts prove": r"^hard as X .* 0 lost\nhard as O .* 0 lost\n$",
    "noughts prove --engine tactics-naive --as O": r" 44 lost\n  lost: ",
    "noughts puzzle": r"^1 of 3: (.*\n)*Solved 0 of 3, 0 at the first try\.\n$",
    "noughts puzzle --daily 2026-12-01": r"^1 of 3: ",
    "noughts puzzle --kind zugzwang --count 1": r"in \d+ plies\. Which\?\n",
    "noughts puzzle --rules gomoku --difficulty hard": r"^1 of 3: 15,15,5\n",
    "noughts convert pack.json pack.sgf": r"^pack.sgf: 5 puzzles of 4,3,3\n$",
    "noughts puzzle --pack pack.json --json": r'^\{"id": null, "rules": "4,3,3"',
    "noughts review game.txt": r"^  1 X b2 +best\n",
    "echo b2 b1 a1 c3 a3 | noughts review -": r"^  1 X b2 +best\n",
    "noughts solve 6,5,4": r"X wins in 11 plies, proved",
    "noughts solve 6,5,4 --certificate win.cert": r"X wins in 11 plies, proved",
    "noughts solve 4,3,3 --first-moves": r"X wins .*\n(.*\n)*winning moves for X: a1 b1 ",
    "noughts solve --position XX./OO./...": r"X wins in 1 ply, proved",
    "noughts table build 4,4,4 444.table": r"^$",
    "noughts table probe 444.table X.../..../..../....": r"^draw, proved\n$",
    "noughts trace XX./OO./X.O": r"a  b  c\n",
    "noughts trace XX./OO./... --engine minimax --svg tree.svg": r"^$",
    "noughts trace .../.../... --depth 2 --json": r"^\{.*\}\n\{.*\}\n",
    "noughts verify draw.cert": r"draw, and every claim of it holds",
    "noughts verify draw.cert --small less.cert": r"every claim of it holds",
    "noughts verify win.cert --expand": r"^no reply refutes it, without any lemma\n",
}
#: Examples that no test can run, and why.
NOT_RUN = {
    "noughts atlas --make atlas.csv": "minutes; tests/atlas continues a file",
    "noughts analyse 4453 --rules connect-four": "takes 2 s, half of what all others take",
    "noughts benchmark": "takes 20 s; tests/benchmark has a smaller one",
    "noughts benchmark --model http://localhost:8080/v1 --name m --answers m.ndjson": (
        "needs a model; tests/benchmark has a scripted one"
    ),
    "noughts book connect-four 764.book --stones 8": "takes an hour",
    "noughts verify draw.cert --verified": "needs `make verified`: see test_verified.py",
    "noughts check class --csv": "takes as long as all programs; tests/check has it",
    "noughts check four.py --rules connect-four": "takes 5 s; tests/check has it with less",
    "noughts check -- node bot.js": "needs Node; tests/check/test_commands.py has it",
    "noughts dataset connect-four four.parquet --count 1000000": "takes an hour",
    'noughts certify "5,4,4 gravity" draw.cert': "takes 3 s; tests/proofs has smaller boards",
    "noughts dataset 15,15,5 wins.ndjson --count 500": "takes minutes",
    "noughts check -- python3 game.py": "needs a game; tests/check/test_console.py has some",
    "noughts gomocup": "waits for a manager; tests/bridges/test_gomocup.py is one",
    "noughts gomocup --level easy": "likewise",
    "noughts gomocup --level win.cert": "likewise",
    "noughts mcp": "waits for an assistant; tests/bridges has one",
    "noughts puzzles 4,3,3 pack.json --count 50": "takes 2 s; `MADE` has one of 5",
    "noughts puzzles connect-four four.json --count 1000": "takes minutes",
    "noughts serve": "serves until it is stopped; tests/web starts servers",
    "noughts serve --host 0.0.0.0 --port 8080 --no-browser": "likewise, on every address",
    "noughts serve --ledger 885.ledger": "likewise",
    "noughts solve 8,8,5 --ledger 885.ledger": "takes days",
    "noughts solve 15,15,5 --hint tree.json": "takes minutes; tests/proofs has smaller trees",
    "noughts solve 9,4,4 --seconds 60 --threads 2": "takes a minute of two cores",
    "noughts table build 5,4,4 544.table --entry value": "takes minutes",
    "echo 4453 | noughts review - --rules connect-four": "takes 2 s",
}
WRITTEN = {
    "544.book": b"", "ttt.ndjson": b'{"position":',
    "maker.cert": b"\x1f\x8b", "lost.cert": b"\x1f\x8b", "third.txt": b"Rules:",
    "joseki.txt": b"Rules:", "tree.svg": b"<svg", "game.sgf": b"(;", "less.cert": b"\x1f\x8b",
    "report.html": b"<!doctype html>",
}  # fmt: skip
CODES = {"noughts prove --engine tactics-naive --as O": 1, "noughts check mine:Engine --json": 1}
MINE = """
from noughts import Choice, Engine as Base

class Engine(Base):
    name = "mine"

    def play(self, position, limit=None):
        return Choice(position, position.legal[0])
"""


GAME = "b2 b1 a1 c3 a3\n"
SGF = "(;FF[4]GM[4]SZ[15];B[hh];W[ig])"
FILES = {
    "mine.py": MINE.encode(),
    "student.py": (THINK + RIGHT["nine texts, 0-8"]).encode(),
    "positions.txt": b"X../.O./...\n.../.X./...\n",
    "position.txt": "/".join(
        ["O.O.O".ljust(15, "."), *["." * 15] * 6, "XXX".center(15, "."), *["." * 15] * 7]
    ).encode(),
    "game.txt": GAME.encode(),
    "match.sgf": (SGF * 3).encode(),
    "joseki.lib": HEAD + b"\3\4" + b"\xff" * 10 + b"\0\0\x78\x40",
}
#: Files that a command has to make.
MADE = {
    "game.psq": "echo h8 i9 g7 | noughts convert - game.psq --from text --rules 15,15,5",
    "draw.cert": "noughts certify 3,3,3 draw.cert",
    "win.cert": "noughts certify 4,3,3 win.cert",
    "pack.json": "noughts puzzles 4,3,3 pack.json --count 5",
    "444.table": "noughts table build 4,4,4 444.table",
}


@pytest.fixture(scope="module")
def made() -> dict[str, bytes]:
    """Return the files that commands have made, by name."""
    return dict(FILES)


def command(line: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """Run a command as a shell does, in the folder that is current."""
    echoed, piped, words = line.rpartition(" | ")
    words, _, source = words.partition(" < ")
    _, *arguments = shlex.split(words)
    source = source or "stdin"
    if source == "stdin":
        typed = echoed.removeprefix("echo ") if piped else "quit"
        Path(source).write_text(f"{typed}\n")
    with Path(source).open() as stdin, monkeypatch.context() as patched:
        patched.setattr(sys, "stdin", stdin)
        return run(arguments)


@pytest.mark.parametrize("line", PRINT)
def test_an_example_does_what_is_said_of_it(
    line: str,
    made: dict[str, bytes],
    tmp_path: Path,
    state: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in (name for name in (*FILES, *MADE) if name.removesuffix(".py") in line):
        if re.search(rf"(certify|build|puzzles|--certificate) [^<]*{name}", line):
            continue  # the example makes it
        if name not in made:
            assert command(MADE[name], monkeypatch) == 0
            made[name] = Path(name).read_bytes()
            capfd.readouterr()
        Path(name).write_bytes(made[name])
    if "--resume" in line:
        state.mkdir(parents=True)
        (state / "last-game.txt").write_text(GAME)
    code = command(line, monkeypatch)
    out, err = capfd.readouterr()
    assert code == CODES.get(line, 0), err
    assert re.search(PRINT[line], out), out
    for name, start in WRITTEN.items():
        if name in line:
            assert Path(name).read_bytes().startswith(start)


def test_each_example_of_the_help_is_run_or_has_a_reason() -> None:
    examples = {typed for _, documented in every_command() for typed, _ in documented.examples}
    assert PRINT.keys() | NOT_RUN.keys() == examples
    assert not PRINT.keys() & NOT_RUN.keys()

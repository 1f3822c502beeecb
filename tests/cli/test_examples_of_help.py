"""The examples in the help, run as they stand: each does what is said of it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.test_help import every_command

#: What each prints, or the file that it writes and how that begins.
PRINT = {
    "noughts analyse X.O/.X./..O": r"\n\* c2   draw ",
    "noughts analyse ..../..../..../.... --rules 4,4,3 --json": r'^\{"rules": "4,4,3"',
    "noughts analyse - --json < positions.txt": r'^\{.*"value": "draw".*\}\n\{.*\}\n$',
    'noughts book "5,4,4 gravity" 544.book --stones 8': r"who wins with up to 8 stones",
    "noughts certify 7,7,5 draw.cert": r"X does not win; O does not win",
    "noughts certify --maker-breaker 5,5,4 maker.cert": r"^5,5,4: X wins",
    "noughts certify 3,3,3 lost.cert --position X../O../...": r"^3,3,3: X wins",
    "noughts convert game.psq game.sgf": r"^$",
    "noughts convert --to pos game.txt -": r"^b2b1a1c3a3$",
    "noughts count": r"positions +5,478\n(.*\n)*games +255,168\n",
    "noughts count --calls": r"minimax +549,946\nalpha-beta.* 18,297\n",
    "noughts match hard medium --games 200 --seed 7": r"^hard against medium .*: 200 games, seed 7",
    "noughts match easy medium hard --opening 2": r"^each against each",
    "noughts match hard mine:Engine": r"^hard against mine:Engine",
    "noughts move X.O/.X./..O": r"^c2  draw, proved\n$",
    "noughts move X../.../... --level easy --seed 7": r"^[abc][123]\n$",
    "noughts move ..../..../.... --rules 4,3,3 --json": r'^\{"move": "b2"',
    "noughts move X../.../... --engine mine:Engine": r"^b1\n$",
    "noughts prove": r"^hard as X .* 0 lost\nhard as O .* 0 lost\n$",
    "noughts prove --engine tactics-naive --as O": r" 44 lost\n  lost: ",
    "noughts review game.txt": r"^  1 X b2 +best\n",
    "echo b2 b1 a1 c3 a3 | noughts review -": r"^  1 X b2 +best\n",
    "noughts solve 6,5,4": r"X wins in 11 plies, proved",
    "noughts solve 4,3,3 --first-moves": r"X wins .*\n(.*\n)*winning moves for X: a1 b1 ",
    "noughts solve --position XX./OO./...": r"X wins in 1 ply, proved",
    "noughts table build 4,4,4 444.table": r"^$",
    "noughts table probe 444.table X.../..../..../....": r"^draw, proved\n$",
    "noughts trace XX./OO./X.O": r"a  b  c\n",
    "noughts trace XX./OO./... --engine minimax --svg tree.svg": r"^$",
    "noughts trace .../.../... --depth 2 --json": r"^\{.*\}\n\{.*\}\n",
    "noughts verify draw.cert": r"draw, and every claim of it holds",
    "noughts verify draw.cert --small less.cert": r"every claim of it holds",
    "noughts verify win.cert --expand": r"^no reply refutes it, with no lemma believed\n",
}
WRITTEN = {"tree.svg": b"<svg", "game.sgf": b"(;", "less.cert": b"\x1f\x8b"}
CODES = {"noughts prove --engine tactics-naive --as O": 1}
MINE = """
from noughts import Choice, Engine as Base

class Engine(Base):
    name = "mine"

    def play(self, position, limit=None):
        return Choice(position, position.legal[0])
"""


def command(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["bash", "-c", line],
        cwd=folder,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        start_new_session=True,
    )


def prepare(folder: Path, line: str) -> None:
    """Make the files that an example reads."""
    (folder / "mine.py").write_text(MINE)
    (folder / "positions.txt").write_text("X../.O./...\n.../.X./...\n")
    (folder / "game.txt").write_text("b2 b1 a1 c3 a3\n")
    made = {
        "game.psq": "echo h8 i9 g7 | noughts convert - game.psq --from text --rules 15,15,5",
        "draw.cert": "noughts certify 3,3,3 draw.cert",
        "win.cert": "noughts certify 4,3,3 win.cert",
        "444.table": "noughts table build 4,4,4 444.table",
    }
    for name, how in made.items():
        if name in line and not re.search(rf"(certify|build) \S+ {name}", line):
            done = command(how, folder)
            assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("line", PRINT)
def test_an_example_does_what_is_said_of_it(line: str, tmp_path: Path) -> None:
    prepare(tmp_path, line)
    done = command(line, tmp_path)
    assert done.returncode == CODES.get(line, 0), done.stderr
    assert re.search(PRINT[line], done.stdout), done.stdout
    for name, start in WRITTEN.items():
        if name in line:
            assert (tmp_path / name).read_bytes().startswith(start)


def test_these_are_examples_of_the_help() -> None:
    known = {typed for _, documented in every_command() for typed, _ in documented.examples}
    assert PRINT.keys() <= known

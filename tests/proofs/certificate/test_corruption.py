"""Claims that have been tampered with, the digest made right again: every false one is refused.

A change may leave a claim true (another reply that also holds, a needless answer dropped). The
reference solver, which knows the value of every position, decides whether it does. A false claim
that a checker lets pass is a mistake in the checker; the second checker has to agree on each.
"""

import random
import subprocess
import sys
from pathlib import Path

import pytest

from noughts import Mark, Position, Rules
from noughts.proofs.certificate import certify, checker
from noughts.proofs.certificate.checker import CELLS
from noughts.proofs.certificate.makers.claims import names, save, write
from tests.proofs.certificate.changes import changes, late
from tests.proofs.certificate.files import read, verdict
from tests.proofs.certificate.naive import Prover
from tests.proofs.certificate.second import agreed, exit_code, second
from tests.sampling import sample

GAMES = ("3,3,3", "4,3,3", "4,4,4", "3,3,3 torus", "3,3,3 misere", "5,4,4", "5,2,3 exact")
BLOCKED = ("4,4,4 torus", "5,4,4", "6,4,4")  #: games in which O only blocks

CHANGES = 25, 1_000_000  #: of a game, and all of them in the deep tests
#: How many claims are too many for this many KiB, a little more than either checker begins with.
CLAIMS, PYTHON, C = 100_000, (28_000, 32_000, 34_000), 8_000
BLANK, EMPTY = ".../.../...", "/".join(["." * 8] * 8)

needs_second = pytest.mark.skipif("second() is None", reason="no C compiler with zlib")


def expect_code(said: str) -> int:
    return 2 if said.startswith("no certificate") else 1 if said.startswith("does not") else 0


class Truth:
    """Whether each claim of a file is true, by the reference."""

    def __init__(self, rules: Rules, *, only_blocks: bool = False) -> None:
        self.rules = rules
        self.prover = Prover(rules, only_blocks=only_blocks)

    def claim(self, line: str) -> bool:
        kind, *sets = line.split(" ")[:4]
        a, d, blocked = (
            sum(1 << CELLS.index(name) for name in names if name != "-") for names in sets
        )
        a, d = a | blocked, d | blocked
        own = a if kind == "w" else d
        if any(line & own == line for line in self.rules.lines) and not self.prover.plain:
            return True  # whose claim it is has a line already: there is nothing left to show
        return self.prover._proved(a, d, wins=kind == "w") is not None


@needs_second
@pytest.mark.parametrize("most", [CHANGES[0], pytest.param(CHANGES[1], marks=pytest.mark.deep)])
@pytest.mark.parametrize("game", GAMES)
def test_every_false_claim_is_refused_by_both_checkers(
    game: str, most: int, tmp_path: Path
) -> None:
    rules = Rules.parse(game)
    draw = random.Random(8)
    path = tmp_path / "changed.cert"
    lines = read(certify(game, path).path)
    # The naive solver would take minutes for claims about much of a large board.
    while len(lines) > 60 or (rules.cells > 16 and ("X" not in lines[2] or len(lines) < 12)):
        lines = read(certify(late(rules, draw), path).path)
    assert exit_code(path) == 0
    refused = survived = 0
    truth = Truth(rules)
    tried = list(changes(lines, draw))
    draw.shuffle(tried)
    del tried[most:]
    codes = agreed(tmp_path, (changed for _, changed in tried))
    for (how, changed), code in zip(tried, codes, strict=True):
        if code:
            refused += 1
            continue
        survived += 1
        assert changed[1] == lines[1], (how, changed)
        for line in set(changed) - set(lines):
            if line[:2] in {"h ", "w "}:
                assert truth.claim(line), (how, line)
    assert refused > survived > 0


@needs_second
@pytest.mark.parametrize("most", [CHANGES[0], pytest.param(CHANGES[1], marks=pytest.mark.deep)])
@pytest.mark.parametrize("game", BLOCKED)
def test_so_is_every_false_claim_where_o_only_blocks(game: str, most: int, tmp_path: Path) -> None:
    rules = Rules.parse(game)
    draw = random.Random(9)
    path = tmp_path / "changed.cert"
    truth = Truth(rules, only_blocks=True)
    refused = survived = 0
    for _ in range(4):
        lines = read(certify(late(rules, draw), path, maker_breaker=True).path)
        tried = list(changes(lines, draw))
        draw.shuffle(tried)
        del tried[most:]
        codes = agreed(tmp_path, (changed for _, changed in tried))
        for (how, changed), code in zip(tried, codes, strict=True):
            refused += bool(code)
            if not code and changed[1] == lines[1]:
                survived += 1
                for line in set(changed) - set(lines):
                    assert line[:2] not in {"h ", "w "} or truth.claim(line), (how, line)
    assert refused > survived > 0


@needs_second
def test_a_claim_of_a_line_that_is_there_holds(tmp_path: Path) -> None:
    """The fuzzer found it: no step can come to such a position, and what it says is so."""
    lines = ["noughts certificate 2", "rules 4,4,3", "position ..../...O/X.OX/..XO"]
    for claim, code in [("w 5AF 8BE -", 0), ("w 5AE 8BF -", 1), ("h 8BE 5AF -", 0)]:
        said = verdict(tmp_path / "made.cert", [*lines, claim, "O wins: -"])
        assert expect_code(said) == exit_code(tmp_path / "made.cert") == code, said


@needs_second
@pytest.mark.parametrize("game", ["3,3,3", "3,3,3 misere", "4,3,3", "3,3,3 torus"])
def test_both_checkers_accept_what_the_naive_prover_writes(game: str, tmp_path: Path) -> None:
    rules = Rules.parse(game)
    path = tmp_path / "naive.cert"
    prover = Prover(rules)
    position = Position(rules)
    write(path, position, [prover.statement(position, mark) for mark in Mark])
    assert expect_code(verdict(path)) == exit_code(path) == 0


#: What is no certificate, and what the one line about it says.
BAD = {
    "another version": (["noughts certificate 1", "rules 3,3,3", f"position {BLANK}"], "begin"),
    "no rules": (["noughts certificate 2"], "cannot be read"),
    "strange rules": (["noughts certificate 2", "rules 3,3", "position ."], "wrong board size"),
    "gravity": (["noughts certificate 2", "rules 7,6,4 gravity", "position ."], "cannot be read"),
    "a large board": (["noughts certificate 2", "rules 99999999,9,3", "position ."], "be read"),
    "a game that is over": (
        ["noughts certificate 2", "rules 3,3,3", "position XXX/OO./..."],
        "unfinished",
    ),
    "no statement": (["noughts certificate 2", "rules 3,3,3", "position .../.../..."], "nothing"),
    "a line of another kind": (
        ["noughts certificate 2", "rules 3,3,3", "position .../.../...", "end 0"],
        "cannot be read",
    ),
    "a long line": (["noughts certificate 2", "rules " + "3" * 70_000], "long"),
    "no root": (
        ["noughts certificate 2", "rules 3,3,3", "position .../.../...", "X wins"],
        "cannot be read",
    ),
    "an unknown cell": (
        ["noughts certificate 2", "rules 3,3,3", "position .../.../...", "w ! - -"],
        "cannot be read",
    ),
}


@needs_second
@pytest.mark.parametrize("name", BAD)
def test_what_is_no_certificate(name: str, tmp_path: Path) -> None:
    lines, said = BAD[name]
    path = tmp_path / "bad.cert"
    found = verdict(path, lines)
    assert found.startswith("no certificate: ")
    assert said in found
    assert "\n" not in found
    assert len(found) < 200
    assert exit_code(path) == 2


@needs_second
def test_false_statements(tmp_path: Path) -> None:
    head = ["noughts certificate 2", "rules 4,4,4", "position ..../..../..../...."]
    path = tmp_path / "false.cert"
    for lines in (
        [*head, "X wins: -"],
        [*head, "X does not win: -"],
        [*head, "X does not win by strategy stealing"],
        [*head, "O wins: -"],
        [*head, "X wins: 0"],
        [*head, "h - - - 01 10", "X does not win: -"],
        # A pair of one cell; two pairs that share one; a pair that holds a stone.
        [*head, "h - - - =0123456789ABCDE", "X does not win: -"],
        [*head, "h 5 6 - =07123489ABDECF7F", "X does not win: 6"],
        [*head, "h 5 6 - =57123489ABDECF", "X does not win: 6"],
    ):
        said = verdict(path, lines)
        assert said.startswith(("does not hold: line ", "no certificate: line 4, "))
        assert exit_code(path) == expect_code(said)


@needs_second
def test_claims_that_refer_forward(tmp_path: Path) -> None:
    path = certify("6,5,4", tmp_path / "win.cert").path
    lines = read(path)
    at = [number for number, line in enumerate(lines) if line.startswith("w ")]
    backwards = [*lines[: at[0]], *lines[at[0] : at[-1] + 1][::-1], *lines[at[-1] + 1 :]]
    assert "not claimed before" in verdict(path, backwards)
    assert exit_code(path) == 1


@needs_second
def test_a_file_that_is_cut(tmp_path: Path) -> None:
    path = certify("5,4,4", tmp_path / "draw.cert").path
    whole = path.read_bytes()
    for end in (0, 1, 9, 10, 74, 75, 200, len(whole) - 1):
        path.write_bytes(whole[:end])
        assert verdict(path).startswith("no certificate: ")
        assert exit_code(path) == 2
    lines = read(certify("5,4,4", path).path)
    for number in (3, len(lines) // 2, len(lines) - 2):
        assert verdict(path, lines[:number]).endswith("it states nothing")
        assert exit_code(path) == 2


@needs_second
@pytest.mark.skipif(sys.platform != "linux", reason="memory is bounded another way there")
def test_more_claims_than_memory(tmp_path: Path) -> None:
    path = tmp_path / "large.cert"
    claims = (f"h {names(number)} - -" for number in range(CLAIMS))
    save(path, ["noughts certificate 2", "rules 8,8,9", f"position {EMPTY}", *claims])
    program = second()
    assert program is not None
    python: list[str | Path] = [sys.executable, "-I", checker.__file__]
    tried = [(each, python) for each in PYTHON[:: sample(2, 1)]]
    tried.append((C, [program]))
    for memory, command in tried:
        done = subprocess.run(
            ["sh", "-c", 'ulimit -v "$1"; shift; exec "$@"', "sh", str(memory), *command, path],
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.count("\n") == 1
        assert "too large" in done.stderr


@needs_second
def test_a_thousandfold_compression_takes_no_memory(tmp_path: Path) -> None:
    path = tmp_path / "bomb.cert"
    save(path, ["noughts certificate 2", "rules 3,3,3", "position " + "." * 30_000_000])
    assert path.stat().st_size < 40_000
    assert verdict(path).startswith("no certificate")
    assert exit_code(path) == 2

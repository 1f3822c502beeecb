"""Certificates of games in which stones fall: diagrams, replies, and what is not right."""

import gzip
import random
import runpy
import sys
from pathlib import Path

import pytest

from noughts import Limit, Position, Rules
from noughts.core.errors import CertificateError, LimitReachedError, PositionError, RulesError
from noughts.core.position import Mark
from noughts.core.score import Value
from noughts.proofs.certificate import (
    ReplyDiagram,
    certify,
    gravity_checker,
    read_claims,
    shrink,
    verify,
)
from noughts.proofs.certificate.checker import CELLS
from noughts.proofs.certificate.found_proofs import copy_checked, found_proof
from noughts.proofs.certificate.makers.claims import save
from noughts.solver.gravity import GravitySolver
from tests import sampling
from tests.proofs.certificate import gravity_claims
from tests.proofs.certificate.files import read
from tests.proofs.certificate.gravity_claims import code_of, verdict
from tests.proofs.certificate.second import agreed, exit_code, second
from tests.sampling import sample

#: Boards on which random diagrams are tried, with the fewest stones that lie on them.
BOARDS = (("4,4,3 gravity", 4), ("5,3,3 gravity", 3), ("3,5,3 gravity", 3), ("5,4,4 gravity", 8))
MANY = sample(25, 60)  #: diagrams for each board
ROOT = Path(__file__).parents[3]


def random_diagram(rules: Rules, draw: random.Random) -> tuple[str, dict[int, int | None]]:
    """Return cells in order, and answers that differ from the cell above."""
    cells = draw.sample(range(rules.cells), draw.randrange(rules.cells))
    stones = draw.sample(range(rules.cells), draw.randrange(4))
    answers = {stone: draw.choice([None, *range(rules.cells)]) for stone in stones}
    return "".join(CELLS[cell] for cell in cells), answers


def file_of(
    position: Position, kind: str, own: Mark, order: str, answers: dict[int, int | None]
) -> list[str]:
    """Return a certificate of one diagram; the side that follows it has just moved."""
    said = ["-" if cell is None else CELLS[cell] for cell in answers.values()]
    pairs = [CELLS[stone] + cell for stone, cell in zip(answers, said, strict=True)]
    stated = f"{own} wins: -" if kind == "w" else f"{own.other} does not win: -"
    lines = gravity_claims.claim(position, kind, own, ["=" + order, *pairs])
    return [*gravity_claims.head(position), lines, stated]


def compare(rules: Rules, stones: int, draw: random.Random, path: Path) -> bool:
    """Compare three readings of one diagram with one another, and with the game's value."""
    position = gravity_claims.random_position(rules, draw, draw.randrange(stones, rules.cells - 1))
    own, kind = position.turn.other, draw.choice("hw")
    order, answers = random_diagram(rules, draw)
    lines = file_of(position, kind, own, order, answers)
    code = code_of(path, lines)
    if second() is not None:
        assert exit_code(path) == code
    settled = all(gravity_claims.completing(position.play(move), own) for move in position.legal)
    if settled and not gravity_claims.completing(position, position.turn):
        assert code == 1  # no diagram is needed
        return False
    follows = gravity_claims.follows(position, kind, own, order, answers)
    assert (code == 0) == follows, lines
    if follows:
        value = gravity_claims.value_of(position, GravitySolver(rules, memory=1 << 16))
        assert value in ({Value.LOSS} if kind == "w" else {Value.LOSS, Value.DRAW})
    return follows


@pytest.mark.parametrize(("game", "stones"), BOARDS)
def test_random_diagrams_are_judged_alike_and_show_what_is_true(
    game: str, stones: int, tmp_path: Path
) -> None:
    draw = random.Random(game)
    held = [compare(Rules.parse(game), stones, draw, tmp_path / "file.cert") for _ in range(MANY)]
    assert any(held)
    assert not all(held)


def small() -> list[str]:
    """Return a certificate with many claims: X wins 5,4,3 with its first stone in the middle."""
    start = Position("5,4,3 gravity")
    solver = GravitySolver(start.rules, memory=1 << 16)
    after = start.play("c")
    claims = gravity_claims.strategy(after, Mark.X, solver)
    return [*gravity_claims.head(start), gravity_claims.mirror(start.rules), *claims, "X wins: H"]


def test_a_strategy_with_every_reply_holds(tmp_path: Path) -> None:
    lines = small()
    path = tmp_path / "win.cert"
    assert len(lines) > 10
    assert verdict(path, lines) == "X wins"
    assert code_of(path, [*lines[:3], *lines[4:]]) == 1  # it needs the symmetry
    save(path, lines)
    assert second() is None or exit_code(path) == 0


def test_the_other_side_does_not_move_first(tmp_path: Path) -> None:
    path, lines = tmp_path / "other.cert", [*small()[:-1], "O wins: H"]
    assert verdict(path, lines).endswith("it begins with a move too many, or too few")
    assert second() is None or exit_code(path) == 1


def test_a_diagram_is_read_and_verified(tmp_path: Path) -> None:
    path = tmp_path / "hold.cert"
    start = Position.parse("..../...O/...X/..OX", "4,4,4 gravity")
    claim = gravity_claims.claim(start, "h", Mark.O, ["=0A75312C68D4B9", "F-"])
    save(path, [*gravity_claims.head(start), claim, "X does not win: -"])
    (read,) = read_claims(path)
    order = (0, 10, 7, 5, 3, 1, 2, 12, 6, 8, 13, 4, 11, 9)
    assert read.diagram == ReplyDiagram(order, ((15, None),))
    found = verify(path, expand=True)
    assert (found.value, found.rules, found.claims) == ("X does not win", "4,4,4 gravity", 1)
    assert found.answers == 69
    assert verify(path, play=20).answers > 20
    with pytest.raises(CertificateError, match="with gravity, or more than 64 cells"):
        shrink(path, tmp_path / "small.cert")


@pytest.mark.parametrize(
    ("game", "moves", "value"),
    [
        ("4,3,3 gravity", "", "X wins"),
        ("5,4,3 gravity", "", "X wins"),
        pytest.param("5,4,4 gravity", "c", "draw", marks=pytest.mark.deep),
        ("4,4,4 gravity", "b", "draw"),
        ("connect-four", "dddddefdbcbbbbafccccc", "O wins"),
        ("3,3,3 gravity", "baa", "draw"),
    ],
)
def test_certify_writes_what_both_checkers_accept(
    game: str, moves: str, value: str, tmp_path: Path
) -> None:
    position = Position(game)
    for column in moves:
        position = position.play(column)
    made = certify(position, tmp_path / "made.cert")
    found = verify(made.path, expand=True)
    assert (found.holds, found.value, found.claims) == (True, value, made.claims)
    assert found.position == str(position)
    assert second() is None or exit_code(made.path) == 0
    if made.claims < 100 or sampling.DEEP:
        data = made.path.read_bytes()
        assert certify(position, made.path).path.read_bytes() == data  # the same each time


def test_proofs_of_empty_boards_are_kept() -> None:
    b = Position("connect-four").play("b")
    for start in (Position("connect-four"), b, Position("6,4,4 gravity")):
        file = found_proof(start)
        assert file is not None
        with gzip.open(file, "rt") as lines:
            assert [next(lines) for _ in range(3)] == [
                "noughts certificate 4\n",
                f"rules {start.rules}\n",
                f"position {start}\n",
            ]
        assert found_proof(start.play("d")) is None
    assert found_proof(b.transformed(b.rules.symmetries[1])) is None  # its mirror image
    assert found_proof(Position("5,4,3 gravity")) is None
    assert found_proof(Position("6,4,4")) is None


def test_certify_writes_a_kept_proof(tmp_path: Path) -> None:
    start = Position("6,4,4 gravity")
    made = certify(start, tmp_path / "made.cert", Limit(nodes=1))
    assert (made.statements, made.claims) == (("O wins",), 13)
    known = found_proof(start)
    assert known is not None
    assert made.path.read_bytes() == known.read_bytes()


@pytest.mark.deep
def test_certify_writes_connect_four_s_proof(tmp_path: Path) -> None:
    made = certify("connect-four", tmp_path / "made.cert")
    assert made.statements == ("X wins",)
    known = found_proof(Position("connect-four"))
    assert known is not None
    assert made.path.read_bytes() == known.read_bytes()


def test_a_kept_proof_is_checked_before_it_is_written(tmp_path: Path) -> None:
    path, copied = tmp_path / "win.cert", tmp_path / "copied.cert"
    save(path, small())
    position = Position("5,4,3 gravity")
    found = copy_checked(path, position, copied)
    assert found.statements == ["X wins"]
    assert copied.read_bytes() == path.read_bytes()
    copied.unlink()
    with pytest.raises(CertificateError, match=r"is about 5,4,3 gravity, [/.]+$"):
        copy_checked(path, position.play("c"), copied)
    assert not copied.exists()
    save(path, [*small()[:-1], "O wins: H"])
    with pytest.raises(
        CertificateError, match=r"win\.cert does not hold: .*it begins with a move too many"
    ):
        copy_checked(path, position, copied)
    assert not copied.exists()


def test_certify_under_gravity_has_limits(tmp_path: Path) -> None:
    path = tmp_path / "none.cert"
    for limit in (Limit(nodes=100), Limit(seconds=1e-6)):
        with pytest.raises(LimitReachedError):
            certify(Position("5,4,4 gravity").play("c"), path, limit)
    with pytest.raises(PositionError, match="over"):
        certify(Position.parse("...../...../.OOO./XXXX.", "5,4,4 gravity"), path)
    with pytest.raises(RulesError, match="small makes no difference"):
        certify("5,4,4 gravity", path, small=True)
    assert not path.exists()


def search_in_c(monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    script = str(ROOT / "bench/connect_four.py")
    # It is compiled in a third of the time, which is more than these searches lose.
    monkeypatch.setenv("CFLAGS", f"-O{sample(0, 3)} -march=native")
    monkeypatch.setattr(sys, "argv", [script, *words])
    runpy.run_path(script, run_name="__main__")


@pytest.mark.skipif("second() is None", reason="it needs a C compiler")
@pytest.mark.parametrize(
    ("rules", "moves", "value", "sides"),
    [
        pytest.param("7,6,4", "417371775655", "X wins", "X", marks=pytest.mark.deep),
        ("4,4,4", "", "draw", "OX"),
        pytest.param("6,4,4", "1", "O wins", "O", marks=pytest.mark.deep),
    ],
)
def test_the_search_in_c_writes_what_both_checkers_accept(
    rules: str, moves: str, value: str, sides: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It goes on from its files of decisions, even if the last decision was cut."""
    path, found = tmp_path / "made.cert", [tmp_path / f"found.{side}" for side in sides]
    words = [str(path), "--rules", rules, "--moves", moves, "--effort", "40000"]
    words += ["--found", str(tmp_path / "found")]
    search_in_c(monkeypatch, *words)
    position = Position(f"{rules} gravity")
    for move in moves:
        position = position.play("abcdefg"[int(move) - 1])
    said = verify(path)
    assert (said.position, said.value) == (str(position), value)
    assert exit_code(path) == 0
    decisions, certificate = [file.read_text() for file in found], path.read_bytes()
    found[0].write_text(decisions[0][: len(decisions[0]) // 2])
    search_in_c(monkeypatch, *words)
    assert [file.read_text() for file in found] == decisions
    assert path.read_bytes() == certificate


@pytest.mark.skipif("second() is None", reason="it needs a C compiler")
def test_a_certificate_can_be_improved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Claims may stand for mirror images, also if one side's stones are their own."""
    path, rules = tmp_path / "improved.cert", "5,5,4" if sampling.DEEP else "5,4,4"
    old = ROOT / "certificates" / f"{rules}-gravity.cert"
    search_in_c(monkeypatch, str(path), "--rules", rules, "--improve", str(old))
    before, after = verify(old, expand=True), verify(path, expand=True)
    assert after.value == before.value == "draw"
    assert after.claims <= before.claims
    assert after.answers <= before.answers


def test_the_checker_is_one_short_file() -> None:
    """One file of at most 300 lines with its comments, which imports nothing of ours."""
    text = Path(gravity_checker.__file__).read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 300
    assert "noughts." not in text.replace("gravity_checker", "").partition('"""')[2]


@pytest.mark.parametrize("diagrams", [False, True])
@pytest.mark.parametrize("many", [40, pytest.param(5000, marks=pytest.mark.deep)])
def test_whatever_is_changed_the_checkers_agree_and_nothing_false_is_shown(
    many: int, *, diagrams: bool, tmp_path: Path
) -> None:
    path, lines, draw = tmp_path / "changed.cert", small(), random.Random(many)
    if diagrams:
        lines = read(certify(Position("5,4,4 gravity").play("a"), path).path)
    true, tried = verdict(path, lines), list[list[str]]()
    for _ in range(many):
        some, at, other = lines.copy(), *draw.choices(range(2, len(lines)), k=2)
        place = draw.randrange(len(lines[at]))
        name = draw.choice((draw.choice(CELLS[:20] + "-.=XOhw /"), ""))
        some[at] = lines[at][:place] + name + lines[at][place + 1 :]
        if draw.randrange(4) == 0:
            some[at : at + 1] = []
        elif draw.randrange(4) == 0:
            some[at], some[other] = lines[other], lines[at]
        tried.append(some)
    codes = agreed(tmp_path, tried, gravity_checker)
    for some, code in zip(tried, codes, strict=True):
        if code == 0 and some[2] == lines[2]:
            assert verdict(path, some) == true
    assert set(codes) == {0, 1, 2}


NOT_RIGHT = {
    "a symmetry that turns columns": (["symmetry FEDCBA9876543210"], 1),
    "a symmetry that lays columns down": (["symmetry 048C159D26AE37BF"], 1),
    "a symmetry that moves lines": (["symmetry 1032547698BADCFE"], 1),
    "a stone that floats": (["w 0 - - =", "X wins: 0"], 1),
    "another stone": (["X wins: 9"], 1),
    "a pass": (["h - - - --", "X does not win: -"], 2),
    "a stolen strategy": (["O does not win by strategy stealing"], 1),
    "a symmetry that there is not": (["h - - - C8.1 DC.0"], 2),
    "a diagram of a cell twice": (["w D - - =CC"], 2),
    "an answer off the board": (["w D - - = CG"], 1),
    "a stone off the board": (["w D - - = GC"], 2),
    "an answer too long": (["w D - - = C8C"], 2),
    "a diagram in the middle": (["w D - - C8 ="], 1),
    "nothing but a diagram that wins nothing": (["w D - - =", "X wins: D"], 1),
}


@pytest.mark.parametrize("name", NOT_RIGHT)
def test_not_right(name: str, tmp_path: Path) -> None:
    lines, code = NOT_RIGHT[name]
    path = tmp_path / "file.cert"
    assert code_of(path, [*gravity_claims.head(Position("4,4,4 gravity")), *lines]) == code
    assert second() is None or exit_code(path) == code


def test_what_floats_is_no_position_even_if_its_line_is_complete(tmp_path: Path) -> None:
    first = gravity_claims.head(Position.parse("..../..../OOO./XXX.", "4,4,4 gravity"))
    path = tmp_path / "file.cert"
    for claims, code in ([], 0), (["w CDEF 89A -"], 0), (["w 0123 - -"], 1):
        assert code_of(path, [*first, *claims, "X wins: F"]) == code
        assert second() is None or exit_code(path) == code


@pytest.mark.parametrize(
    ("version", "rules"),
    [
        (2, "4,4,4 gravity"),
        (3, "4,4,4 gravity"),
        (4, "4,4,4"),
        (4, "4,4,4 torus gravity"),
        (4, "4,4,4 gravity, O only blocks"),
        (4, "4,4,4 gravity misere"),
        (5, "4,4,4 gravity"),
    ],
)
def test_only_version_4_and_only_plain_gravity(version: int, rules: str, tmp_path: Path) -> None:
    path = tmp_path / "file.cert"
    first = [f"noughts certificate {version}", f"rules {rules}", "position ..../..../..../...."]
    assert code_of(path, [*first, "h - - - =", "X does not win: -"]) == 2
    assert second() is None or exit_code(path) == 2

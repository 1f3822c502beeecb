"""Every certified value is true, and every true value can be certified."""

import gc
import random
import re
import subprocess
import sys
import weakref
import zlib
from collections.abc import Iterable
from pathlib import Path

import pytest

from noughts import Limit, Mark, Position, Rules
from noughts.core.errors import CertificateError, LimitReachedError, PositionError, RulesError
from noughts.proofs.certificate import certify, checker, verify
from noughts.proofs.certificate.certifying import CertificateWriter
from noughts.proofs.certificate.makers.claims import write
from noughts.proofs.certificate.strategies.playing import expanded
from noughts.solver.portfolio import Solver
from tests import naive_solver
from tests.proofs.certificate.files import judged, read, verdict
from tests.proofs.certificate.naive import Prover
from tests.sampling import sample
from tests.solver.fuzz import random_position, random_rules

#: Games, and the range of empty cells of the positions that are tried.
GAMES = {
    "3,3,3": (1, 9),
    "4,3,3": (1, 12),
    "4,4,3": (1, 12),
    "4,4,4": (1, 11),
    "5,4,4": (1, 10),
    "3,3,3 torus": (1, 9),
    "4,4,4 torus": (1, 9),
    "3,3,3,3": (9, 11),
    "3,3,3 misere": (1, 9),
    "4,3,3 misere": (1, 8),
    "4,3,3 exact": (1, 8),
    "5,2,3 exact": (1, 10),
    "3,3,3 torus misere": (1, 9),
}
POSITIONS = sample(10, 20)  #: of each game
FEW = 10  #: empty cells at most, of those: the naive solver takes seconds for an empty board
DEEP = 10_000  #: of each, in the deep tests
HAND_MADE = 15, 2_000  #: games with lines drawn at random, in either

DRAWN = "X does not win; O does not win by strategy stealing"


def expected(position: Position, worth: int) -> set[str]:
    winner = {1: position.turn, -1: position.turn.other}.get(worth)
    return {f"{winner} wins"} if winner else {"X does not win", "O does not win"}


def shown(text: str) -> set[str]:
    return {statement.removesuffix(" by strategy stealing") for statement in text.split("; ")}


def compare(positions: Iterable[Position], path: Path) -> None:
    """Certify positions; compare with the reference what is shown, and play it out."""
    known: dict[int, int] = {}
    for position in positions:
        made = certify(position, path)
        said = verdict(path)
        assert said == "; ".join(made.statements)
        assert shown(said) == expected(position, naive_solver.value(position, known)), position
        assert expanded(path).why == "", position


@pytest.mark.parametrize("game", GAMES)
def test_what_is_certified_is_what_the_reference_says(game: str, tmp_path: Path) -> None:
    rules, draw = Rules.parse(game), random.Random(zlib.crc32(game.encode()))
    fewest, most = GAMES[game]
    positions = (random_position(rules, draw, fewest, min(most, FEW)) for _ in range(POSITIONS))
    compare(positions, tmp_path / "made.cert")


@pytest.mark.deep
@pytest.mark.parametrize("game", GAMES)
def test_on_many_positions(game: str, tmp_path: Path) -> None:
    rules, draw = Rules.parse(game), random.Random(1)
    positions = (random_position(rules, draw, *GAMES[game]) for _ in range(DEEP))
    compare(positions, tmp_path / "made.cert")


@pytest.mark.deep
@pytest.mark.parametrize("game", ["3,3,3", "3,3,3 misere", "3,3,3 torus"])
def test_on_every_position(game: str, tmp_path: Path) -> None:
    rules = Rules.parse(game)
    found, todo = set(), [Position(rules)]
    while todo:
        position = todo.pop()
        if position.outcome is None and position not in found:
            found.add(position)
            todo += [child for _, child in position.children()]
    assert len(found) > 3_800
    compare(found, tmp_path / "made.cert")


@pytest.mark.parametrize(
    "games", [HAND_MADE[0], pytest.param(HAND_MADE[1], marks=pytest.mark.deep)]
)
def test_hand_made_lines(games: int, tmp_path: Path) -> None:
    draw = random.Random(4)
    path = tmp_path / "made.cert"
    for _ in range(games):
        rules = random_rules(draw)
        most = rules.cells if games > HAND_MADE[0] else min(rules.cells, FEW)
        position = random_position(rules, draw, min(6, rules.cells), most)
        certify(position, path)
        worth = naive_solver.value(position, {})
        assert shown(verdict(path)) == expected(position, worth), position


@pytest.mark.parametrize("game", ["3,3,3", "3,3,3 torus", "3,3,3 misere", "4,3,3", "5,2,3 exact"])
def test_the_naive_prover_agrees(game: str, tmp_path: Path) -> None:
    rules = Rules.parse(game)
    draw = random.Random(1)
    prover = Prover(rules)
    path = tmp_path / "naive.cert"
    known: dict[int, int] = {}
    for _ in range(sample(15, 30)):
        position = random_position(rules, draw, 1, min(rules.cells, FEW))
        statements = [prover.statement(position, mark) for mark in Mark]
        write(path, position, statements)
        worth = naive_solver.value(position, known)
        winner = {1: position.turn, -1: position.turn.other}.get(worth)
        assert verdict(path) == "; ".join(
            f"{mark} {'wins' if mark is winner else 'does not win'}" for mark in Mark
        )


@pytest.mark.parametrize("game", ["3,3,3", "4,3,3", "4,4,4", "3,3,3 torus"])
def test_maker_breaker(game: str, tmp_path: Path) -> None:
    rules = Rules.parse(game)
    draw = random.Random(2)
    path = tmp_path / "blocked.cert"
    known: dict[tuple[int, int], bool] = {}
    for _ in range(sample(12, 30)):
        position = random_position(rules, draw, 1, 9)
        certify(position, path, maker_breaker=True)
        wins = naive_solver.completes(
            rules, position.x, position.o, int(position.turn is Mark.O), known
        )
        assert verdict(path) == ("X wins" if wins else "X does not win"), position


@pytest.mark.parametrize(
    ("game", "value", "most"),
    [
        ("4,4,4", "draw", 500),
        ("6,5,4", "X wins", 1_000),
        ("5,5,4", "draw", 8_000),
        ("6,6,5", "draw", 1_000),
        pytest.param("7,7,5", "draw", 60_000, marks=pytest.mark.deep),
        ("8,8,4", "X wins", 3_000),
        ("3,3,3,3", "X wins", 400),
        ("5,5,4 torus", "X wins", 5_000),
        ("2,2,3", "draw", 300),
    ],
)
def test_games(game: str, value: str, most: int, tmp_path: Path) -> None:
    made = certify(game, tmp_path / "game.cert")
    found = verify(made.path)
    assert (found.holds, found.value, found.rules) == (True, value, game)
    assert found.claims == made.claims
    assert found.bytes == made.bytes <= most


def test_the_checker_runs_by_itself(tmp_path: Path) -> None:
    path = certify("3,3,3", tmp_path / "a.cert").path
    # -I: nothing but the standard library can be imported.
    run = [sys.executable, "-I", checker.__file__]
    done = subprocess.run([*run, path], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("3,3,3, .../.../...: " + DRAWN)
    lines = read(path)
    assert verdict(path, [*lines[:5], *lines[6:]]).startswith("does not hold: line ")
    assert subprocess.run([*run, path], capture_output=True, check=False).returncode == 1
    path.write_bytes(b"X")
    for arguments in ([path], [], [tmp_path], [tmp_path / "none"]):
        done = subprocess.run([*run, *arguments], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("no certificate: ")
        assert done.stderr.count("\n") == 1


def test_the_checker_can_be_read_over_a_coffee() -> None:
    """One file of at most 300 lines with its comments, which imports nothing of ours."""
    text = Path(checker.__file__).read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 300
    assert "noughts" not in re.findall(r"^(?:from|import) (\w+)", text, re.MULTILINE)


def test_each_flipped_bit_is_noticed(tmp_path: Path) -> None:
    path = certify("3,3,3", tmp_path / "a.cert").path
    whole = path.read_bytes()
    changed = [
        whole[:at] + bytes([whole[at] ^ 1 << bit]) + whole[at + 1 :]
        for at in range(len(whole))
        for bit in range(8)
    ]
    cut = [whole[:end] for end in range(0, len(whole), 7)]
    for data in (*changed, *cut, whole + b"\0"):
        assert judged(data).startswith("no certificate")
    assert judged(whole) == DRAWN


def test_limits_and_refusals(tmp_path: Path) -> None:
    path = tmp_path / "none.cert"
    for limit in (Limit(nodes=100), Limit(seconds=1e-6)):
        with pytest.raises(LimitReachedError):
            certify("7,7,5", path, limit)
    with pytest.raises(LimitReachedError):
        certify("4,3,3 misere", path, Limit(nodes=10))
    with pytest.raises(PositionError, match="over"):
        certify(Position.parse("XXX/OO./..."), path)
    for game in ("9,9,5", "7,6,4 torus gravity", "9,8,4 gravity"):
        with pytest.raises(RulesError):
            certify(game, path)
    with pytest.raises(RulesError):
        certify("3,3,3 misere", path, maker_breaker=True)
    # What the checkers would not read is not written.
    draw = random.Random(1)
    lines = [sorted(draw.sample(range(64), 24)) for _ in range(2_800)]
    for rules in (Rules.parse("3,3,10000"), Rules.custom((8, 8), lines)):
        with pytest.raises(RulesError, match="checkers cannot read it"):
            certify(rules, path)
    longest = certify("3,3,9999", tmp_path / "longest.cert").path
    assert verify(longest).value == "draw"
    longest.unlink()
    assert not list(tmp_path.iterdir())
    path.write_bytes(b"nonsense")
    with pytest.raises(CertificateError, match="not a certificate"):
        verify(path)


def test_claims_are_freed_without_the_garbage_collector() -> None:
    """Which is off while a certificate is made, since it would look at each of them."""
    position = Position(Rules.parse("5,4,4"))
    solver, writer = Solver(position.rules, memory=1 << 20), CertificateWriter(position)
    assert solver.solve(position, reader=writer).value == "draw"
    gone = weakref.ref(writer)
    gc.disable()
    try:
        del writer
        assert gone() is None
    finally:
        gc.enable()


@pytest.mark.parametrize(
    ("game", "blocks", "most"), [("5,5,5 torus", False, 120), ("6,4,4", True, 90)]
)
def test_replies_that_the_search_knows_to_hold_are_taken(
    game: str, blocks: bool, most: int, tmp_path: Path
) -> None:
    # Of symmetric positions the search knows one, and the others by it: with a reply of its own for
    # each there were 216 claims and 97.
    made = certify(game, tmp_path / "few.cert", maker_breaker=blocks)
    assert made.claims <= most
    assert verify(made.path).holds

"""An existing certificate, from any program, gets smaller and proves the same."""

import random
import zlib
from pathlib import Path

import pytest

from noughts import Limit, Position, Rules
from noughts.cli import run
from noughts.core.errors import CertificateError
from noughts.proofs.certificate import certify, read_claims, shrink, verify
from noughts.proofs.certificate.strategies.playing import expanded
from noughts.proofs.ledger import Ledger, prove, workers
from tests.proofs.certificate.files import read, verdict
from tests.proofs.certificate.test_small import GAMES
from tests.sampling import sample
from tests.solver.fuzz import random_position


@pytest.mark.parametrize("count", [4, pytest.param(500, marks=pytest.mark.deep)])
@pytest.mark.parametrize("game", [*GAMES, "3,2 lines a1-b1-c1 a2-b2 a1-b2"])
def test_it_shows_the_same(game: str, count: int, tmp_path: Path) -> None:
    rules, draw = Rules.parse(game), random.Random(zlib.crc32(game.encode()))
    for _ in range(count):
        made = certify(random_position(rules, draw, *GAMES.get(game, (4, 6))), tmp_path / "a.cert")
        small = shrink(made.path, tmp_path / "b.cert")
        assert verdict(small.path) == "; ".join(made.statements) == "; ".join(small.statements)
        assert small.bytes == small.path.stat().st_size <= made.bytes
        assert verify(small.path).claims == small.claims
        assert expanded(small.path).why == ""


@pytest.mark.parametrize("game", ["3,3,3", "6,5,4", pytest.param("5,5,4", marks=pytest.mark.deep)])
def test_as_small_as_if_it_had_been_made_so(game: str, tmp_path: Path) -> None:
    made = certify(game, tmp_path / "a.cert")
    shrink(made.path, made.path)
    assert (
        made.path.read_bytes() == certify(game, tmp_path / "b.cert", small=True).path.read_bytes()
    )


@pytest.mark.parametrize("game", ["4,3,3", "3,3,3", "3,3,3 misere"])
def test_what_was_joined_from_a_ledger(game: str, tmp_path: Path) -> None:
    joined = tmp_path / "joined.cert"
    position = Position(Rules.parse(game))
    with workers(position, 1 << 26) as crew, Ledger("sqlite://", position) as ledger:
        prove(ledger, crew, certificate=joined)
    small = shrink(joined, tmp_path / "small.cert")
    assert small.bytes < joined.stat().st_size
    assert verdict(small.path) == verdict(joined)


def test_an_entry_that_serves_for_others(tmp_path: Path) -> None:
    """What this program does not write: moves met by the pairing in another move's entry."""
    path = certify("6,4,4", tmp_path / "a.cert", maker_breaker=True).path
    lines = read(path)
    leaner, enough = 0, sample(1, 3)
    for at, line in enumerate(lines):
        words = line.split(" ")
        for entry in words[4:] if words[0] == "h" else ():
            if len(entry) == 2 and leaner < enough:  # a move, a reply, and the step to a claim
                less = [*lines[:at], " ".join(w for w in words if w != entry), *lines[at + 1 :]]
                if verdict(path, less) == "X does not win":
                    leaner += 1
                    small = shrink(path, tmp_path / "b.cert")
                    assert verdict(small.path) == "X does not win"
    assert leaner


def test_at_its_limit_it_writes_what_there_is(tmp_path: Path) -> None:
    made = certify("3,3,3", tmp_path / "a.cert")
    sizes = [shrink(made.path, tmp_path / "b.cert", Limit(nodes=n)).bytes for n in (1, 20, 10_000)]
    assert made.bytes >= sizes[0] > sizes[-1]
    assert verify(tmp_path / "b.cert").value == "draw"


def test_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = certify("3,3,3", tmp_path / "a.cert")
    other = tmp_path / "b.cert"
    assert run(["verify", str(made.path), "--small", str(other), "--expand"]) == 0
    assert f" {other.stat().st_size} bytes" in capsys.readouterr().out
    assert other.stat().st_size < made.bytes


def test_bad_input_is_told_in_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made, other = certify("3,3,3", tmp_path / "a.cert"), tmp_path / "b.cert"
    folder = str(tmp_path / "none" / "b.cert")
    junk = tmp_path / "junk.cert"
    junk.write_bytes(b"junk")
    wrong = tmp_path / "wrong.cert"
    lines = read(made.path)
    assert verdict(wrong, [*lines[:5], *lines[6:]]).startswith("does not hold")
    for arguments, code, said in (
        ([str(made.path), "--small", folder], 2, "none does not exist"),
        (
            [str(junk), "--small", str(other)],
            2,
            "junk.cert is not a certificate: it does not begin like a certificate\n",
        ),
        ([str(wrong), "--small", str(other)], 1, "does not hold: line "),
        ([str(made.path), "--seconds", "1"], 2, "it is for --expand and --small"),
    ):
        assert run(["verify", *arguments]) == code
        err = capsys.readouterr().err
        assert said in err
        assert err.count("\n") == 1
        assert not other.exists()
    with pytest.raises(
        CertificateError, match=r"^junk\.cert is not a certificate: it does not begin"
    ):
        list(read_claims(junk))
    with pytest.raises(CertificateError, match="does not hold"):
        shrink(wrong, other)

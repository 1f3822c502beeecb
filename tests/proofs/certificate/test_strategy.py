"""Certificates played by: nothing in them is believed, and they reach what they state."""

import random
from pathlib import Path

import pytest

from noughts import Position, Rules
from noughts.core.errors import LimitReachedError
from noughts.proofs.certificate import certify, checker, verify
from noughts.proofs.certificate.strategies.playing import expanded, played
from tests.proofs.certificate.files import read, verdict
from tests.proofs.certificate.mutants import refused
from tests.solver.fuzz import random_position
from tests.solver.uncompiled import Edit

GAMES = {
    "3,3,3": (4, 9),
    "4,3,3": (5, 12),
    "4,4,3": (5, 11),
    "4,4,4": (5, 10),
    "3,3,3 torus": (4, 9),
    "3,3,3 misere": (4, 9),
    "4,3,3 exact": (4, 9),
}


@pytest.mark.parametrize("game", GAMES)
def test_no_reply_refutes_a_certificate(game: str, tmp_path: Path) -> None:
    rules = Rules.parse(game)
    draw = random.Random(5)
    for number in range(12):
        position = random_position(rules, draw, *GAMES[game])
        path = certify(position, tmp_path / "late.cert").path
        assert expanded(path).why == "", position
        assert played(path, 6, seed=number).why == ""


@pytest.mark.parametrize("game", ["3,3,3", "4,3,3", "3,3,3 torus", "3,3,3 misere", "3,3,3,3"])
def test_nor_that_of_a_whole_game(game: str, tmp_path: Path) -> None:
    found = verify(certify(game, tmp_path / "whole.cert").path, expand=True, play=10)
    assert found.holds
    assert found.answers > 10


def test_when_o_only_blocks(tmp_path: Path) -> None:
    for game in ("5,5,4", "3,3,3", "4,4,4"):
        path = certify(game, tmp_path / "blocked.cert", maker_breaker=True).path
        assert played(path, 20).why == ""


@pytest.mark.parametrize(
    "game", ["5,5,4", "8,8,4", "5,5,4 torus", pytest.param("7,7,5", marks=pytest.mark.deep)]
)
def test_games_against_larger_ones(game: str, tmp_path: Path) -> None:
    assert verify(certify(game, tmp_path / "large.cert").path, play=10).holds


def test_what_takes_too_long_is_said(tmp_path: Path) -> None:
    path = certify("5,5,4", tmp_path / "draw.cert").path
    with pytest.raises(LimitReachedError, match="300 positions"):
        verify(path, expand=True, most=300)


def test_playing_finds_what_a_checker_overlooks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a checker that checks nothing, the games show the mistakes."""
    lines = read(certify("4,3,3", tmp_path / "win.cert").path)
    at = next(at for at, line in enumerate(lines) if line.startswith("w "))
    words = lines[at].split(" ")
    shown = 0
    for number in range(4, len(words)):
        changed = " ".join([*words[:number], *words[number + 1 :]])
        path = tmp_path / "changed.cert"
        if verdict(path, [*lines[:at], changed, *lines[at + 1 :]]).startswith("does not hold"):
            with monkeypatch.context() as blind:
                blind.setattr(checker.Half, "helpful", lambda *_: 0)
                shown += bool(expanded(path).why)
    assert shown


#: A game in which a win's passes decide about a reply.
CROSSED = (
    "7,2 lines c1-e1-d2-e2 f1-a2-b2-e2 c1-d2-e2-f2 d1-g1-d2-g2 b1-c1-a2-b2 e1-f1-f2-g2 a1-c1-e1-f1 "
    "b1-e1-c2-e2 b1-g1-e2-g2 g1-b2-e2-g2 b1-g1-a2-b2 b1-f1-g1-b2 b1-d1-f1-g1 f1-g1-c2-f2 "
    "b1-c1-a2-e2 b1-f1-a2-e2 d1-f1-d2-e2 b1-c1-e1-a2 f1-g1-b2-g2 e1-f1-a2-b2 b1-g1-b2-g2 "
    "a1-f1-b2-g2 c1-e1-d2-g2"
)


#: A game in which a reply counts that a quiet win's least answer leaves.
LEFT = (
    "16,1 lines c1-h1-p1 e1-j1-o1 b1-f1-j1 a1-h1-j1-n1 e1-h1-i1 c1-e1-h1 e1-g1-i1 b1-k1-l1 "
    "e1-g1-i1-m1 d1-i1-m1 a1-b1-i1 b1-k1-p1 d1-e1-f1-g1 b1-j1-m1 a1-d1-k1-o1 b1-l1-n1 c1-f1-h1-m1 "
    "e1-f1-p1 b1-c1-p1 a1-c1-e1"
)
#: Mistakes in zones that hardly any position shows: a game that does, and what is mistaken.
MISTAKES = {
    "too few passes": (
        CROSSED,
        Edit("zones", "gather", "max(most, fewest + 1)", "max(most, fewest)"),
    ),
    "without what the least win leaves": (
        LEFT,
        Edit("zones", "gather", "zone | self.replies(level, least, fewest)", "zone | least"),
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_prover_with_a_mistake_in_its_zones_is_refused(name: str, tmp_path: Path) -> None:
    game, mistake = MISTAKES[name]
    position = Position(Rules.parse(game))
    (said,) = refused(position, tmp_path / "wrong.cert", mistake)
    assert "no answer to" in said
    assert not refused(position, tmp_path / "right.cert")

"""Every reply, followed by `Expansion`: as many positions as in plain sight, the same verdict."""

from __future__ import annotations

import random
import re
import signal
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from noughts import Position, Rules
from noughts.bits import bits
from noughts.certificate import certify, checker, expansion, parts, playing, verify, waiting
from noughts.certificate.playing import expanded
from noughts.certificate.strategy import Strategy
from noughts.cli import run
from noughts.errors import LimitReachedError, RulesError
from tests.certificate.changes import changes
from tests.certificate.everything import apart, counted, reduced, sum_of
from tests.certificate.files import read, verdict
from tests.certificate.mutants import refused
from tests.certificate.test_strategy import MISTAKES
from tests.solver.fuzz import random_position

if TYPE_CHECKING:
    from noughts.certificate.playing import Played

HOME = Path(__file__).parents[2] / "certificates"
SMALL = (
    *("3,3,3", "4,3,3", "3,3,3,3", "3,3,3-torus", "3,3,3-maker-breaker", "4,4,4-torus", "4,4,4"),
    *(
        "4,4,4-maker-breaker",
        "4,4,4-torus-maker-breaker",
        "4,5,4-torus",
        "5,5,5",
        "6,5,4",
        "6,5,4-maker-breaker",
        "6,6,4",
        "5,5,4-torus",
        "7,7,4",
        "5,4,4",
        "5,4,4-maker-breaker",
        "5,5,4",
        "6,5,5",
        "6,6,6",
    ),
)
GAMES = {"3,3,3": (2, 9), "4,3,3": (3, 12), "4,4,3": (4, 11), "4,4,4": (4, 10), "5,4,4": (8, 12)}


def plain() -> Any:
    """Return the module run as it is, uncompiled; what it raises is the installed one's."""
    namespace: dict[str, Any] = {"__name__": "plain"}
    for name in ("expansion", "parts", "twins", "waiting"):
        source = Path(expansion.__file__).with_name(f"{name}.py").read_text(encoding="utf-8")
        source = source.replace("import cython", "raise ImportError")
        exec(compile(source, "plain", "exec"), namespace)  # noqa: S102
    namespace["RefutedError"] = expansion.RefutedError
    return namespace


@pytest.mark.parametrize("game", SMALL)
def test_as_many_positions_as_in_plain_sight(game: str) -> None:
    path = HOME / f"{game}.cert"
    assert expanded(path) == (counted(path), "")


@pytest.mark.parametrize(
    "game",
    ["3,3,3", "5,5,5", "3,3,3-misere", "4,3,3-exact", "5,5,4-torus", "4,4,4-torus-maker-breaker"],
)
def test_as_many_as_uncompiled(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = HOME / f"{game}.cert"
    found = expanded(path)
    monkeypatch.setattr(playing, "Expansion", plain()["Expansion"])
    assert expanded(path) == found


def test_a_set_that_gives_back_what_it_was_given() -> None:
    """Those with the most empty cells first, each once; taken out and put in by turns."""
    draw = random.Random(5)
    for kind in (waiting.Waiting, plain()["Waiting"]):
        queue = kind(1 << 20)
        there: set[tuple[int, int, int]] = set()
        most = 64
        while most > 0:
            for _ in range(draw.randrange(200)):
                own = (1 << (64 - draw.randrange(most))) - 1
                each = (own, draw.randrange(4), draw.randrange(3))
                assert queue.add(*each, 64 - own.bit_count())
                there.add(each)
            for _ in range(draw.randrange(150)):
                assert queue.take() == bool(there)
                if not there:
                    break
                taken = (queue.own, queue.other, queue.number)
                there.remove(taken)
                most = 64 - taken[0].bit_count()
                assert all(own.bit_count() >= taken[0].bit_count() for own, *_ in there)
            else:
                continue
            most -= 1


def test_parts_of_lines_drawn_at_random() -> None:
    """What is left of them, and which of them belong together."""
    draw = random.Random(6)
    divided = 0
    for _ in range(2_000):
        lines = [sum(1 << c for c in draw.sample(range(12), draw.randint(2, 4))) for _ in range(6)]
        wholes = dict.fromkeys(lines[: draw.randint(1, 6)])
        stones = draw.getrandbits(12) & draw.getrandbits(12)
        lacks: dict[tuple[int, ...], int] = {}
        for line in wholes:
            if line & ~stones:
                lacks.setdefault(bits(line & ~stones), line)
        expected = {sum_of(lacks[e] for e in part) for part in apart(reduced(list(lacks)))}
        for kind in (parts.Parts, plain()["Parts"]) if divided < 20 else (parts.Parts,):
            found = kind(6)
            for line in wholes:
                if line & ~stones:
                    found.add(line, line & ~stones)
            found.reduce()
            assert set(iter(found.next, 0)) == expected
        divided += len(expected) > 1
    assert divided > 100


@pytest.mark.parametrize("game", GAMES)
def test_of_late_positions_as_well_and_where_nothing_is_merged(game: str, tmp_path: Path) -> None:
    rules = Rules.parse(game)
    draw = random.Random(3)
    for _ in range(10):
        path = certify(random_position(rules, draw, *GAMES[game]), tmp_path / "late.cert").path
        assert expanded(path) == (counted(path), "")
        assert counted(path, merged=False) is not None


def believed(path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Played, int | None]:
    """Play a certificate out, both ways, after a checker that lets everything pass."""
    with monkeypatch.context() as blind:
        blind.setattr(checker, "require", lambda *_: None)
        return expanded(path), counted(path)


@pytest.mark.parametrize("game", ["3,3,3", "4,3,3", "4,4,4", "3,3,3 torus", "4,4,4 torus"])
def test_what_the_checker_refuses_is_refuted_alike(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An answer that is missing, or another one first: most of it loses a game."""
    lines = read(certify(game, tmp_path / "right.cert").path)
    path = tmp_path / "wrong.cert"
    lost = 0
    for what, changed in changes(lines, random.Random(1)):
        if what not in {"a reason left out", "a reason put first"}:
            continue
        if verdict(path, changed).startswith("does not hold"):
            found, positions = believed(path, monkeypatch)
            assert (positions is None) == bool(found.why)
            assert positions in {None, found.positions}
            lost += bool(found.why)
    assert lost


@pytest.mark.parametrize("game", ["4,4,4", "4,4,4 torus"])
def test_pairs_that_are_none_are_refuted_alike(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two cells of different pairs exchanged."""
    lines = read(certify(game, tmp_path / "right.cert").path)
    path = tmp_path / "wrong.cert"
    lost = 0
    for at, line in enumerate(lines):
        for found in re.finditer(r"(?<==\w)(\w)(\w)(?=\w)", line):
            swapped = line[: found.start()] + found[2] + found[1] + line[found.end() :]
            said = verdict(path, [*lines[:at], swapped, *lines[at + 1 :]])
            assert "an open line holds no pair" in said
            played, positions = believed(path, monkeypatch)
            assert (positions is None) == bool(played.why)
            lost += bool(played.why)
    assert lost


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_in_a_zone(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither claim follows. With a pass too few its moves win all the same, and that is said."""
    game, mistake = MISTAKES[name]
    path = tmp_path / "wrong.cert"
    assert refused(Position(Rules.parse(game)), path, mistake)
    found, positions = believed(path, monkeypatch)
    assert (positions is None) == bool(found.why) == (name != "too few passes")


def test_limits_are_kept_and_said(capsys: pytest.CaptureFixture[str]) -> None:
    path = HOME / "6,6,5.cert"
    for limit in ({"most": 3000}, {"seconds": 1e-9}, {"memory": 50_000}):
        with pytest.raises(LimitReachedError, match="positions, none of them lost"):
            verify(path, expand=True, **limit)
    with pytest.raises(LimitReachedError, match="no others fit into 50,000 bytes"):
        expanded(path, memory=50_000)
    with pytest.raises(RulesError, match="this machine has"):
        expanded(path, memory=1 << 60)
    file = str(path)
    assert run(["verify", file, "--expand", "--memory", "1"]) == 3
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "more waited, and no others fit into 1 MiB" in said
    for option in ("--most", "--seconds", "--memory"):
        assert run(["verify", file, option, "5"]) == 2
        assert f"{option} would do nothing" in capsys.readouterr().err


def test_ctrl_c_arrives(monkeypatch: pytest.MonkeyPatch) -> None:
    """While a game that takes hours is followed."""
    answer = Strategy.answer
    soon = threading.Timer(0.1, signal.raise_signal, [signal.SIGINT])

    def first(self: Strategy, number: int, cell: int) -> Any:
        if not soon.is_alive():
            soon.start()
        return answer(self, number, cell)

    monkeypatch.setattr(Strategy, "answer", first)
    assert run(["verify", str(HOME / "7,7,5.cert"), "--expand"]) == 130

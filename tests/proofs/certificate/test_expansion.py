"""Every reply, followed by `Expansion`: as many positions as in plain sight, the same verdict."""

import random
import re
import signal
import subprocess
import sys
from array import array
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from noughts import Position, Rules
from noughts.cli import run
from noughts.core.bits import bits
from noughts.core.catalogue import speaking
from noughts.core.errors import LimitReachedError, RulesError
from noughts.proofs.certificate import certify, checker, verify
from noughts.proofs.certificate.checker_reasons import stated
from noughts.proofs.certificate.strategies import components, expansion, frontier, playing
from noughts.proofs.certificate.strategies.playing import Played, expanded
from noughts.proofs.certificate.strategies.strategy import Edge, RefutedError
from tests.proofs.certificate import everything
from tests.proofs.certificate.changes import changes
from tests.proofs.certificate.everything import apart, counted, reduced, turned
from tests.proofs.certificate.files import read, verdict
from tests.proofs.certificate.mutants import refused
from tests.proofs.certificate.test_strategy import MISTAKES
from tests.proofs.certificate.test_twins import drawn, values
from tests.sampling import sample
from tests.solver.fuzz import random_position
from tests.waiting import PATIENCE

HOME = Path(__file__).parents[3] / "certificates"
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
        "7,7,4",
        "5,4,4",
        "5,4,4-maker-breaker",
        "6,6,6",
    ),
    *(pytest.param(game, marks=pytest.mark.deep) for game in ("5,5,4", "5,5,4-torus", "6,5,5")),
)
TORUS = pytest.param("4,4,4 torus", marks=pytest.mark.deep)
GAMES = {"3,3,3": (2, 9), "4,3,3": (3, 12), "4,4,3": (4, 11), "4,4,4": (4, 10), "5,4,4": (8, 12)}


def plain() -> Any:
    """Return the modules run as they are, uncompiled; what they raise is the installed one's."""
    namespace: dict[str, Any] = {"__name__": "plain"}
    names = (
        *("frontier", "equivalent_cells", "components"),
        *("answer_cache", "component_play", "expansion"),
    )
    imports = rf"from noughts\.proofs\.certificate\.strategies\.({'|'.join(names)}) import .*"
    for name in names:
        source = Path(expansion.__file__).with_name(f"{name}.py").read_text(encoding="utf-8")
        # They import each other compiled; here they stand in one namespace.
        source = re.sub(imports, "pass", source)
        exec(compile(source, "plain", "exec"), namespace)  # noqa: S102
    namespace["RefutedError"] = RefutedError
    return namespace


@pytest.mark.parametrize("game", SMALL)
def test_as_many_positions_as_in_plain_sight(game: str) -> None:
    path = HOME / f"{game}.cert"
    assert expanded(path) == (counted(path), "")


@pytest.mark.parametrize(
    "game",
    [
        *("3,3,3", "5,5,5", "3,3,3-misere", "4,3,3-exact", "4,4,4-torus-maker-breaker"),
        pytest.param("5,5,4-torus", marks=pytest.mark.deep),
    ],
)
def test_as_many_as_uncompiled(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = HOME / f"{game}.cert"
    found = expanded(path)
    monkeypatch.setattr(playing, "Expansion", plain()["Expansion"])
    assert expanded(path) == found


def test_a_set_that_gives_back_what_it_was_given() -> None:
    """Those with the most empty cells come first, each once, while others are added."""
    draw = random.Random(5)
    for kind in (frontier.Frontier, plain()["Frontier"]):
        queue = kind(2, 1 << 22)
        there: set[tuple[int, int, int]] = set()
        most = 64
        while most > 0:
            for _ in range(draw.randrange(2_000)):
                own = (1 << (64 - draw.randrange(most))) - 1
                each = (own, draw.randrange(40), draw.randrange(1, 3))
                queue.add(array("Q", each[:2]), each[2], 64 - own.bit_count())
                there.add(each)
            for _ in range(draw.randrange(1_500)):
                assert queue.count == len(there)
                assert queue.take() == bool(there)
                if not there:
                    break
                taken = (*queue.taken, queue.number)
                there.remove(taken)
                most = 64 - taken[0].bit_count()
                assert all(own.bit_count() >= taken[0].bit_count() for own, *_ in there)
            else:
                continue
            most -= 1
        full = kind(2, 1 << 10)
        with pytest.raises(MemoryError):
            full.add(array("Q", (0, 0)), 1, 64)


@pytest.mark.parametrize(("count", "cells"), [(6, 12), (80, 40)])
def test_parts_of_lines_drawn_at_random(count: int, cells: int) -> None:
    """The reduced lines, the parts they form, and the lines after a rotation."""
    draw = random.Random(6)
    divided = 0
    turn = [1 << (cells - 1 - cell) for cell in range(cells)]
    still = [1 << cell for cell in range(cells)]
    for number in range(sample(300, 1_000)):
        wholes = {
            frozenset(draw.sample(range(cells // 2), draw.randint(2, 4))) for _ in range(count // 2)
        }
        lines = sorted(
            {sum(to[c] for c in line) for line in wholes for to in (still, turn)}, key=bits
        )
        other = sum(1 << c for c in range(cells) if draw.random() < 0.25)
        own = sum(1 << c for c in range(cells) if draw.random() < 0.1) & ~other
        lacks = frozenset(bits(line & ~other) for line in lines if not line & own)
        if () in lacks:
            continue
        expected = {
            symmetry: {turned(part, to) for part in apart(reduced(lacks))}
            for symmetry, to in enumerate((still, turn))
        }
        for kind in (
            (components.Components, plain()["Components"])
            if number < 20
            else (components.Components,)
        ):
            found = kind(lines, [still, turn])
            for symmetry, each in expected.items():
                found.begin(own, other)
                found.reduce()
                given = set()
                while found.next(symmetry):
                    left, *words = found.words
                    numbers = bits(sum(word << 64 * i for i, word in enumerate(words)))
                    given.add(frozenset(bits(lines[i] & left) for i in numbers))
                assert given == each
        divided += len(expected[0]) > 1
    assert divided > sample(15, 50)


def held(lines: everything.Lines, draw: random.Random) -> bool:
    """Return whether answers drawn at random hold these lines, as far as one has to look."""
    strategy = SimpleNamespace(
        answer=lambda followed, _: Edge(draw.choice((None, *range(8))), 0, followed)
    )
    player: Any = SimpleNamespace(strategy=strategy, symmetries=[None])
    todo = [(part, 1) for part in apart(reduced(lines))]
    try:
        for part, followed in todo:
            for cell in everything.undominated(part):
                todo += everything.Everything.answered(player, part, followed, cell)
    except RefutedError:
        return False
    return True


def wrongly_held(count: int) -> tuple[int, int]:
    """Return how many lines drawn at random are held, and how many of them the attacker wins."""
    draw = random.Random(7)
    found = [0, 0]
    for _ in range(count):
        lines = drawn(draw)
        if min(map(len, lines)) > 1 and held(frozenset(tuple(sorted(e)) for e in lines), draw):
            found[values(lines)[0]] += 1
    return found[0], found[1]


def test_what_is_left_out_never_hides_a_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    """For every answer, the values come from trying all moves of X and O."""
    right, wrong = wrongly_held(sample(1_000, 3_000))
    assert right > 100
    assert wrong == 0
    # Another rule that sounds as good: of cells, those on the most lines are enough.
    monkeypatch.setattr(everything, "undominated", on_most_lines)
    assert wrongly_held(sample(1_000, 3_000))[1] > 0


def on_most_lines(lines: everything.Lines) -> list[int]:
    """Return the cells through which most lines go."""
    through = everything.lines_through(lines)
    most = max(map(len, through.values()))
    return [cell for cell, found in through.items() if len(found) == most]


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


@pytest.mark.parametrize("game", ["3,3,3", "4,3,3", "4,4,4", "3,3,3 torus", TORUS])
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


def test_a_lost_game_is_told_in_the_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = read(certify("4,3,3", tmp_path / "right.cert").path)
    path = tmp_path / "wrong.cert"
    why = ""
    with speaking("de"):
        for what, changed in changes(lines, random.Random(1)):
            if not why and what == "a reason left out" and verdict(path, changed):
                why = believed(path, monkeypatch)[0].why
        assert stated("X wins") in why
    assert "X wins" not in why


@pytest.mark.parametrize("game", ["4,4,4", TORUS])
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
            assert "an open line contains no pair" in said
            played, positions = believed(path, monkeypatch)
            assert (positions is None) == bool(played.why)
            lost += bool(played.why)
    assert lost


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_in_a_zone(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither claim follows. With one pass too few its moves still win, and the report says so."""
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
    file = str(HOME / "7,6,5.cert")
    assert run(["verify", file, "--expand", "--memory", "1"]) == 3
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "more are waiting, and no others fit into 1 MiB" in said
    for option in ("--most", "--seconds", "--memory"):
        assert run(["verify", file, option, "5"]) == 2
        assert f"{option} would do nothing" in capsys.readouterr().err


FOLLOWING = """
import sys
from noughts.proofs.certificate.strategies.strategy import Strategy
from noughts.cli import run

def answer(self, number, cell, answer=Strategy.answer):
    if number == 1:
        print("following", flush=True)
    return answer(self, number, cell)

Strategy.answer = answer
sys.exit(run(["verify", sys.argv[1], "--expand"]))
"""


def test_ctrl_c_arrives() -> None:
    """While a game that takes half an hour is followed."""
    with subprocess.Popen(
        [sys.executable, "-c", FOLLOWING, HOME / "7,7,5.cert"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == b"following\n"
        running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=PATIENCE)
    assert (running.returncode, err.count(b"Traceback")) == (130, 0)

"""Puzzles: one right move each, proved twice."""

import io
import json
import subprocess
import sys
from datetime import date, timedelta
from functools import cache, reduce
from itertools import pairwise
from pathlib import Path
from typing import TypeVar

import numpy as np
import pytest

from noughts import Limit, Mark, Position, ReportError, Rules, Score, engine
from noughts.cli import run
from noughts.core.forks import completions
from noughts.engines import Level, Memoised
from noughts.explain import FactKind
from noughts.oracle import Oracle
from noughts.proofs.certificate.certifying import certify
from noughts.proofs.certificate.verifying import verify
from noughts.puzzles import (
    Difficulty,
    LostMovePuzzle,
    MovePuzzle,
    Pack,
    Puzzle,
    PuzzleKind,
    WinnerPuzzle,
    daily,
    gather,
    gathering,
    judge,
    of_game,
    puzzle_of,
)
from noughts.puzzles.pack_files import load
from noughts.puzzles.puzzle_types import FOURS, Answer
from noughts.puzzles.shipped import FOLDER, ids_of, lists
from noughts.solver.gravity import GravitySolver
from tests.puzzles import fours_by_hand
from tests.sampling import sample
from tests.sampling import some as sampled

Kind = TypeVar("Kind")

FILES = sorted(FOLDER.glob("*.json"))
#: Puzzles about fours, a hundred at a time, because all of a pack take minutes.
ABOUT_FOURS = [
    (file, at)
    for file in FILES
    for at in range(0, sum(file.read_text().count(f'"kind":"{kind}"') for kind in FOURS), 100)
]
#: The rest of the board, for plain minimax.
FEW = 10


pack_of = cache(load)


@cache
def every() -> list[Puzzle]:
    return [puzzle for file in FILES for puzzle in pack_of(file).puzzles]


def with_move() -> list[MovePuzzle]:
    return [each for each in every() if isinstance(each, MovePuzzle)]


def value(puzzle: MovePuzzle) -> int:
    return 0 if puzzle.plies is None else 1


def ended(position: Position, line: tuple[int, ...]) -> Mark | None:
    """Return who wins at the end of a line, which is the end of the game."""
    for cell in line:
        assert position.outcome is None
        position = position.play(cell)
    assert position.outcome is not None
    return position.outcome.winner


def some(puzzles: list[Kind], usual: int) -> list[Kind]:
    """Return a sample of puzzles, all of them in the deep tests."""
    return puzzles[:: max(1, len(puzzles) // max(1, sample(usual, len(puzzles))))]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_moves_and_plies_by_the_oracle(file: Path) -> None:
    """By the oracle: a complete table for small games, and for others another search."""
    pack = pack_of(file)
    chosen = some(
        [each for each in pack.puzzles if isinstance(each, MovePuzzle) and each.kind not in FOURS],
        2 if pack.rules.cells < 20 else 1,
    )
    if not chosen:
        pytest.skip("only puzzles about fours")
    boards = np.array([(each.position.x, each.position.o) for each in chosen], np.uint64)
    labels = Oracle(pack.rules).label(boards)
    assert (labels.keeping.sum(axis=1) == 1).all()
    assert labels.keeping.argmax(axis=1).tolist() == [each.answer for each in chosen]
    assert labels.value.tolist() == [value(each) for each in chosen]
    for plies, puzzle in zip(labels.plies, chosen, strict=True):
        assert plies in {-1, puzzle.plies}
    refutations = [
        (each.position, line) for each in chosen for line in each.refutations if len(line) > 1
    ]
    assert bool(refutations) is not pack.rules.gravity
    if refutations:
        after = [position.play(line[0]) for position, line in refutations]
        labels = Oracle(pack.rules).label(np.array([(each.x, each.o) for each in after], np.uint64))
        for at, (position, line) in enumerate(refutations):
            end = ended(position, line)
            assert labels.keeping[at, line[1]]
            assert labels.value[at] == (0 if end is None else 1)
            assert labels.plies[at] in {-1, len(line) - 1}


def test_late_puzzles_by_plain_minimax() -> None:
    late = [each for each in with_move() if each.kind not in FOURS]
    late = [each for each in late if each.position.rules.cells - each.position.ply <= FEW]
    plain = Memoised()
    for puzzle in some(late, 60):
        analysis = plain.analyse(puzzle.position)
        right = [
            move.cell
            for move in analysis.moves
            if isinstance(move.score, Score) and move.score.value.sign == value(puzzle)
        ]
        assert right == [puzzle.answer]
        assert isinstance(analysis.score, Score)
        assert analysis.score.plies == puzzle.plies


class SecondWay:
    """Who wins a position, by other means than those that found the puzzles.

    With gravity it is a search without the solver's rules and book; for other games a certificate
    that the standalone checker accepts.
    """

    def __init__(self, rules: Rules, folder: Path) -> None:
        self.file = folder / "certificate"
        self.bare = GravitySolver(rules, pruning=(), book=False) if rules.gravity else None

    def winner(self, position: Position) -> Mark | None:
        if position.outcome is not None:
            return position.outcome.winner
        if self.bare is not None:
            low, high = self.bare.sign(position)
            assert low == high
            return {1: position.turn, -1: position.turn.other}.get(low)
        certify(position, self.file, memory=1 << 24)
        verdict = verify(self.file)
        assert verdict.holds
        assert verdict.position == str(position)
        return {"X wins": Mark.X, "O wins": Mark.O, "draw": None}[verdict.value]

    def answers(self, puzzle: Puzzle) -> list[Answer]:
        """Return every right answer."""
        position = puzzle.position
        if isinstance(puzzle, WinnerPuzzle):
            return [self.winner(position)]
        if isinstance(puzzle, LostMovePuzzle):
            after = [puzzle.before(number) for number in range(1, len(puzzle.moves) + 2)]
            winners = list(map(self.winner, after))
            assert winners[-1] is not None
            wrong = [number for number in range(1, len(after)) if number != puzzle.answer]
            assert position.rules.gravity or len(puzzle.refutations) == len(wrong)
            for number, line in zip(wrong, puzzle.refutations, strict=False):
                assert ended(puzzle.where(number), line) is winners[number]
            return [at for at, (one, other) in enumerate(pairwise(winners), 1) if one is not other]
        wanted = (None,) if puzzle.plies is None else (position.turn,)
        children = {cell: self.winner(child) for cell, child in position.children()}
        if puzzle.plies is None:
            assert set(children.values()) == {None, position.turn.other}
        if not position.rules.gravity:
            refuted = {line[0]: ended(position, line) for line in puzzle.refutations}
            told = {puzzle.answer: children[puzzle.answer], **refuted}
            assert told == {cell: children[cell] for cell in told}
            # Left out where the length of a loss is not proved, which is rare.
            assert len(children) - len(told) <= 2
        for line in puzzle.refutations:
            keeps = reduce(Position.play, line[:2], position)
            assert self.winner(keeps) is children[line[0]]
        return [cell for cell, winner in children.items() if winner in wanted]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_answer_is_the_only_one_by_a_second_way(file: Path, tmp_path: Path) -> None:
    pack = pack_of(file)
    proved = [each for each in pack.puzzles if each.kind not in FOURS]
    second = SecondWay(pack.rules, tmp_path)
    for puzzle in some(proved, 2):
        assert second.answers(puzzle) == [puzzle.answer], str(puzzle)


@pytest.mark.parametrize(
    ("file", "at"),
    [
        pytest.param(
            file,
            at,
            marks=[pytest.mark.deep] * (file.stem.endswith("-more") or file.stem == "qubic"),
        )
        for file, at in ABOUT_FOURS
    ],
    ids=lambda each: getattr(each, "stem", each),
)
def test_wins_by_fours_by_hand(file: Path, at: int) -> None:
    """Every sequence of fours, and after a threat every reply, with plain bitboards."""
    about = [each for each in pack_of(file).puzzles if each.kind in FOURS]
    for puzzle in some(about[at : at + 100], 1):
        assert isinstance(puzzle, MovePuzzle)
        assert fours_by_hand.answers(puzzle.position, puzzle.kind.value) == [puzzle.answer]
        stopped = fours_by_hand.threats(puzzle.position) if puzzle.kind is PuzzleKind.VCT else set()
        assert {line[0] for line in puzzle.refutations} == stopped - {puzzle.answer}
        for cell, reply in puzzle.refutations:
            assert fours_by_hand.stops(puzzle.position, cell, reply)


def test_lines_keep_the_value_to_their_end() -> None:
    for puzzle in every():
        after = puzzle.position
        if isinstance(puzzle, LostMovePuzzle):
            after = puzzle.before(puzzle.answer + 1)
        winner = after.turn if isinstance(puzzle, MovePuzzle) else after.turn.other
        for cell in puzzle.line:
            assert after.outcome is None
            after = after.play(cell)
        if puzzle.plies is not None and len(puzzle.line) > 1:
            assert len(puzzle.line) == puzzle.plies
            assert after.outcome is not None
            assert isinstance(puzzle, WinnerPuzzle) or after.outcome.winner is not None
            if isinstance(puzzle, MovePuzzle):
                assert after.outcome.winner is winner
        elif puzzle.plies is None and not puzzle.position.rules.gravity:
            assert after.outcome is not None
            assert after.outcome.winner is None


def test_kinds_are_what_they_say() -> None:
    assert {puzzle.kind for puzzle in every()} == set(PuzzleKind)
    for puzzle in some([each for each in with_move() if each.kind not in FOURS], 80):
        again = puzzle_of(puzzle.position)
        assert again is not None
        assert again.kind is puzzle.kind
        if puzzle.kind is PuzzleKind.FORK and puzzle.position.rules.cells <= 12:
            moves = engine("perfect").analyse(puzzle.position).moves
            assert FactKind.FORKS in {fact.kind for fact in moves[0].facts}
        assert (puzzle.kind in {PuzzleKind.DRAW, PuzzleKind.STOP_FORK}) == (puzzle.plies is None)


def test_packs_look_like_games_and_are_in_order() -> None:
    packs = list(map(pack_of, FILES))
    for pack in packs:
        difficulties = [puzzle.difficulty for puzzle in pack.puzzles]
        assert difficulties == sorted(difficulties)
    for file, pack in zip(FILES, packs, strict=True):
        assert file.stat().st_size <= 300_000
        assert file.read_text() == str(pack)


def test_no_puzzle_is_in_two_packs() -> None:
    for rules in {pack_of(file).rules for file in FILES}:
        same = [each for each in every() if each.position.rules == rules]
        assert len({gathering.key(each) for each in same}) == len(same)


def test_harder_puzzles_are_harder_for_the_levels() -> None:
    """On 3×3, each third is missed more often than the one before, by every level but the best."""
    pack = pack_of(FOLDER / "3x3.json")
    moves = [each for each in pack.puzzles if isinstance(each, MovePuzzle)]
    third = len(moves) // 3
    for level in (Level.BEGINNER, Level.STEADY, Level.EXPERT):
        player = level.engine(seed=1)
        missed = []
        for start in (0, third, 2 * third):
            odds = [
                (puzzle, player.weights(puzzle.position)) for puzzle in moves[start : start + third]
            ]
            missed.append(
                sum(1 - each.get(puzzle.answer, 0) / sum(each.values()) for puzzle, each in odds)
            )
        assert missed == sorted(missed)
    for puzzle in moves:
        found = []
        for level in (Level.EASY, Level.MEDIUM, Level.HARD):
            weights = level.engine().weights(puzzle.position)
            found.append(weights.get(puzzle.answer, 0) / sum(weights.values()))
        assert found == sorted(found)
        assert found[2] == 1


def test_each_day_has_three_and_none_comes_back_for_years() -> None:
    for number in range(365):
        puzzles = daily(date(2026, 1, 1) + timedelta(days=number))
        found = [Difficulty.of(each.puzzle.difficulty) for each in puzzles]
        assert found == list(Difficulty)
        assert len({each.puzzle.position.rules for each in puzzles}) == 3
    years = 3 * min(map(len, lists().values()))
    days = [ids_of(date(2025, 6, 1) + timedelta(days=number)) for number in range(years)]
    assert len({each for ids in days for each in ids}) == 3 * years > 3 * 365 * 6


def test_a_pack_is_made_again_byte_for_byte(tmp_path: Path) -> None:
    for name in ("a", "b"):
        assert run(["puzzles", "3,3,3", str(tmp_path / name), "--count", "20"]) == 0
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    pack = load(tmp_path / "a")
    assert str(pack).encode() == (tmp_path / "a").read_bytes()
    assert pack.rules == Rules("3,3,3")
    assert not list(tmp_path.glob("*.games"))


@pytest.mark.parametrize("rules", sampled(["3,3,3", "4,4,4", "6,6,4", "5,4,4 gravity"], 4))
def test_a_stopped_search_resumes_and_finds_the_same(rules: str, tmp_path: Path) -> None:
    game, kept = Rules(rules), tmp_path / "kept"
    whole = gather(game, 12)

    def stop(found: int) -> None:
        if found == 7:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        gather(game, 12, kept=kept, on_found=stop)
    with kept.open("a") as file:
        file.write('[{"kind": "wi')  # torn
    assert str(gather(game, 12, kept=kept)) == str(whole)
    with pytest.raises(ReportError, match="another seed"):
        gather(game, 12, seed=2, kept=kept)


LIMITED = """
import resource, sys
sys.dont_write_bytecode = True  # part of a file would be read again
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv.pop(1)),) * 2)
from noughts.cli import run
sys.exit(run(sys.argv[1:]))
"""


@pytest.mark.parametrize("most", [10, 2_000])
def test_a_disk_that_fills_up_is_named_and_the_search_resumes(
    most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What measures coverage writes files too, and this process may not.
    monkeypatch.delenv("COVERAGE_PROCESS_CONFIG", raising=False)
    pack, kept = tmp_path / "pack.json", tmp_path / "pack.json.games"
    asked = ["puzzles", "3,3,3", str(pack), "--count", "20"]
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, str(most), *asked],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr == f"noughts: {kept}: File too large\n"
    assert run(asked) == 0
    assert [each.name for each in tmp_path.iterdir()] == ["pack.json"]
    assert load(pack) == gather(Rules("3,3,3"), 20)


def test_a_file_of_something_else_is_not_taken_for_games(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.write_bytes(b"\xff\n")
    with pytest.raises(ReportError, match="another seed"):
        gather(Rules("3,3,3"), 1, kept=kept)
    assert kept.read_bytes() == b"\xff\n"


@pytest.mark.deep
@pytest.mark.parametrize("name", ["3x3-misere", "4x3", "5x4-gravity"])
def test_a_pack_of_noughts_is_made_again(name: str) -> None:
    shipped = load(FOLDER / f"{name}.json")
    assert gather(shipped.rules, len(shipped.puzzles), shipped.seed) == shipped


@pytest.mark.parametrize("rules", sampled(["3,3,3", "8,8,5", "5,4,4 gravity"], 2))
def test_a_pack_becomes_sgf_and_is_proved_again(rules: str, tmp_path: Path) -> None:
    pack = gather(Rules(rules), 10)
    (tmp_path / "a.json").write_text(str(pack))
    for source, target in (("a.json", "b.sgf"), ("b.sgf", "c.json")):
        assert run(["convert", str(tmp_path / source), str(tmp_path / target)]) == 0
    assert load(tmp_path / "c.json") == pack._replace(seed=0)
    assert load(tmp_path / "b.sgf") == pack._replace(seed=0)


@pytest.mark.parametrize(
    ("sgf", "said"),
    [
        ("(;GM[4]SZ[3]RU[3,3,3];B[bb])", "game 1 is not a puzzle: it has not one right answer"),
        ("(;GM[4]SZ[3]RU[3,3,3]GN[fork]AB[aa][ba]AW[ab][bb];B[ca])", "game 1 is not a puzzle"),
        ("(;GM[4]SZ[6]RU[6,6,4]GN[win];B[aa])", "too many empty cells"),
        (
            "(;GM[4]SZ[3]RU[3,3,3]AB[aa][ba]AW[ab][bb];B[ca])(;GM[4]SZ[4]RU[4,4,4];B[aa])",
            "game 2 is not a puzzle",
        ),
    ],
)
def test_games_that_are_no_puzzles(sgf: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "a.sgf").write_text(sgf)
    with pytest.raises(ReportError, match=said):
        load(tmp_path / "a.sgf")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"noughts": "puzzles 1"}, 'allowed: "puzzles 2"'),
        ({"rules": "3,3"}, "cannot be right"),
        ({"puzzles": 3}, "allowed: array"),
        ({"puzzles": [{"answer": "a2"}]}, "does not begin with the answer"),
        ({"puzzles": [{"line": ["a1"]}]}, "cannot be right"),
        ({"puzzles": [{"kind": "mate"}]}, "mate"),
        ({"puzzles": [{"position": "XXX/OO./..."}]}, "cannot be right"),
    ],
)
def test_files_that_are_no_packs(change: dict[str, object], said: str) -> None:
    puzzle = puzzle_of(Position.parse("XX./OO./..."))
    assert puzzle is not None
    whole = json.loads(str(Pack(Rules("3,3,3"), 1, (puzzle,))))
    first = change.get("puzzles")
    if isinstance(first, list):
        change = {"puzzles": [{**whole["puzzles"][0], **first[0]}]}
    with pytest.raises(ReportError, match=said):
        Pack.parse(json.dumps({**whole, **change}))


def typed(
    words: str, *arguments: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> str:
    monkeypatch.setattr("sys.stdin", io.StringIO(words))
    assert run(["puzzle", *arguments]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return str(out)


def test_a_puzzle_is_solved_in_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    puzzle = puzzle_of(Position.parse("XX./OO./..."))
    assert puzzle is not None
    file = tmp_path / "one.json"
    file.write_text(str(Pack(Rules("3,3,3"), 1, (puzzle,))))
    both = {"monkeypatch": monkeypatch, "capsys": capsys}
    said = typed("hint\nz9\na1\nc3\nhint\nhint\nhint\nc1\n", "--pack", str(file), **both)  # type: ignore[arg-type]
    for each in (
        "X to move. Win with this move.",
        "Can a line be completed?",
        "Type an answer, hint, give up or quit.",
        "c3 threatens a1 b1 c1, but loses in 2 plies because O completes a2 b2 c2.",
        "Try again.",
        "The answer is in column c.",
        "The answer is c1.\nThe answer is c1.",
        "Right: c1 wins at once with a1 b1 c1.",
        "Solved 1 of 1, 0 at the first try.",
    ):
        assert each in said
    said = typed("give up\n", "--pack", str(file), **both)  # type: ignore[arg-type]
    assert "The answer is c1.\nThen, for example: c1\n" in said
    assert "Solved 0 of 1" in said
    assert "1 at the first try" in typed("c1\n", "--pack", str(file), **both)  # type: ignore[arg-type]
    assert "Solved 0 of 3" in typed("", **both)  # type: ignore[arg-type]
    assert run(["puzzle", "--daily", "2026-12-01", "--kind", "win"]) == 2
    assert "--kind would do nothing" in capsys.readouterr().err
    file.write_text("")
    assert run(["puzzle", "--pack", str(file)]) == 2
    assert f"{file}: it is not JSON" in capsys.readouterr().err


def test_wrong_moves_are_refuted() -> None:
    for puzzle in some(with_move(), 12):
        for cell in puzzle.position.legal:
            answer = judge(puzzle, cell)
            assert answer.right == (cell == puzzle.answer)
            assert answer.reason
            assert answer.line[0] == cell


def test_other_answers_are_judged_with_their_reasons() -> None:
    (lost,) = (each for each in of_game(Rules("3,3,3"), 1, 2) if isinstance(each, LostMovePuzzle))
    for number in range(1, len(lost.moves) + 1):
        judged = judge(lost, number)
        assert judged.right == (number == lost.answer)
        assert judged.cell == lost.moves[number - 1]
        assert "loses" in judged.reason or not judged.right
    (who,) = (each for each in of_game(Rules("3,3,3"), 1, 2) if isinstance(each, WinnerPuzzle))
    assert [judge(who, each).right for each in (Mark.X, Mark.O, None)] == [False, True, False]
    assert "loses in" in judge(who, Mark.X).reason
    for puzzle in (lost, who):
        assert len(puzzle.hints()) == 3
        assert puzzle.named(puzzle.answer) in puzzle.hints()[2]


def test_without_time_a_judgement_is_right_but_has_no_proof() -> None:
    pack = pack_of(FOLDER / "connect-four.json")
    hard = next(each for each in reversed(pack.puzzles) if isinstance(each, MovePuzzle))
    judged = judge(hard, hard.answer, Limit(seconds=1e-9))
    assert (judged.right, judged.reason) == (True, "is right")


@pytest.mark.parametrize("kind", FOURS)
def test_moves_without_a_win_by_fours_say_what_stops_them(kind: PuzzleKind) -> None:
    quiet = [
        each
        for each in with_move()
        if each.kind is kind and not completions(each.position, each.position.turn.other)
    ]
    (first, *_) = puzzles = quiet[: sample(1, 2)]
    said = {judge(each, cell).reason for each in puzzles for cell in each.position.legal}
    assert any("is stopped by" in each for each in said)
    assert any(each.startswith(("threatens no line", "does not threaten")) for each in said)
    assert f"{first.position.turn} " in first.task

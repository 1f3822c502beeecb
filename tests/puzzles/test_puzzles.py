"""Puzzles: one right move each, proved twice."""

from __future__ import annotations

import io
import json
from collections import Counter
from datetime import date, timedelta
from typing import TYPE_CHECKING

import numpy as np
import pytest

from noughts import Position, ReportError, Rules, Score, engine
from noughts.cli import run
from noughts.engines import Level, Memoised
from noughts.explain import FactKind
from noughts.oracle import Oracle
from noughts.puzzles import Pack, Puzzle, PuzzleKind, daily, judge, puzzle_of, shipped
from noughts.puzzles.pack import EASY, FOLDER
from noughts.solver.gravity import GravitySolver
from tests.sampling import sample

if TYPE_CHECKING:
    from pathlib import Path

EVERY = [puzzle for pack in shipped() for puzzle in pack.puzzles]
#: The rest of the board, for plain minimax.
FEW = 10


def value(puzzle: Puzzle) -> int:
    return 0 if puzzle.plies is None else 1


@pytest.mark.parametrize("pack", shipped(), ids=lambda pack: str(pack.rules))
def test_every_puzzle_has_one_right_move(pack: Pack) -> None:
    """By the oracle: a complete table for small games, and for others another search."""
    oracle = Oracle(pack.rules)
    wanted = sample(60, len(pack.puzzles))
    some = pack.puzzles[:: max(1, len(pack.puzzles) // wanted)]
    boards = np.array([(each.position.x, each.position.o) for each in some], np.uint64)
    labels = oracle.label(boards)
    assert (labels.keeping.sum(axis=1) == 1).all()
    assert labels.keeping.argmax(axis=1).tolist() == [each.answer for each in some]
    assert labels.value.tolist() == [value(each) for each in some]
    for plies, puzzle in zip(labels.plies, some, strict=True):
        assert plies in {-1, puzzle.plies}


def test_late_puzzles_by_plain_minimax() -> None:
    late = [each for each in EVERY if len(each.position.legal) <= FEW]
    late = [each for each in late if each.position.rules.cells - each.position.ply <= FEW]
    plain = Memoised()
    for puzzle in late[:: max(1, len(late) // sample(60, len(late)))]:
        analysis = plain.analyse(puzzle.position)
        right = [
            move.cell
            for move in analysis.moves
            if isinstance(move.score, Score) and move.score.value.sign == value(puzzle)
        ]
        assert right == [puzzle.answer]
        assert isinstance(analysis.score, Score)
        assert analysis.score.plies == puzzle.plies


@pytest.mark.deep
def test_puzzles_with_gravity_by_a_search_without_its_rules() -> None:
    for pack in shipped():
        if pack.rules.gravity:
            bare = GravitySolver(pack.rules, pruning=(), book=False)
            for puzzle in pack.puzzles:
                for cell, child in puzzle.position.children():
                    low, high = bare.sign(child)
                    assert low == high
                    assert (-low >= value(puzzle)) == (cell == puzzle.answer)


def test_lines_keep_the_value_to_their_end() -> None:
    for puzzle in EVERY:
        after = puzzle.position
        for cell in puzzle.line:
            assert after.outcome is None
            after = after.play(cell)
        if puzzle.plies is not None:
            assert len(puzzle.line) == puzzle.plies
            assert after.outcome is not None
            assert after.outcome.winner is puzzle.position.turn


def test_kinds_are_what_they_say() -> None:
    assert {puzzle.kind for puzzle in EVERY} == set(PuzzleKind)
    for puzzle in EVERY[:: len(EVERY) // sample(80, len(EVERY))]:
        again = puzzle_of(puzzle.position)
        assert again is not None
        assert again.kind is puzzle.kind
        if puzzle.kind is PuzzleKind.FORK and puzzle.position.rules.cells <= 12:
            moves = engine("perfect").analyse(puzzle.position).moves
            assert FactKind.FORKS in {fact.kind for fact in moves[0].facts}
        assert (puzzle.kind in {PuzzleKind.DRAW, PuzzleKind.STOP_FORK}) == (puzzle.plies is None)


def test_packs_look_like_games_and_are_in_order() -> None:
    for pack in shipped():
        difficulties = [puzzle.difficulty for puzzle in pack.puzzles]
        assert difficulties == sorted(difficulties)
        assert sum(each <= EASY for each in difficulties) <= len(difficulties) / 5
        canonical = {puzzle.position.canonical()[0].key for puzzle in pack.puzzles}
        assert len(canonical) == len(pack.puzzles)
    for file in FOLDER.glob("*.json"):
        assert file.stat().st_size <= 300_000


def test_harder_puzzles_are_harder_for_the_levels() -> None:
    """Each third of 3×3 is missed more often than the one before, by every level but the best."""
    (pack,) = (each for each in shipped() if str(each.rules) == "3,3,3")
    third = len(pack.puzzles) // 3
    for level in (Level.BEGINNER, Level.STEADY, Level.EXPERT):
        player = level.engine(seed=1)
        missed = []
        for start in (0, third, 2 * third):
            odds = [
                (puzzle, player.weights(puzzle.position))
                for puzzle in pack.puzzles[start : start + third]
            ]
            missed.append(
                sum(1 - each.get(puzzle.answer, 0) / sum(each.values()) for puzzle, each in odds)
            )
        assert missed == sorted(missed)
    for puzzle in pack.puzzles:
        found = []
        for level in (Level.EASY, Level.MEDIUM, Level.HARD):
            weights = level.engine().weights(puzzle.position)
            found.append(weights.get(puzzle.answer, 0) / sum(weights.values()))
        assert found == sorted(found)
        assert found[2] == 1


def test_each_day_has_three_and_none_comes_back_for_a_year() -> None:
    days = [daily(date(2026, 1, 1) + timedelta(days=number)) for number in range(365)]
    for puzzles in days:
        assert len(puzzles) == 3
        difficulties = [puzzle.difficulty for puzzle in puzzles]
        assert difficulties == sorted(difficulties)
    times = Counter(puzzle.position for puzzles in days for puzzle in puzzles)
    assert set(times.values()) == {1}
    assert daily(date(2025, 12, 31)) == daily(date(2025, 12, 31))


def test_a_pack_is_made_again_byte_for_byte(tmp_path: Path) -> None:
    for name in ("a", "b"):
        assert run(["puzzles", "3,3,3", str(tmp_path / name), "--count", "20"]) == 0
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    pack = Pack.parse((tmp_path / "a").read_bytes())
    assert str(pack).encode() == (tmp_path / "a").read_bytes()
    assert pack.rules == Rules("3,3,3")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"noughts": "puzzles 2"}, 'it must be "puzzles 1"'),
        ({"rules": "3,3"}, "cannot be right"),
        ({"puzzles": 3}, "it must be a list"),
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
        "Type a move, hint, give up or quit.",
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


def test_wrong_moves_are_refuted() -> None:
    for puzzle in EVERY[:: len(EVERY) // sample(25, 250)]:
        for cell in puzzle.position.legal:
            answer = judge(puzzle, cell)
            assert answer.right == (cell == puzzle.answer)
            assert answer.reason
            assert answer.line[0] == cell

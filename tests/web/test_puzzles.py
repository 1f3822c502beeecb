"""Puzzles over HTTP: those of the terminal, judged as by the library."""

import json

import pytest

from noughts.cli import run
from noughts.json import shapes
from noughts.puzzles import PuzzleKind, by_id, choose, judge
from noughts.web import problems
from tests.shapes import assert_shape
from tests.web.asking import Site
from tests.web.test_bad_input import problem

PUZZLES = "/api/v1/puzzles"


def test_the_puzzles_of_a_day_are_the_terminals(
    site: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = site.ask(f"{PUZZLES}/daily/2026-12-01").json
    assert run(["puzzle", "--daily", "2026-12-01", "--json"]) == 0
    assert answer == [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    for each in answer:
        assert_shape(each, shapes.SetPuzzle)
    for day in ("tomorrow", "2026-02-30", "20261201"):
        said = problem(site.ask(f"{PUZZLES}/daily/{day}"), problems.FIELDS)
        assert said.startswith(f"day: '{day}' is not a day; write it as year, month and")


def test_puzzles_are_chosen_as_the_terminal_does(
    site: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    question = {"kind": "who wins", "difficulty": "hard", "rules": "3,3,3", "count": 2, "seed": 7}
    answer = site.ask(PUZZLES, question).json
    options = "--kind;who wins;--difficulty;hard;--rules;3,3,3;--count;2;--seed;7;--json"
    assert run(["puzzle", *options.split(";")]) == 0
    assert answer == [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(answer) == 2
    assert site.ask(PUZZLES, {"kind": "zugzwang", "rules": "3,3,3"}).json == []
    problem(site.ask(PUZZLES, {"kind": "mate"}), problems.FIELDS)
    problem(site.ask(PUZZLES, {"rules": "chess"}), problems.RULES)


@pytest.mark.parametrize("kind", PuzzleKind)
def test_answers_are_judged_as_by_the_library(site: Site, kind: PuzzleKind) -> None:
    (chosen,) = choose(1, kind=kind, seed=3)
    id_, puzzle = chosen
    right = puzzle.named(puzzle.answer)
    wrong = {PuzzleKind.WHO_WINS: "O" if right == "X" else "X", PuzzleKind.LOST_MOVE: "1"}
    others = [puzzle.position.rules.name(cell) for cell in puzzle.position.legal]
    others = [wrong.get(kind, next(name for name in others if name != right))]
    for text in (right, *others):
        judged = site.ask(f"{PUZZLES}/answer", {"id": id_, "answer": text}).json
        assert_shape(judged, shapes.JudgedAnswer)
        assert judged["right"] == (text == right)
        assert judged == judge(puzzle, puzzle.read(text)).as_json()


def test_wins_that_were_thrown_away_are_those_of_the_library(site: Site) -> None:
    game = {"rules": "6,6,4", "moves": "a1 a2 b1 b2 c1 c2 f6 d2", "mark": "X"}
    (found,) = site.ask(f"{PUZZLES}/thrown", game).json
    assert found == {"number": 7, "answers": ["d1"], "line": ["d1"]}
    assert_shape(found, shapes.ThrownWin)
    assert site.ask(f"{PUZZLES}/thrown", {**game, "mark": "O"}).json == []
    problem(site.ask(f"{PUZZLES}/thrown", {**game, "moves": "a1 a1"}), problems.MOVE)
    problem(site.ask(f"{PUZZLES}/thrown", {**game, "mark": "Z"}), problems.FIELDS)
    problem(site.ask(f"{PUZZLES}/thrown", {**game, "rules": "chess"}), problems.RULES)


def test_what_is_no_puzzle_and_no_answer(site: Site) -> None:
    def asked(id_: str, answer: str, kind: problems.Kind = problems.PUZZLE) -> str:
        return problem(site.ask(f"{PUZZLES}/answer", {"id": id_, "answer": answer}), kind)

    for id_ in ("3x3/99999", "3x3/-1", "3x3/01", "3x3", "../3x3/0", "3x3/\u0661"):
        assert "no puzzle" in asked(id_, "a1")
    who = choose(1, kind=PuzzleKind.WHO_WINS, seed=1)[0].id or ""
    assert "X, O, draw" in asked(who, "a1")
    lost = choose(1, kind=PuzzleKind.LOST_MOVE, seed=1)[0].id or ""
    assert "the number of a move" in asked(lost, "99")
    win = choose(1, kind=PuzzleKind.WIN, seed=1)[0].id or ""
    taken = by_id(win).puzzle.position
    name = taken.rules.name(taken.stones("X")[0])
    assert "taken" in asked(win, name, problems.MOVE)

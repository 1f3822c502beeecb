"""Trees for `--hint` that come from the search for quiet moves (tools/win_tree.py)."""

import json
from pathlib import Path
from typing import Any

import pytest

from noughts import Limit, Position, Rules
from noughts.formats import move_tree
from noughts.proofs.ledger import workers
from noughts.proofs.ledger.hint_ledger import HintLedger
from noughts.proofs.ledger.hint_run import prove_hinted
from noughts.proofs.ledger.hint_tree import HintTree
from tests.sampling import some
from tests.sources import module_of

MEMORY = 1 << 22
PROBE, BUDGET = 300, 1500  #: nodes for a position


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return the script, for which almost every move is quiet."""
    made = module_of(Path(__file__).parents[3] / "tools/win_tree.py")
    monkeypatch.setattr(made, "THREATS", 1)
    monkeypatch.setattr(made, "CHOICE", Limit(nodes=2_000))
    monkeypatch.setattr(made, "BUDGETS", (PROBE, BUDGET))
    monkeypatch.setattr(made, "MORE", ())
    monkeypatch.setattr(made, "JUDGED", 300)
    return made


@pytest.mark.parametrize("game", some(["6,6,4", "8,6,4", "6,5,4", "7,6,4", "5,5,4 torus"], 2))
def test_its_tree_is_proved(game: str, tool: Any, tmp_path: Path) -> None:
    start, file = Position(Rules.parse(game)), tmp_path / "answers"
    answers = tool.Answers(file)
    tool.work(start, answers, map)
    assert answers.tried, "somewhere the engine chose a move"
    assert any(isinstance(tree, dict) for tree in answers.won.values())
    tree = tool.winning_tree(start, answers)
    hint = HintTree(start, move_tree.read(json.dumps(tree).encode(), start))
    with workers(start, MEMORY) as crew, HintLedger("sqlite://", start) as ledger:
        report = prove_hinted(ledger, crew, hint)
    assert report.won
    assert (report.wrong, report.mended) == ((), ())


def test_it_goes_on_where_it_stopped(tool: Any, tmp_path: Path) -> None:
    start, file = Position(Rules.parse("6,5,4")), tmp_path / "answers"
    tool.work(start, tool.Answers(file), map)
    whole = file.read_text().splitlines()
    half = len(whole) // 2
    file.write_text("\n".join(whole[:half]) + "\n" + whole[half][:-1])  # the last line is torn
    tool.work(start, tool.Answers(file), map)
    again = file.read_text().splitlines()
    assert again[:half] == whole[:half]
    assert len(set(again)) == len(again), "nothing is searched twice"
    assert not list(tool.unanswered(start, tool.Answers(file)))


def test_what_is_open_is_told_and_left_out(
    tool: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    start, file = Position(Rules.parse("6,5,4")), tmp_path / "answers"
    file.write_text(json.dumps({"position": str(start), "move": "c3"}) + "\n")
    answers = tool.Answers(file)
    tool.work(start, answers, map)
    least, _ = tool.replies(start, answers.choice(start)[0])[0][1].canonical()
    del answers.won[str(least)]
    tree = tool.winning_tree(start, answers)
    [replies] = tree.values()
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 1
    assert told[0].endswith(" is open")
    assert len(replies) == len(tool.replies(start, answers.choice(start)[0])) - 1


def test_a_move_chosen_by_hand_is_looked_at(tool: Any, tmp_path: Path) -> None:
    start, file = Position(Rules.parse("6,5,4")), tmp_path / "answers"
    least, _ = start.canonical()
    answers = tool.Answers(tmp_path / "others")
    tool.work(start, answers, map)
    first = answers.choice(least)[0]
    other = next(cell for cell in (least.rules.cell("c3"), least.rules.cell("d3")) if cell != first)
    chosen = {"position": str(least), "move": least.rules.name(other)}
    file.write_text(json.dumps(chosen) + "\n")
    answers = tool.Answers(file)
    tool.work(start, answers, map)
    assert list(tool.winning_tree(start, answers)) == [least.rules.name(other)]


def test_the_move_is_taken_that_leaves_the_fewest_open(
    tool: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tool, "OPENING", 0)
    start = Position(Rules.parse("7,6,4")).canonical()[0]
    answers = tool.Answers(tmp_path / "answers")
    answers.add(start, BUDGET, None)
    assert answers.choice(start) == (-1, [(start, tool.TRY)])
    # c3 leaves one reply, d3 two, and b2 three.
    trials = {"d3": ["b1", "c1"], "b2": ["a1", "b1", "c1"], "c3": ["a1"]}
    answers.add(start, tool.TRY, None, trials)
    c3, d3, b2 = map(start.rules.cell, ("c3", "d3", "b2"))

    def after(move: str, reply: str) -> Position:
        found: Position = start.play(move).play(reply).canonical()[0]
        return found

    def failed(move: str, reply: str, nodes: int, number: int) -> None:
        answers.add(after(move, reply), nodes, None, near=number**2 * tool.NEAR)
        assert answers.number(after(move, reply)) == number

    def searched(move: str, *replies: str) -> None:
        """Expect that these replies are to be searched, and find no win after them."""
        asked = [(after(move, reply), PROBE) for reply in replies]
        assert answers.choice(start) == (-1, asked)
        for reply in replies:
            failed(move, reply, PROBE, 4)

    searched("c3", "a1")
    searched("d3", "b1", "c1")
    searched("b2", "a1", "b1", "c1")
    assert answers.choice(start) == (c3, [])
    failed("c3", "a1", BUDGET, 9)
    assert answers.choice(start) == (d3, []), "two with fewer nodes to expect are nearer"
    failed("d3", "b1", BUDGET, 6)
    assert answers.choice(start) == (c3, [])
    assert list(tool.unanswered(start, answers)) == [(after("c3", "a1"), tool.TRY)]
    answers.add(after("c3", "a1"), tool.TRY, None, {})
    assert answers.choice(start) == (d3, []), "nothing can be tried after c3"
    assert list(tool.unanswered(start, answers)) == [(after("d3", "c1"), BUDGET)]
    for reply in ("a1", "b1", "c1"):
        answers.add(after("b2", reply), BUDGET, 1)
    assert answers.choice(start) == (b2, []), "every reply that threats leave is won"
    others = [reply for _, reply in tool.replies(start, b2)]
    asked = dict(tool.unanswered(start, answers))
    assert asked == {
        tool.least_image(reply): PROBE
        for reply in others
        if str(tool.least_image(reply)) not in answers.won
    }
    for position in asked:
        answers.add(position, BUDGET, 1)
    assert answers.number(start) == 0
    assert not list(tool.unanswered(start, answers))


def test_a_probe_is_no_answer_for_a_position_of_the_tree(tool: Any, tmp_path: Path) -> None:
    start, answers = Position(Rules.parse("6,5,4")), tool.Answers(tmp_path / "answers")
    least, _ = start.canonical()
    answers.add(least, PROBE, None)
    assert list(tool.unanswered(start, answers)) == [(least, BUDGET)]
    assert tool.winning_tree(least, answers) is None


def test_a_move_that_lets_the_opponent_win_at_once_is_never_followed(
    tool: Any, tmp_path: Path
) -> None:
    position = Position.parse("...O.../.XXO.../.X.O.../XO...../.......", Rules.parse("7,5,4"))
    least, c3 = position.canonical()[0], position.rules.cell("c3")
    assert position.play(c3).play("d4").outcome is not None
    answers = tool.Answers(tmp_path / "answers")
    answers.add(least, BUDGET, None)
    answers.add(least, tool.TRY, None, {"c3": ["d4"]})
    assert least == position
    assert answers.number(least) == tool.ENDLESS
    assert answers.choice(least) == (-1, [])

"""Proofs with a hint: nothing false, whatever the hint says, and resumed where they stopped."""

import gzip
import json
import random
import re
from itertools import islice
from pathlib import Path

import pytest

from noughts import Limit, Mark, Position, RecordError, Rules, Value, solve
from noughts.cli import run
from noughts.database.ledger_tables import hint_parts
from noughts.formats import move_tree
from noughts.proofs.certificate import verify
from noughts.proofs.ledger import hint_run, workers
from noughts.proofs.ledger.hint_certificate import keep_parts
from noughts.proofs.ledger.hint_ledger import HintLedger
from noughts.proofs.ledger.hint_run import HintReport, prove_hinted
from noughts.proofs.ledger.hint_tree import HintTree
from noughts.solver import MOST_CELLS
from tests import naive_solver
from tests.cli.test_schemas import check as check_schema
from tests.sampling import sample, scattered

MEMORY = 1 << 22
BUDGETS = (500, 20_000)
#: Small enough that plain minimax tells the truth.
GAMES = [
    *("4,4,3", "4,3,3", "5,4,4 exact", "8,2,3 exact", "5,3,3 caro"),
    pytest.param("5,4,4", marks=pytest.mark.deep),
]


class Truth:
    """Plain minimax."""

    def __init__(self) -> None:
        self._known: dict[int, int] = {}

    def won(self, position: Position) -> bool:
        """Whether the side to move wins."""
        return naive_solver.value(position, self._known) > 0

    def lost(self, position: Position) -> bool:
        """Whether the other side wins."""
        return naive_solver.value(position, self._known) < 0


def hint(position: Position, truth: Truth, rng: random.Random, skill: float, plies: int) -> object:
    """Return a random tree: its moves win with some probability, if there is such a move."""
    after = dict(position.children())
    won = [cell for cell in after if truth.lost(after[cell])]
    cell = rng.choice(won if won and rng.random() < skill else list(after))
    then = after[cell]
    value: object = rng.randint(1, 20)
    listed: dict[str, object] = {}
    if then.outcome is None and rng.random() < 0.8 and plies > 0:
        replies = list(then.children())
        for reply, child in rng.sample(replies, rng.randint(1, len(replies))):
            further = child.outcome is None and plies > 1 and rng.random() < 0.7
            listed[then.rules.name(reply)] = (
                hint(child, truth, rng, skill, plies - 2) if further else 5
            )
    return {position.rules.name(cell): listed or value}


def asked(start: Position, hint: object, limit: Limit | None = None) -> tuple[HintTree, HintReport]:
    tree = HintTree(start, move_tree.read(json.dumps(hint).encode(), start))
    with workers(start, MEMORY) as crew, HintLedger("sqlite://", start) as ledger:
        return tree, prove_hinted(ledger, crew, tree, limit, budgets=BUDGETS)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_settled_is_won_however_bad_the_hint(game: str) -> None:
    rng, truth = random.Random(game), Truth()
    settled = opened = filled = 0
    for start in islice(scattered(game, 7, 12, rng), sample(12, 300)):
        made = hint(start, truth, rng, rng.choice((0.5, 0.9, 1.0)), 4)
        tree = HintTree(start, move_tree.read(json.dumps(made).encode(), start))
        with workers(start, MEMORY) as crew, HintLedger("sqlite://", start) as ledger:
            report = prove_hinted(ledger, crew, tree, budgets=BUDGETS)
            known = ledger.answers(1)
        found = tree.settled(known.proved)
        assert found[tree.root.position] is report.won
        for node in tree.below(tree.root):
            if found[node.position]:
                won = truth.won(node.position) if node.attacks else truth.lost(node.position)
                assert won, (str(start), made, str(node.position))
                settled += 1
                filled += bool(node.children) and tree.question(node) is not None
            else:
                opened += 1
        if min(settled - 20, opened - 4, filled - ("caro" not in game)) >= sample(0, 10**6):
            break
    assert settled >= 20
    assert opened >= 4
    assert filled or "caro" in game


def test_a_won_game_is_proved_with_few_moves_and_their_symmetric_images() -> None:
    start = Position(Rules.parse("4,4,3"))
    tree, report = asked(start, {"b2": 7})
    assert report.won
    assert (report.ends, report.ends_proved, report.inner) == (1, 1, 0)
    tree, report = asked(start, {"b2": {"a1": {"c2": 5}, "c3": 7, "b1": 7}})
    assert report.won
    assert (report.inner, report.inner_proved) == (1, 1)
    question = tree.question(next(iter(tree.root.children.values())))
    assert question is not None
    assert question.listed.bit_count() == 4  # a2 is the mirror image of b1


def test_a_move_that_does_not_win_is_replaced() -> None:
    start = Position(Rules.parse("4,3,3"))
    _, report = asked(start, {"b2": {"c2": {"d3": {"b3": 1}}}})
    assert (report.won, report.failed) == (True, ())  # d3 does not win
    assert [start.rules.names(path) for path in report.mended] == ["b2 c2"]  # threats do


def test_a_quiet_move_is_found_where_threats_do_not_win() -> None:
    start = Position.parse("....../.O..../....../....../....../.....X", "6,6,4")
    _, report = asked(start, {"a1": 9})
    assert (report.won, report.failed) == (True, ())
    (move,) = report.mended[0]
    assert solve(start.play(move)).value is Value.LOSS


def test_a_game_that_is_not_won_is_not_mended() -> None:
    start = Position(Rules.parse("3,3,3"))
    _, report = asked(start, {"b2": {"a1": {"c3": 3}}})
    assert (report.won, report.mended) == (False, ())
    assert [start.rules.names(path) for path in report.failed] == ["b2 a1 c3"]


def test_where_the_opponent_wins_the_hint_is_wrong() -> None:
    start = Position.parse("OO./X../X..", "3,3,3")
    _, report = asked(start, {"c3": {"c1": 3}})
    assert not report.won
    assert [start.rules.names(path) for path in report.wrong] == ["c3 c1"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not JSON"),
        ("[" * 100_000, "not JSON: it is too deep"),
        ("5", "at the start: an object with a move"),
        ("{}", "at the start: an object with a move"),
        ('{"b2": true}', "after b2: an object"),
        ('{"b2": {}}', "after b2: an object"),
        ('{"b2": 1, "a1": 2}', "at the start: 2 moves; X has one there"),
        ('{"b2": {"a1": 1, "a1": 2}}', "after b2: 'a1' is there twice"),
        ('{"z9": 1}', "at the start: "),
        ('{"b2": {"b2": 1}}', "the last move of b2 b2 is not legal"),
    ],
)
def test_what_is_no_tree_is_refused_in_one_line(
    text: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    start = Position(Rules.parse("3,3,3"))
    with pytest.raises(RecordError, match=re.escape(message)):
        HintTree(start, move_tree.read(text.encode(), start))
    file = tmp_path / "tree.json"
    file.write_text(text)
    assert run(["solve", "3,3,3", "--hint", str(file)]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def test_the_game_is_over_where_the_hint_goes_on() -> None:
    start = Position.parse("XX./OO./...", "3,3,3")
    with pytest.raises(RecordError, match="the hint goes on after c1, where the game is over"):
        HintTree(start, move_tree.read(b'{"c1": {"c2": 1}}', start))


def test_a_proof_resumes_from_its_ledger(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = Rules.parse("11,6,4 exact")
    assert rules.cells > MOST_CELLS
    tree = {"f3": {"f2": {"e3": {"d3": {"e2": 9}, "g3": 9}}, "e4": {"e3": 15}, "e3": {"f4": 15}}}
    file, ledger = tmp_path / "tree.json", tmp_path / "tree.ledger"
    file.write_text(json.dumps(tree))
    asked = ["--hint", str(file), "--ledger", str(ledger), "--memory", "16"]
    command = ["solve", str(rules), *asked]
    monkeypatch.setattr(hint_run, "BUDGETS", (1_000, 30_000, 200_000))
    assert run([*command, "--nodes", "1"]) == 3
    first = capsys.readouterr()
    assert "stopped at the limit of 1 node" in first.err
    status = ["solve", str(rules), "--hint", str(file), "--ledger", str(ledger), "--status"]
    assert run(status) == 0
    assert capsys.readouterr().out == first.out  # it asks nothing
    assert run(command) == 0
    whole = capsys.readouterr().out
    assert "ends of lines: " in whole
    assert run([*command, "--nodes", "1"]) == 0
    again = capsys.readouterr().out
    assert again == whole  # nothing was left to do
    assert run([*command, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    check_schema("hint", found)
    assert (found["ends"], found["unfinished"]) == (4, None)
    assert [reply["moves"] for reply in found["replies"]] == [
        ["f3", reply] for reply in ("f2", "e4", "e3")
    ]
    assert run([*status, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == found
    assert [reply["questions"] for reply in found["replies"]] == [3, 1, 1]
    for reply in found["replies"]:
        assert 0 <= reply["proved"] <= reply["questions"]
        assert reply["settled"] is (reply["proved"] == reply["questions"])
    other = ["solve", "12,6,4", *asked]
    assert run(other) == 2
    assert "is a ledger of 11,6,4 exact, not of 12,6,4" in capsys.readouterr().err


def test_a_certificate_goes_on_from_the_parts_in_the_ledger(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file, whole, made = (tmp_path / name for name in ("tree.json", "whole.cert", "win.cert"))
    tree = {"f3": {"f2": {"e3": {"d3": {"e2": 9}, "g3": 9}}, "e4": {"e3": 15}, "e3": {"f4": 15}}}
    file.write_text(json.dumps(tree))
    start = Position("11,6,4 exact")
    asked = ["solve", str(start.rules), "--hint", str(file), "--memory", "16"]
    assert run([*asked, "--certificate", str(whole)]) == 0
    url = f"sqlite:///{tmp_path / 'tree.ledger'}"
    command = [*asked, "--ledger", url, "--certificate", str(made)]
    keep, kept = HintLedger.keep_part, list[Position]()

    def stopped(self: HintLedger, position: Position, lines: list[str]) -> None:
        keep(self, position, lines)
        kept.append(position)
        if len(kept) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(HintLedger, "keep_part", stopped)
    assert run(command) == 130
    assert not made.exists()
    assert run(command) == 0
    assert kept == [start.play("f3").play(reply) for reply in ("f2", "e4", "e3")]
    assert verify(made).value == "X wins"
    assert gzip.decompress(made.read_bytes()) == gzip.decompress(whole.read_bytes())
    assert run([*asked, "--ledger", f"{url}2", "--certificate", f"{made}2", "--jobs", "2"]) == 0
    assert Path(f"{made}2").read_bytes() == made.read_bytes()
    capsys.readouterr()

    with HintLedger(url, start) as ledger:  # a part of another reply's
        (lines,) = (ledger.part(position) for position in kept[2:3])
        assert lines is not None
        with ledger._engine.begin() as connection:
            connection.execute(hint_parts.delete().where(hint_parts.c.position == str(kept[1])))
        keep(ledger, kept[1], ["ec" + lines[0][2:], *lines[1:]])
    made.unlink()
    assert run(command) == 2
    assert "win.cert does not hold: line " in capsys.readouterr().err
    assert not made.exists()


def test_the_parts_of_a_certificate_are_counted_and_keep_to_the_limit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, made = tmp_path / "tree.json", tmp_path / "win.cert"
    file.write_text('{"f3": {"f2": {"e3": {"d3": {"e2": 9}, "g3": 9}}, "e3": {"f4": 15}}}')
    start, url = Position("11,6,4 exact"), f"sqlite:///{tmp_path / 'tree.ledger'}"
    asked = ["solve", str(start.rules), "--hint", str(file), "--memory", "16", "--ledger", url]
    assert run(asked) == 0
    assert run([*asked, "--certificate", str(made), "--nodes", "1"]) == 3
    assert "stopped at the limit of 1 node\n" in capsys.readouterr().err
    assert not made.exists()
    tree, seen = HintTree(start, move_tree.read(file.read_bytes(), start)), list[tuple[int, int]]()
    with workers(start, 1 << 24, None) as crew, HintLedger(url, start) as ledger:
        assert prove_hinted(ledger, crew, tree).won
        keep_parts(ledger, crew, tree, None, lambda *counts: seen.append(counts))
        assert seen == [(0, 2), (1, 2), (2, 2)]
        keep_parts(ledger, crew, tree, Limit(nodes=1), lambda *counts: seen.append(counts))
        assert seen[3:] == [(2, 2)]


def test_processes_settle_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "tree.json"
    file.write_text('{"b2": {"a1": {"c2": 5}, "c3": 7, "b1": 7}}')
    command = ["solve", "4,4,3", "--hint", str(file), "--memory", "16"]
    assert run([*command, "--ledger", str(tmp_path / "a"), "--jobs", "2"]) == 0
    found = capsys.readouterr().out
    assert found.startswith("4,4,3: X wins, proved with the hint ")
    assert run(command) == 0
    assert capsys.readouterr().out.splitlines()[1:] == found.splitlines()[1:]


@pytest.mark.parametrize("options", [["--distance"], ["--threads", "2"]])
def test_options_that_do_nothing_are_refused(
    options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["solve", "4,4,3", "--hint", "tree.json", *options]) == 2
    assert f"{options[0]} would do nothing" in capsys.readouterr().err


def test_games_without_proofs_by_threats_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "tree.json"
    file.write_text('{"b2": 5}')
    for game, start in (("4,4,3 misere", []), ("3,3,3", ["--position", "XXX/OO./..."])):
        assert run(["solve", game, "--hint", str(file), *start]) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1
    assert run(["solve", "4,4,3", "--hint", str(tmp_path / "none")]) == 2
    assert "cannot be read" in capsys.readouterr().err


def test_the_attacker_may_be_o() -> None:
    start = Position.parse("X.../.O../..../...X", "4,4,3")
    _, report = asked(start, {"c2": 5})
    assert (report.mark, report.won) == (Mark.O, True)

"""Mistakes planted in hints: the program finds them, and other moves, by itself."""

import json
from collections import Counter
from functools import reduce
from pathlib import Path
from typing import NamedTuple

import pytest
import sqlalchemy as sa

from noughts import Limit, Position, Value, solve
from noughts.database import ledger_tables
from noughts.formats import move_tree
from noughts.proofs.ledger import hint_run, mending, workers
from noughts.proofs.ledger.hint_ledger import HintLedger
from noughts.proofs.ledger.hint_run import HintReport, hinted_status, prove_hinted
from noughts.proofs.ledger.hint_tree import HintQuestion, HintTree
from noughts.proofs.ledger.mending import Mending
from noughts.solver import MOST_CELLS

MEMORY = 1 << 22


#: X wins with quiet moves: i8 here, and i2 there, with another move after m6 or n7.
ONE = "j11 i9 g11 i10 f9 e5 i12 h11 g12 i7"
TWO = "k6 e5 i10 h7 i8 j7 k7 k8 i6 i7 f7 j6 k5 j8 j5 h6 g5 h5 h8 j10 j9 k4 k9 h4 h3 i4 j4 j3 k2 l5"


class Mistake(NamedTuple):
    """A hint with a mistake, the nodes of a question, and how many moves later it shows."""

    position: str | list[str]
    game: str
    hint: object
    nodes: int
    later: int

    def tree(self) -> HintTree:
        if isinstance(self.position, str):
            start = Position.parse(self.position, self.game)
        else:
            start = reduce(Position.play, self.position, Position(self.game))
        return HintTree(start, move_tree.read(json.dumps(self.hint).encode(), start))


MISTAKES = [
    Mistake("....X/...../...X./...O./.....", "5,5,4", {"d2": 1}, 20_000, 0),
    Mistake(ONE.split(), "15,15,5", {"a1": 1}, 30_000, 0),
    # i2 wins, but another reply needs a move of its own.
    Mistake(TWO.split(), "15,15,5", {"i2": {"m6": {"n7": 1}}}, 100_000, 0),
    # After one reply no move wins, so the move before it was the mistake, or the one before that.
    Mistake("X.../..../..../.OXO", "4,4,3", {"c2": {"c3": {"b1": 1}}}, 500, 1),
    Mistake(".X../X..X/..O./..O.", "4,4,3", {"c1": {"c2": {"a1": 1}}}, 500, 1),
    Mistake("..../..../..O./X...", "4,4,3", {"b4": {"c4": {"c2": {"b3": {"a1": 1}}}}}, 500, 2),
]


def proved(
    tree: HintTree, nodes: int, url: str = "sqlite://", limit: Limit | None = None
) -> HintReport:
    with workers(tree.start, MEMORY) as crew, HintLedger(url, tree.start) as ledger:
        return prove_hinted(ledger, crew, tree, limit, budgets=(nodes,))


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_mended_where_it_was_made(
    mistake: Mistake, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree = mistake.tree()
    monkeypatch.setattr(mending, "EARLIER", mistake.later - 1)
    assert not proved(tree, mistake.nodes).won
    monkeypatch.undo()
    report = proved(mistake.tree(), mistake.nodes)
    assert report.won
    assert report.mended
    assert report.failed == ()
    # Only what the proof still needs counts, not the questions of a replaced move.
    assert (report.ends_proved, report.inner_proved) == (report.ends, report.inner)
    assert all(each.settled and each.proved == each.questions for each in report.replies)
    for path in report.mended:
        at = reduce(Position.play, path, tree.start)
        if at.rules.cells <= MOST_CELLS:
            expected = Value.WIN if at.turn is report.mark else Value.LOSS
            assert solve(at).value is expected, path


def test_a_reply_that_threats_answer_is_a_question_of_its_own() -> None:
    """And not of the one about all other replies."""
    tree = MISTAKES[1].tree()
    i8, h8 = 7 * 15 + 8, 7 * 15 + 7
    with HintLedger("sqlite://", tree.start) as ledger:
        claims = Mending(tree, ledger.answers(1), (1,))._claims(tree.start, {i8: {h8: None}})
        others, reply = claims
    after = tree.start.play(i8)
    least, _ = after.canonical()
    (listed,) = (cell for cell in range(225) if others.listed >> cell & 1)
    assert others.position == least
    assert least.play(listed).canonical()[0] == reply.position
    assert reply == HintQuestion(after.play(h8).canonical()[0])


def test_what_is_claimed_gets_more_nodes_than_the_questions_of_a_hint() -> None:
    tree, nodes = MISTAKES[0].tree(), MISTAKES[0].nodes
    with HintLedger("sqlite://", tree.start) as ledger:
        known = ledger.answers(nodes)
    known.asked |= {each.key: nodes for each in tree.needed(tree.root)}  # without a proof
    asked: list[tuple[int, list[HintQuestion]]] = []
    Mending(tree, known, (nodes // 10, nodes)).mend(
        lambda due, budget: asked.append((budget, list(due))), lambda: False
    )
    claims = asked[-1][1]
    assert claims
    assert [HintQuestion(tree.start)] != claims
    budgets = [budget for budget, each in asked if each == claims]
    assert budgets[:3] == [nodes // 10, nodes, 4 * nodes]


def test_what_is_left_at_last_gets_more_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    mistake = MISTAKES[1]
    few = mistake.nodes // 100
    monkeypatch.setattr(mending, "MORE", 1)
    assert not proved(mistake.tree(), few).won
    monkeypatch.undo()
    assert proved(mistake.tree(), few).won


@pytest.mark.parametrize("mistake", MISTAKES)
def test_an_interrupted_mending_resumes_and_repeats_nothing(
    mistake: Mistake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"sqlite:///{tmp_path / 'some.ledger'}"
    limit = Limit(nodes=max(proved(mistake.tree(), mistake.nodes).nodes // 3, 1))
    runs = 1
    while (report := proved(mistake.tree(), mistake.nodes, url, limit)).unfinished:
        runs += 1
    assert runs > 1
    assert report.won
    assert proved(mistake.tree(), mistake.nodes, url, Limit(nodes=1)) == report
    monkeypatch.setattr(hint_run, "BUDGETS", (mistake.nodes,))
    tree = mistake.tree()
    with HintLedger(url, tree.start) as ledger:
        assert hinted_status(ledger, tree) == report
    engine = sa.create_engine(url)
    with engine.connect() as connection:
        rows = connection.execute(ledger_tables.hint_answers.select()).all()
    engine.dispose()
    asked = Counter((row.position, row.listed, row.budget) for row in rows)
    assert max(asked.values()) == 1

"""Mistakes planted in hints: the program finds them, and other moves, by itself."""

import json
from collections import Counter
from functools import reduce
from pathlib import Path
from typing import NamedTuple

import pytest
import sqlalchemy as sa

from noughts import Limit, Position, Value, solve
from noughts.database import hint_tables
from noughts.formats import move_tree
from noughts.proofs.ledger import hint_run, mending, workers
from noughts.proofs.ledger.hint_ledger import HintLedger
from noughts.proofs.ledger.hint_run import HintReport, hinted_status, prove_hinted
from noughts.proofs.ledger.hint_tree import HintTree

MEMORY = 1 << 22


class Mistake(NamedTuple):
    """A hint with a mistake, the nodes of a question, and the depth that mends it."""

    position: str
    game: str
    hint: object
    nodes: int
    depth: int

    def tree(self) -> HintTree:
        start = Position.parse(self.position, self.game)
        return HintTree(start, move_tree.read(json.dumps(self.hint).encode(), start))


MISTAKES = [
    Mistake("....X/...../...X./...O./.....", "5,5,4", {"d2": 1}, 20_000, 0),
    # d4 wins, but two replies need moves of their own.
    Mistake("....X/...../...O./X..../.....", "5,5,4", {"d4": 9}, 100, 1),
    # After one reply no move wins, so the move before it was the mistake.
    Mistake("X.../..../..../.OXO", "4,4,3", {"c2": {"c3": {"b1": 1}}}, 500, 1),
    Mistake(".X../X..X/..O./..O.", "4,4,3", {"c1": {"c2": {"a1": 1}}}, 500, 1),
    # The replies to the replies need moves, too.
    Mistake(".X.../...../...../..O../..X..", "5,5,4", {"c3": 1}, 100, 2),
    Mistake("X..../..O../X..../...../.....", "5,5,4", {"b3": 1}, 100, 2),
]


def proved(
    tree: HintTree, nodes: int, url: str = "sqlite://", limit: Limit | None = None
) -> HintReport:
    with workers(tree.start, MEMORY) as crew, HintLedger(url, tree.start) as ledger:
        return prove_hinted(ledger, crew, tree, limit, budgets=(nodes,))


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_mended_from_its_depth_on(
    mistake: Mistake, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree = mistake.tree()
    assert solve(tree.start).value is Value.WIN
    if mistake.depth:
        monkeypatch.setattr(mending, "DEPTH", mistake.depth - 1)
        assert not proved(tree, mistake.nodes).won
        monkeypatch.undo()
    report = proved(mistake.tree(), mistake.nodes)
    assert report.won
    assert report.mended
    assert report.failed == ()
    for path in report.mended:
        at = reduce(Position.play, path, tree.start)
        expected = Value.WIN if at.turn is report.mark else Value.LOSS
        assert solve(at).value is expected, path


@pytest.mark.parametrize("mistake", MISTAKES)
def test_an_interrupted_mending_resumes_and_repeats_nothing(
    mistake: Mistake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"sqlite:///{tmp_path / 'some.ledger'}"
    limit = Limit(nodes=max(proved(mistake.tree(), mistake.nodes).nodes // 5, 1))
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
        rows = connection.execute(hint_tables.hint_answers.select()).all()
    engine.dispose()
    asked = Counter((row.position, row.listed, row.budget) for row in rows)
    assert max(asked.values()) == 1

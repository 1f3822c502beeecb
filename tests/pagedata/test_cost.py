"""The costs that the laboratory plots are what the engines count when they are run."""

import json

import pytest
from pagedata.cost import BOARDS, MEMORY, MOST_CELLS, costs

from noughts import Position, Rules, engine
from noughts.lab.counting import calls
from noughts.solver import solve
from tests.pagedata import GENERATED


@pytest.mark.parametrize("board", ["2,2,2", "3,2,3", pytest.param("3,3,3", marks=pytest.mark.deep)])
def test_counted_is_what_is_run(board: str) -> None:
    rules = Rules.parse(board)
    rows = list(costs((board,)))
    found = {each.search: each.nodes for each in rows}
    called = calls(rules)
    assert {each.search: each.looked_up for each in rows if each.looked_up is not None} == {
        "memoised": called.memoised - called.memoised_worked_out,
        "symmetric": called.symmetric - called.symmetric_worked_out,
    }
    for search in ("minimax", "memoised", "symmetric"):
        assert engine(search).analyse(Position(rules)).nodes == found[search]
    assert solve(rules, memory=MEMORY).nodes == found["solver"]
    assert list(found) == [
        "minimax",
        "alphabeta-unordered",
        "alphabeta",
        "memoised",
        "symmetric",
        "solver",
    ]


def test_boards_grow() -> None:
    cells = [Rules.parse(board).cells for board in BOARDS]
    assert cells == sorted(cells)
    assert MOST_CELLS in cells


def test_the_file_of_the_page() -> None:
    rows = json.loads((GENERATED / "cost.json").read_text())
    assert {(row["rules"], row["search"]) for row in rows} == {
        (board, search)
        for board in BOARDS
        for search in (
            "minimax",
            "alphabeta-unordered",
            "alphabeta",
            "memoised",
            "symmetric",
            "solver",
        )
        if search == "solver" or Rules.parse(board).cells <= MOST_CELLS
    }
    (minimax,) = (r["nodes"] for r in rows if (r["rules"], r["search"]) == ("4,3,3", "minimax"))
    assert minimax == 276_911_233

"""The costs that the laboratory plots are what the engines count when they are run."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from noughts import Position, Rules, engine
from noughts.solver import COMPILED, solve
from noughts.web.cost import BOARDS, MEMORY, MOST_CELLS, costs

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("board", ["2,2,2", "3,2,3", "3,3,3"])
def test_counted_is_what_is_run(board: str) -> None:
    rules = Rules.parse(board)
    found = {cost.search: cost.nodes for cost in costs((board,))}
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


@pytest.mark.skipif(not COMPILED, reason="takes a minute without the compiled solver")
def test_the_file_of_the_build(tmp_path: Path) -> None:
    file = tmp_path / "cost.json"
    subprocess.run([sys.executable, "-m", "noughts.web.cost", file], check=True)
    rows = json.loads(file.read_text())
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

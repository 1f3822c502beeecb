"""The whole tree: its values are the naive solver's, its nodes those of the facts."""

import random
import zlib
from typing import Any

import pytest

from noughts import Position, Rules
from noughts.core.errors import RulesError
from noughts.solver.full_tree import GameTree
from tests import naive_solver
from tests.sampling import sample
from tests.solver.fuzz import (
    GAMES,
    PLAIN_GAMES,
    random_late_positions,
    random_position,
    random_rules,
)
from tests.solver.uncompiled import compiled, uncompiled


@pytest.mark.parametrize("game", ["3,3,3", "3,3,3 misere", "3,3,3 torus", "3,3,3 exact", "4,2,2"])
def test_every_position(game: str) -> None:
    rules = Rules.parse(game)
    known: dict[int, int] = {}
    naive_solver.value(Position(rules), known)
    for key, worth in known.items():
        position = Position(rules, key & rules.full, key >> rules.cells)
        if position.outcome is None:
            assert GameTree(position).run() == worth


@pytest.mark.parametrize("game", [*GAMES, *PLAIN_GAMES])
def test_random_positions(game: str) -> None:
    rules = Rules.parse(game)
    draw = random.Random(zlib.crc32(game.encode()))
    fewest, _ = {**GAMES, **PLAIN_GAMES}[game]
    known: dict[int, int] = {}
    for _ in range(sample(100, 1000) if fewest < 9 else sample(40, 100)):
        position = random_position(rules, draw, fewest, max(fewest, 7))
        assert GameTree(position).run() == naive_solver.value(position, known)


def test_hand_made_lines() -> None:
    draw = random.Random(12)
    for _ in range(sample(20, 40)):
        rules = random_rules(draw)
        known: dict[int, int] = {}
        for position in random_late_positions(rules, draw, 10):
            assert GameTree(position).run() == naive_solver.value(position, known)


@pytest.mark.parametrize("game", ["3,3,3", pytest.param("4,3,3", marks=pytest.mark.deep)])
def test_the_nodes_of_the_whole_tree(game: str, counts: dict[str, Any]) -> None:
    tree = GameTree(Position(Rules.parse(game)))
    assert tree.run() == {"3,3,3": 0, "4,3,3": 1}[game]
    assert tree.nodes == counts[game]["nodes"]


def test_the_nodes_along_a_game(counts: dict[str, Any]) -> None:
    key = (
        "minimax calls along the game 0,4,8,1,7,6,2,5 on 3,3,3, before each move and after the last"
    )
    position = Position(Rules.parse("3,3,3"))
    found = []
    for cell in (0, 4, 8, 1, 7, 6, 2, 5, None):
        tree = GameTree(position)
        tree.run()
        found.append(tree.nodes)
        position = position if cell is None else position.play(cell)
    assert found == counts[key]


@pytest.mark.parametrize("game", ["3,3,3", "4,3,3 misere", "4,3,3 exact", "3,3,3 torus"])
def test_uncompiled_it_is_the_same(game: str) -> None:
    rules = Rules.parse(game)
    draw = random.Random(1)
    for _ in range(sample(10, 20)):
        position = random_position(rules, draw, 3, 6)
        trees = [modules.full_tree.GameTree(position) for modules in (compiled(), uncompiled())]
        assert trees[0].run() == trees[1].run()
        assert trees[0].nodes == trees[1].nodes


def test_too_many_empty_cells_are_refused() -> None:
    with pytest.raises(RulesError, match="the whole tree of 20 empty cells is too large"):
        GameTree(Position(Rules.parse("5,4,4")))

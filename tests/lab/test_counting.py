import json
from collections import Counter
from typing import Any

import pytest

from noughts import Limit, LimitReachedError, Mark, Position, Rules, engine
from noughts.json import encode
from noughts.lab.counting import calls, count
from noughts.lab.every_game import Proof
from tests.pagedata import GENERATED

RULES = Rules.parse("3,3,3")


@pytest.mark.parametrize("game", ["3,3,3", "4,3,3"])
def test_every_figure_of_the_facts(game: str, counts: dict[str, Any]) -> None:
    counted = count(Rules.parse(game))._asdict()
    counted["sequences_per_ply"] = list(counted["sequences_per_ply"])
    facts = counts[game]
    assert {key: counted[key] for key in facts} == facts


def test_the_figures_that_follow_from_each_other() -> None:
    for game in ("3,3,3 torus", "3,3,3 misere", "2,2,2,2", "3,2 lines a1-b1 b1-c2"):
        counted = count(Rules.parse(game))
        assert counted.x_wins + counted.o_wins + counted.draws == counted.games
        assert sum(counted.sequences_per_ply) == counted.nodes
        assert counted.distinct <= counted.positions
        assert counted.distinct_games <= counted.distinct_move_sequences <= counted.games


@pytest.mark.parametrize("game", ["3,2,2", "3,2,3 gravity", "2,2,2 torus", "3,2,3 misere"])
def test_games_up_to_symmetry_against_a_plain_enumeration(game: str) -> None:
    rules = Rules.parse(game)
    games = list(_games(Position(rules), ()))
    orbits = {
        min(tuple(symmetry[cell] for cell in game) for symmetry in rules.symmetries)
        for game in games
    }
    counted = count(rules)
    assert counted.games == len(games)
    assert counted.distinct_move_sequences == len(orbits)


@pytest.mark.parametrize(
    "game",
    [
        "3,3,3",
        "1,1,1",
        "2,2,3",
        "3,3,3 torus",
        "3,3,3 misere",
        "4,3,3 gravity",
        "5,2,3 exact",
        "2,2,2,2",
        "4,2,3 misere gravity",
        "3,2 lines a1-b1 b1-c2",
        "3,3 lines a1-b2 b2-c3-c1 misere",
    ],
)
def test_merging_symmetric_positions_changes_no_figure(game: str) -> None:
    rules = Rules.parse(game)
    counted = count(rules)
    layer, merged = Counter({Position(rules): 1}), Counter({Position(rules): 1})
    positions: list[Position] = []
    per_ply: list[int] = []
    endings: Counter[Mark | None] = Counter()
    distinct = games = 0
    while layer:
        positions += layer
        per_ply.append(layer.total())
        distinct += len(merged)
        for position, ways in layer.items():
            if position.outcome is not None:
                endings[position.outcome.winner] += ways
        games += sum(ways for position, ways in merged.items() if position.outcome is not None)
        layer, merged = _following(layer), _following(merged, merging=True)
    assert counted.positions == len(positions)
    assert counted.terminal == sum(position.outcome is not None for position in positions)
    assert counted.sequences_per_ply == tuple(per_ply)
    wins = {Mark.X: counted.x_wins, Mark.O: counted.o_wins, None: counted.draws}
    assert {mark: endings[mark] for mark in wins} == wins
    assert (counted.distinct, counted.distinct_games) == (distinct, games)


def _following(layer: Counter[Position], *, merging: bool = False) -> Counter[Position]:
    """The positions one move later, and the ways to each; symmetric ones as one where wished."""
    following: Counter[Position] = Counter()
    for position, ways in layer.items():
        children = [child for _, child in position.children()]
        for child in {child.canonical()[0] for child in children} if merging else children:
            following[child] += ways
    return following


def _games(position: Position, moves: tuple[int, ...]) -> list[tuple[int, ...]]:
    if position.outcome is not None:
        return [moves]
    return [game for cell, child in position.children() for game in _games(child, (*moves, cell))]


def test_calls_are_those_of_the_facts(counts: dict[str, Any]) -> None:
    counted = calls(RULES)
    pruned = counts[
        "plain alpha-beta calls on 3,3,3 (scores -1/0/1, window -inf..inf at the root, "
        "cut when alpha >= beta)"
    ]
    assert counted[:7] == (
        counts["3,3,3"]["nodes"],
        pruned["cells in reading order"],
        pruned["centre, corners, edges"],
        *calls_with_a_memory(symmetric=False),
        *calls_with_a_memory(symmetric=True),
    )
    assert counted[3:7] == (16_168, 5_478, 2_271, 765)
    assert (counted[4], counted[6]) == (counts["3,3,3"]["positions"], counts["3,3,3"]["distinct"])
    along = (
        "minimax calls along the game 0,4,8,1,7,6,2,5 on 3,3,3, before each move and after the last"
    )
    assert list(counted.along_a_game) == counts[along]
    lessons = json.loads((GENERATED / "lessons.json").read_text())
    assert encode.calls(RULES, counted) == lessons["calls"]


def calls_with_a_memory(*, symmetric: bool) -> tuple[int, int]:
    """Count in a minimax of its own: its calls, and the positions that it works out."""
    turned = [(6, 3, 0, 7, 4, 1, 8, 5, 2), (2, 1, 0, 5, 4, 3, 8, 7, 6)]
    images = [tuple(range(9))]
    for image in images:
        for turn in turned if symmetric else ():
            new = tuple(image[cell] for cell in turn)
            if new not in images:
                images.append(new)
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    memory: dict[str, int] = {}
    called = 0

    def value(board: str, mover: str) -> int:
        nonlocal called
        called += 1
        key = min("".join(board[cell] for cell in image) for image in images)
        if key not in memory:
            other = "O" if mover == "X" else "X"
            if any({board[cell] for cell in line} == {other} for line in lines):
                memory[key] = 1 if other == "X" else -1
            else:
                replies = [
                    value(board[:cell] + mover + board[cell + 1 :], other)
                    for cell in range(9)
                    if board[cell] == "."
                ]
                pick = max if mover == "X" else min
                memory[key] = pick(replies, default=0)
        return memory[key]

    assert value("." * 9, "X") == 0
    return called, len(memory)


def test_counting_and_proving_stop_at_their_limit() -> None:
    for work in (
        lambda: count(Rules.parse("4,4,4"), Limit(nodes=1000)),
        lambda: calls(Rules.parse("4,4,4"), Limit(nodes=1000)),
        lambda: Proof(engine("random"), Rules.parse("4,4,4"), Mark.X, Limit(nodes=100)).tally(),
    ):
        with pytest.raises(LimitReachedError):
            work()


@pytest.mark.parametrize("name", ["hard", "perfect", "memoised", "alphabeta"])
@pytest.mark.parametrize("mark", list(Mark))
def test_no_perfect_player_loses_any_game(name: str, mark: Mark) -> None:
    tally = Proof(engine(name), RULES, mark).tally()
    assert tally.losses == 0
    assert tally.wins + tally.draws == tally.games > 50


@pytest.mark.parametrize("mark", list(Mark))
def test_the_random_player_gets_into_every_game(mark: Mark, counts: dict[str, Any]) -> None:
    proof = Proof(engine("easy"), RULES, mark)
    facts = counts["3,3,3"]
    wins = {Mark.X: facts["x_wins"], Mark.O: facts["o_wins"]}
    assert proof.tally() == (facts["games"], wins[mark], facts["draws"], wins[mark.other])


def test_each_lost_game_is_a_game_and_is_lost() -> None:
    proof = Proof(engine("tactics-naive"), RULES, Mark.O)
    lost = list(proof.lost_games())
    assert len(lost) == len(set(lost)) == proof.tally().losses
    for game in lost:
        position = Position(RULES)
        for cell in game:
            position = position.play(cell)
        assert position.outcome is not None
        assert position.outcome.winner is Mark.X

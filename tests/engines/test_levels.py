"""Levels: what a player sees at each depth, and that the ladder is one."""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from itertools import pairwise

import pytest

from noughts import Mark, Position, Rules, Score
from noughts.core.errors import UnknownNameError
from noughts.engines import Level, Perfect, Person, Random, Skill
from noughts.engines.levels import SIGHT, SKILL
from noughts.engines.person import DEPTHS, seen
from tests import naive_solver

Player = Callable[[Position], Mapping[int, int]]  #: the odds of each move

EMPTY = Position(Rules.parse("3,3,3"))


def test_levels() -> None:
    assert [level.engine().name for level in Level] == [str(level) for level in Level]
    assert set(SKILL) | set(SIGHT) == set(Level)
    assert Level.parse(" MEDIUM ") is Level.MEDIUM
    with pytest.raises(UnknownNameError, match="did you mean hard"):
        Level.parse("hardd")
    assert set(Level.HARD.engine().weights(EMPTY)) == set(Perfect().weights(EMPTY))
    assert Level.EASY.engine().weights(EMPTY) == Random().weights(EMPTY)


def test_skill_is_the_chance_of_a_perfect_move() -> None:
    position = Position.parse("XX./OO./...")
    weights = Skill(0.5).weights(position)
    assert weights[2] / sum(weights.values()) == 0.5 + 0.5 / 5
    played = Counter(Skill(0.5, seed=seed).play(position).cell for seed in range(2000))
    assert abs(played[2] / 2000 - 0.6) < 0.05


@pytest.mark.parametrize("chance", [-0.1, 1.5, float("nan")])
@pytest.mark.parametrize("made", [Skill, Person])
def test_a_chance_is_a_probability(made: type[Skill | Person], chance: float) -> None:
    with pytest.raises(ValueError, match="a probability is from 0 to 1"):
        made(chance)


def test_a_person_sees_no_deeper_than_the_depth(every_position: list[Position]) -> None:
    for position in every_position:
        if position.outcome is not None:
            continue
        scores = {
            cell: naive_solver.score(child).backed_up() for cell, child in position.children()
        }
        best = max(scores.values())
        wins = {cell for cell, score in scores.items() if score == Score.win(1)}
        forks = {cell for cell, score in scores.items() if score == Score.win(3)}
        held = {cell for cell, score in scores.items() if score != Score.loss(2)}
        views = [set(seen(position, depth)) for depth in range(DEPTHS)]
        assert views[0] == set(position.legal)
        if wins:
            assert views[1:] == [wins] * 4
        elif len(held) < len(scores):  # the opponent threatens to win next
            assert all(view <= held for view in views[2:]) or best == Score.loss(2)
        elif forks:
            assert views[3] == views[4] == forks
        elif best == Score.draw():
            assert all(scores[cell] != Score.loss(4) for cell in views[4])


def test_a_misere_player_completes_no_line_if_it_can() -> None:
    position = Position.parse("XX./OO./...", "3,3,3 misere")
    assert set(seen(position, 1)) == {5, 6, 7, 8}
    assert set(seen(position, 0)) == {2, 5, 6, 7, 8}


def test_moves_are_drawn_by_the_weights() -> None:
    position = Position.parse("X../.O./..X")
    weights = Person(0.7).weights(position)
    played = Counter(Person(0.7, seed=seed).play(position).cell for seed in range(2000))
    assert set(played) == set(weights)
    for cell, weight in weights.items():
        assert abs(played[cell] / 2000 - weight / sum(weights.values())) < 0.05


def test_sight_goes_from_random_to_perfect() -> None:
    assert set(Person(0).weights(EMPTY).values()) == {Person(0).weights(EMPTY)[0]}
    assert set(Person(1).weights(EMPTY)) == set(Perfect().weights(EMPTY))


def test_each_level_of_the_ladder_beats_the_one_before() -> None:
    """Exactly, over all games of 3×3 with their odds: no game is drawn at random."""
    players = [cache(level.engine().weights) for level in Level]
    for weaker, stronger in pairwise(players):
        as_x, as_o = outcome(stronger, weaker), outcome(weaker, stronger)
        won, lost = as_x[0] + as_o[1], as_x[1] + as_o[0]
        assert won > 1.1 * lost
        assert lost > 0 or stronger is players[-1]


def outcome(x: Player, o: Player) -> tuple[float, float]:
    """Return the chance that X wins and that O does."""

    def chances(position: Position) -> tuple[float, float]:
        return of(position.canonical()[0])  # whose odds are the same

    @cache
    def of(position: Position) -> tuple[float, float]:
        if position.outcome is not None:
            return position.outcome.winner is Mark.X, position.outcome.winner is Mark.O
        weights = (x if position.turn is Mark.X else o)(position)
        total = sum(weights.values())
        after = [(chances(position.play(cell)), weight) for cell, weight in weights.items()]
        return (
            sum(chance[0] * weight for chance, weight in after) / total,
            sum(chance[1] * weight for chance, weight in after) / total,
        )

    return chances(EMPTY)


@pytest.mark.parametrize(
    "rules", ["7,6,4 gravity", "15,15,5", "4,4,4 torus", "3x3x3", "9,9,5 caro"]
)
def test_a_person_plays_every_game(rules: str) -> None:
    position, player = Position(Rules.parse(rules)), Person(0.5, seed=3)
    while position.outcome is None and position.ply < 12:
        view = seen(position, position.ply % DEPTHS)
        assert set(view) <= set(position.legal)
        position = position.play(player.play(position).cell)
    assert position.outcome is not None or position.ply == 12

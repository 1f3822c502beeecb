import itertools
import pickle
from collections import Counter
from fractions import Fraction
from functools import cache

import pytest

from noughts import Engine, Level, Limit, Mark, Position, Record, Rules, Starts, engine
from noughts.core.errors import LimitReachedError, RulesError, UnknownNameError
from noughts.engines import ENGINES, Choice, Random
from noughts.json import encode as reports
from noughts.lab.every_game import Proof
from noughts.lab.matches import Match, PlayedGame, Standing
from noughts.lab.statistics import Tally

RULES = Rules.parse("3,3,3")


def play(match: Match, games: int) -> tuple[Standing, list[PlayedGame]]:
    standing = Standing()
    played = [match.game(number) for number in range(1, games + 1)]
    for game in played:
        standing.add(game)
    return standing, played


def replay(rules: Rules, game: PlayedGame) -> Position:
    position = Position(rules)
    for cell in game.moves:
        position = position.play(cell)  # raises on an illegal move
    return position


# -- games ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["3,3,3", "3,3,3 misere", "4,4,3", "3,3,3,3", "2,2,3"])
@pytest.mark.parametrize("starts", list(Starts))
def test_the_figures_are_those_of_the_games(rules: str, starts: Starts) -> None:
    """The naive twin: replay every record and count."""
    match = Match(Rules.parse(rules), ("tactics", "easy", "random"), seed=3, starts=starts)
    standing, games = play(match, 60)
    assert standing.games == 60
    counted: Counter[tuple[int, int, int | None]] = Counter()
    for game in games:
        outcome = replay(match.rules, game).outcome
        assert outcome is not None
        winner = {Mark.X: game.x, Mark.O: game.o, None: None}[outcome.winner]
        assert game.winner == winner
        record = Record.parse(reports.match_game(match, game)["record"])
        assert record.moves == game.moves
        assert dict(record.headers) == {"X": match.players[game.x], "O": match.players[game.o]}
        counted[game.x, game.o, winner] += 1
    for one, other in itertools.permutations(range(3), 2):
        wins, draws, losses = (
            sum(counted[*seats, winner] for seats in ((one, other), (other, one)))
            for winner in (one, None, other)
        )
        assert standing.pair(one, other) == Tally(20, wins, draws, losses)
        lines = {(game.x, game.moves) for game in games if {game.x, game.o} == {one, other}}
        assert standing.different(one, other) == len(lines)
    for player in range(3):
        own = [game for game in games if player in {game.x, game.o}]
        assert standing.player(player).games == len(own) == 40
        assert standing.player(player).wins == sum(game.winner == player for game in own)


def test_a_game_follows_from_seed_and_number() -> None:
    players = ("medium", "tactics-naive")
    games = [Match(RULES, players, seed=5, opening=1).game(number) for number in range(1, 31)]
    again = Match(RULES, players, seed=5, opening=1)
    assert [again.game(number) for number in range(30, 0, -1)] == games[::-1]
    assert len({game.moves for game in games}) > 20, "and games differ from one another"
    other = Match(RULES, players, seed=6, opening=1)
    assert [other.game(number) for number in range(1, 31)] != games


def test_two_random_players_of_one_kind_choose_differently() -> None:
    match = Match(RULES, ("easy", "easy"), seed=1)
    moves = [match.game(number).moves for number in range(1, 200)]
    assert any(a != b for a, b in (line[:2] for line in moves))
    assert len({line[0] for line in moves}) == 9


@pytest.mark.parametrize(
    ("starts", "plays_x"),
    [
        (Starts.ALTERNATE, [0, 0, 1, 1, 2, 2, 0, 0, 1]),
        (Starts.FIRST, [0, 0, 1] * 3),
        (Starts.SECOND, [1, 2, 2] * 3),
    ],
)
def test_pairs_take_turns_and_so_do_sides(starts: Starts, plays_x: list[int]) -> None:
    match = Match(RULES, ("hard", "tactics", "easy"), seed=1, starts=starts)
    games = [match.game(number) for number in range(1, 10)]
    assert [tuple(sorted((game.x, game.o))) for game in games] == [(0, 1), (0, 2), (1, 2)] * 3
    assert [game.x for game in games] == plays_x


def test_an_opening_is_shared_by_two_games_with_sides_changed() -> None:
    match = Match(RULES, ("hard", "tactics"), seed=2, opening=3)
    games = [match.game(number) for number in range(1, 41)]
    for one, other in zip(games[::2], games[1::2], strict=True):
        assert one.moves[:3] == other.moves[:3]
        assert (one.x, one.o) == (other.o, other.x)
    assert len({game.moves[:3] for game in games}) > 10
    assert not match.repeats(0, 1)


def test_with_sides_kept_every_game_has_an_opening_of_its_own() -> None:
    match = Match(RULES, ("hard", "tactics"), seed=2, opening=3, starts=Starts.FIRST)
    assert len({match.game(number).moves[:3] for number in range(1, 11)}) > 8


def test_an_opening_never_ends_the_game() -> None:
    match = Match(RULES, ("hard", "easy"), seed=2, opening=7)
    assert all(len(match.game(number).moves) > 7 for number in range(1, 21))


@pytest.mark.parametrize(("rules", "opening"), [("3,3,3", 9), ("3,3,3", 10), ("2,2,2", 3)])
def test_an_opening_that_leaves_no_game_is_refused(rules: str, opening: int) -> None:
    with pytest.raises(RulesError, match="leaves no game"):
        Match(Rules.parse(rules), ("hard", "easy"), seed=1, opening=opening)


# -- players -------------------------------------------------------------------------------------


def test_who_draws_no_lots_repeats() -> None:
    match = Match(RULES, ("perfect", "tactics"), seed=1)
    standing, _ = play(match, 20)
    assert match.repeats(0, 1)
    assert standing.different(0, 1) == 2
    assert not Match(RULES, ("perfect", "medium"), seed=1).repeats(0, 1)


@pytest.mark.parametrize("name", sorted(ENGINES))
def test_randomised_tells_the_truth(name: str, every_position: list[Position]) -> None:
    player = engine(name, seed=1)
    late = [p for p in every_position if p.outcome is None and p.ply >= 4][::40]
    answers = [player.weights(p) for p in (Position.parse(".X./.../..."), *late)]
    assert player.randomised == any(len(odds) > 1 for odds in answers)


def test_engines_of_ones_own_can_play() -> None:
    class First(Engine):
        """Takes the first free cell."""

        name = "first"

        def play(self, position: Position, limit: Limit | None = None) -> Choice:
            del limit
            return Choice(position, position.legal[0])

    match = Match(RULES, ("first", "hard"), seed=1, engines={**ENGINES, "first": lambda _: First()})
    standing, _ = play(match, 2)
    assert standing.pair(0, 1).losses >= 1
    assert match.repeats(0, 1)


def test_bad_matches_are_refused() -> None:
    with pytest.raises(UnknownNameError, match="did you mean hard"):
        Match(RULES, ("hrad", "easy"), seed=1)
    with pytest.raises(ValueError, match="takes two players or more"):
        Match(RULES, ("easy",), seed=1)


def test_a_limit_reached_names_game_move_and_player() -> None:
    match = Match(RULES, ("easy", "minimax"), seed=1, limit=Limit(nodes=100))
    with pytest.raises(LimitReachedError, match=r"game 1, move 2: minimax stopped at .* 100 nodes"):
        match.game(1)


def test_with_a_limit_in_nodes_large_boards_are_repeatable() -> None:
    rules = Rules.parse("5,5,4")
    matches = [Match(rules, ("hard", "medium"), seed=4, limit=Limit(nodes=200)) for _ in range(2)]
    one, other = ([match.game(number) for number in range(1, 5)] for match in matches)
    assert one == other


# -- against what is exactly known -----------------------------------------------------------------


def exact(x: Engine, o: Engine) -> dict[Mark | None, Fraction]:
    """Return the exact chances of the outcomes, from the odds of every move."""

    @cache
    def ends(position: Position) -> tuple[Fraction, Fraction, Fraction]:
        if position.outcome is not None:
            winner = position.outcome.winner
            return tuple(Fraction(winner is end) for end in (Mark.X, Mark.O, None))  # type: ignore[return-value]
        weights = (x if position.turn is Mark.X else o).weights(position)
        total = sum(weights.values())
        below = [(odds, ends(position.play(cell))) for cell, odds in weights.items()]
        return tuple(sum(odds * end[i] for odds, end in below) / total for i in range(3))  # type: ignore[return-value]

    return dict(zip((Mark.X, Mark.O, None), ends(Position(RULES)), strict=True))


@pytest.mark.parametrize(
    ("x", "o"),
    [("hard", "easy"), ("easy", "hard"), ("medium", "easy"), ("tactics-naive", "medium")],
)
def test_observed_rates_lie_where_the_exact_odds_say(x: str, o: str) -> None:
    games = 1500
    chances = exact(engine(x), engine(o))
    match = Match(RULES, (x, o), seed=20, starts=Starts.FIRST)
    standing, _ = play(match, games)
    tally = standing.seated(0, 1)
    for end, hits in ((Mark.X, tally.wins), (None, tally.draws), (Mark.O, tally.losses)):
        p = chances[end]
        # Four standard errors: of 16,000 such samples one is further away, and the seed is fixed.
        assert abs(hits / games - p) <= 4 * float(p * (1 - p) / games) ** 0.5, (end, hits, float(p))
    assert standing.pair(1, 0) == tally.swapped


def test_against_random_the_perfect_player_wins_as_often_as_its_documents_say() -> None:
    assert exact(engine("hard"), engine("easy"))[Mark.X] == Fraction(191, 192)
    assert exact(engine("easy"), engine("hard"))[Mark.O] == Fraction(866, 945)


def test_the_games_played_are_games_that_prove_enumerates_and_in_the_end_all_of_them() -> None:
    """`noughts prove` finds 73 games of hard as X; a match against easy comes by every one."""
    proof = Proof(Level.HARD.engine(), RULES, Mark.X)
    match = Match(RULES, ("hard", "easy"), seed=1, starts=Starts.FIRST)
    standing, games = play(match, 3000)
    assert standing.different(0, 1) == proof.tally().games == 73
    assert proof.tally().losses == 0 == standing.pair(0, 1).losses
    assert len({game.moves for game in games if game.winner is None}) == proof.tally().draws == 2


def test_games_the_naive_tactics_lose_are_among_those_that_prove_lists() -> None:
    listed = set(Proof(engine("tactics-naive"), RULES, Mark.O).lost_games())
    match = Match(RULES, ("easy", "tactics-naive"), seed=1, starts=Starts.FIRST)
    lost = {game.moves for game in play(match, 1500)[1] if game.winner == 0}
    assert lost
    assert lost <= listed


def test_every_seat_of_every_game_has_lots_of_its_own() -> None:
    made = []

    def make(seed: int | None) -> Engine:
        made.append(seed)
        return Random(seed=seed)

    match = Match(RULES, ("a", "a"), seed=1, engines={"a": make})
    play(match, 50)
    assert len(set(made)) == 100


def test_a_match_can_be_sent_to_another_process() -> None:
    match = Match(Rules.parse("3,3,3"), ("easy", "medium"), seed=4)
    copy = pickle.loads(pickle.dumps(match))  # noqa: S301
    assert [copy.game(n) for n in (1, 2, 3)] == [match.game(n) for n in (1, 2, 3)]

"""`Match`: many repeatable games of engine against engine.

A game follows from the match's seed and the game's number alone, so any game can be replayed
separately. This also holds with a limit in nodes or depth; a limit in seconds depends on the
machine.

Deterministic players repeat themselves: two of them have only one game, or two if they change
sides. Engine testers solve this with random openings: each pair of games begins with the same few
random moves, once with each player as X, so that neither benefits.
"""

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from itertools import combinations
from typing import NamedTuple

from noughts.core.catalogue import say
from noughts.core.errors import (
    EngineError,
    LimitReachedError,
    RulesError,
    UnknownNameError,
    whole_number,
)
from noughts.core.limit import Limit
from noughts.core.position import Mark, Position
from noughts.core.rules import Rules
from noughts.core.series import Starts
from noughts.engines import ENGINES, Engine
from noughts.engines.base import generator
from noughts.engines.checked import choose
from noughts.lab.statistics import Tally

_DRAWS = 1000  # random openings to try before giving up


class PlayedGame(NamedTuple):
    """One finished game of a match. Players are counted from 0.

    Attributes:
        number: which game of the match, from 1.
        x: the player with X.
        o: the player with O.
        moves: all its moves.
        opening: how many of the moves were random.
        winner: the player who won, None for a draw.
    """

    number: int
    x: int
    o: int
    moves: tuple[int, ...]
    opening: int
    winner: int | None


class Match:
    """A round robin, with everything that determines its games. Immutable.

    Attributes:
        rules: the game.
        players: at least two names that `noughts.engine` knows.
        seed: the games follow from it.
        starts: which player of a pair is X.
        opening: the number of random moves before the players take over.
        limit: what a player may spend on a move; each keeps to the parts that it obeys.
        pairs: the pairs of players; the games cycle through them.

    Args:
        engines: players other than `ENGINES`, each as a function of its seed. The match can be
            pickled if these can.

    Raises:
        UnknownNameError: No player has this name.
        RulesError: No opening of that length leaves a game to play.
        ValueError: There are fewer than two players, or the opening is below 0.

    >>> from noughts import Rules
    >>> match = Match(Rules.parse("3,3,3"), ("hard", "easy"), seed=7)
    >>> standing = Standing()
    >>> for number in range(1, 101):
    ...     standing.add(match.game(number))
    >>> standing.pair(0, 1)
    Tally(games=100, wins=95, draws=5, losses=0)
    """

    def __init__(
        self,
        rules: Rules | str,
        players: tuple[str, ...],
        *,
        seed: int,
        starts: Starts | str = Starts.ALTERNATE,
        opening: int = 0,
        limit: Limit | None = None,
        engines: Mapping[str, Callable[[int | None], Engine]] | None = None,
    ) -> None:
        if len(players) < 2:
            raise ValueError(say("match", "two players"))
        for name in players:
            if name not in (engines or ENGINES):
                raise UnknownNameError.of("engine", name, engines or ENGINES)
        self.rules: Rules = Rules(rules)
        self.players = players
        self.seed = seed
        self.starts: Starts = Starts(starts)
        self.opening: int = whole_number(opening, "opening", 0)
        self.limit = limit
        self.pairs: tuple[tuple[int, int], ...] = tuple(combinations(range(len(players)), 2))
        self._engines = engines
        self._draw_opening(0)

    def repeats(self, first: int, second: int) -> bool:
        """Whether a pair's games have nothing random: all of them prove no more than one."""
        pair = (self._make(player, None) for player in (first, second))
        return not self.opening and not any(player.randomised for player in pair)

    def game(self, number: int) -> PlayedGame:
        """Play one game by its number, from 1.

        Raises:
            LimitReachedError: A player reached its limit before it had a move.
            EngineError: A player's answer is not a legal move.
            ValueError: The number is below 1.
        """
        cycle, pair = divmod(whole_number(number, "the number of a game", 1) - 1, len(self.pairs))
        first = self.starts.plays_x(cycle)
        x, o = self.pairs[pair][first], self.pairs[pair][1 - first]
        seats = {Mark.X: self._seat(x, number), Mark.O: self._seat(o, number)}
        position, moves = self._draw_opening(
            cycle // 2 if self.starts is Starts.ALTERNATE else cycle
        )
        while position.outcome is None:
            name = self.players[x if position.turn is Mark.X else o]
            try:
                cell = self._move(seats[position.turn], position, name)
            except (LimitReachedError, EngineError) as error:
                why = str(error)
                if name not in why:
                    why = say("match", "by", player=name, problem=why)
                why = after(self.rules, moves, why)
                raise type(error).said(
                    "match", "at", number=number, move=len(moves) + 1, problem=why
                ) from error
            moves.append(cell)
            position = position.play(cell)
        winner = {Mark.X: x, Mark.O: o, None: None}[position.outcome.winner]
        return PlayedGame(number, x, o, tuple(moves), self.opening, winner)

    def _move(self, engine: Engine, position: Position, name: str) -> int:
        limit = self.limit
        if limit is not None and "depth" not in engine.limits:
            limit = limit.part(limit.seconds, limit.nodes)
        return choose(engine, position, limit, name=name).cell

    def _seat(self, player: int, number: int) -> Engine:
        return self._make(player, _seed(self.seed, number, player))

    def _make(self, player: int, seed: int | None) -> Engine:
        engines = ENGINES if self._engines is None else self._engines
        return engines[self.players[player]](seed)

    def _draw_opening(self, cycle: int) -> tuple[Position, list[int]]:
        """Choose random first moves that do not end the game."""
        random = generator(_seed(self.seed, "opening", cycle))
        for _ in range(_DRAWS):
            position, moves = Position(self.rules), list[int]()
            while len(moves) < self.opening and position.outcome is None:
                moves.append(random.choice(position.legal))
                position = position.play(moves[-1])
            if position.outcome is None:
                return position, moves
        raise RulesError.said("match", "no opening", plies=self.opening, rules=self.rules)


def after(rules: Rules, moves: Sequence[int], problem: str) -> str:
    """Return a problem with the moves that led to it, if there are any.

    >>> from noughts import Rules
    >>> after(Rules.parse("3,3,3"), [4, 0], "it plays b2")
    'it plays b2 (after b2 a1)'
    """
    names = rules.names(tuple(moves))
    return say("match", "after", problem=problem, moves=names) if moves else problem


class Standing:
    """The results of the games so far.

    >>> from noughts import Rules
    >>> match = Match(Rules.parse("3,3,3"), ("perfect", "tactics"), seed=1)
    >>> standing = Standing()
    >>> for number in range(1, 11):
    ...     standing.add(match.game(number))
    >>> standing.pair(0, 1).draws, standing.different(0, 1), match.repeats(0, 1)
    (10, 2, True)
    """

    def __init__(self) -> None:
        self._tallies: dict[tuple[int, int], Tally] = {}
        self._games: dict[tuple[int, int], set[tuple[int, ...]]] = {}

    def add(self, game: PlayedGame) -> None:
        """Count a game."""
        seats = game.x, game.o
        self._tallies[seats] = Tally.total([self.seated(*seats), Tally.one(game.winner, game.x)])
        self._games.setdefault(seats, set()).add(game.moves)

    def seated(self, x: int, o: int) -> Tally:
        """Return the games between two players with these sides, for the player with X."""
        return self._tallies.get((x, o), Tally())

    def pair(self, player: int, other: int) -> Tally:
        """Return the games between two players, for the first one."""
        return Tally.total([self.seated(player, other), self.seated(other, player).swapped])

    def player(self, player: int) -> Tally:
        """Return all the games of a player."""
        as_x = [tally for (x, _), tally in self._tallies.items() if x == player]
        as_o = [tally.swapped for (_, o), tally in self._tallies.items() if o == player]
        return Tally.total(as_x + as_o)

    def different(self, player: int, other: int) -> int:
        """Return how many games of two players differ, in a move or in the sides."""
        return sum(len(self._games.get(seats, ())) for seats in ((player, other), (other, player)))

    @property
    def games(self) -> int:
        """How many games have been played."""
        return sum(tally.games for tally in self._tallies.values())


def _seed(*parts: object) -> int:
    """Return a pseudo-random number that depends on the parts.

    Without it, neighbouring seeds and games would share their random numbers.
    """
    return int.from_bytes(sha256("/".join(map(str, parts)).encode()).digest()[:8])

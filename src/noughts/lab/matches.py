"""`Match`: engine against engine, many games, each of them repeatable.

A game follows from the seed of the match and the game's number alone, so any of them can be played
again by itself. That holds with a limit in nodes or depth, too; one in seconds depends on the
machine.

Players that leave nothing to chance repeat themselves: two of them have one game, or two when they
change sides. The remedy of engine testing is a random opening: each pair of games begins with the
same few random moves, once with either player as X, so that neither gains from the draw.
"""

from __future__ import annotations

from hashlib import sha256
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from noughts.core.errors import EngineError, LimitReachedError, RulesError, UnknownNameError
from noughts.core.position import Mark, Position
from noughts.core.rules import Rules
from noughts.core.series import Starts
from noughts.engines import ENGINES
from noughts.engines.base import generator
from noughts.engines.checked import choose
from noughts.lab.statistics import Tally

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from noughts.core.limit import Limit
    from noughts.engines import Engine

_DRAWS = 1000  # openings drawn before it is said that there is none


class PlayedGame(NamedTuple):
    """One finished game of a match. Players are counted from 0.

    Attributes:
        number: which game of the match, from 1.
        x: the player who is X.
        o: the player who is O.
        moves: all its moves.
        opening: how many of them were random.
        winner: the player who won, None for a draw.
    """

    number: int
    x: int
    o: int
    moves: tuple[int, ...]
    opening: int
    winner: int | None


class Match:
    """Players of whom each plays each, and all that decides how their games go. Never changes.

    Attributes:
        rules: the game.
        players: two names or more, as `noughts.engine` knows them.
        seed: the games follow from it.
        starts: who of a pair is X.
        opening: how many moves of a game are random before the players take over.
        limit: what a player may spend on a move.
        pairs: the pairs of players; games take them in turn.

    Args:
        engines: other players than `ENGINES`, each as a function of its seed. A match without
            them can be pickled; with them, if they can.

    Raises:
        UnknownNameError: there is no player of that name.
        RulesError: no opening of that length leaves a game to play.
        ValueError: there are fewer than two players.

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
            raise ValueError(f"{len(players)} player(s): a match takes two or more")
        for name in players:
            if name not in (engines or ENGINES):
                raise UnknownNameError.of("engine", name, engines or ENGINES)
        self.rules: Rules = Rules(rules)
        self.players = players
        self.seed = seed
        self.starts: Starts = Starts(starts)
        self.opening = opening
        self.limit = limit
        self.pairs: tuple[tuple[int, int], ...] = tuple(combinations(range(len(players)), 2))
        self._engines = engines
        self._draw_opening(0)

    def repeats(self, first: int, second: int) -> bool:
        """Whether nothing in a pair's games is random: all of them prove no more than one."""
        pair = (self._make(player, None) for player in (first, second))
        return not self.opening and not any(player.randomised for player in pair)

    def game(self, number: int) -> PlayedGame:
        """Play one game, whichever; they count from 1.

        Raises:
            LimitReachedError: a player had no move yet when it reached its limit.
            EngineError: a player's answer is not a legal move.
        """
        cycle, pair = divmod(number - 1, len(self.pairs))
        first = self.starts.plays_x(cycle)
        x, o = self.pairs[pair][first], self.pairs[pair][1 - first]
        seats = {Mark.X: self._seat(x, number), Mark.O: self._seat(o, number)}
        position, moves = self._draw_opening(
            cycle // 2 if self.starts is Starts.ALTERNATE else cycle
        )
        while position.outcome is None:
            name = self.players[x if position.turn is Mark.X else o]
            try:
                cell = choose(seats[position.turn], position, self.limit, name=name).cell
            except (LimitReachedError, EngineError) as error:
                who = "" if str(error).startswith(name) else f"{name} "
                after = f" (after {self.rules.names(tuple(moves))})" * bool(moves)
                where = f"game {number}, move {len(moves) + 1}"
                raise type(error)(f"{where}: {who}{error}{after}") from error
            moves.append(cell)
            position = position.play(cell)
        winner = {Mark.X: x, Mark.O: o, None: None}[position.outcome.winner]
        return PlayedGame(number, x, o, tuple(moves), self.opening, winner)

    def _seat(self, player: int, number: int) -> Engine:
        return self._make(player, _seed(self.seed, number, player))

    def _make(self, player: int, seed: int | None) -> Engine:
        engines = ENGINES if self._engines is None else self._engines
        return engines[self.players[player]](seed)

    def _draw_opening(self, cycle: int) -> tuple[Position, list[int]]:
        """Draw the first moves, as likely as at random play, but none that end the game."""
        random = generator(_seed(self.seed, "opening", cycle))
        for _ in range(_DRAWS):
            position, moves = Position(self.rules), list[int]()
            while len(moves) < self.opening and position.outcome is None:
                moves.append(random.choice(position.legal))
                position = position.play(moves[-1])
            if position.outcome is None:
                return position, moves
        raise RulesError(
            f"an opening of {self.opening} moves leaves no game on {self.rules}: "
            f"fewer are allowed, 0 is the empty board"
        )


class Standing:
    """What games have come to so far.

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
        """Return the games between two players so seated, for the one who is X."""
        return self._tallies.get((x, o), Tally())

    def pair(self, player: int, other: int) -> Tally:
        """Return the games between two players, for the first of them."""
        return Tally.total([self.seated(player, other), self.seated(other, player).swapped])

    def player(self, player: int) -> Tally:
        """Return all the games of a player."""
        as_x = [tally for (x, _), tally in self._tallies.items() if x == player]
        as_o = [tally.swapped for (_, o), tally in self._tallies.items() if o == player]
        return Tally.total(as_x + as_o)

    def different(self, player: int, other: int) -> int:
        """Return how many games of two players differ: in a move, or in who was X."""
        return sum(len(self._games.get(seats, ())) for seats in ((player, other), (other, player)))

    @property
    def games(self) -> int:
        """How many games have been played."""
        return sum(tally.games for tally in self._tallies.values())


def _seed(*parts: object) -> int:
    """Return a number that looks random and follows from the parts.

    Neighbouring seeds and games would otherwise share their random numbers.
    """
    return int.from_bytes(sha256("/".join(map(str, parts)).encode()).digest()[:8])

"""Play every possible game against an engine, and report each one it loses.

The engine's own choices count too: if it chooses at random, every move that it may choose is
played. Games are counted by position, so the 255,168 games of the random player take no longer than
its 5,478 positions.
"""

from collections.abc import Iterable, Iterator, Mapping

from noughts.core.errors import EngineError
from noughts.core.limit import Limit, Meter
from noughts.core.position import Mark, Position
from noughts.core.rules import Rules
from noughts.engines import Engine
from noughts.engines.checked import name_of, odds
from noughts.lab.matches import after
from noughts.lab.statistics import Tally


class Proof:
    """Every game that an engine can reach as one side of a game.

    Attributes:
        engine: the engine.
        rules: the game.
        mark: the engine's side.

    Raises:
        LimitReachedError: (from `tally` and `lost_games`) The limit was reached first.
        EngineError: (likewise) The engine's answer cannot be played, or it answers the same
            position in two ways without being `randomised`.

    >>> from noughts import Mark, Rules, engine
    >>> Proof(engine("perfect"), Rules.parse("3,3,3"), Mark.O).tally().losses
    0
    """

    def __init__(
        self, engine: Engine, rules: Rules | str, mark: Mark | str, limit: Limit | None = None
    ) -> None:
        self.engine = engine
        self.rules: Rules = Rules(rules)
        self.mark: Mark = Mark(mark)
        self._meter = Meter(limit)
        self._tallies: dict[Position, Tally] = {}
        self._answers: dict[Position, tuple[Mapping[int, int], tuple[int, ...]]] = {}
        self._asked_twice = False

    def tally(self) -> Tally:
        """Count the games."""
        found = self._tally(Position(self.rules), ())
        if not self._asked_twice and not self.engine.randomised:
            self._ask_again()
        self._asked_twice = True
        return found

    def lost_games(self) -> Iterator[tuple[int, ...]]:
        """Yield each game that the engine loses, as its cells."""
        self.tally()
        yield from self._lost(Position(self.rules), ())

    def _next(self, position: Position, moves: tuple[int, ...]) -> Iterator[tuple[int, Position]]:
        """Yield the possible moves: the engine's own, or all of the opponent's."""
        cells: Iterable[int] = position.legal
        if position.turn is self.mark:
            if position not in self._answers:
                self._answers[position] = self._ask(position, moves), moves
            cells = self._answers[position][0]
        for cell in cells:
            yield cell, position.play(cell)

    def _ask(self, position: Position, moves: tuple[int, ...]) -> Mapping[int, int]:
        try:
            return odds(self.engine, position)
        except EngineError as error:
            raise EngineError(after(self.rules, moves, str(error))) from error

    def _ask_again(self) -> None:
        """Ask each position once more, the last first: the proof relies on one answer to each."""
        rules = self.rules
        for position, (answer, moves) in reversed(self._answers.items()):
            self._meter.visit()
            again = self._ask(position, moves)
            if again != answer:
                first, second = (rules.names(tuple(cells)) for cells in (answer, again))
                raise EngineError.said(
                    "prove",
                    "two answers",
                    engine=name_of(self.engine),
                    position=position,
                    first=first,
                    second=second,
                )

    def _tally(self, position: Position, moves: tuple[int, ...]) -> Tally:
        known = self._tallies.get(position)
        if known is None:
            self._meter.visit()
            if position.outcome is not None:
                known = Tally.one(position.outcome.winner, self.mark)
            else:
                known = Tally.total(
                    self._tally(child, (*moves, cell))
                    for cell, child in self._next(position, moves)
                )
            self._tallies[position] = known
        return known

    def _lost(self, position: Position, moves: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if not self._tally(position, moves).losses:
            return
        if position.outcome is not None:
            yield moves
            return
        for cell, child in self._next(position, moves):
            yield from self._lost(child, (*moves, cell))

"""The interface of engines: a position in, a move or an analysis out.

An engine never changes its input and answers synchronously. Engines that choose at random take a
seed and are then repeatable.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple, Self, SupportsIndex, TypeVar, cast

from noughts.core.errors import IllegalMoveError
from noughts.core.limit import Limit
from noughts.core.position import Position
from noughts.core.score import Estimate, Score, Value, rank

if TYPE_CHECKING:
    from random import Random

    from noughts.explain import Fact

    Method = TypeVar("Method", bound=Callable[..., Any])

Worth = Score | Estimate  #: a position's value: the type says whether it is proved or estimated


class Choice(NamedTuple):
    """An engine's move; as text, the cell's name. The time does not count for equality.

    Attributes:
        position: the position before the move.
        cell: the cell played on.
        score: the position's value for the side to move: a proved `Score`, a guessed `Estimate`, or
            None if the engine does not value positions.
        reason: the rule that chose the move, in words, if the engine has rules.
        nodes: positions looked at.
        seconds: wall-clock seconds spent.
    """

    position: Position
    cell: int
    score: Worth | None = None
    reason: str | None = None
    nodes: int = 0
    seconds: float = 0.0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Choice) and self[:-1] == other[:-1]

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self[:-1])

    def __str__(self) -> str:
        return self.move

    def __index__(self) -> int:
        return self.cell  # lets `Position.play` accept it

    @property
    def move(self) -> str:
        """The name of the cell."""
        return self.position.rules.name(self.cell)

    @property
    def proven(self) -> bool:
        """Whether the score is proved."""
        return isinstance(self.score, Score)


class _MoveValue(NamedTuple):
    cell: int
    score: Worth | None
    line: tuple[int, ...]


class MoveValue(_MoveValue):
    """One legal move, its value for the side that makes it, and the line expected after it.

    Attributes:
        cell: the cell played on.
        score: its value.
        line: the expected moves, this one first, if both sides play their best.

    >>> from noughts import engine
    >>> best = engine("perfect").analyse("X../.O./..X").moves[0]
    >>> best.move, best.score, best.reason
    ('b1', Score.draw(), "threatens b1 b2 b3 and stops X's fork")
    """

    _analysis: Analysis | None = None
    _facts: tuple[Fact, ...] | None = None

    def __reduce__(self) -> tuple[object, ...]:
        return MoveValue, tuple(self)  # a copied or unpickled analysis sets this again

    def __index__(self) -> int:
        return self.cell  # lets `Position.play` accept it

    @property
    def position(self) -> Position | None:
        """The position before the move; None if it does not come from an analysis."""
        return self._analysis and self._analysis.position

    @property
    def move(self) -> str:
        """The name of the cell.

        Raises:
            ValueError: the move does not come from an analysis.
        """
        return self._of().position.rules.name(self.cell)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What the move does and leads to, as data.

        Raises:
            ValueError: the move does not come from an analysis.

        >>> from noughts import engine
        >>> print(*(fact.kind for fact in engine("perfect").analyse("XX./OO./...").moves[0].facts))
        wins at once
        """
        from noughts.explain import facts_of  # noqa: PLC0415  (loads when it is used)

        if self._facts is None:
            self._facts = facts_of(self._of(), self)
        return self._facts

    @property
    def reason(self) -> str:
        """The facts in words.

        Raises:
            ValueError: the move does not come from an analysis.
        """
        from noughts.explain import sentence  # noqa: PLC0415  (loads when it is used)

        position = self._of().position
        return sentence(self.facts, position.rules, position.turn)

    def _of(self) -> Analysis:
        if self._analysis is None:
            raise ValueError(f"cell {self.cell}: take the move from an analysis")
        return self._analysis


class _Analysis(NamedTuple):
    position: Position
    engine: str
    score: Worth | None
    moves: tuple[MoveValue, ...]
    nodes: int
    seconds: float


class Analysis(_Analysis):
    """An engine's view of a position. The time does not count for equality.

    As text, one line for each move, best first: ``b2 draw``.

    Attributes:
        position: the position.
        engine: the name of the engine.
        score: its value for the side to move; in a finished game, for the side that would move.
        moves: every legal move, best first.
        nodes: positions looked at.
        seconds: wall-clock seconds spent.
    """

    __slots__ = ()

    def __new__(  # noqa: D102
        cls,
        position: Position,
        engine: str,
        score: Worth | None,
        moves: tuple[MoveValue, ...],
        nodes: int,
        seconds: float,
    ) -> Self:
        own = tuple(MoveValue(*move) for move in moves)
        made = super().__new__(cls, position, engine, score, own, nodes, seconds)
        for move in own:
            move._analysis = made  # noqa: SLF001  (a move knows where it belongs)
        return made

    @classmethod
    def _make(cls, iterable: Iterable[Any]) -> Self:  # type: ignore[override]
        return cls(*iterable)  # so that `_replace` also gives the moves their new analysis

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Analysis) and self[:-1] == other[:-1]

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self[:-1])

    def __str__(self) -> str:
        name = self.position.rules.name
        return "\n".join(
            name(move.cell) + ("" if move.score is None else f" {move.score}")
            for move in self.moves
        )

    def _repr_svg_(self) -> str:
        from noughts.core.svg import draw  # noqa: PLC0415  (for notebooks alone)

        return draw(self.position, values=self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:  # noqa: ARG002, FBT001
        printer.text(str(self))  # also in IPython

    @property
    def proven(self) -> bool:
        """Whether the value of the position is proved."""
        return isinstance(self.score, Score)

    @property
    def value(self) -> Value | None:
        """The proved value for the side to move; None if it is not proved."""
        return self.score.value if isinstance(self.score, Score) else None

    @property
    def plies(self) -> int | None:
        """The plies until the game ends; None for a draw or without a proof."""
        return self.score.plies if isinstance(self.score, Score) else None

    @property
    def keeping(self) -> tuple[int, ...]:
        """The cells of all moves proved to keep the value, fast or slow.

        `best` leaves out slower wins and faster losses. Empty if the position's value is not
        proved.

        >>> from noughts import engine
        >>> found = engine("perfect").analyse("XX./O../O..")
        >>> found.best, found.keeping
        ((2,), (2, 4, 7, 8, 5))
        """
        return tuple(
            move.cell
            for move in self.moves
            if isinstance(move.score, Score) and move.score.value is self.value
        )

    @property
    def best(self) -> tuple[int, ...]:
        """The cells of all moves as good as the first: same value, same plies.

        Other moves may also keep the value, but win later or lose sooner: see `keeping`.
        """
        return tuple(
            move.cell
            for move in self.moves
            if move.score is not None and move.score == self.moves[0].score
        )

    @property
    def principal_variation(self) -> tuple[int, ...]:
        """The line of best play by both sides."""
        return self.moves[0].line if self.moves else ()


def guarded(method: Method) -> Method:
    """Let an engine's method accept a position as text, and spare it finished games.

    `play` may return a cell alone, as `Position.play` takes it.
    """
    analyses, plays = (method.__name__ == name for name in ("analyse", "play"))

    @wraps(method)
    def answer(self: Engine, position: Position | str, *more: Any, **named: Any) -> Any:
        if type(position) is not Position:
            position = Position.of(position)
        limit = Limit.of(more[0] if more else named.get("limit"))
        if limit.depth is not None and self.limits and "depth" not in self.limits:
            from noughts.core.catalogue import say  # noqa: PLC0415  (loads when it is used)

            raise ValueError(say("limit", "no depth", engine=self.name))
        if analyses and position.outcome is not None:
            return finished(position, self.name)
        refuse_finished(position)
        found = method(self, position, *more, **named)
        if not plays or isinstance(found, Choice | bool):
            return found
        if isinstance(found, str):
            return Choice(position, position.cell(found))
        # Anything else is for `checked.choose` to refuse.
        return Choice(position, index(found)) if isinstance(found, SupportsIndex) else found

    return cast("Method", answer)


class Engine(ABC):
    """A player: a name, `play`, `analyse`, and the odds of each of its moves.

    `play`, `analyse` and `weights` also accept a position as text: ``analyse("X../.O./...")``. Your
    own engines get this for free. (Type checkers want a `Position`: see `Position.of`.) A
    finished game has no moves, so they are never called then, and the analysis is known.

    Attributes:
        name: what it is called.
        randomised: whether it may answer the same position differently.
        limits: the parts of a `Limit` that it obeys. If it obeys others alone, it refuses a depth.
    """

    name: str
    randomised: bool = False
    limits: frozenset[str] = frozenset(Limit.fields)

    def __init_subclass__(cls, **named: Any) -> None:
        super().__init_subclass__(**named)
        for name in {"play", "analyse", "weights"} & vars(cls).keys():
            setattr(cls, name, guarded(vars(cls)[name]))

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.name}>"

    @abstractmethod
    def play(self, position: Position, limit: Limit | None = None) -> Choice:
        """Choose a move.

        Your own may return the cell alone, as `Position.play` takes it; its caller gets a `Choice`.

        Raises:
            IllegalMoveError: The game is over.
            LimitReachedError: The limit was reached before there was an answer.
            ValueError: The limit has a depth, which it does not obey.
        """

    def forget(self) -> None:  # noqa: B027  (most engines keep nothing)
        """Forget the results of earlier moves, because another game begins."""

    @guarded
    def analyse(self, position: Position, limit: Limit | None = None) -> Analysis:
        """Value the position and every move in it; a finished game has a score and no moves.

        By default, an engine does not value positions: every score is None.

        Raises:
            LimitReachedError: The limit was reached before there was an answer.
            ValueError: The limit has a depth, which it does not obey.
        """
        weights = self.weights(position, limit)
        cells = sorted(position.legal, key=lambda cell: -weights.get(cell, 0))
        moves = tuple(MoveValue(cell, None, (cell,)) for cell in cells)
        return Analysis(position, self.name, None, moves, nodes=0, seconds=0.0)

    @guarded
    def weights(self, position: Position, limit: Limit | None = None) -> Mapping[int, int]:
        """Return each cell that this engine may play, with its odds as whole numbers.

        A deterministic engine has one cell here.
        """
        return {position.cell(self.play(position, limit)): 1}


class Randomised(Engine):
    """An engine that chooses at random with given odds; repeatable with a seed."""

    randomised: bool = True

    def __init__(self, *, seed: int | None = None) -> None:
        self._random = generator(seed)

    def play(self, position: Position, limit: Limit | None = None) -> Choice:
        """Choose one of the moves at random, with their odds."""
        return Choice(position, draw(self.weights(position, limit), self._random))

    @abstractmethod
    def weights(self, position: Position, limit: Limit | None = None) -> Mapping[int, int]:
        """Return each cell that this engine may play, with its odds as whole numbers.

        Raises:
            IllegalMoveError: The game is over.
        """


def generator(seed: int | None) -> Random:
    """Return a generator of random numbers, repeatable with a seed."""
    import random  # noqa: PLC0415  (slow to load, and few engines need it)

    return random.Random(seed)


def draw(weights: Mapping[int, int], random: Random) -> int:
    """Choose a cell at random with the given odds."""
    return random.choices(list(weights), list(weights.values()))[0]


def refuse_finished(position: Position) -> None:
    """Reject a position without moves.

    Raises:
        IllegalMoveError: The game is over.
    """
    if position.outcome is not None:
        raise IllegalMoveError.said("illegal", "no move", position=position)


def final_score(position: Position) -> Score:
    """Return the score of a finished game for the side that would move.

    >>> from noughts import Position
    >>> final_score(Position.parse("XXX/OO./..."))
    Score.loss(0)
    """
    outcome = position.outcome
    if outcome is None:
        raise ValueError(f"{position} is not finished")
    if outcome.winner is None:
        return Score.draw()
    return Score.win(0) if outcome.winner is position.turn else Score.loss(0)


def finished(position: Position, engine: str) -> Analysis:
    """Return the analysis of a finished game."""
    return Analysis(position, engine, final_score(position), (), nodes=1, seconds=0.0)


def best_first(moves: list[MoveValue], score: Worth | None = None) -> tuple[MoveValue, ...]:
    """Sort valued moves, best first; equally good moves keep their order.

    `score` is the position's, if it is known. The moves that have it come first, because no move is
    better: in a position lost in 30 plies, "loss in 30" comes before a loss of unknown length.

    >>> from noughts import Score
    >>> moves = [MoveValue(0, Score.loss(), (0,)), MoveValue(1, Score.loss(30), (1,))]
    >>> [move.cell for move in best_first(moves, Score.loss(30))]
    [1, 0]
    """
    return tuple(
        sorted(
            moves,
            key=lambda move: (score is not None and move.score == score, rank(_known(move))),
            reverse=True,
        )
    )


def _known(move: MoveValue) -> Worth:
    return Estimate(0) if move.score is None else move.score

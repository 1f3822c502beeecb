"""Asking an engine that may be wrong: each answer is checked before it is used.

Your own engine may return anything. If it is not a valid answer, an `EngineError` names the engine,
the position and what was expected.
"""

from collections.abc import Mapping
from operator import index

from noughts.core.catalogue import say
from noughts.core.errors import EngineError, IllegalMoveError, shorten
from noughts.core.limit import Limit
from noughts.core.position import Position
from noughts.core.score import Estimate, Score
from noughts.engines.base import (
    Analysis,
    Choice,
    Engine,
    MoveValue,
    Worth,
    finished,
    refuse_finished,
)


def name_of(engine: Engine) -> str:
    """Return an engine's name, or its class's name if it has none."""
    name = getattr(engine, "name", None)
    return name if isinstance(name, str) else type(engine).__name__


def choose(
    engine: Engine, position: Position, limit: Limit | None = None, *, name: str | None = None
) -> Choice:
    """Return an engine's move.

    Args:
        engine: the engine.
        position: the position in which it must move.
        limit: what it may spend.
        name: its name in errors; by default its own name.

    Raises:
        EngineError: Its answer is not a `Choice` of a legal move.
        IllegalMoveError: The game is over.

    >>> from noughts import Position, engine
    >>> choose(engine("perfect"), Position.parse("XX./OO./...")).move
    'c1'
    """
    refuse_finished(position)
    who = name or name_of(engine)
    answer: object = engine.play(position, limit)
    if not isinstance(answer, Choice):
        raise _fault("no choice", who, position, answer=_shown(answer), cell=position.legal[0])
    cell = _legal(answer.cell, position, who)
    reason = None if answer.reason is None else str(answer.reason)
    worth = _worth(answer.score, position, who)
    return Choice(position, cell, worth, reason, answer.nodes, answer.seconds)


def odds(
    engine: Engine, position: Position, limit: Limit | None = None, *, name: str | None = None
) -> dict[int, int]:
    """Return each cell that an engine may play, with its odds.

    Raises:
        EngineError: Its answer is not the odds of legal moves, or it has several moves without
            being `randomised`.
        IllegalMoveError: The game is over.

    >>> from noughts import Position, engine
    >>> odds(engine("random"), Position.parse("XOX/OXO/.X."))
    {6: 1, 8: 1}
    """
    if type(engine).weights is Engine.weights:
        return {choose(engine, position, limit, name=name).cell: 1}
    refuse_finished(position)
    who = name or name_of(engine)
    answer: object = engine.weights(position, limit)
    if not isinstance(answer, Mapping) or not answer:
        raise _fault(
            "no odds", who, position, odds=_shown(answer), example=f"{{{position.legal[0]}: 1}}"
        )
    found = {_legal(cell, position, who): many for cell, many in answer.items()}
    for cell, many in found.items():
        if not isinstance(many, int) or many < 1:
            raise _fault("odds", who, position, odds=_shown(many), move=position.rules.name(cell))
    if len(found) > 1 and not engine.randomised:
        names = position.rules.names(tuple(found))
        raise _fault("at random", who, position, moves=names)
    return found


def analyse(
    engine: Engine, position: Position, limit: Limit | None = None, *, name: str | None = None
) -> Analysis:
    """Return an engine's analysis of a position.

    Raises:
        EngineError: Its answer is not an `Analysis` of every legal move.
    """
    who = name or name_of(engine)
    if type(engine).analyse is Engine.analyse:
        if position.outcome is not None:
            return finished(position, who)
        weights = odds(engine, position, limit, name=name)
        cells = sorted(position.legal, key=lambda cell: -weights.get(cell, 0))
        unvalued = tuple(MoveValue(cell, None, (cell,)) for cell in cells)
        return Analysis(position, who, None, unvalued, nodes=0, seconds=0.0)
    answer: object = engine.analyse(position, limit)
    if not isinstance(answer, Analysis):
        raise _fault("no analysis", who, position, answer=_shown(answer))
    moves = tuple(
        MoveValue(
            _legal(move.cell, position, who),
            _worth(move.score, position, who),
            _line(move.line, position, who),
        )
        for move in answer.moves
    )
    if sorted(move.cell for move in moves) != list(position.legal):
        raise _fault(
            "moves",
            who,
            position,
            moves=position.rules.names(tuple(move.cell for move in moves)) or "()",
        )
    score = _worth(answer.score, position, who)
    return Analysis(position, who, score, moves, answer.nodes, answer.seconds)


def _legal(cell: object, position: Position, who: str) -> int:
    """Return the number of a cell that may be played."""
    try:
        if isinstance(cell, bool):
            raise TypeError  # noqa: TRY301  (index takes it for 0 or 1)
        number = index(cell)  # type: ignore[arg-type]
    except TypeError:
        raise _fault(
            "no cell", who, position, answer=_shown(cell), cell=position.legal[0]
        ) from None
    try:
        position.play(number)
    except IllegalMoveError as error:
        move = position.rules.name(number) if 0 <= number < position.rules.cells else f"{number}"
        raise _fault("illegal", who, position, move=move, problem=error) from None
    return number


def _line(line: object, position: Position, who: str) -> tuple[int, ...]:
    """Return a line of moves after checking that it can be played."""
    if not isinstance(line, tuple | list):
        raise _fault("no line", who, position, line=_shown(line))
    cells = []
    for cell in line:
        cells.append(_legal(cell, position, who))
        position = position.play(cells[-1])
    return tuple(cells)


def _worth(score: object, position: Position, who: str) -> Worth | None:
    if score is not None and type(score) not in {Score, Estimate}:
        raise _fault("no score", who, position, score=_shown(score))
    return score  # type: ignore[return-value]


def _fault(name: str, who: str, position: Position, **values: object) -> EngineError:
    """Return the error for a wrong answer in a position."""
    return EngineError.said("engine", name, engine=who, position=position, **values)


def _shown(answer: object) -> str:
    """Return any answer of an engine as text."""
    if answer is None or isinstance(answer, int | str | float | tuple | list | dict):
        try:
            return shorten(answer) if isinstance(answer, str) else shorten(repr(answer))[1:-1]
        except Exception:  # noqa: BLE001, S110  (what it holds may not have a text)
            pass
    return say("engine", "some object", kind=type(answer).__name__)

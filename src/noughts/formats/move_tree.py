"""A tree of moves for one side: its one move in each position, and replies to it, as JSON.

Objects alternate. In the first, and after each reply, the key is the one move of the side that is
to move at the start; after a move, the keys are replies. Instead of an object, a number may say
within how many plies that side should win::

    {"e5": {"d5": {"e6": 7}, "d4": 9}}

Nothing is taken on trust: the numbers mean nothing, and replies may be left out.
"""

import json
from collections.abc import Mapping, Sequence

from noughts.core.catalogue import say
from noughts.core.errors import NoughtsError, RecordError, shorten
from noughts.core.position import Position

#: What follows each move, by cell; None after the last one.
Moves = Mapping[int, "Moves | None"]

MOST_BYTES = 1 << 28  #: of a file


def read(data: bytes, start: Position) -> Moves:
    """Read a tree that begins at a position.

    >>> from noughts import Position, Rules
    >>> read(b'{"b2": {"a1": 5}}', Position(Rules.parse("3,3,3")))
    {4: {0: None}}

    Raises:
        RecordError: It is not such a tree; the message says where.
    """
    if len(data) > MOST_BYTES:
        raise RecordError.said("move tree", "large", most=MOST_BYTES >> 20)
    try:
        found = json.loads(data, object_pairs_hook=_Pairs)
    except (ValueError, RecursionError) as error:
        deep = isinstance(error, RecursionError)
        why = say("move tree", "deep") if deep else str(error)
        raise RecordError.said("move tree", "no JSON", problem=why) from None
    tree = _node(found, start, [], at=0)
    if tree is None:
        raise RecordError.said("move tree", "empty")
    return tree


class _Pairs(list[tuple[str, object]]):
    """The keys and values of an object, of which two keys may be equal."""


def _node(value: object, start: Position, path: list[str], at: int) -> Moves | None:
    """Return what a value says; at an even depth, one side has one move."""
    if isinstance(value, int) and not isinstance(value, bool) and path:
        return None
    if not isinstance(value, _Pairs) or not value:
        raise _wrong(path, say("move tree", "no move"))
    if at % 2 == 0 and len(value) != 1:
        raise _wrong(path, say("move tree", "one move", turn=start.turn, moves=len(value)))
    if at > start.rules.cells:
        raise _wrong(path, say("file format", "cells", cells=start.rules.cells))
    moves: dict[int, Moves | None] = {}
    for name, rest in value:
        try:
            cell = start.rules.cell(name)
        except NoughtsError as error:
            raise _wrong(path, str(error)) from None
        if cell in moves:
            raise _wrong(path, say("move tree", "twice", move=shorten(name)))
        moves[cell] = _node(rest, start, [*path, start.rules.name(cell)], at + 1)
    return moves


def _wrong(path: Sequence[str], problem: str) -> RecordError:
    """Return the error: where in the tree, and what is wrong there."""
    if not path:
        return RecordError.said("move tree", "at start", problem=problem)
    return RecordError.said("move tree", "after", moves=" ".join(path), problem=problem)

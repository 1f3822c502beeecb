"""What a model wrote, read and compared with what is true.

The last JSON object with the key ``move`` counts; text around it is ignored. A cell is its name, or
a list of its numbers, counted from 1; with gravity, also the column's letter. Without such an
object, or with a move that is not a cell's name or numbers, the answer is *unreadable*. A cell that
is off the board, taken, or not playable makes it *illegal*.
"""

import json
from typing import Any, NamedTuple

from noughts.benchmark.position_sets import Labelled
from noughts.core.errors import IllegalMoveError
from noughts.core.forks import completions
from noughts.core.notation import parse_column
from noughts.core.position import Position
from noughts.explain import FactKind

MOST_TEXT = 20_000  #: characters of an answer that are read, its last
MOST_OBJECTS = 100  #: places in it where an object may begin, from the end
UNREADABLE, ILLEGAL = "unreadable", "illegal"

_DECODER = json.JSONDecoder()


class ReadAnswer(NamedTuple):
    """An answer, read."""

    cell: int | None  #: the move; None if it is not a legal one
    problem: str | None  #: `UNREADABLE` or `ILLEGAL`; None for a legal move
    facts: dict[str, Any]  #: what the model said of its move, by name, as it wrote it


def read_answer(text: str, position: Position) -> ReadAnswer:
    """Read the end of an answer.

    >>> from noughts import Position
    >>> board = Position.parse("XX./OO./...")
    >>> read_answer('I win: {"move": "C1", "wins": true}', board)
    ReadAnswer(cell=2, problem=None, facts={'wins': True})
    >>> read_answer('{"move": [1, 1]}', board).problem, read_answer("c1!", board).problem
    ('illegal', 'unreadable')
    """
    found = _last_object(text[-MOST_TEXT:])
    if found is None:
        return ReadAnswer(None, UNREADABLE, {})
    try:
        cell = read_cell(found.pop("move"), position)
    except (TypeError, ValueError):
        return ReadAnswer(None, UNREADABLE, {})
    if cell is None or cell not in position.legal:
        return ReadAnswer(None, ILLEGAL, {})
    return ReadAnswer(cell, None, found)


def _last_object(text: str) -> dict[str, Any] | None:
    """Return the last JSON object with a move; the outer one, if it has another in it."""
    last: dict[str, Any] | None = None
    start, last_end = len(text), 0
    for _ in range(MOST_OBJECTS):
        start = text.rfind("{", 0, start)
        if start < 0:
            break
        try:
            found, end = _DECODER.raw_decode(text, start)
        except (ValueError, RecursionError):
            continue
        if "move" in found and end >= last_end:
            last, last_end = found, end
    return last


def read_cell(said: object, position: Position) -> int | None:
    """Return a cell; None if it is off the board.

    Raises:
        TypeError: It is neither text nor a list of whole numbers.
        ValueError: It is not the name of a cell, nor as many numbers as the board has sides.
    """
    rules = position.rules
    if isinstance(said, str):
        word = said.strip().lower()
        if rules.gravity and word.isalpha() and (column := parse_column(word, rules.shape)):
            return next((cell for cell in column if cell in position.legal), None)
        letters = word[:1] + (word[-1:] if len(rules.shape) == 3 else "")
        digits = word[1:-1] if len(rules.shape) == 3 else word[1:]
        if not (letters.isascii() and letters.isalpha() and digits.isascii() and digits.isdigit()):
            raise ValueError("it is not the name of a cell")
        try:
            return rules.cell(word)
        except IllegalMoveError:
            return None
    if not isinstance(said, list) or any(type(each) is not int for each in said):
        raise TypeError("it is not a cell")
    if len(said) != len(rules.shape):
        raise ValueError("it has another number of coordinates")
    if not all(1 <= at <= side for at, side in zip(said, rules.shape, strict=True)):
        return None
    return rules.cell_at(*(at - 1 for at in said))


def truth(asked: Labelled, cell: int) -> dict[str, Any]:
    """Return what is true of a legal move, by the names in an answer; cells as numbers.

    >>> from noughts.benchmark.position_sets import find_set, labelled
    >>> won = labelled(find_set("3,3,3"), 1)[0]
    >>> truth(won, won.analysis.best[0])
    {'value': 'win', 'wins': True, 'blocks': False, 'threatens': []}
    """
    found: dict[str, Any] = {"value": str(asked.value_of(cell))}
    position = asked.position
    if position.rules.misere:
        return found
    move = next(move for move in asked.analysis.moves if move.cell == cell)
    kinds = {fact.kind for fact in move.facts}
    child = position.play(cell)
    # The facts of a blocking move leave its threats out, so they come from the lines.
    threats = [] if child.outcome is not None else sorted(completions(child, position.turn))
    return found | {
        "wins": FactKind.WINS_AT_ONCE in kinds,
        "blocks": FactKind.BLOCKS in kinds,
        "threatens": threats,
    }


def right_facts(asked: Labelled, answer: ReadAnswer) -> tuple[int, int]:
    """Return how many facts of an answer are true, and how many the question wants."""
    if answer.cell is None:
        return 0, 1 if asked.position.rules.misere else 4
    true = truth(asked, answer.cell)
    right = 0
    for name, fact in true.items():
        said = answer.facts.get(name)
        if name == "threatens":
            right += _cells(said, asked.position.play(answer.cell)) == fact
        elif name == "value":
            right += isinstance(said, str) and said.strip().lower() == fact
        else:
            right += said is fact
    return right, len(true)


def _cells(said: object, position: Position) -> list[int | None] | None:
    """Return the cells that an answer names, sorted; None if they cannot be read."""
    if not isinstance(said, list) or len(said) > position.rules.cells:
        return None
    try:
        found = {read_cell(each, position) for each in said}
    except (TypeError, ValueError):
        return None
    return None if None in found else sorted(found, key=lambda cell: -1 if cell is None else cell)

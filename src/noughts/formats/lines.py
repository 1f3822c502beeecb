"""Lines of moves, and the record made from them."""

from collections.abc import Sequence
from itertools import pairwise

from noughts.core.catalogue import grouped
from noughts.core.errors import NoughtsError, RecordError
from noughts.core.position import Position
from noughts.core.record import Record
from noughts.core.rules import Rules
from noughts.formats.notes import thing

FIVE = 5  #: in a row, if a format has no word for anything else
#: All lines together, each counted from its beginning: about ten seconds of CPU time, and 500 MB.
MOST_MOVES = 25_000_000
_OTHERS = (" exact", " caro", " exact caro")  # other rules for five in a row


def five_in_a_row(columns: int, rows: int) -> Rules:
    """Return the game for a file that only gives the board.

    Raises:
        RulesError: The board is impossible.
        RecordError: No five fit on it.
    """
    rules = Rules.grid((columns, rows), FIVE)
    if not rules.lines:
        raise RecordError.said("file format", "no five", columns=columns, rows=rows)
    return rules


def played(
    start: Rules | Position,
    lines: Sequence[Sequence[int]],
    headers: Sequence[tuple[str, str]] = (),
    *,
    assumed: bool = False,
) -> Record:
    """Return the record of these lines; the first one is the game played.

    A line that another one continues does not count separately.

    Args:
        start: the rules and the first position.
        lines: each from the start to its end.
        headers: the record's headers.
        assumed: whether the rules are assumed; then the error names others that fit.

    Raises:
        RecordError: There are too many moves, or one is against the rules.
    """
    check_total(sum(map(len, lines)))
    first, *others = _whole(lines or [()])
    position = start if isinstance(start, Position) else Position(start)
    try:
        return Record(position, first, None, tuple(others), tuple(headers))
    except RecordError as error:
        fitting = _fitting(position, [first, *others]) if assumed else ""
        if not fitting:
            raise
        raise RecordError.said("file format", "fits", problem=error, rules=fitting) from None


def check_total(moves: int) -> None:
    """Reject lines that have too many moves, each counted from its beginning.

    Raises:
        RecordError: They have more than `MOST_MOVES`.
    """
    if moves > MOST_MOVES:
        raise RecordError.said("file format", "moves", most=grouped(MOST_MOVES))


def check_board(shape: Sequence[int], rules: Rules) -> None:
    """Reject a file whose board is not that of the rules.

    Raises:
        RecordError: It is not.
    """
    if tuple(shape) != tuple(rules.shape):
        columns, rows = shape
        raise RecordError.said(
            "file format", "other board", columns=columns, rows=rows, rules=rules
        )


def _whole(lines: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    """Return the lines, each once, without prefixes of others; the first stays first."""
    distinct = list(dict.fromkeys(map(tuple, lines)))
    begun = {one for one, other in pairwise(sorted(distinct)) if other[: len(one)] == one}
    whole = [line for line in distinct if line not in begun]
    if distinct[0] in begun:
        main = next(line for line in whole if line[: len(distinct[0])] == distinct[0])
        whole.remove(main)
        whole.insert(0, main)
    return whole


def _fitting(start: Position, lines: Sequence[tuple[int, ...]]) -> str:
    """Return rules of five in a row that allow all of these lines, if there are any."""
    for words in _OTHERS:
        try:
            rules = Rules.parse(f"{start.rules}{words}")
            Record(Position(rules, start.x, start.o), lines[0], None, tuple(lines[1:]))
        except NoughtsError:
            continue
        return str(rules)
    return ""


def name_of(text: str) -> str:
    """Return a player's name as the value of a header: one line, without surrounding blanks."""
    return " ".join(text.split())


def headers_left_out(record: Record, held: Sequence[str]) -> list[str]:
    """Return the record's headers that a format cannot hold, for `notes.left_out`."""
    return [thing("header", name=key) for key, _ in record.headers if key not in held]

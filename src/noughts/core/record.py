"""`Record`: the moves of a game, with undo, redo and branches, as a value.

As text, a record has header lines, a blank line, and the moves in order with the result at the end.
Each branch is one more line, which repeats all its moves::

    Rules: 3,3,3
    X: Ada
    O: hard

    b2 a1 c1 a3 a2 c2 b1 b3 c3 draw

A result is ``X wins``, ``O wins``, ``draw`` or ``*`` (not finished). The first line of moves is the
current one; a header ``At: 3`` says that the game is now at the moment after its third move. A
header's key has up to 40 letters of any script, digits, blanks, ``_`` and ``-``, and begins with a
letter. Its value is one line. Moves are read as by `Position.cell`.

Two more forms are read. Moves may be numbered, one by one or in pairs (``1. b2 a1 2. c3``); a line
that begins with a number above 1 continues the line before it. In gravity games with at most 9
columns, a word of digits is a line of columns (``4453``), counted from 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

from noughts.core import notation
from noughts.core.errors import IllegalMoveError, NoughtsError, RecordError, shorten, whole_number
from noughts.core.frozen import Frozen
from noughts.core.notation import MAX_TEXT
from noughts.core.position import Position
from noughts.core.position_base import Move
from noughts.core.rules import Rules

Moves = tuple[int, ...]

_HEADER = re.compile(r"([^\W\d_][\w -]{0,39}):[ \t]*(.*)")
_NUMBER = re.compile(r"([0-9]{1,4})(\.|\.\.\.)(?=[^0-9.]|$)")
_RESULTS = ("X wins", "O wins", "draw", "*")
_OWN_HEADERS = ("Rules", "Start", "At")


class Record(Frozen):
    """A game as it was played. Immutable: every method returns a new one.

    Attributes:
        start: the position before the first move.
        moves: the line that is being played, also beyond `at` (those moves can be redone).
        at: how many of the moves have been made.
        branches: other lines that were played from the start, each whole, the newest last.
        headers: further header lines, such as who played.

    Raises:
        RecordError: a move that the rules forbid, or a header that could not be read back; says
            which and why.
        TypeError: an argument has another type.
        RulesError, PositionError: the start is not a position; see `Position.of`.

    >>> record = Record.of("3,3,3").play(4).play(0).undo().play(1)
    >>> record.position
    Position.parse('.O./.X./...', '3,3,3')
    >>> print(record)
    Rules: 3,3,3
    <BLANKLINE>
    b2 b1 *
    b2 a1 *
    """

    __slots__ = ("_position", "at", "branches", "headers", "moves", "start")
    fields: ClassVar[tuple[str, ...]] = ("start", "moves", "at", "branches", "headers")

    start: Position
    moves: Moves
    at: int
    branches: tuple[Moves, ...]
    headers: tuple[tuple[str, str], ...]
    _position: Position

    def __init__(
        self,
        start: Position | Rules | str,
        moves: Sequence[Move] = (),
        at: int | None = None,
        branches: Iterable[Sequence[Move]] = (),
        headers: Iterable[tuple[str, str]] = (),
    ) -> None:
        start = Position.of(start)
        lines = tuple(cells for cells, _ in _replayed(start, (moves, *branches)))
        at = self._at(len(moves) if at is None else at, lines[0])
        self._put(start, lines[0], at, lines[1:], _checked_headers(headers))

    def _put(
        self,
        start: Position,
        moves: Moves,
        at: int,
        branches: tuple[Moves, ...],
        headers: tuple[tuple[str, str], ...],
    ) -> None:
        for name, value in zip(self.fields, (start, moves, at, branches, headers), strict=True):
            object.__setattr__(self, name, value)
        object.__setattr__(self, "_position", next(_replayed(start, (moves[:at],)))[1])

    @staticmethod
    def _at(at: int, moves: Moves) -> int:
        if not 0 <= whole_number(at, "at") <= len(moves):
            raise RecordError.said("record text", "no move", number=at, moves=len(moves))
        return at

    @staticmethod
    def of(rules: Rules | str = "3,3,3", headers: Mapping[str, str] | None = None) -> Record:
        """Begin a game on the empty board.

        Raises:
            RecordError: a header that could not be read back.
        """
        headers = {} if headers is None else headers
        if not isinstance(headers, Mapping):
            raise TypeError(f"headers are a dictionary, such as {{'X': 'Ada'}}, not {headers!r}")
        return Record(Position(rules), headers=tuple(headers.items()))

    # -- asking ------------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The position now."""
        return self._position

    @property
    def played(self) -> Moves:
        """The moves made so far."""
        return self.moves[: self.at]

    def positions(self) -> tuple[Position, ...]:
        """Return every position of the line, from the start to its end."""
        found = [self.start]
        for cell in self.moves:
            found.append(found[-1].play(cell))
        return tuple(found)

    # -- moving ------------------------------------------------------------------------------

    def play(self, move: Move) -> Record:
        """Make a move, given as in `Position.play`. A line that it leaves becomes a branch.

        Raises:
            IllegalMoveError: the move is against the rules.
        """
        cell = move if type(move) is int else self.position.cell(move)
        self.position.play(cell)
        line = (*self.played, cell)
        if self.moves[: len(line)] == line:
            return self._with(self.moves, self.at + 1, self.branches)
        for branch in self.branches:
            if branch[: len(line)] == line:
                kept = tuple(other for other in self.branches if other != branch)
                return self._with(branch, len(line), (*kept, self.moves))
        left = () if self.at == len(self.moves) else (self.moves,)
        return self._with(line, len(line), (*self.branches, *left))

    def undo(self, plies: int = 1) -> Record:
        """Go back some moves, or to the start."""
        return self.go_to(max(0, self.at - whole_number(plies, "plies")))

    def redo(self, plies: int = 1) -> Record:
        """Go forward again, at most to the end of the line."""
        return self.go_to(min(len(self.moves), self.at + whole_number(plies, "plies")))

    def go_to(self, at: int) -> Record:
        """Go to the position after `at` moves.

        Raises:
            RecordError: the line is not that long.
        """
        return self._with(self.moves, self._at(at, self.moves), self.branches)

    def _with(self, moves: Moves, at: int, branches: tuple[Moves, ...]) -> Record:
        # Lines that have been replayed already, so that a large library is not replayed for each
        # move.
        record = object.__new__(Record)
        record._put(self.start, moves, at, branches, self.headers)
        return record

    # -- text --------------------------------------------------------------------------------

    def __str__(self) -> str:
        lines = [f"Rules: {self.start.rules}"]
        if self.start.ply:
            lines.append(f"Start: {self.start}")
        if self.at < len(self.moves):
            lines.append(f"At: {self.at}")
        lines += (f"{key}: {value}" for key, value in self.headers)
        lines.append("")
        played = (self.moves, *self.branches)
        names = [self.start.rules.name(cell) for cell in range(self.start.rules.cells)]
        for cells, end in _replayed(self.start, played):
            lines.append(" ".join([*map(names.__getitem__, cells), result(end)]))
        return "\n".join(lines)

    @staticmethod
    def parse(text: str, rules: Rules | str = "3,3,3", most: int = MAX_TEXT) -> Record:
        r"""Read a game. The current position is its end, or the one that the header ``At`` gives.

        Args:
            text: the game.
            rules: what is played if no header says so.
            most: how many characters are read at most.

        Raises:
            RecordError: a header, a move or a result is wrong; says which and why.
            TypeError: it is not a text.

        >>> Record.parse("b2 a1 c1 a3 a2 *").position
        Position.parse('O.X/XX./O..', '3,3,3')
        >>> Record.parse("1. b2 a1 2. c1") == Record.parse("b2 a1 c1")
        True
        >>> Record.parse("4453", "connect-four") == Record.parse("d d e c", "connect-four")
        True
        """
        if not isinstance(text, str):
            raise TypeError(f"a record is a text such as 'b2 a1 c3', not {text!r}")
        if len(text) > whole_number(most, "most"):
            from noughts.core.catalogue import grouped  # noqa: PLC0415  (loads when it is used)

            raise RecordError.said("record text", "too long", characters=grouped(len(text)))
        headers: dict[str, str] = {}
        body: list[str] = []
        for line in text.strip().splitlines():
            header = None if body else _HEADER.fullmatch(line.strip())
            if header:
                key = _own(header[1])
                if key in headers:
                    raise RecordError.said("record text", "twice", key=shorten(key))
                headers[key] = header[2].strip()
            elif line.strip():
                body.append(line.strip())
        try:
            if "Rules" in headers or isinstance(rules, str):
                rules = Rules.parse(headers.get("Rules", str(rules)))
            start = Position.parse(headers["Start"], rules) if "Start" in headers else None
        except NoughtsError as error:
            raise RecordError.said("record text", "header", problem=error) from None
        start = start or Position(rules)
        lines = list(_parse_lines(start, _joined(body))) or [()]
        rest = tuple((key, value) for key, value in headers.items() if key not in _OWN_HEADERS)
        return Record(start, lines[0], _read_at(headers), tuple(lines[1:]), rest)


def result(position: Position) -> str:
    """Return the result of a game as a record writes it.

    >>> result(Position.parse("XXX/OO./..."))
    'X wins'
    """
    return "*" if position.outcome is None else str(position.outcome)


def _checked_headers(headers: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Reject headers that could not be read back."""
    known = set(_OWN_HEADERS)
    found = tuple(map(_header, headers))
    for key, value in found:
        read = _HEADER.fullmatch(f"{key}:")
        if read is None or read[1] != key:
            raise RecordError.said("record text", "key", key=shorten(key))
        if _own(key) in known:
            whose = "reserved" if _own(key) in _OWN_HEADERS else "twice"
            raise RecordError.said("record text", whose, key=shorten(key))
        if value != value.strip() or len(value.splitlines()) > 1:
            raise RecordError.said("record text", "value", key=shorten(key), value=shorten(value))
        known.add(key)
    return found


def _header(pair: object) -> tuple[str, str]:
    match pair:
        case (str(key), str(value)):
            return key, value
    raise TypeError(f"a header is two texts, such as ('X', 'Ada'), not {pair!r}")


def _own(key: str) -> str:
    """Return a header's key; upper and lower case are equal in the record's own keys."""
    return {own.lower(): own for own in _OWN_HEADERS}.get(key.lower(), key)


def _read_at(headers: Mapping[str, str]) -> int | None:
    text = headers.get("At")
    if text is None:
        return None
    if not re.fullmatch(r"[0-9]{1,4}", text):
        raise RecordError.said("record text", "at", text=shorten(text))
    return int(text)


def _replayed(start: Position, lines: Iterable[Sequence[Move]]) -> Iterator[tuple[Moves, Position]]:
    """Yield the cells of each line, and where it ends.

    Moves shared with the line before are not replayed.
    """
    before: Sequence[Move] = ()
    cells: list[int] = []
    trail = [start]  # the positions along the line before
    for line in lines:
        if not isinstance(line, Sequence):
            raise TypeError(f"moves are a list of cells, such as (4, 0), not {line!r}")
        shared = _shared(before, line)
        del cells[shared:], trail[shared + 1 :]
        for number in range(shared, len(line)):
            move = line[number]
            try:
                cells.append(move if type(move) is int else trail[-1].cell(move))
                trail.append(trail[-1].play(cells[-1]))
            except IllegalMoveError as error:
                raise RecordError.said(
                    "record text", "move", number=number + 1, problem=error
                ) from None
        before = line
        yield tuple(cells), trail[-1]


def _shared(one: Sequence[object], other: Sequence[object]) -> int:
    """Return the length of the common prefix of two sequences."""
    for number, (mine, yours) in enumerate(zip(one, other, strict=False)):
        if mine != yours:
            return number
    return min(len(one), len(other))


# -- reading text --------------------------------------------------------------------------------


def _joined(body: list[str]) -> list[str]:
    """Join numbered lines: ``2. c1 c3`` continues ``1. b2 a1``, and ``1... a1`` its first move."""
    lines: list[str] = []
    for line in body:
        number = _NUMBER.match(line)
        if number and lines and (int(number[1]) > 1 or len(number[2]) > 1):
            lines[-1] += f" {line}"
        else:
            lines.append(line)
    return lines


def _parse_lines(start: Position, lines: list[str]) -> Iterator[Moves]:
    """Read each line, but not again the words that it shares with the line before."""
    claims: list[tuple[str, str | None]] = []

    def words() -> Iterator[list[str]]:
        for line in lines:
            text, claimed = line, None
            for ending in _RESULTS:
                if line == ending or line.endswith(f" {ending}"):
                    text, claimed = line[: -len(ending)], ending
            claims.append((line, claimed))
            yield _words(start.rules, text)

    for cells, end in _replayed(start, words()):
        line, claimed = claims.pop()
        actual = result(end)
        if claimed not in {None, "*", actual}:
            raise RecordError.said(
                "record text",
                "result",
                text=shorten(line[-40:]),
                claimed=repr(claimed),
                actual=repr(actual),
            )
        yield cells


def _words(rules: Rules, text: str) -> list[str]:
    """Return the moves of a line as words, without the move numbers."""
    words = text.split()
    if rules.gravity and len(words) == 1 and notation.are_columns(words[0], rules.shape):
        return list(words[0])
    if "." not in text:
        return words
    moves: list[str] = []
    for word in words:
        number = _NUMBER.match(word)
        if number is None:
            moves.append(word)
            continue
        if int(number[1]) not in {len(moves) + 1, len(moves) // 2 + 1}:
            raise RecordError.said("record text", "number", move=len(moves) + 1, number=number[0])
        moves += [word[number.end() :]] if word[number.end() :] else []
    return moves

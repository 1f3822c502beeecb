"""`Record`: the moves that were actually played, with undo, redo and branches, as a value.

As text: header lines, a blank line, the moves in order with the result at the end; each branch
that was left is a further line, given whole::

    Rules: 3,3,3
    X: Ada
    O: hard

    b2 a1 c1 a3 a2 c2 b1 b3 c3 draw

A result is ``X wins``, ``O wins``, ``draw`` or ``*`` (not finished). The first line of moves is the
one that is being played; a header ``At: 3`` says that it was gone back to the moment after its
third move. A header's key is up to 40 letters of any script, digits, blanks, ``_`` and ``-``,
beginning with a letter; its value is one line. Moves are read as `Position.cell` reads them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar

from noughts.errors import IllegalMoveError, NoughtsError, RecordError, shorten
from noughts.frozen import Frozen
from noughts.notation import MAX_TEXT
from noughts.position import Position
from noughts.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Mapping

    from noughts.stones import Move

Moves = tuple[int, ...]

_HEADER = re.compile(r"([^\W\d_][\w -]{0,39}):[ \t]*(.*)")
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
        start: Position,
        moves: Moves = (),
        at: int | None = None,
        branches: tuple[Moves, ...] = (),
        headers: tuple[tuple[str, str], ...] = (),
    ) -> None:
        at = len(moves) if at is None else at
        if not 0 <= at <= len(moves):
            raise RecordError(f"move {at} is outside the game; it has {len(moves)}")
        for line in (moves, *branches):
            _replay(start, line)
        _check_headers(headers)
        for name, value in zip(self.fields, (start, moves, at, branches, headers), strict=True):
            object.__setattr__(self, name, value)
        object.__setattr__(self, "_position", _replay(start, moves[:at]))

    @staticmethod
    def of(rules: Rules | str = "3,3,3", headers: Mapping[str, str] | None = None) -> Record:
        """Begin a game on the empty board.

        Raises:
            RecordError: a header that could not be read back.
        """
        return Record(Position(rules), headers=tuple((headers or {}).items()))

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
        """Make a move, given as to `Position.play`. A line that it leaves is kept as a branch.

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
        return self.go_to(max(0, self.at - plies))

    def redo(self, plies: int = 1) -> Record:
        """Go forward again, at most to the end of the line."""
        return self.go_to(min(len(self.moves), self.at + plies))

    def go_to(self, at: int) -> Record:
        """Go to the moment after `at` moves.

        Raises:
            RecordError: the line is not that long.
        """
        return self._with(self.moves, at, self.branches)

    def _with(self, moves: Moves, at: int, branches: tuple[Moves, ...]) -> Record:
        return Record(self.start, moves, at, branches, self.headers)

    # -- text --------------------------------------------------------------------------------

    def __str__(self) -> str:
        lines = [f"Rules: {self.start.rules}"]
        if self.start.ply:
            lines.append(f"Start: {self.start}")
        if self.at < len(self.moves):
            lines.append(f"At: {self.at}")
        lines += (f"{key}: {value}" for key, value in self.headers)
        lines.append("")
        lines += (_format_line(self.start, line) for line in (self.moves, *self.branches))
        return "\n".join(lines)

    @staticmethod
    def parse(text: str) -> Record:
        r"""Read a game; it stands at its end, or where its header ``At`` says.

        Raises:
            RecordError: a header, a move or a result is wrong; says which and why.
            TypeError: it is not a text.

        >>> Record.parse("b2 a1 c1 a3 a2 *").position
        Position.parse('O.X/XX./O..', '3,3,3')
        """
        if not isinstance(text, str):
            raise TypeError(f"a record is a text such as 'b2 a1 c3', not {text!r}")
        if len(text) > MAX_TEXT:
            raise RecordError(f"a game of {len(text):,} characters is too long to be one")
        headers: dict[str, str] = {}
        body: list[str] = []
        for line in text.strip().splitlines():
            header = None if body else _HEADER.fullmatch(line.strip())
            if header:
                headers[header[1]] = header[2].strip()
            elif line.strip():
                body.append(line.strip())
        try:
            rules = Rules.parse(headers.get("Rules", "3,3,3"))
            start = Position.parse(headers["Start"], rules) if "Start" in headers else None
        except NoughtsError as error:
            raise RecordError(f"header: {error}") from None
        start = start or Position(rules)
        lines = [_parse_line(start, line) for line in body] or [()]
        rest = tuple((key, value) for key, value in headers.items() if key not in _OWN_HEADERS)
        return Record(start, lines[0], _read_at(headers), tuple(lines[1:]), rest)


def result(position: Position) -> str:
    """Return how a game stands, in the words of a record.

    >>> result(Position.parse("XXX/OO./..."))
    'X wins'
    """
    return "*" if position.outcome is None else str(position.outcome)


def _check_headers(headers: tuple[tuple[str, str], ...]) -> None:
    """Refuse headers that could not be read back."""
    known = set(_OWN_HEADERS)
    for key, value in headers:
        read = _HEADER.fullmatch(f"{key}:")
        if read is None or read[1] != key:
            raise RecordError(f"{shorten(key)} is no key of a header: up to 40 letters and digits")
        if key in known:
            whose = "the record's own" if key in _OWN_HEADERS else "there twice"
            raise RecordError(f"header {shorten(key)} is {whose}")
        if value != value.strip() or len(value.splitlines()) > 1:
            raise RecordError(
                f"header {shorten(key)}: {shorten(value)} is not one line without blanks around it"
            )
        known.add(key)


def _read_at(headers: Mapping[str, str]) -> int | None:
    text = headers.get("At")
    if text is None:
        return None
    if not re.fullmatch(r"[0-9]{1,4}", text):
        raise RecordError(f"header At: {shorten(text)} is no number of moves")
    return int(text)


def _replay(start: Position, moves: Moves) -> Position:
    position = start
    for number, cell in enumerate(moves, start=1):
        try:
            position = position.play(cell)
        except IllegalMoveError as error:
            raise RecordError(f"move {number}: {error}") from None
    return position


def _format_line(start: Position, moves: Moves) -> str:
    end = result(_replay(start, moves))
    return f"{start.rules.names(moves)} {end}".strip()


def _parse_line(start: Position, text: str) -> Moves:
    words, claimed = text, None
    for ending in _RESULTS:
        if text == ending or text.endswith(f" {ending}"):
            words, claimed = text[: -len(ending)], ending
    moves: list[int] = []
    position = start
    for number, word in enumerate(words.split(), start=1):
        try:
            moves.append(position.cell(word))
            position = position.play(moves[-1])
        except IllegalMoveError as error:
            raise RecordError(f"move {number}: {error}") from None
    actual = result(position)
    if claimed not in {None, "*", actual}:
        raise RecordError(f"{shorten(text[-40:])} says {claimed!r}; the moves lead to {actual!r}")
    return tuple(moves)

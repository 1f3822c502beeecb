"""`CheckedGame`: a game as a check sees it, with the proved score of every position.

A board is a text such as ``X.O.X....``: one sign for each cell, in reading order. A check asks a
program about thousands of boards, and each has its `Position` once.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from noughts.core.bits import bits
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.core.score import Score
from noughts.engines.base import Analysis, MoveValue, best_first, final_score
from noughts.engines.perfect import Perfect, tabled
from noughts.explain import sentence

if TYPE_CHECKING:
    from random import Random


_FEW = {3, 4}
#: The digits of bitboards: of X's cells, of O's, of both.
_X, _O, _TAKEN = (str.maketrans("XO.", digits) for digits in ("100", "010", "110"))


def _bits(board: str, digits: dict[int, int]) -> int:
    """Return some cells of a board as a bitboard."""
    return int(board[::-1].translate(digits), 2)


class FindingKind(StrEnum):
    """Something wrong with a program, or something to improve."""

    NOT_LOADED = "not loaded"  #: the program cannot be loaded
    OTHER_RULES = "other rules"  #: it disagrees with the game, in a function or in a result
    STOPPED = "stopped"  #: it had no answer in time, or ended its process
    ERROR = "error"  #: it raised an error
    NO_MOVE = "no move"  #: its answer is not a legal move
    TWO_ANSWERS = "two answers"  #: asked twice, it answers differently, or it may
    LOSES = "loses"  #: there is a game that it loses
    CHANGES_BOARD = "changes board"  #: it changes the board that it gets
    GIVES_AWAY = "gives away"  #: it turns a win into a draw or worse, or a draw into a loss
    MISSES = "misses"  #: it misses a win in one move, or allows one that it could prevent
    DAWDLES = "dawdles"  #: it wins later than it could, or loses sooner


class MoveVerdict(NamedTuple):
    """What a move is worth."""

    kind: FindingKind | None  #: GIVES_AWAY, DAWDLES or MISSES; None if nothing is wrong with it
    judged: bool = True  #: whether that is proved. If not, nothing is known.


class CheckedGame:
    """A game so small that a check asks in every position.

    Args:
        rules: of the game.

    >>> game = CheckedGame("3,3,3")
    >>> game.score("XX.OO...."), game.best("XO..X....")
    (Score.win(1), [8])
    """

    exhaustive: bool = True  #: a check asks in all positions
    sample: int = 0  #: otherwise, in this many random ones
    games: int = 0  #: and in this many random games
    seed: int = 0

    def __init__(self, rules: Rules | str) -> None:
        self.rules: Rules = Rules(rules)
        self.empty: str = "." * self.rules.cells
        self._known: dict[str, Position] = {}
        self._points: dict[str, int] = {}

    @cached_property
    def positions(self) -> Sequence[str]:
        """All positions that can occur, those with fewer stones first.

        >>> game = CheckedGame("3,3,3")
        >>> len(game.positions), sum(not game.over(board) for board in game.positions)
        (5478, 4520)
        """
        found, layer = [self.empty], [self.empty]
        while layer:
            after = (self.place(board, cell) for board in layer for cell in self.free(board))
            layer = list(dict.fromkeys(after))
            found += layer
        return tuple(found)

    @cached_property
    def late(self) -> list[str]:
        """Positions with one best move and few free cells, to find out how a program answers."""
        return [
            board
            for board in self.positions
            if board.count(".") in _FEW and not self.over(board) and len(self.best(board)) == 1
        ]

    @cached_property
    def races(self) -> frozenset[str]:
        """Late positions where the other side would win elsewhere than the one that moves.

        There, a program that always plays one side gives itself away: it takes the other's win.
        """
        return frozenset(board for board in self.late if self._is_race(board))

    def _is_race(self, board: str) -> bool:
        best, other = self.best(board), "O" if self.mover(board) == "X" else "X"
        for line in self.rules.lines:
            marks = "".join(board[cell] for cell in bits(line))
            if marks.count(other) == len(marks) - 1 and "." in marks:
                return bits(line)[marks.index(".")] not in best
        return False

    def fresh(self) -> CheckedGame:
        """Return this game, without what the check of another program may have left."""
        return self

    # -- the rules -------------------------------------------------------------------------------

    def position(self, board: str) -> Position:
        """Return the position of a board."""
        found = self._known.get(board)
        if found is None:
            found = self._known[board] = Position(self.rules, _bits(board, _X), _bits(board, _O))
        return found

    @staticmethod
    def board(position: Position) -> str:
        """Return the board of a position."""
        return "".join(sign for sign in str(position) if sign in "XO.")

    @staticmethod
    def mover(board: str) -> str:
        """Return whose turn it is."""
        return "X" if board.count("X") == board.count("O") else "O"

    def free(self, board: str) -> tuple[int, ...]:
        """Return the cells that may be played; none if the game is over."""
        return self.position(board).legal

    def playable(self, board: str) -> tuple[int, ...]:
        """Return the cells that may be played, of a board where the game is not over.

        This is quicker than `free`, which needs the position.
        """
        return bits(self.rules.playable(_bits(board, _TAKEN)))

    def place(self, board: str, cell: int) -> str:
        """Return the board after a legal move."""
        after = f"{board[:cell]}{self.mover(board)}{board[cell + 1 :]}"
        if after not in self._known:
            self._known[after] = self.position(board).play(cell)
        return after

    def winner(self, board: str) -> str | None:
        """Return who has won."""
        outcome = self.position(board).outcome
        return None if outcome is None or outcome.winner is None else outcome.winner.value

    def over(self, board: str) -> bool:
        """Whether the game has ended."""
        return self.position(board).outcome is not None

    def reply(self, board: str, random: Random, *, strong: bool) -> int:
        """Return a move of the program's opponent in a random game."""
        raise NotImplementedError

    def rows(self, board: str) -> str:
        """Return a board as `Position` writes it.

        >>> CheckedGame("3,3,3").rows("X........")
        'X../.../...'
        """
        return str(self.position(board))

    def names(self, cells: Sequence[int]) -> str:
        """Return cells by their names.

        >>> CheckedGame("3,3,3").names([0, 4])
        'a1 b2'
        """
        return self.rules.names(tuple(cells))

    # -- values ----------------------------------------------------------------------------------

    def score(self, board: str) -> Score | None:
        """Return what a position is worth to the player who moves; None if it is not proved."""
        return Score.from_int(self._score(board))

    def _score(self, board: str) -> int:
        """Return the score as `int(Score)`."""
        found = self._points.get(board)
        if found is None:
            if self.over(board):
                found = int(final_score(self.position(board)))
            else:
                found = max(self._after(board, cell) for cell in self.free(board))
            self._points[board] = found
        return found

    def _after(self, board: str, cell: int) -> int:
        theirs = self._score(self.place(board, cell))
        return -theirs + (theirs > 0) - (theirs < 0)

    def move_score(self, board: str, cell: int) -> Score | None:
        """Return what a move is worth to the player who makes it; None if it is not proved."""
        theirs = self.score(self.place(board, cell))
        return None if theirs is None else theirs.backed_up()

    def best(self, board: str) -> list[int]:
        """Return the moves that are proved to win soonest, draw, or lose latest."""
        top = self._score(board)
        return [cell for cell in self.free(board) if self._after(board, cell) == top]

    def judge(self, board: str, cell: int) -> MoveVerdict:
        """Judge a move.

        >>> CheckedGame("3,3,3").judge("X........", 1).kind.value
        'gives away'
        """
        got, top = self._after(board, cell), self._score(board)
        if (got > 0) - (got < 0) != (top > 0) - (top < 0):
            return MoveVerdict(FindingKind.GIVES_AWAY)
        return MoveVerdict(None if got == top else FindingKind.DAWDLES)

    def slip(self, board: str, cell: int) -> str:
        """Return what a move misses within one ply, in words; nothing if its value says more."""
        del board, cell
        return ""

    def reasons(self, board: str, cells: Sequence[int]) -> dict[int, str]:
        """Return why moves are good or bad, in the words of players."""
        position = self.position(board)
        if tabled(self.rules):
            found = Perfect().analyse(position)
        else:
            moves = [MoveValue(c, self.move_score(board, c), self._line(board, c)) for c in cells]
            score = self.score(board)
            found = Analysis(position, "", score, best_first(moves, score), 0, 0.0)
        mover = position.turn
        facts = {move.cell: move.facts for move in found.moves}
        return {cell: sentence(facts[cell], self.rules, mover, "moves") for cell in cells}

    def _line(self, board: str, cell: int) -> tuple[int, ...]:
        """Return a move and the best play after it, as far as it is known."""
        line = [cell]
        after = self.place(board, cell)
        while best := self.best(after):
            line.append(best[0])
            after = self.place(after, best[0])
        return tuple(line)


TICTACTOE = CheckedGame("3,3,3")

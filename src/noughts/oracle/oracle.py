"""`Oracle`: exact answers for many positions at once, arrays in and arrays out.

| game | answered by |
|---|---|
| up to 12 cells, without gravity and caro | `full_table`: a look-up |
| up to 64 cells, with gravity | `noughts.solver.gravity`, each different position once |
| up to 64 cells, without | `noughts.engines.solver_engine`, each different position once |
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from noughts.core.errors import LimitReachedError, PositionError, RulesError
from noughts.core.limit import Limit
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.core.score import Estimate, Score
from noughts.engines import engine
from noughts.engines.base import final_score
from noughts.engines.solver_engine import SolverMoves
from noughts.oracle import codes
from noughts.oracle.board_arrays import read, write
from noughts.oracle.codes import NOTHING, OPEN
from noughts.oracle.full_table import full_table, takes
from noughts.solver.gravity import GravitySolver
from noughts.solver.portfolio import MOST_CELLS

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from noughts.oracle.board_arrays import Bitboards, Boards
    from noughts.oracle.codes import Codes


class ExactValues(NamedTuple):
    """The values of n positions, each for its side to move.

    Attributes:
        value: int8, shape (n,): 1 a win, 0 a draw, -1 a loss.
        plies: int16, shape (n,): until the game ends if the winner is as fast and the loser as slow
            as possible; -1 for a draw, and where it is not known.
        proved: bool, shape (n,): False where a limit came first. The value is then 0, or a guess if
            the caller allows guesses.
    """

    value: NDArray[np.int8]
    plies: NDArray[np.int16]
    proved: NDArray[np.bool_]


class Labels(NamedTuple):
    """The values of n positions and of their moves, a column a cell in reading order.

    Attributes:
        value: as in `ExactValues`.
        plies: as in `ExactValues`.
        proved: bool, shape (n,): False where a limit left the position or a move of it open.
        keeping: bool, shape (n, cells): the moves that keep the value.
        quickest: bool, shape (n, cells): those of them that win soonest or lose latest.
        regret: int8, shape (n, cells): the value that a move gives away, 0 to 2; -1 where nothing
            can be played, and where the value of the move is open.
    """

    value: NDArray[np.int8]
    plies: NDArray[np.int16]
    proved: NDArray[np.bool_]
    keeping: NDArray[np.bool_]
    quickest: NDArray[np.bool_]
    regret: NDArray[np.int8]


class Oracle:
    """Exact answers about arrays of positions of one game.

    Positions are an integer array of shape (n, cells), or (n, rows, columns), with 1 for X, -1 or 2
    for O, and 0; or an array of uint64 of shape (n, 2), the bitboards of X and of O. X moves first,
    so the stones tell who is to move. Results are kept: similar positions take less time later.

    Raises:
        RulesError: The text is not rules, or no solver takes the game.

    >>> oracle = Oracle("3,3,3")
    >>> labels = oracle.label([[1, -1, 0, 0, 0, 0, 0, 0, 0], [1, 1, 0, -1, -1, 0, 0, 0, 0]])
    >>> labels.value.tolist(), labels.plies.tolist()
    ([1, 1], [5, 1])
    >>> np.flatnonzero(labels.keeping[0]).tolist(), np.flatnonzero(labels.quickest[1]).tolist()
    ([3, 4, 6], [2])
    """

    def __init__(self, rules: Rules | str = "3,3,3") -> None:
        self.rules: Rules = Rules(rules)
        if self.rules.cells > MOST_CELLS:
            raise RulesError.said(
                "solver", "cells", rules=self.rules, cells=self.rules.cells, most=MOST_CELLS
            )
        self._solver: GravitySolver | SolverMoves | None = None
        if self.rules.gravity:
            self._solver = GravitySolver(self.rules)
        elif not takes(self.rules):
            self._solver = SolverMoves(self.rules)

    def values(
        self,
        boards: ArrayLike,
        *,
        plies: bool = True,
        limit: Limit | None = None,
        guesses: bool = False,
    ) -> ExactValues:
        """Return the value of each position.

        Args:
            boards: the positions.
            plies: whether the plies are wanted. With gravity they take longer than the winner.
            limit: the limit of each position, in seconds, or with gravity also in nodes. Without
                one, everything is proved.
            guesses: whether to estimate what is not proved within the limit.

        Raises:
            ValueError: The array is not boards of this game.
            PositionError: A position cannot occur; the message names its row.
        """
        Limit.of(limit)
        bitboards = read(boards, self.rules)
        if self._solver is None:
            found = full_table(self.rules).scores[self._rows(bitboards)]
        else:
            found = self._each(self._solver, bitboards, limit, plies=plies)[:, 0]
        value, proved = codes.values(found), found != OPEN
        if guesses and limit is not None:
            for row in np.flatnonzero(~proved):
                value[row] = self._guess(self._position(bitboards, int(row)), limit)
        return ExactValues(value, codes.plies(found), proved)

    def label(self, boards: ArrayLike, *, limit: Limit | None = None) -> Labels:
        """Return the value of each position and of all its moves.

        Args:
            boards: the positions.
            limit: the limit of each position, in seconds, or with gravity also in nodes. Without
                one, everything is proved.

        Raises:
            ValueError: The array is not boards of this game.
            PositionError: A position cannot occur; the message names its row.
        """
        Limit.of(limit)
        bitboards = read(boards, self.rules)
        if self._solver is None:
            table = full_table(self.rules)
            rows = self._rows(bitboards)
            found, moves = table.scores[rows], table.moves[rows]
        else:
            both = self._each(self._solver, bitboards, limit, moves=True)
            found, moves = both[:, 0], both[:, 1:]
        known = (moves > OPEN) & (found > OPEN)[:, None]
        value = codes.values(found)
        worth = codes.values(moves)
        keeping = known & (worth == value[:, None])
        return Labels(
            value,
            codes.plies(found),
            (found > OPEN) & ~(moves == OPEN).any(axis=1),
            keeping,
            keeping & (moves == found[:, None]),
            np.where(known, value[:, None] - worth, -1).astype(np.int8),
        )

    def positions(self) -> Boards:
        """Return all reachable positions, finished ones too, as boards of shape (n, cells).

        Raises:
            RulesError: The game is not one that `full_table` takes.

        >>> Oracle("3,3,3").positions().shape
        (5478, 9)
        """
        if self._solver is not None:
            raise RulesError.said("solver", "no list", rules=self.rules)
        keys = np.concatenate(full_table(self.rules).reached)
        pairs = np.stack([keys & self.rules.full, keys >> self.rules.cells], axis=1)
        return write(pairs.astype(np.uint64), self.rules)

    def _rows(self, bitboards: Bitboards) -> NDArray[np.int64]:
        """Return the rows of positions in the full table."""
        table = full_table(self.rules)
        x, o = bitboards.astype(np.int64).T
        rows: NDArray[np.int64] = table.spread[x] + 2 * table.spread[o]
        wrong = (x & o != 0) | (table.scores[np.minimum(rows, len(table.scores) - 1)] == NOTHING)
        if wrong.any():
            self._position(bitboards, int(wrong.argmax()))
        return rows

    def _position(self, bitboards: Bitboards, row: int) -> Position:
        try:
            return Position(self.rules, *map(int, bitboards[row]))
        except PositionError as error:
            raise PositionError.said("position text", "row", row=row, problem=error) from None

    def _each(
        self,
        solver: GravitySolver | SolverMoves,
        bitboards: Bitboards,
        limit: Limit | None,
        *,
        moves: bool = False,
        plies: bool = True,
    ) -> Codes:
        """Return the codes of each position, and in the further columns those of its moves."""
        if limit is not None and limit.nodes is not None and isinstance(solver, SolverMoves):
            raise ValueError(f"{self.rules}: without gravity, a limit is in seconds, not in nodes")
        different, first, place = np.unique(
            bitboards, axis=0, return_index=True, return_inverse=True
        )
        found = np.full((len(different), 1 + moves * self.rules.cells), NOTHING, np.int16)
        for row, at in zip(found, first, strict=True):
            position = self._position(bitboards, int(at))
            if position.outcome is not None:
                row[0] = codes.code(final_score(position))
            elif isinstance(solver, SolverMoves):
                _prove(solver, position, limit or Limit(), row)
            else:
                solver.allow(limit)
                if moves:
                    _prove_moves(solver, position, row)
                else:
                    row[0] = _proved(solver, position, plies=plies)
        return found[place.reshape(-1)]

    @staticmethod
    def _guess(position: Position, limit: Limit) -> int:
        try:
            score = engine("perfect").analyse(position, limit).score
        except LimitReachedError:
            return 0
        if isinstance(score, Estimate):
            return (score.points > 0) - (score.points < 0)
        return 0 if score is None else score.value.sign


def _proved(solver: GravitySolver, position: Position, *, plies: bool) -> int:
    """Return the code of a position with gravity, with its plies or only the winner."""
    if plies:
        return codes.code(solver.score(position))
    low, high = solver.sign(position)
    return OPEN if low != high else low


def _prove_moves(solver: GravitySolver, position: Position, row: Codes) -> None:
    """Fill in the codes of a position with gravity and of its moves."""
    after = [1 + cell for cell, _ in position.children()]
    for cell, child in position.children():
        over = child.outcome is not None
        row[1 + cell] = codes.code(final_score(child) if over else solver.score(child))
    row[after] = codes.backed_up(row[after])
    row[0] = OPEN if OPEN in row[after] else row[after].max()


def _prove(solver: SolverMoves, position: Position, limit: Limit, row: Codes) -> None:
    """Fill in the codes of a position, and of its moves if they fit into the row."""
    if len(row) == 1:
        choice = solver.play(position, limit)
        score = choice and choice.score
        row[0] = codes.code(score if isinstance(score, Score) else None)
        return
    row[[1 + cell for cell in position.legal]] = OPEN
    proof = solver.analyse(position, limit, "")
    if proof is None:
        row[0] = OPEN
        return
    for cell, score, _ in ((None, proof.score, ()), *proof.moves):
        if isinstance(score, Score):
            row[0 if cell is None else 1 + cell] = codes.code(score)

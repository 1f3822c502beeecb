"""The games that can be played against a program, by its answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from noughts.lab.statistics import Tally

if TYPE_CHECKING:
    from noughts.check.checked_game import CheckedGame

    #: Positions with the first game to each.
    Reached = dict[str, tuple[int, ...]]


#: No lots are drawn.
_NONE: Mapping[str, Sequence[int]] = {}


def _next(
    game: CheckedGame,
    board: str,
    side: str,
    answers: Mapping[str, int],
    others: Mapping[str, Sequence[int]],
) -> Sequence[int]:
    """Return the moves that may come: the program's own, or all of the opponent's."""
    if game.mover(board) != side:
        return game.free(board)
    return [answers[board], *others.get(board, ())] if board in answers else []


def reached(
    game: CheckedGame,
    answers: Mapping[str, int],
    side: str,
    ask: Callable[[str, tuple[int, ...]], object] | None = None,
    most: int | None = None,
    others: Mapping[str, Sequence[int]] = _NONE,
) -> Reached | None:
    """Return the positions where games end or the program moves, each with the first game to it.

    Args:
        game: what is played.
        answers: the program's move in every position; where it has none, its games end.
        side: which side it plays.
        ask: called in each position of the program, with the game to it; may add to the answers.
        most: return None if more would be needed.
        others: its other moves, where it draws lots.
    """
    found: Reached = {game.empty: ()}
    layer = [game.empty]
    asked = 0
    while layer:
        after = []
        own = game.mover(layer[0]) == side
        asked += len(layer) * own
        if most is not None and asked > most:
            return None
        for board in layer:
            if game.over(board):
                continue
            if own and ask is not None:
                ask(board, found[board])
            for cell in _next(game, board, side, answers, others):
                child = game.place(board, cell)
                if child not in found:
                    found[child] = (*found[board], cell)
                    after.append(child)
            if most is not None and not own and asked + len(after) > most:
                return None
        layer = after
    return {
        board: moves
        for board, moves in found.items()
        if game.over(board) or game.mover(board) == side
    }


def tally(
    game: CheckedGame,
    answers: Mapping[str, int],
    side: str,
    others: Mapping[str, Sequence[int]] = _NONE,
) -> Tally:
    """Count all games that can be played against the program, with all lots that it may draw.

    >>> from noughts.check.checked_game import TICTACTOE
    >>> first = {board: board.index(".") for board in TICTACTOE.positions if "." in board}
    >>> tally(TICTACTOE, first, "O").games
    665
    """
    known: dict[str, Tally] = {}

    def count(board: str) -> Tally:
        if board not in known:
            known[board] = (
                Tally.one(game.winner(board), side)
                if game.over(board)
                else Tally.total(
                    count(game.place(board, cell))
                    for cell in _next(game, board, side, answers, others)
                )
            )
        return known[board]

    return count(game.empty)


def own_positions(
    game: CheckedGame, answers: Mapping[str, int], side: str
) -> list[tuple[str, ...]]:
    """Return the program's positions in each of its games; none of them begins another one.

    >>> from noughts.check.checked_game import TICTACTOE
    >>> first = {board: board.index(".") for board in TICTACTOE.positions if "." in board}
    >>> len(own_positions(TICTACTOE, first, "X"))
    107
    """
    found: dict[tuple[str, ...], bool] = {}  # whether it goes on

    def play(board: str, before: tuple[str, ...]) -> None:
        if game.over(board):
            found.setdefault(before, False)
        elif game.mover(board) == side:
            found[before] = True
            play(game.place(board, answers[board]), (*before, board))
        else:
            for cell in game.free(board):
                play(game.place(board, cell), before)

    play(game.empty, ())
    return [each for each, goes_on in found.items() if each and not goes_on]


def random_games(
    game: CheckedGame, side: str, ask: Callable[[str, tuple[int, ...]], int]
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Play random games against a program; yield how each ended, and its moves.

    In half of them, the opponent plays no move that is proved a mistake.
    """
    from random import Random  # noqa: PLC0415  (seldom used)

    random = Random(f"{game.seed} games as {side}")
    for _ in range(game.games):
        strong = random.random() < 0.5
        yield play_on(
            game,
            (),
            lambda board, moves, strong=strong: (  # type: ignore[misc]
                ask(board, moves)
                if game.mover(board) == side
                else game.reply(board, random, strong=strong)
            ),
        )


def play_on(
    game: CheckedGame, moves: tuple[int, ...], choose: Callable[[str, tuple[int, ...]], int]
) -> tuple[str, tuple[int, ...]]:
    """Play a game to its end; return the last board and all moves."""
    board = game.empty
    for cell in moves:
        board = game.place(board, cell)
    while not game.over(board):
        cell = choose(board, moves)
        board, moves = game.place(board, cell), (*moves, cell)
    return board, moves

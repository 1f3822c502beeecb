"""Mistakes of programs that have no legal move in some positions: told by where, and by what comes.

As in `known_mistakes`, a mistake is named only if it explains every position.
"""

from collections.abc import Mapping

from noughts.check.checked_game import TICTACTOE

STARTS_AT_0 = "a minimax whose best value starts at 0, so that it finds no move where it cannot win"
GIVES_UP = "a program that finds no move where every move loses"
SWAPS = "a program that swaps row and column"
VALUE = "a program that returns the value of its move instead of the move"


def explain(answers: Mapping[str, int], faults: Mapping[str, object]) -> tuple[str, ...]:
    """Return the mistake that explains all faults, if there is one.

    Args:
        answers: the legal moves.
        faults: what the program answered in all other positions, as JSON.

    >>> boards = [board for board in TICTACTOE.positions if not TICTACTOE.over(board)]
    >>> lost = {board: None for board in boards if _sign(board) < 0}
    >>> explain({board: 0 for board in boards if board not in lost}, lost)
    ('a program that finds no move where every move loses',)
    """
    asked = answers.keys() | faults.keys()
    cells: dict[str, int | None] = {board: _swapped(said) for board, said in faults.items()}
    cells |= {board: cell % 3 * 3 + cell // 3 for board, cell in answers.items()}
    nothing = all(each is None for each in faults.values())
    found = {
        STARTS_AT_0: nothing and faults.keys() == {b for b in asked if _sign(b) <= 0},
        GIVES_UP: nothing and faults.keys() == {b for b in asked if _sign(b) < 0},
        VALUE: len({*map(repr, faults.values())}) > 1
        and any(
            _by_value(answers, own=own) and _by_value(faults, own=own) for own in (True, False)
        ),
        SWAPS: all(cells[board] in TICTACTOE.free(board) for board in asked),
    }
    return tuple(name for name, fits in found.items() if fits and faults)


def _sign(board: str) -> int:
    score = TICTACTOE.score(board)
    return 0 if score is None else score.sign


def _by_value(answers: Mapping[str, object], *, own: bool) -> bool:
    """Whether all positions of a value have one answer: a value of the mover's `own`, or of X's."""
    said: dict[int, object] = {}
    for board, answer in answers.items():
        value = _sign(board) * (1 if own or TICTACTOE.mover(board) == "X" else -1)
        if said.setdefault(value, answer) != answer:
            return False
    return True


def _swapped(answer: object) -> int | None:
    """Return the cell that row and column give the other way round."""
    match answer:
        case [int(row), int(column)] if 0 <= row < 3 and 0 <= column < 3:
            return 3 * column + row
    return None

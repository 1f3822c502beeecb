"""Which board a program expects and how it answers: found by trying.

Each form of the board is tried in positions near the end of the game. The form in which most
answers are legal is taken, and among those the form in which most are best. So a program is never
blamed for a board that it does not know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from noughts.check.board_forms import ANSWERS, FORMS, Form, decode
from noughts.check.program import StoppedError
from noughts.check.three_by_three import best, mover, over, positions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from noughts.check.program import Program

_MARGIN = 2  # best moves of twelve
_STOPS = 3  # forms on which a program may hang before the check gives up


class Probed(NamedTuple):
    """The form that was found.

    Attributes:
        form: of the board; None: the program knows it.
        style: of the answer, one of `ANSWERS`.
    """

    form: Form | None
    style: str


class NotFoundError(Exception):
    """No form gives a legal move; says what came instead."""


def probes(sides: Sequence[str]) -> list[str]:
    """Return positions with one best move and three or four free cells.

    >>> len(probes("XO")), len(probes("X"))
    (12, 6)
    """
    found = []
    for side in sides:
        fit = [
            board
            for board in positions()
            if board.count(".") in {3, 4}
            and mover(board) == side
            and not over(board)
            and len(best(board)) == 1
        ]
        found += fit[:: len(fit) // 6][:6]
    return found


def probe(program: Program, sides: Sequence[str], forms: Sequence[Form | None] = FORMS) -> Probed:
    """Find the form of a program's board and of its answers.

    Args:
        program: the program.
        sides: as whom it plays.
        forms: those to try.

    Raises:
        NotFoundError: none gives a legal move.
        StoppedError: it hangs or ends whatever it gets.
    """
    boards = probes(sides)
    chosen: tuple[tuple[int, int], Probed] | None = None
    stops, first = 0, ""
    for form in forms:
        answers = []
        for board in boards:
            try:
                said = program.move(board, mover(board), form)
            except StoppedError:
                stops += 1
                if stops == _STOPS:
                    raise
                program.restart()
                break
            first = first or _answered(said)
            answers.append(said.get("answer"))
            if not any(answers) and len(answers) > 2 and None in answers:
                break  # errors or None only: not its form
        for style in ANSWERS:
            cells = [decode(answer, style) for answer in answers]
            pairs = [(b, cell) for b, cell in zip(boards, cells, strict=False) if cell is not None]
            legal = sum(b[cell] == "." for b, cell in pairs)
            right = sum(cell in best(b) for b, cell in pairs)
            if legal and (chosen is None or _better((legal, right), chosen[0])):
                chosen = (legal, right), Probed(form, style)
        if chosen is not None and chosen[0] == (len(boards), len(boards)):
            break
    if chosen is None:
        raise NotFoundError(first)
    program.restart()
    return chosen[1]


def _better(new: tuple[int, int], old: tuple[int, int]) -> bool:
    """Whether a form is clearly better than one that is commoner, by legal and by best moves.

    A wrong program may play a little better with marks that it does not know.
    """
    return new[0] > old[0] or (new[0] == old[0] and new[1] > old[1] + _MARGIN)


def _answered(said: dict[str, Any]) -> str:
    if "error" in said:
        return f"{said['error']} ({said['line']})" if said["line"] else str(said["error"])
    return f"it answers {said['shown']}"

"""Which board a program expects and how it answers: found by trying.

Each form of the board is tried in positions near the end of the game. The form in which most
answers are legal is taken, and among those one that gives nothing away, or in which most are best.
So a program is never blamed for a board that it does not know.
"""

from collections.abc import Sequence
from math import inf
from time import monotonic
from typing import Any, NamedTuple

from noughts.check.answer_styles import decode, styles
from noughts.check.board_forms import Form, move_forms
from noughts.check.checked_game import CheckedGame, FindingKind
from noughts.check.program import Program, StoppedError, line_of, told_error
from noughts.core.catalogue import say

_MARGIN = 2  # best moves of eighteen
_PROBES = 6  # positions for each side
_RACES = 3  # and those in which both may win
_STOPS = 3  # forms on which a program may hang before the check gives up


class Probed(NamedTuple):
    """The form that was found."""

    form: Form | None  #: of the board; None: the program knows it
    style: str  #: of the answer, one of `styles`
    keeps: bool  #: every answer was a legal move that gives nothing away
    found: tuple[int, int] = (0, 0)  #: how many answers were legal, and how many were best moves
    #: It gives one answer to all boards. If it fails on others, it has not looked at these.
    same: bool = False


class NotFoundError(Exception):
    """No form gives a legal move; says what came instead."""

    def __init__(self, said: dict[str, Any]) -> None:
        failed = "error" in said
        text = told_error(said) if failed else say("check", "answers", answer=said["shown"])
        super().__init__(text)
        #: the number of the program's line that raised an error
        self.line: int | None = line_of(said) if failed else None
        self.page: bool = "page" in said  #: whether it reads a page


def probes(game: CheckedGame, sides: Sequence[str]) -> list[str]:
    """Return positions with one best move, late in the game.

    >>> from noughts.check.checked_game import TICTACTOE
    >>> len(probes(TICTACTOE, "XO")), len(probes(TICTACTOE, "X"))
    (18, 9)
    """
    found = []
    for side in sides:
        fit = [board for board in game.late if game.mover(board) == side]
        if not fit:
            open_ = [board for board in game.positions if not game.over(board)]
            fit = [board for board in open_ if game.mover(board) == side][-_PROBES:]
        chosen = _spread(fit, _PROBES) if game.exhaustive else fit[:_PROBES]
        races = [board for board in fit if board not in chosen and board in game.races]
        found += chosen + _spread(races, _RACES)
    return found


def _spread(boards: list[str], count: int) -> list[str]:
    return boards[:: max(len(boards) // count, 1)][:count]


def probe(
    program: Program,
    game: CheckedGame,
    sides: Sequence[str],
    forms: Sequence[Form | None],
    *,
    whole: bool = False,
) -> Probed:
    """Find the form of a program's board and of its answers.

    Args:
        program: the program.
        game: what it plays.
        sides: as whom it plays.
        forms: those to try.
        whole: whether all moves have to be legal: a function that gives values seems to have some.

    Raises:
        NotFoundError: none gives a legal move, or with `whole`, legal moves only.
        StoppedError: it hangs or ends whatever it gets.
    """
    boards = probes(game, sides)
    if not boards:  # it never has a move
        return Probed(forms[0], styles(game.rules)[0], keeps=True)
    best = {board: game.best(board) for board in boards}
    every = len(boards), len(boards)
    chosen: Probed | None = None
    stops, quickest = 0, inf
    first: dict[str, Any] = {}
    failed: list[dict[str, Any]] = []
    for form in forms:
        answers = []
        for board in boards:
            asked = monotonic()
            try:
                said = program.move(board, game.mover(board), form)
            except StoppedError:
                stops += 1
                if stops == _STOPS and chosen is None:
                    raise
                program.restart()
                break
            quickest = min(quickest, monotonic() - asked)
            first = first or said
            failed += [said] * ("error" in said)
            answers.append(said.get("answer"))
            if not any(answers) and len(answers) > 2 and None in answers:
                break  # errors or None only: not its form
        for style in styles(game.rules):
            pairs = [
                (board, decode(answer, style, game.rules, board))
                for board, answer in zip(boards, answers, strict=False)
            ]
            legal = sum(cell in game.free(board) for board, cell in pairs)
            found = legal, sum(cell in best[board] for board, cell in pairs)
            keeps = len(pairs) == len(boards) and all(_keeps(game, *pair) for pair in pairs)
            new = Probed(form, style, keeps, found, len({cell for _, cell in pairs}) == 1)
            if legal and _clearly(new, chosen, every):
                chosen = new
        slow = quickest * len(game.positions) > 2 * (program.until - monotonic())
        if chosen is not None and (slow or _enough(chosen.found, stops, every)):
            break  # too slow: the check ends soon
    blind = chosen is not None and chosen.same and not chosen.keeps and failed
    if chosen is None or blind or (whole and chosen.found[0] < len(boards)):
        raise NotFoundError(failed[0] if blind else first)
    program.restart()
    return chosen


def _enough(found: tuple[int, int], stops: int, every: tuple[int, int]) -> bool:
    """Whether no other form is tried; a program may wait forever for a free cell of its form."""
    return found == every or stops == _STOPS or (stops > 0 and found[0] == every[0])


def gets_moves(program: Program, game: CheckedGame, sides: Sequence[str], way: int) -> bool:
    """Whether all answers of a program are legal if it gets the moves so far instead of a board.

    A function of the board has errors there, or takes a cell that is not free.

    Args:
        program: the program.
        game: what it plays.
        sides: as whom it plays.
        way: which of the ways to call its function, by number.
    """
    boards = probes(game, sides)
    for form in move_forms(game.rules):
        fit = set(styles(game.rules))
        for board in boards:
            try:
                said = program.move(board, game.mover(board), form._replace(way=way))
            except StoppedError:
                program.restart()
                return False
            answer, free = said.get("answer"), game.free(board)
            fit = {style for style in fit if decode(answer, style, game.rules, board) in free}
            if not fit:
                break
        if fit and boards:
            return True
    return False


def _clearly(new: Probed, old: Probed | None, every: tuple[int, int]) -> bool:
    """Whether a form is clearly better: of two, one may give nothing away, or be perfect."""
    if old is None:
        return True
    ranks = [each.keeps + (each.found == every) for each in (new, old)]
    return ranks[0] > ranks[1] or (ranks[0] == ranks[1] and better(new.found, old.found))


def _keeps(game: CheckedGame, board: str, cell: int | None) -> bool:
    if cell is None or cell not in game.free(board):
        return False
    return game.judge(board, cell).kind is not FindingKind.GIVES_AWAY


def better(new: tuple[int, int], old: tuple[int, int]) -> bool:
    """Whether a form is clearly better than one that is commoner, by legal and by best moves.

    A wrong program may play a little better with marks that it does not know.
    """
    return new[0] > old[0] or (new[0] == old[0] and new[1] > old[1] + _MARGIN)

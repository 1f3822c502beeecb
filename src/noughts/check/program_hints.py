"""What a report means for the one who wrote the program: a chapter to read, and a hint."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from noughts.check.findings import FindingKind

if TYPE_CHECKING:
    from noughts.check.findings import Report

#: The chapters of /learn that a hint may name.
CHAPTERS = {
    "minimax": "Both sides are perfect",
    "depth": "Win sooner, lose later",
    "pruning": "Do not look there",
    "rules": "Play by rules",
}


class ProgramHint(NamedTuple):
    """Help with one fault.

    Attributes:
        chapter: of /learn, a key of `CHAPTERS`; or nothing.
        text: what to change.
    """

    chapter: str
    text: str


_DEPTH = ProgramHint(
    "depth",
    "Give a sooner win more and a sooner loss less: return 10 - depth for your win, depth - 10 for "
    "your loss, and call yourself with depth + 1.",
)
_PLIES = ProgramHint("minimax", "Search to the end of the game: tic-tac-toe has 9 plies at most.")
_ROOT = ProgramHint(
    "minimax",
    "At the root, too, take max if X moves and min if O moves: "
    "best = max if player(board) == X else min",
)
_SIGNS = ProgramHint(
    "minimax", "1 is a win of X and -1 a win of O, whoever moves; or negate at each ply."
)
_FORK = ProgramHint(
    "rules",
    "Add a rule between block and centre: take a cell that makes two threats. If the opponent "
    "has such a cell, make a threat whose answer is not that cell.",
)

#: By a part of the mistake's name.
_BY_MISTAKE = {
    "highest value for both sides": ProgramHint(
        "minimax", "Your opponent takes what is worst for you: use min where the opponent moves."
    ),
    "lowest value for both sides": ProgramHint("minimax", "Use max where you move yourself."),
    "the mean": ProgramHint("minimax", "Use min(values) instead of sum(values) / len(values)."),
    "wrong way round": ProgramHint("minimax", "Swap max and min, or swap who moves after a move."),
    "at the root even": _ROOT,
    "worst of its moves": _ROOT,
    "a win as a loss": _SIGNS,
    "counts a draw": ProgramHint("minimax", "A full board without a line is worth 0."),
    "not its losses": ProgramHint("minimax", "A loss has to be worth less than a draw: -1, not 0."),
    "not its wins": ProgramHint("minimax", "A win has to be worth more than a draw: 1, not 0."),
    "plays on after": ProgramHint("minimax", "Test for a winner before you look at further moves."),
    "first move that does not": ProgramHint("minimax", "Compare all moves before you take one."),
    "plies ahead": _PLIES,
    "one ply ahead": _PLIES,
    ">= at the root": ProgramHint(
        "pruning",
        "A pruned move's value is only a bound. At the root, take a move if its value is greater: "
        "use > instead of >=.",
    ),
    "misses one line": ProgramHint("", "Count your lines: 3 rows, 3 columns, 2 diagonals."),
    "ignores how soon": _DEPTH,
    "late wins": ProgramHint("depth", "Subtract the depth from wins, and add it to losses."),
    "see no forks": _FORK,
    "never block": ProgramHint(
        "rules", "After the rule that wins, block the opponent's two in a row."
    ),
    "never win": ProgramHint("rules", "Look for your own two in a row before you block."),
    "block before": ProgramHint("rules", "Look for your own two in a row before you block."),
    "starts at 0": ProgramHint(
        "minimax", "Start with -infinity instead of 0, or with the first move and its value."
    ),
    "every move loses": ProgramHint("minimax", "A lost position needs a move, too: start lower."),
    "swaps row": ProgramHint("", "Return (row, column): the row first, counted from the top."),
    "value of its move": ProgramHint(
        "minimax", "Keep both: the best value, and the move that has it. Return the move."
    ),
    "as many marks": ProgramHint(
        "", "X moves when both have as many marks, O when X has one more."
    ),
    "full board": ProgramHint("minimax", "A full board without a line is worth 0."),
    "value of the board": ProgramHint(
        "minimax", "Value the board after the move: value(result(board, action))."
    ),
    "first or last free": ProgramHint("rules", "Begin with two rules: win if you can; else block."),
}
_BY_KIND = {
    FindingKind.DAWDLES: _DEPTH,
    FindingKind.CHANGES_BOARD: ProgramHint(
        "", "Search on a copy: copy.deepcopy(board), or undo moves."
    ),
    FindingKind.TWO_ANSWERS: ProgramHint("", "Choose among equally good moves by a fixed order."),
    FindingKind.GIVES_AWAY: ProgramHint(
        "minimax", "Print the values of all moves in this position."
    ),
    FindingKind.MISSES: ProgramHint(
        "rules", "Begin with two rules: win in one move if you can; else block the opponent's."
    ),
    FindingKind.LOSES: ProgramHint("minimax", "Print the values of all moves before the mistake."),
    FindingKind.STOPPED: ProgramHint("pruning", "Keep the values of positions in a dictionary."),
}


def hint(report: Report) -> ProgramHint | None:
    """Return what helps with a report's finding, or with its advice; None if it has neither.

    A known mistake says more than the kind of finding.
    """
    shown = report.finding or report.advice
    if shown is None:
        return None
    for mistake in report.mistakes:
        for part, found in _BY_MISTAKE.items():
            if part in mistake:
                return found
    if shown.changes:
        return ProgramHint("", "Make the move on a copy: new = copy.deepcopy(board).")
    return _BY_KIND.get(shown.kind)

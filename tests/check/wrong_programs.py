"""Programs that make the mistakes of public ones: a right one, changed in one place each."""

from tests.check.programs import RULES_ONLY

#: Answers 0-8; its memory makes the check quick.
RIGHT = """
from functools import cache
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

def winner(b):
    for i, j, k in LINES:
        if b[i] != " " and b[i] == b[j] == b[k]:
            return b[i]

def free(b):
    return [i for i in range(9) if b[i] == " "]

def after(b, i, mark):
    return b[:i] + mark + b[i + 1:]

def other(mark):
    return "O" if mark == "X" else "X"

@cache
def value(b, me, turn, depth):
    if winner(b) == me:
        return 10 - depth
    if winner(b) == other(me):
        return depth - 10
    if " " not in b:
        return 0
    values = [value(after(b, i, turn), me, other(turn), depth + 1) for i in free(b)]
    return max(values) if turn == me else min(values)

def best_move(board, player):
    b = "".join(board)
    best, move = -100, None
    for i in free(b):
        worth = value(after(b, i, player), player, other(player), 1)
        if worth > best:
            best, move = worth, i
    return move
"""


def _change(old: str, new: str, *more: tuple[str, str]) -> str:
    text = RIGHT
    for before, then in ((old, new), *more):
        assert before in text, before
        text = text.replace(before, then)
    return text


_NO_DEPTH = ("10 - depth", "10"), ("depth - 10", "-10")
_CELLS = "divmod(i, 3)"

#: What is wrong, with the kind of the finding (or advice) and a part of the mistake's name.
WRONG: dict[str, tuple[str, str, str]] = {
    "max for both": (
        _change("max(values) if turn == me else min(values)", "max(values)", *_NO_DEPTH),
        "loses",
        "highest value for both sides",
    ),
    "mean": (
        _change("min(values)", "sum(values) / len(values)", *_NO_DEPTH),
        "loses",
        "mean of the opponent's replies",
    ),
    "max and min swapped": (_change("turn == me", "turn != me"), "loses", "max and min the wrong"),
    "root for X": (
        _change("player), player, other", "player), 'X', other", *_NO_DEPTH),
        "loses",
        "highest value at the root even when O",
    ),
    "no depth": (_change(*_NO_DEPTH[0], _NO_DEPTH[1]), "dawdles", "ignores how soon"),
    "depth the wrong way": (
        _change("10 - depth", "10 + depth", ("depth - 10", "-10 - depth")),
        "dawdles",
        "late wins",
    ),
    "a diagonal forgotten": (_change(", (2, 4, 6)]", "]"), "loses", "misses one line"),
    "no end at a line": (
        _change(
            "if winner(b) == me:",
            'if " " not in b and winner(b) == me:',
            ("if winner(b) == o", 'if " " not in b and winner(b) == o'),
        ),
        "loses",
        "plays on after a line",
    ),
    "a draw is a loss": (_change("return 0", "return -10", *_NO_DEPTH), "loses", "draw as a loss"),
    "full board without a value": (
        _change(
            'if " " not in b:\n        return 0',
            'if " " not in b:\n        return 99 if turn != me else -99',
            *_NO_DEPTH,
        ),
        "loses",
        "full board no value",
    ),
    "best starts at 0": (_change("best, move = -100", "best, move = 0"), "no move", "starts at 0"),
    "gives up": (_change("best, move = -100", "best, move = -1"), "no move", "every move loses"),
    "the value is returned": (
        _change("return move", "return best", *_NO_DEPTH),
        "no move",
        "value of its move",
    ),
    "two plies": (
        _change("    values =", "    if depth == 2:\n        return 0\n    values ="),
        "loses",
        "two plies ahead",
    ),
    "by chance": (
        "import random\n"
        + _change(
            "for i in free(b):\n        worth",
            "for i in random.sample(free(b), len(free(b))):\n        worth",
        ),
        "two answers",
        "",
    ),
    "an error at the end": (_change('    if " " not in b:\n        return 0\n', ""), "error", ""),
    "no rule for forks": (RULES_ONLY, "loses", "see no forks"),
    "no block": (
        RULES_ONLY.replace("(player, other):", "(player,):"),
        "loses",
        "win but never block",
    ),
    "block before win": (
        RULES_ONLY.replace("(player, other):", "(other, player):"),
        "loses",
        "block before they win",
    ),
}

"""CS50's functions against the rules of the game, on all positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from noughts.check.findings import Finding, FindingKind, names
from noughts.check.three_by_three import LINES, free, mover, over, positions, rows, winner

if TYPE_CHECKING:
    from collections.abc import Iterable

    from noughts.check.program import Program

#: In the order of blame: what an earlier one says wrong, a later one may only repeat.
_ORDER = ("winner", "terminal", "utility", "player", "actions", "result")
_WORTH = {"X": 1, "O": -1, None: 0}


def differing(program: Program, boards: Iterable[str]) -> Finding | None:
    """Return what the program's rules say otherwise, or None: they agree in all positions.

    Args:
        program: it has CS50's functions.
        boards: all positions.

    Raises:
        StoppedError: it has no answer.
    """
    wrong: dict[str, list[str]] = {name: [] for name in _ORDER}
    said: dict[tuple[str, str], str] = {}
    for board in boards:
        answer = program.rules(board)
        if "error" in answer:
            where = f" ({answer['line']})" if answer["line"] else ""
            text = f"It fails on {rows(board)}: {answer['error']}{where}."
            return Finding(FindingKind.ERROR, text, (), board, code=answer["code"])
        if "changed" in answer:
            return Finding(FindingKind.OTHER_RULES, _changed(answer["changed"], board), (), board)
        for name in _wrong(board, answer):
            wrong[name].append(board)
            said.setdefault((name, board), answer.get(f"{name} shown", ""))
    for name in _ORDER:
        if wrong[name]:
            board = wrong[name][0]
            shown = said[name, board]
            text = f"{name}: {_should(name, board)}; it answers {shown}."
            text += f" It is wrong on {len(wrong[name]):,} of 5,478 boards."
            if name == "winner":
                text += _missing(wrong[name])
            return Finding(FindingKind.OTHER_RULES, text, (), board)
    return None


def _changed(name: str, board: str) -> str:
    text = f"{name} changes the board that it is given, {rows(board)}."
    if name != "result":
        return text
    return f"{text} board[:] and list(board) copy the list of rows but not the rows."


def _wrong(board: str, answer: dict[str, Any]) -> list[str]:
    found = []
    won = winner(board)
    if answer["winner"] != won:
        found.append("winner")
    if answer["terminal"] is not over(board):
        found.append("terminal")
    if over(board):
        worth = answer["utility"]
        if isinstance(worth, bool) or worth != _WORTH[won]:
            found.append("utility")
        return found
    if answer["player"] != mover(board):
        found.append("player")
    if answer["actions"] != sorted(repr(list(divmod(cell, 3))) for cell in free(board)):
        found.append("actions")
    if "result" in answer:
        found.append("result")
    return found


def _should(name: str, board: str) -> str:
    """Say what is right."""
    won, shown = winner(board), rows(board)
    who = f"nobody has won {shown}"
    if won:
        line = next(line for line in LINES if {board[cell] for cell in line} == {won})
        who = f"{won} has won {shown} with {names(line)}"
    why = f"over because {won} has won" if won else "over because the board is full"
    return {
        "winner": who,
        "terminal": f"{shown} is {why if over(board) else 'not over'}",
        "utility": f"{shown} is worth {_WORTH[won]}",
        "player": f"it is {mover(board)}'s turn in {shown}",
        "actions": f"the free cells of {shown} are {names(free(board))}",
        "result": f"a move in {shown} adds one {mover(board)}, and nothing else",
    }[name]


def _missing(boards: list[str]) -> str:
    """Say which lines `winner` does not know, if that explains all boards that it gets wrong."""
    alone = {
        line: [
            board
            for board in positions()
            if winner(board)
            and [each for each in LINES if board[each[0]] != "." and _full(board, each)] == [line]
        ]
        for line in LINES
    }
    lost = [line for line, those in alone.items() if set(those) <= set(boards)]
    if not lost or any(not winner(board) for board in boards):
        return ""
    return f" It does not know the line {' and the line '.join(map(names, lost))}."


def _full(board: str, line: tuple[int, ...]) -> bool:
    return len({board[cell] for cell in line}) == 1

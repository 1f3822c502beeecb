"""CS50's functions against the rules of the game, on all positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from noughts.check.findings import Finding, FindingKind
from noughts.core.bits import bits

if TYPE_CHECKING:
    from collections.abc import Iterable

    from noughts.check.checked_game import CheckedGame
    from noughts.check.program import Program

#: In the order of blame: what an earlier one says wrong, a later one may only repeat.
_ORDER = ("winner", "terminal", "utility", "player", "actions", "result")
_WORTH = {"X": 1, "O": -1, None: 0}


def differing(program: Program, game: CheckedGame, boards: Iterable[str]) -> Finding | None:
    """Return what the program's rules say otherwise, or None: they agree in these positions.

    Args:
        program: it has CS50's functions.
        game: what it plays.
        boards: positions.

    Raises:
        StoppedError: it has no answer.
    """
    wrong: dict[str, list[str]] = {name: [] for name in _ORDER}
    said: dict[tuple[str, str], str] = {}
    asked = 0
    for asked, board in enumerate(boards, 1):  # noqa: B007  (how many is used below)
        answer = program.rules(board)
        if "error" in answer:
            where = f" ({answer['line']})" if answer["line"] else ""
            text = f"It fails on {game.rows(board)}: {answer['error']}{where}."
            return Finding(FindingKind.ERROR, text, (), board, code=answer["code"])
        if "changed" in answer:
            return Finding(
                FindingKind.OTHER_RULES, _changed(game, answer["changed"], board), (), board
            )
        for name in _wrong(game, board, answer):
            wrong[name].append(board)
            said.setdefault((name, board), answer.get(f"{name} shown", ""))
    for name in _ORDER:
        if wrong[name]:
            board = wrong[name][0]
            shown = said[name, board]
            text = f"{name}: {_should(game, name, board)}; it answers {shown}."
            text += f" It is wrong on {len(wrong[name]):,} of {asked:,} boards."
            if name == "winner":
                text += _missing(game, wrong[name])
            return Finding(FindingKind.OTHER_RULES, text, (), board)
    return None


def _changed(game: CheckedGame, name: str, board: str) -> str:
    text = f"{name} changes the board that it is given, {game.rows(board)}."
    if name != "result":
        return text
    return f"{text} board[:] and list(board) copy the list of rows but not the rows."


def _wrong(game: CheckedGame, board: str, answer: dict[str, Any]) -> list[str]:
    found = []
    won, over = game.winner(board), game.over(board)
    if answer["winner"] != won:
        found.append("winner")
    if answer["terminal"] is not over:
        found.append("terminal")
    if over:
        worth = answer["utility"]
        if isinstance(worth, bool) or worth != _WORTH[won]:
            found.append("utility")
        return found
    if answer["player"] != game.mover(board):
        found.append("player")
    if answer["actions"] != sorted(
        repr(list(divmod(cell, game.rules.shape[0]))) for cell in game.free(board)
    ):
        found.append("actions")
    if "result" in answer:
        found.append("result")
    return found


def _should(game: CheckedGame, name: str, board: str) -> str:
    """Say what is right."""
    won, shown = game.winner(board), game.rows(board)
    outcome = game.position(board).outcome
    who = f"nobody has won {shown}"
    if won:
        line = () if outcome is None or outcome.line is None else outcome.line
        who = f"{won} has won {shown} with {game.names(line)}"
        if game.rules.misere:
            who = f"{won} has won {shown}, because the other has {game.names(line)}"
    why = f"over because {won} has won" if won else "over because the board is full"
    mover = game.mover(board)
    return {
        "winner": who,
        "terminal": f"{shown} is {'not over' if outcome is None else why}",
        "utility": f"{shown} is worth {_WORTH[won]}",
        "player": f"it is {mover}'s turn in {shown}",
        "actions": f"the free cells of {shown} are {game.names(game.free(board))}",
        "result": f"a move in {shown} adds one {mover}, and nothing else",
    }[name]


def _missing(game: CheckedGame, boards: list[str]) -> str:
    """Say which lines `winner` does not know, if that explains all boards that it gets wrong."""
    if any(not game.winner(board) for board in boards):
        return ""
    wrong = {*boards}
    rules = game.rules
    alone: dict[int, list[str]] = {}  # by line, the boards in which no other is complete
    for board in game.positions:
        if game.winner(board):
            position = game.position(board)
            full = sorted(rules.owned(position.x) + rules.owned(position.o))
            alone.setdefault(full[0], []).extend([board] * (len(full) == 1))
    lost = [at for at, those in sorted(alone.items()) if those and wrong.issuperset(those)]
    if not lost:
        return ""
    return f" It does not know the line {' and the line '.join(_line(game, at) for at in lost)}."


def _line(game: CheckedGame, at: int) -> str:
    return game.names(bits(game.rules.lines[at]))

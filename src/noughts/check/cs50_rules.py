"""CS50's functions against the rules of the game, on all positions."""

from collections.abc import Iterable
from typing import Any

from noughts.check.checked_game import CheckedGame
from noughts.check.findings import Finding, FindingKind
from noughts.check.program import Program, line_of, told_error
from noughts.core.bits import bits
from noughts.core.catalogue import grouped, say

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
            text = say("check", "fails", position=game.rows(board), error=told_error(answer))
            code, line = answer["code"], line_of(answer)
            return Finding(FindingKind.ERROR, text, (), board, code=code, line=line)
        if "changed" in answer:
            text = _changed(game, answer["changed"], board)
            return Finding(FindingKind.OTHER_RULES, text, (), board, changes=True)
        for name in _wrong(game, board, answer):
            wrong[name].append(board)
            said.setdefault((name, board), answer.get(f"{name} shown", ""))
    for name in _ORDER:
        if wrong[name]:
            board = wrong[name][0]
            text = say(
                "check",
                "wrong rule",
                function=name,
                right=_should(game, name, board),
                answer=said[name, board],
                wrong=grouped(len(wrong[name])),
                asked=grouped(asked),
            )
            if name == "winner" and (lines := _missing(game, wrong[name])):
                text = say("check", "lines unknown", text=text, lines=lines)
            return Finding(FindingKind.OTHER_RULES, text, (), board)
    return None


def _changed(game: CheckedGame, name: str, board: str) -> str:
    text = say("check", "function changes", function=name, position=game.rows(board))
    return say("check", "copies list", text=text) if name == "result" else text


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
    right = name
    if name == "winner":
        right = ("lost" if game.rules.misere else "won") if won else "nobody won"
    elif name == "terminal":
        right = "not over" if outcome is None else "over by line" if won else "over"
    return say(
        "right rule",
        right,
        position=shown,
        winner=won,
        line=game.names(() if outcome is None else outcome.line or ()),
        value=_WORTH[won],
        mover=game.mover(board),
        cells=game.names(game.free(board)),
    )


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
    first, *others = (_line(game, at) for at in lost)
    for each in others:
        first = say("check", "and line", before=first, next=each)
    return first


def _line(game: CheckedGame, at: int) -> str:
    return game.names(bits(game.rules.lines[at]))

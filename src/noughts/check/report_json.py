"""The report of a check as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from noughts.check.board_forms import NAMES
from noughts.check.one_move import judge
from noughts.check.three_by_three import best, rows

if TYPE_CHECKING:
    from collections.abc import Iterable

    from noughts.check.checking import Asked
    from noughts.check.findings import Finding, Report
    from noughts.check.program_hints import ProgramHint
    from noughts.json import shapes
    from noughts.lab.statistics import Tally


def document(report: Report, program: str, help_: ProgramHint | None = None) -> shapes.Checked:
    """Return a report as `noughts check --json` prints it.

    Args:
        report: the report.
        program: what the program is called.
        help_: a hint, if one is wanted.
    """
    games: shapes.Sides = {}
    for side, tally in report.games.items():
        if side == "X":
            games["X"] = _games(tally)
        else:
            games["O"] = _games(tally)
    found: shapes.Checked = {
        "program": program,
        "interface": report.interface,
        "unbeatable": report.unbeatable,
        "stages": [
            {"name": stage.name, "passed": stage.passed, "said": stage.said}
            for stage in report.stages
        ],
        "games": games,
        "finding": _finding(report.finding),
        "advice": _finding(report.advice),
        "mistakes": list(report.mistakes),
    }
    if help_ is not None:
        found["hint"] = {"chapter": help_.chapter or None, "text": help_.text}
    return found


def folder(reports: Iterable[tuple[str, Report]]) -> shapes.CheckedFolder:
    """Return the reports of many programs."""
    return {"programs": [document(report, name) for name, report in reports]}


def asked(program: str, board: str, found: Asked) -> shapes.Checked:
    """Return what a program plays in one position."""
    said = None if found.cell is None else judge(board, found.cell)
    text = found.finding.text if found.finding is not None else ""
    return {
        "program": program,
        "interface": found.interface,
        "unbeatable": None,
        "stages": [],
        "games": {},
        "finding": _finding(found.finding),
        "advice": None,
        "mistakes": [],
        "asked": {
            "position": rows(board),
            "move": None if found.cell is None else NAMES[found.cell],
            "wrong": said is None or said.wrong,
            "text": said.text if said else text,
            "best": [NAMES[cell] for cell in best(board)],
        },
    }


def _games(tally: Tally) -> shapes.Games:
    games, wins, draws, losses = tally
    return {"games": games, "wins": wins, "draws": draws, "losses": losses}


def _finding(finding: Finding | None) -> shapes.CheckFinding | None:
    if finding is None:
        return None
    found: shapes.CheckFinding = {
        "kind": finding.kind.value,
        "text": finding.text,
        "moves": [NAMES[cell] for cell in finding.moves],
        "position": None if finding.board is None else rows(finding.board),
        "code": finding.code,
        "best": [NAMES[cell] for cell in finding.best],
    }
    reasons = finding.reasons
    if finding.move is not None:
        better = finding.best[0]
        found["played"] = {"move": NAMES[finding.move], "reason": reasons[finding.move]}
        found["better"] = {"move": NAMES[better], "reason": reasons[better]}
    return found

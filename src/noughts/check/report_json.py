"""The report of a check as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from noughts.check.board_forms import NAMES
from noughts.check.three_by_three import rows

if TYPE_CHECKING:
    from noughts.check.findings import Finding, Report
    from noughts.json import shapes
    from noughts.lab.statistics import Tally


def document(report: Report, program: str) -> shapes.Checked:
    """Return a report as `noughts check --json` prints it."""
    games: shapes.Sides = {}
    for side, tally in report.games.items():
        if side == "X":
            games["X"] = _games(tally)
        else:
            games["O"] = _games(tally)
    return {
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

"""The report of a check as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from noughts.check.checked_game import CheckedGame
from noughts.check.one_move import judge

if TYPE_CHECKING:
    from noughts.check.checking import Asked
    from noughts.check.findings import Finding, Report
    from noughts.check.reports.program_hints import ProgramHint
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
        "rules": str(report.game.rules),
        "interface": report.interface,
        "unbeatable": report.unbeatable,
        "stages": [
            {
                "name": stage.name,
                "applies": stage.applies,
                "passed": stage.passed,
                "said": stage.said,
            }
            for stage in report.stages
        ],
        "games": games,
        "finding": _finding(report.game, report.finding),
        "advice": _finding(report.game, report.advice),
        "mistakes": list(report.mistakes),
    }
    if report.sample is not None:
        sample = report.sample
        found["sample"] = {
            "seed": sample.seed,
            "positions": sample.positions,
            "judged": sample.judged,
            "errors": sample.errors,
            "at_most": sample.at_most,
            "played_out": list(sample.played_out),
        }
    if help_ is not None:
        found["hint"] = {"chapter": help_.chapter or None, "text": help_.text}
    return found


def folder(reports: Iterable[tuple[str, Report]]) -> shapes.CheckedFolder:
    """Return the reports of many programs."""
    return {"programs": [document(report, name) for name, report in reports]}


def asked(program: str, board: str, found: Asked) -> shapes.Checked:
    """Return what a program plays in one position."""
    game = found.game
    said = None if found.cell is None else judge(board, found.cell, game)
    text = found.finding.text if found.finding is not None else ""
    return {
        "program": program,
        "rules": str(game.rules),
        "interface": found.interface,
        "unbeatable": None,
        "stages": [],
        "games": {},
        "finding": _finding(game, found.finding),
        "advice": None,
        "mistakes": [],
        "asked": {
            "position": game.rows(board),
            "move": None if found.cell is None else game.names([found.cell]),
            "wrong": True if said is None else said.wrong,
            "text": said.text if said else text,
            "best": [game.names([cell]) for cell in game.best(board)],
        },
    }


def _games(tally: Tally) -> shapes.Games:
    games, wins, draws, losses = tally
    return {"games": games, "wins": wins, "draws": draws, "losses": losses}


def _finding(game: CheckedGame, finding: Finding | None) -> shapes.CheckFinding | None:
    if finding is None:
        return None
    found: shapes.CheckFinding = {
        "kind": finding.kind.value,
        "text": finding.text,
        "moves": [game.names([cell]) for cell in finding.moves],
        "position": None if finding.board is None else game.rows(finding.board),
        "code": finding.code,
        "line": finding.line,
        "asks": finding.asks,
        "best": [game.names([cell]) for cell in finding.best],
    }
    moves: list[shapes.CheckedMove] = [
        {"move": game.names([cell]), "reason": reason} for cell, reason in finding.why
    ]
    if moves:
        found["played"] = moves[0]
    if len(moves) > 1:
        found["better"] = moves[1]
    return found

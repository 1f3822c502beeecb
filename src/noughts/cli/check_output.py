"""The report of `noughts check` on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from noughts.check.asked_program import ASKS_INPUT
from noughts.check.one_move import judge
from noughts.check.program_hints import CHAPTERS, hint
from noughts.check.report_text import behaviour, verdict
from noughts.cli import colors, common

if TYPE_CHECKING:
    from noughts.check import Asked, Finding, Report
    from noughts.check.checked_game import CheckedGame

_SIGNS = {True: "ok", False: "no", None: "--"}
_ADVICE = {"value", "quickest", "calls"}


def print_report(report: Report, target: str, *, hinted: bool) -> None:
    """Print the stages, the finding or the advice, and a chapter about it."""
    click.echo(f"{target}: {report.interface}" if report.interface else target)
    for stage in report.stages:
        sign = "--" if stage.name in _ADVICE and not stage.passed else _SIGNS[stage.passed]
        said = stage.said if stage.passed is not False or stage.name[:2] == "as" else ""
        if stage.name in _ADVICE:
            said = stage.said
        click.echo(f"  {sign}  {stage.name:<9} {said or 'see below'}".rstrip())
    if report.finding is not None:
        _print_finding(report.game, report.finding)
        if ASKS_INPUT in report.finding.text:
            click.echo(f"\nIf it is a game in the terminal: noughts check -- python3 {target}")
    if lines := verdict(report):
        click.echo("\n" + "\n".join(lines))
    if report.advice is not None:
        click.echo("\nAdvice:")
        _print_finding(report.game, report.advice)
    if said := behaviour(report):
        click.echo(f"\n{said}")
    help_ = hint(report)
    if help_ is not None and hinted:
        click.echo(f"\nHint: {help_.text}")
    if help_ is not None and help_.chapter:
        click.echo(f"\nRead: /learn/{help_.chapter}, {CHAPTERS[help_.chapter]!r}")


def print_asked(found: Asked, target: str, board: str) -> None:
    """Print the move in one position, and what it is worth."""
    click.echo(f"{target}: {found.interface}" if found.interface else target)
    if found.cell is None:
        if found.finding is not None:
            _print_finding(found.game, found.finding)
        return
    click.echo(f"\n{colors.board(common.board(found.game.position(board)))}\n")
    click.echo(
        f"It plays {found.game.names([found.cell])}. {judge(board, found.cell, found.game).text}"
    )


def _print_finding(game: CheckedGame, finding: Finding) -> None:
    click.echo(f"\n{finding.text}")
    if finding.code:
        click.echo(f"  {finding.code}")
    if finding.board is None:
        return
    click.echo(f"\n{colors.board(common.board(game.position(finding.board)))}\n")
    for cell, reason in finding.why:
        best = "   (best)" if cell in finding.best else ""
        click.echo(f"  {game.names([cell])}  {reason}{best}")

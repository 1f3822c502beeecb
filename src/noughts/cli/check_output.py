"""The report of `noughts check` on the screen."""

import click

from noughts.check import Asked, Finding, Report
from noughts.check.checked_game import CheckedGame
from noughts.check.one_move import judge
from noughts.check.program import TOTAL
from noughts.check.reports.program_hints import CHAPTERS, hint
from noughts.check.reports.report_text import behaviour, verdict
from noughts.cli import colors
from noughts.cli.widths import columns, padded
from noughts.core.catalogue import say, worded

_ADVICE = {"value", "quickest", "calls"}


def print_report(report: Report, target: str, *, hinted: bool) -> None:
    """Print the stages, the finding or the advice, and a chapter about it."""
    click.echo(f"{target}: {report.interface}" if report.interface else target)
    ok, no = say("checked", "ok"), say("checked", "no")
    signs = {True: ok, False: no, None: "--"}
    names = {stage.name: say("checked", stage.name) for stage in report.stages}
    widths = max(columns(ok), columns(no), 2), max(map(columns, [*names.values(), " " * 9]))
    for stage in report.stages:
        sign = "--" if stage.name in _ADVICE and not stage.passed else signs[stage.passed]
        said = stage.said if stage.passed is not False or stage.name[:2] == "as" else ""
        if stage.name in _ADVICE:
            said = stage.said
        start = f"  {padded(sign, widths[0])}  {padded(names[stage.name], widths[1])} "
        click.echo(start + (said or say("checked", "below")))
    if report.finding is not None:
        _print_finding(report.game, report.finding)
        if report.finding.asks:
            again = f"noughts check -- python3 {target}"
            click.echo("\n" + say("checked", "terminal", command=again))
        if report.finding.late:
            click.echo("\n" + say("checked", "more time", times=TOTAL))
    if lines := verdict(report):
        click.echo("\n" + "\n".join(lines))
    if report.advice is not None:
        click.echo("\n" + say("checked", "advice"))
        _print_finding(report.game, report.advice)
    if said := behaviour(report):
        click.echo(f"\n{said}")
    help_ = hint(report)
    if help_ is not None and hinted:
        click.echo("\n" + say("checked", "hint", text=help_.text))
    if help_ is not None and help_.chapter:
        title, address = worded(CHAPTERS[help_.chapter]), f"/learn/{help_.chapter}"
        click.echo("\n" + say("checked", "read", address=address, title=title))


def print_asked(found: Asked, target: str, board: str) -> None:
    """Print the move in one position, and what it is worth."""
    click.echo(f"{target}: {found.interface}" if found.interface else target)
    if found.cell is None:
        if found.finding is not None:
            _print_finding(found.game, found.finding)
        return
    click.echo(f"\n{colors.board(found.game.position(board).board())}\n")
    text = judge(board, found.cell, found.game).text
    click.echo(say("judged", "plays", cell=found.game.names([found.cell]), text=text))


def _print_finding(game: CheckedGame, finding: Finding) -> None:
    click.echo(f"\n{finding.text}")
    if finding.code:
        click.echo(f"  {finding.code}")
    if finding.board is None:
        return
    click.echo(f"\n{colors.board(game.position(finding.board).board())}\n")
    for cell, reason in finding.why:
        best = "   " + say("checked", "best") if cell in finding.best else ""
        click.echo(f"  {game.names([cell])}  {reason}{best}")

"""`noughts check`: is somebody's program for tic-tac-toe unbeatable?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from noughts.check import check
from noughts.check.board_forms import NAMES
from noughts.check.command_process import CommandProcess
from noughts.check.limited_process import Limits
from noughts.check.python_process import PythonProcess
from noughts.check.report_json import document
from noughts.check.report_text import behaviour, verdict
from noughts.check.three_by_three import rows
from noughts.cli import colors, common
from noughts.cli.command import NO, Command
from noughts.cli.working import working
from noughts.core.errors import UnknownNameError, shorten
from noughts.core.position import Position

if TYPE_CHECKING:
    from noughts.check import Finding, Report

_SIGNS = {True: "ok", False: "no", None: "--"}
_ADVICE = {"value", "quickest", "calls"}
_COMMAND = "noughts.check.command"


class _WithCommand(Command):
    """A command of which all that follows -- is another program's command line."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Keep what follows -- apart."""
        ctx.meta[_COMMAND] = ()
        if "--" in args:
            at = args.index("--")
            args, ctx.meta[_COMMAND] = args[:at], tuple(args[at + 1 :])
        return super().parse_args(ctx, args)


@click.command(
    "check",
    cls=_WithCommand,
    examples=[
        ("noughts check student.py", "all that is wrong with it, the most useful first"),
        ("noughts check student.py:best_move --as O", "one function of it, which plays O"),
        ("noughts check mine:Engine --json", "an engine, as one JSON object"),
        ("noughts check -- node bot.js", "a program in any language: a line in, a line out"),
    ],
    exits={NO: "the program is not proved unbeatable"},
)
@click.argument("target", metavar="PROGRAM", required=False)
@click.option(
    "--as",
    "sides",
    type=click.Choice(["X", "O", "both"], case_sensitive=False),
    default="both",
    show_default=True,
    help="The side the program plays.",
)
@click.option(
    "--seconds",
    type=common.SecondsType(),
    default=10.0,
    show_default=True,
    metavar="SECONDS",
    help="How long one answer may take; all answers together, 60 times as long.",
)
@click.option(
    "--memory",
    type=common.Mebibytes(),
    default="1024",
    show_default=True,
    metavar="MIB",
    help="How many MiB the program may use (not on Windows).",
)
@common.json_option
@click.pass_context
def command(
    ctx: click.Context,
    target: str | None,
    sides: str,
    seconds: float,
    memory: int,
    *,
    as_json: bool,
) -> None:
    """Check your own tic-tac-toe program: is it unbeatable?

    PROGRAM is FILE.py, FILE.py:FUNCTION, MODULE:FUNCTION or MODULE:CLASS. It has the seven
    functions of CS50 AI, or one function that gets the board (and the mark that moves) and returns
    a move, or a noughts.Engine. Which one, and which form of the board, is found by trying.

    After -- stands the command of a program in any language. It gets a position on a line, such as
    X.O.X...., and answers with a move on a line: 4, b2 or 1 2.

    The program runs in a process of its own, with limits. It is asked in every position, and every
    possible game is played against it.
    """
    players = "XO" if sides.lower() == "both" else sides.upper()
    opened, name = _open(target, ctx.meta[_COMMAND], Limits(seconds, memory))
    with working("checking") as line, opened as program:
        report = check(program, name, players, line.count)
    shown = target or program.target
    if as_json:
        common.print_json(document(report, shown))
    else:
        _print(report, shown)
    if not report.unbeatable:
        raise click.exceptions.Exit(NO)


def _open(
    target: str | None, words: tuple[str, ...], limits: Limits
) -> tuple[PythonProcess | CommandProcess, str | None]:
    """Return the program, and the name in it if one is given."""
    if bool(target) is bool(words):
        raise click.UsageError("give either PROGRAM or, after --, a command")
    if target is None or words:
        return CommandProcess(words, limits), None
    file, name = _split(target)
    return PythonProcess(file, limits), name


def _split(target: str) -> tuple[str, str | None]:
    """Return the file or module, and the name in it if one is given."""
    if not target.endswith(".py"):
        file, colon, name = target.rpartition(":")
        if not colon:
            raise UnknownNameError(
                f"{shorten(target)} is not a program: give FILE.py, FILE.py:FUNCTION, "
                "MODULE:FUNCTION, MODULE:CLASS, or a command after --"
            )
    else:
        file, name = target, ""
    if file.endswith(".py") and not Path(file).is_file():
        raise UnknownNameError(f"there is no file {shorten(file)}")
    return file, name or None


def _print(report: Report, target: str) -> None:
    click.echo(f"{target}: {report.interface}" if report.interface else target)
    for stage in report.stages:
        sign = "--" if stage.name in _ADVICE and not stage.passed else _SIGNS[stage.passed]
        said = stage.said if stage.passed is not False or stage.name[:2] == "as" else ""
        if stage.name in _ADVICE:
            said = stage.said
        click.echo(f"  {sign}  {stage.name:<9} {said or 'see below'}".rstrip())
    if report.finding is not None:
        _print_finding(report.finding)
    if lines := verdict(report):
        click.echo("\n" + "\n".join(lines))
    if report.advice is not None:
        click.echo("\nAdvice:")
        _print_finding(report.advice)
    if said := behaviour(report):
        click.echo(f"\n{said}")


def _print_finding(finding: Finding) -> None:
    click.echo(f"\n{finding.text}")
    if finding.code:
        click.echo(f"  {finding.code}")
    if finding.board is None:
        return
    click.echo(f"\n{colors.board(common.board(Position.parse(rows(finding.board))))}\n")
    for cell, reason in finding.reasons.items():
        best = "   (best)" if cell in finding.best else ""
        click.echo(f"  {NAMES[cell]}  {reason}{best}")

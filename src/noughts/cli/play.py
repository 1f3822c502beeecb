"""`noughts play`: the game, in the terminal."""

from __future__ import annotations

import importlib.util
import io
import os
import sys
from typing import TYPE_CHECKING

import click

from noughts.cli import common
from noughts.cli.plain import Plain
from noughts.cli.session import Session, Setup
from noughts.engines import Level
from noughts.series import Starts

if TYPE_CHECKING:
    from noughts.rules import Rules

_SEATS = {"X": Starts.FIRST, "O": Starts.SECOND, "alternate": Starts.ALTERNATE}


@click.command("play")
@common.rules_option
@click.option(
    "--level",
    type=click.Choice(common.LEVELS, case_sensitive=False),
    default="hard",
    show_default=True,
    help="How well the computer plays.",
)
@click.option(
    "--you",
    type=click.Choice(list(_SEATS), case_sensitive=False),
    default="X",
    show_default=True,
    help="Your mark, X moves first; or in turns.",
)
@click.option("--two", is_flag=True, help="Two people at one keyboard.")
@click.option(
    "--best-of", type=int, default=1, metavar="N", help="Play a series of N games, N odd."
)
@common.seed_option
@click.option("--fast", is_flag=True, help="No pause before the computer's moves.")
@click.option("--plain", is_flag=True, help="Line by line: for pipes and screen readers.")
def command(
    rules: Rules,
    level: str,
    you: str,
    best_of: int,
    seed: int | None,
    *,
    two: bool,
    fast: bool,
    plain: bool,
) -> None:
    """Play against the computer, or two people at one keyboard.

    Where stdin or stdout is no terminal, or a dumb one, the game goes line by line, as with
    --plain.
    """
    opponent = None if two else Level.parse(level)
    try:
        session = Session(Setup(rules, opponent, _SEATS[you], best_of, seed))
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--best-of") from None
    if plain or not _can_fill_the_screen():
        _play_plain(session)
    elif importlib.util.find_spec("textual") is None:
        click.echo("The full-screen game needs Textual: pip install 'noughts[tui]'. Until then:")
        _play_plain(session)
    else:
        from noughts.cli.tui import NoughtsApp  # noqa: PLC0415  (slow to load)

        NoughtsApp(session, fast=fast).run()


def _can_fill_the_screen() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def _play_plain(session: Session) -> None:
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a dumb terminal may lack even the × of 3×3
    Plain(session, click.echo).run(sys.stdin.buffer)

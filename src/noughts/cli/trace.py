"""`noughts trace`: a search told step by step, as text, as JSON lines or as a picture."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from noughts import report
from noughts.cli import common
from noughts.cli.command import LIMIT_EXIT, Command
from noughts.cli.working import working
from noughts.errors import LimitReachedError
from noughts.limit import Limit
from noughts.tracing import MOST_CALLS, SEARCHES, Stopped, Trace
from noughts.tracing.picture import draw
from noughts.tracing.source import source
from noughts.tracing.words import Outline

if TYPE_CHECKING:
    from collections.abc import Callable

    from noughts.rules import Rules
    from noughts.tracing import Event


@click.command(
    "trace",
    cls=Command,
    examples=[
        ("noughts trace XX./OO./X.O", "each call and each value, in words"),
        ("noughts trace XX./OO./..O --engine minimax --svg > tree.svg", "a picture of the tree"),
        ("noughts trace .../.../... --depth 2 --json", "a JSON object a line"),
    ],
    exits=LIMIT_EXIT,
)
@common.position_argument
@common.rules_option
@click.option(
    "--engine",
    "search",
    type=click.Choice(SEARCHES, case_sensitive=False),
    default="alphabeta",
    show_default=True,
    metavar="ENGINE",
    help=f"Which search: {', '.join(SEARCHES)}.",
)
@click.option("--depth-blind", is_flag=True, help="Let every win be worth the same.")
@click.option("--svg", "as_svg", is_flag=True, help="Print a picture of the tree.")
@click.option("--json", "as_json", is_flag=True, help="Print each event as a line of JSON.")
@common.limit_options
def command(
    position: str,
    rules: Rules,
    search: str,
    seconds: float | None,
    nodes: int | None,
    depth: int | None,
    *,
    depth_blind: bool,
    as_svg: bool,
    as_json: bool,
) -> None:
    """Watch a search of POSITION: each call, each value, each branch that is pruned.

    Values are for X. Without --nodes it stops after 20,000 calls; with --depth it guesses beyond.
    """
    if as_svg and as_json:
        raise click.UsageError("--svg and --json: one of them")
    limit = Limit(seconds, nodes or MOST_CALLS, depth)
    start = common.read_position(position, rules)
    try:
        trace = Trace(start, search, limit, depth_aware=not depth_blind)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    if as_svg:
        with working("searching", limit):
            picture = draw(trace)
        click.echo(picture)
        return
    if as_json:
        click.echo(json.dumps(report.search(trace, source(search))))
        trace.run(_write)
        return
    click.echo(common.board(start))
    trace.run(_printer(rules))


def _write(event: Event) -> None:
    click.echo(json.dumps(report.event(event)))
    if isinstance(event, Stopped):
        raise LimitReachedError(event.why)


def _printer(rules: Rules) -> Callable[[Event], None]:
    outline = Outline(rules)

    def show(event: Event) -> None:
        if isinstance(event, Stopped):
            raise LimitReachedError(event.why)
        line = outline.line(event)
        if line is not None:
            click.echo(line)

    return show

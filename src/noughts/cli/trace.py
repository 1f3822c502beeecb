"""`noughts trace`: a search step by step, as text, as JSON lines or as a picture."""

import json
from collections.abc import Callable
from pathlib import Path

import click

from noughts.cli import files, parameters, reading, refusing
from noughts.cli.command import LIMIT_EXIT, Command, filled
from noughts.cli.working import working
from noughts.core.catalogue import say
from noughts.core.errors import LimitReachedError
from noughts.core.limit import Limit
from noughts.core.rules import Rules
from noughts.json import encode
from noughts.trace import MOST_CALLS, SEARCHES, Event, Stopped, Trace
from noughts.trace.source_lines import source
from noughts.trace.tree_picture import draw
from noughts.trace.words import Outline


@click.command(
    "trace",
    cls=Command,
    examples=[
        ("noughts trace XX./OO./X.O", "each call and each value, in words"),
        ("noughts trace XX./OO./... --engine minimax --svg tree.svg", "a picture of the tree"),
        ("noughts trace .../.../... --depth 2 --json", "one JSON object per line"),
    ],
    exits=LIMIT_EXIT,
)
@parameters.position_argument
@parameters.rules_option
@click.option(
    "--engine",
    "search",
    type=click.Choice(SEARCHES, case_sensitive=False),
    default="minimax",
    metavar="ENGINE",
    help=filled("Which search: {searches}.", searches=", ".join(SEARCHES)),
)
@click.option("--depth-blind", is_flag=True, help="Let every win be worth the same.")
@click.option(
    "--svg",
    type=click.Path(dir_okay=False, allow_dash=True),
    help="Draw the tree into FILE; - prints it.",
)
@files.force_option
@click.option("--json", "as_json", is_flag=True, help="Print each event as a line of JSON.")
@parameters.limit_options
def command(
    position: str,
    rules: Rules,
    search: str,
    seconds: float | None,
    nodes: int | None,
    depth: int | None,
    svg: str | None,
    *,
    depth_blind: bool,
    force: bool,
    as_json: bool,
) -> None:
    """Watch a search of POSITION: each call, each value, each branch that is pruned.

    Values are for X. Without --nodes it stops after 20,000 calls; with --depth, it estimates beyond
    that depth.
    """
    if svg is not None and as_json:
        raise click.UsageError(say("usage", "combined", one="--svg", other="--json"))
    if force and svg is None:
        refusing.refuse("--force", say("usage", "only for", option="--svg"))
    if svg is not None and svg != "-":
        files.check_target(Path(svg), force=force)
    limit = Limit(seconds, nodes or MOST_CALLS, depth)
    start = reading.read_position(position, rules)
    try:
        trace = Trace(start, search, limit, depth_aware=not depth_blind)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    if svg is not None:
        with working(say("trace", "searching"), limit):
            picture = draw(trace)
        if svg == "-":
            click.echo(picture)
        else:
            files.write(Path(svg), f"{picture}\n".encode())
        return
    if as_json:
        click.echo(json.dumps(encode.search(trace, source(search))))
        trace.run(_writer(trace))
        return
    click.echo(start.board())
    trace.run(_printer(trace))


def _writer(trace: Trace) -> Callable[[Event], None]:
    def write(event: Event) -> None:
        click.echo(json.dumps(encode.event(event, guesses=trace.guesses)))
        if isinstance(event, Stopped):
            raise LimitReachedError(event.why)

    return write


def _printer(trace: Trace) -> Callable[[Event], None]:
    start = trace.position
    outline = Outline(start.rules, start.turn, guesses=trace.guesses)

    def show(event: Event) -> None:
        if isinstance(event, Stopped):
            raise LimitReachedError(event.why)
        line = outline.line(event)
        if line is not None:
            click.echo(line)

    return show

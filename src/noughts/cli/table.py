"""`noughts table`: build the value of every position of a game, and look positions up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from noughts import report
from noughts.cli import common
from noughts.cli.command import Command, Group
from noughts.cli.common import MIB

if TYPE_CHECKING:
    from noughts.position import Position
    from noughts.rules import Rules


@click.group(
    "table",
    cls=Group,
    short_help="Build complete tables of a game, and look positions up in them.",
    examples=[
        ("noughts table build 4,4,4 444.table", "the value of every position"),
        ("noughts table probe 444.table X.../..../..../....", "one of them"),
    ],
)
def command() -> None:
    """Build complete tables, and look positions up in them."""


@command.command(
    "build",
    cls=Command,
    short_help="Solve every position of a game into a file.",
    examples=[
        ("noughts table build 4,4,4 444.table", "values and plies, a byte a position"),
        ("noughts table build 5,4,4 544.table --entry value", "values alone, a quarter of that"),
    ],
)
@click.argument("rules", type=common.RulesType(), metavar="RULES")
@click.argument("file", type=click.Path(dir_okay=False), metavar="FILE")
@click.option(
    "--entry",
    type=click.Choice(("plies", "value")),
    default="plies",
    show_default=True,
    help="One byte a position with the plies, or two bits.",
)
@click.option(
    "--threads",
    type=click.IntRange(1, 64),
    metavar="N",
    help="How many cores to use.  [default: all]",
)
@click.option(
    "--memory",
    type=common.Mebibytes(),
    metavar="MIB",
    help="How many MiB it may take, at most; says before if it needs more.",
)
def build(rules: Rules, file: str, entry: str, threads: int | None, memory: int | None) -> None:
    """Solve every position of RULES into FILE; a build that was stopped goes on."""
    from noughts.solver.tablebase import tables  # noqa: PLC0415  (the compiled part loads when it is used)

    plan = tables.plan(rules, entry)
    click.echo(
        f"{rules}: {plan.positions:,} arrangements of stones up to symmetry, "
        f"{plan.bytes_on_disk / MIB:,.1f} MiB on disk, {plan.memory / MIB:,.1f} MiB of memory",
        err=True,
    )
    tables.build(
        rules,
        file,
        entry=entry,
        threads=threads,
        memory=memory,
        on_layer=lambda stones, size: click.echo(
            f"{stones:2} {'stone' if stones == 1 else 'stones'}: "
            f"{common.plural(size, 'arrangement', 'arrangements')}",
            err=True,
        ),
    )


@command.command(
    "probe",
    cls=Command,
    short_help="Look a position up in a table.",
    examples=[("noughts table probe 444.table X.../..../..../....", "draw, proved")],
)
@click.argument("file", type=click.Path(dir_okay=False), metavar="FILE")
@common.position_argument
@common.json_option
def probe(file: str, position: str, *, as_json: bool) -> None:
    """Look POSITION up in FILE (- reads it from stdin)."""
    from noughts.solver.tablebase.tables import Table  # noqa: PLC0415  (likewise)

    table = Table(file)
    stones: Position = common.read_position(position, table.rules)
    score = table.probe(stones)
    if as_json:
        common.print_json(report.probed(stones, score))
    else:
        click.echo(common.in_words(score))

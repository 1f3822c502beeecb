"""`noughts table`: build the value of every position of a game, and look positions up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from noughts import report
from noughts.cli import common

if TYPE_CHECKING:
    from noughts.position import Position
    from noughts.rules import Rules

MIB = 1 << 20


@click.group("table")
def command() -> None:
    """Build complete tables, and look positions up in them."""


@command.command("build")
@click.argument("rules", type=common.RulesType())
@click.argument("file", type=click.Path(dir_okay=False))
@click.option(
    "--entry",
    type=click.Choice(("plies", "value")),
    default="plies",
    show_default=True,
    help="One byte a position with the plies, or two bits.",
)
@click.option("--threads", type=click.IntRange(1, 64), help="[default: all cores]")
@click.option("--memory", type=click.IntRange(1), help="MiB it may take; says before if too few.")
def build(rules: Rules, file: str, entry: str, threads: int | None, memory: int | None) -> None:
    """Solve every position of RULES into FILE; a build that was stopped goes on."""
    from noughts.solver import tables  # noqa: PLC0415  (the compiled part loads when it is used)

    plan = tables.plan(rules, entry)
    click.echo(
        f"{rules}: {plan.positions:,} positions up to symmetry, "
        f"{plan.bytes_on_disk / MIB:,.1f} MiB on disk, {plan.memory / MIB:,.1f} MiB of memory",
        err=True,
    )
    tables.build(
        rules,
        file,
        entry=entry,
        threads=threads,
        memory=None if memory is None else memory * MIB,
        on_layer=lambda stones, size: click.echo(
            f"{stones:2} stones: {size:,} positions", err=True
        ),
    )


@command.command("probe")
@click.argument("file", type=click.Path(dir_okay=False))
@common.position_argument
@common.json_option
def probe(file: str, position: str, *, as_json: bool) -> None:
    """Look POSITION up in FILE (- reads it from stdin)."""
    from noughts.solver.tables import Table  # noqa: PLC0415  (likewise)

    table = Table(file)
    stones: Position = common.read_position(position, table.rules)
    score = table.probe(stones)
    if as_json:
        common.print_json(report.probed(stones, score))
    else:
        click.echo(common.in_words(score))

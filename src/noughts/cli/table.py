"""`noughts table`: build a table of every position's value, and look positions up."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from noughts.cli import files, parameters, printing, reading, refusing
from noughts.cli.command import Command, Group
from noughts.cli.parameters import MIB
from noughts.core.catalogue import grouped, say
from noughts.core.position import Position
from noughts.core.rules import Rules
from noughts.json import encode

if TYPE_CHECKING:
    from noughts.solver.tablebase import Plan


@click.group(
    "table",
    cls=Group,
    examples=[
        ("noughts table build 4,4,4 444.table", "the values of all positions"),
        ("noughts table probe 444.table X.../..../..../....", "one of them"),
    ],
)
def command() -> None:
    """Build complete tables of a game, and look positions up in them."""


@command.command(
    "build",
    cls=Command,
    short_help="Solve every position of a game into a file.",
    examples=[
        ("noughts table build 4,4,4 444.table", "values and plies, one byte for each position"),
        ("noughts table build 5,4,4 544.table --entry value", "only values, two bits each"),
        ("noughts table build 5,5,4 554.table --entry value --plan", "only print the cost"),
    ],
)
@click.argument("rules", type=parameters.RulesType())
@click.argument("file", type=click.Path(dir_okay=False))
@click.option(
    "--entry",
    type=click.Choice(("plies", "value")),
    default="plies",
    help="One byte for each position, with the plies, or two bits; the file is compressed.",
)
@click.option("--plan", is_flag=True, help="Print the cost, and build nothing.")
@click.option(
    "--threads",
    type=parameters.Whole(1, 4096),
    help="The number of cores to use, here or in the cluster.  [default: all]",
)
@click.option(
    "--cluster",
    metavar="local|ADDRESS",
    help="Sweep the blocks on Ray: on this machine, or in the cluster at ADDRESS, host:port.",
)
@click.option(
    "--memory",
    type=parameters.Mebibytes(),
    help="The most MiB of memory; fails at once if it needs more.",
)
@files.force_option
def build(
    rules: Rules,
    file: str,
    entry: str,
    plan: bool,  # noqa: FBT001  (click passes them by name)
    threads: int | None,
    cluster: str | None,
    memory: int | None,
    force: bool,  # noqa: FBT001  (likewise)
) -> None:
    """Solve every position of RULES into FILE; resumes a build that was stopped."""
    from noughts.solver import tablebase  # noqa: PLC0415  (the compiled part loads when it is used)

    planned = tablebase.plan(rules, entry)
    if plan:
        click.echo(_plan_text(rules, planned, threads or os.cpu_count() or 1))
        return
    if cluster is not None:
        refusing.need("cluster", "--cluster")
    files.check_target(
        Path(file), force=force, own=lambda: tablebase.other_than(Path(file), rules, entry)
    )
    click.echo(f"{rules}: {_size(planned)}", err=True)
    tablebase.build(
        rules,
        file,
        entry=entry,
        threads=threads,
        memory=memory,
        cluster=cluster,
        on_layer=lambda stones, size: click.echo(
            say("table", "layer", count=stones, stones=f"{stones:2}", size=grouped(size)), err=True
        ),
        on_damage=lambda why: click.echo(why, err=True),
    )


def _size(plan: Plan) -> str:
    return say(
        "table",
        "size",
        positions=grouped(plan.positions),
        disk=grouped(plan.bytes_on_disk / MIB, 1),
        memory=grouped(plan.memory / MIB, 1),
    )


def _plan_text(rules: Rules, plan: Plan, workers: int) -> str:
    disk, each, all_blocks = (
        grouped(size / MIB, 1) for size in (plan.guessed_on_disk, plan.to_each, plan.to_and_fro)
    )
    needed = printing.duration(3600 * plan.guessed_hours(workers))
    lines = [
        f"{rules}: {_size(plan)}",
        say("table", "blocks", count=plan.blocks, blocks=grouped(plan.blocks)),
        say("table", "disk", disk=disk),
        say("table", "cluster", each=each, blocks=all_blocks),
        say("table", "workers", count=workers, workers=grouped(workers), time=needed),
    ]
    return "\n".join(lines)


@command.command(
    "probe",
    cls=Command,
    short_help="Look a position up in a table.",
    examples=[("noughts table probe 444.table X.../..../..../....", "draw, proved")],
)
@click.argument("file", type=click.Path(dir_okay=False))
@parameters.position_argument
@parameters.json_option
def probe(file: str, position: str, *, as_json: bool) -> None:
    """Look POSITION up in FILE (- reads it from stdin)."""
    from noughts.solver.tablebase import Table  # noqa: PLC0415  (likewise)

    table = Table(file)
    stones: Position = reading.read_position(position, table.rules)
    score = table.probe(stones)
    if as_json:
        printing.print_json(encode.probed(stones, score))
    else:
        click.echo(printing.in_words(score))

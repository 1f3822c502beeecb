"""`noughts prove`: play every possible game against an engine."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import click

from noughts import report
from noughts.cli import common
from noughts.engines import engine
from noughts.position import Mark
from noughts.proving import Proof

if TYPE_CHECKING:
    from noughts.rules import Rules

_SHOWN = 20


@click.command("prove")
@common.engine_option(default="hard")
@click.option(
    "--as",
    "sides",
    type=click.Choice(["X", "O", "both"], case_sensitive=False),
    default="both",
    show_default=True,
    help="The side the engine plays.",
)
@common.rules_option
@click.option("--all", "show_all", is_flag=True, help=f"Print all lost games, not {_SHOWN} a side.")
@click.option("--seconds", type=common.SecondsType(), help="Seconds at most.")
@common.json_option
def command(
    engine_name: str,
    sides: str,
    rules: Rules,
    seconds: float | None,
    *,
    show_all: bool,
    as_json: bool,
) -> None:
    """Play every possible game against an engine and report each one it loses.

    Where the engine draws lots, every move that it may draw is played.
    """
    marks = list(Mark) if sides.lower() == "both" else [Mark(sides.upper())]
    limit = common.limit(seconds, None, None)
    proofs = [Proof(engine(engine_name), rules, mark, limit) for mark in marks]
    if as_json:
        common.print_json(report.proof(proofs, engine_name))
        return
    for proof in proofs:
        tally = proof.tally()
        click.echo(
            f"{engine_name} as {proof.mark} on {rules}: {tally.games:,} games, "
            f"{tally.wins:,} won, {tally.draws:,} drawn, {tally.losses:,} lost"
        )
        for moves in islice(proof.lost_games(), None if show_all else _SHOWN):
            click.echo(f"  lost: {rules.names(moves)}")
        if tally.losses > _SHOWN and not show_all:
            click.echo(f"  ... and {tally.losses - _SHOWN:,} more (--all prints them)")

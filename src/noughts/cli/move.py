"""`noughts move`: one move for a position."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from noughts import report
from noughts.cli import common
from noughts.engines import Level, engine

if TYPE_CHECKING:
    from noughts.rules import Rules


@click.command("move")
@common.position_argument
@common.rules_option
@click.option(
    "--level",
    type=click.Choice(common.LEVELS, case_sensitive=False),
    default="hard",
    show_default=True,
    help="How well to play.",
)
@common.engine_option(default=None)
@common.seed_option
@common.limit_options
@common.json_option
def command(
    position: str,
    rules: Rules,
    level: str,
    engine_name: str | None,
    seed: int | None,
    seconds: float | None,
    nodes: int | None,
    depth: int | None,
    *,
    as_json: bool,
) -> None:
    """Choose a move for POSITION, such as X.O/.X./..O (- reads it from stdin).

    The level chooses the engine, unless --engine names one.
    """
    stones = common.read_position(position, rules)
    player = engine(engine_name, seed=seed) if engine_name else Level.parse(level).engine(seed=seed)
    choice = player.play(stones, common.limit(seconds, nodes, depth))
    if as_json:
        chosen_level = None if engine_name else level.lower()
        common.print_json(report.move(stones, choice, player.name, chosen_level))
        return
    name = rules.name(choice.cell)
    why = choice.reason or (common.in_words(choice.score) if choice.score else "")
    click.echo(f"{name}  {why}".rstrip())

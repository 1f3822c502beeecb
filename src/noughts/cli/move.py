"""`noughts move`: one move for a position."""

from __future__ import annotations

import click

from noughts.cli import common
from noughts.cli.command import LIMIT_EXIT, Command
from noughts.cli.working import working
from noughts.core.catalogue import say
from noughts.core.rules import Rules
from noughts.json import encode


@click.command(
    "move",
    cls=Command,
    examples=[
        ("noughts move X.O/.X./..O", "the best move, and why"),
        ("noughts move X../.../... --level easy --seed 7", "a move at random, always the same"),
        ("noughts move ..../..../.... --rules 4,3,3 --json", "as JSON"),
        ("noughts move X../.../... --engine mine:Engine", "by your own engine, in mine.py"),
    ],
    groups={"Who moves": ("level", "engine_name", "seed")},
    exits=LIMIT_EXIT,
)
@common.position_argument
@common.rules_option
@common.turn_option
@common.level_option
@common.engine_option(
    None,
    "The engine that chooses, instead of a level: {engines}; module:Class for your own engine, or "
    "a FILE.cert to play a certificate.",
)
@common.seed_option
@common.limit_options
@common.json_option
def command(
    position: str,
    rules: Rules,
    turn: str | None,
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

    A level plays, unless --engine names an engine.
    """
    if engine_name and common.given("level"):
        common.refuse("--level", say("usage", "engine chooses", name=engine_name))
    name = engine_name or say("usage", "level", level=level)
    limit = common.limit(seconds, nodes, depth)
    player = common.load(engine_name or level, seed=seed, limit=limit)
    common.check_limit(player, limit, name)
    common.check_seed(player, seed, name)
    stones = common.read_position(position, rules, turn)
    with working(say("answer", "thinking"), limit):
        choice = player.play(stones, limit)
    if as_json:
        who = engine_name or player.name
        asked = None if engine_name else level.lower()
        notes = common.swapped(stones, turn)
        common.print_json(encode.move(stones, choice, who, asked, notes))
        return
    name = rules.name(choice.cell)
    why = choice.reason or (common.in_words(choice.score) if choice.score else "")
    click.echo(f"{name}  {why}".rstrip())

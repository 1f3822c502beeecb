"""`noughts move`: one move for a position."""

import click

from noughts.cli import chosen_engine, parameters, printing, reading, refusing
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
@parameters.position_argument
@parameters.rules_option
@parameters.turn_option
@parameters.level_option
@parameters.engine_option(
    None,
    "The engine that chooses, instead of a level: {engines}; module:Class for your own engine, or "
    "a FILE.cert to play a certificate.",
)
@parameters.seed_option
@parameters.limit_options
@parameters.json_option
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
    if engine_name and refusing.given("level"):
        refusing.refuse("--level", say("usage", "engine chooses", name=engine_name))
    name = engine_name or say("usage", "level", level=level)
    limit = parameters.limit(seconds, nodes, depth)
    player = chosen_engine.load(engine_name or level, seed=seed, limit=limit)
    chosen_engine.check_limit(player, limit, name)
    chosen_engine.check_seed(player, seed, name)
    stones = reading.read_position(position, rules, turn)
    with working(say("answer", "thinking"), limit):
        choice = player.play(stones, limit)
    if as_json:
        who = engine_name or player.name
        asked = None if engine_name else level.lower()
        notes = reading.swapped(stones, turn)
        printing.print_json(encode.move(stones, choice, who, asked, notes))
        return
    name = rules.name(choice.cell)
    why = choice.reason or (printing.in_words(choice.score) if choice.score else "")
    click.echo(f"{name}  {why}".rstrip())

"""`noughts review`: grade a finished game."""

import click

from noughts.cli import chosen_engine, colors, game_files, parameters, phrases, printing
from noughts.cli.command import LIMIT_EXIT, Command
from noughts.cli.working import working
from noughts.core.catalogue import say
from noughts.core.errors import RecordError
from noughts.core.rules import Rules
from noughts.json import encode
from noughts.lab.grading import review


@click.command(
    "review",
    cls=Command,
    examples=[
        ("noughts review game.txt", "a game saved by noughts play --save game.txt"),
        ("echo b2 b1 a1 c3 a3 | noughts review -", "moves from stdin"),
        ("echo 4453 | noughts review - --rules connect-four", "the columns of Connect Four"),
    ],
    exits=LIMIT_EXIT,
)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@game_files.options("FILE")
@parameters.engine_option(default="perfect")
@parameters.limit_options
@parameters.json_option
def command(
    file: str,
    read_as: str | None,
    rules: Rules | None,
    game: int | None,
    engine_name: str,
    seconds: float | None,
    nodes: int | None,
    depth: int | None,
    *,
    from_bottom: bool,
    as_json: bool,
) -> None:
    """Grade every move of the game in FILE (- is stdin) and say where it was decided.

    FILE is a record, or a format of noughts convert: SGF, Piskvork, RenLib. Its moves may be
    numbered. Anything left out or changed is a note on stderr.
    """
    record, notes = game_files.read_game(
        file, game_files.FileOptions(read_as, rules, game, from_bottom)
    )
    game_files.tell(notes)
    if not record.moves:
        source = "stdin" if file == "-" else file
        raise RecordError.said("usage", "no moves", file=source)
    limit = parameters.limit(seconds, nodes, depth)
    player = chosen_engine.load(engine_name, limit=limit)
    chosen_engine.check_limit(player, limit, engine_name)
    with working(say("answer", "reviewing"), limit):
        graded = review(record, player, limit)
    if as_json:
        printing.print_json(encode.review(record, graded, notes))
        return
    name = record.start.rules.name
    names = record.start.rules.names
    if phrases.opened(record):
        click.echo(phrases.opened(record))
    for move in graded.moves:
        grade = colors.grade(say("grade", move.grade or "none"), move.grade)
        decided = click.style(f"<- {say('graded', 'decided')}", bold=True)
        mark = f"  {decided}" if move.number == graded.decided else ""
        click.echo(f"{move.number:3} {move.mark} {name(move.cell):<4} {grade}{mark}")
        click.echo(f"          {move.reason}")
        if move.better:
            better = say("graded", "better ones", cells=names(move.best), better=move.better)
            click.echo(f"          {better}")

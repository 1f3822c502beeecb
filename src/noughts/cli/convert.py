"""`noughts convert`: games from one program's files into another's."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from noughts import formats
from noughts.cli import common, files
from noughts.cli.command import Command
from noughts.errors import RecordError

if TYPE_CHECKING:
    from noughts.rules import Rules

_WRITTEN = [name for name, known in formats.FORMATS.items() if known.write]


@click.command(
    "convert",
    cls=Command,
    short_help="Turn a game's file into another program's.",
    examples=[
        ("noughts convert game.psq game.sgf", "Piskvork's game for other programs"),
        ("noughts convert joseki.lib joseki.txt", "RenLib's library, for noughts review"),
        ("noughts convert --to pos game.txt -", "the moves on stdout, as in h8i9g7"),
    ],
)
@click.argument("source", type=click.Path(allow_dash=True), metavar="IN")
@click.argument("target", type=click.Path(allow_dash=True), metavar="OUT")
@click.option(
    "--from",
    "read_as",
    type=click.Choice(list(formats.FORMATS)),
    help="What IN is.  [default: by its ending, else by its looks]",
)
@click.option(
    "--to",
    "write_as",
    type=click.Choice(_WRITTEN),
    help="What OUT becomes.  [default: by its ending]",
)
@click.option(
    "--rules",
    type=common.RulesType(),
    metavar="RULES",
    help="The game, where IN does not say it.  [default: five in a row]",
)
@files.force_option
def command(
    source: str,
    target: str,
    read_as: str | None,
    write_as: str | None,
    rules: Rules | None,
    *,
    force: bool,
) -> None:
    """Read the game in IN and write it to OUT (- is stdin, stdout).

    Formats, by the endings of the files: .txt (Noughts' own), .sgf (SGF, GM[4]), .psq (Piskvork),
    .pos (moves without blanks), .lib (RenLib; only read). What a format cannot hold is left out,
    and said; a game that would become another one is refused.
    """
    name = write_as or formats.named(target)
    if name is None:
        raise click.BadParameter(
            f"the ending of {target} names no format: give one ({', '.join(_WRITTEN)})",
            param_hint="--to",
        )
    if target != "-":
        files.check_target(Path(target), force=force)
    if source == "-":
        data = sys.stdin.buffer.read(formats.MAX_BYTES + 1)
        record = formats.read(data, read_as, rules)
    else:
        record = formats.load(Path(source), read_as, rules)
    written = formats.write(record, name)
    if record.branches and not formats.FORMATS[name].branches:
        branches = common.plural(len(record.branches), "branch", "branches")
        click.echo(f"note: {name} holds one line; left out: {branches}", err=True)
    if target == "-":
        sys.stdout.buffer.write(written)
        sys.stdout.buffer.flush()
        return
    try:
        files.write(Path(target), written)
    except OSError as error:
        raise RecordError(f"{target} cannot be written: {error.strerror}") from None

"""How commands read a game's file, and report what they leave out or change."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import click

from noughts import formats
from noughts.cli import parameters, reading
from noughts.cli.command import filled
from noughts.core.catalogue import say
from noughts.core.record import Record
from noughts.core.rules import Rules


class FileOptions(NamedTuple):
    """The options for a game's file; `options` adds them to a command."""

    read_as: str | None
    rules: Rules | None
    game: int | None
    from_bottom: bool


def options(name: str) -> parameters.Decorator:
    """Return the options of a command that reads a game's file, `name` in its help."""
    return parameters.together(
        click.option(
            "--from",
            "read_as",
            type=click.Choice(list(formats.FORMATS)),
            help=filled("The format of {file}. [default: by its ending or its content]", file=name),
        ),
        click.option(
            "--rules",
            type=parameters.RulesType(),
            help=filled("The game, if {file} does not give it or gives another one.", file=name),
        ),
        click.option(
            "--game",
            type=parameters.NODES,
            help=filled(
                "Which game of {file}, if it holds several, as SGF can. [default: 1]", file=name
            ),
        ),
        click.option(
            "--from-bottom",
            is_flag=True,
            help="Count the rows of .pos from the bottom, as gomoku-calculator does.",
        ),
    )


def read_game(source: str, asked: FileOptions) -> tuple[Record, list[str]]:
    """Read a game from a file, or from stdin if it is ``-``; return it with the notes on it.

    Raises:
        RecordError: The file cannot be read, or its game cannot. click.BadParameter: stdin is
        empty.
    """
    notes: list[str] = []
    read_as, rules, game, from_bottom = asked
    if source != "-":
        record = formats.load(
            Path(source), read_as, rules, game=game, from_bottom=from_bottom, notes=notes
        )
        return record, notes
    reading.tell_waiting(say("usage", "reading game"))
    data = sys.stdin.buffer.read(max(known.most for known in formats.FORMATS.values()) + 1)
    if not data.strip():
        raise click.BadParameter(say("usage", "empty stdin"))
    record = formats.read(data, read_as, rules, game=game, from_bottom=from_bottom, notes=notes)
    return record, notes


def tell(notes: Iterable[str]) -> None:
    """Print notes on stderr, one per line."""
    for note in notes:
        reading.note(note)

"""`noughts convert`: convert games between the file formats of programs."""

import sys
from pathlib import Path

import click

from noughts import formats
from noughts.cli import files, game_files, puzzles
from noughts.cli.command import Command
from noughts.cli.working import working
from noughts.core.catalogue import say
from noughts.core.errors import RecordError
from noughts.core.rules import Rules

_WRITTEN = [name for name, known in formats.FORMATS.items() if known.write]


@click.command(
    "convert",
    cls=Command,
    examples=[
        ("noughts convert game.psq game.sgf", "a Piskvork game for other programs"),
        ("noughts convert joseki.lib joseki.txt", "a RenLib library, for noughts review"),
        ("noughts convert --to pos game.txt -", "the moves on stdout, as in h8i9g7"),
        ("noughts convert match.sgf third.txt --game 3", "the third game of a match"),
        ("noughts convert pack.json pack.sgf", "a pack of puzzles, for other programs"),
    ],
)
@click.argument("source", type=click.Path(allow_dash=True), metavar="IN")
@click.argument("target", type=click.Path(allow_dash=True), metavar="OUT")
@click.option(
    "--to",
    "write_as",
    type=click.Choice(_WRITTEN),
    help="The format of OUT.  [default: by its ending]",
)
@game_files.options("IN")
@files.force_option
def command(
    source: str,
    target: str,
    write_as: str | None,
    read_as: str | None,
    rules: Rules | None,
    game: int | None,
    *,
    from_bottom: bool,
    force: bool,
) -> None:
    """Read the game in IN and write it to OUT (- is stdin, stdout).

    Formats, by the endings of the files: .txt (Noughts' own), .sgf (SGF, GM[4]), .psq (Piskvork),
    .pos (moves as in h8i9, or RenLib's bytes), .lib (RenLib; read-only). It never changes a game
    into another one. Everything else that it leaves out or changes, such as comments, is a note on
    stderr. A pack of puzzles is .json or .sgf; each puzzle of SGF is proved.
    """
    if ".json" in {Path(source).suffix, Path(target).suffix}:
        _convert_pack(Path(source), Path(target), force=force)
        return
    name = write_as or formats.named(target)
    if name is None:
        why = say("convert", "no format", file=target, formats=", ".join(_WRITTEN))
        raise click.BadParameter(why, param_hint="--to")
    if target != "-":
        files.check_target(Path(target), force=force)
    record, notes = game_files.read_game(
        source, game_files.FileOptions(read_as, rules, game, from_bottom)
    )
    written = formats.write(record, name, notes=notes)
    game_files.tell(notes)
    if target == "-":
        sys.stdout.buffer.write(written)
        sys.stdout.buffer.flush()
        return
    try:
        files.write(Path(target), written)
    except OSError as error:
        problem = error.strerror
        raise RecordError.said("saved", "refused", file=target, problem=problem) from None


def _convert_pack(source: Path, target: Path, *, force: bool) -> None:
    """Convert a pack of puzzles between JSON and SGF."""
    from noughts.puzzles import pack_files  # noqa: PLC0415  (slow to load)

    files.check_target(target, force=force)
    with working(say("convert", "proving puzzles")):
        pack = pack_files.load(source)
    files.write(target, pack_files.encoded(pack, target.name))
    puzzles.tell(target, pack)

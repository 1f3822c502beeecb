"""`noughts puzzles`: find puzzles and write a pack of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from noughts.cli import files, parameters
from noughts.cli.command import Command
from noughts.cli.working import working
from noughts.core.catalogue import grouped, say
from noughts.core.rules import Rules

if TYPE_CHECKING:
    from noughts.puzzles.pack import Pack

MOST = 10_000


@click.command(
    "puzzles",
    cls=Command,
    examples=[
        ("noughts puzzles 4,3,3 pack.json --count 50", "fifty puzzles of 4,3,3"),
        ("noughts puzzles connect-four four.json --count 1000", "a thousand, in minutes"),
    ],
)
@click.argument("rules", type=parameters.RulesType())
@click.argument("file", type=click.Path(dir_okay=False))
@click.option(
    "--count",
    type=parameters.Whole(1, MOST),
    default=100,
    help="The most puzzles; at most one in three is easy.",
)
@click.option("--seed", type=int, default=1, metavar="N", help="Chooses the games.")
@files.force_option
def command(rules: Rules, file: str, count: int, seed: int, *, force: bool) -> None:
    """Find puzzles of RULES in games of the levels, and write them to FILE: JSON, or .sgf.

    Each has one right answer, which is proved. The same command writes the same bytes. If it is
    stopped, it resumes from FILE.games. noughts puzzle --pack FILE sets the puzzles.
    """
    from noughts.puzzles import gather, pack_files  # noqa: PLC0415  (slow to load)

    path = Path(file)
    files.check_target(path, force=force)
    kept = path.with_name(f"{path.name}.games")
    stage = say("convert", "finding puzzles")
    with working(stage) as line:
        pack = gather(rules, count, seed, kept, lambda number: line.count(stage, number, count))
    files.write(path, pack_files.encoded(pack, path.name))
    kept.unlink()
    tell(path, pack)


def tell(file: Path, pack: Pack) -> None:
    """Print what a file with puzzles holds."""
    count = len(pack.puzzles)
    values = {"file": file, "puzzles": grouped(count), "rules": pack.rules}
    click.echo(say("convert", "pack", count=count, **values))

"""`noughts book`: build an opening book for a gravity game."""

import sys
from pathlib import Path

import click

from noughts.cli import files, parameters
from noughts.cli.command import Command, filled
from noughts.cli.working import clear, working
from noughts.core.catalogue import counted, grouped, say
from noughts.core.rules import Rules
from noughts.solver import opening_book


@click.command(
    "book",
    cls=Command,
    examples=[
        ('noughts book "5,4,4 gravity" 544.book --stones 8', "takes seconds"),
        ("noughts book connect-four 764.book --stones 8", "takes an hour or more"),
    ],
)
@click.argument("rules", type=parameters.RulesType())
@click.argument("file", type=click.Path(dir_okay=False))
@click.option(
    "--stones",
    type=parameters.Whole(0, opening_book.MOST),
    default=4,
    help=filled("The most stones of a position, up to {most}.", most=str(opening_book.MOST)),
)
@click.option(
    "--slow",
    is_flag=True,
    help="Also add positions with one or two more stones that are slow to search.",
)
@click.option(
    "--plies",
    "valued",
    type=parameters.Whole(0, opening_book.MOST),
    help="Also find in how many plies positions with at most N stones are won.",
)
@parameters.memory_option
@files.force_option
def command(
    rules: Rules,
    file: str,
    stones: int,
    *,
    slow: bool,
    valued: int | None,
    memory: int | None,
    force: bool,
) -> None:
    """Prove who wins every position of RULES with few stones; resumes a stopped build."""
    from noughts.solver.book_building import add_plies, build_book, refuse_book  # noqa: PLC0415  (loads when it is used)

    refuse_book(rules)
    path, most = Path(file), counted("stone", stones)
    anew = files.check_target(
        path, force=force, own=lambda: opening_book.other_than(path, rules, stones)
    )

    def saved(played: int, done: int, size: int) -> None:
        if sys.stderr.isatty():
            clear()
        counts = {"done": grouped(done), "all": grouped(size)}
        click.echo(
            say("book", "progress", count=played, stones=grouped(played), **counts), err=True
        )

    with working(say("book", "proving", most=most)):
        book = build_book(rules, stones, path, memory=memory, slow=slow, anew=anew, on_save=saved)
        if valued is not None:
            book = add_plies(book, valued, path, memory=memory, on_save=saved)
    known = book.values.stones
    name, plies = "with plies" if known >= 0 else "done", counted("stone", known)
    said = say("book", name, most=most, plies=plies)
    click.echo(f"{rules}: {said}   {counted('byte', path.stat().st_size)}")

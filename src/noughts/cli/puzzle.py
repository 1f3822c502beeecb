"""`noughts puzzle`: solve puzzles in the terminal."""

from __future__ import annotations

import random
import sys
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from noughts.cli import common
from noughts.cli.command import Command
from noughts.core.catalogue import say
from noughts.core.errors import NoughtsError

if TYPE_CHECKING:
    from noughts.puzzles import Puzzle

KINDS = ("win", "fork", "zugzwang", "draw", "stop fork")
_LONGEST = 200  # the most characters of a line


@click.command(
    "puzzle",
    cls=Command,
    examples=[
        ("noughts puzzle", "the three of today, the same for everybody"),
        ("noughts puzzle --daily 2026-12-01", "those of a day"),
        ("noughts puzzle --kind zugzwang --count 1", "one of a kind"),
        ("noughts puzzle --pack pack.json --json", "puzzles of a pack, as JSON"),
    ],
)
@click.option(
    "--daily",
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="DATE",
    help="The puzzles of a day.  [default: today's]",
)
@click.option(
    "--kind",
    type=click.Choice(KINDS),
    metavar="KIND",
    help=f"Only puzzles of this kind: {', '.join(KINDS[:-1])} or {KINDS[-1]}.",
)
@click.option(
    "--pack",
    type=click.Path(exists=True, dir_okay=False),
    metavar="FILE",
    help="Puzzles of this pack, as noughts puzzles writes it.",
)
@click.option("--count", type=common.NODES, metavar="N", help="How many.  [default: 3]")
@common.seed_option
@common.json_option
def command(
    daily: datetime | None,
    kind: str | None,
    pack: str | None,
    count: int | None,
    seed: int | None,
    *,
    as_json: bool,
) -> None:
    """Solve puzzles: in each, one move is right, and that is proved.

    Type a move. hint tells a little more each time, give up shows the answer, and quit stops.
    """
    chosen = _chosen(daily and daily.date(), kind, pack, count, seed)
    if as_json:
        from noughts.puzzles.pack import set_puzzle_as_json  # noqa: PLC0415  (slow to load)

        for puzzle in chosen:
            common.print_json(set_puzzle_as_json(puzzle))
        return
    first_try = solved = 0
    for number, puzzle in enumerate(chosen, 1):
        click.echo(f"{number} of {len(chosen)}: {puzzle.position.rules}\n")
        tries = _solve(puzzle)
        if tries is None:
            break
        solved += tries > 0
        first_try += tries == 1
        click.echo("")
    click.echo(f"Solved {solved} of {len(chosen)}, {first_try} at the first try.")


def _chosen(
    day: date | None, kind: str | None, pack: str | None, count: int | None, seed: int | None
) -> list[Puzzle]:
    """Return the puzzles that the options ask for."""
    from noughts.puzzles import Pack, shipped  # noqa: PLC0415  (slow to load)
    from noughts.puzzles import daily as of_day  # noqa: PLC0415

    others = [name for name in ("kind", "pack", "count", "seed") if common.given(name)]
    if day is not None or not others:
        if others:
            common.refuse(f"--{others[0]}", "a day has its three puzzles")
        return list(of_day(day or date.today()))  # noqa: DTZ011  (the day where the user is)
    packs = (Pack.parse(Path(pack).read_bytes()),) if pack else shipped()
    every = [
        puzzle for each in packs for puzzle in each.puzzles if kind in {None, puzzle.kind.value}
    ]
    if not every:
        raise click.ClickException(f"there is no puzzle of the kind {kind} here")
    wanted = random.Random(seed).sample(every, min(count or 3, len(every)))
    return sorted(wanted, key=lambda puzzle: puzzle.difficulty)


def _solve(puzzle: Puzzle) -> int | None:
    """Let the user solve a puzzle; return after how many tries, 0 if given up, None to stop."""
    from noughts.puzzles import judge  # noqa: PLC0415  (slow to load)

    position, tries, hints = puzzle.position, 0, list(puzzle.hints())
    rules = position.rules
    click.echo(f"{common.board(position)}\n\n{puzzle.task}")
    while True:
        if sys.stdin.isatty():
            click.echo("> ", nl=False)
        line = sys.stdin.readline(_LONGEST + 1)
        typed = line.strip().lower()
        if not line or typed in {"quit", "q"}:
            return None
        if typed in {"hint", "h"}:
            click.echo(hints.pop(0) if len(hints) > 1 else hints[0])
            continue
        if typed == "give up":
            click.echo(puzzle.hints()[-1])
            click.echo(say("puzzle", "line", line=rules.names(puzzle.line)))
            return 0
        try:
            cell = position.cell(typed)
            position.play(cell)
        except NoughtsError as error:
            click.echo(f"{error}. Type a move, hint, give up or quit.")
            continue
        tries += 1
        answer = judge(puzzle, cell)
        name = rules.name(cell)
        if answer.right:
            click.echo(say("puzzle", "right", move=name, reason=answer.reason))
            if puzzle.plies is None:  # the reason of a win has its line
                click.echo(say("puzzle", "line", line=rules.names(puzzle.line)))
            return tries
        click.echo(say("puzzle", "wrong", move=name, reason=answer.reason))
        if len(answer.line) > 1:
            after = position.play(cell).play(answer.line[1])
            click.echo(f"{common.board(after)}\nTry again.")

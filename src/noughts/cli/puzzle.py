"""`noughts puzzle`: solve puzzles in the terminal."""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from noughts.cli import parameters, printing, refusing
from noughts.cli.command import Command, filled
from noughts.core.catalogue import say
from noughts.core.errors import NoughtsError, ReportError
from noughts.core.rules import Rules

if TYPE_CHECKING:
    from noughts.puzzles import Puzzle, ShippedPuzzle

KINDS = (
    "win",
    "fork",
    "zugzwang",
    "draw",
    "stop fork",
    "vcf",
    "vct",
    "who wins",
    "which move lost",
)
DIFFICULTIES = ("easy", "medium", "hard")
_LONGEST = 200  # the most characters of a line


class DayType(click.ParamType[date]):
    """A day such as 2026-12-01."""

    name = "day"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> date:
        """Read the day."""
        from noughts.puzzles.shipped import day_of  # noqa: PLC0415  (slow to load)

        try:
            return day_of(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


@click.command(
    "puzzle",
    cls=Command,
    examples=[
        ("noughts puzzle", "the three of today, the same for everybody"),
        ("noughts puzzle --daily 2026-12-01", "those of a day"),
        ("noughts puzzle --kind zugzwang --count 1", "one of a kind"),
        ("noughts puzzle --rules gomoku --difficulty hard", "three hard ones of a game"),
        ("noughts puzzle --pack pack.json --json", "puzzles of a pack, as JSON"),
    ],
)
@click.option(
    "--daily", type=DayType(), metavar="DATE", help="The puzzles of a day.  [default: today's]"
)
@click.option(
    "--kind",
    type=click.Choice(KINDS),
    metavar="KIND",
    help=filled("Only puzzles of this kind: {kinds}.", kinds=", ".join(KINDS)),
)
@click.option(
    "--difficulty",
    type=click.Choice(DIFFICULTIES),
    metavar="WORD",
    help="Only puzzles that are easy, medium or hard.",
)
@click.option(
    "--rules",
    type=parameters.RulesType(),
    help="Only puzzles of this game, such as 4,4,4 or connect-four.",
)
@click.option(
    "--pack",
    type=click.Path(exists=True, dir_okay=False),
    help="Puzzles of this pack, as noughts puzzles writes it: JSON or SGF.",
)
@click.option("--count", type=parameters.NODES, help="How many.  [default: 3]")
@parameters.seed_option
@parameters.json_option
def command(
    daily: date | None,
    kind: str | None,
    difficulty: str | None,
    rules: Rules | None,
    pack: str | None,
    count: int | None,
    seed: int | None,
    *,
    as_json: bool,
) -> None:
    """Solve puzzles: in each, one answer is right, and that is proved.

    Type a move, or who wins, or a move's number. hint tells a little more each time, give up shows
    the answer, and quit stops.
    """
    others = [
        name
        for name in ("kind", "difficulty", "rules", "pack", "count", "seed")
        if refusing.given(name)
    ]
    if daily is not None or not others:
        if others:
            refusing.refuse(f"--{others[0]}", say("usage", "day"))
        from noughts.puzzles import daily as of_day  # noqa: PLC0415  (slow to load)

        chosen: Sequence[ShippedPuzzle] = of_day(daily or date.today())  # noqa: DTZ011  (where the user is)
    else:
        chosen = _chosen(Filter(kind, difficulty, rules), pack, count or 3, seed)
    if as_json:
        from noughts.puzzles.shipped import set_as_json  # noqa: PLC0415  (slow to load)

        for each in chosen:
            printing.print_json(set_as_json(*each))
        return
    first_try = solved = 0
    for number, each in enumerate(chosen, 1):
        rules_text = each.puzzle.position.rules
        click.echo(say("puzzles", "of", number=number, last=len(chosen), rules=rules_text) + "\n")
        tries = _solve(each.puzzle)
        if tries is None:
            break
        solved += tries > 0
        first_try += tries == 1
        click.echo("")
    click.echo(say("puzzles", "solved", solved=solved, last=len(chosen), first=first_try))


class Filter(NamedTuple):
    """What the options ask for; None is everything."""

    kind: str | None
    difficulty: str | None
    rules: Rules | None


def _chosen(
    wanted: Filter, pack: str | None, count: int, seed: int | None
) -> Sequence[ShippedPuzzle]:
    """Return random puzzles that the options ask for, the easiest first."""
    from noughts.puzzles import Difficulty, PuzzleKind, ShippedPuzzle, choose, pack_files  # noqa: PLC0415  (slow to load)

    kind = PuzzleKind(wanted.kind) if wanted.kind else None
    difficulty = Difficulty(wanted.difficulty) if wanted.difficulty else None
    if pack is None:
        found = choose(count, kind=kind, difficulty=difficulty, rules=wanted.rules, seed=seed)
    else:
        try:
            every = pack_files.load(Path(pack))
        except NoughtsError as error:
            raise ReportError.said("sentence", "about", name=pack, problem=error) from None
        fitting = [
            puzzle
            for puzzle in every.puzzles
            if kind in {None, puzzle.kind}
            and difficulty in {None, Difficulty.of(puzzle.difficulty)}
            and wanted.rules in {None, every.rules}
        ]
        drawn = random.Random(seed).sample(fitting, min(count, len(fitting)))
        found = [
            ShippedPuzzle(None, puzzle)
            for puzzle in sorted(drawn, key=lambda each: each.difficulty)
        ]
    if not found:
        raise click.ClickException(say("usage", "no puzzle"))
    return found


def _solve(puzzle: Puzzle) -> int | None:
    """Let the user solve a puzzle; return after how many tries, 0 if given up, None to stop."""
    from noughts.puzzles import judge  # noqa: PLC0415  (slow to load)

    hints, tries = list(puzzle.hints()), 0
    rules = puzzle.position.rules
    _show(puzzle)
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
            answer = puzzle.read(typed)
        except NoughtsError as error:
            click.echo(say("puzzles", "retry", error=error))
            continue
        tries += 1
        judged = judge(puzzle, answer)
        move = rules.name(judged.cell)
        click.echo(
            say("puzzle", "right" if judged.right else "wrong", move=move, reason=judged.reason)
        )
        if judged.right:
            if puzzle.plies is None:  # the reason of a win has its line
                click.echo(say("puzzle", "line", line=rules.names(puzzle.line)))
            return tries
        if len(judged.line) > 1:
            after = judged.position.play(judged.cell).play(judged.line[1])
            click.echo(f"{after.board()}\n{say('puzzles', 'again')}")


def _show(puzzle: Puzzle) -> None:
    """Print the position or the game, and what to do."""
    click.echo(f"{puzzle.position.board()}\n")
    moves: Sequence[int] = getattr(puzzle, "moves", ())
    position = puzzle.position
    for number, cell in enumerate(moves, 1):
        click.echo(f"{number}. {position.turn} {position.rules.name(cell)}")
        position = position.play(cell)
    if moves:
        click.echo(f"\n{position.board()}\n")
    click.echo(puzzle.task)

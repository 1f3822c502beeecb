"""`noughts dataset`: positions with proved values, into a file with a card."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

import noughts
from noughts.cli import files, parameters, refusing
from noughts.cli.command import Command
from noughts.cli.working import working
from noughts.core.catalogue import grouped, say
from noughts.core.errors import shorten
from noughts.core.rules import Rules

if TYPE_CHECKING:
    from noughts.oracle.proved_rows import Recipe

ROWS = 10_000
NODES = 20_000
LEVELS = 30  #: as many different numbers of stones, if the user does not say


class StonesType(click.ParamType[tuple[int, int]]):
    """A range of numbers of stones, such as 12-40."""

    name = "stones"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        """Read the range."""
        found = re.fullmatch(r"(\d{1,3})-(\d{1,3})", str(value))
        if not found or int(found[1]) > int(found[2]):
            self.fail(say("dataset", "no range", text=shorten(str(value))), param, ctx)
        return int(found[1]), int(found[2])


@click.command(
    "dataset",
    cls=Command,
    examples=[
        (
            "noughts dataset 3,3,3 ttt.ndjson --moves",
            "all 5,478 positions, with each move's regret",
        ),
        ("noughts dataset connect-four four.parquet --count 1000000", "a million, with plies"),
        ("noughts dataset 15,15,5 wins.ndjson --count 500", "positions that threats decide"),
    ],
)
@click.argument("rules", type=parameters.RulesType())
@click.argument("file", type=click.Path(dir_okay=False))
@click.option(
    "--count",
    type=parameters.Whole(1, 10_000_000),
    help="The most rows.  [default: all positions of a small game; otherwise 10000]",
)
@click.option(
    "--stones",
    type=StonesType(),
    metavar="A-B",
    help="The fewest and the most stones; on larger boards, few stones take long.",
)
@click.option("--moves", is_flag=True, help="Also write the regret of each move.")
@click.option(
    "--nodes",
    type=parameters.NODES,
    default=NODES,
    help="The most nodes of a proof, for larger games without gravity.",
)
@click.option("--seed", type=int, default=1, metavar="N", help="Chooses the games.")
@click.option("--workers", type=parameters.Whole(1, 4096), help="Cores to use.  [default: all]")
@files.force_option
def command(
    rules: Rules,
    file: str,
    count: int | None,
    stones: tuple[int, int] | None,
    nodes: int,
    seed: int,
    workers: int | None,
    *,
    moves: bool,
    force: bool,
) -> None:
    """Write positions of RULES with proved values to FILE, with a card beside it.

    FILE ends in .ndjson, or in .parquet for Apache Parquet. The card, FILE.md, says what the file
    holds, how it was made, and its SHA-256. The same command writes the same bytes.
    """
    path = Path(file)
    refusing.need("numpy", "dataset")
    if path.suffix == ".parquet":
        refusing.need("parquet", "Parquet")
    from noughts.oracle import full_table, proved_rows  # noqa: PLC0415  (numpy loads with them)

    if path.suffix not in proved_rows.FORMATS:
        raise click.ClickException(proved_rows.wrong_name(path))
    small = full_table.takes(rules)
    if moves and not small and not rules.gravity:
        refusing.refuse("--moves", say("dataset", "too large", rules=rules))
    if refusing.given("nodes") and (small or rules.gravity):
        refusing.refuse("--nodes", say("dataset", "all proved", rules=rules))
    if count is None and (stones is not None or not small):
        count = ROWS
    most = rules.cells - 1
    if stones is None:
        fewest = max(0, most + 1 - LEVELS) if rules.gravity else 0 if small else 1 + most // 20
        stones = fewest, min(most, fewest + LEVELS)
    if stones[1] > most:
        asked = f"{stones[0]}-{stones[1]}"
        raise click.ClickException(say("dataset", "stones", stones=asked, rules=rules, most=most))
    beside = path.with_name(path.name + ".md")
    for target in (path, beside):
        files.check_target(target, force=force)
    recipe = proved_rows.Recipe(rules, count, seed, stones, moves, nodes)
    stage = say("dataset", "proving")
    with working(stage) as line:
        written = proved_rows.write(
            recipe,
            path,
            workers=workers,
            on_row=lambda number: line.count(stage, number, count or 0),
        )
    text = proved_rows.card(recipe, path, written, _typed(recipe, path), noughts.__version__)
    files.write(beside, text.encode())
    made = written.rows
    values = {"file": path, "positions": grouped(made), "rules": rules}
    click.echo(say("dataset", "written", count=made, **values))
    click.echo(say("dataset", "card", file=beside))
    if count is not None and made < count:
        fewer = grouped(count - made)
        click.echo(say("dataset", "fewer", count=count - made, positions=fewer), err=True)


def _typed(recipe: Recipe, path: Path) -> str:
    """Return the command that makes the same data again."""
    words = ["noughts", "dataset", str(recipe.rules), path.name]
    if recipe.size is not None:
        first, last = recipe.stones
        words += ["--count", str(recipe.size), "--stones", f"{first}-{last}"]
        words += ["--seed", str(recipe.seed)]
    if recipe.proves():
        words += ["--nodes", str(recipe.nodes)]
    return shlex.join([*words, *["--moves"] * recipe.moves])

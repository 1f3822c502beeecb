"""`noughts atlas`: who wins each small game, who says so, and what is open."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from noughts.cli import files, parameters, printing
from noughts.cli.command import Command
from noughts.cli.widths import table
from noughts.cli.working import working
from noughts.core.catalogue import grouped, say, worded
from noughts.core.errors import RecordError
from noughts.core.rules import Rules
from noughts.core.whole_file import naming

if TYPE_CHECKING:
    from noughts.atlas import AtlasEntry
    from noughts.json import shapes

#: The columns of the table.
_STATES = ("certificate", "solver", "theorem", "publication", "bound", "open")


@click.command(
    "atlas",
    cls=Command,
    examples=[
        ("noughts atlas", "the charts, and how much of each is known"),
        ("noughts atlas 7,7,5", "who wins 7,7,5, and who says so"),
        ("noughts atlas --make atlas.csv", "make the whole file again, or continue it"),
    ],
)
@click.argument("rules", type=parameters.RulesType(), required=False)
@click.option(
    "--make",
    type=click.Path(dir_okay=False),
    help="Prove what the atlas says, and write it to FILE. A file that was begun is continued.",
)
@files.force_option
@parameters.json_option
def command(rules: Rules | None, make: str | None, *, force: bool, as_json: bool) -> None:
    """Say who wins RULES from the empty board, who proved or published it, and how.

    The atlas has every board and box of up to 64 cells, with every k up to its longest side. In
    "O only blocks", O's own rows do not count. Nothing is searched; noughts solve does that.
    """
    if make is not None:
        if rules is not None or as_json:
            raise click.UsageError(say("atlas", "make alone"))
        _make(Path(make), force=force)
    elif rules is None:
        if as_json:
            raise click.UsageError(say("atlas", "needs rules"))
        click.echo(_charts())
    else:
        _look_up(rules, as_json=as_json)


def _look_up(rules: Rules, *, as_json: bool) -> None:
    """Print the entries of a game."""
    from noughts.atlas import known  # noqa: PLC0415  (reads a large file)
    from noughts.json import encode  # noqa: PLC0415  (slow to load)
    from noughts.solver import MOST_CELLS  # noqa: PLC0415  (slow to load)

    found = known(rules)
    document: shapes.Atlas = encode.atlas(rules, found)
    if as_json:
        printing.print_json(document)
        return
    if not found:
        absent = "absent" if rules.cells <= MOST_CELLS else "absent and large"
        click.echo(say("atlas", absent, rules=rules))
    for entry in found:
        click.echo("\n".join(_lines(entry)))


def _lines(entry: AtlasEntry) -> list[str]:
    from noughts.atlas import reason  # noqa: PLC0415  (reads a large file)

    value = say("atlas", entry.value)
    if entry.plies is not None:
        value = say("solved", "wins in", winner=entry.value[0], count=entry.plies)
    blocks = entry.named != entry.game
    named = worded("{game}, O only blocks").format(game=entry.game) if blocks else entry.game
    lines = [f"{named}: {value}", f"  {reason(entry)}"]
    return [*lines, f"  {worded('Published:')} {entry.published}"] if entry.published else lines


def _charts() -> str:
    from noughts.atlas import Chart, entries, title  # noqa: PLC0415  (reads a large file)

    counts = {chart: Counter[str]() for chart in Chart}
    for entry in entries():
        counts[entry.chart][entry.state] += 1
    rows = [["", *(worded(name, "atlas state") for name in _STATES)]]
    for chart, found in counts.items():
        rows.append([title(chart), *(grouped(found[name]) for name in _STATES)])
    return "\n".join(table(rows, (14, *[13] * len(_STATES))))


def _make(path: Path, *, force: bool) -> None:
    """Make the atlas, or continue it."""
    from noughts.atlas.atlas_file import read, written  # noqa: PLC0415  (slow to load)
    from noughts.atlas.making import Making, total  # noqa: PLC0415  (slow to load)

    begun: list[AtlasEntry] = []

    def other() -> str | None:
        whole = path.read_bytes().rpartition(b"\n")[0]  # the last line may be torn
        try:
            begun.extend(read(whole.decode().splitlines()))
        except (UnicodeDecodeError, RecordError):
            return say("atlas", "no atlas")
        return None

    files.check_target(path, force=force, own=other)
    making = Making(begun)
    files.write(path, written(making.found.values()).encode())
    with (
        working(say("atlas", "making")) as line,
        naming(path),
        path.open("a", encoding="utf-8", newline="") as file,
    ):
        for entry in making.make():
            file.write(written([entry]).partition("\n")[2])
            file.flush()
            line.count(say("atlas", "progress"), len(making.found), total())
    found = making.finish()
    files.write(path, written(found).encode())
    unknown = sum(not entry.decided for entry in found)
    click.echo(
        say(
            "atlas",
            "made",
            count=len(found),
            file=path,
            games=grouped(len(found)),
            open=grouped(unknown),
        )
    )

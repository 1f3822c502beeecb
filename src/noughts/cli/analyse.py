"""`noughts analyse`: the value of a position and of every move in it, with reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from noughts import report
from noughts.analysis import reason
from noughts.cli import common
from noughts.engines import engine
from noughts.record import result

if TYPE_CHECKING:
    from noughts.engines import Analysis
    from noughts.rules import Rules


@click.command("analyse")
@common.position_argument
@common.rules_option
@common.engine_option(default="perfect")
@common.limit_options
@common.json_option
def command(
    position: str,
    rules: Rules,
    engine_name: str,
    seconds: float | None,
    nodes: int | None,
    depth: int | None,
    *,
    as_json: bool,
) -> None:
    """Value POSITION, such as X.O/.X./..O, and every move in it (- reads it from stdin)."""
    stones = common.read_position(position, rules)
    found = engine(engine_name).analyse(stones, common.limit(seconds, nodes, depth))
    if as_json:
        common.print_json(report.analysis(found))
    else:
        click.echo(_text(found))


def _text(found: Analysis) -> str:
    position = found.position
    lines = [common.board(position), ""]
    if position.outcome is not None:
        ended = position.outcome.line
        with_line = f" with {position.rules.names(ended)}" if ended else ""
        return "\n".join([*lines, f"{result(position)}{with_line}"])
    lines += [f"{position.turn} to move: {common.in_words(found.score)}", ""]
    width = max(len(str(move.score or "")) for move in found.moves)
    for move in found.moves:
        name = position.rules.name(move.cell)
        star = "*" if move.cell in found.best else " "
        lines.append(
            f"{star} {name:<4} {move.score or ''!s:<{width}}  {reason(found, move)}".rstrip()
        )
    seconds = f"{found.seconds:.3f} s" if found.seconds >= 0.0005 else "under 1 ms"
    lines += ["", f"* best   {found.engine}, {found.nodes:,} nodes, {seconds}"]
    return "\n".join(lines)

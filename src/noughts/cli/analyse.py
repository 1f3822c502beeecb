"""`noughts analyse`: the value of a position and of every move in it, with reasons."""

import json
import sys
from collections.abc import Sequence

import click

from noughts.cli import chosen_engine, colors, parameters, printing, reading
from noughts.cli.command import LIMIT_EXIT, Command
from noughts.cli.widths import columns, padded
from noughts.cli.working import working
from noughts.core.catalogue import language, say
from noughts.core.rules import Rules
from noughts.engines import Analysis
from noughts.json import encode


@click.command(
    "analyse",
    cls=Command,
    examples=[
        ("noughts analyse X.O/.X./..O", "every move, best first"),
        ("noughts analyse ..../..../..../.... --rules 4,4,3 --json", "as one JSON object"),
        ("noughts analyse 4453 --rules connect-four", "after four moves, given by their columns"),
        ("noughts analyse 'O.X/.O./...' --turn X", "a board on which O began"),
        ("noughts analyse - --json < positions.txt", "one position and one JSON object per line"),
    ],
    exits=LIMIT_EXIT,
)
@parameters.position_argument
@parameters.rules_option
@parameters.turn_option
@parameters.engine_option("perfect")
@parameters.limit_options
@parameters.json_option
def command(
    position: str,
    rules: Rules,
    turn: str | None,
    engine_name: str,
    seconds: float | None,
    nodes: int | None,
    depth: int | None,
    *,
    as_json: bool,
) -> None:
    """Value POSITION, such as X.O/.X./..O, and every move in it.

    In gravity games, you can give the columns played, counted from 1. If O began, --turn says who
    moves; the marks are then swapped, because X moves first here.

    - reads positions from stdin, one per line, and analyses them on all cores; the answers come in
      the same order. A line without an answer gets {"line": ..., "error": ...} instead, and the
      exit code is that of the first such line.
    """
    limit = parameters.limit(seconds, nodes, depth)
    player = chosen_engine.load(engine_name, limit=limit)
    chosen_engine.check_limit(player, limit, engine_name)
    write = json_document if as_json else text
    if position == "-":
        from noughts.cli import analyse_lines  # noqa: PLC0415  (processes are slow to load)

        reading.tell_waiting(say("usage", "reading positions"))
        analyse_lines.run(
            sys.stdin.buffer,
            analyse_lines.LineQuestion(rules, engine_name, limit, write, turn, language()),
        )
        return
    stones = reading.read_position(position, rules, turn)
    with working(say("answer", "analysing"), limit):
        analysis = player.analyse(stones, limit)
    click.echo(write(analysis, engine_name, reading.swapped(stones, turn)))


def json_document(analysis: Analysis, name: str, notes: Sequence[str]) -> str:
    """Write an analysis as JSON, with the engine's name as given by the user."""
    return json.dumps(encode.analysis(analysis._replace(engine=name), notes))


def text(analysis: Analysis, name: str, _notes: Sequence[str]) -> str:
    """Write an analysis for people; notes go to stderr."""
    position = analysis.position
    lines = [colors.board(position.board()), ""]
    if position.outcome is not None:
        ended = position.outcome.line
        line = position.rules.names(ended) if ended else ""
        name = "wins" if ended else "draw"
        return "\n".join([*lines, say("answer", name, winner=position.outcome.winner, line=line)])
    worth = printing.with_customary(printing.in_words(analysis.score), position, analysis.score)
    worth = colors.worth(worth, analysis.score)
    lines += [say("answer", "to move", turn=position.turn, value=worth), ""]
    worths = ["" if m.score is None else printing.short_value(m.score) for m in analysis.moves]
    width = max(map(columns, worths))
    best = set(analysis.best)
    for move, worth in zip(analysis.moves, worths, strict=True):
        cell = position.rules.name(move.cell)
        star = "*" if move.cell in best else " "
        said = colors.worth(padded(worth, width), move.score)
        lines.append(f"{star} {cell:<4} {said}  {move.reason}".rstrip())
    seconds = f"{analysis.seconds:.3f}"
    time = say("answer", "seconds" if analysis.seconds >= 0.0005 else "quick", seconds=seconds)
    nodes = f"{analysis.nodes:,}"
    lines += ["", say("answer", "foot", engine=name, count=analysis.nodes, nodes=nodes, time=time)]
    return "\n".join(lines)

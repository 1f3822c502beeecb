"""`noughts count`: how large a game is, and how much of it each search looks at."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import click

from noughts import report
from noughts.cli import common
from noughts.cli.command import LIMIT_EXIT, Command
from noughts.cli.working import working
from noughts.counting import SAMPLE_GAME, calls, count
from noughts.solver.counting import positions_per_ply

if TYPE_CHECKING:
    from noughts import schema
    from noughts.counting import Calls, Count
    from noughts.limit import Limit
    from noughts.rules import Rules

_WORDS = {
    "positions": "positions",
    "terminal": "of them final",
    "distinct": "positions up to symmetry",
    "games": "games",
    "x_wins": "won by X",
    "o_wins": "won by O",
    "draws": "drawn",
    "distinct_games": "games, positions merged by symmetry at every ply",
    "distinct_move_sequences": "games that no symmetry maps onto each other",
    "nodes": "nodes of the game tree",
}


@click.command(
    "count",
    cls=Command,
    examples=[
        ("noughts count", "tic-tac-toe: 5,478 positions, 255,168 games"),
        ("noughts count 4,3,3 --json", "as JSON"),
        ("noughts count --calls", "how much minimax, alpha-beta and a memory look at"),
        ("noughts count connect-four --plies 12", "positions with up to 12 stones"),
    ],
    exits=LIMIT_EXIT,
)
@common.rules_argument
@click.option("--calls", "count_calls", is_flag=True, help="Count what each search looks at.")
@click.option(
    "--plies",
    type=common.NODES,
    metavar="N",
    help="Count the positions alone, with each number of stones up to N.",
)
@click.option("--seconds", type=common.SecondsType(), metavar="SECONDS", help="How long, at most.")
@click.option("--nodes", type=common.NODES, metavar="N", help="How many positions, at most.")
@common.json_option
def command(
    rules: Rules,
    plies: int | None,
    seconds: float | None,
    nodes: int | None,
    *,
    count_calls: bool,
    as_json: bool,
) -> None:
    """Count the positions, games and tree nodes of RULES (default 3,3,3)."""
    limit = common.limit(seconds, nodes, None)
    document: schema.Calls | schema.Count | schema.Plies
    if count_calls and plies is not None:
        raise click.UsageError("--calls and --plies are two questions: ask one at a time")
    if plies is not None:
        per_ply = _plies(rules, plies, limit, show=not as_json)
        if as_json:
            common.print_json(report.plies(rules, per_ply))
        return
    if count_calls:
        with working(f"searching {rules}", limit):
            searched = calls(rules, limit)
        text, document = _calls_text(rules, searched), report.calls(rules, searched)
    else:
        with working(f"counting {rules}", limit):
            counted = count(rules, limit)
        text, document = _count_text(counted), report.count(rules, counted)
    if as_json:
        common.print_json(document)
    else:
        click.echo(text)


def _plies(rules: Rules, plies: int, limit: Limit | None, *, show: bool) -> list[int]:
    """Count positions; show each ply as soon as it is known."""
    per_ply: list[int] = []
    found = positions_per_ply(rules, limit)
    with working(f"counting {rules}", limit):
        for positions in islice(found, plies + 1):
            if show:
                click.echo(f"{positions:>19,}  {len(per_ply)}")
            per_ply.append(positions)
    if show:
        last = len(per_ply) - 1
        stones = "" if last < plies or last == rules.cells else f" with up to {last} stones"
        click.echo(f"{sum(per_ply):>19,}  positions{stones}")
    return per_ply


def _count_text(counted: Count) -> str:
    lines = [f"{getattr(counted, key):>15,}  {words}" for key, words in _WORDS.items()]
    lines += ["", "move sequences by length:"]
    lines += [f"{n:>15,}  {ply}" for ply, n in enumerate(counted.sequences_per_ply)]
    return "\n".join(lines)


def _calls_text(rules: Rules, searched: Calls) -> str:
    lines = [
        f"{searched.minimax:>11,}  minimax",
        f"{searched.alphabeta:>11,}  alpha-beta, cells in reading order",
        f"{searched.alphabeta_ordered:>11,}  alpha-beta, cells on many lines first",
        f"{searched.memoised:>11,}  every position once",
        f"{searched.symmetric:>11,}  every position once up to symmetry",
    ]
    if searched.along_a_game:
        lines += ["", "minimax as the board fills:"]
        lines.append(f"{searched.along_a_game[0]:>11,}  empty board")
        names = (f"after {rules.name(cell)}" for cell in SAMPLE_GAME)
        lines += (
            f"{n:>11,}  {name}" for n, name in zip(searched.along_a_game[1:], names, strict=True)
        )
    return "\n".join(lines)

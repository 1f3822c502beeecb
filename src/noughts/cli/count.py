"""`noughts count`: how large a game is, and how much work each search does."""

from __future__ import annotations

from itertools import accumulate, islice
from math import comb, perm
from typing import TYPE_CHECKING

import click

from noughts.cli import parameters, printing
from noughts.cli.command import LIMIT_EXIT, Command
from noughts.cli.widths import columns, flush, padded
from noughts.cli.working import working
from noughts.core.catalogue import counted, grouped, say
from noughts.core.limit import Limit
from noughts.core.rules import Rules
from noughts.json import encode
from noughts.lab.counting import SAMPLE_GAME, Calls, Count, calls, count
from noughts.solver.enumeration import positions_per_ply

if TYPE_CHECKING:
    from noughts.json import shapes

_MOST_POSITIONS = 10**7  # counted without a limit: minutes, and 3 GiB
_MOST_NODES = 10**10  # of minimax's tree
_WIDTH = 50  # of a label, before its number
# What is counted, and what of it.
_POSITIONS = ("positions", "terminal", "distinct")
_GAMES = (*("games", "x_wins", "o_wins", "draws"), *("distinct_games", "distinct_move_sequences"))


@click.command(
    "count",
    cls=Command,
    examples=[
        ("noughts count", "tic-tac-toe: 5,478 positions, 255,168 games"),
        ("noughts count 4,3,3 --json", "as JSON"),
        ("noughts count --calls", "the work of minimax, alpha-beta and a memory"),
        ("noughts count connect-four --plies 8", "positions with at most 8 stones"),
    ],
    exits=LIMIT_EXIT,
)
@parameters.rules_argument
@click.option(
    "--calls", "count_calls", is_flag=True, help="Count the calls that each search needs."
)
@click.option(
    "--plies",
    type=parameters.NODES,
    help="Count only the positions, with each number of stones up to N.",
)
@click.option("--seconds", type=parameters.SecondsType(), help="The longest time to search.")
@click.option("--nodes", type=parameters.NODES, help="The most positions to look at.")
@parameters.json_option
def command(
    rules: Rules,
    plies: int | None,
    seconds: float | None,
    nodes: int | None,
    *,
    count_calls: bool,
    as_json: bool,
) -> None:
    """Count the positions, games and tree nodes of RULES (default 3,3,3).

    A game that is too large to count in minutes needs --plies, --seconds or --nodes.
    """
    limit = parameters.limit(seconds, nodes, None)
    document: shapes.Calls | shapes.Count | shapes.Plies
    if count_calls and plies is not None:
        raise click.UsageError(say("counting", "combined"))
    if limit is None:
        _refuse_large(rules, plies, tree=count_calls)
    if plies is not None:
        per_ply = _plies(rules, plies, limit, show=not as_json)
        if as_json:
            printing.print_json(encode.plies(rules, per_ply))
        return
    if count_calls:
        with working(say("counting", "searching", rules=rules), limit):
            searched = calls(rules, limit)
        text, document = _calls_text(rules, searched), encode.calls(rules, searched)
    else:
        with working(say("counting", "counting", rules=rules), limit):
            found = count(rules, limit)
        text, document = _count_text(rules, found), encode.count(rules, found)
    if as_json:
        printing.print_json(document)
    else:
        click.echo(text)


def _refuse_large(rules: Rules, plies: int | None, *, tree: bool) -> None:
    """Reject a count that would take hours or all memory.

    Raises:
        click.UsageError: The game is too large; says what can be counted.
    """
    ways = _shapes(rules)  # ways to choose the occupied cells, by how many they are
    bounds = [each * comb(stones, stones // 2) for stones, each in enumerate(ways)]
    values: dict[str, str] = {}
    if tree:
        size = sum(min(perm(rules.cells, n), _columns(rules) ** n) for n in range(len(ways)))
        allowed, what = _MOST_NODES, "too many nodes"
    elif plies is None:
        size, allowed = sum(bounds) // len(rules.symmetries), _MOST_POSITIONS
        what = "too many positions"
    elif rules.gravity:
        return  # compiled, and within the memory
    else:
        size, allowed = sum(bounds[: plies + 1]), _MOST_POSITIONS
        what, values = "too many with stones", {"stones": counted("stone", plies)}
    if size <= allowed:
        return
    few = sum(total <= _MOST_POSITIONS for total in accumulate(bounds)) - 1
    about = grouped(size) if size < 10**15 else f"10^{len(str(size)) - 1}"
    most = counted("stone", few)
    raise click.UsageError(
        say("counting", what, rules=rules, about=about, few=few, most=most, **values)
    )


def _columns(rules: Rules) -> int:
    """Return the most moves of a position."""
    return rules.cells // rules.shape[1] if rules.gravity else rules.cells


def _shapes(rules: Rules) -> list[int]:
    """Return the number of ways to occupy 0, 1, 2, ... cells."""
    if not rules.gravity:
        return [comb(rules.cells, stones) for stones in range(rules.cells + 1)]
    ways, rows = [1], rules.shape[1]
    for _ in range(_columns(rules)):
        ways = [sum(ways[max(0, n - rows) : n + 1]) for n in range(len(ways) + rows)]
    return ways


def _plies(rules: Rules, plies: int, limit: Limit | None, *, show: bool) -> list[int]:
    """Count positions; show each ply as soon as it is known."""
    per_ply: list[int] = []
    counts = positions_per_ply(rules, limit)
    head, last = say("counting", "stones"), say("counting", "sum")
    width = max(6, columns(head), columns(last))

    def row(first: str, second: str) -> None:
        if show:
            click.echo(flush(first, width) + flush(second, 19))

    if show:
        click.echo(f"{rules}\n")
    row(head, say("counting", "positions"))
    with working(say("counting", "counting", rules=rules), limit):
        for positions in islice(counts, plies + 1):
            row(grouped(len(per_ply)), grouped(positions))
            per_ply.append(positions)
    row(last, grouped(sum(per_ply)))
    return per_ply


def _count_text(rules: Rules, found: Count) -> str:
    def rows(whole: str, *parts: str) -> list[str]:
        return [_named(whole, found), *(_named(each, found, "  ") for each in parts)]

    blocks = [
        rows(*_POSITIONS),
        rows(*_GAMES),
        rows("nodes"),
        [
            say("counting", "sequences"),
            *(_row(f"{ply:>4}", n) for ply, n in enumerate(found.sequences_per_ply)),
        ],
    ]
    return "\n\n".join([str(rules), *("\n".join(block) for block in blocks)])


def _calls_text(rules: Rules, searched: Calls) -> str:
    lines = [
        say("counting", "calls", rules=rules),
        "",
        _named("minimax", searched),
        _named("alphabeta", searched),
        _named("alphabeta_ordered", searched),
        _named("memoised", searched),
        *_split(searched.memoised, searched.memoised_worked_out),
        _named("symmetric", searched),
        *_split(searched.symmetric, searched.symmetric_worked_out),
    ]
    if searched.along_a_game:
        lines += ["", say("counting", "along a game"), ""]
        lines.append(_row(say("counting", "empty board"), searched.along_a_game[0]))
        names = (say("counting", "after", move=rules.name(cell)) for cell in SAMPLE_GAME)
        lines += map(_row, names, searched.along_a_game[1:])
    return "\n".join(lines)


def _split(called: int, worked_out: int) -> list[str]:
    return [
        _row("  " + say("counting", "worked out"), worked_out),
        _row("  " + say("counting", "looked up"), called - worked_out),
    ]


def _named(name: str, found: Count | Calls, indent: str = "") -> str:
    """Return the row of a field."""
    return _row(indent + say("counting", name), getattr(found, name))


def _row(words: str, number: int) -> str:
    return padded(words, _WIDTH) + f"{grouped(number):>15}"

"""What the commands share: parameters, reading, printing."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from noughts.engines import ENGINES, Level, Limit
from noughts.errors import NoughtsError
from noughts.notation import MAX_TEXT, format_rows
from noughts.position import Position
from noughts.rules import ALIASES, Rules
from noughts.score import Score

if TYPE_CHECKING:
    from collections.abc import Callable

    from noughts.engines import Worth

    Decorator = Callable[[Callable[..., None]], Callable[..., None]]

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
LEVELS = [str(level) for level in Level]


class RulesType(click.ParamType[Rules]):
    """Rules such as 3,3,3 or gomoku."""

    name = "rules"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Rules:
        """Read the rules; say so if nobody can win under them."""
        if isinstance(value, Rules):
            return value
        try:
            rules = Rules.parse(value)
        except NoughtsError as error:
            self.fail(str(error), param, ctx)
        if not rules.lines:
            click.echo(f"note: no line fits on {rules}; every game of it is a draw", err=True)
        return rules

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Offer the named games."""
        del ctx, param
        known = [*ALIASES, "3,3,3", "4,3,3", "4,4,4", "3,3,3 misere", "3,3,3 torus", "3,3,3,3"]
        return [CompletionItem(name) for name in known if name.startswith(incomplete.lower())]


class SecondsType(click.FloatRange):
    """A number of seconds above 0, at most a day."""

    name = "seconds"

    def __init__(self) -> None:
        super().__init__(0, 86_400, min_open=True)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Read the number; "nan" is inside every range to click, and outside of this one."""
        seconds: float = super().convert(value, param, ctx)
        if seconds != seconds:  # noqa: PLR0124  (only nan is not itself)
            self.fail("nan is not in the range 0<x<=86400", param, ctx)
        return seconds


rules_option = click.option(
    "--rules",
    type=RulesType(),
    default="3,3,3",
    show_default=True,
    help="The game: m,n,k, a box m,n,layers,k, or a name such as gomoku; torus, exact, misere.",
)
rules_argument = click.argument("rules", type=RulesType(), default="3,3,3")
position_argument = click.argument("position")
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
seed_option = click.option("--seed", type=int, help="Makes drawn lots repeatable.")


def engine_option(default: str | None) -> Decorator:
    """Return the option that names an engine."""
    return click.option(
        "--engine",
        "engine_name",
        type=click.Choice(sorted(ENGINES), case_sensitive=False),
        default=default,
        show_default=default is not None,
        help="Who thinks.",
    )


def limit_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add --seconds, --nodes and --depth."""
    for name, kind, text in (
        ("--depth", click.IntRange(1), "Plies to look ahead."),
        ("--nodes", click.IntRange(1), "Positions to look at."),
        ("--seconds", SecondsType(), "Seconds to think."),
    ):
        command = click.option(name, type=kind, help=text)(command)
    return command


def limit(seconds: float | None, nodes: int | None, depth: int | None) -> Limit | None:
    """Return the limit the options ask for, None if they ask for none."""
    if seconds is nodes is depth is None:
        return None
    return Limit(seconds, nodes, depth)


def read(source: str) -> str:
    """Return an argument, or what stands on stdin if it is ``-``; within limits.

    Raises:
        click.BadParameter: too long, or not UTF-8.
    """
    if source != "-":
        return source
    data = sys.stdin.buffer.read(MAX_TEXT + 1)
    if len(data) > MAX_TEXT:
        raise click.BadParameter(f"more than {MAX_TEXT:,} bytes on stdin")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise click.BadParameter(f"stdin is not UTF-8: {error}") from None


def read_position(text: str, rules: Rules) -> Position:
    """Read the position argument, or stdin if it is ``-``."""
    return Position.parse(read(text), rules)


def print_json(report: dict[str, Any]) -> None:
    """Print one JSON object on one line."""
    click.echo(json.dumps(report))


def board(position: Position) -> str:
    """Return a position as lines of text with coordinates, a box's layers one below the other.

    The line that ended the game stands in brackets.

    >>> print(board(Position.parse("XXX/OO./...")))
         a  b  c
     1  [X][X][X]
     2   O  O  .
     3   .  .  .
    """
    shape = position.rules.shape
    outcome = position.outcome
    line = set((outcome.line if outcome else None) or ())
    header = "    " + "".join(f" {letter} " for letter in _LETTERS[: shape[0]])
    lines = []
    cell = 0
    for number, layer in enumerate(format_rows(position.x, position.o, shape).split("//")):
        if len(shape) == 3:
            lines += ([""] if number else []) + [f"layer {_LETTERS[number]}"]
        lines.append(header.rstrip())
        for row, stones in enumerate(layer.split("/"), start=1):
            text = f"{row:2}  "
            for stone in stones:
                text += f"[{stone}]" if cell in line else f" {stone} "
                cell += 1
            lines.append(text.rstrip())
    return "\n".join(lines)


def in_words(worth: Worth | None) -> str:
    """Say a score, and whether it is proved.

    >>> from noughts import Estimate
    >>> in_words(Score.win(3)), in_words(Estimate(-12))
    ('win in 3, proved', 'about -12, not proved')
    """
    if worth is None:
        return "not valued"
    return f"{worth}, {'proved' if isinstance(worth, Score) else 'not proved'}"

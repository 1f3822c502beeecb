"""The parameters that commands share: their kinds, and the options themselves."""

import sys
from collections.abc import Callable
from typing import Any

import click
from click.shell_completion import CompletionItem

from noughts.cli.chosen_engine import is_certificate
from noughts.cli.command import GAME, filled, nearest
from noughts.cli.reading import note
from noughts.core.catalogue import say
from noughts.core.errors import NoughtsError, shorten
from noughts.core.limit import Limit
from noughts.core.position import Mark
from noughts.core.rules import ALIASES, Rules
from noughts.engines import ENGINES, Level

Decorator = Callable[[Callable[..., None]], Callable[..., None]]

MIB = 1 << 20
LEVELS = [str(level) for level in Level]


class RulesType(click.ParamType[Rules]):
    """Rules such as 3,3,3 or gomoku."""

    name = "rules"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Rules:
        """Read the rules; add a note if nobody can win under them."""
        if isinstance(value, Rules):
            return value
        try:
            rules = Rules.parse(value)
        except NoughtsError as error:
            self.fail(str(error), param, ctx)
        if not rules.lines:
            note(say("usage", "no line", rules=rules))
        return rules

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Offer the named games, and some popular ones."""
        del ctx, param
        known = [*ALIASES, "3,3,3", "4,3,3", "4,4,4", "3,3,3 misere", "3,3,3 torus", "3,3,3,3"]
        return [CompletionItem(name) for name in known if name.startswith(incomplete.lower())]


class EngineType(click.ParamType[str]):
    """An engine or a level by name, ``module:Class`` for your own engine, or a certificate."""

    name = "engine"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Check the name, and that the engine can be loaded."""
        name = str(value).strip()
        if ":" in name or is_certificate(name):
            return name  # `load` runs your own engine in a separate process
        if name.lower() not in ENGINES:
            known = nearest(name, [*sorted(ENGINES), say("usage", "or own")])
            self.fail(say("usage", "no engine", name=shorten(name), hint=known), param, ctx)
        return name.lower()

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Offer the names."""
        del ctx, param
        return [
            CompletionItem(name) for name in sorted(ENGINES) if name.startswith(incomplete.lower())
        ]


class LevelType(click.Choice[str]):
    """A level, or a certificate, whose moves the computer plays."""

    def __init__(self) -> None:
        super().__init__(LEVELS, case_sensitive=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Check the level; `opponent` reads a certificate."""
        return value if is_certificate(value) else super().convert(value, param, ctx)


class Whole(click.ParamType[int]):
    """A whole number in a range; errors name the range, the help does not."""

    name = "N"  # as the help calls it

    def __init__(self, least: int = 1, most: int | None = None) -> None:
        self._least, self._most = least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read the number."""
        try:
            number = int(value)
        except ValueError:
            self.fail(say("usage", "whole number", text=shorten(str(value))), param, ctx)
        if not self._least <= number <= self._upper:
            endless = self._upper >= sys.maxsize
            name = "at least" if endless and number < self._least else "from to"
            why = say("usage", name, number=_cut(value), least=self._least, most=self._upper)
            self.fail(why, param, ctx)
        return number

    @property
    def _upper(self) -> int:
        return sys.maxsize if self._most is None else self._most


class Above0(click.ParamType[float]):
    """A number above 0, or with `zero` from 0; errors name the range, the help does not."""

    name = "number"
    kind = "number"  #: the error for anything else

    def __init__(self, most: int, *, zero: bool = False) -> None:
        self._most, self._zero = most, zero

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Read the number; "nan" is outside of every range."""
        try:
            number = float(value)
        except ValueError:
            self.fail(say("usage", self.kind, text=shorten(str(value))), param, ctx)
        if not (0 < number <= self._most or (self._zero and number == 0)):
            name = "from 0" if self._zero else "above 0"
            why = say("usage", name, number=_cut(value), most=f"{self._most:,}")
            self.fail(why, param, ctx)
        return number


class SecondsType(Above0):
    """A number of seconds above 0, at most a day."""

    name = "seconds"
    kind = "number of seconds"

    def __init__(self) -> None:
        super().__init__(86_400)


class Mebibytes(Whole):
    """A number of MiB, as bytes."""

    name = "MiB"

    def __init__(self) -> None:
        super().__init__(1, 10**100)  # an error names this machine's memory instead

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read the number."""
        return super().convert(value, param, ctx) * MIB


def _cut(value: object) -> str:
    """Return a number as typed; only the beginning of a very long one."""
    text = str(value)
    return text if len(text) <= 30 else shorten(text)


NODES = Whole()

rules_option: Decorator = click.option(
    "--rules", type=RulesType(), default="3,3,3", help=filled("The game: {game}.", game=GAME)
)
rules_argument: Decorator = click.argument("rules", type=RulesType(), default="3,3,3")
position_argument: Decorator = click.argument("position", metavar="POSITION")
turn_option: Decorator = click.option(
    "--turn",
    type=click.Choice([str(mark) for mark in Mark], case_sensitive=False),
    help="The side to move in POSITION.  [default: as if X began]",
)


json_option: Decorator = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object."
)
seed_option: Decorator = click.option(
    "--seed", type=int, metavar="N", help="Makes random choices repeatable."
)
level_option: Decorator = click.option(
    "--level",
    type=LevelType(),
    default="hard",
    metavar="LEVEL",
    help=filled(
        "How well the computer plays: {levels}; or a FILE.cert to play a certificate.",
        levels=", ".join(LEVELS),
    ),
)


def engine_option(
    default: str | None,
    text: str = "Who thinks: {engines}; module:Class for your own engine, or a "
    "FILE.cert to play a certificate.",
) -> Decorator:
    """Return the option that names an engine."""
    return click.option(
        "--engine",
        "engine_name",
        type=EngineType(),
        default=default,
        help=filled(text, engines=", ".join(sorted(ENGINES))),
    )


def together(*options: Decorator) -> Decorator:
    """Return a decorator that adds several options, in the order of the help."""

    def add(command: Callable[..., None]) -> Callable[..., None]:
        for option in reversed(options):
            command = option(command)
        return command

    return add


_nodes_option: Decorator = click.option(
    "--nodes", type=NODES, metavar="N", help="The most positions to look at."
)
limit_options: Decorator = together(
    click.option("--seconds", type=SecondsType(), help="The longest time to think."),
    _nodes_option,
    click.option("--depth", type=NODES, metavar="PLIES", help="The most plies to look ahead."),
)
memory_option: Decorator = click.option(
    "--memory",
    type=Mebibytes(),
    help="The MiB for the search's tables.  [default: a quarter of the machine's]",
)


#: A proof's start and limits; the memory arrives in bytes.
proof_options: Decorator = together(
    click.option(
        "--position",
        metavar="POSITION",
        help="Start from this position instead of the empty board; - reads it from stdin.",
    ),
    click.option("--seconds", type=SecondsType(), help="The longest time to search."),
    _nodes_option,
    memory_option,
)


def limit(seconds: float | None, nodes: int | None, depth: int | None) -> Limit | None:
    """Return the limit from the options; None if there is none."""
    if seconds is nodes is depth is None:
        return None
    return Limit(seconds, nodes, depth)

"""Shared by the commands: parameters, reading, printing."""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

from noughts.cli.command import GAME, filled, nearest
from noughts.cli.working import working
from noughts.core import zugzwang
from noughts.core.catalogue import grouped, listed, say
from noughts.core.errors import NoughtsError, shorten
from noughts.core.limit import Limit
from noughts.core.notation import MAX_TEXT
from noughts.core.position import Mark, Position
from noughts.core.rules import ALIASES, Rules
from noughts.core.score import MOST_POINTS, Score
from noughts.engines import ENGINES, Engine, Level, Worth, engine

if TYPE_CHECKING:
    from noughts.proofs.certificate import CertificateEngine

Decorator = Callable[[Callable[..., None]], Callable[..., None]]

_BOUNDS = {"upper": "at most", None: "about", "lower": "at least"}
_NEARER = {True: "upper", False: "lower"}  # a bound of a won or lost estimate that says less
MIB = 1 << 20
LEVELS = [str(level) for level in Level]


# -- kinds of parameters -------------------------------------------------------------------------


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


# -- options that would do nothing ---------------------------------------------------------------


def given(name: str) -> bool:
    """Whether the user gave an option of the running command."""
    source = click.get_current_context().get_parameter_source(name)
    return source is ParameterSource.COMMANDLINE


def refuse(option: str, why: str) -> None:
    """Reject an option that would do nothing.

    Raises:
        click.UsageError: always.
    """
    context = click.get_current_context()
    raise click.UsageError(say("usage", "nothing", option=option, why=why), context)


#: The packages of each extra that a command asks for.
_EXTRAS = {
    "cluster": ("ray",),
    "games": ("sqlalchemy", "platformdirs"),
    "ledger": ("sqlalchemy",),
    "mcp": ("mcp",),
    "numpy": ("numpy",),
    "parquet": ("pyarrow",),
    "web": ("fastapi", "uvicorn"),
}


def need(extra: str, what: str) -> None:
    """Say how to install an extra if what the user asked for needs it, and it is missing."""
    if not all(map(importlib.util.find_spec, _EXTRAS[extra])):
        install = f"pip install 'noughts[{extra}]'"
        raise click.ClickException(say("usage", "packages", what=what, install=install))


def load(
    name: str, *, seed: int | None = None, limit: Limit | None = None, total: bool = False
) -> Engine:
    """Return an engine by name; the user's own engines run in a separate process.

    The limit's seconds stop such an engine: for each answer or, with `total`, for all of them
    together.

    Raises:
        UnknownNameError: The engine does not exist, or cannot be created.
        LimitReachedError: It takes too long to load.
    """
    if is_certificate(name):
        return certificate(name)
    if ":" not in name:
        return engine(name, seed=seed)
    from noughts.engines.guest import Guest  # noqa: PLC0415  (processes are slow to load)

    return Guest(name, seed=seed, limit=limit, total=total)


def is_certificate(name: str) -> bool:
    """Whether the name of an engine or a level is the file of a certificate.

    >>> is_certificate("win.cert"), is_certificate("mine:Engine")
    (True, False)
    """
    return name.endswith(".cert")


def certificate(file: str, *, keeps: bool = False) -> CertificateEngine:
    """Return the engine that plays a certificate, after checking it.

    Raises:
        CertificateError: It is not a certificate, is wrong, or has no moves.
        OSError: It cannot be read.
    """
    from noughts.proofs.certificate import CertificateEngine  # noqa: PLC0415  (loads when it is used)

    with working(say("proof", "verifying", file=file)):
        return CertificateEngine(file, keeps=keeps)


def opponent(level: str, *, seed: int | None = None, keeps: bool = False) -> Engine:
    """Return the engine that plays at a level, or plays a certificate; `keeps` as for `Perfect`.

    >>> opponent("medium")
    <Skill: medium>
    """
    if is_certificate(level):
        return certificate(level, keeps=keeps)
    return Level.parse(level).engine(seed=seed, keeps=keeps)


def check_limit(player: Engine, allowed: Limit | None, name: str) -> None:
    """Reject a limit that an engine does not obey.

    Raises:
        click.UsageError: It would do nothing.
    """
    for part in Limit.fields:
        if allowed is not None and getattr(allowed, part) and part not in player.limits:
            others = [f"--{other}" for other in Limit.fields if other in player.limits]
            instead = listed(others) or say("usage", "no limit")
            refuse(f"--{part}", say("usage", "keeps to", name=name, limits=instead))


def check_seed(player: Engine, seed: int | None, name: str) -> None:
    """Reject a seed for a deterministic engine.

    Raises:
        click.UsageError: It would do nothing.
    """
    if seed is not None and not player.randomised:
        refuse("--seed", say("usage", "not random", name=name))


# -- reading -------------------------------------------------------------------------------------


def note(text: str) -> None:
    """Print a note on stderr."""
    click.echo(say("usage", "note", text=text), err=True)


def tell_waiting(text: str) -> None:
    """Say what a command waits for at a keyboard; otherwise it looks stuck."""
    if sys.stdin.isatty():
        note(text)


def read(source: str) -> str:
    """Return an argument, or the text of stdin if it is ``-``; within limits.

    Raises:
        click.BadParameter: Too long, or not UTF-8.
    """
    if source != "-":
        return source
    tell_waiting(say("usage", "reading position"))
    data = sys.stdin.buffer.read(MAX_TEXT + 1)
    if len(data) > MAX_TEXT:
        raise click.BadParameter(say("usage", "long stdin", most=f"{MAX_TEXT:,}"))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise click.BadParameter(say("usage", "not UTF-8", problem=error)) from None
    if not text.strip():
        raise click.BadParameter(say("usage", "empty stdin"))
    return text


def start(rules: Rules, text: str | None) -> Position:
    """Return the given position, by default the empty board."""
    return Position(rules) if text is None else read_position(text, rules)


def read_position(text: str, rules: Rules, turn: str | None = None) -> Position:
    """Read the position argument, or stdin if it is ``-``; add a note if marks were swapped."""
    position = Position.parse(read(text), rules, None if turn is None else Mark[turn.upper()])
    for each in swapped(position, turn):
        note(each)
    return position


def swapped(position: Position, turn: str | None) -> list[str]:
    """Return a note if the position's marks differ from its text, in which `turn` moves.

    >>> swapped(Position.parse("X../.O./...", turn=Mark.O), "O")
    ['O began, so the marks are swapped: X moves in place of O']
    """
    if turn is None or Mark[turn.upper()] is position.turn:
        return []
    mover = position.turn
    return [say("answer", "swapped", mover=mover, other=mover.other)]


# -- printing ------------------------------------------------------------------------------------


def duration(seconds: float) -> str:
    """Write a duration with a sensible precision.

    >>> duration(0.2), duration(75), duration(1500), duration(9000), duration(400_000)
    ('under a second', '75 seconds', '25 minutes', '2.5 hours', '4.6 days')
    """
    if seconds < 1:
        return say("duration", "under a second")
    unit, length = "days", 86_400
    for shorter, size, most in (("seconds", 1, 120), ("minutes", 60, 120), ("hours", 3600, 48)):
        if seconds < most * size:
            unit, length = shorter, size
            break
    number = seconds / length
    exact = number < 10 and unit in {"hours", "days"}
    said = grouped(number, 1) if exact else grouped(round(number))
    return say("duration", unit, count=round(number), number=said)


def print_json(report: Mapping[str, object]) -> None:
    """Print one JSON object on one line."""
    click.echo(json.dumps(report))


def in_words(worth: Worth | None) -> str:
    """Write a score, and whether it is proved.

    >>> from noughts import Estimate
    >>> in_words(Score.win(3)), in_words(Estimate(-12))
    ('win in 3 plies, proved', 'about -12, not proved')
    """
    if worth is None:
        return say("value", "none")
    return say("value", "proved" if isinstance(worth, Score) else "not proved", value=value(worth))


def with_customary(text: str, position: Position, score: Worth | None) -> str:
    """Add to a win or a loss how Connect Four players count it; other games have no such score.

    >>> with_customary("win", Position(Rules.parse("connect-four")), Score.win(41))
    'win (score 1: stones left to X, the last one played among them)'
    """
    count = zugzwang.customary(position, score) if isinstance(score, Score) else None
    if not count:
        return text
    winner = position.turn if count > 0 else position.turn.other
    return say("value", "customary", value=text, score=count, winner=winner)


def value(worth: Worth) -> str:
    """Write a score, with the unit of its length.

    >>> value(Score.loss(0)), value(Score.win(1)), value(Score.draw())
    ('loss', 'win in 1 ply', 'draw')
    """
    if isinstance(worth, Score) and worth.plies:
        return say("value", f"{worth.value} in plies", count=worth.plies)
    return say("value", worth.value) if isinstance(worth, Score) else short_value(worth)


def short_value(worth: Worth) -> str:
    """Write a score for a table.

    >>> from noughts import Estimate
    >>> short_value(Score.win(3)), short_value(Score.draw()), short_value(Estimate(-12))
    ('win in 3', 'draw', 'about -12')
    """
    if isinstance(worth, Score):
        name = worth.value if worth.plies is None else f"{worth.value} in"
        return say("value", name, plies=worth.plies)
    name = _BOUNDS[worth.bound]
    if abs(worth.points) == MOST_POINTS and worth.bound != _NEARER[worth.points > 0]:
        name = "looks won" if worth.points > 0 else "looks lost"
    return say("value", name, points=f"{worth.points:+d}")

"""`Command` and `Group`: click's, with groups of options, examples, exit codes, and suggestions.

The help on the screen and the manual pages (`noughts.cli.manual`) are made from the same fields.
The overview's text for each command is here, so that it does not load the commands.
"""

import difflib
import inspect
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

import click
import click.core
import click.exceptions
import click.parser
import click.types

from noughts.core import catalogue
from noughts.core.errors import shorten


def _said(text: str) -> str:
    return catalogue.worded(text, "click")


def _counted(one: str, other: str, count: int) -> str:
    return _said(one if count == 1 else other)


# click asks gettext for its words, by the English text; here the catalogue answers.
for _module in (click.core, click.exceptions, click.parser, click.types):
    vars(_module).update(_=_said, ngettext=_counted)

DONE, NO, WRONG, LIMITED, STOPPED = 0, 1, 2, 3, 130

#: Every command by purpose, with its text in the overview.
COMMANDS = {
    "Play": {
        "play": "Play against the computer, or two players at one keyboard.",
        "serve": "Serve the game, the lessons and the API to browsers.",
        "puzzle": "Solve puzzles with one right move: the three of the day, or others.",
        "move": "Choose one move for a position.",
        "match": "Let engines play each other, and report what the games prove.",
    },
    "Analyse": {
        "analyse": "Value a position and every move in it, with reasons.",
        "review": "Grade every move of a finished game.",
        "trace": "Watch a search step by step, or draw it.",
        "count": "Count the positions, games and tree nodes of a game.",
    },
    "Prove": {
        "atlas": "Look up who wins a game, and who proved or published it.",
        "solve": "Prove the value of a whole game, or of a position in it.",
        "prove": "Play every possible game against an engine, and report each loss.",
        "check": "Check your own tic-tac-toe program: is it unbeatable?",
        "certify": "Prove a value, and write the proof to a file that anyone can check.",
        "verify": "Check a certificate, claim by claim.",
    },
    "Files": {
        "convert": "Convert a game's file to another program's format.",
        "table": "Build complete tables of a game, and look positions up in them.",
        "book": "Prove who wins every early position of a gravity game, into a file.",
        "puzzles": "Find puzzles in games of the levels, prove them, and write a pack.",
        "dataset": "Write positions with proved values, for training and tests.",
    },
    "Other programs": {
        "gomocup": "Play five in a row under a tournament manager.",
        "benchmark": "Judge a language model by positions with proved values.",
        "mcp": "Give assistants Noughts' answers as tools.",
    },
    "Help": {"help": "Show the help of a command."},
}
SHORT: dict[str, str] = {name: said for group in COMMANDS.values() for name, said in group.items()}

#: How users write a game.
GAME = (
    "columns,rows,k for k in a row, or columns,rows,layers,k for a box, or a name such as gomoku; "
    "words such as torus, exact or misere may follow"
)
_EXITS = {
    DONE: "done",
    WRONG: "bad input, or an answer that cannot be written",
    STOPPED: "stopped by Ctrl-C",
}
_HELP = "help text"  #: the messages of the help
LIMIT_EXIT = {LIMITED: "a limit was reached before the answer"}

#: Options that every command shows together, after its own.
_LAST_GROUPS = {
    "Limits": ("seconds", "nodes", "depth", "memory"),
    "Output and help": ("as_json", "language", "color", "version", "help"),
}


#: The texts of the help that were filled with values: their patterns and those values.
_FILLED: dict[str, tuple[str, dict[str, str]]] = {}


def filled(pattern: str, **values: str) -> str:
    """Return a text of the help with values, such as names, which `said` then translates."""
    text = pattern.format(**values)
    _FILLED[text] = pattern, values
    return text


def said(text: str) -> str:
    """Return a text of the help in the language that is spoken."""
    if text not in _FILLED:
        return catalogue.worded(text, _HELP)
    pattern, values = _FILLED[text]
    spoken = {name: catalogue.worded(value, _HELP) for name, value in values.items()}
    return catalogue.worded(pattern, _HELP).format(**spoken)


class _Formatter(click.HelpFormatter):
    """Writes help as wide as the terminal, at most 80; click's own is at least 50."""

    def __init__(self, **_: Any) -> None:
        super().__init__(width=max(20, min(80, _columns()) - 2))

    def write_text(self, text: str) -> None:
        """Write paragraphs."""
        width = self.width - self.current_indent
        super().write_text("\n\n".join(_broken(each, width) for each in text.split("\n\n")))

    def write_heading(self, heading: str) -> None:
        """Write a heading, bold where there are colours."""
        heading = said("{heading}:").format(heading=heading)
        self.write(f"{'':>{self.current_indent}}{click.style(heading, bold=True)}\n")

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        """Write names with their meaning, below one another if both do not fit on a line."""
        rows = list(rows)
        longest = max((len(name) for name, _ in rows), default=0)
        most = 4 if self.width < 60 and longest > 12 else col_max
        width = max(self.width - min(longest, most) - col_spacing - 2, 10)
        super().write_dl([(name, _broken(text, width)) for name, text in rows], most, col_spacing)


def _broken(text: str, width: int) -> str:
    """Break a text into lines if it has wide characters, which click counts as one column."""
    if text.isascii():
        return text
    from noughts.cli.widths import columns, wrapped  # noqa: PLC0415  (loads when it is used)

    keep = "\b\n"  # click's mark of lines that are broken already
    return text if columns(text) <= len(text) else keep + "\n".join(wrapped(text, width))


def _columns() -> int:
    """Return the width of the terminal; 80 without one."""
    said = os.environ.get("COLUMNS", "")
    if said.isdecimal() and int(said):
        return int(said)
    for stream in (1, 2):
        try:
            return os.get_terminal_size(stream).columns or 80
        except OSError:
            continue
    return 80


class _Context(click.Context):
    formatter_class = _Formatter

    def __init__(self, *arguments: Any, **options: Any) -> None:
        # Here and not in each command's settings: click caches the help option of the first context
        # that needs it, so every context must have the same.
        own: dict[str, Any] = {"help_option_names": ["-h", "--help"], "show_default": True}
        super().__init__(*arguments, **own | options)


def color_of(environment: Mapping[str, str]) -> bool | None:
    """Return whether the environment wants colour; None means only on a terminal.

    >>> color_of({"NO_COLOR": "1", "FORCE_COLOR": "1"}), color_of({"FORCE_COLOR": "1"})
    (False, True)
    >>> color_of({"TERM": "dumb"}), color_of({"TERM": "xterm"})
    (False, None)
    """
    if environment.get("NO_COLOR"):
        return False
    if environment.get("FORCE_COLOR", "0") not in {"", "0"}:
        return True
    return False if environment.get("TERM") == "dumb" else None


def _choose_color(ctx: click.Context, param: click.Parameter, when: str | None) -> None:
    del param
    if when in {"always", "never"}:
        ctx.color = when == "always"


def _speak(ctx: click.Context, param: click.Parameter, tag: str | None) -> None:
    """Speak the language of the option; without it, that of the environment is spoken."""
    del ctx, param
    if tag:
        catalogue.speak(tag)


def _language_option() -> click.Option:
    tags = catalogue.languages()
    return click.Option(
        ["--language"],
        type=click.Choice(tags, case_sensitive=False),
        metavar="TAG",
        is_eager=True,
        expose_value=False,
        callback=_speak,
        help=filled(
            "The language of sentences: {tags}.  [default: from LANG]", tags=", ".join(tags)
        ),
    )


def _color_option() -> click.Option:
    return click.Option(
        ["--color"],
        type=click.Choice(["auto", "always", "never"]),
        expose_value=False,
        is_eager=True,
        callback=_choose_color,
        help="Colour the output: auto is on a terminal, unless NO_COLOR or FORCE_COLOR is set.",
    )


class Command(click.Command):
    """A command whose help ends with examples and exit codes, and explains RULES.

    It has --language and --color.
    """

    context_class: type[click.Context] = _Context
    examples: tuple[tuple[str, str], ...]  #: what to type, and what it does
    exits: dict[int, str]  #: the meaning of each exit code, including 0, 2 and 130
    groups: dict[str, tuple[str, ...]]  #: options that share a heading, by their Python names
    help: str | None

    def __init__(
        self,
        name: str,
        *arguments: Any,
        examples: Iterable[tuple[str, str]] = (),
        exits: Mapping[int, str] | None = None,
        groups: Mapping[str, tuple[str, ...]] | None = None,
        **options: Any,
    ) -> None:
        options.setdefault("short_help", SHORT.get(name))
        super().__init__(name, *arguments, **options)
        self._first = (_language_option(), _color_option())
        self.params += self._first
        if any(each.name == "rules" and isinstance(each, click.Argument) for each in self.params):
            about = inspect.cleandoc(self.help or "")
            rules = filled('RULES are {game}, in quotes: "5,4,4 torus".', game=GAME)
            self.help = f"{about}\n\n{rules}"
        self.examples = tuple(examples)
        self.exits = dict(sorted((_EXITS | dict(exits or {})).items()))
        self.groups = dict(groups or {})

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read --color and --language first: they apply to help and errors before them, too."""
        parser = self.make_parser(ctx)
        parser.ignore_unknown_options = True
        with suppress(click.UsageError):  # which the parser below finds again
            given, _, _ = parser.parse_args(list(args))
            for option in self._first:
                option.handle_parse_result(ctx, given, [])
        rest: list[str] = super().parse_args(ctx, args)
        return rest

    def _paragraphs(self) -> list[str]:
        about = inspect.cleandoc(self.help or "")
        return [" ".join(each.split()) for each in about.split("\n\n")]

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write how the command is typed."""
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, said("Usage: "))

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the command does."""
        del ctx
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text("\n\n".join(map(said, self._paragraphs())))

    def grouped(self, ctx: click.Context) -> Iterator[tuple[str, list[tuple[str, str]]]]:
        """Yield each heading with its options, how to write them, and their help."""
        records = {}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record and isinstance(parameter, click.Option):
                typed, text = record
                english = parameter.help or ""
                record = typed, said(english) + text.removeprefix(english)
                records["help" if "--help" in parameter.opts else parameter.name] = record
        named = {name for group in (self.groups | _LAST_GROUPS).values() for name in group}
        rest = {"Options": tuple(name for name in records if name and name not in named)}
        for heading, names in (self.groups | rest | _LAST_GROUPS).items():
            below = [records.pop(name) for name in names if name in records]
            if below:
                yield said(heading), below

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, grouped under headings."""
        for heading, records in self.grouped(ctx):
            with formatter.section(heading):
                formatter.write_dl(records)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples and the exit codes."""
        del ctx
        if self.examples:
            with formatter.section(said("Examples")):
                for typed, meaning in self.examples:
                    # Each command stays on one line at every width, so that it can be copied.
                    formatter.write(f"{'':{formatter.current_indent}}{typed}\n")
                    formatter.indent()
                    formatter.indent()
                    formatter.write_text(said(meaning))
                    formatter.dedent()
                    formatter.dedent()
        with formatter.section(said("Exit codes")):
            formatter.write_dl([(str(code), said(text)) for code, text in self.exits.items()])


class Group(Command, click.Group):
    """A group that shows its help when called alone, and suggests its commands."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands, then the options."""
        self.format_commands(ctx, formatter)
        super().format_options(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands and their descriptions."""
        del ctx
        with formatter.section(said("Commands")):
            texts = {name: each.short_help or "" for name, each in self.commands.items()}
            formatter.write_dl([(name, said(text)) for name, text in texts.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; suggest similar ones if it does not exist.

        Raises:
            click.UsageError: The command does not exist.
        """
        name = args[0]
        command = self.get_command(ctx, name)
        if command is None and not ctx.resilient_parsing and not name.startswith("-"):
            known = self.list_commands(ctx)
            raise click.UsageError(no_command(name, known), ctx)
        found: tuple[str | None, click.Command | None, list[str]] = super().resolve_command(
            ctx, args
        )
        return found


def nearest(name: str, known: Sequence[str]) -> str:
    """Suggest the nearest known name, or list them all.

    >>> nearest("sovle", ["match", "move", "solve"])
    'did you mean solve?'
    >>> nearest("zzz", ["match", "move", "solve"])
    'there are: match, move, solve'
    """
    near = difflib.get_close_matches(name.lower()[:80], known, n=1, cutoff=0.6)
    if near:
        return catalogue.say("usage", "near", name=near[0])
    return catalogue.say("usage", "all", names=", ".join(known))


def no_command(name: str, known: Sequence[str]) -> str:
    """Return the error for a command that does not exist."""
    return catalogue.say("usage", "no command", name=shorten(name), hint=nearest(name, known))

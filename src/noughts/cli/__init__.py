"""The command line: one file for each command, loaded when the command runs.

Errors go to stderr as one line. The exit codes are: 0 for success, also if the reader of a pipe
goes away; 1 if the answer is no (games were lost); 2 for bad input, or an answer that cannot be
written; 3 if a limit was reached first; 130 for Ctrl-C. A traceback is never shown, unless
NOUGHTS_TRACEBACK is set.
"""

import importlib
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from contextvars import copy_context
from importlib.machinery import PathFinder

import click
from click.shell_completion import CompletionItem

from noughts.cli.command import COMMANDS as _GROUPS
from noughts.cli.command import (
    LIMITED,
    SHORT,
    STOPPED,
    WRONG,
    Command,
    Group,
    color_of,
    no_command,
    said,
)
from noughts.core.catalogue import language_of, say, speak
from noughts.core.errors import LimitReachedError, NoughtsError

COMMANDS: tuple[str, ...] = tuple(sorted(SHORT.keys() - {"help"}))
ALIASES = {"analyze": "analyse"}


class _Commands(Group):
    """Finds a command in the module with its name, so that each start loads only what it needs."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return sorted(SHORT)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        name = ALIASES.get(cmd_name, cmd_name)
        if name not in COMMANDS:
            other: click.Command | None = super().get_command(ctx, name)
            return other
        module = importlib.import_module(f"noughts.cli.{name}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands by purpose, without loading them."""
        del ctx
        for heading, commands in _GROUPS.items():
            with formatter.section(said(heading)):
                formatter.write_dl([(f"{name:<7}", said(text)) for name, text in commands.items()])

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write where to read more, after the examples and the exit codes."""
        super().format_epilog(ctx, formatter)
        with formatter.section(said("More")):
            formatter.write_dl(addresses())

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Offer the commands, without loading them."""
        commands = [
            CompletionItem(name, help=said(text))
            for name, text in sorted(SHORT.items())
            if name.startswith(incomplete)
        ]
        return commands + click.Command.shell_complete(self, ctx, incomplete)


def addresses() -> list[tuple[str, str]]:
    """Return where to read more and where to report a bug, from the project's metadata."""
    known = [line.partition(", ") for line in described("Project-URL")]
    return [(label, address) for label, _, address in known] or [
        ("docs", "`noughts help COMMAND`, and docs/ in the source")
    ]


def described(field: str) -> list[str]:
    """Return a field of the installed package's metadata, such as Version.

    It reads the file directly, because importlib.metadata takes longer to load than all of Noughts.
    """
    from pathlib import Path  # noqa: PLC0415  (slow to load)

    for folder in sys.path:
        with suppress(OSError):
            for file in Path(folder).glob("noughts-*.dist-info/METADATA"):
                head = file.read_text(encoding="utf-8").partition("\n\n")[0].splitlines()
                start = f"{field}: "
                return [line.removeprefix(start) for line in head if line.startswith(start)]
    from importlib.metadata import metadata  # noqa: PLC0415  (seldom needed)

    return metadata("noughts").get_all(field) or []


@click.group(
    cls=_Commands,
    invoke_without_command=True,
    examples=[
        ("noughts", "play against the computer, in the terminal"),
        ("noughts serve", "play, learn and watch searches in the browser"),
        ("noughts analyse X.O/.X./..O", "the value of every move of a position, and why"),
        ("noughts solve 6,5,4", "prove who wins a whole game"),
    ],
    exits={
        1: "the answer is no: prove found lost games, check a mistake of a program, "
        "verify a wrong certificate",
        LIMITED: "a limit was reached before the answer",
    },
)
@click.option("-V", "--version", is_flag=True, help="Show the version and exit.")
@click.pass_context
def cli(ctx: click.Context, *, version: bool) -> None:
    """Play, explain and solve tic-tac-toe and every other k-in-a-row game.

    Without a command, on a terminal, a game starts. "noughts help COMMAND" explains each command.
    """
    if version:
        running = "solver compiled" if compiled() else "solver not compiled: slow"
        click.echo(f"noughts {described('Version')[0]} ({running})")
    elif ctx.invoked_subcommand is None:
        if sys.stdin.isatty() and sys.stdout.isatty():
            play = importlib.import_module("noughts.cli.play").command
            with play.make_context("play", [], parent=ctx) as context:
                play.invoke(context)
        else:
            click.echo(ctx.get_help())


def compiled() -> bool:
    """Whether the solver is compiled, without loading it."""
    hot = os.path.join(os.path.dirname(__file__), "..", "solver", "search")  # noqa: PTH118, PTH120
    module = PathFinder.find_spec("and_or", [hot])
    return module is not None and not str(module.origin).endswith(".py")


@cli.command("help", cls=Command, short_help=SHORT["help"])
@click.argument("words", nargs=-1, metavar="[COMMAND]...")
@click.pass_context
def show_help(ctx: click.Context, words: tuple[str, ...]) -> None:
    """Show the help of COMMAND, such as solve or table build; without one, this overview."""
    shown = ctx.find_root()
    for word in words:
        group = shown.command
        if not isinstance(group, click.Group):
            why = say("usage", "no subcommands", command=shown.command_path)
            raise click.UsageError(why, ctx)
        command = group.get_command(shown, word)
        if command is None:
            known = group.list_commands(shown)
            raise click.UsageError(no_command(word, known), ctx)
        shown = command.context_class(command, shown, command.name, **command.context_settings)
    click.echo(shown.get_help())


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit."""
    _open_streams()
    sys.exit(run(arguments))


def _open_streams() -> None:
    """Open the standard streams that are closed, or the first file would take their number.

    What goes to stderr is lost then. An answer that goes to stdout is an error.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            allowed = os.O_RDONLY if name != "stderr" else os.O_WRONLY
            setattr(sys, name, os.fdopen(os.open(os.devnull, allowed), mode, encoding="utf-8"))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return its exit code. The language that it speaks ends with it."""
    return copy_context().run(_run, arguments)


def _run(arguments: Sequence[str] | None) -> int:
    speak(language_of(os.environ))
    if "_NOUGHTS_COMPLETE" in os.environ:
        importlib.import_module("noughts.cli.completion")
        cli.main(prog_name="noughts")  # which notices this, completes and exits
    try:
        # Not `cli.main`, which ends with 1 if the reader of a pipe has gone away.
        words = list(sys.argv[1:] if arguments is None else arguments)
        with cli.make_context("noughts", words, color=color_of(os.environ)) as context:
            cli.invoke(context)
        sys.stdout.flush()
    except click.exceptions.Exit as end:
        return end.exit_code
    except BrokenPipeError:
        return _reader_gone()
    except (click.Abort, KeyboardInterrupt):
        click.echo(err=True)
        return STOPPED
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())  # a group alone: its help, which is not an error
    except Exception as error:
        if os.environ.get("NOUGHTS_TRACEBACK"):
            raise
        message, code = _explain(error)
        if isinstance(error, OSError) and error.filename is None:
            _close_stdout()
        click.echo(f"noughts: {' '.join(message.split())}", err=True)
        return code
    return 0


def _reader_gone() -> int:
    """End quietly: the reader of the pipe, such as `| head`, has enough."""
    _close_stdout()
    return 0


def _close_stdout() -> None:
    """Discard unwritten output, so that Python does not complain at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _explain(error: Exception) -> tuple[str, int]:
    """Return the message for the user, and the exit code."""
    if isinstance(error, NoughtsError):
        return str(error), LIMITED if isinstance(error, LimitReachedError) else WRONG
    if isinstance(error, click.BadParameter) and isinstance(error.param, click.Argument):
        # Without brackets, which mark an optional argument.
        error.param_hint = f"'{error.param.human_readable_name}'"
    if isinstance(error, click.UsageError) and error.ctx is not None:
        message = error.format_message().rstrip(".\N{IDEOGRAPHIC FULL STOP}")
        return say("usage", "help", message=message, command=error.ctx.command_path), WRONG
    if isinstance(error, click.ClickException):
        return error.format_message(), WRONG
    if isinstance(error, OSError):
        what = error.filename or say("usage", "no answer")
        return f"{what}: {error.strerror}", WRONG
    bug = f"{type(error).__name__}: {error} (NOUGHTS_TRACEBACK=1 shows where)"
    return f"a bug in Noughts, please report it: {bug}", 1

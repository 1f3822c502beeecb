"""The command line: one file a command, loaded when it is called.

Errors go to stderr as one line. Exit code 0: done, also where the reader of a pipe goes away; 1:
the answer is no (games were lost); 2: bad input, or an answer that cannot be written; 3: a limit
was reached first; 130: Ctrl-C. A traceback is never shown, unless NOUGHTS_TRACEBACK is set.
"""

from __future__ import annotations

import importlib
import os
import sys
from typing import TYPE_CHECKING

import click

from noughts.cli.command import LIMITED, STOPPED, WRONG, Group, nearest
from noughts.errors import LimitReachedError, NoughtsError

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMANDS = (
    "analyse",
    "book",
    "certify",
    "convert",
    "count",
    "gomocup",
    "match",
    "mcp",
    "move",
    "play",
    "prove",
    "review",
    "serve",
    "solve",
    "table",
    "trace",
    "verify",
)
ALIASES = {"analyze": "analyse"}


class _Commands(Group):
    """Finds a command in the module of its name, so that each start loads only what it needs."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return sorted((*COMMANDS, "help"))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        name = ALIASES.get(cmd_name, cmd_name)
        if name not in COMMANDS:
            found: click.Command | None = super().get_command(ctx, name)
            return found
        module = importlib.import_module(f"noughts.cli.{name}")
        command: click.Command = module.command
        return command


@click.group(
    cls=_Commands,
    invoke_without_command=True,
    examples=[
        ("noughts", "play against the computer, in the terminal"),
        ("noughts serve", "play, learn and watch searches in the browser"),
        ("noughts analyse X.O/.X./..O", "what every move of a position is worth, and why"),
        ("noughts solve 6,5,4", "prove who wins a whole game"),
    ],
    exits={
        1: "the answer is no: prove found lost games, verify a certificate that does not hold",
        LIMITED: "a limit was reached before the answer",
    },
)
@click.option("--version", is_flag=True, help="Show the version and exit.")
@click.pass_context
def cli(ctx: click.Context, *, version: bool) -> None:
    """Play, explain and solve tic-tac-toe and every other k-in-a-row game.

    Without a command, on a terminal, a game starts. "noughts help COMMAND" tells more of each.
    """
    if version:
        from importlib.metadata import version as installed  # noqa: PLC0415  (slow to load)

        from noughts.solver import COMPILED  # noqa: PLC0415  (likewise)

        running = "solver compiled" if COMPILED else "solver not compiled: slow"
        click.echo(f"noughts {installed('noughts')} ({running})")
    elif ctx.invoked_subcommand is None:
        if sys.stdin.isatty() and sys.stdout.isatty():
            ctx.invoke(cli.get_command(ctx, "play"))  # type: ignore[arg-type]
        else:
            click.echo(ctx.get_help())


@cli.command("help", short_help="Show the help of a command.")
@click.argument("words", nargs=-1, metavar="[COMMAND]...")
@click.pass_context
def show_help(ctx: click.Context, words: tuple[str, ...]) -> None:
    """Show the help of COMMAND, such as solve or table build; without one, this overview."""
    shown = ctx.find_root()
    for word in words:
        group = shown.command
        if not isinstance(group, click.Group):
            raise click.UsageError(f"{shown.command_path} has no commands of its own", ctx)
        command = group.get_command(shown, word)
        if command is None:
            known = group.list_commands(shown)
            raise click.UsageError(f"no command {word!r}; {nearest(word, known)}", ctx)
        shown = command.context_class(command, shown, command.name, **command.context_settings)
    click.echo(shown.get_help())


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit."""
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return its exit code."""
    if "_NOUGHTS_COMPLETE" in os.environ:
        importlib.import_module("noughts.cli.completion")
        cli.main(prog_name="noughts")  # which sees that, completes and exits
    try:
        # Not `cli.main`: that ends with 1 where the reader of a pipe has gone away.
        words = list(sys.argv[1:] if arguments is None else arguments)
        with cli.make_context("noughts", words) as context:
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
        click.echo(error.format_message())  # a group alone: its help, which is no error
    except Exception as error:
        if os.environ.get("NOUGHTS_TRACEBACK"):
            raise
        message, code = _explain(error)
        if isinstance(error, OSError):
            _close_stdout()
        click.echo(f"noughts: {' '.join(message.split())}", err=True)
        return code
    return 0


def _reader_gone() -> int:
    """End in peace: whoever reads, as `| head` does, has what it wants."""
    _close_stdout()
    return 0


def _close_stdout() -> None:
    """Let what is still to be written vanish, so that Python does not complain at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _explain(error: Exception) -> tuple[str, int]:
    """Return what to tell the user, and the exit code."""
    if isinstance(error, NoughtsError):
        return str(error), LIMITED if isinstance(error, LimitReachedError) else WRONG
    if isinstance(error, click.BadParameter) and isinstance(error.param, click.Argument):
        # Without brackets, which say that it may be left out.
        error.param_hint = f"'{error.param.human_readable_name}'"
    if isinstance(error, click.UsageError) and error.ctx is not None:
        told = error.format_message().removesuffix(".")
        return f"{told} ({error.ctx.command_path} --help tells more)", WRONG
    if isinstance(error, click.ClickException):
        return error.format_message(), WRONG
    if isinstance(error, OSError):
        what = error.filename or "the answer cannot be written"
        return f"{what}: {error.strerror}", WRONG
    found = f"{type(error).__name__}: {error} (NOUGHTS_TRACEBACK=1 shows where)"
    return f"a bug in Noughts, please report it: {found}", 1

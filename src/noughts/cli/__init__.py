"""The command line: one file a command, loaded when it is called.

Errors go to stderr as one line; exit code 2 is bad input, 3 a limit that was reached first, 130
Ctrl-C. A traceback is never shown, unless NOUGHTS_TRACEBACK is set.
"""

from __future__ import annotations

import importlib
import os
import sys
from typing import TYPE_CHECKING

import click

from noughts.errors import LimitReachedError, NoughtsError

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMANDS = (
    "analyse",
    "count",
    "match",
    "move",
    "play",
    "prove",
    "review",
    "serve",
    "solve",
    "table",
    "trace",
)


class _Commands(click.Group):
    """Finds a command in the module of its name, so that each start loads only what it needs."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"noughts.cli.{cmd_name}")
        command: click.Command = module.command
        return command


@click.group(
    cls=_Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option("--version", is_flag=True, help="Show the version and exit.")
@click.pass_context
def cli(ctx: click.Context, *, version: bool) -> None:
    """Play, explain and solve tic-tac-toe and every other k-in-a-row game.

    Without a command, on a terminal, a game starts.
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


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and exit."""
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return its exit code."""
    try:
        cli.main(arguments, prog_name="noughts", standalone_mode=False)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader went away, as `| head` does: nothing to say, and nowhere to say it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (click.Abort, KeyboardInterrupt):
        click.echo(err=True)
        return 130
    except Exception as error:
        if os.environ.get("NOUGHTS_TRACEBACK"):
            raise
        message, code = _explain(error)
        click.echo(f"noughts: {' '.join(message.split())}", err=True)
        return code
    return 0


def _explain(error: Exception) -> tuple[str, int]:
    """Return what to tell the user, and the exit code."""
    if isinstance(error, LimitReachedError):
        return str(error), 3
    if isinstance(error, NoughtsError):
        return str(error), 2
    if isinstance(error, click.ClickException):
        return error.format_message(), 2
    found = f"{type(error).__name__}: {error} (NOUGHTS_TRACEBACK=1 shows where)"
    return f"a bug in Noughts, please report it: {found}", 1

"""`Command` and `Group`: click's, with examples, exit codes, and names suggested for mistyped ones.

The help on the screen and the manual pages (`noughts.cli.manual`) are made from the same fields.
"""

from __future__ import annotations

import difflib
import inspect
import shutil
from typing import TYPE_CHECKING, Any

import click

from noughts.errors import shorten

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

DONE, NO, WRONG, LIMITED, STOPPED = 0, 1, 2, 3, 130

#: How a game is written.
GAME = (
    "columns,rows,k for k in a row, or columns,rows,layers,k for a box, or a name such as gomoku; "
    "words such as torus, exact or misere may follow"
)
_EXITS = {
    DONE: "done",
    WRONG: "bad input, or an answer that cannot be written",
    STOPPED: "stopped by Ctrl-C",
}
LIMIT_EXIT = {LIMITED: "a limit was reached before the answer"}


class _Formatter(click.HelpFormatter):
    """Writes help as wide as the terminal, at most 80; click's own is never below 50."""

    def __init__(self, **_: Any) -> None:
        super().__init__(width=max(20, min(80, shutil.get_terminal_size().columns) - 2))

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        """Write names with what they mean; below one another where there is no room for both."""
        rows = list(rows)
        narrow = self.width < 60 and max((len(name) for name, _ in rows), default=0) > 12
        super().write_dl(rows, 4 if narrow else col_max, col_spacing)


class _Context(click.Context):
    formatter_class = _Formatter


class _Documented(click.Command):
    """A command whose help ends with examples and exit codes, and says how RULES are written.

    Attributes:
        examples: what to type, and what that does.
        exits: what each exit code means, 0, 2 and 130 included.
    """

    context_class: type[click.Context] = _Context
    examples: tuple[tuple[str, str], ...]
    exits: dict[int, str]
    help: str | None

    def __init__(
        self,
        *arguments: Any,
        examples: Iterable[tuple[str, str]] = (),
        exits: Mapping[int, str] | None = None,
        **options: Any,
    ) -> None:
        options.setdefault("context_settings", {"help_option_names": ["-h", "--help"]})
        super().__init__(*arguments, **options)
        if any(each.name == "rules" and isinstance(each, click.Argument) for each in self.params):
            told = inspect.cleandoc(self.help or "")
            self.help = f'{told}\n\nRULES are {GAME}, in quotes: "5,4,4 torus".'
        self.examples = tuple(examples)
        self.exits = dict(sorted((_EXITS | dict(exits or {})).items()))

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples and the exit codes."""
        del ctx
        if self.examples:
            with formatter.section("Examples"):
                for typed, meaning in self.examples:
                    # A command is one line at every width, so that it can be copied.
                    formatter.write(f"{'':{formatter.current_indent}}{typed}\n")
                    formatter.indent()
                    formatter.indent()
                    formatter.write_text(meaning)
                    formatter.dedent()
                    formatter.dedent()
        with formatter.section("Exit codes"):
            formatter.write_dl([(str(code), meaning) for code, meaning in self.exits.items()])


class Command(_Documented):
    """A command with examples and exit codes."""


class Group(_Documented, click.Group):
    """A group that shows its help when it is called alone, and suggests its commands."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; of one that there is not, say which are near.

        Raises:
            click.UsageError: there is no such command.
        """
        name = args[0]
        command = self.get_command(ctx, name)
        if command is None and not ctx.resilient_parsing and not name.startswith("-"):
            known = self.list_commands(ctx)
            raise click.UsageError(f"no command {shorten(name)}; {nearest(name, known)}", ctx)
        found: tuple[str | None, click.Command | None, list[str]] = super().resolve_command(
            ctx, args
        )
        return found


def nearest(name: str, known: Sequence[str]) -> str:
    """Say which of the known names is meant, or which there are.

    >>> nearest("sovle", ["match", "move", "solve"])
    'did you mean solve?'
    >>> nearest("zzz", ["match", "move", "solve"])
    'there are: match, move, solve'
    """
    near = difflib.get_close_matches(name.lower()[:80], known, n=1, cutoff=0.6)
    return f"did you mean {near[0]}?" if near else f"there are: {', '.join(known)}"

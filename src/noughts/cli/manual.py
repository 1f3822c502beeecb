"""Writes manual pages from the same fields as the help: ``python -m noughts.cli.manual FOLDER``.

It writes noughts.1 and a page for each command, such as noughts-solve.1, in roff.
"""

import sys
from collections.abc import Iterable, Iterator
from importlib.metadata import version
from pathlib import Path

import click

from noughts.cli import addresses, cli
from noughts.cli.command import Command, Group


def write(folder: Path) -> list[Path]:
    """Write all pages into a folder; return their files."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for context in contexts():
        file = folder / f"{_name(context)}.1"
        file.write_text(page(context), encoding="utf-8")
        files.append(file)
    return files


def contexts() -> Iterator[click.Context]:
    """Yield the context of every command, the whole first."""
    waiting = [cli.context_class(cli, info_name="noughts")]
    while waiting:
        context = waiting.pop(0)
        yield context
        group = context.command
        if isinstance(group, Group):
            for name in group.list_commands(context):
                command = group.get_command(context, name)
                if isinstance(command, Command | Group):
                    waiting.append(command.context_class(command, context, name))


def page(context: click.Context) -> str:
    r"""Return one manual page.

    >>> print(page(next(contexts())).splitlines()[2])
    noughts \- Play, explain and solve tic\-tac\-toe and every other k\-in\-a\-row game.
    """
    command = context.command
    name = _name(context)
    help_text = (command.help or "").split("\n\n")
    summary = command.short_help or help_text[0]
    usage = " ".join(command.collect_usage_pieces(context))
    lines = [
        f'.TH {name.upper()} 1 "" "noughts {version("noughts")}" "User Commands"',
        ".SH NAME",
        f"{_plain(name)} \\- {_plain(' '.join(summary.split()))}",
        ".SH SYNOPSIS",
        f".B {_plain(context.command_path)}",
        _plain(usage),
        ".SH DESCRIPTION",
    ]
    for paragraph in help_text:
        lines += [".PP", _plain(" ".join(paragraph.split()))]
    if isinstance(command, Command | Group):
        lines += _options(command, context)
    if isinstance(command, Group):
        lines.append(".SH COMMANDS")
        for inner in command.list_commands(context):
            subcommand = command.get_command(context, inner)
            if subcommand is not None:
                lines += [".TP", f".B {_plain(inner)}", _plain(subcommand.get_short_help_str(1000))]
    if isinstance(command, Command | Group):
        lines.append(".SH EXAMPLES")
        lines += _listed(command.examples)
        lines.append(".SH EXIT STATUS")
        lines += _listed((str(code), meaning) for code, meaning in command.exits.items())
    if context.parent is None:
        lines += [".SH MORE", *_listed(addresses())]
    else:
        lines += [".SH SEE ALSO", f".BR {_plain(_name(context.parent))} (1)"]
    return "\n".join(lines) + "\n"


def _options(command: Command | Group, context: click.Context) -> Iterator[str]:
    yield ".SH OPTIONS"
    for heading, records in command.grouped(context):
        yield f".SS {heading}"
        yield from _listed(records)


def _listed(pairs: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield names with their meaning."""
    for name, meaning in pairs:
        yield from (".TP", f".B {_plain(name)}", _plain(meaning))


def _name(context: click.Context) -> str:
    return context.command_path.replace(" ", "-")


def _plain(text: str) -> str:
    r"""Escape text for roff.

    >>> _plain(".TH is no 'macro' here: --x")
    "\\&.TH is no 'macro' here: \\-\\-x"
    """
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{text}" if text.startswith((".", "'")) else text


if __name__ == "__main__":
    click.echo("\n".join(map(str, write(Path(sys.argv[1] if len(sys.argv) > 1 else "man")))))

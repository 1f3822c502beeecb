"""What a command refuses: an option that would do nothing, or what is not installed."""

import importlib.util

import click
from click.core import ParameterSource

from noughts.core.catalogue import say


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

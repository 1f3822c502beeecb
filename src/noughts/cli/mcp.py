"""`noughts mcp`: Noughts as tools for assistants."""

import os
import signal

import click

from noughts.cli import reading, refusing
from noughts.cli.command import STOPPED, Command
from noughts.core.catalogue import say


@click.command(
    "mcp",
    cls=Command,
    examples=[("noughts mcp", "speaks the Model Context Protocol on stdin and stdout")],
)
def command() -> None:
    """Serve tools for assistants, and pages of the reference, on stdin and stdout.

    Assistants start this themselves: configure the command noughts mcp.
    """
    refusing.need("mcp", "mcp")
    from noughts.bridges.mcp_server import server  # noqa: PLC0415  (slow to load)

    # The library waits for stdin in a thread, which KeyboardInterrupt does not end.
    signal.signal(signal.SIGINT, lambda *_: os._exit(STOPPED))
    reading.tell_waiting(say("usage", "reading assistant"))
    server().run()

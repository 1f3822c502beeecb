"""The files that commands write: never over another file, never half written."""

import os
import zlib
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import click

from noughts.core.catalogue import say
from noughts.core.position import Position
from noughts.core.whole_file import whole_file

Decorator = Callable[[Callable[..., None]], Callable[..., None]]

force_option: Decorator = click.option(
    "--force", is_flag=True, help="Overwrite a file that is already there."
)


def check_target(
    path: Path, *, force: bool, own: Callable[[], str | None] = lambda: say("file", "there")
) -> bool:
    """Reject a file that cannot be written, or that has other content.

    Args:
        path: the file. Devices and pipes are allowed, because nothing is lost there.
        force: whether the user allowed overwriting.
        own: returns None if the file may be replaced or resumed, else why not.

    Returns:
        Whether another file is there, which the user allowed to overwrite.

    Raises:
        click.ClickException: The file is rejected; the message says why.
    """
    for wrong, name in (
        (path.is_dir(), "folder"),
        (not path.parent.is_dir(), "no folder"),
        (not os.access(path.parent, os.W_OK), "locked"),
    ):
        if wrong:
            problem = say("file", name, folder=path.parent)
            raise click.ClickException(say("saved", "refused", file=path, problem=problem))
    if not path.is_file() or not path.stat().st_size:
        return False
    why = own()
    if why is not None and not force:
        raise click.ClickException(say("file", "force", file=path, problem=why))
    return why is not None


def certificate_head(path: Path) -> list[str] | None:
    """Return a certificate's lines with its game and position; None for other files."""
    from noughts.proofs.certificate import checker  # noqa: PLC0415  (loads when it is used)

    try:
        with path.open("rb") as file:
            _, *head = islice(checker.text_lines(file), 3)
    except (checker.RefusedError, OSError, ValueError, zlib.error):
        return None
    return head


def certificate_of(start: Position, *, only_blocks: bool = False) -> list[str]:
    """Return the head that a certificate of this position has."""
    from noughts.proofs.certificate.makers.claims import rules_text  # noqa: PLC0415  (loads when it is used)

    return [f"rules {rules_text(start.rules, only_blocks=only_blocks)}", f"position {start}"]


def check_certificate(path: Path, head: list[str] | None, *, force: bool) -> None:
    """Only allow writing over a certificate of the same game and position.

    Raises:
        click.ClickException: The file has other content.
    """

    def own() -> str | None:
        old = certificate_head(path)
        if old is None:
            return say("file", "no certificate")
        return None if old == head else say("file", "certificate", rules=old[0][6:])

    check_target(path, force=force, own=own)


def write(path: Path, data: bytes) -> None:
    """Write a file completely or not at all, with its permissions; write a device directly.

    Raises:
        OSError: It cannot be written; the old file is unchanged.
    """
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    with whole_file(path) as part:
        part.write_bytes(data)

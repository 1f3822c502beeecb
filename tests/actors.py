"""The processes of a Ray that a process has begun."""

from collections.abc import Iterator
from pathlib import Path


def workers(begun_by: int) -> Iterator[int]:
    """Return the workers of the clusters that a process has begun.

    Ray's agents are called alike, but a node ends with its agents, and that process with its node.
    """
    for process, command in _all():
        if command.startswith(b"ray::") and b"Agent" not in command and _from(process, begun_by):
            yield process


def heads(begun_by: int) -> Iterator[int]:
    """Return the heads of the clusters that a process has begun."""
    for process, command in _all():
        if b"gcs_server" in command.split(b"\0")[0] and _from(process, begun_by):
            yield process


def _all() -> Iterator[tuple[int, bytes]]:
    for command in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            yield int(command.parent.name), command.read_bytes()
        except OSError:  # it has ended meanwhile
            continue


def _from(process: int, ancestor: int) -> bool:
    while process > 1 and process != ancestor:
        try:
            stat = (Path("/proc") / str(process) / "stat").read_text()
        except OSError:
            return False
        process = int(stat.rsplit(")", 1)[1].split()[1])
    return process == ancestor

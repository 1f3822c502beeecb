"""What a table will take, before anything is built."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from noughts.solver.tablebase.shape import layers
from noughts.solver.tablebase.table_file import END, HEAD, LINE

if TYPE_CHECKING:
    from noughts.core.rules import Rules

#: Bytes in the file for each byte of values, as 5,4,4 has them: a guess for other games.
SHRUNK = {"plies": 0.16, "value": 0.38}
#: Positions that a core sweeps and compresses in a second, measured on 5,4,4: likewise.
RATE = 60e6


class Plan(NamedTuple):
    """What a table will take.

    A build needs no room beside the file: that only grows.

    Attributes:
        positions: how many it holds, those of the layers' leaders.
        blocks: into how many pieces the work is cut.
        bytes_on_disk: the size of the file, at most.
        guessed_on_disk: the size of the file, as a guess.
        memory: bytes needed at the widest place, by whoever builds.
        to_each: bytes that each machine of a cluster is sent, one layer after the other.
        to_and_fro: bytes that blocks take to machines of a cluster and back, in all.
    """

    positions: int
    blocks: int
    bytes_on_disk: int
    guessed_on_disk: int
    memory: int
    to_each: int
    to_and_fro: int

    def guessed_hours(self, workers: int) -> float:
        """Guess how long so many workers take, each with a core of its own."""
        return self.positions / RATE / workers / 3600


def plan(rules: Rules, entry: str = "plies") -> Plan:
    """Work out what a table needs, before anything is built.

    >>> from noughts import Rules
    >>> found = plan(Rules.parse("5,5,4"), "value")
    >>> found.positions, found.blocks, found.bytes_on_disk
    (20378188636, 9977, 5105061687)

    Raises:
        RulesError: more than 25 cells, gravity, caro, or an entry that there is not.
    """
    found = layers(rules, entry)
    sizes = [layer.size for layer in found]
    blocks = sum(-(-layer.rows // layer.block) for layer in found)
    pages = sum(-(-layer.rows // layer.page) for layer in found)
    # What does not shrink grows, by what zlib's compressBound says.
    at_most = sum(size + size // 2048 for size in sizes) + 32 * pages + blocks * (HEAD.size + 8)
    orbits = 2 * 14 * max(layer.rows * len(rules.symmetries) for layer in found)
    beyond = [*sizes[1:], 0]
    return Plan(
        positions=sum(layer.rows * layer.positions for layer in found),
        blocks=blocks,
        bytes_on_disk=at_most + LINE + END.size,
        guessed_on_disk=int(sum(sizes) * SHRUNK[entry]),
        memory=max(map(sum, zip(sizes, beyond, strict=True))) + (1 << rules.cells) + orbits,
        to_each=sum(beyond[0::2]),
        to_and_fro=sum(beyond[1::2]) + sum(sizes) + int(sum(sizes) * SHRUNK[entry]),
    )

"""The cost of a table, before anything is built."""

from typing import NamedTuple

from noughts.core.rules import Rules
from noughts.solver.tablebase.shape import layers
from noughts.solver.tablebase.table_file import END, HEAD, LINE

#: Bytes in the file for each byte of values, measured on 5,4,4: an estimate for other games.
SHRUNK = {"plies": 0.16, "value": 0.38}
#: Positions that a core sweeps and compresses in a second, also measured on 5,4,4.
RATE = 60e6


class Plan(NamedTuple):
    """The cost of a table.

    A build needs no other disk space than the file, which only grows.
    """

    positions: int  #: how many it holds: those of the layers' leaders
    blocks: int  #: the number of pieces of work
    bytes_on_disk: int  #: the size of the file, at most
    guessed_on_disk: int  #: the estimated size of the file
    memory: int  #: the most bytes that the build needs at any time
    to_each: int  #: bytes sent to each machine of a cluster, layer by layer
    to_and_fro: int  #: bytes of all blocks sent to machines of a cluster and back

    def guessed_hours(self, workers: int) -> float:
        """Estimate the seconds that this many workers take, each with its own core."""
        return self.positions / RATE / workers / 3600


def plan(rules: Rules, entry: str = "plies") -> Plan:
    """Work out what a table needs, before anything is built.

    >>> from noughts import Rules
    >>> found = plan(Rules.parse("5,5,4"), "value")
    >>> found.positions, found.blocks, found.bytes_on_disk
    (20378188636, 9977, 5105061687)

    Raises:
        RulesError: More than 25 cells, gravity, caro, or an unknown entry.
    """
    found = layers(rules, entry)
    sizes = [layer.size for layer in found]
    blocks = sum(-(-layer.rows // layer.block) for layer in found)
    pages = sum(-(-layer.rows // layer.page) for layer in found)
    # Incompressible data grows, as zlib's compressBound says.
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

"""Blocks swept on the machines of a Ray cluster, each as a task.

A layer from which any row may be needed is put into Ray's store once, and each machine copies it
from there. From other layers, a task is sent only the rows that it needs. Only a few blocks for
each core are under way at any time, and Ray's store moves to disk what it cannot hold. The calling
process writes the file, so the machines need no shared disk.
"""

from __future__ import annotations

from collections import deque
from functools import lru_cache
from pickle import PickleBuffer
from typing import TYPE_CHECKING, Any

import ray
from ray.exceptions import RayError

from noughts.core.catalogue import counted
from noughts.core.errors import ClusterError
from noughts.core.rules import Rules
from noughts.solver import ray_cluster
from noughts.solver.tablebase.table_file import compressed
from noughts.solver.tablebase.workers import Sweeps, needed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from noughts.solver.tablebase.shape import Block, Layer

AHEAD = 4  #: blocks under way, for each core
DEATHS = 20  #: the most workers that may die on one block


class Cluster:
    """The machines of a cluster.

    Raises:
        ClusterError: The cluster cannot be reached, or has fewer cores.
    """

    def __init__(self, rules: Rules, entry: str, address: str, size: int | None) -> None:
        self._game = str(rules), entry
        cores = ray_cluster.join(address, size)
        self._ahead = AHEAD * (size or cores)
        self._task: Any = ray.remote(num_cpus=1, num_returns=2, max_retries=DEATHS)(_swept)

    def sweep(
        self, layer: Layer, blocks: Sequence[Block], beyond: bytearray, into: bytearray
    ) -> Iterator[bytes]:
        """Compute the values of blocks, and yield them in the file's format.

        Raises:
            ClusterError: The cluster did not work.
        """
        try:
            yield from self._sweep(layer, blocks, beyond, into)
        except RayError as error:
            why = str(error).strip().splitlines()[0]
            raise ClusterError.said(
                "solver", "cluster", stones=counted("stone", layer.stones), problem=why
            ) from error

    def _sweep(
        self, layer: Layer, blocks: Sequence[Block], beyond: bytearray, into: bytearray
    ) -> Iterator[bytes]:
        source, everything = memoryview(beyond), None
        if layer.stones % 2 == 0:
            everything = ray.put(PickleBuffer(source))
        asked: deque[tuple[Block, Any, Any]] = deque()
        for at in range(len(blocks) + self._ahead):
            if at < len(blocks):
                block = blocks[at]
                sent = everything or PickleBuffer(needed(block, source, layer.rows))
                asked.append((block, *self._task.remote(*self._game, layer, block, sent)))
            if at >= self._ahead:
                block, values, body = asked.popleft()
                into[block.start * layer.width : block.end * layer.width] = ray.get(values)
                yield ray.get(body)

    def close(self) -> None:
        """Leave the cluster; one that was started for this ends."""
        ray.shutdown()


def _swept(
    rules: str, entry: str, layer: Layer, block: Block, beyond: PickleBuffer
) -> tuple[PickleBuffer, bytes]:
    """Sweep a block; return its values and its bytes in the file."""
    values = bytearray((block.end - block.start) * layer.width)
    sweep = _sweeps(rules, entry).of(layer.stones)
    sweep.run(block.start, block.end, memoryview(beyond), memoryview(values))
    return PickleBuffer(values), compressed(memoryview(values), layer.page * layer.width)


@lru_cache(maxsize=1)
def _sweeps(rules: str, entry: str) -> Sweeps:
    return Sweeps(Rules.parse(rules), entry)

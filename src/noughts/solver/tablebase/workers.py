"""The workers that sweep blocks: threads of this process, or tasks in `ray_blocks`."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

from noughts.core.rules import Rules
from noughts.solver.tablebase.layers import Orbits, Ranks
from noughts.solver.tablebase.shape import Block, Layer
from noughts.solver.tablebase.sweep import LayerSweep
from noughts.solver.tablebase.table_file import compressed
from noughts.solver.tablebase.values import LOST, WON


class Workers(Protocol):
    """Workers that sweep blocks."""

    def sweep(
        self, layer: Layer, blocks: Sequence[Block], beyond: bytearray, into: bytearray
    ) -> Iterator[bytes]:
        """Value blocks of `layer` into `into`, from the next layer.

        Yields each in order, in the file's format.
        """

    def close(self) -> None:
        """Stop the workers."""


class Sweeps:
    """The sweeps of a game's layers; each reuses much of the one before."""

    def __init__(self, rules: Rules, entry: str) -> None:
        self._rules = rules
        self._packed = entry == "value"
        self._ranks = Ranks(rules.cells)
        self._orbits: dict[int, Orbits] = {}
        self._last: tuple[int, LayerSweep] | None = None

    def of(self, stones: int) -> LayerSweep:
        """Return the sweep of the layer with this many stones."""
        if self._last is None or self._last[0] != stones:
            rules, x = self._rules, (stones + 1) // 2
            after = min(x + 1, rules.cells) if stones % 2 == 0 else x
            lines = list(zip(rules.lines, rules.guards, strict=True))
            worth = WON if rules.misere else LOST
            own, beyond = self._orbits_of(x), self._orbits_of(after)
            self._last = stones, LayerSweep(own, beyond, stones - x, lines, worth, self._packed)
        return self._last[1]

    def _orbits_of(self, x: int) -> Orbits:
        if x not in self._orbits:
            self._orbits = {k: v for k, v in self._orbits.items() if abs(k - x) <= 1}
            self._orbits[x] = Orbits(self._ranks, x, self._rules.symmetries)
        return self._orbits[x]


def needed(block: Block, beyond: memoryview, rows: int) -> memoryview:
    """Return the rows of the next layer that sweeping a block needs.

    If X is to move, it needs all of them; if O is, only those with the same numbers, because X's
    stones stay.
    """
    if block.stones % 2 == 0:
        return beyond
    width = len(beyond) // rows
    return beyond[block.start * width : block.end * width]


class Threads:
    """Threads of this process; they read and write shared memory without copies."""

    def __init__(self, rules: Rules, entry: str, size: int) -> None:
        self._sweeps = Sweeps(rules, entry)
        self._pool = ThreadPoolExecutor(size, "sweeping")

    def sweep(
        self, layer: Layer, blocks: Sequence[Block], beyond: bytearray, into: bytearray
    ) -> Iterator[bytes]:
        """Compute the values of blocks, and yield them in the file's format."""
        sweep = self._sweeps.of(layer.stones)
        source, target = memoryview(beyond), memoryview(into)

        def work(block: Block) -> bytes:
            values = target[block.start * layer.width : block.end * layer.width]
            sweep.run(block.start, block.end, needed(block, source, layer.rows), values)
            return compressed(values, layer.page * layer.width)

        if len(blocks) == 1:
            yield work(blocks[0])
        else:
            yield from self._pool.map(work, blocks)

    def close(self) -> None:
        """Stop the threads."""
        self._pool.shutdown(cancel_futures=True)

"""Who sweeps blocks: threads of this process; `cluster` has others."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Protocol

from noughts.solver.tablebase.layers import Orbits, Ranks
from noughts.solver.tablebase.sweep import LayerSweep
from noughts.solver.tablebase.table_file import compressed
from noughts.solver.tablebase.values import LOST, WON

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from noughts.core.rules import Rules
    from noughts.solver.tablebase.shape import Block, Layer


class Workers(Protocol):
    """Those who sweep blocks, wherever they are."""

    def sweep(
        self, layer: Layer, blocks: Sequence[Block], beyond: bytearray, into: bytearray
    ) -> Iterator[bytes]:
        """Value blocks of `layer` in its place `into`, from the layer beyond it.

        Yields each, in order, as the file has it.
        """

    def close(self) -> None:
        """Let them go."""


class Sweeps:
    """What sweeps the layers of a game; each needs much that the last has."""

    def __init__(self, rules: Rules, entry: str) -> None:
        self._rules = rules
        self._packed = entry == "value"
        self._ranks = Ranks(rules.cells)
        self._orbits: dict[int, Orbits] = {}
        self._last: tuple[int, LayerSweep] | None = None

    def of(self, stones: int) -> LayerSweep:
        """Return what sweeps the layer of so many stones."""
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
    """Return what sweeping a block needs of the layer beyond.

    Where X is to move that is all, where O is, the rows of the same numbers: X's stones stay.
    """
    if block.stones % 2 == 0:
        return beyond
    width = len(beyond) // rows
    return beyond[block.start * width : block.end * width]


class Threads:
    """Threads of this process; what they read and write is there once, and moved nowhere."""

    def __init__(self, rules: Rules, entry: str, size: int) -> None:
        self._sweeps = Sweeps(rules, entry)
        self._pool = ThreadPoolExecutor(size, "sweeping")

    def sweep(
        self, layer: Layer, blocks: Sequence[Block], beyond: bytearray, into: bytearray
    ) -> Iterator[bytes]:
        """Value blocks, and yield them as the file has them."""
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
        """Let the threads go."""
        self._pool.shutdown(cancel_futures=True)

"""Builds a table: block by block into ``FILE.partial``, which is renamed when it is complete.

A file with the final name is always complete. A build that was killed resumes after the last whole
block. Blocks are written in order, whichever machine sweeps them, so the file is always the same.
"""

from __future__ import annotations

import mmap
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

from noughts.core.catalogue import counted, grouped, say
from noughts.core.errors import RulesError, TableError, whole_number
from noughts.core.rules import Rules
from noughts.solver.resources import MIB, free_memory, in_words
from noughts.solver.tablebase import table_file as form
from noughts.solver.tablebase.planning import plan
from noughts.solver.tablebase.shape import Block, Layer, layers
from noughts.solver.tablebase.workers import Threads, Workers

SYNC = 1.0  #: the most seconds of work that a failing machine may cost


def build(  # noqa: PLR0913  (what may be asked, by name)
    rules: Rules,
    path: str | Path,
    *,
    entry: str = "plies",
    threads: int | None = None,
    memory: int | None = None,
    cluster: str | None = None,
    on_layer: Callable[[int, int], None] | None = None,
    on_damage: Callable[[str], None] | None = None,
) -> None:
    """Build a table, or resume one that was interrupted.

    Args:
        rules: the game, of at most 25 cells.
        path: the file; ``path.partial`` beside it during the build.
        entry: ``plies`` (one byte a position) or ``value`` (two bits).
        threads: how many cores to use, here or in the cluster; all by default.
        memory: the most bytes to use; by default, the machine's free memory.
        cluster: a Ray cluster whose machines sweep: ``local`` or ``host:port``; none by default.
        on_layer: called with the stones and positions of each finished layer.
        on_damage: called with a line about each damaged block, which will be swept again.

    Raises:
        RulesError: Too many cells, or too little memory allowed.
        TableError: The partial file is of another game or cannot be written, the disk is too full,
            or the cluster does not work.
        ClusterError: The cluster cannot be reached.
        ValueError: There are no threads.
    """
    planned = plan(rules, entry)
    if threads is not None:
        threads = whole_number(threads, "threads", 1)
    most = free_memory() if memory is None else memory
    if planned.memory > most:
        needed = in_words(planned.memory + MIB - 1)  # enough of them
        raise RulesError.said(
            "table file", "memory", rules=rules, needed=needed, most=in_words(most)
        )
    path = Path(path)
    partial = path.with_name(path.name + ".partial")
    try:
        room = shutil.disk_usage(path.parent).free
        if partial.exists():
            room += partial.stat().st_size
        if planned.guessed_on_disk > room:
            raise TableError.of(
                path,
                say(
                    "table file",
                    "disk",
                    needed=counted("byte", planned.guessed_on_disk),
                    free=grouped(room),
                ),
            )
        with partial.open("r+b" if partial.exists() else "w+b") as file:
            growing = _Partial(rules, entry, file)
            if growing.damage and on_damage:
                on_damage(growing.damage)
            workers = _workers(rules, entry, threads, cluster)
            try:
                _fill(growing, workers, on_layer)
            finally:
                workers.close()
        _name(partial, path)
    except OSError as error:
        raise TableError.said(
            "sentence", "about", name=path, problem=error.strerror or error
        ) from None


def other_than(path: Path, rules: Rules, entry: str) -> str | None:
    """Return the error for a file that is not a table of this game with such entries."""
    try:
        with path.open("rb") as file:
            found = form.read_first_line(file.read(form.LINE), str(path))
    except (TableError, OSError) as error:
        return error.problem if isinstance(error, TableError) else str(error)
    if found == (str(rules), entry):
        return None
    return say("table file", "table", rules=found[0], entry=found[1])


def _workers(rules: Rules, entry: str, size: int | None, cluster: str | None) -> Workers:
    if cluster is None:
        return Threads(rules, entry, size or os.cpu_count() or 1)
    from noughts.solver.tablebase.ray_blocks import Cluster  # noqa: PLC0415  (an extra)

    return Cluster(rules, entry, cluster, size)


def _fill(file: _Partial, workers: Workers, on_layer: Callable[[int, int], None] | None) -> None:
    """Add the missing blocks."""
    beyond = bytearray(1)
    for layer in reversed(file.layers):
        blocks = layer.blocks()
        there = [block for block in blocks if file.has(block)]
        if len(there) < len(blocks) or file.is_next(layer.stones - 1):
            into = bytearray(layer.size)
            for block in there:
                file.read(layer, block, into)
            for body in workers.sweep(layer, blocks[len(there) :], beyond, into):
                file.append(body)
            beyond = into
            if on_layer is not None and len(there) < len(blocks):
                on_layer(layer.stones, layer.rows * layer.positions)
    file.finish()


def _name(partial: Path, path: Path) -> None:
    """Rename a finished file, unless another build of the same table was faster."""
    try:
        partial.replace(path)
    except FileNotFoundError:
        if not path.exists():
            raise


class _Partial:
    """A table file during its build."""

    def __init__(self, rules: Rules, entry: str, file: Any) -> None:
        self.layers: list[Layer] = layers(rules, entry)  #: by their stones
        #: a line about a block whose digest is wrong, if there is one. That block and those after
        #: it count as missing.
        self.damage: str = ""
        self._blocks: list[Block] = [b for layer in reversed(self.layers) for b in layer.blocks()]
        self._number = {(b.stones, b.number): at for at, b in enumerate(self._blocks)}
        self._offsets: list[int] = []
        self._line = form.first_line(rules, entry)
        self._end = len(self._line)
        self._file = file
        self._synced = perf_counter()
        self._begin()

    def has(self, block: Block) -> bool:
        """Whether the file has a block."""
        return self._number[block.stones, block.number] < len(self._offsets)

    def is_next(self, stones: int) -> bool:
        """Whether the next block belongs to the layer with this many stones."""
        left = self._blocks[len(self._offsets) :]
        return bool(left) and left[0].stones == stones

    def read(self, layer: Layer, block: Block, into: bytearray) -> None:
        """Read an existing block into its place in its layer."""
        number = self._number[block.stones, block.number]
        at, following = [*self._offsets[number : number + 2], self._end][:2]
        self._file.seek(at)
        values = form.values(self._file.read(following - at), layer, block)
        into[block.start * layer.width : block.end * layer.width] = values

    def append(self, body: bytes) -> None:
        """Add the next block."""
        data = form.whole_block(self._line, self._blocks[len(self._offsets)], body)
        self._write(self._end, data)
        self._offsets.append(self._end)
        self._end += len(data)
        if perf_counter() - self._synced > SYNC:
            self._sync()

    def finish(self) -> None:
        """Add the index and the end."""
        self._write(self._end, form.end(self._end, self._offsets))
        self._file.truncate()
        self._sync()

    def _write(self, at: int, data: bytes) -> None:
        self._file.seek(at)
        self._file.write(data)

    def _sync(self) -> None:
        self._file.flush()
        os.fsync(self._file.fileno())
        self._synced = perf_counter()

    def _begin(self) -> None:
        """Read what an earlier run has left."""
        self._file.seek(0)
        start = self._file.read(form.LINE)
        if self._line.startswith(start):  # nothing, or as much as fitted
            self._write(0, self._line)
        elif start.startswith(self._line):
            with mmap.mmap(self._file.fileno(), 0, access=mmap.ACCESS_READ) as data:
                self._look_for_blocks(data)
        else:
            header = form.read_first_line(start, self._file.name)
            raise TableError.of(
                self._file.name, say("table file", "begun", rules=header[0], entry=header[1])
            )

    def _look_for_blocks(self, data: mmap.mmap) -> None:
        for block in self._blocks:
            found = form.find(data, self._end, self.layers[block.stones], block)
            if found is None:  # cut off here
                return
            if not form.holds(data, self._end, self._line, block, found):
                stones = counted("stone", block.stones)
                why = say("table file", "resumed", block=block.number, stones=stones)
                self.damage = say("sentence", "with file", file=self._file.name, problem=why)
                return
            self._offsets.append(self._end)
            self._end = found.start + sum(found.sizes)

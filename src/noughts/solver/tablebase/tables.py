"""Complete tables: the value of every position of a game, in a file.

The file::

    one line of JSON    format, rules, what each entry holds, for each finished layer its place,
                        size and checksum, and a checksum of the line itself; padded to 64 KiB
    the layers          from the full board back, each as `layers` numbers it and `sweep` values it

`build` works in ``FILE.partial``, adds layer after layer, and gives the file its name when it is
complete: there is never half a table under that name, and a build that was killed goes on from
the last whole layer. `Table` maps the file into memory, so any number of processes share it.
"""

from __future__ import annotations

import json
import mmap
import os
import shutil
import zlib
from concurrent.futures import ThreadPoolExecutor
from math import comb
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from noughts.errors import PositionError, RulesError, TableError, shorten
from noughts.rules import Rules
from noughts.score import Score
from noughts.solver.resources import free_memory
from noughts.solver.tablebase.layers import Orbits, Ranks, orbit_counts
from noughts.solver.tablebase.sweep import DRAWN, LOST, UNREACHED, WON, LayerSweep

if TYPE_CHECKING:
    from collections.abc import Callable

    from noughts.position import Position

FORMAT = 1
MAGIC = "noughts table"
HEADER = 1 << 16  #: bytes
MOST_CELLS = 25  #: 5×5; with more, no machine holds the layers
ENTRIES = ("plies", "value")  #: one byte a position, or two bits
CHUNKS = 64  #: pieces of a layer that are handed out to threads
CHUNK = 1 << 16  #: positions that are too few to be worth handing out
SYNC = 1.0  #: seconds of work that a failing machine may cost
PIECE = 1 << 20  #: bytes packed, written or summed at a time

# The two bits of a value: unreached, loss, draw, win.
_BYTES = (UNREACHED, LOST, DRAWN, WON)
_PACKED = bytes([0, *[1] * (DRAWN - 1), 2, *[3] * (255 - DRAWN)])


class Plan(NamedTuple):
    """What a table will cost.

    Attributes:
        positions: how many it holds, those of the layers' leaders.
        bytes_on_disk: the size of the file.
        memory: bytes needed at the widest place.
    """

    positions: int
    bytes_on_disk: int
    memory: int


def plan(rules: Rules, entry: str = "plies") -> Plan:
    """Work out what a table needs, before anything is built.

    Raises:
        RulesError: more than 25 cells.
    """
    _check(rules, entry)
    orbits = orbit_counts(rules.symmetries)
    sizes = [
        orbits[x] * comb(rules.cells - x, stones - x)
        for stones in range(rules.cells + 1)
        for x in [(stones + 1) // 2]
    ]
    per_byte = 1 if entry == "plies" else 4
    orbits_bytes = 2 * 14 * comb(rules.cells, rules.cells // 2)
    widest = max(a + b for a, b in zip(sizes, [*sizes[1:], 0], strict=True))
    return Plan(
        sum(sizes),
        HEADER + sum(size // per_byte + 1 for size in sizes),
        widest + (1 << rules.cells) + orbits_bytes,
    )


def build(
    rules: Rules,
    path: str | Path,
    *,
    entry: str = "plies",
    threads: int | None = None,
    memory: int | None = None,
    on_layer: Callable[[int, int], None] | None = None,
) -> None:
    """Build a table, or go on with one that was interrupted.

    Args:
        rules: the game, of at most 25 cells.
        path: the file; ``path.partial`` beside it while the work goes on.
        entry: ``plies`` (one byte a position) or ``value`` (two bits).
        threads: all cores unless given.
        memory: the most bytes to use; what the machine has free unless given.
        on_layer: called with the stones and the positions of each finished layer.

    Raises:
        RulesError: too many cells, or not enough memory allowed.
        TableError: the partial file is of another game, or damaged, or cannot be written, or the
            disk has no room for it.
    """
    _, on_disk, needed = plan(rules, entry)
    most, whose = (free_memory(), "free") if memory is None else (memory, "allowed")
    if needed > most:
        raise RulesError(
            f"a table of {rules} needs {needed:,} bytes of memory; {most:,} are {whose}"
        )
    path = Path(path)
    partial = path.with_name(path.name + ".partial")
    try:
        room = shutil.disk_usage(path.parent).free
        if partial.exists():
            room += partial.stat().st_size
        if on_disk > room:
            raise TableError(f"{path} needs {on_disk:,} bytes on disk; {room:,} are free")
        with partial.open("r+b" if partial.exists() else "w+b") as file:
            _Builder(rules, entry, file, threads or os.cpu_count() or 1).run(on_layer)
        _name(partial, path)
    except OSError as error:
        raise TableError(f"{path}: {error.strerror or error}") from None


def _name(partial: Path, path: Path) -> None:
    """Give a finished file its name, unless another build of the same table was quicker."""
    try:
        partial.replace(path)
    except FileNotFoundError:
        if not path.exists():
            raise


class _Builder:
    """The work on one partial file."""

    def __init__(self, rules: Rules, entry: str, file: Any, threads: int) -> None:
        self.rules = rules
        self.entry = entry
        self.file = file
        self.threads = threads
        self.ranks = Ranks(rules.cells)
        self.synced = perf_counter()
        self.layers: list[list[int]] = []  # offset, size in the file, checksum
        self.orbits: dict[int, Orbits] = {}

    def run(self, on_layer: Callable[[int, int], None] | None) -> None:
        cells = self.rules.cells
        beyond = self._resume()
        for stones in range(cells - len(self.layers), -1, -1):
            layer = self._layer(stones, beyond)
            self._append(layer)
            beyond = layer
            if on_layer is not None:
                on_layer(stones, len(layer))
        self.file.truncate(sum(self.layers[-1][:2]))

    def _resume(self) -> bytearray:
        """Read what an earlier run has left; return its last layer."""
        self.file.seek(0)
        if self._header().startswith(self.file.read(HEADER)):  # nothing, or as much as went in
            self._write_header()
            return bytearray(1)
        header = _read_header(self.file, self.file.name)
        if header["rules"] != str(self.rules) or header["entry"] != self.entry:
            raise TableError(
                f"{self.file.name} is the beginning of a table of {header['rules']} "
                f"({header['entry']}); finish it, or remove it"
            )
        self.layers = header["layers"]
        if not self.layers:
            return bytearray(1)
        offset, size, checksum = self.layers[-1]
        self.file.seek(offset)
        data = self.file.read(size)
        if len(data) < size or zlib.crc32(data) != checksum:
            raise TableError(f"{self.file.name} is damaged in its last layer; remove it")
        if self.entry == "plies":
            return bytearray(data)
        stones = self.rules.cells - len(self.layers) + 1
        return _unpack(data, self._size(stones))

    def _orbits(self, x: int) -> Orbits:
        if x not in self.orbits:
            self.orbits = {k: v for k, v in self.orbits.items() if abs(k - x) <= 1}
            self.orbits[x] = Orbits(self.ranks, x, self.rules.symmetries)
        return self.orbits[x]

    def _size(self, stones: int) -> int:
        x = (stones + 1) // 2
        return int(self._orbits(x).n) * comb(self.rules.cells - x, stones - x)

    def _layer(self, stones: int, beyond: bytearray) -> bytearray:
        x = (stones + 1) // 2
        own = self._orbits(x)
        after = self._orbits(min(x + 1, self.rules.cells)) if stones % 2 == 0 else own
        into = bytearray(self._size(stones))
        lines = list(zip(self.rules.lines, self.rules.guards, strict=True))
        sweep = LayerSweep(own, after, stones - x, lines, WON if self.rules.misere else LOST)
        orbits = int(own.n)
        step = max(1, -(-orbits // CHUNKS), CHUNK * orbits // len(into))

        def work(start: int) -> None:
            sweep.run(start, min(start + step, orbits), memoryview(beyond), memoryview(into))

        if step >= orbits:
            work(0)
            return into
        with ThreadPoolExecutor(self.threads) as pool:
            for job in [pool.submit(work, start) for start in range(0, orbits, step)]:
                job.result()
        return into

    def _append(self, layer: bytearray) -> None:
        offset = self.layers[-1][0] + self.layers[-1][1] if self.layers else HEADER
        self.file.seek(offset)
        size = checksum = 0
        for start in range(0, len(layer), PIECE):
            piece = memoryview(layer)[start : start + PIECE]
            data = piece if self.entry == "plies" else _pack(bytes(piece))
            self.file.write(data)
            checksum = zlib.crc32(data, checksum)
            size += len(data)
        self.layers.append([offset, size, checksum])
        last = len(self.layers) > self.rules.cells
        if last or perf_counter() - self.synced > SYNC:
            self._sync()  # what the header names is there before it is named
            self._write_header()
            self._sync()
            self.synced = perf_counter()
        else:
            self._write_header()

    def _sync(self) -> None:
        self.file.flush()
        os.fsync(self.file.fileno())

    def _header(self) -> bytes:
        content = {
            "magic": MAGIC,
            "format": FORMAT,
            "rules": str(self.rules),
            "entry": self.entry,
            "layers": self.layers,
        }
        content["checksum"] = zlib.crc32(json.dumps(content).encode())
        return (json.dumps(content).encode() + b"\n").ljust(HEADER, b"\0")

    def _write_header(self) -> None:
        self.file.seek(0)
        self.file.write(self._header())
        self.file.flush()


class Table:
    """A complete table, read through memory.

    Raises:
        TableError: the file cannot be read, is no table, is damaged, truncated or unfinished.
    """

    def __init__(self, path: str | Path) -> None:
        self.path: Path = Path(path)
        try:
            with self.path.open("rb") as file:
                header = _read_header(file, str(path))
                self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except OSError as error:
            raise TableError(f"{path}: {error.strerror or error}") from None
        self.rules: Rules = Rules.parse(header["rules"])
        self.entry: str = header["entry"]
        self._layers: list[list[int]] = header["layers"]
        if len(self._layers) != self.rules.cells + 1:
            raise TableError(f"{path} is unfinished: run the build again to complete it")
        end = self._layers[-1][0] + self._layers[-1][1]
        if len(self._map) != end:
            raise TableError(
                f"{path} has {len(self._map):,} bytes where {end:,} belong: truncated?"
            )
        self._ranks = Ranks(self.rules.cells)
        self._orbits: dict[int, Orbits] = {}
        self._checked: set[int] = set()

    def probe(self, position: Position) -> Score:
        """Return the value of a position for the side to move.

        Raises:
            PositionError: a position of other rules.
            TableError: the layer of the position is damaged.
        """
        if position.rules != self.rules:
            raise PositionError(f"the table is of {self.rules}, the position of {position.rules}")
        x = position.x.bit_count()
        if x not in self._orbits:
            self._orbits[x] = Orbits(self._ranks, x, self.rules.symmetries)
        number = self._orbits[x].number(position.x, position.o)
        offset, _, _ = self._layers[self.rules.cells - position.ply]
        self._check(self.rules.cells - position.ply)
        if self.entry == "plies":
            return _score(self._map[offset + number], with_plies=True)
        return _score(
            _BYTES[self._map[offset + number // 4] >> 2 * (number % 4) & 3], with_plies=False
        )

    def verify(self) -> None:
        """Check every layer.

        Raises:
            TableError: one of them is damaged.
        """
        for layer in range(len(self._layers)):
            self._check(layer)

    def _check(self, layer: int) -> None:
        if layer in self._checked:
            return
        offset, size, checksum = self._layers[layer]
        found = 0
        for start in range(offset, offset + size, PIECE):
            found = zlib.crc32(self._map[start : min(start + PIECE, offset + size)], found)
        if found != checksum:
            stones = self.rules.cells - layer
            raise TableError(
                f"{self.path} is damaged: the layer of {stones} stones does not add up"
            )
        self._checked.add(layer)


def _score(byte: int, *, with_plies: bool) -> Score:
    if byte == DRAWN:
        return Score.draw()
    if byte > DRAWN:
        return Score.win(WON - byte if with_plies else None)
    return Score.loss(byte - LOST if with_plies else None)


def _pack(values: bytes) -> bytes:
    """Pack bytes into two bits each, four to a byte, the first lowest."""
    two = values.translate(_PACKED)
    two += bytes(-len(two) % 4)
    packed = int.from_bytes(two[0::4], "little")
    for place in (1, 2, 3):
        packed |= int.from_bytes(two[place::4], "little") << 2 * place
    return packed.to_bytes(len(two) // 4, "little")


def _unpack(data: bytes, length: int) -> bytearray:
    """Undo `_pack`: the values come back, the plies do not."""
    values = bytearray(4 * len(data))
    for place in range(4):
        values[place::4] = data.translate(
            bytes(_BYTES[byte >> 2 * place & 3] for byte in range(256))
        )
    return values[:length]


def _check(rules: Rules, entry: str) -> None:
    if rules.gravity:
        raise RulesError(f"{rules}: tables do not take games with gravity yet")
    if rules.cells > MOST_CELLS:
        raise RulesError(
            f"{rules} has {rules.cells} cells; tables go up to {MOST_CELLS} (5,5,k). "
            "To prove one position, use the solver"
        )
    if entry not in ENTRIES:
        raise RulesError(f"unknown entry {shorten(entry)}; there are: {', '.join(ENTRIES)}")


def _read_header(file: Any, name: str) -> dict[str, Any]:
    file.seek(0)
    line = file.read(HEADER).split(b"\n", 1)[0]
    try:
        header = json.loads(line)
    except ValueError:
        header = None
    if not isinstance(header, dict) or header.get("magic") != MAGIC:
        raise TableError(f"{name} is no table of Noughts")
    if header.get("format") != FORMAT:
        raise TableError(f"{name} has format {header.get('format')}; this version reads {FORMAT}")
    checksum = header.pop("checksum", None)
    if zlib.crc32(json.dumps(header).encode()) != checksum:
        raise TableError(f"{name} is damaged: its header does not add up")
    return header

"""A table is the same file, byte for byte, whatever sweeps or interrupts it."""

import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from noughts import Rules
from noughts.core.errors import TableError
from noughts.solver.tablebase import Table, build, building, plan, shape
from noughts.solver.tablebase.shape import Block, Layer
from noughts.solver.tablebase.table_file import compressed
from noughts.solver.tablebase.workers import Sweeps, needed

ENTRIES = ("plies", "value")


@pytest.fixture(autouse=True)
def many_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small pages and blocks, so that a small game has many of them."""
    monkeypatch.setattr(shape, "PAGE", 1 << 10)
    monkeypatch.setattr(shape, "BLOCK", 1 << 12)


class Shuffled:
    """Sweeps in any order, from last to first or at random, and yields in the right one."""

    def __init__(self, rules: Rules, entry: str, seed: int) -> None:
        self._sweeps = Sweeps(rules, entry)
        self._draw = random.Random(seed)

    def sweep(
        self, layer: Layer, blocks: Sequence[Block], beyond: bytearray, into: bytearray
    ) -> Iterator[bytes]:
        bodies = {}
        for block in self._draw.sample(blocks, len(blocks)):
            values = memoryview(into)[block.start * layer.width : block.end * layer.width]
            source = needed(block, memoryview(beyond), layer.rows)
            # Of what it needs alone, moved elsewhere: as if it were on another machine.
            sweep = self._sweeps.of(layer.stones)
            sweep.run(block.start, block.end, memoryview(bytes(source)), values)
            bodies[block] = compressed(values, layer.page * layer.width)
        yield from (bodies[block] for block in blocks)

    def close(self) -> None:
        pass


@pytest.mark.parametrize("entry", ENTRIES)
@pytest.mark.parametrize("game", ["4,4,3", "4,3,3 misere", "5,2,3 exact"])
def test_blocks_in_any_order_and_any_number_of_threads(
    game: str, entry: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = Rules.parse(game)
    build(rules, tmp_path / "1", entry=entry, threads=1)
    whole = (tmp_path / "1").read_bytes()
    Table(tmp_path / "1").verify()
    for threads in (2, 5):
        build(rules, tmp_path / "n", entry=entry, threads=threads)
        assert (tmp_path / "n").read_bytes() == whole
    for seed in range(3):
        monkeypatch.setattr(
            building, "_workers", lambda rules, entry, *_, seed=seed: Shuffled(rules, entry, seed)
        )
        build(rules, tmp_path / "n", entry=entry)
        assert (tmp_path / "n").read_bytes() == whole
    planned = plan(rules, entry)
    assert planned.blocks == len(Table(tmp_path / "n")._blocks)
    assert planned.bytes_on_disk >= len(whole)


@pytest.mark.parametrize("entry", ENTRIES)
def test_however_a_game_is_cut_its_values_are_the_same(
    entry: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for page, block in ((1, 1), (1 << 10, 1 << 12), (1 << 15, 1 << 21)):
        monkeypatch.setattr(shape, "PAGE", page)
        monkeypatch.setattr(shape, "BLOCK", block)
        build(Rules.parse("4,3,3"), tmp_path / "t", entry=entry)
        table = Table(tmp_path / "t")
        found.append(
            [
                b"".join(
                    table._page(layer.stones, at) for at in range(-(-layer.rows // layer.page))
                )
                for layer in table._layers
            ]
        )
    assert found[0] == found[1] == found[2]


KILLED = """
import os, random, signal, sys
from pathlib import Path
from noughts import Rules
from noughts.solver.tablebase import build, building, shape

folder, entry, kills = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
shape.PAGE, shape.BLOCK = 1 << 10, 1 << 12
rules = Rules.parse("4,4,3")
build(rules, folder / "whole", entry=entry)
whole = (folder / "whole").read_bytes()
write = building._Partial._write
draw = random.Random(7)
points = sorted(draw.sample(range(len(whole)), kills))

def until(point):
    def some(file, at, data):
        if at + len(data) <= point:
            return write(file, at, data)
        write(file, at, data[: point - at])  # as much as had gone in when it was killed
        file._file.flush()
        os.kill(os.getpid(), signal.SIGKILL)
    return some

for point in points:
    child = os.fork()
    if child == 0:
        building._Partial._write = until(point)
        build(rules, folder / "t", entry=entry, threads=2)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
    assert (folder / "t.partial").read_bytes() == whole[:point]
    assert not (folder / "t").exists()
build(rules, folder / "t", entry=entry)
assert (folder / "t").read_bytes() == whole
"""


@pytest.mark.skipif(sys.platform == "win32", reason="it forks")
@pytest.mark.parametrize(
    ("entry", "kills"),
    [
        ("value", 5),
        pytest.param("value", 50, marks=pytest.mark.deep),
        pytest.param("plies", 50, marks=pytest.mark.deep),
    ],
)
def test_builds_killed_at_any_byte_go_on(entry: str, kills: int, tmp_path: Path) -> None:
    command = [sys.executable, "-c", KILLED, str(tmp_path), entry, str(kills)]
    subprocess.run(command, check=True)


def test_whatever_is_damaged_the_file_comes_out_right(tmp_path: Path) -> None:
    rules = Rules.parse("4,4,3")
    build(rules, tmp_path / "t", entry="value")
    whole = (tmp_path / "t").read_bytes()
    draw = random.Random(3)
    line = whole.index(b"\n") + 1
    seen = 0
    for _ in range(20):
        damaged = bytearray(whole[: draw.randrange(line, len(whole))])
        for _ in range(3):
            damaged[draw.randrange(line, len(damaged))] ^= 1 << draw.randrange(8)
        (tmp_path / "t.partial").write_bytes(damaged)
        told: list[str] = []
        build(rules, tmp_path / "t", entry="value", on_damage=told.append)
        seen += len(told)
        assert (tmp_path / "t").read_bytes() == whole
    assert seen > 10  # the others were in the head of a block, and look cut off


def test_two_builds_at_a_time(tmp_path: Path) -> None:
    rules = Rules.parse("4,4,3")
    build(rules, tmp_path / "whole")

    def meanwhile(stones: int, size: int) -> None:
        del size
        if stones == 9:
            build(rules, tmp_path / "t")

    build(rules, tmp_path / "t", on_layer=meanwhile)
    assert (tmp_path / "t").read_bytes() == (tmp_path / "whole").read_bytes()


def test_a_table_that_no_disk_holds_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Usage:
        free = 1000

    monkeypatch.setattr("shutil.disk_usage", lambda _: Usage)
    with pytest.raises(TableError, match="may take 63,879 bytes on disk; 1,000 are free"):
        build(Rules.parse("4,4,4"), tmp_path / "t")
    assert list(tmp_path.iterdir()) == []

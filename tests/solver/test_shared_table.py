"""A table that processes share: no entry is read in halves, whoever is killed at any moment."""

from __future__ import annotations

import json
import mmap
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import noughts
from noughts import Rules
from noughts.solver.core.shared_table import ACROSS_PROCESSES
from tests.solver.uncompiled import uncompiled

if TYPE_CHECKING:
    from types import SimpleNamespace

SOURCE = Path(noughts.__file__).parents[1]
HERE = os.environ | {
    "PYTHONPATH": str(SOURCE),
    "CFLAGS": "-O0",
}  # which is compiled in a third of the time
KILLS = 200
NO_GROWTH, GROWTH = 1 << 16, 1 << 22  # bytes: 1,024 buckets, and 65,536
HAMMER = """
from noughts.solver.core.bitboard cimport hash_pair, u64
from noughts.solver.core.results cimport Entry, Key
from noughts.solver.core.table cimport TranspositionTable

# What is stored of a position follows from it and the proof number, which changes each time.
cdef Key key_of(u64 number) noexcept nogil:
    return Key(hash_pair(number, 1), hash_pair(number, 2), number & 1, -1)

cdef u64 disproof_of(u64 number, u64 proof) noexcept nogil:
    return hash_pair(proof, number) & 0x3FFFFF

cdef u64 board_of(u64 number, u64 proof) noexcept nogil:
    return hash_pair(number, proof)

def write(TranspositionTable table, u64 keys, u64 seed):
    cdef u64 number, proof
    cdef int i
    with nogil:
        for i in range(1000000):
            seed = hash_pair(seed, 3)
            number = seed % keys
            proof = (seed >> 40) & 0x3FFFFF
            table.store(
                key_of(number), proof, disproof_of(number, proof), board_of(number, proof), seed
            )

def read(TranspositionTable table, u64 keys):
    cdef u64 number
    cdef long long found = 0, wrong = 0
    cdef Entry entry
    with nogil:
        for number in range(keys):
            entry = table.find(key_of(number))
            if entry.found:
                found += 1
                wrong += (
                    <u64> entry.disproof != disproof_of(number, entry.proof)
                    or entry.board != board_of(number, entry.proof)
                )
    return found, wrong
"""
#: Kills one writer after the other, while another one writes and somebody reads all that is there:
#: so many, and then more until one was killed with a bucket in its hands.
DRIVER = """
import json, mmap, os, random, signal, sys, time
from hammer import read, write
from noughts.solver.core.shared_table import SharedTable, shared_bytes
from noughts.solver.core.table import TranspositionTable

kind, size, kills = sys.argv[1], *map(int, sys.argv[2:])
keys = size >> 4  # four for each bucket, twice as many as there is room for
block, over = mmap.mmap(-1, shared_bytes(size)), mmap.mmap(-1, 1)
table = SharedTable(block, 2) if kind == "shared" else TranspositionTable(size, block)
dice, driver = random.Random(kills), os.getpid()
looked = [0, 0]

def begun(work):
    child = os.fork()
    if child == 0:
        try:
            while os.getppid() == driver:
                work()
        finally:
            os._exit(0)
    return child

def ended(child):
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)

def look():
    now = read(table, keys)
    looked[:] = looked[0] + now[0], looked[1] + now[1]
    if over[0]:
        os.write(told[1], json.dumps(looked).encode())
        os._exit(0)

told = os.pipe()
reader = begun(look)
writer = begun(lambda: write(table, keys, 0))
words = memoryview(block).cast("Q")

def killed(number):
    victim = begun(lambda: write(table, keys, number))
    time.sleep(dice.random() / 1000)
    ended(victim)

def taken():
    return list(words[2 : size >> 3 : 8]).count(1 << 63)

for number in range(kills):
    killed(number + 1)
ended(writer)
over[0] = 1
found, wrong = json.loads(os.read(told[0], 100))
os.waitpid(reader, 0)
# Now nobody alive has a bucket; whether one of the dead has takes luck.
while kind == "shared" and not taken() and number < 20 * kills:
    number += 1
    killed(number + 1)
print(json.dumps({
    "found": found,
    "wrong": wrong + read(table, keys)[1],
    "taken": taken(),
    "killed": number + 2,  # they are numbered from 0, and the first writer comes on top
    "buckets": words[size >> 3],
}))
"""


@pytest.fixture(scope="module")
def hammer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a module, compiled, that writes and reads tables in no time."""
    pytest.importorskip("Cython")
    if not ACROSS_PROCESSES:
        pytest.skip("tables are not shared here")
    folder = tmp_path_factory.mktemp("hammer")
    (folder / "hammer.pyx").write_text(HAMMER)
    (folder / "driver.py").write_text(DRIVER)
    command = "from Cython.Build.Cythonize import main; main()"
    told = ["-3", "--inplace", "--quiet", "hammer.pyx"]
    subprocess.run([sys.executable, "-c", command, *told], cwd=folder, check=True, env=HERE)
    return folder


def hammered(hammer: Path, kind: str, size: int, kills: int) -> dict[str, int]:
    """Return what was read of a table of so many bytes while so many writers were killed."""
    done = subprocess.run(
        [sys.executable, "driver.py", kind, str(size), str(kills)],
        cwd=hammer,
        check=True,
        capture_output=True,
        text=True,
        env=HERE,
    )
    told: dict[str, int] = json.loads(done.stdout)
    return told


@pytest.mark.parametrize("size", [NO_GROWTH, GROWTH])
@pytest.mark.parametrize("kills", [KILLS, pytest.param(2000, marks=pytest.mark.deep)])
def test_no_half_entry_is_read_whoever_is_killed(hammer: Path, size: int, kills: int) -> None:
    told = hammered(hammer, "shared", size, kills)
    assert told["wrong"] == 0
    assert told["found"] > 100 * kills
    assert 0 < told["taken"] <= told["killed"], "some are killed with a bucket in their hands"
    assert told["buckets"] == size >> 6


def test_halves_are_seen_where_nothing_prevents_them(hammer: Path) -> None:
    assert hammered(hammer, "plain", NO_GROWTH, KILLS)["wrong"] > 0


# -- what each process does, one after the other --------------------------------------------------


def tables(sharers: int, size: int = NO_GROWTH) -> tuple[SimpleNamespace, list[Any]]:
    """Return the modules as plain Python, and the same table as so many processes have it."""
    modules = uncompiled()
    shared = modules.shared_table
    block = mmap.mmap(-1, shared.shared_bytes(size))
    return modules, [shared.SharedTable(block, sharers) for _ in range(sharers)]


def test_what_one_stores_another_finds() -> None:
    modules, (one, other) = tables(2)
    numbers = range(700)
    for number in numbers:
        one.store(modules.results.Key(number, number, number & 1, -1), number, 2, 3, 4)
    found = [other.find(modules.results.Key(number, number, number & 1, -1)) for number in numbers]
    assert sum(entry.found for entry in found) > 600
    assert all(entry[1:] == (i, 2, 3) for i, entry in enumerate(found) if entry.found)
    assert not any(
        other.find(modules.results.Key(number, number, 1 - (number & 1), -1)).found
        for number in numbers
    ), "whose turn it is belongs to the key"
    assert one.stored + one.lost == 700


def test_a_bucket_that_is_taken_is_a_miss_for_good() -> None:
    modules, (one, other) = tables(2)
    key = modules.results.Key(5, 6, 0, -1)
    one.store(key, 1, 2, 3, 4)
    (at,) = (place for place, word in enumerate(one.words) if word == 5)
    before = one.words[at + 2]
    one.words[at + 2] = modules.shared_table.TAKEN  # its holder has been killed
    held = one.words.tolist()
    for table in (one, other):
        assert not table.find(key).found
        table.store(key, 7, 8, 9, 10)
    assert one.words.tolist() == held, "nobody writes into it"
    one.words[at + 2] = before
    assert other.find(key) == (True, 1, 2, 3)


def test_a_table_grows_for_all_and_forgets_little() -> None:
    modules, (one, other) = tables(2, 1 << 18)
    keys = [modules.results.Key(number, number, 0, -1) for number in range(3000)]
    for key in keys:
        one.store(key, 1, 2, key.mine, 4)
    found = [other.find(key) for key in keys]
    assert other.buckets == one.buckets == 4096
    assert all(
        entry.board == key.mine for key, entry in zip(keys, found, strict=True) if entry.found
    )
    assert sum(entry.found for entry in found) > 2500


def test_a_search_finds_the_same_in_such_a_table() -> None:
    modules, (table,) = tables(1, 1 << 20)
    rules = Rules.parse("5,4,4")
    symmetries = modules.symmetry.SymmetryTables(rules.cells, rules.symmetries)
    told = []
    for each in (table, modules.table.TranspositionTable(1 << 20)):
        state = modules.state.SearchState(rules.cells, rules.lines)
        state.start(0, 0, rules.lines, rules.lines)
        search = modules.and_or.AndOrSearch(state, each, symmetries)
        told.append((search.run(attacker_moves=True), search.budget.nodes, each.stored, each.lost))
    assert told[0] == told[1]

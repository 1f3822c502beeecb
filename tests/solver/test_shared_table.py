"""A table that processes share: no half entry is ever read, even if a process is killed."""

import json
import mmap
import os
import random
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from declarations import Package

import noughts
from noughts import Rules
from noughts.kernel.shared_table import ACROSS_PROCESSES
from tests.solver.uncompiled import Edit, uncompiled

SOURCE = Path(noughts.__file__).parents[1]
# which is compiled in a third of the time
HERE = os.environ | {"PYTHONPATH": str(SOURCE), "CFLAGS": "-O0"}
KILLS, MOST_KILLS = 200, 20_000
NO_GROWTH, GROWTH = 1 << 16, 1 << 22  # bytes: 1,024 buckets, and 65,536
HAMMER = """
from noughts.kernel.bitboard cimport hash_pair, u64
from noughts.kernel.search_types cimport Entry, Key
from noughts.kernel.transposition_table cimport TranspositionTable

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
#: Kills one writer after another, while a second one writes and a reader reads the whole table. It
#: goes on after this many kills until it has seen what it was started for, up to MOST_KILLS.
DRIVER = """
import json, mmap, os, random, signal, sys, time
from hammer import read, write
from noughts.kernel.shared_table import SharedTable, shared_bytes
from noughts.kernel.transposition_table import TranspositionTable

kind, size, kills, most_kills = sys.argv[1], *map(int, sys.argv[2:])
keys = size >> 4  # four for each bucket, twice as many as there is room for
block = mmap.mmap(-1, shared_bytes(size))
table = SharedTable(block, 2) if kind == "shared" else TranspositionTable(size, block)
seen = memoryview(mmap.mmap(-1, 16)).cast("Q")  # entries found, and those of them that are wrong
dice, driver = random.Random(kills), os.getpid()

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
    found, wrong = read(table, keys)
    seen[1] += wrong
    seen[0] += found

reader = begun(look)
writer = begun(lambda: write(table, keys, 0))
words = memoryview(block).cast("Q")
killed = 0

def kill():
    global killed
    killed += 1
    victim = begun(lambda: write(table, keys, killed))
    time.sleep(dice.random() / 1000)
    ended(victim)

def taken():
    return list(words[2 : size >> 3 : 8]).count(1 << 63)

def looked():
    return seen[0] > 100 * kills and (kind == "shared" or seen[1] > 0)

while killed < kills or (not looked() and killed < most_kills):
    kill()
ended(writer)
ended(reader)
# Now nobody alive has a bucket, but one of the dead may have.
while kind == "shared" and not taken() and killed < most_kills:
    kill()
print(json.dumps({
    "found": seen[0],
    "wrong": seen[1] + read(table, keys)[1],
    "taken": taken(),
    "killed": killed + 1,  # the first writer comes on top
    "buckets": words[size >> 3],
}))
"""
#: Puts into each entry what a writer leaves there that is killed after two or three of its words.
HALVES = """
import json, mmap, sys
from array import array
from hammer import read, write
from noughts.kernel.transposition_table import TranspositionTable

size = int(sys.argv[1])
keys = size >> 4
block = mmap.mmap(-1, size)
table = TranspositionTable(size, block)
words = memoryview(block).cast("Q")
write(table, keys, 0)
before = words.tolist()
write(table, keys, 1)
after = words.tolist()
whole = read(table, keys)
halves = []
for entry in range(0, len(words), 4):
    old, new = before[entry : entry + 4], after[entry : entry + 4]
    torn = [(3, old[3] != new[3])]
    if not (old[2] ^ new[2]) >> 63:
        torn.append((2, old[:2] != new[:2]))  # the same position as before would be whole
    for written, half in torn:
        words[entry : entry + 4] = array("Q", new[:written] + old[written:])
        if half:
            halves.append(read(table, keys))
    words[entry : entry + 4] = array("Q", new)
print(json.dumps({"whole": whole, "halves": halves, "again": read(table, keys)}))
"""


@pytest.fixture(scope="module")
def hammer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a module, compiled, that writes and reads tables in no time."""
    pytest.importorskip("Cython")
    if not ACROSS_PROCESSES:
        pytest.skip("tables are not shared here")
    folder = tmp_path_factory.mktemp("hammer")
    (folder / "hammer.pyx").write_text(HAMMER)
    Package(SOURCE).write(folder)  # what it imports of C
    command = "from Cython.Build.Cythonize import main; main()"
    told = ["-3", "--inplace", "--quiet", "hammer.pyx"]
    subprocess.run([sys.executable, "-c", command, *told], cwd=folder, check=True, env=HERE)
    shutil.rmtree(folder / "noughts")
    return folder


def driven(hammer: Path, script: str, *told: object) -> Any:
    """Return what a script says that uses the compiled module."""
    done = subprocess.run(
        [sys.executable, "-c", script, *map(str, told)],
        cwd=hammer,
        check=True,
        capture_output=True,
        text=True,
        env=HERE,
    )
    return json.loads(done.stdout)


@pytest.mark.deep  # below, a writer is killed after each of its writes
@pytest.mark.parametrize("size", [NO_GROWTH, GROWTH])
@pytest.mark.parametrize("kills", [KILLS, 2000])
def test_no_half_entry_is_read_whoever_is_killed(hammer: Path, size: int, kills: int) -> None:
    told = driven(hammer, DRIVER, "shared", size, kills, MOST_KILLS)
    assert told["wrong"] == 0
    assert told["found"] > 100 * kills
    assert 0 < told["taken"] <= told["killed"], "some are killed with a bucket in their hands"
    assert told["buckets"] == size >> 6


@pytest.mark.deep
def test_halves_are_seen_where_nothing_prevents_them(hammer: Path) -> None:
    assert driven(hammer, DRIVER, "plain", NO_GROWTH, KILLS, MOST_KILLS)["wrong"] > 0


@pytest.mark.deep
def test_a_half_entry_is_counted_wherever_it_is(hammer: Path) -> None:
    told = driven(hammer, HALVES, NO_GROWTH)
    found, wrong = told["whole"]
    assert found > 1000
    assert wrong == 0
    assert told["again"] == told["whole"]
    assert len(told["halves"]) > found
    assert all(half == [found, 1] for half in told["halves"])


# -- what each process does, one after the other --------------------------------------------------


def tables(sharers: int, size: int = NO_GROWTH) -> tuple[SimpleNamespace, list[Any]]:
    """Return the modules as plain Python, and the same table as this many processes have it."""
    modules = uncompiled()
    shared = modules.shared_table
    block = mmap.mmap(-1, shared.shared_bytes(size))
    return modules, [shared.SharedTable(block, sharers) for _ in range(sharers)]


def test_what_one_stores_another_finds() -> None:
    modules, (one, other) = tables(2)
    numbers = range(700)
    for number in numbers:
        one.store(modules.search_types.Key(number, number, number & 1, -1), number, 2, 3, 4)
    found = [
        other.find(modules.search_types.Key(number, number, number & 1, -1)) for number in numbers
    ]
    assert sum(entry.found for entry in found) > 600
    assert all(entry[1:] == (i, 2, 3) for i, entry in enumerate(found) if entry.found)
    assert not any(
        other.find(modules.search_types.Key(number, number, 1 - (number & 1), -1)).found
        for number in numbers
    ), "whose turn it is belongs to the key"
    assert one.stored + one.lost == 700


def test_a_bucket_that_is_taken_is_a_miss_for_good() -> None:
    modules, (one, other) = tables(2)
    key = modules.search_types.Key(5, 6, 0, -1)
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
    keys = [modules.search_types.Key(number, number, 0, -1) for number in range(3000)]
    for key in keys:
        one.store(key, 1, 2, key.mine, 4)
    found = [other.find(key) for key in keys]
    assert other.buckets == one.buckets == 4096
    assert all(
        entry.board == key.mine for key, entry in zip(keys, found, strict=True) if entry.found
    )
    assert sum(entry.found for entry in found) > 2500


class KilledError(Exception):
    """The process was killed."""


class Dying:
    """The words of a table, as a process has them that is killed when it writes once more."""

    def __init__(self, words: Any, left: int) -> None:
        self.words = words
        self.left = left

    def __getitem__(self, at: int) -> int:
        return int(self.words[at])

    def __setitem__(self, at: int, word: int) -> None:
        if self.left == 0:
            raise KilledError
        self.left -= 1
        self.words[at] = word


def wrong_after_deaths(*edits: Edit) -> int:
    """Kill a writer after each of its writes; return how many wrong entries another one reads."""
    modules = uncompiled(*edits)
    block = mmap.mmap(-1, modules.shared_table.shared_bytes(1 << 18))

    def key(number: int) -> Any:
        return modules.search_types.Key(number * 7919, number, number & 1, -1)

    def store(number: int, proof: int, left: int) -> None:
        table = modules.shared_table.SharedTable(block, 1)
        table.stored = table.buckets + 1 if number % 50 == 0 else 0  # then it grows
        table.base = table.words = Dying(table.words, left)
        with suppress(KilledError):
            table.store(key(number), proof, proof + number, proof ^ number, number & 7)

    draw = random.Random(1)
    for number in range(2_000):
        store(number, number, 1 << 20)
    for number in range(1_200):
        store(number, number + 5, draw.randrange(2_000) if number % 50 == 0 else number % 7)
    entries = [
        (number, modules.shared_table.SharedTable(block, 1).find(key(number)))
        for number in range(2_000)
    ]
    assert sum(entry.found for _, entry in entries) > 500
    return sum(
        entry.found and entry[2:] != (entry.proof + number, entry.proof ^ number)
        for number, entry in entries
    )


def test_no_half_entry_is_read_wherever_a_writer_is_killed() -> None:
    assert wrong_after_deaths() == 0
    for function, old, new in (
        ("find", "first == TAKEN", "False"),
        ("_place", "take(self.base, at + 2, TAKEN)", "self.words[at + 2]"),
        ("_place", "self.words[at + 3] = board", "give(self.base, at + 2, data)"),
    ):
        assert wrong_after_deaths(Edit("shared_table", function, old, new)) > 0, (function, old)


def test_a_search_finds_the_same_in_such_a_table() -> None:
    modules, (table,) = tables(1, 1 << 20)
    rules = Rules.parse("5,4,4")
    symmetries = modules.canonical.SymmetryTables(rules.cells, rules.symmetries)
    told = []
    for each in (table, modules.transposition_table.TranspositionTable(1 << 20)):
        state = modules.state.SearchState(rules.cells, rules.lines)
        state.start(0, 0, rules.lines, rules.lines)
        search = modules.and_or.AndOrSearch(state, each, symmetries)
        told.append((search.run(attacker_moves=True), search.budget.nodes, each.stored, each.lost))
    assert told[0] == told[1]

"""The table of values beside a dict: it may forget, but never says anything else."""

import random
from types import SimpleNamespace

import pytest

from tests.solver.uncompiled import Edit, uncompiled

SMALLEST = 1 << 16  #: bytes: 4,096 buckets, and no more
BUCKET_BITS = 12
CHEAP, DEAR = 1, 1 << 20  #: nodes

MISTAKES = [
    Edit("value_table", "key_part", "bit(EFFORT_BIT)", "bit(EFFORT_BIT - 1)"),
    Edit("value_table", "key_part", "bit(EFFORT_BIT)", "bit(EFFORT_BIT + 1)"),
    Edit("value_table", "find", "mixed >> self.bits", "mixed >> self.bits + 1"),
    Edit(
        "value_table",
        "_place",
        "entry >> EFFORT_BIT < front >> EFFORT_BIT",
        "entry >> EFFORT_BIT > front >> EFFORT_BIT",
    ),
    Edit("value_table", "_place", "entry >> EFFORT_BIT < front >> EFFORT_BIT", "False"),
    Edit("value_table", "_place", "key_part(front) != key_part(entry)", "True"),
    Edit("value_table", "_move", "part & 1", "part & 2"),
    Edit("value_table", "_move", "part >> 1", "part"),
    Edit("value_table", "_move", "entry >> EFFORT_BIT << EFFORT_BIT", "0"),
]


def unscattered(word: int) -> int:
    """Return the key that `scatter` makes this word of."""
    word ^= word >> 29 ^ word >> 58
    word = word * pow(0x9E3779B97F4A7C15, -1, 1 << 64) % (1 << 64)
    return word ^ word >> 32


def neighbours(bucket: int) -> list[int]:
    """Return keys of one bucket of the smallest table that differ in a bit or two."""
    parts = [0, *(1 << n for n in range(64 - BUCKET_BITS))]
    return [unscattered(part << BUCKET_BITS | bucket) for part in parts]


def check(modules: SimpleNamespace) -> None:
    keys = neighbours(0) + neighbours(77) + neighbours((1 << BUCKET_BITS) - 1)
    assert len({modules.bitboard.scatter(key) for key in keys}) == len(keys)
    draw = random.Random(1)
    table = modules.value_table.ValueTable(SMALLEST)
    stored = dict[int, int]()
    for _ in range(20_000):
        key = draw.choice(keys)
        assert table.find(key) in (0, stored.get(key, 0))
        stored[key] = draw.randint(1, 255)
        table.store(key, stored[key], draw.choice((0, CHEAP, DEAR, 1 << 50)))
        assert table.find(key) == stored[key]

    # A dear value outlives cheap ones, also those that are stored again, and the last one is known.
    table = modules.value_table.ValueTable(SMALLEST)
    table.store(keys[0], 1, DEAR)
    for key in keys[1:53]:
        table.store(key, 2, CHEAP)
        table.store(key, 3, CHEAP)
        assert (table.find(keys[0]), table.find(key)) == (1, 3)
    assert table.stored == 2

    # A table that grows forgets nothing, and still knows what was dear.
    table = modules.value_table.ValueTable(SMALLEST << 6)
    stored = {draw.getrandbits(64): draw.randint(1, 255) for _ in range(2_000)}
    for key, value in stored.items():
        table.store(key, value, draw.choice((CHEAP, DEAR)))
    for key in keys[:2]:
        table.store(key, 9, DEAR)
    known = [key for key in stored if table.find(key)]
    assert len(known) > 1_500
    for times in range(6):
        assert table.bits == BUCKET_BITS + times
        table._grow()
        assert [key for key in stored if table.find(key) == stored[key]] == known
        assert table.stored == len(known) + 2
    bucket = [unscattered(n << BUCKET_BITS + 6) for n in range(1, 5)]
    for key in bucket:
        table.store(key, 5, CHEAP)
    assert table.find(keys[0]) == 9


def test_it_forgets_what_was_cheap_and_never_says_anything_else() -> None:
    check(uncompiled())


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_shows(mistake: Edit) -> None:
    with pytest.raises(AssertionError):
        check(uncompiled(mistake))


def test_it_grows_to_the_given_size() -> None:
    table = uncompiled().value_table.ValueTable(SMALLEST << 2)
    for key in range(400_000):
        table.store(key, 1, CHEAP)
    assert (table.bits, table.bytes) == (BUCKET_BITS + 2, SMALLEST << 2)

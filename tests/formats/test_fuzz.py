"""Damaged files: an error in a line, or a game that is the same when it is written and read again.

``python -m tests.formats.test_fuzz 1000000`` tries more.
"""

import random
import sys

from noughts import Record, RecordError, Rules, formats
from tests.formats.test_writers import JUDGE, KATAGOMO, LIZZIE, MATCH, PISKVORK, RENLIB

PLAYERS = "pisq7.exe\r\nC:\\ai\\žluťásek.exe\r\n"
WON = ";W[hh];B[ii];W[hi];B[jj];W[hj];B[kk];W[hk];B[ll];W[hl]"
SEEDS: list[tuple[str, bytes]] = [
    ("psq", JUDGE.format("Standard1").encode()),
    ("psq", PISKVORK.format(1, PLAYERS, 0).encode("cp1250")),
    ("psq", b"Piskvorky 5x5, 0:0, 0\n1,1,0\n1,2,0\n2,1,0\n2,2,0\n3,1,0\n3,2,0\n4,1\n4,2\n5,1\n"),
    ("sgf", MATCH.encode()),
    ("sgf", KATAGOMO.format("basicruleSTANDARD").encode()),
    ("sgf", LIZZIE.encode()),
    ("sgf", f"(;GM[4]CA[GBK]SZ[15]PB[黑]PW[白]RE[W+]{WON})".encode("gbk")),
    ("sgf", b"(;SZ[5]RU[5,5,4 gravity];AB[ae]AW[be]PL[W];W[ad](;B[ac];W[ab])(;B[bd]C[x]))"),
    ("sgf", b"(;GM[4]SZ[6]AB[aa:ba][cc]AE[cc]AW[ab]RE[B+R];W[bb]W[])"),
    ("pos", b"h8i9j10a1b2"),
    ("pos", b"1. h8 i9 2. g7"),
    ("pos", bytes([5, 112, 128, 3, 4, 224])),
    ("lib", RENLIB + b"\x78\x08hi\0\0\x89\xc0\x9a\x80\x11\x40\x9b\x41\0\1A\0\0\x40\x21\x42B\0"),
    ("lib", RENLIB + b"\x78\x00\x00\x80\x89\x40\x89\x20ok\xa1\0\x98\x40"),
    ("text", b"Rules: 4,3,3\nX: Ada\nAt: 2\n\nb2 a1 c1 *\nb2 a2 *\n"),
    ("text", b"Rules: connect-four\n\n44536\n\n12 *"),
    ("text", b"1. b2 a1\n2. c1 a3\n3. a2 c2"),
]
SIGNS = [b"[", b"]", b"(", b")", b";", b",", b"\\", b"-1", b"0", b"\n", b"B", b"W", b"AB[bb]",
         b"PL[W]", b"AE[hh]", b"RE[B+]", b"1,1\n", b"\xff", b"\x80", b"\x40", b"2. ",
         b" "]  # fmt: skip


def damaged(seed: bytes, chance: random.Random) -> bytes:
    data = bytearray(seed)
    for _ in range(min(chance.randint(1, 4), chance.randint(1, 4))):
        at = chance.randrange(len(data) + 1)
        match chance.randrange(5):
            case 0:
                data[at : at + chance.randint(1, 6)] = b""
            case 1:
                data[at:at] = chance.choice(SIGNS)
            case 2:
                data[at : at + 1] = bytes([chance.randrange(256)])
            case 3:
                end = at + chance.randint(1, 12)
                data[at:at] = data[at:end]
            case _:
                other = chance.choice(SEEDS)[1]
                begin = chance.randrange(len(other))
                data[at:at] = other[begin : begin + chance.randint(1, 12)]
    return bytes(data)


def lines(record: Record) -> set[tuple[int, ...]]:
    """Return the lines of a game, without those that begin another."""
    whole = {record.moves, *record.branches}
    begun = {line[:at] for line in whole for at in range(len(line))}
    return {line for line in whole if line not in begun} or {()}


def check(name: str, data: bytes, rules: Rules | None) -> bool:
    """Read a file; hold what was read against itself. Whether it was a game."""
    notes: list[str] = []
    try:
        record = formats.read(data, name, rules, notes=notes)
    except RecordError as error:
        told = str(error)
        record = None
    if record is None:
        assert told.isprintable(), told
        return False
    assert all(map(str.isprintable, notes)), notes
    end = record.positions()[-1].outcome
    for other in ("text", name if formats.FORMATS[name].write else "sgf"):
        try:
            written = formats.write(record, other)
        except RecordError:
            assert name != other  # what a format held, it can hold
            continue
        notes = []
        again = formats.read(written, other, record.start.rules, notes=notes)
        assert again.start == record.start, (data, written)
        assert again.moves == record.moves, (data, written)
        assert again.positions()[-1].outcome == end, (data, written)
        if formats.FORMATS[other].branches:
            assert lines(again) == lines(record), (data, written)
        if other in {"text", "sgf"}:
            kept = dict(record.headers) if other == "text" else held(record)
            assert dict(again.headers) == kept, (data, written)
        assert notes == [], (data, written, notes)
    return True


def held(record: Record) -> dict[str, str]:
    notes: list[str] = []
    formats.write(record, "sgf", notes=notes)
    lost = ", ".join(notes)
    return {key: value for key, value in record.headers if f"the header {key}" not in lost}


def tried(number: int, seed: int) -> int:
    """Try this many files; return how many of them were games."""
    chance = random.Random(seed)
    rules = Rules.parse("15,15,5 exact")
    games = 0
    for _ in range(number):
        name, seeded = chance.choice(SEEDS)
        games += check(name, damaged(seeded, chance), rules if chance.random() < 0.1 else None)
    return games


def test_damaged_files() -> None:
    assert 300 < tried(2_000, seed=1) < 1_900


if __name__ == "__main__":
    for seed in range(2, 12):
        sys.stdout.write(f"{seed}: {tried(int(sys.argv[1]) // 10, seed):,} games\n")

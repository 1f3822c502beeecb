"""Complete tables: every position right, and every bad file refused with the reason."""

import os
import random
from pathlib import Path

import pytest

from noughts import Position, Rules, Score
from noughts.core.errors import PositionError, RulesError, TableError
from noughts.engines import Memoised
from noughts.engines.minimax import to_score
from noughts.solver.tablebase import Table, build, plan
from tests import naive_solver
from tests.sampling import sample
from tests.solver.fuzz import random_position


@pytest.mark.parametrize(
    "game",
    [
        *("3,3,3", "3,3,3 misere", "3,3,3 torus", "4,3,3 exact", "4,2,2"),
        pytest.param("4,3,3", marks=pytest.mark.deep),
    ],
)
def test_every_position(game: str, tmp_path: Path) -> None:
    rules = Rules.parse(game)
    tables = []
    for entry in ("plies", "value"):
        build(rules, tmp_path / entry, entry=entry)
        tables.append(Table(tmp_path / entry))
        tables[-1].verify()
    known: dict[int, int] = {}
    Memoised().value(Position(rules), 0, known)
    step = max(1, len(known) // 6000)
    for key, found in list(known.items())[::step]:
        position = Position(rules, key & rules.full, key >> rules.cells)
        score = to_score(found, position, position.ply)
        plies, value = (table.probe(position) for table in tables)
        assert plies == score
        assert value.value is score.value


def test_random_positions_of_4_4_4(tmp_path: Path) -> None:
    rules = Rules.parse("4,4,4")
    sizes: list[int] = []
    build(rules, tmp_path / "t", threads=2, on_layer=lambda _, size: sizes.append(size))
    table = Table(tmp_path / "t")
    draw = random.Random(4)
    known: dict[int, int] = {}
    for _ in range(sample(200, 2000)):
        position = random_position(rules, draw, 0 + 1, 8)
        value = naive_solver.value(position, known)
        assert {1: "win", 0: "draw", -1: "loss"}[value] == str(table.probe(position).value)
    assert table.probe(Position(rules)) == Score.draw()
    assert plan(rules).positions == sum(sizes)
    assert plan(rules).bytes_on_disk >= (tmp_path / "t").stat().st_size


@pytest.mark.parametrize("entry", ["plies", "value"])
def test_a_killed_build_goes_on(entry: str, tmp_path: Path) -> None:
    rules = Rules.parse("4,3,3")
    build(rules, tmp_path / "whole", entry=entry)

    def kill(stones: int, positions: int) -> None:
        del positions
        if stones == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build(rules, tmp_path / "t", entry=entry, on_layer=kill)
    assert not (tmp_path / "t").exists()
    seen: list[int] = []
    build(rules, tmp_path / "t", entry=entry, on_layer=lambda stones, _: seen.append(stones))
    assert seen == [4, 3, 2, 1, 0]
    assert (tmp_path / "t").read_bytes() == (tmp_path / "whole").read_bytes()
    assert not (tmp_path / "t.partial").exists()


def test_the_beginning_of_another_table_is_refused(tmp_path: Path) -> None:
    (tmp_path / "other").write_bytes(b"")
    build(Rules.parse("3,3,3"), tmp_path / "other")
    (tmp_path / "other").rename(tmp_path / "t.partial")
    with pytest.raises(TableError, match="is the beginning of a table of 3,3,3"):
        build(Rules.parse("4,3,3"), tmp_path / "t")
    with pytest.raises(TableError, match=r"beginning of a table of 3,3,3 \(plies\)"):
        build(Rules.parse("3,3,3"), tmp_path / "t", entry="value")
    (tmp_path / "t.partial").write_text("a letter\n")
    with pytest.raises(TableError, match="is not a table of Noughts"):
        build(Rules.parse("3,3,3"), tmp_path / "t")


def test_bad_files_are_refused(tmp_path: Path) -> None:
    rules = Rules.parse("3,3,3")
    path = tmp_path / "t"
    build(rules, path)
    good = path.read_bytes()

    for bad in (good[:-100], good[:-1], good[: good.index(b"\n") + 1]):
        path.write_bytes(bad)
        with pytest.raises(TableError, match="truncated"):
            Table(path)
    path.write_bytes(b"GIF89a" + good[6:])
    with pytest.raises(TableError, match="is not a table of Noughts"):
        Table(path)
    path.write_bytes(good.replace(b'"3,3,3"', b'"4,3,3"', 1))
    with pytest.raises(TableError, match="is damaged"):
        Table(path)
    path.write_bytes(good.replace(b'"format": 2', b'"format": 1', 1))
    with pytest.raises(TableError, match="has format 1; this version reads 2"):
        Table(path)
    path.write_bytes(b"")
    with pytest.raises(TableError, match="is not a table of Noughts"):
        Table(path)
    with pytest.raises(TableError, match="No such file"):
        Table(tmp_path / "nothing")


def test_every_byte_that_is_damaged_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "t"
    build(Rules.parse("3,3,3"), path)
    good = path.read_bytes()
    for at in range(good.index(b"\n") + 1, len(good), sample(7, 1)):
        path.write_bytes(good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :])
        with pytest.raises(TableError, match=r"is damaged: block 0 of the|has no end"):
            Table(path).verify()


def test_a_look_up_never_answers_from_a_damaged_page(tmp_path: Path) -> None:
    rules = Rules.parse("3,3,3")
    path = tmp_path / "t"
    build(rules, path)
    good = path.read_bytes()
    position = Position.parse("X../O../...", rules)
    right = Table(path).probe(position)
    refused = 0
    for at in range(good.index(b"\n") + 1, len(good), sample(7, 1)):
        path.write_bytes(good[:at] + bytes([good[at] ^ 255]) + good[at + 1 :])
        try:
            assert Table(path).probe(position) == right
        except TableError:
            refused += 1
    assert refused > 10  # bytes of its page, and the end of the file


def test_a_damaged_block_is_swept_again(tmp_path: Path) -> None:
    rules = Rules.parse("4,3,3")
    build(rules, tmp_path / "whole")
    whole = (tmp_path / "whole").read_bytes()
    (tmp_path / "t.partial").write_bytes(whole[:500] + b"?" + whole[501:2000])
    told: list[str] = []
    build(rules, tmp_path / "t", on_damage=told.append)
    (line,) = told
    assert "block 0 of the layer of" in line
    assert line.endswith("has a wrong digest; resuming from there")
    assert (tmp_path / "t").read_bytes() == whole


def test_other_rules_are_refused(tmp_path: Path) -> None:
    build(Rules.parse("3,3,3"), tmp_path / "t")
    with pytest.raises(PositionError, match="the table is of 3,3,3, the position of 4,3,3"):
        Table(tmp_path / "t").probe(Position(Rules.parse("4,3,3")))


def test_what_cannot_be_built_is_said_before(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="6,5,4 has 30 cells; tables go up to 25"):
        build(Rules.parse("6,5,4"), tmp_path / "t")
    with pytest.raises(RulesError, match="1 MiB of memory, and may use 1,000 bytes"):
        build(Rules.parse("4,4,4"), tmp_path / "t", memory=1000)
    with pytest.raises(RulesError, match="unknown entry"):
        build(Rules.parse("3,3,3"), tmp_path / "t", entry="words")
    with pytest.raises(TableError, match="No such file"):
        build(Rules.parse("3,3,3"), tmp_path / "nowhere" / "t")
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_leaves_no_half_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        del descriptor
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(TableError, match="No space left on device"):
        build(Rules.parse("3,3,3"), tmp_path / "t")
    assert not (tmp_path / "t").exists()

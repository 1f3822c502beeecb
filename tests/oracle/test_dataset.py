"""Data sets: proved rows, the same bytes each time, and a card that tells the truth."""

import hashlib
import json
from collections import Counter
from pathlib import Path

import pytest

from noughts import Mark, Position, Rules, Score, engine, positions
from noughts.cli import run
from noughts.oracle.proved_rows import Recipe, rows, write

SMALL = Recipe(Rules("3,3,3"), None, 1, (0, 9), moves=True, nodes=1)
FOUR = Recipe(Rules("connect-four"), 36, 1, (34, 39), moves=True, nodes=1)
FEW = FOUR._replace(size=8, stones=(38, 39))
FLAT = Recipe(Rules("4,4,4"), 60, 1, (9, 15), moves=False, nodes=20_000)
GOMOKU = Recipe(Rules("15,15,5"), 2, 1, (24, 25), moves=False, nodes=2_000)


def test_all_positions_of_a_small_game() -> None:
    found = list(rows(SMALL))
    listed = {str(position) for position in positions("3,3,3")}
    assert {row["position"] for row in found} == listed
    assert len(found) == len(listed)
    assert [row["stones"] for row in found] == sorted(row["stones"] for row in found)


@pytest.mark.parametrize("recipe", [FOUR, FLAT])
def test_rows_are_proved_and_balanced(recipe: Recipe) -> None:
    found = list(rows(recipe, workers=1))
    assert recipe.size is not None
    levels = recipe.stones[1] - recipe.stones[0] + 1
    assert len({row["position"] for row in found}) == len(found)
    sizes = Counter(row["stones"] for row in found)
    assert set(sizes) == set(range(recipe.stones[0], recipe.stones[1] + 1))
    assert max(sizes.values()) <= -(-recipe.size // levels)
    assert [row["stones"] for row in found] == sorted(row["stones"] for row in found)
    for row in found:
        position = Position.parse(row["position"], recipe.rules)
        analysis = engine("memoised").analyse(position)
        score = analysis.score
        assert isinstance(score, Score)
        assert (position.ply, position.turn) == (row["stones"], Mark(row["turn"]))
        assert row["value"] == score.value
        if recipe.rules.gravity:
            assert row["plies"] == score.plies
            assert row["moves"] == {
                move.move: score.value.sign - move.score.value.sign
                for move in analysis.moves
                if isinstance(move.score, Score)
            }
        else:
            assert row["plies"] in {None, score.plies}


def test_threats_of_gomoku_are_played_out() -> None:
    found = list(rows(GOMOKU, workers=1))
    assert found
    for row in found:
        position = Position.parse(row["position"], "15,15,5")
        winner = position.turn if row["value"] == "win" else position.turn.other
        assert row["value"] in {"win", "loss"}
        for move in row["line"] or ():
            assert position.outcome is None
            position = position.play(move)
        assert position.outcome is not None
        assert position.outcome.winner is winner


def test_the_same_bytes_with_any_number_of_workers(tmp_path: Path) -> None:
    digests = [
        write(FEW, tmp_path / f"{workers}.ndjson", workers=workers).digest for workers in (1, 2)
    ]
    assert digests[0] == digests[1]
    other = write(FEW._replace(seed=2), tmp_path / "3.ndjson", workers=1)
    assert other.digest != digests[0]


def test_parquet_has_the_same_rows(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    write(FOUR, tmp_path / "a.parquet", workers=1)
    found = parquet.read_table(tmp_path / "a.parquet").to_pylist(maps_as_pydicts="strict")
    assert found == list(rows(FOUR, workers=1))


def test_the_command_writes_a_card_that_is_right(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "ttt.ndjson"
    assert run(["dataset", "3,3,3", str(file), "--moves"]) == 0
    assert "5,478 positions of 3,3,3, all proved" in capsys.readouterr().out
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    card = (tmp_path / "ttt.ndjson.md").read_text()
    assert hashlib.sha256(file.read_bytes()).hexdigest() in card
    for name, number in Counter(row["value"] for row in lines).items():
        assert f"| {name} | {number:,} |" in card
    assert "    noughts dataset 3,3,3 ttt.ndjson --moves\n" in card
    assert run(["dataset", "3,3,3", str(file)]) == 2
    assert "is already there; --force" in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["ttt.ndjson", "ttt.ndjson.md"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["3,3,3", "a.txt"], "the name must end in .ndjson or .parquet"),
        (["4,4,4", "a.ndjson", "--moves"], "--moves would do nothing: 4,4,4 is too large"),
        (["3,3,3", "a.ndjson", "--nodes", "5"], "--nodes would do nothing"),
        (["3,3,3", "a.ndjson", "--stones", "5"], "'5' is not a range such as 12-40"),
        (["3,3,3", "a.ndjson", "--stones", "5-2"], "'5-2' is not a range"),
        (["3,3,3", "a.ndjson", "--stones", "5-9"], "3,3,3 has at most 8"),
    ],
)
def test_what_cannot_be_written_is_refused(
    words: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["dataset", *words]) == 2
    assert said in " ".join(capsys.readouterr().err.split())
    assert not list(tmp_path.iterdir())

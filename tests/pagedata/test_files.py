"""The page's data in the repository is what the library computes."""

import json
from pathlib import Path

import pytest
from pagedata import data_files, lessons, level_rates, shared_names
from pagedata.__main__ import main

import noughts
from noughts.core.position import Mark
from noughts.lab.counting import Calls
from noughts.solver import COMPILED
from tests.pagedata import GENERATED

PACKAGE = Path(data_files.__file__).parent


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.deep if name == "lessons.json" else ())
        for name in data_files.FILES
    ],
)
def test_the_repository_has_what_the_sources_give(name: str) -> None:
    if name == "cost.json" and not COMPILED:
        pytest.skip("takes a minute without the compiled solver")
    kept = (GENERATED / name).read_text(encoding="utf-8")
    # Not compared inside the assertion: the difference of two such lines takes minutes to show.
    same = kept == data_files.text(name)
    assert same, f"web/generated/{name} is out of date: run `make data` and commit it"


def test_the_lessons_are_what_the_sources_give(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the two slow parts, it computes a sample.

    tests/lab/test_counting.py compares the calls, as it counts them anyway.
    """
    text = (GENERATED / "lessons.json").read_text(encoding="utf-8")
    kept = json.loads(text)
    levels, middle = kept["levels"], level_rates.MEDIUM
    medium, random = level_rates.level(middle), level_rates.level(0)
    perfect = level_rates.level(level_rates.STEPS)
    assert levels["dial"][middle] == {
        "chance": middle / level_rates.STEPS,
        "random": level_rates._both(medium, random),
        "equal": level_rates._both(medium, medium),
        "perfect": level_rates._both(medium, perfect),
    }
    assert levels["corner"] == level_rates.corner()
    assert levels["gifts"] == level_rates.gifts(medium)
    for mark in Mark:
        rates = level_rates._rates(perfect, random, mark)
        assert levels["traps"][str(mark)]["trapper"] == level_rates._wins(rates)
    # As tests/check/test_exercise.py counts them, of the same program in another language.
    games = {mark: tally["games"] for mark, tally in kept["programs"]["right"].items()}
    assert games == {"X": 101, "O": 681}
    monkeypatch.setattr(level_rates, "levels", lambda: levels)
    monkeypatch.setattr(lessons, "programs", lambda: kept["programs"])
    counted = Calls(*(kept["calls"][name] for name in Calls._fields))
    counted = counted._replace(along_a_game=tuple(counted.along_a_game))
    monkeypatch.setattr(lessons, "calls", lambda _: counted)
    same = text == data_files.text("lessons.json")
    assert same, "web/generated/lessons.json is out of date: run `make data` and commit it"


def test_only_what_differs_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(data_files, "FILES", {"names.ts": data_files.FILES["names.ts"]})
    folder = tmp_path / "new"
    assert main([str(folder)]) == 0
    assert capsys.readouterr().err == "names.ts written\n"
    content = (folder / "names.ts").read_text()
    assert content == shared_names.text()
    assert data_files.write(folder) == []

    (folder / "names.ts").write_text("{}")
    assert data_files.write(folder) == ["names.ts"]
    assert (folder / "names.ts").read_text() == content


def test_every_module_of_the_data_is_written() -> None:
    modules = {path.stem for path in PACKAGE.glob("*.py")}
    made = {module.partition(":")[0].rpartition(".")[2] for module in data_files.FILES.values()}
    # The rates of the levels and the zone of a win are parts of lessons.json.
    assert made == modules - {"__init__", "__main__", "data_files", "level_rates", "win_zone"}


def test_names_are_those_of_the_library() -> None:
    said = shared_names.text()
    assert 'LEVELS = ["easy", "beginner", ' in said
    for name in noughts.ENGINES:
        assert f'"{name}"' in said

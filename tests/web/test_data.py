"""The page's data is made anew whenever it could have changed, and only then."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import TYPE_CHECKING

import noughts

if TYPE_CHECKING:
    from types import ModuleType

SCRIPT = Path(__file__).parents[2] / "web" / "data.py"


def load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("data", SCRIPT)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_it_is_written_once_and_again_after_any_change(tmp_path: Path) -> None:
    data = load()
    names, file, stamp = ["searches"], tmp_path / "searches.json", tmp_path / "stamp"
    assert data.write(tmp_path, names)
    made = json.loads(file.read_text())
    assert not data.write(tmp_path, names)

    file.write_text("{}")
    assert data.write(tmp_path, names)
    assert json.loads(file.read_text()) == made
    file.unlink()
    assert data.write(tmp_path, names)
    made_from, made_into = stamp.read_text().split()
    stamp.write_text(f"{made_from[::-1]} {made_into}")
    assert data.write(tmp_path, names)
    assert not data.write(tmp_path, names)


def test_it_depends_on_the_whole_package_and_on_nothing_made_from_it() -> None:
    sources = load().sources()
    package = Path(noughts.__file__).parent
    assert {SCRIPT, *package.rglob("*.py"), *package.rglob("*.so")} <= set(sources)
    assert not [path for path in sources if "static" in path.relative_to(SCRIPT.parents[1]).parts]


def test_names_and_contents_count(tmp_path: Path) -> None:
    digest = load().digest
    one, other = tmp_path / "one", tmp_path / "other"
    seen = {digest([one])}
    for content in ("", "a", "b"):
        one.write_text(content)
        other.write_text(content)
        seen |= {digest([one]), digest([other]), digest([one, other])}
    assert len(seen) == 10
    assert digest([one, other]) == digest([other, one])

"""The page's data is made anew whenever it could have changed, and only then."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import noughts
from noughts.pagedata import files, names

PACKAGE = Path(noughts.__file__).parent


def test_it_is_written_once_and_again_after_any_change(tmp_path: Path) -> None:
    file, stamp = tmp_path / "names.ts", tmp_path / "made.json"
    assert files.stale(tmp_path, [file.name]) == [file.name]
    assert files.update(tmp_path, [file.name]) == [file.name]
    assert files.stale(tmp_path, [file.name]) == []
    content = file.read_text()
    assert files.update(tmp_path, [file.name]) == []

    file.write_text("{}")
    assert files.update(tmp_path, [file.name]) == [file.name]
    file.unlink()
    assert files.update(tmp_path, [file.name]) == [file.name]
    sources, made = json.loads(stamp.read_text())[file.name]
    stamp.write_text(json.dumps({file.name: [sources[::-1], made]}))
    assert files.update(tmp_path, [file.name]) == [file.name]
    for nonsense in ("", "[]", "{}", "no JSON"):
        stamp.write_text(nonsense)
        assert files.update(tmp_path, [file.name]) == [file.name]
    assert file.read_text() == content
    assert files.update(tmp_path, [file.name]) == []


def relative(module: str) -> set[str]:
    return {path.relative_to(PACKAGE).as_posix() for path in files.dependencies(module)}


def loaded_by(statement: str) -> set[str]:
    script = f"{statement}; import sys; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    names = [name for name in done.stdout.split() if name.startswith("noughts.")]
    found = {path for name in names for path in files._files(name)}
    return {path.relative_to(PACKAGE).as_posix() for path in found}


@pytest.mark.parametrize("module", files.FILES.values())
def test_a_file_depends_on_every_module_that_is_loaded_for_it(module: str) -> None:
    # The table of contents loads more than is used.
    assert loaded_by(f"import {module}") - loaded_by("import noughts") <= relative(module)


def test_what_it_depends_on() -> None:
    lessons = relative("noughts.pagedata.lessons")
    assert {
        "rules.py",
        "engines/__init__.py",
        "engines/minimax.py",
        "report/positions.py",
    } <= lessons
    assert any(name.startswith("solver/") and name.endswith(".pxd") for name in lessons)
    assert not [name for name in lessons if name.startswith(("web/", "cli/"))]
    assert "__init__.py" not in lessons


def test_names_and_contents_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "PACKAGE", tmp_path)
    one, other = tmp_path / "one", tmp_path / "other"
    seen = {files.digest([one])}
    for content in ("", "a", "b"):
        one.write_text(content)
        other.write_text(content)
        seen |= {files.digest([one]), files.digest([other]), files.digest([one, other])}
    assert len(seen) == 10
    assert files.digest([one, other]) == files.digest([other, one])
    one.write_bytes(b"a\r\nb")
    other.write_bytes(b"a\nb")
    assert files._hash(one) == files._hash(other), "a checkout on Windows is the same"


def test_every_module_of_the_data_is_written() -> None:
    modules = {path.stem for path in (PACKAGE / "pagedata").glob("*.py")}
    made = {module.rpartition(".")[2] for module in files.FILES.values()}
    assert made == modules - {"__init__", "__main__", "files"}


def test_names_are_those_of_the_library() -> None:
    said = names.text()
    assert 'LEVELS = ["easy", "medium", "hard"] as const;' in said
    for name in noughts.ENGINES:
        assert f'"{name}"' in said

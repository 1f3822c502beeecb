"""The files of the page's data, each made again only when something it depends on has changed.

A file depends on the module that makes it and on every module of the package that this one
imports, directly or not. Beside the files, `made.json` holds for each a hash of those sources and
one of the file itself. Neither depends on the machine, the Python or where the package lies, so
files that were made elsewhere, in an sdist for example, are taken as they are.
"""

from __future__ import annotations

import ast
import hashlib
import json
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

PACKAGE = Path(__file__).parents[1]
#: Each file, and the module whose `text()` it holds.
FILES = {
    "names.ts": "noughts.pagedata.names",
    "table.json": "noughts.pagedata.table",
    "searches.json": "noughts.pagedata.searches",
    "lessons.json": "noughts.pagedata.lessons",
    "cost.json": "noughts.pagedata.cost",
}
_MADE = "made.json"


def update(folder: Path, names: Iterable[str] = FILES) -> list[str]:
    """Bring these files up to date; return which of them had to be made."""
    folder.mkdir(parents=True, exist_ok=True)
    made = _read(folder / _MADE)
    written = []
    for name in names:
        # Before the module is run: what changes meanwhile is seen the next time.
        sources = digest(dependencies(FILES[name]))
        file = folder / name
        if made.get(name) != [sources, _hash(file)]:
            text: str = import_module(FILES[name]).text()
            file.write_text(text, encoding="utf-8", newline="\n")
            made[name] = [sources, _hash(file)]
            written.append(name)
            (folder / _MADE).write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")
    return written


def stale(folder: Path, names: Iterable[str] = FILES) -> list[str]:
    """Return which of these files are not there, or made of sources that have changed since."""
    made = _read(folder / _MADE)
    return [
        name
        for name in names
        if made.get(name) != [digest(dependencies(FILES[name])), _hash(folder / name)]
    ]


def _read(file: Path) -> dict[str, list[str | None]]:
    """Return what was made of what; nothing if that cannot be read."""
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def dependencies(module: str) -> set[Path]:
    """Return the sources of a module and of all that it imports from the package."""
    found: set[Path] = set()
    waiting = [module]
    while waiting:
        for file in _files(waiting.pop()):
            if file not in found:
                found.add(file)
                found |= set(file.parent.glob("*.pxd"))  # what a compiled module is told
                waiting += _imports(file)
    return found


def _files(module: str) -> Iterator[Path]:
    """Yield the file of a module and those of the packages around it, as far as there are any.

    The table of contents in `noughts/__init__.py` computes nothing, so nothing depends on it.
    """
    path = PACKAGE.parent.joinpath(*module.split("."))
    if path.with_suffix(".py").is_file():
        yield path.with_suffix(".py")
    while path != PACKAGE and PACKAGE in path.parents:
        if (path / "__init__.py").is_file():
            yield path / "__init__.py"
        path = path.parent


def _imports(file: Path) -> Iterator[str]:
    """Yield each name of the package that a file imports, be it a module or something in one."""
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names if each.name.startswith("noughts."))
        elif isinstance(node, ast.ImportFrom) and node.module and "noughts" in node.module:
            yield node.module
            yield from (f"{node.module}.{each.name}" for each in node.names)


def digest(files: Iterable[Path]) -> str:
    """Sum up the names and contents of files of the package.

    >>> digest([]) == digest([PACKAGE / "errors.py"])
    False
    """
    found = hashlib.sha256()
    for name, file in sorted((path.relative_to(PACKAGE).as_posix(), path) for path in files):
        found.update(f"{name} {_hash(file)}\n".encode())
    return found.hexdigest()


def _hash(file: Path) -> str | None:
    """Sum up a file, whatever its line ends; None if there is none."""
    if not file.is_file():
        return None
    return hashlib.sha256(file.read_bytes().replace(b"\r\n", b"\n")).hexdigest()

"""What a type checker knows of the library: all that is public, and that values never change."""

import importlib
import json
import os
import runpy
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest

import noughts

SOURCE = Path(noughts.__file__).parents[1]
#: Bridges whose classes derive from those of libraries without types.
UNTYPED = {
    f"noughts.bridges.{name}" for name in ("gymnasium", "jupyter", "openspiel", "pettingzoo")
}
#: In `self.n: cython.readonly[int]`, Pyright sees a type variable and not int. These lead to such a
#: class.
COMPILED = {
    "noughts.solve",
    "noughts.solver.solve",
    "noughts.solver.solving.solve",
    "noughts.solver.Solver",
    "noughts.solver.portfolio.Solver",
    "noughts.proofs.certificate.CertificateWriter",
    "noughts.proofs.certificate.certifying.CertificateWriter",
}

PYRIGHT = SOURCE.parent / "web/node_modules/pyright/index.js"

needs_pyright = pytest.mark.skipif(
    not PYRIGHT.exists() and "CI" not in os.environ,
    reason="pyright is not installed: make setup-tests",
)


def pyright(folder: Path, *arguments: str) -> dict[str, object]:
    """Return what Pyright finds; it looks for packages where this Python does."""
    node = shutil.which("node") or Path(sysconfig.get_path("scripts")) / "node"
    path = os.pathsep.join([str(SOURCE), sysconfig.get_path("purelib")])
    done = subprocess.run(
        [node, PYRIGHT, "--outputjson", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    found: dict[str, object] = json.loads(done.stdout)
    return found


def public() -> Iterator[str]:
    """Yield the names in the reference, and where each is defined."""
    modules: dict[str, list[str]] = runpy.run_path(str(SOURCE.parent / "docs/site.py"))["modules"]()
    for module, names in modules.items():
        if module not in UNTYPED:
            for name in names:
                yield f"{module}.{name}"
                made = getattr(importlib.import_module(module), name)
                if hasattr(made, "__qualname__"):
                    yield f"{made.__module__}.{made.__qualname__}"


def is_in(name: str, those: set[str]) -> bool:
    return any(name == each or name.startswith(f"{each}.") for each in those)


@needs_pyright
@pytest.mark.deep  # what is not annotated at all, mypy finds in every run
def test_every_public_type_is_known() -> None:
    names = set(public())
    found = pyright(SOURCE, "--verifytypes", "noughts", "--ignoreexternal")["typeCompleteness"]
    assert isinstance(found, dict)
    symbols = [symbol for symbol in found["symbols"] if symbol["isExported"]]
    assert len(symbols) > 3000
    doubtful = {
        symbol["name"]
        for symbol in symbols
        if symbol["isTypeAmbiguous"] or not symbol["isTypeKnown"]
    }
    assert len(names) > 400
    assert {name for name in doubtful if is_in(name, names) and not is_in(name, COMPILED)} == set()


FROZEN = """
from noughts import Limit, Position, Rules, Score

rules = Rules.parse("3,3,3")
position = Position(rules)
position.x = 5
rules.misere = True
Score.win(3).plies = 4
Limit().nodes = 1
"""
LINES = {6, 7, 8, 9}


@needs_pyright
def test_values_cannot_be_changed_says_pyright(tmp_path: Path) -> None:
    (tmp_path / "changing.py").write_text(FROZEN)
    found = pyright(tmp_path, "changing.py")["generalDiagnostics"]
    assert isinstance(found, list)
    wrong = {each["range"]["start"]["line"] + 1 for each in found if each["severity"] == "error"}
    assert wrong == LINES


def test_values_cannot_be_changed_says_mypy(tmp_path: Path) -> None:
    changing = tmp_path / "changing.py"
    changing.write_text(FROZEN)
    # In the project's folder it finds what `make check` has kept of the library.
    done = subprocess.run(
        [sys.executable, "-m", "mypy", changing],
        cwd=SOURCE.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    said = done.stdout.splitlines()
    assert {int(line.split(":")[1]) for line in said if "read-only" in line} == LINES, done.stdout

"""Where there is neither a compiler nor Cython, all that is compiled elsewhere runs as it is."""

import shutil
import subprocess
import sys
from pathlib import Path

from declarations import Package

import noughts

TRIES = """
import importlib, pkgutil, sys
sys.modules["cython"] = None
import noughts
assert noughts.__file__.startswith({home!r}), noughts.__file__
seen = 0
for module in pkgutil.walk_packages(noughts.__path__, "noughts."):
    if module.name in {names!r}:
        assert importlib.import_module(module.name).__file__.endswith(".py")
        seen += 1
from noughts.proofs.certificate import certify, verify
for game in ("3,3,3", "3,3,3 misere", "6,5,4"):
    assert verify(certify(game, "proof.cert").path, expand=True).holds
for game in ("4,4,3 gravity", "2,2,2,2 gravity", "3,3,3 gravity misere"):
    assert noughts.solve(game).value is not None
print(seen)
"""


def test_every_compiled_module_is_imported_and_proves_as_plain_python(tmp_path: Path) -> None:
    home = Path(noughts.__file__).parent
    ignored = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
    shutil.copytree(home, tmp_path / "noughts", ignore=ignored)
    names = list(Package(home.parent).modules)
    script = TRIES.format(home=str(tmp_path), names=names)
    ran = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert int(ran.stdout) == len(names) > 40

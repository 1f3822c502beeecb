"""Where there is neither a compiler nor Cython, all that is compiled elsewhere runs as it is."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import noughts

TRIES = """
import importlib, pkgutil, sys
from pathlib import Path
sys.modules["cython"] = None
import noughts
assert noughts.__file__.startswith({home!r}), noughts.__file__
seen = 0
for module in pkgutil.walk_packages(noughts.__path__, "noughts."):
    if Path(module.module_finder.path, module.name.rpartition(".")[2]).with_suffix(".pxd").exists():
        assert importlib.import_module(module.name).__file__.endswith(".py")
        seen += 1
from noughts.proofs.certificate import certify, verify
for game in ("3,3,3", "3,3,3 misere", "6,5,4"):
    assert verify(certify(game, "proof.cert").path, expand=True).holds
print(seen)
"""


def test_every_compiled_module_is_imported_and_proves_as_plain_python(tmp_path: Path) -> None:
    home = Path(noughts.__file__).parent
    ignored = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
    shutil.copytree(home, tmp_path / "noughts", ignore=ignored)
    script = TRIES.format(home=str(tmp_path))
    ran = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert int(ran.stdout) == len(list(home.rglob("*.pxd")))

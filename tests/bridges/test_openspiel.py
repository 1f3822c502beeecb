"""OpenSpiel's algorithms on our games; it is too large to be installed for every test run."""

import os
from pathlib import Path

import pytest

from tests.packaging.machines import ROOT, fresh_python, run

TRY = Path(__file__).with_name("openspiel.py")


@pytest.mark.deep
@pytest.mark.packaging
def test_openspiels_values_are_ours(tmp_path: Path) -> None:
    python = fresh_python(tmp_path / "venv")
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    run(python, "-m", "pip", "install", "--quiet", "open_spiel>=1.6.9", cwd=tmp_path, env=env)
    assert run(python, TRY, cwd=tmp_path, env=env).endswith("games agree\n")

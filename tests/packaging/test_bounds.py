"""Compiled code does not check its indices. Here it does, for the tests of the searches."""

import shutil
import sys
from pathlib import Path

import pytest

from tests.packaging.machines import copy, environment, run

OUTSIDE = """
from noughts import Position
from noughts.threats.pvs import PrincipalVariationSearch
try:
    PrincipalVariationSearch(Position("15,15,5")).place(10_000)
except IndexError:
    print("IndexError")
"""


def paths(source: Path) -> dict[str, str]:
    return environment() | {"PYTHONPATH": str(source / "src")}


@pytest.mark.deep
@pytest.mark.packaging
@pytest.mark.skipif(not shutil.which("cc"), reason="there is no C compiler")
@pytest.mark.parametrize("tests", ["tests/threats", "tests/solver", "tests/proofs/certificate"])
def test_no_index_is_outside_its_array(tests: str, checking: Path) -> None:
    run(
        sys.executable, "-m", "pytest", "-q", "-n", "auto", tests, cwd=checking, env=paths(checking)
    )


@pytest.fixture(scope="module")
def checking(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the sources, compiled with checks."""
    source = copy(tmp_path_factory.mktemp("bounds") / "copy", built=False)
    told = {"NOUGHTS_CHECK_BOUNDS": "1", "NOUGHTS_REQUIRE_COMPILED": "1"}
    build = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    run(*build, cwd=source, env=environment() | told)
    found = run(sys.executable, "-c", OUTSIDE, cwd=source, env=paths(source))
    assert "IndexError" in found, "this build checks nothing"
    return source

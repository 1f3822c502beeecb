"""What cannot be collected for doctests, and how many processes run the tests.

Compiled modules (tests/solver/test_compiled.py runs theirs), what only Alembic runs, and what needs
OpenSpiel (tests/bridges/test_openspiel.py installs it) or Ray.
"""

import os
from pathlib import Path

HOUSE = Path(__file__).parent / "src" / "noughts"
#: What is compiled says so with a decorator (tools/declarations.py), or has a .pxd.
collect_ignore = [
    str(path)
    for path in HOUSE.rglob("*.py")
    if path.with_suffix(".pxd").exists() or "@cython." in path.read_text(encoding="utf-8")
]
collect_ignore.append(str(HOUSE / "database" / "migrations"))
collect_ignore += [str(HOUSE / "bridges/openspiel.py"), "tests/bridges/openspiel.py"]
collect_ignore += [str(path) for path in HOUSE.rglob("ray_*.py")]


def pytest_xdist_auto_num_workers() -> int:
    """Return one process more than there are cores: many tests wait for another program."""
    return 1 + (os.cpu_count() or 1)

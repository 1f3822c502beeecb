"""What cannot be collected for doctests.

Compiled modules (tests/solver/test_compiled.py runs theirs), what only Alembic runs, and what needs
OpenSpiel (tests/bridges/test_openspiel.py installs it) or Ray.
"""

from pathlib import Path

HOUSE = Path(__file__).parent / "src" / "noughts"
collect_ignore = [str(path.with_suffix(".py")) for path in HOUSE.rglob("*.pxd")]
collect_ignore.append(str(HOUSE / "database" / "migrations"))
collect_ignore += [str(HOUSE / "openspiel.py"), "tests/bridges/openspiel.py"]
collect_ignore += [str(path) for path in HOUSE.rglob("cluster.py")]

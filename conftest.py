"""What cannot be collected for doctests.

Compiled modules (tests/solver/test_compiled.py runs theirs), and what only Alembic runs.
"""

from pathlib import Path

HOUSE = Path(__file__).parent / "src" / "noughts"
collect_ignore = [str(path.with_suffix(".py")) for path in HOUSE.rglob("*.pxd")]
collect_ignore.append(str(HOUSE / "games" / "migrations"))

"""A compiled module cannot be collected for doctests: tests/solver/test_compiled.py runs them."""

from pathlib import Path

HOUSE = Path(__file__).parent / "src" / "noughts"
collect_ignore = [str(path.with_suffix(".py")) for path in HOUSE.rglob("*.pxd")]

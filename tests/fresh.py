"""Whether something that `make` has built need not be built again for a test."""

from pathlib import Path

ROOT = Path(__file__).parent.parent


def is_fresh(made: Path, *sources: str) -> bool:
    """Return whether a file was made after the last change of all files of these patterns."""
    if not made.is_file():
        return False
    of = made.stat().st_mtime
    files = [file for pattern in sources for file in ROOT.glob(pattern) if file.is_file()]
    assert files
    return all(file.stat().st_mtime < of for file in files)

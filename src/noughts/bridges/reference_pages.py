"""Pages of the reference, for assistants.

An installed package has this page and a few others in its folder ``documents``; in a clone they are
in ``docs/reference``.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

_PACKAGE = Path(__file__).parent.parent
_FOLDERS = (_PACKAGE / "documents", _PACKAGE.parent.parent / "docs" / "reference")
PAGES = ("glossary", "rules", "solved", "values")  #: `setup.py` puts them into the package


class Document(NamedTuple):
    """A page of the reference, for assistants.

    Attributes:
        name: the name of its file, without the ending.
        title: its title.
        path: where it is.
    """

    name: str
    title: str
    path: Path


@cache
def documents() -> tuple[Document, ...]:
    """Return the pages; none if they were not installed.

    >>> [each.title for each in documents()][2:]
    ['What is solved', 'How values are written']
    """
    for folder in _FOLDERS:
        paths = [folder / f"{name}.md" for name in PAGES]
        if all(path.is_file() for path in paths):
            return tuple(Document(path.stem, _title(path), path) for path in paths)
    return ()


def _title(path: Path) -> str:
    return path.read_text(encoding="utf-8").split("\n", 1)[0].removeprefix("# ")

"""What is known of a game: the table of `docs/reference/solved.md`.

An installed package has this page and a few others in its folder ``documents``; in a clone they are
in ``docs/reference``.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from noughts.core.rules import Rules

if TYPE_CHECKING:
    from noughts.json import shapes

_PACKAGE = Path(__file__).parent.parent
_FOLDERS = (_PACKAGE / "documents", _PACKAGE.parent.parent / "docs" / "reference")
_ROW = re.compile(
    r"^\| (?P<game>\d[^|]*) \| (?P<value>[^|]+) \| (?P<file>[^|]+) \|(?P<published>[^|]*)\|$",
    re.MULTILINE,
)
_FILE = re.compile(r"`([^`]+\.cert)`")
_PUBLISHED = re.compile(r"published \(([^)]+)\)")
BLOCKS = ", O only blocks"
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


@cache
def table() -> tuple[shapes.Known, ...]:
    """Return all that is known, in the order of the page."""
    pages = [each.path for each in documents() if each.name == "solved"]
    text = "".join(page.read_text(encoding="utf-8") for page in pages)
    return tuple(_known(row) for row in _ROW.finditer(text))


def _known(row: re.Match[str]) -> shapes.Known:
    file, source = _FILE.search(row["file"]), _PUBLISHED.search(row["file"])
    published = source[1] if source else row["published"].strip()
    return {
        "game": row["game"],
        "value": row["value"],
        "proved": source is None,
        "certificate": file and file[1],
        "published": published or None,
    }


def known(rules: Rules) -> list[shapes.Known]:
    """Return what is known of a game; a board turned by 90 degrees is the same game.

    >>> known(Rules.parse("3,4,3"))[0]["value"], known(Rules.parse("9,9,9 caro"))
    ('X wins', [])
    """
    wanted = _alike(rules)
    return [each for each in table() if str(_rules(each["game"])) in wanted]


@cache
def _rules(game: str) -> Rules:
    return Rules.parse(game.removesuffix(BLOCKS))


def _alike(rules: Rules) -> set[str]:
    """Return the texts of the same game."""
    text = str(rules)
    if rules.gravity or rules.k is None or len(rules.shape) != 2:
        return {text}
    columns, rows = rules.shape
    _, _, rest = text.split(",", 2)
    return {text, f"{rows},{columns},{rest}"}

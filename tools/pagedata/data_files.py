"""The files of the page's data, kept in `web/generated`.

So the page can be built without the library. A test compares each file with what its module
computes now; ``make data`` writes them again. The content does not depend on the machine or the
Python version.
"""

from importlib import import_module
from pathlib import Path

#: Each file, the module whose `text()` it holds, and after a colon the argument.
FILES = {
    "names.ts": "pagedata.shared_names",
    "table.json": "pagedata.board_table",
    "searches.json": "pagedata.search_sources",
    "lessons.json": "pagedata.lessons",
    "position-map.json": "pagedata.position_map",
    "cost.json": "pagedata.cost",
    "puzzle-days.json": "pagedata.puzzle_days",
    "reason-messages.json": "pagedata.messages:reason",
    "hint-messages.json": "pagedata.messages:hint",
    "review-messages.json": "pagedata.messages:review",
    "prune-messages.json": "pagedata.messages:prune",
    "flaw-messages.json": "pagedata.messages:flaw",
    "puzzle-messages.json": "pagedata.messages:puzzle",
    "refusal-messages.json": "pagedata.refusal_words:words",
    "refusals.json": "pagedata.refusal_words:english",
}


def text(name: str) -> str:
    """Return the right content of a file.

    >>> text("names.ts").splitlines()[-1].startswith("export ")
    True
    """
    module, _, part = FILES[name].partition(":")
    computed: str = import_module(module).text(*filter(None, [part]))
    return computed


def write(folder: Path) -> list[str]:
    """Write the missing and outdated files; return their names."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name in FILES:
        file, wanted = folder / name, text(name)
        if not file.is_file() or file.read_text(encoding="utf-8") != wanted:
            file.write_text(wanted, encoding="utf-8", newline="\n")
            written.append(name)
    return written

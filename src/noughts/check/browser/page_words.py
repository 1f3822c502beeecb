"""What the judge says on the page: the part of each catalogue that its sentences come from.

The page's build takes it from here (`web/judge.py`), and so does the server: the package has the
catalogues only once. Needs nothing but the standard library: a package build has nothing installed
yet.
"""

import json
import re
from pathlib import Path

_SOURCE = Path(__file__).parents[3].resolve()
#: The groups that the judge on the page and its reasons speak from.
GROUPS: tuple[str, ...] = (
    *("list", "sentence", "reason", "deed", "verdict", "reply"),
    *("check", "right rule", "board form", "number", "mistake"),
)
_SPOKEN = re.compile(r'\nmsgctxt "(thousands"|(' + "|".join(GROUPS) + "): )")


def words() -> dict[str, str]:
    """Return what the page loads for each other language: JSON, a catalogue by its path.

    >>> [*words()][:2]
    ['de', 'es']
    """
    found = {}
    for file in sorted(_SOURCE.glob("noughts/core/languages/*.po")):
        head, *blocks = file.read_text(encoding="utf-8").split("\n\n")
        spoken = "\n\n".join([head, *(b for b in blocks if _SPOKEN.search(f"\n{b}"))])
        where = file.relative_to(_SOURCE).as_posix()
        found[file.stem] = json.dumps({where: spoken}, ensure_ascii=False)
    return found

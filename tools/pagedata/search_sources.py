"""The engines' own source, for the page to show beside a search that runs offline.

For each search that can be traced, the result of `noughts.json.encode.source`.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from noughts.json import encode
from noughts.trace import SEARCHES
from noughts.trace.source_lines import source

if TYPE_CHECKING:
    from noughts.json import shapes


def build() -> dict[str, shapes.Source]:
    """Report the source of every search.

    >>> build()["memoised"]["function"]
    'value'
    """
    return {search: encode.source(source(search)) for search in SEARCHES}


def text() -> str:
    """Write it as JSON."""
    return json.dumps(build(), separators=(",", ":")) + "\n"
